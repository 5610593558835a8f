#include "testbenches/prove/proof.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "models/catalogue/json.hpp"
#include "models/system/kept.hpp"
#include "models/system/scratch.hpp"
#include "rtl/frame/verilate.hpp"
#include "testbenches/prove/circuit.hpp"
#include "testbenches/prove/contract.hpp"
#include "testbenches/prove/solver.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/tools/yosys.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Wire = Circuit::Wire;
using Clock = Deadline::clock;

const std::string kPurpose = "nothing is proved";
constexpr std::chrono::seconds kLeast{2};  ///< for a question

/// Files as Yosys gets them: packages first. What each is called, its text, its clauses.
struct Design {
  struct File {
    std::string name;  ///< of the module, for the names of its properties
    Contract contract;
    bool is_part = false;  ///< what can happen in it is not asked: where it stands, it may not
  };
  std::vector<File> files;
  std::size_t judge = 0;  ///< the file whose assumptions are granted; those of its parts are asked
  std::string top;
  std::vector<std::string> left_out;
  std::vector<std::string> not_granted;
};

/// A block with all that it is built from, to be judged by its own contract.
Design own_design(const BlockSource& block) {
  Design design;
  design.top = block.name;
  for (const bool packages : {true, false}) {
    for (const auto& [path, source] : block.files) {
      const std::string name = path.stem().string();
      if (name.ends_with("_pkg") != packages) continue;
      if (path == block.path) design.judge = design.files.size();
      design.files.push_back({name, read_contract(source), path != block.path});
    }
  }
  return design;
}

/// A user's module, to be judged by the block's contract as far as that speaks of pins, and by its
/// own.
Design users_design(const BlockSource& block, const BlockSource& users) {
  Design design = own_design(users);
  design.top = "contract_of_" + block.name;
  OutsideContract outside =
      contract_outside(block.files.front().second, block.name, users.name, design.top);
  std::set<std::string> read;
  for (const auto& file : design.files) read.insert(file.name);
  for (const auto& [path, source] : block.files) {  // packages that the contract names
    const std::string name = path.stem().string();
    if (name.ends_with("_pkg") && !read.contains(name)) {
      design.files.insert(design.files.begin(), {name, read_contract(source)});
    }
  }
  design.judge = design.files.size();
  design.files.push_back({block.name, read_contract(outside.text)});
  design.left_out = std::move(outside.left_out);
  design.not_granted = std::move(outside.not_granted);
  return design;
}

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex{pattern}) ? found[0].str() : std::string{};
}

/// The flat netlist of a design.
Json netlist_of(const Design& design, const ProofRequest& request, const std::string& sizes,
                Deadline until) {
  request.tell("Yosys reads the block");
  const ScratchFolder folder;
  std::string files;
  for (std::size_t i = 0; i < design.files.size(); ++i) {
    const fs::path copy = folder.path() / fmt::format("{}.sv", i);
    std::ofstream{copy, std::ios::binary} << design.files[i].contract.text;
    files += ' ' + copy.string();
  }
  const fs::path netlist = folder.path() / "netlist.json";
  auto [status, said, over] = run_yosys(
      fmt::format("read_verilog -sv -formal{0}; {1}hierarchy -check -top {2}; proc; flatten; "
                  "setattr -set keep 1 t:$assert t:$assume t:$cover; "
                  "opt_clean; memory_map; opt_expr -keepdc; wreduce -keepdc; opt -keepdc -fast; "
                  "async2sync; techmap; opt -keepdc -fast; dffunmap; aigmap; opt_clean; "
                  "write_json {3}",
                  files, sizes.empty() ? "" : fmt::format("chparam{} {}; ", sizes, design.top),
                  design.top, netlist.string()),
      kPurpose, until);
  if (over) {
    raise("limit", request.block.name,
          "Yosys has not read the block in {} s and {} GB: choose a smaller size (plexus prove {} "
          "--help), or a longer --time-limit.",
          request.seconds, kMostMemory >> 30, request.block.name);
  }
  std::string problem = first_match(said, "ERROR:[^\n]*|Resizing cell port[^\n]*");
  if (status == 0 && problem.empty()) {
    const Json read = Json::parse(content_of(netlist));
    for (const auto& [name, module] : read["modules"].items()) {  // with sizes it has another name
      if (module["attributes"].contains("top")) return module;
    }
  }
  for (std::size_t i = 0; i < design.files.size(); ++i) {  // as the user calls them
    const std::string copy = (folder.path() / fmt::format("{}.sv", i)).string();
    for (std::size_t at = said.find(copy); at != std::string::npos; at = said.find(copy, at)) {
      said.replace(at, copy.size(), design.files[i].name + ".sv");
    }
  }
  problem = first_match(said, "[^ \n]*:? ?ERROR:[^\n]*|Resizing cell port[^\n]*");
  refuse(request.users ? RefusalClass::kUsage : RefusalClass::kSize,
         "{} cannot be proved anything of{}; Yosys says: {}",
         request.users ? request.users->path.string() : request.block.name,
         problem.find("syntax error") == std::string::npos ? " in this size" : "",
         problem.empty() ? "nothing" : problem);
}

