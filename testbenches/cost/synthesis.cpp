#include "testbenches/cost/synthesis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <istream>
#include <map>
#include <regex>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/system/kept.hpp"
#include "models/system/scratch.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/tools/yosys.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

const std::string kPurpose = "no block is synthesised";

/// A gate as static CMOS builds it: transistors, and its delay by the method of logical effort, in
/// delays of an inverter without load. `inner`: of the gates before its last one.
struct Gate {
  std::string_view kind;
  double transistors;
  double effort;
  double parasitic;
  double inner;
};
constexpr Gate kGates[] = {
    {"NOT", 2, 1, 1, 0},          {"BUF", 4, 1, 1, 2},        {"NAND", 4, 4.0 / 3, 2, 0},
    {"NOR", 4, 5.0 / 3, 2, 0},    {"AND", 6, 1, 1, 10.0 / 3},  // a NAND and an inverter
    {"OR", 6, 1, 1, 11.0 / 3},                                 // a NOR and an inverter
    {"ANDNOT", 6, 5.0 / 3, 2, 2},                              // an inverter and a NOR
    {"ORNOT", 6, 4.0 / 3, 2, 2},                               // an inverter and a NAND
    {"XOR", 10, 1, 1, 8},         {"XNOR", 10, 1, 1, 8},       // and an inverter
    {"MUX", 10, 1, 1, 6},                                      // transmission gates and an inverter
};
constexpr double kFo4 = 5;  ///< an inverter that drives four: 4 * 1 + 1
constexpr double kFlipFlopTransistors = 24;
constexpr double kResetTransistors = 6;    ///< an AND before the flip-flop
constexpr double kEnableTransistors = 10;  ///< a multiplexer before the flip-flop
constexpr double kRegisterDelay = 4;       ///< FO4: set-up and clock to output
constexpr double kTransistorsOfNand = 4;

/// `$_SDFFE_PN0P_` as `SDFFE`, `$_DFF_PN0_`, whose reset does not wait for the clock, as `ADFF`.
std::string kind_of(const std::string& type) {
  if (!type.starts_with("$_") || !type.ends_with('_')) return type;
  const std::size_t end = type.find('_', 2);
  const std::string kind = type.substr(2, end - 2);
  const bool resets = type.find_first_of("01", end) != std::string::npos;
  return kind.starts_with("DFF") && resets ? 'A' + kind : kind;
}

bool is_flip_flop(const std::string& kind) { return kind.find("DFF") != std::string::npos; }

const Gate& gate_of(const std::string& kind) {
  const auto* const gate = std::ranges::find(kGates, kind, &Gate::kind);
  if (gate == std::end(kGates)) {
    refuse(RefusalClass::kFeature, "The netlist has a cell '{}' whose cost is not known.", kind);
  }
  return *gate;
}

double transistors_of(const std::string& kind) {
  if (!is_flip_flop(kind)) return gate_of(kind).transistors;
  return kFlipFlopTransistors + (kind.starts_with('D') ? 0 : kResetTransistors) +
         (kind.ends_with('E') ? kEnableTransistors : 0);
}

/// Delay of a gate whose output `readers` inputs read.
double delay_of(const Gate& gate, std::size_t readers) {
  const auto load = static_cast<double>(std::max<std::size_t>(1, readers));
  const double buffers = std::max(0.0, std::ceil(std::log(load) / std::log(4.0) - 1e-9) - 1);
  return (gate.inner + gate.effort * std::min(load, 4.0) + gate.parasitic) / kFo4 + buffers;
}

/// Hands on the cells of a module one by one as they are read: a netlist as a whole, hundreds of
/// thousands of cells with all that is said of each, would take gigabytes.
void for_each_cell(std::istream& netlist, const std::string& module,
                   const std::function<void(const Json&)>& take) {
  const std::array<std::string, 3> way{"modules", module, "cells"};  // to the cells by their names
  const auto keep = [&](int depth, Json::parse_event_t event, Json& parsed) {
    const auto level = static_cast<std::size_t>(depth);
    if (event == Json::parse_event_t::key && level <= way.size()) return parsed == way[level - 1];
    if (event != Json::parse_event_t::object_end || level != way.size() + 1) return true;
    take(parsed);
    return false;
  };
  const Json rest = Json::parse(netlist, keep, false);
}

