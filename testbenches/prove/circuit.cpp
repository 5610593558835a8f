#include "testbenches/prove/circuit.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <unordered_set>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

Circuit::Circuit() { gates_.push_back({Kind::kConstant, kLow, kLow}); }

Circuit::Wire Circuit::both(Wire a, Wire b) {
  if (a > b) std::swap(a, b);
  if (a == kLow || a == no(b)) return kLow;
  if (a == kHigh || a == b) return b;
  const std::uint64_t key = std::uint64_t{a} << 32 | b;
  const auto [gate, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(gates_.size()));
  if (is_new) gates_.push_back({Kind::kAnd, a, b});
  return 2 * gate->second;
}

Circuit::Wire Circuit::input() {
  inputs_.push_back(static_cast<std::uint32_t>(gates_.size()));
  gates_.push_back({Kind::kInput, kLow, kLow});
  return 2 * inputs_.back();
}

Circuit::Wire Circuit::latch() {
  gates_.push_back({Kind::kLatch, kLow, kLow});
  return 2 * static_cast<Wire>(gates_.size() - 1);
}

void Circuit::set_next(Wire latch, Wire next) { gates_[latch / 2].a = next; }

void Circuit::write(const std::filesystem::path& file, Wire asked) const {
  std::vector<bool> needed(gates_.size());
  std::vector<std::uint32_t> open{asked / 2};
  for (std::uint32_t gate = 0; gate < gates_.size(); ++gate) {
    if (gates_[gate].kind != Kind::kLatch) continue;
    open.push_back(gate);  // one at least: some engines want a sequential circuit
    break;
  }
  while (!open.empty()) {
    const std::uint32_t gate = open.back();
    open.pop_back();
    if (needed[gate]) continue;
    needed[gate] = true;
    if (gates_[gate].kind == Kind::kAnd || gates_[gate].kind == Kind::kLatch) {
      open.push_back(gates_[gate].a / 2);
      open.push_back(gates_[gate].b / 2);
    }
  }
  std::vector<Wire> name(gates_.size());  // in the file
  Wire last = 0;
  const auto number = [&](Kind kind) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t gate = 0; gate < gates_.size(); ++gate) {
      if (gates_[gate].kind != kind || (!needed[gate] && kind != Kind::kInput)) continue;
      name[gate] = last += 2;
      found.push_back(gate);
    }
    return found;
  };
  const auto inputs = number(Kind::kInput);
  const auto latches = number(Kind::kLatch);
  const auto ands = number(Kind::kAnd);
  const auto named = [&](Wire wire) { return name[wire / 2] ^ (wire & 1U); };
  std::string text =
      fmt::format("aig {} {} {} 1 {}\n", last / 2, inputs.size(), latches.size(), ands.size());
  for (const std::uint32_t gate : latches) text += fmt::format("{}\n", named(gates_[gate].a));
  text += fmt::format("{}\n", named(asked));
  const auto add = [&](Wire difference) {
    for (; difference >= 128; difference >>= 7) {
      text += static_cast<char>((difference & 127U) | 128U);
    }
    text += static_cast<char>(difference);
  };
  for (const std::uint32_t gate : ands) {
    const Wire a = named(gates_[gate].a);
    const Wire b = named(gates_[gate].b);
    add(name[gate] - std::max(a, b));
    add(std::max(a, b) - std::min(a, b));
  }
  std::ofstream{file, std::ios::binary} << text;
}

std::vector<Circuit::Wire> Circuit::touched_by(const std::vector<Wire>& unknown) {
  const std::size_t before = gates_.size();
  std::vector<Wire> touched(before, kLow);
  for (const Wire wire : unknown) touched[wire / 2] = kHigh;
  for (std::size_t gate = 0; gate < before; ++gate) {
    if (gates_[gate].kind == Kind::kLatch) touched[gate] = latch();
  }
  for (std::size_t gate = 0; gate < before; ++gate) {
    const auto [kind, a, b] = gates_[gate];
    if (kind != Kind::kAnd) continue;
    const Wire by_a = touched[a / 2];
    const Wire by_b = touched[b / 2];
    touched[gate] = either(both(by_a, by_b), either(both(by_a, b), both(by_b, a)));
  }
  for (std::size_t gate = 0; gate < before; ++gate) {
    if (gates_[gate].kind == Kind::kLatch) set_next(touched[gate], touched[gates_[gate].a / 2]);
  }
  return touched;
}