/// A question to the solver, and what became of it.
struct Asked {
  std::string name;
  std::string says;
  Wire broken = Circuit::kLow;     ///< 1: it does not hold
  Wire suspected = Circuit::kLow;  ///< 1 wherever `broken` is, and easier to reason about; if any
  Wire triggers = Circuit::kLow;   ///< 1: it has something to say
  bool conditional = false;        ///< it has not always
  bool wished = false;             ///< a cover: that it can happen is the good answer
  std::size_t late = 0;            ///< cycles behind its own in which its wires say so
  WireAnswer answer;
  WireAnswer trigger;
  double seconds = 0;
};

/// What is asked, and of which circuit.
class Inquiry {
 public:
  explicit Inquiry(const ProofRequest& request) : request_{request} {
    started_ = circuit_.latch();
    circuit_.set_next(started_, Circuit::kHigh);
    shared_["rst_ni"] = {circuit_.both(started_, circuit_.input())};  // the first cycle is in reset
    for (const auto& [name, value] : request.sizes)
      sizes_ += fmt::format(" -set {} {}", name, value);
  }

  Json answer(std::vector<std::pair<std::string, double>>& times) {
    const Design design = request_.users && !request_.equivalent
                              ? users_design(request_.block, *request_.users)
                              : own_design(request_.block);
    const Json netlist = netlist_of(design, request_, sizes_, until_);
    shown_ = plexus::place(circuit_, netlist, started_, shared_);
    const Json assumptions = collect(design, shown_);
    if (request_.equivalent) {
      const Design other = own_design(*request_.users);
      compare(netlist_of(other, request_, sizes_, until_));
    } else {
      decided_by_reset(netlist);
    }
    keep_wanted();
    if (asked_.empty()) {
      refuse("{} promises nothing that could be asked: write assertions into it (docs/proofs.md).",
             request_.block.path.string());
    }
    for (Asked& one : asked_) {
      one.broken = circuit_.both(one.broken, allowed_);
      one.suspected = circuit_.both(one.suspected, allowed_);
      one.triggers = circuit_.both(one.triggers, allowed_);
    }
    const bool alone = asked_.size() == 1;
    if (!alone) ask_together(part_of(1, 3));
    ask_all(alone ? until_ : part_of(1, 2));
    ask_with_lemmas();
    Json properties = Json::array();
    bool unfinished = false;
    for (const Asked& one : asked_) {
      times.emplace_back(one.name, one.seconds);
      properties.push_back(told(one));
      unfinished = unfinished || one.answer.kind == WireAnswer::Kind::kNotYet ||
                   (one.conditional && one.trigger.kind == WireAnswer::Kind::kNotYet &&
                    one.answer.kind != WireAnswer::Kind::kCan);
    }
    Json answer{{"assumptions", assumptions},
                {"left_out", design.left_out},
                {"not_granted", design.not_granted},
                {"properties", properties}};
    if (unfinished) answer["unfinished"] = true;
    return answer;
  }

 private:
  /// When such a part of what is left of the time is over.
  [[nodiscard]] Deadline part_of(std::size_t part, std::size_t all) const {
    return part_of(until_, part, all);
  }
  [[nodiscard]] static Deadline part_of(Deadline until, std::size_t part, std::size_t all) {
    const Deadline now = Clock::now();
    return now + (until - now) * static_cast<std::int64_t>(part) / static_cast<std::int64_t>(all);
  }

  [[nodiscard]] Wire in_operation(const Placed& placed) const {
    for (const CircuitPin& pin : placed.pins) {
      if (pin.name == "rst_ni" && pin.wires.size() == 1) return pin.wires.front();
    }
    return Circuit::kHigh;
  }

