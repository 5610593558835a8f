#include "hw/switch/omega_element.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/words.hpp"
#include "hw/rule/fault.hpp"
#include "hw/switch/combine_element.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/faults.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

ElementInput message(std::uint32_t number, OutputSet wants, NodeId destination = 0) {
  return {true, wants, destination, number, number};
}

/// What an input of a 2x2 element can be asked: nothing, one output, both.
struct Wish {
  bool valid;
  unsigned outputs;  ///< bit mask
};
constexpr Wish kWishes[]{{false, 0}, {true, 1}, {true, 2}, {true, 3}};

OutputSet wants(Wish ask) {
  if (ask.outputs == 3) return OutputSet::all();
  return OutputSet::one(ask.outputs == 2 ? 1 : 0);
}

/// A wire in front of an element, or behind it.
struct Line final : line_rx_if, line_tx_if {
  [[nodiscard]] const ElementInput& message() const override { return there; }
  void drive(const ElementInput& what) override { there = what; }
  [[nodiscard]] std::string full_name() const override { return "line"; }
  ElementInput there;
};

/// Those of one element.
struct Lines {
  explicit Lines(omega_element& element) : before(element.radix()), behind(element.radix()) {
    for (Line& line : before) element.inputs(line);
    for (Line& line : behind) element.outputs(line);
  }
  void present(std::uint32_t input, const ElementInput& message) { before[input].there = message; }
  std::vector<Line> before, behind;
};

/// On an elaborated element.
void decide(omega_element& element) {
  sc_core::sc_start(ClockPeriod{}.time(1_cycles));
  element.decide();
}

}  // namespace

TEST_CASE("a 2x2 element forwards whole messages, and the upper one wins", "[hw][omega]") {
  for (const Wish upper : kWishes) {
    for (const Wish lower : kWishes) {
      CAPTURE(upper.valid, upper.outputs, lower.valid, lower.outputs);
      const FreshKernel kernel;
      omega_element element{"element", 2, 2};
      Lines lines{element};
      if (upper.valid) lines.present(0, message(0, wants(upper)));
      if (lower.valid) lines.present(1, message(1, wants(lower)));
      decide(element);
      // rtl/switch/omega_element.sv in C++: what the two want, a clash, who takes what.
      const unsigned upper_takes = upper.outputs;
      const bool clash = (upper.outputs & lower.outputs) != 0;
      const unsigned lower_takes = clash ? 0 : lower.outputs;
      const ElementDecision& decision = element.decision();
      CHECK(decision.conflicts == (clash ? 1 : 0));
      CHECK(decision.merges == 0);
      for (unsigned o = 0; o < 2; ++o) {
        const std::uint32_t driver = upper_takes >> o & 1 ? 0 : lower_takes >> o & 1 ? 1 : kNobody;
        CHECK(decision.driver[o] == driver);
      }
      CHECK(decision.winner[0] == (upper.valid ? 0 : kNobody));
      CHECK(decision.winner[1] == (lower.valid && !clash ? 1 : kNobody));
      const unsigned state = upper_takes == 3                         ? 2
                             : lower_takes == 3                       ? 3
                             : (upper_takes & 2) || (lower_takes & 1) ? 1
                                                                      : 0;
      CHECK(element.state() == state);
    }
  }
}

TEST_CASE("a larger element multicasts to any set of outputs", "[hw][omega]") {
  const FreshKernel kernel;
  omega_element element{"element", 4, 4};
  Lines lines{element};
  lines.present(0, message(0, OutputSet::of_mask(0b1010)));
  lines.present(1, message(1, OutputSet::of_mask(0b0110)));  // output 1 is taken
  lines.present(2, message(2, OutputSet::one(0)));
  lines.present(3, message(3, OutputSet::one(2)));
  decide(element);
  CHECK(element.decision().driver == std::vector<std::uint32_t>{2, 0, 3, 0});
  CHECK(lines.behind[0].there.message == 2);
  CHECK(lines.behind[1].there.message == 0);
  CHECK(lines.behind[2].there.message == 3);
  CHECK(lines.behind[3].there.message == 0);
  CHECK(element.decision().winner == std::vector<std::uint32_t>{0, kNobody, 2, 3});
  CHECK(element.decision().conflicts == 1);
  CHECK(element.changed());
  decide(element);
  CHECK(!element.changed());
}

TEST_CASE("a data manipulator's node carries one message at a time", "[hw][omega]") {
  const FreshKernel kernel;
  omega_element node{"node", 3, 1};
  Lines lines{node};
  lines.present(1, message(0, OutputSet::one(0)));
  lines.present(2, message(1, OutputSet::one(2)));
  decide(node);
  CHECK(node.decision().driver == std::vector<std::uint32_t>{1, kNobody, kNobody});
  CHECK(node.decision().conflicts == 1);
}