Circuit::Run::Run(const Circuit& circuit, const Stimulus& inputs)
    : gates_{circuit.gates_.size()}, cycles_{inputs.size()}, values_(gates_ * cycles_) {
  for (std::size_t cycle = 0; cycle < cycles_; ++cycle) {
    std::uint8_t* const now = &values_[cycle * gates_];
    for (std::size_t i = 0; i < circuit.inputs_.size(); ++i) {
      now[circuit.inputs_[i]] = inputs[cycle][i] ? 1 : 0;
    }
    for (std::size_t gate = 0; gate < gates_; ++gate) {
      const Gate& one = circuit.gates_[gate];
      if (one.kind == Kind::kAnd) {
        now[gate] = static_cast<std::uint8_t>((now[one.a / 2] ^ (one.a & 1U)) &
                                              (now[one.b / 2] ^ (one.b & 1U)));
      } else if (one.kind == Kind::kLatch && cycle > 0) {
        now[gate] = at(cycle - 1, one.a) ? 1 : 0;
      }
    }
  }
}

namespace {

using Wire = Circuit::Wire;
using Bit = std::int64_t;  ///< a net of Yosys

/// Reads one netlist.
class Placing {
 public:
  Placing(Circuit& circuit, const Json& module, Wire started, bool initial_values)
      : circuit_{circuit}, module_{module}, started_{started}, initial_values_{initial_values} {}

  Placed place(std::map<std::string, std::vector<Wire>>& shared) {
    Placed& placed = placed_;
    const Json& ports = module_["ports"];
    for (const auto& [name, port] : ports.items()) {
      if (port["direction"] == "inout") refuse("the pin {} has two directions", name);
      if (port["direction"] != "input") continue;
      auto [known, is_new] = shared.try_emplace(name);
      if (is_new) {
        for (std::size_t i = 0; i < port["bits"].size(); ++i) {
          known->second.push_back(circuit_.input());
        }
      }
      for (std::size_t i = 0; i < port["bits"].size(); ++i) {
        const bool has = i < known->second.size();
        if (!port["bits"][i].is_number()) refuse("{} is given a value inside", name);
        wires_[port["bits"][i].get<Bit>()] = has ? known->second[i] : Circuit::kLow;
      }
    }
    find_initial_values();
    add_registers();
    for (const auto& [name, cell] : module_["cells"].items()) {
      if (cell["type"] == "$_AND_" || cell["type"] == "$_NOT_") {
        gates_[cell["connections"]["Y"][0].get<Bit>()] = &cell;
      }
    }
    for (const auto& [latch, input] : registers_) circuit_.set_next(latch, wire_of(input));
    for (const auto& [name, cell] : module_["cells"].items()) {
      const std::string kind = cell["type"];
      if (kind != "$assert" && kind != "$assume" && kind != "$cover") continue;
      Check check;
      check.kind = kind;
      std::istringstream places{cell["attributes"].value("src", "")};
      for (std::string where; std::getline(places, where, '|');) {
        // where it ends: Yosys takes for its beginning the end of what stands before it
        const std::size_t dash = where.rfind('-');
        if (dash == std::string::npos) continue;
        check.places.emplace_back(where.substr(0, where.find(':')),
                                  static_cast<unsigned>(std::stoul(where.substr(dash + 1))));
      }
      check.enabled = wire_of(cell["connections"]["EN"][0]);
      check.holds = wire_of(cell["connections"]["A"][0]);
      placed.checks.push_back(std::move(check));
    }
    for (const auto& [name, port] : ports.items()) {
      CircuitPin pin{name, port["direction"] == "input", {}};
      for (const Json& bit : port["bits"]) pin.wires.push_back(wire_of(bit));
      placed.pins.push_back(std::move(pin));
    }
    return placed;
  }

 private:
  template <typename... Values>
  [[noreturn]] static void refuse(fmt::format_string<Values...> what, Values&&... values) {
    plexus::refuse(RefusalClass::kSize, "The block cannot be proved anything of: {}.",
                   fmt::format(what, std::forward<Values>(values)...));
  }

  void find_initial_values() {
    for (const auto& [name, net] : module_["netnames"].items()) {
      const auto attribute = net["attributes"].find("init");
      if (attribute == net["attributes"].end()) continue;
      const std::string digits = *attribute;  // the most significant one first
      for (std::size_t i = 0; i < net["bits"].size() && i < digits.size(); ++i) {
        const char digit = digits[digits.size() - 1 - i];
        if ((digit == '0' || digit == '1') && net["bits"][i].is_number()) {
          initial_[net["bits"][i].get<Bit>()] = digit == '1';
        }
      }
    }
  }

