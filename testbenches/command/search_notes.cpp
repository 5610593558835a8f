#include "testbenches/command/search_notes.hpp"

#include <chrono>
#include <ostream>

#include <fmt/ostream.h>

#include "testbenches/command/run.hpp"
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

class SearchingRun final : public Command {
 public:
  void declare(CLI::App& app) override { run_->declare(app); }
  void help(const Catalogue& catalogue, const HelpPage& page, std::ostream& out) override {
    run_->help(catalogue, page, out);
  }
  int perform(const Catalogue& catalogue, const WordsLeft& rest, std::ostream& out,
              std::ostream& err, Ending ending) override {
    const SearchNotes notes{err};
    const OfferedAlgorithms offered{catalogue};
    return run_->perform(catalogue, rest, out, err, ending);
  }
  [[nodiscard]] Request named() const override { return run_->named(); }

 private:
  std::unique_ptr<Command> run_ = make_run();
};

}  // namespace

std::unique_ptr<Command> make_searching_run() { return std::make_unique<SearchingRun>(); }

}  // namespace plexus
