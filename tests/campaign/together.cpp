#include "tests/campaign/together.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"
#include "tests/campaign/hex.hpp"
#include "tests/campaign/process.hpp"

namespace {

using plexus::Json;

/// What has been written into a file since it was asked last.
std::string taken_from(int file) {
  const auto size = static_cast<std::size_t>(lseek(file, 0, SEEK_CUR));
  std::string text(size, '\0');
  if (size > 0 && pread(file, text.data(), size, 0) < 0) text.clear();
  if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0) std::_Exit(70);
  return text;
}

Json run_here(const plexus::Catalogue& catalogue, const Json& line, int aside) {
  std::vector<std::string> words;
  for (const Json& word : line["words"]) words.push_back(bytes_of(word.get<std::string>()));
  std::ostringstream out;
  std::ostringstream err;
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  int status = 0;
  try {
    status = plexus::run_command(catalogue, words, out, err);
  } catch (const std::exception& thrown) {
    status = 1;
    err << "terminate called: " << thrown.what();
  }
  std::cout.flush();
  std::cerr.flush();
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  const bool grown = after.ru_maxrss > before.ru_maxrss;
  return {{"status", status},
          {"seconds", seconds_of(after) - seconds_of(before)},
          {"peak", grown ? 1024.0 * static_cast<double>(after.ru_maxrss) : 0.0},
          {"out", hex_of(out.str())},
          {"err", hex_of(err.str() + taken_from(aside))}};
}

/// The process that runs lines `begin` and on; a line of its answers in `to` for each.
[[noreturn]] void run_from(const plexus::Catalogue& catalogue, const Json& lines, std::size_t begin,
                           int to) {
  const int aside = memfd_create("aside", 0);
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(aside, 1);
  dup2(aside, 2);
  for (std::size_t i = begin; i < lines.size(); ++i) {
    const std::string answer = run_here(catalogue, lines[i], aside).dump() + '\n';
    for (std::size_t done = 0; done < answer.size();) {
      const auto count = write(to, answer.data() + done, answer.size() - done);
      if (count <= 0) std::_Exit(70);
      done += static_cast<std::size_t>(count);
    }
  }
  std::_Exit(0);
}

/// Passes on answers to lines `next` and on until the process ends or takes too long for one; true
/// if it took too long.
bool hear(int from, int child, const Json& lines, std::size_t& next) {
  const auto patience_of_next = [&] {
    return Patience{child, next < lines.size() ? lines[next]["seconds"].get<double>() : 1.0};
  };
  Patience patience = patience_of_next();
  for (std::string text;;) {
    pollfd waits{from, POLLIN, 0};
    if (poll(&waits, 1, patience.pause()) == 0) {
      if (patience.is_over()) return true;
      continue;
    }
    char some[1 << 16];
    const auto count = read(from, some, sizeof some);
    if (count <= 0) return false;
    text.append(some, static_cast<std::size_t>(count));
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
      std::cout << text.substr(0, end + 1);
      text.erase(0, end + 1);
      ++next;
      patience = patience_of_next();
    }
  }
}

void run_batch(const plexus::Catalogue& catalogue, const Json& request) {
  const Json& lines = request["lines"];
  for (std::size_t next = 0; next < lines.size();) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) std::exit(70);
    const pid_t child = fork();
    if (child == 0) run_from(catalogue, lines, next, ends[1]);
    close(ends[1]);
    const bool silent = hear(ends[0], child, lines, next);
    close(ends[0]);
    if (silent) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (next == lines.size()) break;
    const int ended = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    const double seconds = silent ? lines[next]["seconds"].get<double>() : 0.0;
    std::cout << Json{{"status", silent ? Json{} : Json(ended)},
                      {"seconds", seconds},
                      {"peak", 0.0},
                      {"out", ""},
                      {"err", ""}}
                     .dump()
              << '\n';
    ++next;
  }
  std::cout << std::flush;
}

}  // namespace

void run_batches() {
  const plexus::Catalogue catalogue = plexus::make_catalogue();
  for (std::string line; std::getline(std::cin, line);) run_batch(catalogue, Json::parse(line));
}