  void add_registers() {
    for (const auto& [name, cell] : module_["cells"].items()) {
      const std::string kind = cell["type"];
      const Json& pins = cell["connections"];
      if (kind == "$_DFF_P_") {
        const Bit output = pins["Q"][0];
        const Wire latch = circuit_.latch();
        const auto initial = initial_.find(output);
        const bool known = initial != initial_.end();
        placed_.initialised = placed_.initialised || known;
        const Wire first = !known || !initial_values_ ? unknown()
                           : initial->second          ? Circuit::kHigh
                                                      : Circuit::kLow;
        wires_[output] = circuit_.choose(started_, latch, first);
        registers_.emplace_back(latch, pins["D"][0]);
        if (!clock_) clock_ = pins["C"][0];
        if (*clock_ != pins["C"][0]) refuse("it has several clocks");
        if (module_["ports"].value("/clk_i/bits/0"_json_pointer, Json{}) != *clock_) {
          refuse("its registers' clock is not the pin clk_i, but comes from a gate");
        }
      } else if (kind == "$anyseq" || kind == "$anyconst" || kind == "$allconst" ||
                 kind == "$allseq") {
        for (const Bit bit : pins["Y"].get<std::vector<Bit>>()) {
          const Wire input = circuit_.input();
          wires_[bit] = input;
          if (kind.ends_with("seq")) continue;
          const Wire latch = circuit_.latch();
          wires_[bit] = circuit_.choose(started_, latch, input);
          circuit_.set_next(latch, wires_[bit]);
        }
      } else if (kind != "$_AND_" && kind != "$_NOT_" && kind != "$assert" && kind != "$assume" &&
                 kind != "$cover") {
        refuse("it holds a cell {}, which is no gate and no register of one rising clock edge",
               kind);
      }
    }
  }

  Wire unknown() {
    placed_.unknown.push_back(circuit_.input());
    return placed_.unknown.back();
  }

  /// The wire of a bit in the netlist; what nothing drives may do anything.
  Wire wire_of(const Json& bit) {
    if (bit.is_string()) {
      return bit == "1" ? Circuit::kHigh : bit == "0" ? Circuit::kLow : unknown();
    }
    std::vector<std::pair<Bit, bool>> open{{bit.get<Bit>(), false}};
    while (!open.empty()) {
      const auto [now, is_ready] = open.back();
      open.pop_back();
      if (wires_.contains(now)) continue;
      const auto gate = gates_.find(now);
      if (gate == gates_.end()) {
        wires_[now] = unknown();
        continue;
      }
      const Json& pins = (*gate->second)["connections"];
      const bool inverter = !pins.contains("B");
      if (!is_ready) {
        if (!begun_.insert(now).second) refuse("it has a combinational loop");
        open.emplace_back(now, true);
        for (const char* pin : {"A", "B"}) {
          if (pin[0] == 'B' && inverter) continue;
          const Json& input = pins[pin][0];
          if (input.is_number()) open.emplace_back(input.get<Bit>(), false);
        }
        continue;
      }
      const auto value = [&](const Json& input) {
        return input.is_number() ? wires_.at(input.get<Bit>()) : wire_of(input);
      };
      const Wire a = value(pins["A"][0]);
      wires_[now] = inverter ? Circuit::no(a) : circuit_.both(a, value(pins["B"][0]));
    }
    return wires_.at(bit.get<Bit>());
  }

  Circuit& circuit_;
  const Json& module_;
  Wire started_;
  bool initial_values_;
  Placed placed_;
  std::unordered_map<Bit, Wire> wires_;
  std::unordered_map<Bit, bool> initial_;
  std::unordered_map<Bit, const Json*> gates_;
  std::unordered_set<Bit> begun_;  ///< gates whose inputs are being looked for
  std::vector<std::pair<Wire, Json>> registers_;
  std::optional<Json> clock_;
};

}  // namespace

Placed place(Circuit& circuit, const Json& module, Circuit::Wire started,
             std::map<std::string, std::vector<Circuit::Wire>>& shared, bool initial_values) {
  return Placing{circuit, module, started, initial_values}.place(shared);
}

}  // namespace plexus