  /// Clauses by label: properties, and what is assumed. An assumption of a part is asked of the
  /// whole. Returns the assumptions.
  Json collect(const Design& design, const Placed& placed) {
    Json assumptions = Json::array();
    Wire kept = Circuit::kHigh;
    const Wire runs = in_operation(placed);
    constexpr std::size_t kAssumed = ~std::size_t{0};
    constexpr std::size_t kNotAsked = kAssumed - 1;
    std::map<std::pair<std::size_t, unsigned>, std::size_t> numbers;  // in asked_
    std::set<std::pair<std::size_t, unsigned>> late;                  // clauses
    for (std::size_t file = 0; file < design.files.size(); ++file) {
      const bool is_top = file == design.judge;
      for (const Clause& clause : design.files[file].contract.clauses) {
        if (clause.late) late.emplace(file, clause.line);
        std::string name =
            is_top ? clause.label : fmt::format("{}.{}", design.files[file].name, clause.label);
        if (is_top && clause.kind == Clause::Kind::kAssume) {
          assumptions.push_back({{"name", name}, {"says", clause.message}});
          numbers[{file, clause.line}] = kAssumed;
          continue;
        }
        if (design.files[file].is_part && clause.kind == Clause::Kind::kCover) {
          numbers[{file, clause.line}] = kNotAsked;
          continue;
        }
        const auto same = std::ranges::find(asked_, name, &Asked::name);
        numbers[{file, clause.line}] = static_cast<std::size_t>(same - asked_.begin());
        if (same != asked_.end()) continue;
        Asked one;
        one.name = std::move(name);
        one.says = clause.message;
        one.wished = clause.kind == Clause::Kind::kCover;
        asked_.push_back(std::move(one));
      }
    }
    for (const Check& check : placed.checks) {
      auto number = numbers.end();
      for (const auto& [file, line] : check.places) {
        const std::string name = fs::path{file}.stem().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const auto here = numbers.find({std::stoul(name), line});
        if (here != numbers.end()) number = here;
      }
      if (number == numbers.end()) throw std::logic_error{"an assertion of no clause"};
      // Where one is late all are, so that what is assumed of a cycle counts in that cycle.
      const auto later = [&](Wire wire) {
        const Wire before = circuit_.latch();
        circuit_.set_next(before, wire);
        return before;
      };
      const bool is_late = late.contains(number->first);
      const auto in_time = [&](Wire wire) { return late.empty() || is_late ? wire : later(wire); };
      // Nothing is promised in reset.
      const Wire enabled = circuit_.both(check.enabled, is_late ? later(runs) : runs);
      const Wire holds = in_time(circuit_.both(enabled, check.holds));
      const Wire broken = in_time(circuit_.both(enabled, Circuit::no(check.holds)));
      if (number->second == kAssumed) {
        kept = circuit_.both(kept, Circuit::no(broken));
        continue;
      }
      if (number->second == kNotAsked) continue;
      Asked& one = asked_[number->second];
      one.late = late.empty() ? 0 : 1;
      one.broken = circuit_.either(one.broken, one.wished ? holds : broken);
      one.triggers = circuit_.either(one.triggers, in_time(enabled));
      one.conditional = one.conditional || enabled != runs;
      one.conditional = one.conditional && !one.wished;
    }
    // Only ways on which nothing that is assumed has been broken, up to the cycle that is asked
    // for.
    const Wire before = circuit_.latch();
    const Wire lost = circuit_.either(before, Circuit::no(kept));
    circuit_.set_next(before, lost);
    allowed_ = Circuit::no(lost);
    if (kept != Circuit::kHigh && !request_.equivalent) {
      Asked alive;
      alive.name = "CanBeUsed";
      alive.says = "no inputs keep what is assumed";
      alive.wished = true;
      alive.broken = runs;
      asked_.push_back(alive);
    }
    if (request_.equivalent) asked_.clear();
    return assumptions;
  }

  /// Where a bit of an output differs, if it has a meaning and the module is not in reset.
  Wire seen(const CircuitPin& pin, const std::vector<Wire>& differing) {
    std::vector<Wire> meant;  // by part of the pin
    for (const PinsBeside& pair : meant_beside(request_.block.files.front().second)) {
      const auto beside = std::ranges::find(shown_.pins, pair.valid, &CircuitPin::name);
      if (pair.output != pin.name || beside == shown_.pins.end()) continue;
      meant = beside->wires;
      if (!pair.at) std::ranges::transform(meant, meant.begin(), &Circuit::no);
    }
    Wire any = Circuit::kLow;
    for (std::size_t i = 0; i < pin.wires.size(); ++i) {
      Wire one = differing[i];
      if (!meant.empty()) {
        one = circuit_.both(one, meant[i * meant.size() / pin.wires.size()]);
      }
      any = circuit_.either(any, one);
    }
    return circuit_.both(any, in_operation(shown_));
  }

