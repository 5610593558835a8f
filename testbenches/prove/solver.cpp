#include "testbenches/prove/solver.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/system/scratch.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Clock = Deadline::clock;

const char* const kMissing =
    "berkeley-abc cannot be run, and without it nothing is proved: install the package "
    "berkeley-abc.";

constexpr std::size_t kFirstCycles = 12;  ///< looked through before anything is proved

/// One circuit and one question.
class Question {
 public:
  Question(const Circuit& circuit, Circuit::Wire wire) : inputs_{circuit.inputs()} {
    circuit.write(file_, wire);
  }

  /// Leaves out what is always the same, and what always is as something else is: inputs and what
  /// they bring about stay. Half of all questions are answered by this.
  void reduce(Deadline until) {
    const fs::path reduced = folder_.path() / "reduced.aig";
    const bool over = run_tool({"berkeley-abc", "-q",
                                fmt::format("read_aiger {}; scorr -C 500; write_aiger {}",
                                            file_.string(), reduced.string())},
                               kMissing, until)
                          .over;
    if (over) return;
    std::istringstream head{content_of(reduced)};
    std::string kind;
    std::size_t gates = 0;
    std::size_t inputs = 0;
    std::size_t registers = 0;
    if (!(head >> kind >> gates >> inputs >> registers)) return;
    file_ = reduced;
    if (registers > 0) searched_file_ = reduced;
  }

  /// ABC's answer to this command: 1 never, 0 can, -1 not known.
  int status(const std::string& command, Deadline until) {
    said_.clear();
    const auto left = std::chrono::ceil<std::chrono::seconds>(until - Clock::now()).count();
    if (left <= 0) return -1;
    const fs::path witness = folder_.path() / "witness";
    fs::remove(witness);
    const fs::path& file = command.starts_with("bmc3") ? searched_file_ : file_;
    const ToolEnded ended =
        run_tool({"berkeley-abc", "-q",
                  fmt::format("read_aiger {}; {} -T {}; print_status; write_cex -a {}",
                              file.string(), command, left, witness.string())},
                 kMissing, until);  // it does not look at its clock at all times
    said_ = ended.said;
    if (ended.over) return -1;
    static const std::regex line{R"(Status = +(-?\d))"};
    std::smatch found;
    return std::regex_search(said_, found, line) ? std::stoi(found[1]) : -1;
  }

  /// Cycles that the last bounded search has looked through.
  [[nodiscard]] std::size_t searched() const {
    static const std::regex line{R"(\n *(\d+) \+ :)"};  // as it goes: it may be ended
    std::size_t cycles = 0;
    for (std::sregex_iterator at{said_.begin(), said_.end(), line}, end; at != end; ++at) {
      cycles = std::stoul((*at)[1]) + 1;
    }
    return cycles;
  }

  [[nodiscard]] Circuit::Stimulus witness() const {
    std::istringstream lines{content_of(folder_.path() / "witness")};
    std::string line;
    std::getline(lines, line);  // the registers: all are 0
    Circuit::Stimulus inputs;
    while (std::getline(lines, line) && !line.starts_with('#')) {
      std::vector<bool> cycle(inputs_);
      for (std::size_t i = 0; i < inputs_ && i < line.size(); ++i) cycle[i] = line[i] == '1';
      inputs.push_back(std::move(cycle));
    }
    return inputs;
  }

 private:
  ScratchFolder folder_;
  fs::path file_ = folder_.path() / "asked.aig";
  fs::path searched_file_ = file_;  ///< by bounded model checking, which wants registers
  std::size_t inputs_;
  std::string said_;
};

WireAnswer found(const Question& question) {
  const Circuit::Stimulus inputs = question.witness();
  return {WireAnswer::Kind::kCan, "", inputs.size(), inputs};
}

WireAnswer never(const char* how) { return {WireAnswer::Kind::kNever, how, 0, {}}; }

}  // namespace

std::string abc_version() {
  const std::string said = run_tool({"berkeley-abc", "-c", "version"}, kMissing).said;
  static const std::regex version{R"(ABC (\d+\.\d+))"};
  std::smatch found_version;
  return std::regex_search(said, found_version, version) ? "ABC " + found_version[1].str() : "ABC";
}

WireAnswer ask(const Circuit& circuit, Circuit::Wire wire, Deadline until) {
  if (wire == Circuit::kLow) return never("nothing to decide");
  const Deadline begin = Clock::now();
  if (begin >= until) return {};
  Question question{circuit, wire};
  const auto share = [&](int eighths) {
    return std::min(until, Clock::now() + (until - begin) * eighths / 8);
  };
  question.reduce(share(1));
  const int first = question.status(fmt::format("bmc3 -v -F {}", kFirstCycles), share(1));
  if (first == 0) return found(question);
  const std::size_t searched = question.searched();
  for (const int depth : {1, 2}) {
    if (static_cast<std::size_t>(depth) > searched) break;
    if (question.status(fmt::format("ind -F {} -C 1000", depth), share(1)) == 1) {
      return never("induction");
    }
  }
  const int deep = question.status("pdr", share(4));
  if (deep == 1) return never("PDR");
  const WireAnswer some_way = deep == 0 ? found(question) : WireAnswer{};
  // the shortest way, or as far as the time goes
  const std::string most = deep == 0 ? fmt::format(" -F {}", some_way.cycles) : "";
  if (question.status("bmc3 -v" + most, until) == 0) return found(question);
  if (deep == 0) return some_way;
  return {WireAnswer::Kind::kNotYet, "", std::max(searched, question.searched()), {}};
}

}  // namespace plexus
