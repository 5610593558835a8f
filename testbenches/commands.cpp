#include <array>

#include <CLI/CLI.hpp>

#include "models/schedule/named_schedules.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/command/command.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/coverage/coverage.hpp"
#include "testbenches/outputs/comparison.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/schedules/synthesis.hpp"

namespace plexus {

namespace {

class ListCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "WHAT", what_,
                    "machines, operations, algorithms, parameters or blocks, or a word to look "
                    "for; if none, what there is to begin with (with --json all)");
    plexus::declare(app, "--json", json_, "print one JSON array of objects");
  }
  int perform(const Catalogue& catalogue, const WordsLeft& /*rest*/, std::ostream& out,
              std::ostream& /*err*/, Ending /*ending*/) override {
    return print_list(out, catalogue, what_, json_);
  }

 private:
  std::string what_;
  bool json_ = false;
};

class ConvertCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "IN OUT", files_,
                    ".xml (MSCCL), .json (TE-CCL), .goal, .schedule, the trace of a run");
  }
  int perform(const Catalogue& /*catalogue*/, const WordsLeft& /*rest*/, std::ostream& out,
              std::ostream& /*err*/, Ending /*ending*/) override {
    if (files_.size() != 2) {
      refuse("Name two files: plexus convert IN OUT.");
    }
    convert(files_[0], files_[1], out);
    return kVerified;
  }

 private:
  std::vector<std::string> files_;
};

class PictureCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "PAGE.html ...", files_,
                    "pages that plexus run .. --picture FILE.html has written");
    plexus::declare(app, "--out FILE", out_, "the page on which one slider moves them all");
  }
  int perform(const Catalogue& /*catalogue*/, const WordsLeft& /*rest*/, std::ostream& /*out*/,
              std::ostream& /*err*/, Ending /*ending*/) override {
    if (files_.size() < 2 || !out_.ends_with(".html")) {
      refuse(
          "Name the pages of two runs or more and a page for both: plexus picture A.html B.html "
          "--out TWO.html.");
    }
    const std::string page = comparison_page(files_);
    refuse_file_read("--out", out_, files_);
    OutputFile file{"--out", out_};
    file.stream() << page;
    file.complete();
    file.commit();
    return kVerified;
  }

 private:
  std::vector<std::string> files_;
  std::string out_;
};

class CoverageCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "FILE ...", files_,
                    "files that plexus run .. --twin-coverage FILE has written");
    plexus::declare(app, "--page FILE", page_,
                    "write a page with what was not reached, line by line");
    plexus::declare(app, "--json", json_, "print one JSON object");
  }
  int perform(const Catalogue& /*catalogue*/, const WordsLeft& /*rest*/, std::ostream& out,
              std::ostream& /*err*/, Ending /*ending*/) override {
    report_coverage(files_, page_, json_, out);
    return kVerified;
  }

 private:
  std::vector<std::string> files_;
  std::string page_;
  bool json_ = false;
};

template <typename One>
std::unique_ptr<Command> make() {
  return std::make_unique<One>();
}

constexpr std::array kCommands{
    CommandEntry{"list", "list what there is", "[WHAT]", make<ListCommand>},
    CommandEntry{"run", kRunSummary, kRunWords, make_searching_run},
    CommandEntry{"tree", "print a machine's parts, their ports and what is bound to them",
                 "MACHINE [OPERATION]", make_tree},
    CommandEntry{"synthesize", "find the fastest schedule there is, prove it and run it", kRunWords,
                 make_synthesize},
    CommandEntry{"best", "which algorithm is the fastest, by the size of the message", kRunWords,
                 make_best},
    CommandEntry{"picture", "the pages of several runs on one slider", "PAGE.html PAGE.html ...",
                 make<PictureCommand>},
    CommandEntry{"convert", "turn a schedule of another tool, or a run, into a schedule", "IN OUT",
                 make<ConvertCommand>},
    CommandEntry{"check", "judge a schedule without running it, by file and line", "SCHEDULE",
                 make_check},
    CommandEntry{"reproduce", "work out a paper's tables on the simulated machines", "NAME",
                 make_study},
    CommandEntry{"cost", "what a block costs in gates, a machine in parts", "PART[=FILE.sv]",
                 make_cost},
    CommandEntry{"prove", "what a block promises holds for ever, or does not", "BLOCK[=FILE.sv]",
                 make_prove},
    CommandEntry{"coverage", "what runs have reached in the SystemVerilog of their twins",
                 "FILE ...", make<CoverageCommand>},
    CommandEntry{"regress", "run all points of a study and judge them: JUnit XML, status 1",
                 "STUDY.toml", make_regress},
    CommandEntry{"sweep", "run all points of a study and compare them", "STUDY.toml", make_sweep},
    CommandEntry{"manual", "print the manual page, or what bash completes", "[man | bash]",
                 make_manual}};

}  // namespace

Commands all_commands() {
  foreign_schedules() = read_to_run;  // whoever has `convert` runs files of other tools, too
  return kCommands;
}

int run_command(const Catalogue& catalogue, const std::vector<std::string>& arguments,
                std::ostream& out, std::ostream& err, Ending ending) {
  return run_command(all_commands(), catalogue, arguments, out, err, ending);
}

}  // namespace plexus
