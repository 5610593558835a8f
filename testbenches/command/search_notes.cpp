#include "testbenches/command/search_notes.hpp"

#include <chrono>
#include <ostream>

#include <fmt/ostream.h>

#include "testbenches/command/request.hpp"
#include "testbenches/schedules/synthesis.hpp"

namespace plexus {

SearchNotes::SearchNotes(std::ostream& err) : err_{&err} {
  const auto begin = std::chrono::steady_clock::now();
  search_watch().begin = [this] { interrupt_.emplace(); };
  search_watch().end = [this] { interrupt_.reset(); };
  search_watch().stop = InterruptNoted::happened;
  search_watch().found = [this](const std::shared_ptr<const Optimum>& found) { found_ = found; };
  search_watch().tell = [&err, begin](const std::string& text) {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
    fmt::print(err, "plexus: {} after {:.1f} s\n", text, since.count());
    err.flush();
  };
}

SearchNotes::~SearchNotes() { search_watch() = {}; }

const Optimum& SearchNotes::found() const {
  if (found_->kept) {
    fmt::print(*err_, "plexus: it had been found before\n");
  } else {
    fmt::print(*err_, "plexus: searched for {:.2f} s\n", found_->took);
  }
  return *found_;
}

namespace {

int run_and_tell(const Catalogue& catalogue, RunRequest& request, std::ostream& out,
                 std::ostream& err, Ending ending) {
  const SearchNotes notes{err};
  const OfferedAlgorithms offered{catalogue};
  return carry_out_run(catalogue, request, out, err, ending);
}

}  // namespace

std::unique_ptr<Command> make_searching_run() {
  return std::make_unique<RequestCommand<RunRequest, declare_run, run_and_tell, show_run>>();
}

}  // namespace plexus