  /// Where two modules show other outputs.
  Wire differs(const CircuitPin& pin, const Placed& other) {
    const auto same = std::ranges::find(other.pins, pin.name, &CircuitPin::name);
    if (same == other.pins.end() || same->is_input || same->wires.size() != pin.wires.size()) {
      refuse("{} has no output {} of {} bits, as {} has it.",
             request_.users ? request_.users->path.string() : "The block", pin.name,
             pin.wires.size(), request_.block.name);
    }
    std::vector<Wire> differing;
    for (std::size_t i = 0; i < pin.wires.size(); ++i) {
      differing.push_back(circuit_.differ(pin.wires[i], same->wires[i]));
    }
    return seen(pin, differing);
  }

  void compare(const Json& netlist) {
    other_ = plexus::place(circuit_, netlist, started_, shared_);
    for (const CircuitPin& pin : shown_.pins) {
      if (pin.is_input) continue;
      Asked one;
      one.name = pin.name;
      one.says = "it shows something else";
      one.broken = differs(pin, *other_);
      asked_.push_back(std::move(one));
    }
  }

  /// What registers held before the reset must not be seen behind it. It is enough that no output
  /// is touched by it, gate by gate; where one is, two copies of the block with other beginnings
  /// have the last word.
  void decided_by_reset(const Json& netlist) {
    const auto anew = [&] { return plexus::place(circuit_, netlist, started_, shared_, false); };
    const Placed first = shown_.initialised ? anew() : shown_;
    if (first.unknown.empty()) return;
    Asked one;
    one.name = "ResetDecides";
    one.says = "an output shows what no input and no reset has decided";
    const std::vector<Wire> touched = circuit_.touched_by(first.unknown);
    const Placed other = anew();
    for (const CircuitPin& pin : first.pins) {
      if (pin.is_input) continue;
      std::vector<Wire> touching;
      for (const Wire wire : pin.wires) touching.push_back(touched[wire / 2]);
      one.suspected = circuit_.either(one.suspected, seen(pin, touching));
      one.broken = circuit_.either(one.broken, differs(pin, other));
    }
    if (one.broken != Circuit::kLow) asked_.push_back(std::move(one));
  }

  void keep_wanted() {
    if (request_.properties.empty()) return;
    for (const std::string& name : request_.properties) {
      if (std::ranges::find(asked_, name, &Asked::name) != asked_.end()) continue;
      std::vector<std::string> names;
      for (const Asked& one : asked_) names.push_back(one.name);
      refuse("{} has no property '{}': it has {}.", request_.block.name, name,
             fmt::join(names, ", "));
    }
    std::erase_if(asked_, [&](const Asked& one) {
      return std::ranges::find(request_.properties, one.name) == request_.properties.end();
    });
  }

  /// All promises at once: what each of them needs of the others is there, and one answer does. Of
  /// outputs that differ, those are left that do in the first cycle in which one can.
  void ask_together(Deadline until) {
    std::vector<Asked*> promises;
    Wire any = Circuit::kLow;
    for (Asked& one : asked_) {
      if (one.wished || one.suspected != Circuit::kLow) continue;
      promises.push_back(&one);
      any = circuit_.either(any, one.broken);
    }
    if (promises.size() < 2) return;
    request_.tell(fmt::format("all {} properties at once", promises.size()));
    const WireAnswer answer = ask(circuit_, any, until);
    if (answer.kind == WireAnswer::Kind::kCan) {
      if (!request_.equivalent) return;
      const Circuit::Run run{circuit_, answer.inputs};
      std::erase_if(
          asked_, [&](const Asked& one) { return !run.at(answer.inputs.size() - 1, one.broken); });
      if (asked_.empty()) throw std::logic_error{"a difference that no output shows"};
      for (Asked& one : asked_) one.answer = answer;
      return;
    }
    for (Asked* const one : promises) one->answer = answer;
  }