/// The slowest way through the gates of a netlist, in FO4.
class Netlist {
 public:
  [[nodiscard]] double slowest() {
    std::vector<std::size_t> waiting(gates_.size());
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      for (const std::size_t net : gates_[i].inputs) waiting[i] += driver_.contains(net) ? 1 : 0;
      if (waiting[i] == 0) ready.push_back(i);
    }
    std::vector<double> begin(gates_.size());
    double slowest = 0;
    while (!ready.empty()) {
      const std::size_t i = ready.back();
      ready.pop_back();
      const auto& readers = readers_[gates_[i].output];
      const double end = begin[i] + delay_of(*gates_[i].gate, readers.size());
      slowest = std::max(slowest, end);
      for (const std::size_t reader : readers) {
        if (reader == kFlipFlop) continue;
        begin[reader] = std::max(begin[reader], end);
        if (--waiting[reader] == 0) ready.push_back(reader);
      }
    }
    return slowest;
  }

  /// As Yosys writes it in JSON; all its ports are one bit wide.
  void add(const Json& cell) {
    const std::string kind = kind_of(cell["type"]);
    const bool flip_flop = is_flip_flop(kind);
    Placed placed{flip_flop ? nullptr : &gate_of(kind), {}, 0};
    for (const auto& [port, bits] : cell["connections"].items()) {
      if (!bits[0].is_number_unsigned()) continue;  // a constant
      const std::size_t net = bits[0];
      if (cell["port_directions"][port] == "output") {
        placed.output = net;
      } else {
        placed.inputs.push_back(net);
        readers_[net].push_back(flip_flop ? kFlipFlop : gates_.size());
      }
    }
    if (flip_flop) return;
    driver_[placed.output] = gates_.size();
    gates_.push_back(std::move(placed));
  }

 private:
  static constexpr std::size_t kFlipFlop = static_cast<std::size_t>(-1);
  struct Placed {
    const Gate* gate;
    std::vector<std::size_t> inputs;
    std::size_t output;
  };

  std::vector<Placed> gates_;
  std::unordered_map<std::size_t, std::size_t> driver_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> readers_;
};

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex{pattern}) ? found[0].str() : std::string{};
}

using Sizes = std::vector<std::pair<std::string, std::int64_t>>;

/// What Yosys does with the block.
std::string script_of(const std::string& name, const Sizes& sizes) {
  std::string set;
  for (const auto& [parameter, value] : sizes) set += fmt::format(" -set {} {}", parameter, value);
  // A block with parameters of its own making is given another name on the way.
  return fmt::format(
      "{0}hierarchy -check -top {1}; rename -top {1}; proc; opt; check -assert; "
      "synth -flatten -top {1}; stat; ltp -noff",
      set.empty() ? "" : fmt::format("chparam{} {}; ", set, name), name);
}

Json measure(const BlockSource& block, const Sizes& sizes) {
  const ScratchFolder folder;
  std::string packages;  // are read before whoever names them
  std::string modules;
  for (std::size_t i = 0; i < block.files.size(); ++i) {
    const auto& [path, source] = block.files[i];
    const fs::path copy = folder.path() / fmt::format("{}.sv", i);
    std::ofstream{copy, std::ios::binary} << source;
    (path.stem().string().ends_with("_pkg") ? packages : modules) += ' ' + copy.string();
  }
  const std::string read = "read_verilog -sv" + packages + modules;
  const fs::path netlist = folder.path() / "netlist.json";
  const auto [status, said, over] = run_yosys(
      fmt::format("{}; {}; write_json {}", read, script_of(block.name, sizes), netlist.string()),
      kPurpose);
  const std::string problem =
      first_match(said, status != 0 ? "ERROR:[^\n]*" : "Warning:[^\n]*|[$]_DLATCH[^\n ]*");
  if (status != 0 || !problem.empty()) {
    refuse(RefusalClass::kSize, "{} cannot be synthesised in this size; Yosys says: {}", block.name,
           problem.empty() ? "nothing" : problem);
  }
  double transistors = 0;
  std::int64_t cells = 0;
  std::int64_t flip_flops = 0;
  std::map<std::string, std::int64_t> kinds;
  Netlist gates;
  std::ifstream written{netlist, std::ios::binary};
  for_each_cell(written, block.name, [&](const Json& cell) {
    const std::string kind = kind_of(cell["type"]);
    transistors += transistors_of(kind);
    ++kinds[kind];
    ++cells;
    if (is_flip_flop(kind)) ++flip_flops;
    gates.add(cell);
  });
  const auto rounded = [](double value) { return std::round(value * 100) / 100; };
  return {
      {"cells", cells},
      {"flip_flops", flip_flops},
      {"logic_depth", std::stoll("0" + first_match(first_match(said, "length=[0-9]+"), "[0-9]+"))},
      {"area", rounded(transistors / kTransistorsOfNand)},
      {"delay", rounded(gates.slowest() + (flip_flops > 0 ? kRegisterDelay : 0))},
      {"cells_by_kind", kinds}};
}

/// What `area` and `delay` take for granted.
constexpr const char* kAssumptions[] = {
    "area: gate equivalents, transistors over 4, a two-input NAND being 1; transistors of static "
    "CMOS: inverter 2, NAND and NOR 4, AND, OR, ANDNOT and ORNOT 6, XOR, XNOR and multiplexer "
    "10, flip-flop 24, with a reset 6 more, with an enable 10 more; no wires, no buffers, no "
    "clock tree",
    "delay: the slowest way by logical effort in FO4 (an inverter that drives four like itself); "
    "every input is as large as an inverter's, what more than four inputs read comes through a "
    "tree of buffers of four, one FO4 a level; registers take 4 FO4 (set-up, clock to output); "
    "no wires"};

}  // namespace

Json synthesise(const BlockSource& block, const Sizes& sizes) {
  const std::string tool = yosys_version(kPurpose);
  std::string key = fmt::format("2\n{}\n{}\n", tool, script_of(block.name, sizes));
  for (const auto& [path, source] : block.files) key += source;
  bool cached = false;
  Json cost = kept_or_made(
      "costs", block.name, key, [&] { return measure(block, sizes); }, cached);
  cost["assumptions"] = kAssumptions;
  cost["tool"] = tool;
  cost["cached"] = cached;
  return cost;
}

}  // namespace plexus
