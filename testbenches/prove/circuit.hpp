#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// A circuit of two-input ANDs, inverters and registers that start at 0, as model checkers read it
/// (the AIGER format). Constants are folded, equal gates are one.
class Circuit {
 public:
  /// A wire: twice the number of its gate, and 1 if it is inverted.
  using Wire = std::uint32_t;
  static constexpr Wire kLow = 0;
  static constexpr Wire kHigh = 1;

  Circuit();
  [[nodiscard]] static constexpr Wire no(Wire wire) { return wire ^ 1U; }
  [[nodiscard]] Wire both(Wire a, Wire b);
  [[nodiscard]] Wire either(Wire a, Wire b) { return no(both(no(a), no(b))); }
  [[nodiscard]] Wire choose(Wire which, Wire yes, Wire otherwise) {
    return either(both(which, yes), both(no(which), otherwise));
  }
  [[nodiscard]] Wire differ(Wire a, Wire b) { return choose(a, no(b), b); }
  /// A wire that may do anything in every cycle.
  [[nodiscard]] Wire input();
  /// A register, 0 in the first cycle; what it holds next is told by `set_next`.
  [[nodiscard]] Wire latch();
  void set_next(Wire latch, Wire next);
  /// For each gate a wire that is 1 where its value may depend on `unknown` inputs, worked out gate
  /// by gate: an AND of which one input is 0 for certain does not. What it says 0 of is certain.
  [[nodiscard]] std::vector<Wire> touched_by(const std::vector<Wire>& unknown);

  [[nodiscard]] std::size_t inputs() const { return inputs_.size(); }
  /// Writes what decides `asked` as binary AIGER, its one output. All inputs are in it.
  void write(const std::filesystem::path& file, Wire asked) const;

  /// What the inputs are in each cycle.
  using Stimulus = std::vector<std::vector<bool>>;
  /// Values of all wires, cycle by cycle.
  class Run {
   public:
    Run(const Circuit& circuit, const Stimulus& inputs);
    [[nodiscard]] bool at(std::size_t cycle, Wire wire) const {
      return (values_[cycle * gates_ + wire / 2] != 0) != ((wire & 1U) != 0);
    }
    [[nodiscard]] std::size_t cycles() const { return cycles_; }

   private:
    std::size_t gates_;
    std::size_t cycles_;
    std::vector<std::uint8_t> values_;
  };

 private:
  enum class Kind : std::uint8_t { kConstant, kInput, kLatch, kAnd };
  struct Gate {
    Kind kind;
    Wire a;  ///< of a register: what it holds next
    Wire b;
  };

  std::vector<Gate> gates_;
  std::vector<std::uint32_t> inputs_;  ///< their gates
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

/// A pin of a module with its wires, least significant first.
struct CircuitPin {
  std::string name;
  bool is_input = false;
  std::vector<Circuit::Wire> wires;
};

/// An assertion as the netlist has it.
struct Check {
  std::string kind;  ///< `$assert`, `$assume`, `$cover`
  /// Files that Yosys read, and lines there: its own place, and those of the instances around it.
  std::vector<std::pair<std::string, unsigned>> places;
  Circuit::Wire enabled = Circuit::kLow;
  Circuit::Wire holds = Circuit::kLow;
};

/// A module that has become part of a circuit.
struct Placed {
  std::vector<CircuitPin> pins;
  std::vector<Check> checks;
  std::vector<Circuit::Wire> unknown;  ///< inputs: what registers hold before the first edge
  bool initialised = false;            ///< some have an initial value, and hold that
};

/// Puts a flat netlist of Yosys (`write_json`; ANDs, inverters, flip-flops of one clock edge) into
/// a circuit. Its inputs are those of `shared` where that has their names, and are added there. A
/// register that nothing initialises holds anything in the first cycle, in which `started` is low;
/// so do all of them without `initial_values`. Throws Refusal (size) for a cell of another kind.
[[nodiscard]] Placed place(Circuit& circuit, const Json& module, Circuit::Wire started,
                           std::map<std::string, std::vector<Circuit::Wire>>& shared,
                           bool initial_values = true);

}  // namespace plexus
