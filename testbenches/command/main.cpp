#include "testbenches/command/main.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/system/signals.hpp"
#include "testbenches/command/command_line.hpp"

namespace {

/// What a program is made of.
struct Given {
  plexus::Commands commands;
  plexus::CatalogueMaker make;
};

/// The kernel's own entry hands nothing but words to `sc_main`.
Given& given() {
  static Given program;
  return program;
}

/// The catalogue that these words need: that of their machine if it knows all that they name.
plexus::Catalogue catalogue_for(const std::vector<std::string>& words) {
  const plexus::CatalogueMaker& make = given().make;
  if (words.size() > 2 && words[0] == "run" && !words[1].empty()) {
    plexus::Catalogue of_machine = make(words[1]);
    if (knows_run(of_machine, words)) return of_machine;
  }
  return make({});
}

/// Tells, without any memory, that there is too little.
int refuse_without_memory(int argc, char** argv) {
  constexpr std::string_view kSentence =
      "plexus: There is too little memory to go on: raise the limits of this process.\n";
  constexpr std::string_view kObject =
      "{\"error\": {\"class\": \"size\", \"message\": "
      "\"There is too little memory to go on: raise the limits of this process.\"}}\n";
  const auto say = [](int where, std::string_view text) {
    while (!text.empty()) {
      const ssize_t said = ::write(where, text.data(), text.size());
      if (said <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(said));
    }
  };
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      say(STDOUT_FILENO, kObject);
      break;
    }
  }
  say(STDERR_FILENO, kSentence);
  return 2;
}

/// The words of this process, for `refuse_to_go_on`.
std::pair<int, char**>& words_of_process() {
  static std::pair<int, char**> words;
  return words;
}

/// What must not fail has found no memory.
void refuse_to_go_on() {
  if (!plexus::memory_ran_out()) std::abort();
  const auto [count, words] = words_of_process();
  _exit(refuse_without_memory(count, words));
}

/// Libraries that find no room while they are set up end the process without a sentence; this comes
/// before them.
[[gnu::no_sanitize("address", "undefined")]] void look_before_libraries(int argc, char** argv,
                                                                        char** /*environment*/) {
  constexpr rlim_t kLeast = rlim_t{40} << 20;
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    const bool bounded = getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    const rlim_t least = resource == RLIMIT_AS ? kLeast : kLeast / 8;
    if (bounded && limit.rlim_cur < least) _exit(refuse_without_memory(argc, argv));
  }
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const kFirst)(int, char**,
                                                                   char**) = look_before_libraries;

}  // namespace

int sc_main(int argc, char* argv[]) {
  try {
    const std::vector<std::string> words{argv + 1, argv + argc};
    return plexus::run_command(given().commands, catalogue_for(words), words, std::cout, std::cerr,
                               plexus::Ending::kLeave);
  } catch (const std::bad_alloc&) {
    return refuse_without_memory(argc, argv);
  }
}

int plexus::main(int argc, char* argv[], Commands commands, CatalogueMaker make) {
  constexpr std::size_t kToBegin = std::size_t{1} << 20;
  if (std::unique_ptr<char[]>{new (std::nothrow) char[kToBegin]} == nullptr) {
    return refuse_without_memory(argc, argv);
  }
  words_of_process() = {argc, argv};
  std::set_terminate(refuse_to_go_on);
  given() = {commands, std::move(make)};
  write_to_limits();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // it would stand before every report
  // Runs are driven in pieces, and in some of them nothing happens (W571): nothing that a user can
  // or has to do something about.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  return sc_core::sc_elab_and_sim(argc, argv);
}
