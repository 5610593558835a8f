#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/rtl/block_bench.hpp"

namespace plexus::switch_blocks_test {

namespace {

/// Random numbers below a limit.
struct Dice {
  std::mt19937 random;
  unsigned operator()(unsigned limit) { return static_cast<unsigned>(random() % limit); }
};

/// Messages at the two inputs of an element, at random.
void put_messages(block_bench& element, Dice& dice, bool combining) {
  const unsigned destinations[] = {dice(8), dice(8)};
  element.set("valid_i", dice(4));
  element.set("bcast_i", dice(4) == 0 ? dice(4) : 0);
  for (unsigned i = 0; i < 2; ++i) {
    element.set_field("data_i", i, 32, dice.random());
    element.set_field("tag_i", i, 1, combining ? destinations[i] & 1 : dice(2));
    if (combining) element.set_field("destination_i", i, 3, destinations[i]);
  }
  if (combining) element.set("op_i", dice(4));
}

}  // namespace

TEST_CASE("an output register shows the cycle before, and the setting at once",
          "[rtl][omega_element][combine_element]") {
  const bool combining = GENERATE(false, true);
  const char* const name = combining ? "combine_element" : "omega_element";
  const Parameters size = combining ? Parameters{{"DataWidth", 32}, {"AddressWidth", 3}}
                                    : Parameters{{"DataWidth", 32}};
  Parameters registered = size;
  registered.emplace_back("OutputRegister", 1);
  block_bench wires{"rtl/switch", name, size};
  block_bench element{"rtl/switch", name, registered};
  Dice one{std::mt19937{5}};
  Dice other{std::mt19937{5}};
  std::uint64_t valid = 0;  // what came in in the cycle before
  std::array<std::uint64_t, 2> data{};
  std::array<std::uint64_t, 2> destination{};
  for (int cycle = 0; cycle < 400; ++cycle) {
    CAPTURE(name, cycle);
    put_messages(wires, one, combining);
    put_messages(element, other, combining);
    wires.settle();
    element.settle();
    REQUIRE(element.get("valid_o") == valid);
    REQUIRE(element.get("conflict_o") == wires.get("conflict_o"));
    REQUIRE(element.get("state_o") == wires.get("state_o"));
    for (unsigned o = 0; o < 2; ++o) {
      if ((valid >> o & 1) == 0) continue;
      REQUIRE(element.field("data_o", o, 32) == data[o]);
      if (combining) REQUIRE(element.field("destination_o", o, 3) == destination[o]);
    }
    valid = wires.get("valid_o");
    for (unsigned o = 0; o < 2; ++o) {
      data[o] = wires.field("data_o", o, 32);
      if (combining) destination[o] = wires.field("destination_o", o, 3);
    }
    wires.edge();
    element.edge();
    REQUIRE(element.errors().empty());
  }
}

TEST_CASE("an element of wires and messages does what its words say",
          "[rtl][omega_element][combine_element]") {
  const bool combining = GENERATE(false, true);
  const char* const name = combining ? "combine_element" : "omega_element";
  block_bench element{"rtl/switch", name,
                      combining ? Parameters{{"DataWidth", 32}, {"AddressWidth", 3}}
                                : Parameters{{"DataWidth", 32}}};
  Dice dice{std::mt19937{6}};
  for (int round = 0; round < 600; ++round) {
    CAPTURE(name, round);
    put_messages(element, dice, combining);
    element.settle();
    std::array<unsigned, 2> wants{};
    for (unsigned i = 0; i < 2; ++i) {
      if (element.field("valid_i", i, 1) == 0) continue;
      wants[i] = element.field("bcast_i", i, 1) != 0 ? 3 : 1U << element.field("tag_i", i, 1);
    }
    const bool meet = (wants[0] & wants[1]) != 0;
    const bool merges =
        combining && meet && element.get("bcast_i") == 0 &&
        element.field("destination_i", 0, 3) == element.field("destination_i", 1, 3);
    const unsigned upper = wants[0];
    const unsigned lower = meet ? 0 : wants[1];
    REQUIRE(element.get("valid_o") == (upper | lower));
    REQUIRE(element.get("conflict_o") == (meet && !merges));
    if (combining) REQUIRE(element.get("merge_o") == merges);
    const unsigned state = upper == 3                             ? 2
                           : lower == 3                           ? 3
                           : (upper & 2) != 0 || (lower & 1) != 0 ? 1
                                                                  : 0;
    REQUIRE(element.get("state_o") == state);
    for (unsigned o = 0; o < 2; ++o) {
      if (((upper | lower) >> o & 1) == 0) continue;
      const unsigned from = (lower >> o & 1) != 0 ? 1 : 0;
      if (combining) {
        REQUIRE(element.field("destination_o", o, 3) == element.field("destination_i", from, 3));
      }
      const auto left = static_cast<std::uint32_t>(element.field("data_i", 0, 32));
      const auto right = static_cast<std::uint32_t>(element.field("data_i", 1, 32));
      std::uint32_t shown = from == 0 ? left : right;
      if (merges) {
        const std::array<std::uint32_t, 4> merged{left + right, std::min(left, right),
                                                  std::max(left, right), left | right};
        shown = merged[element.get("op_i")];
      }
      REQUIRE(element.field("data_o", o, 32) == shown);
    }
    element.edge();
    REQUIRE(element.errors().empty());
  }
}

// ---- the unbuffered network ---------------------------------------------------------------------

namespace {

/// Who gets through an omega network: by stages, the upper message of an element wins.
struct Passage {
  unsigned delivered = 0;                                  ///< a bit per source
  std::vector<int> at;                                     ///< by output: the source, or -1
  unsigned conflicts = 0;                                  ///< elements
  Passage(unsigned ports, const std::vector<int>& goal) {  // -1: none; ports: all
    const auto stages = static_cast<unsigned>(std::countr_zero(ports));
    std::vector<std::vector<int>> copies(ports);  // by line: what is on it
    std::vector<int> lines(ports, -1);
    std::vector<bool> dropped(ports, false);
    for (unsigned s = 0; s < ports; ++s) lines[s] = goal[s] < 0 ? -1 : static_cast<int>(s);
    for (unsigned t = 0; t < stages; ++t) {
      std::vector<int> next(ports, -1);
      for (unsigned e = 0; e < ports / 2; ++e) {
        bool clash = false;
        for (const unsigned line : {e, e + ports / 2}) {
          const int source = lines[line];
          if (source < 0) continue;
          const int to = goal[static_cast<std::size_t>(source)];
          const bool all = to == static_cast<int>(ports);
          const unsigned bit = static_cast<unsigned>(to) >> (stages - 1 - t) & 1;
          const bool up = (all || bit == 0) && next[2 * e] >= 0;
          const bool down = (all || bit == 1) && next[2 * e + 1] >= 0;
          if (up || down) {
            dropped[static_cast<std::size_t>(source)] = true;
            clash = true;
            continue;
          }
          if (all || bit == 0) next[2 * e] = source;
          if (all || bit == 1) next[2 * e + 1] = source;
        }
        conflicts += clash ? 1 : 0;
      }
      lines = next;
    }
    at = lines;
    for (unsigned s = 0; s < ports; ++s) {
      if (goal[s] >= 0 && !dropped[s]) delivered |= 1U << s;
    }
  }
};

}  // namespace

TEST_CASE("a network of wires or of registers answers every source, also beside broadcasts",
          "[rtl][omega_net]") {
  const bool registered = GENERATE(false, true);
  constexpr unsigned kPorts = 8;
  block_bench net{"rtl/switch",
                  "omega_net",
                  {{"Ports", kPorts},
                   {"DataWidth", 32},
                   {"CostWidth", 64},
                   {"StageRegister", registered ? 1U : 0U}}};
  Dice dice{std::mt19937{9}};
  unsigned beside = 0;  // losers beside a broadcast
  bool gap = true;
  std::vector<int> goal(kPorts);
  for (int pass = 0; pass < 400; ++pass) {
    CAPTURE(registered, pass);
    const unsigned broadcasts = dice(3) == 0 ? 1 : 0;
    unsigned asked = 0;
    for (unsigned s = 0; s < kPorts; ++s) {
      goal[s] = dice(3) == 0 ? -1 : static_cast<int>(dice(kPorts));
      if (broadcasts != 0 && dice(5) == 0) goal[s] = kPorts;
      if (goal[s] >= 0) asked |= 1U << s;
      net.set_field("valid_i", s, 1, goal[s] >= 0);
      net.set_field("bcast_i", s, 1, goal[s] == static_cast<int>(kPorts));
      net.set_field("destination_i", s, 3, goal[s] < 0 ? 0 : static_cast<unsigned>(goal[s]) % 8);
      net.set_field("data_i", s, 32, 0x8000'0000U + 100 * static_cast<unsigned>(pass) + s);
    }
    const unsigned startup = dice(4) + (registered ? 3 : 0);
    const unsigned words = dice(8) == 0 ? 0 : 1 + dice(9);
    const unsigned bandwidth = 1 + dice(4);
    net.set("load_i", 1);
    net.set("startup_i", startup);
    net.set("words_i", words);
    net.set("bandwidth_i", bandwidth);
    net.edge();
    net.set("load_i", 0);
    net.settle();
    if (words == 0) {  // no pass
      REQUIRE(net.get("busy_o") == 0);
      REQUIRE(net.get("done_o") == 0);
      REQUIRE(net.get("valid_o") == 0);
      continue;
    }
    const unsigned cost = startup + (words + bandwidth - 1) / bandwidth;
    const Passage expected{kPorts, goal};
    for (unsigned cycle = 1; cycle <= cost; ++cycle) {
      CAPTURE(cycle, cost);
      REQUIRE(net.get("busy_o") == 1);
      REQUIRE(net.get("done_o") == (cycle == cost));
      if (cycle < cost) {
        REQUIRE(net.get("delivered_o") == 0);
        REQUIRE(net.get("lost_o") == 0);
        net.edge();
      }
    }
    REQUIRE(net.get("delivered_o") == expected.delivered);
    REQUIRE(net.get("lost_o") == (asked & ~expected.delivered));
    REQUIRE(std::popcount(net.get("conflict_o")) == static_cast<int>(expected.conflicts));
    for (unsigned d = 0; d < kPorts; ++d) {
      REQUIRE(net.field("valid_o", d, 1) == (expected.at[d] >= 0));
      if (expected.at[d] < 0) continue;
      REQUIRE(net.field("data_o", d, 32) == 0x8000'0000U + 100 * static_cast<unsigned>(pass) +
                                                static_cast<unsigned>(expected.at[d]));
    }
    if (broadcasts != 0 && (asked & ~expected.delivered) != 0) ++beside;
    if (dice(2) == 0) {  // else the next pass is loaded in the last cycle
      net.edge();
      REQUIRE(net.get("busy_o") == 0);
      REQUIRE(net.get("valid_o") == 0);
      gap = true;
    }
    REQUIRE(net.errors().empty());
  }
  CHECK(gap);
  CHECK(beside > 5);
}

// ---- the buffered network -----------------------------------------------------------------------

namespace {

struct Word {
  unsigned destination;
  std::uint64_t age;
  std::uint64_t data;
};

/// A buffered omega network, by the words of its description.
class FifoNetwork {
 public:
  FifoNetwork(unsigned ports, unsigned depth)
      : ports_{ports},
        stages_{static_cast<unsigned>(std::countr_zero(ports))},
        depth_{depth},
        fifos_(stages_ * ports),
        won_last_(stages_ * ports, 1) {}

  /// The FIFO in front of input `i` of element `e` of stage `t`, numbered as in the block.
  [[nodiscard]] std::deque<Word>& fifo(unsigned t, unsigned e, unsigned i) {
    return fifos_[t * ports_ + 2 * e + i];
  }
  /// Where what leaves line `line` of stage `t` goes: element and input of the next one.
  [[nodiscard]] std::pair<unsigned, unsigned> behind(unsigned line) const {
    const unsigned shuffled = line * 2 % ports_ + line * 2 / ports_;
    return {shuffled / 2, shuffled % 2};
  }
  [[nodiscard]] bool room(unsigned t, unsigned line) {
    const auto [e, i] = behind(line);
    return fifo(t, e, i).size() < depth_;
  }

  struct Cycle {
    std::vector<unsigned> grants;             ///< by element, as grant_o
    std::vector<std::optional<Word>> leaves;  ///< by output of the network
  };
  /// Decides by the state at the start of the cycle, and moves.
  Cycle cycle(unsigned arbitration, std::uint64_t coins, unsigned age_bits,
              const std::vector<std::optional<Word>>& entering) {
    Cycle done;
    done.leaves.resize(ports_);
    std::vector<std::tuple<unsigned, unsigned, unsigned, Word>> moves;
    std::vector<bool> takes(ports_);
    for (unsigned s = 0; s < ports_; ++s) takes[s] = entering[s] && room(0, s);
    struct Grant {
      unsigned t, e, o, i;
    };
    std::vector<Grant> granted;
    for (unsigned t = 0; t < stages_; ++t) {
      for (unsigned e = 0; e < ports_ / 2; ++e) {
        const unsigned element = t * ports_ / 2 + e;
        std::array<unsigned, 2> wants{2, 2};
        for (unsigned i = 0; i < 2; ++i) {
          if (fifo(t, e, i).empty()) continue;
          wants[i] = fifo(t, e, i).front().destination >> (stages_ - 1 - t) & 1;
        }
        unsigned bits = 0;
        for (unsigned o = 0; o < 2; ++o) {
          if (t + 1 < stages_ && !room(t + 1, 2 * e + o)) continue;
          unsigned winner = wants[0] == o ? 0 : 1;
          if (wants[0] != o && wants[1] != o) continue;
          if (wants[0] == o && wants[1] == o) {
            const std::uint64_t difference = fifo(t, e, 1).front().age - fifo(t, e, 0).front().age;
            const bool lower_older = (difference >> (age_bits - 1) & 1) != 0;
            winner = arbitration == 0   ? 1 - won_last_[2 * element + o]
                     : arbitration == 1 ? 0
                     : arbitration == 2 ? (lower_older ? 1 : 0)
                                        : static_cast<unsigned>(coins >> element & 1);
          }
          bits |= 1U << (2 * o + winner);
          granted.push_back({t, e, o, winner});
        }
        done.grants.push_back(bits);
      }
    }
    for (const Grant& one : granted) {
      won_last_[2 * (one.t * ports_ / 2 + one.e) + one.o] = one.i;
      std::deque<Word>& from = fifo(one.t, one.e, one.i);
      const Word word = from.front();
      from.pop_front();
      if (one.t + 1 == stages_) {
        done.leaves[2 * one.e + one.o] = word;
      } else {
        const auto [e, i] = behind(2 * one.e + one.o);
        moves.emplace_back(one.t + 1, e, i, word);
      }
    }
    for (const auto& [t, e, i, word] : moves) fifo(t, e, i).push_back(word);
    for (unsigned s = 0; s < ports_; ++s) {
      if (!takes[s]) continue;
      const auto [e, i] = behind(s);
      fifo(0, e, i).push_back(*entering[s]);
    }
    return done;
  }

 private:
  unsigned ports_;
  unsigned stages_;
  unsigned depth_;
  std::vector<std::deque<Word>> fifos_;
  std::vector<unsigned> won_last_;
};

}  // namespace

TEST_CASE("a buffered network moves its packets as it says, ages wrap",
          "[rtl][omega_fifo_net][omega_fifo_element]") {
  const unsigned arbitration = GENERATE(0u, 1u, 2u, 3u);
  const unsigned depth = GENERATE(1u, 3u);
  constexpr unsigned kPorts = 8;
  constexpr unsigned kStages = 3;
  constexpr unsigned kAgeBits = 6;  // wraps every 64 cycles
  block_bench net{"rtl/switch",
                  "omega_fifo_net",
                  {{"Ports", kPorts}, {"DataWidth", 32}, {"Depth", depth}, {"AgeWidth", kAgeBits}}};
  FifoNetwork model{kPorts, depth};
  Dice dice{std::mt19937{arbitration * 10 + depth}};
  const auto count_width = static_cast<unsigned>(std::bit_width(depth));
  net.set("arbitration_i", arbitration);
  std::vector<std::optional<Word>> waiting(kPorts);
  unsigned out = 0;
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    CAPTURE(arbitration, depth, cycle);
    const unsigned load = cycle / 100 % 2 == 0 ? 2 : 12;  // of 12
    for (unsigned s = 0; s < kPorts; ++s) {
      if (!waiting[s] && dice(12) < load) {
        const unsigned age = (cycle - std::min(cycle, dice(8))) % 64;
        waiting[s] = Word{dice(kPorts), age, dice.random()};
      }
      net.set_field("valid_i", s, 1, waiting[s].has_value());
      if (!waiting[s]) continue;
      net.set_field("destination_i", s, 3, waiting[s]->destination);
      net.set_field("age_i", s, kAgeBits, waiting[s]->age);
      net.set_field("data_i", s, 32, waiting[s]->data);
    }
    const std::uint64_t coins = dice.random() & 0xfff;
    net.set("coin_i", coins);
    net.settle();
    for (unsigned t = 0; t < kStages; ++t) {
      for (unsigned line = 0; line < kPorts; ++line) {
        REQUIRE(net.field("occupancy_o", t * kPorts + line, count_width) ==
                model.fifo(t, line / 2, line % 2).size());
      }
    }
    std::vector<bool> ready(kPorts);
    for (unsigned s = 0; s < kPorts; ++s) {
      ready[s] = model.room(0, s);
      REQUIRE(net.field("ready_o", s, 1) == ready[s]);
    }
    const auto expected = model.cycle(arbitration, coins, kAgeBits, waiting);
    for (unsigned e = 0; e < expected.grants.size(); ++e) {
      REQUIRE(net.field("grant_o", e, 4) == expected.grants[e]);
    }
    for (unsigned d = 0; d < kPorts; ++d) {
      REQUIRE(net.field("valid_o", d, 1) == expected.leaves[d].has_value());
      if (!expected.leaves[d]) continue;
      ++out;
      REQUIRE(expected.leaves[d]->destination == d);
      REQUIRE(net.field("data_o", d, 32) == expected.leaves[d]->data);
      REQUIRE(net.field("age_o", d, kAgeBits) == expected.leaves[d]->age);
    }
    net.edge();
    REQUIRE(net.errors().empty());
    for (unsigned s = 0; s < kPorts; ++s) {
      if (ready[s]) waiting[s].reset();
    }
  }
  CHECK(out > 800);
}

TEST_CASE("of two packets the older one goes first, also when ages have wrapped",
          "[rtl][omega_fifo_element]") {
  const auto [upper, lower, winner] = GENERATE(table<unsigned, unsigned, unsigned>(
      {{3, 9, 0}, {9, 3, 1}, {5, 5, 0}, {15, 1, 0}, {1, 15, 1}, {12, 3, 0}, {3, 12, 1}}));
  CAPTURE(upper, lower);
  block_bench element{"rtl/switch",
                      "omega_fifo_element",
                      {{"DataWidth", 8}, {"AddressWidth", 3}, {"AgeWidth", 4}, {"Depth", 1}}};
  element.set("arbitration_i", 2);
  element.set("valid_i", 3);
  element.set("age_i", upper | lower << 4);
  element.edge();
  element.set("valid_i", 3);  // no place: they are not taken
  element.set("ready_i", 1);
  element.settle();
  CHECK(element.get("ready_o") == 0);
  CHECK(element.get("grant_o") == 1U << winner);
  element.set("ready_i", 2);
  element.settle();
  CHECK(element.get("grant_o") == 0);  // it waits
  CHECK(element.get("valid_o") == 1);
  element.edge();
  CHECK(element.get("occupancy_o") == 3);
  CHECK(element.errors().empty());
}

}  // namespace plexus::switch_blocks_test