  /// What the time was too short for, once more: what has been proved never happens on its ways.
  void ask_with_lemmas() {
    Wire never = Circuit::kLow;
    bool unfinished = false;
    for (const Asked& one : asked_) {
      if (one.answer.kind == WireAnswer::Kind::kNever && !one.wished) {
        never = circuit_.either(never, one.broken);
      }
      unfinished = unfinished || one.answer.kind == WireAnswer::Kind::kNotYet;
    }
    if (!unfinished) return;
    const Wire before = circuit_.latch();
    const Wire happened = circuit_.either(before, never);
    circuit_.set_next(before, happened);
    for (Asked& one : asked_) {
      if (one.answer.kind != WireAnswer::Kind::kNotYet) continue;
      one.suspected = circuit_.both(one.suspected, Circuit::no(happened));
      one.broken = circuit_.both(one.broken, Circuit::no(happened));
    }
    ask_all(until_);
  }

  /// What is still to be asked, least asked first. Each has an equal share of what the others have
  /// left of the time, but kLeast: less decides nothing.
  void ask_all(Deadline until) {
    std::vector<Asked*> open;
    for (Asked& one : asked_) {
      if (one.answer.kind == WireAnswer::Kind::kNotYet || lacks_trigger(one)) open.push_back(&one);
    }
    if (open.empty()) return;
    std::ranges::stable_sort(open, {}, &Asked::seconds);
    const std::size_t workers =
        std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), open.size());
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> failed(open.size());
    const auto work = [&] {
      for (std::size_t i = next++; i < open.size(); i = next++) {
        const std::size_t left = open.size() - i;
        request_.tell(fmt::format("{}, {} of {}", open[i]->name, i + 1, open.size()));
        try {
          const Deadline share = part_of(until, std::min(workers, left), left);
          ask_one(*open[i], std::min(until, std::max(share, Clock::now() + kLeast)));
        } catch (...) {
          failed[i] = std::current_exception();
        }
      }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < workers; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& one : failed) {
      if (one) std::rethrow_exception(one);
    }
  }

  [[nodiscard]] static bool lacks_trigger(const Asked& one) {
    return one.conditional && one.answer.kind != WireAnswer::Kind::kCan &&
           one.trigger.kind == WireAnswer::Kind::kNotYet;
  }

  void ask_one(Asked& one, Deadline until) const {
    const Deadline begin = Clock::now();
    const Deadline decided = lacks_trigger(one) ? part_of(until, 3, 4) : until;
    if (one.answer.kind == WireAnswer::Kind::kNotYet && one.suspected != Circuit::kLow) {
      one.answer = ask(circuit_, one.suspected, part_of(decided, 1, 2));
      if (one.answer.kind == WireAnswer::Kind::kCan) one.answer = WireAnswer{};
    }
    if (one.answer.kind == WireAnswer::Kind::kNotYet) {
      const std::size_t before = one.answer.cycles;
      one.answer = ask(circuit_, one.broken, decided);
      if (one.answer.kind == WireAnswer::Kind::kNotYet) {
        one.answer.cycles = std::max(before, one.answer.cycles);
      }
    }
    if (lacks_trigger(one)) one.trigger = ask(circuit_, one.triggers, until);
    one.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  }

  [[nodiscard]] Json told(const Asked& one) const {
    Json told{{"name", one.name}, {"says", one.says}};
    const bool can = one.answer.kind == WireAnswer::Kind::kCan;
    if (one.answer.kind == WireAnswer::Kind::kNotYet) {
      told["verdict"] = one.wished || one.answer.cycles == 0 ? "undecided" : "held";
      told["cycles"] = one.answer.cycles - std::min(one.late, one.answer.cycles);
    } else if (can == one.wished) {
      told["verdict"] = "proved";
      told["how"] = one.wished ? fmt::format("seen in cycle {}", one.answer.cycles - 1 - one.late)
                               : one.answer.how;
    } else {
      told["verdict"] = "refuted";
      told["cycles"] = one.answer.cycles - std::min(one.late, one.answer.cycles);
      if (can) told["trace"] = trace_of(one);
    }
    if (one.conditional && told["verdict"] != "undecided" && !can) {
      if (one.trigger.kind == WireAnswer::Kind::kCan) {
        told["trigger"] = one.trigger.cycles - 1 - one.late;
      } else if (one.trigger.kind == WireAnswer::Kind::kNever) {
        told["trigger"] = nullptr;
      } else {
        told["trigger"] = fmt::format("not in {} cycles", one.trigger.cycles);
      }
    }
    return told;
  }

  /// The same way to break it with as many inputs at 0 as can be.
  [[nodiscard]] Circuit::Stimulus plainer(const Asked& one) const {
    constexpr std::size_t kMostAttempts = 3000;
    Circuit::Stimulus inputs = one.answer.inputs;
    const std::size_t last = inputs.size() - 1;
    std::size_t attempts = 0;
    for (std::size_t cycle = 0; cycle < inputs.size(); ++cycle) {
      for (std::size_t i = 1; i < inputs[cycle].size(); ++i) {  // the first one is the reset
        if (!inputs[cycle][i]) continue;
        if (++attempts > kMostAttempts || Clock::now() >= until_) return inputs;
        inputs[cycle][i] = false;
        if (!Circuit::Run{circuit_, inputs}.at(last, one.broken)) inputs[cycle][i] = true;
      }
    }
    return inputs;
  }

  [[nodiscard]] Json trace_of(const Asked& one) const {
    const Circuit::Stimulus inputs = plainer(one);
    const Circuit::Run run{circuit_, inputs};
    Json trace = Json::array();
    const auto add = [&](const CircuitPin& pin, const std::string& name) {
      if (pin.name == "clk_i") return;
      Json values = Json::array();
      for (std::size_t cycle = 0; cycle + one.late < run.cycles(); ++cycle) {
        std::string digits;
        for (std::size_t i = 0; i < pin.wires.size(); i += 4) {
          unsigned digit = 0;
          for (std::size_t bit = i; bit < std::min(i + 4, pin.wires.size()); ++bit) {
            digit |= static_cast<unsigned>(run.at(cycle, pin.wires[bit])) << (bit - i);
          }
          digits.insert(digits.begin(), "0123456789abcdef"[digit]);
        }
        values.push_back(std::move(digits));
      }
      trace.push_back({{"name", name},
                       {"input", pin.is_input},
                       {"width", pin.wires.size()},
                       {"values", std::move(values)}});
    };
    for (const bool input : {true, false}) {
      for (const CircuitPin& pin : shown_.pins) {
        if (pin.is_input != input) continue;
        add(pin, pin.name);
        if (input || !other_) continue;
        add(*std::ranges::find(other_->pins, pin.name, &CircuitPin::name),
            pin.name + " of the file");
      }
    }
    return trace;
  }

  const ProofRequest& request_;
  Deadline until_ = Clock::now() + std::chrono::seconds{request_.seconds};
  std::string sizes_;
  Circuit circuit_;
  Wire started_;
  std::map<std::string, std::vector<Wire>> shared_;
  Placed shown_;
  std::optional<Placed> other_;  ///< the user's module beside ours
  Wire allowed_ = Circuit::kHigh;
  std::vector<Asked> asked_;
};

