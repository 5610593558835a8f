#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plexus {

/// One statement of a block's contract, as it stands in its file.
struct Clause {
  enum class Kind {
    kAssert,  ///< what the block promises
    kAssume,  ///< what it takes for granted of those who use it
    kCover    ///< what can happen
  };
  Kind kind = Kind::kAssert;
  std::string label;    ///< `OneGrant`
  std::string message;  ///< what its `$error` says
  unsigned line = 0;    ///< in the text that Yosys reads
  bool late = false;    ///< its netlist says in the cycle behind one whether it held there
};

/// The first function of a file whose value no netlist has, `$time`, with its line; nothing if
/// there is none. What messages tell changes nothing.
[[nodiscard]] std::optional<std::pair<std::size_t, std::string>> unknown_function(
    const std::string& source);

/// A SystemVerilog file as Yosys 0.23 reads it, and the clauses in it.
struct Contract {
  std::string text;
  std::vector<Clause> clauses;
};

/// Turns the assertions of a file into the one form that Yosys 0.23 knows, an immediate one of a
/// combinational process; all else stays as it is, and in its line.
///
///     OneGrant: assert property (@(posedge clk_i) disable iff (!rst_ni) a |-> b)
///       else $error("two grants");
///
/// becomes `always @* if (!(!rst_ni) && (a)) assert (b);`: the condition is the clause's trigger.
/// `a |=> b` looks at `a` one cycle later through a register; a clause with `$past` and its like
/// stays clocked. Of immediate assertions label and `else` go; a clocked process that only asserts
/// becomes a combinational one, so that what is broken is seen in its own cycle.
[[nodiscard]] Contract read_contract(const std::string& source);

/// What a file of another is judged by: the pins of `source`, an instance of the module `judged`
/// between them, and of its contract (from `` `ifndef SYNTHESIS`` to `` `endif``) those items that
/// speak of pins and of what they declare themselves. The module is called `name`.
struct OutsideContract {
  std::string text;
  // Labels of clauses that speak of our registers.
  std::vector<std::string> left_out;     ///< what would have been asked
  std::vector<std::string> not_granted;  ///< and what would have been taken for granted
};
[[nodiscard]] OutsideContract contract_outside(const std::string& source, const std::string& block,
                                               const std::string& judged, const std::string& name);

/// Outputs of which a file's head says that they have `a meaning only beside` another one, with
/// that one: pairs of pins, each of as many parts as the second has bits. With a `!`
/// before it: where that is 0.
struct PinsBeside {
  std::string output;
  std::string valid;
  bool at = true;  ///< what `valid` is where the output has its meaning
};
[[nodiscard]] std::vector<PinsBeside> meant_beside(const std::string& source);

}  // namespace plexus