TEST_CASE("a combining element merges what is for the same port and drops what clashes",
          "[hw][omega]") {
  const NodeId lower_port = GENERATE(5, 4);
  const FreshKernel kernel;
  combine_element element{"element", 2, 2};
  Lines lines{element};
  lines.present(0, message(0, OutputSet::one(1), 5));
  lines.present(1, message(1, OutputSet::one(1), lower_port));
  decide(element);
  const bool same = lower_port == 5;
  CHECK(element.decision().merges == (same ? 1 : 0));
  CHECK(element.decision().conflicts == (same ? 0 : 1));
  CHECK(element.decision().winner[1] == (same ? 0 : kNobody));
  CHECK(element.decision().driver == std::vector<std::uint32_t>{kNobody, 0});
  CHECK(in_words(element.passes()) ==
        (same ? "exchange: packet 0 from 0 to 1, packet 1 from 1 merged into that from 0"
              : "exchange: packet 0 from 0 to 1, packet 1 from 1 dropped"));
}

TEST_CASE("broadcasts are never merged", "[hw][omega]") {
  const FreshKernel kernel;
  combine_element element{"element", 2, 2};
  Lines lines{element};
  lines.present(0, message(0, OutputSet::all(), 5));
  lines.present(1, message(1, OutputSet::one(1), 5));
  decide(element);
  CHECK(element.decision().merges == 0);
  CHECK(element.decision().conflicts == 1);
}

namespace {

/// Crosses the outputs of an element.
struct Swap final : sc_core::sc_module, element_setting_if {
  explicit Swap(sc_core::sc_module_name name) : sc_module{name} {}
  void set(std::span<const ElementInput> inputs, ElementDecision& decision) override {
    seen = inputs[0].message;
    decision.winner[0] = 0;
    decision.driver[1] = driver;
  }
  std::uint32_t seen = kNobody;
  std::uint32_t driver = 0;
};

}  // namespace

TEST_CASE("a module that is bound to an element sets it", "[hw][omega]") {
  const FreshKernel kernel;
  omega_element element{"element", 2, 2};
  Lines lines{element};
  Swap mine{"mine"};
  element.setting(mine);
  lines.present(0, message(7, OutputSet::one(0)));
  decide(element);
  CHECK(mine.seen == 7);
  CHECK(element.state() == 1);
  CHECK(element.setting.role() == "omega_element");
  CHECK(element.setting.bound_to() == std::vector<std::string>{"mine"});
}

TEST_CASE("an element is set for messages that stand in front of it", "[hw][omega]") {
  const std::uint32_t driver = GENERATE(1U, 2U);  // without a message, without an input
  const FreshKernel kernel;
  omega_element element{"element", 2, 2};
  Lines lines{element};
  Swap mine{"mine"};
  mine.driver = driver;
  element.setting(mine);
  lines.present(0, message(7, OutputSet::one(0)));
  try {
    decide(element);
    FAIL("nothing is said");
  } catch (const sc_core::sc_report& report) {
    const Fault fault = fault_of(report);
    CHECK(fault.kind == "port-rule");
    CHECK(fault.part == "element");
  }
}

TEST_CASE("an element is set for each of its outputs and of its messages", "[hw][omega]") {
  struct Short final : sc_core::sc_module, element_setting_if {
    Short(sc_core::sc_module_name name, bool of_outputs) : sc_module{name}, outputs{of_outputs} {}
    void set(std::span<const ElementInput> /*inputs*/, ElementDecision& decision) override {
      (outputs ? decision.driver : decision.winner).resize(1);
    }
    bool outputs;
  };
  const bool of_outputs = GENERATE(true, false);
  const FreshKernel kernel;
  omega_element element{"element", 2, 2};
  const Lines lines{element};
  Short mine{"mine", of_outputs};
  element.setting(mine);
  CHECK(fault_kind([&] { decide(element); }) == "port-rule");
}

namespace {

/// A board with a socket for whoever sets its element.
struct Board final : sc_core::sc_module {
  explicit Board(sc_core::sc_module_name name) : sc_module{name} { element.setting(policy); }
  sc_core::sc_port<element_setting_if> policy{"policy"};
  omega_element element{"element", 2, 2};
};

}  // namespace

TEST_CASE("a port behind which a part can be exchanged takes an outer port", "[hw][omega]") {
  const FreshKernel kernel;
  Board board{"board"};
  Lines lines{board.element};
  Swap mine{"mine"};
  board.policy(mine);
  lines.present(0, message(7, OutputSet::one(0)));
  decide(board.element);
  CHECK(mine.seen == 7);
  CHECK(lines.behind[1].there.message == 7);
  CHECK(board.element.setting.bound_to() == std::vector<std::string>{"mine"});
}

TEST_CASE("nothing stands in front of what an outer port says", "[hw][omega][wiring]") {
  const FreshKernel kernel;
  CHECK(
      wiring_error([] {
        Board board{"board"};
        Swap mine{"mine"};
        board.element.setting.in_front(mine);
      }) ==
      "mine is to stand in front of what port board.element.setting is bound to, and that is said "
      "by port board.policy further out: bind the part itself.");
}

TEST_CASE("an element has a wire at each input and output", "[hw][omega][wiring]") {
  const bool inputs = GENERATE(true, false);
  const FreshKernel kernel;
  omega_element element{"element", 2, 2};
  std::vector<Line> before(2);
  Line behind;
  for (std::size_t i = 0; i < (inputs ? 1 : before.size()); ++i) element.inputs(before[i]);
  element.outputs(behind);
  CHECK(wiring_error([] {}) == std::string{"Port element."} + (inputs ? "inputs" : "outputs") +
                                   " is bound to 1 wires: bind it to 2, one after another.");
}