/// What Yosys would settle in its own way: two drivers of a net and the like, and functions whose
/// value no netlist has.
void refuse_flaws(const ProofRequest& request) {
  if (!request.users) return;
  for (const auto& [path, source] : request.users->files) {
    if (const auto found = unknown_function(source)) {
      refuse("{}:{}: {} is nothing that a proof knows: write values and conditions in its place.",
             path.filename().string(), found->first, found->second);
    }
  }
  const Parameters sizes{request.sizes.begin(), request.sizes.end()};
  try {
    require_usable({request.block.name, request.block.path, request.users->path}, sizes);
  } catch (const UnusableSource& unusable) {
    throw RefusedByTool{RefusalClass::kUsage, unusable.what()};
  }
}

}  // namespace

Json prove(const ProofRequest& request, std::vector<std::pair<std::string, double>>& times) {
  const std::vector<std::string> tools{yosys_version(kPurpose), abc_version()};
  std::string key = fmt::format("8\n{}\n{}\n{}\n{}\n{}\n{}\n", fmt::join(tools, "\n"),
                                request.block.name, request.seconds, request.equivalent,
                                fmt::join(request.properties, ","), request.users.has_value());
  for (const auto& [name, value] : request.sizes) key += fmt::format("{}={}\n", name, value);
  for (const auto& [path, source] : request.block.files) key += source;
  if (request.users) {
    key += request.users->name;
    for (const auto& [path, source] : request.users->files) key += source;
  }
  bool cached = false;
  Json answer = kept_or_made(
      "proofs", request.block.name, key,
      [&] {
        refuse_flaws(request);
        return Inquiry{request}.answer(times);
      },
      cached);
  answer.erase("unfinished");
  answer["tools"] = tools;
  return answer;
}

}  // namespace plexus
