/// Blocks by themselves, told at random what no machine tells them: against what their files say in
/// words, not against their parts.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/rtl/block_bench.hpp"

namespace plexus::blocks_test {

namespace {

/// Random inputs, the same in every run.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_{seed} {}
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  [[nodiscard]] bool one_in(std::uint64_t chances) { return below(chances) == 0; }

 private:
  std::mt19937 random_;
};

constexpr int kCycles = 3000;

}  // namespace

TEST_CASE("a half-duplex link carries one packet at a time", "[rtl][em_link]") {
  block_bench unit{"rtl/link", "em_link", {{"Width", 8}, {"HopWidth", 4}}};
  Dice dice{3};
  bool to_a = false;
  std::uint64_t data = 0;
  std::uint64_t left = 0;  // cycles of the packet; 0: there is none
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    CAPTURE(cycle, left);
    const bool a = dice.one_in(3);
    const bool b = dice.one_in(3);
    const std::uint64_t a_data = dice.below(256);
    const std::uint64_t b_data = dice.below(256);
    const std::uint64_t hop = 1 + dice.below(4);
    unit.set("a_req_i", a);
    unit.set("b_req_i", b);
    unit.set("a_data_i", a_data);
    unit.set("b_data_i", b_data);
    unit.set("hop_i", hop);
    unit.settle();
    const bool free = left <= 1;
    REQUIRE(unit.get("a_valid_o") == (left == 1 && to_a));
    REQUIRE(unit.get("b_valid_o") == (left == 1 && !to_a));
    REQUIRE(unit.get("a_data_o") == (left == 1 && to_a ? data : 0));
    REQUIRE(unit.get("b_data_o") == (left == 1 && !to_a ? data : 0));
    REQUIRE(unit.get("err_o") == ((a && b) || ((a || b) && !free)));
    unit.edge();
    if (!free) {
      --left;
      continue;
    }
    left = a != b ? hop : 0;
    to_a = b;
    data = a ? a_data : b_data;
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a node's one port takes the only packet that comes", "[rtl][em_port]") {
  constexpr unsigned kPorts = 4;
  block_bench unit{"rtl/channel", "em_port", {{"Ports", kPorts}, {"Width", 8}}};
  Dice dice{4};
  for (unsigned in = 0; in < 1U << kPorts; ++in) {
    for (unsigned out = 0; out < 1U << kPorts; ++out) {
      const std::uint64_t data = dice.below(std::uint64_t{1} << 32);
      CAPTURE(in, out, data);
      unit.set("in_valid_i", in);
      unit.set("out_req_i", out);
      unit.set("in_data_i", data);
      unit.settle();
      const bool one = std::has_single_bit(in);
      const auto port = static_cast<unsigned>(std::countr_zero(in));
      REQUIRE(unit.get("rx_valid_o") == one);
      REQUIRE(unit.get("rx_sel_o") == (one ? port : 0));
      REQUIRE(unit.get("rx_data_o") == (one ? data >> 8 * port & 255 : 0));
      REQUIRE(unit.get("err_rx_o") == (std::popcount(in) > 1));
      REQUIRE(unit.get("err_tx_o") == (std::popcount(out) > 1));
    }
  }
}

TEST_CASE("a coupler shows the word of its only source", "[rtl][pops_coupler]") {
  constexpr unsigned kSources = 4;
  block_bench unit{"rtl/optical", "pops_coupler", {{"Sources", kSources}, {"Width", 8}}};
  Dice dice{5};
  for (int round = 0; round < 400; ++round) {
    const auto sources = static_cast<unsigned>(dice.below(16));
    const std::uint64_t words = dice.below(std::uint64_t{1} << 32);
    CAPTURE(round, sources, words);
    unit.set("src_valid_i", sources);
    unit.set("src_data_i", words);
    unit.edge();
    const bool one = std::has_single_bit(sources);
    const bool several = std::popcount(sources) > 1;
    const auto source = static_cast<unsigned>(std::countr_zero(sources));
    REQUIRE(unit.get("out_valid_o") == one);
    REQUIRE(unit.get("out_data_o") == (one ? words >> 8 * source & 255 : 0));
    REQUIRE(unit.get("collision_o") == several);
    REQUIRE(unit.get("collision_mask_o") == (several ? sources : 0));
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a manager sets a link when its ports have been idle for tau_r cycles",
          "[rtl][config_manager]") {
  block_bench unit{"rtl/crossbar", "config_manager", {{"Ports", 8}, {"Width", 8}}};
  Dice dice{6};
  bool busy = false;
  std::uint64_t fixed = 0;   // cycles of beta_r to go
  std::uint64_t passed = 0;  // of the link's tau_r
  std::uint64_t links = 0;   // to set
  std::uint64_t named = 0;   // ports of the command
  bool clash = false;
  std::uint64_t beta = 0;
  std::uint64_t tau = 1;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const bool valid = !dice.one_in(4);
    const std::uint64_t u = dice.below(8);
    const std::uint64_t v = dice.below(8);
    const std::uint64_t idle = 255 & ~(dice.one_in(2) ? std::uint64_t{1} << dice.below(8) : 0);
    const bool may = valid && (idle >> u & 1) != 0 && (idle >> v & 1) != 0;
    const bool sets = busy && fixed == 0 && may && passed + 1 == tau;
    const bool ends = sets && links == 1;
    const bool starts = (!busy || ends) && dice.one_in(3);
    const std::uint64_t wanted = 1 + dice.below(3);
    if (starts && !busy) {  // they stand while a command runs
      beta = dice.below(4);
      tau = 1 + dice.below(3);
    }
    CAPTURE(cycle, busy, fixed, passed, links, beta, tau);
    unit.set("start_i", starts);
    unit.set("n_links_i", wanted);
    unit.set("beta_r_i", beta);
    unit.set("tau_r_i", tau);
    unit.set("entry_valid_i", valid);
    unit.set("entry_u_i", u);
    unit.set("entry_v_i", v);
    unit.set("port_idle_i", idle);
    unit.settle();
    REQUIRE(unit.get("entry_ready_o") == sets);
    REQUIRE(unit.get("set_valid_o") == sets);
    REQUIRE(unit.get("set_u_o") == u);
    REQUIRE(unit.get("set_v_o") == v);
    REQUIRE(unit.get("busy_o") == busy);
    REQUIRE(unit.get("done_o") == ends);
    REQUIRE(unit.get("err_clash_o") == clash);
    unit.edge();
    if (busy && fixed > 0) {
      --fixed;
    } else if (sets) {
      clash = clash || (named >> u & 1) != 0 || (named >> v & 1) != 0;
      named |= std::uint64_t{1} << u | std::uint64_t{1} << v;
      passed = 0;
      busy = --links > 0;
    } else if (busy && may) {
      ++passed;
    }
    if (!starts) continue;
    clash = clash && ends;  // what has been idle between forgets it
    busy = true;
    fixed = beta;
    passed = 0;
    links = wanted;
    named = 0;
  }
  static_cast<void>(unit.errors());  // ports named twice
}

TEST_CASE("the barrier starts a setting when the last port is done", "[rtl][phase_seq]") {
  Dice dice{7};
  for (int run = 0; run < 40; ++run) {
    block_bench unit{"rtl/crossbar", "phase_seq", {{"Ports", 4}, {"Width", 16}}};
    const std::uint64_t phases = 1 + dice.below(4);
    enum { kWaits, kSets, kWorks, kOver } state = kWaits;
    std::uint64_t phase = 0;
    std::uint64_t used = 0;
    std::uint64_t done = 0;
    std::uint64_t cycles = 0;
    std::uint64_t setting = 0;
    unit.set("phases_i", phases);
    for (int cycle = 0; cycle < 60; ++cycle) {
      const bool go = dice.one_in(3);
      const bool set = dice.one_in(3);
      if (state != kWorks) used = dice.below(16);
      const std::uint64_t ports = dice.below(16) & dice.below(16);
      CAPTURE(run, cycle, static_cast<int>(state), phase, used, done, ports);
      unit.set("go_i", go);
      unit.set("config_done_i", set);
      unit.set("port_used_i", used);
      unit.set("port_done_i", ports);
      unit.settle();
      const bool all = ((done | ports) & used) == used;
      const bool last = phase + 1 == phases;
      REQUIRE(unit.get("start_config_o") ==
              ((state == kWaits && go) || (state == kWorks && all && !last)));
      REQUIRE(unit.get("start_comm_o") == (state == kSets && set));
      REQUIRE(unit.get("phase_o") == phase);
      REQUIRE(unit.get("over_o") == (state == kOver));
      REQUIRE(unit.get("cycles_o") == cycles);
      REQUIRE(unit.get("manager_cycles_o") == setting);
      REQUIRE(unit.get("exposed_cycles_o") == setting);
      unit.edge();
      if (state == kSets || state == kWorks) ++cycles;
      if (state == kWaits) {
        if (go) state = kSets;
      } else if (state == kSets) {
        ++setting;
        done = set ? ports : 0;
        if (set) state = kWorks;
      } else if (state == kWorks) {
        done |= ports;
        if (all) {
          ++phase;
          state = last ? kOver : kSets;
        }
      }
    }
  }
}

TEST_CASE("a crossbar's maps change as they are told, and lead what comes in", "[rtl][xbar2]") {
  constexpr unsigned kPorts = 8;
  block_bench unit{"rtl/crossbar", "xbar2", {{"Ports", kPorts}, {"Data", 4}, {"Width", 4}}};
  Dice dice{8};
  struct Entry {
    bool joined = false;
    std::uint64_t peer = 0;
  };
  std::array<Entry, kPorts> now{};
  std::array<Entry, kPorts> next{};
  std::array<std::optional<std::uint64_t>, kPorts> swap{};  // cycles to go
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const auto few = [&] { return dice.below(256) & dice.below(256) & dice.below(256); };
    const std::uint64_t valid = dice.below(256);
    const std::uint64_t ready = dice.below(256);
    const std::uint64_t data = dice.below(std::uint64_t{1} << 32);
    const std::uint64_t clear = few();
    const std::uint64_t write = few();
    const std::uint64_t load = few();
    const std::uint64_t begin = few();
    const std::uint64_t swap_cycles = dice.below(4);
    std::uint64_t write_peers = 0;
    std::uint64_t load_peers = 0;
    for (unsigned i = 0; i < kPorts; ++i) {
      // Neighbours, mostly: so that maps are matchings now and then.
      write_peers |= (dice.one_in(4) ? dice.below(8) : i ^ 1U) << 3 * i;
      load_peers |= (dice.one_in(4) ? dice.below(8) : i ^ 2U) << 3 * i;
    }
    for (const auto& [pin, value] :
         std::vector<std::pair<const char*, std::uint64_t>>{{"valid_i", valid},
                                                            {"ready_i", ready},
                                                            {"data_i", data},
                                                            {"clear_i", clear},
                                                            {"write_i", write},
                                                            {"load_i", load},
                                                            {"swap_i", begin},
                                                            {"swap_cycles_i", swap_cycles},
                                                            {"write_peer_i", write_peers},
                                                            {"load_peer_i", load_peers}}) {
      unit.set(pin, value);
    }
    unit.settle();
    bool stray = false;
    for (unsigned i = 0; i < kPorts; ++i) {
      CAPTURE(cycle, i);
      const Entry& entry = now[i];
      REQUIRE(unit.field("joined_o", i, 1) == entry.joined);
      REQUIRE(unit.field("peer_o", i, 3) == entry.peer);
      REQUIRE(unit.field("loaded_o", i, 1) == next[i].joined);
      REQUIRE(unit.field("next_peer_o", i, 3) == next[i].peer);
      REQUIRE(unit.field("swapping_o", i, 1) == swap[i].has_value());
      REQUIRE(unit.field("valid_o", i, 1) == (entry.joined ? valid >> entry.peer & 1 : 0));
      REQUIRE(unit.field("ready_o", i, 1) == (entry.joined ? ready >> entry.peer & 1 : 0));
      REQUIRE(unit.field("data_o", i, 4) == (entry.joined ? data >> 4 * entry.peer & 15 : 0));
      if (!entry.joined) continue;
      const Entry& other = now[entry.peer];
      stray = stray || !other.joined || entry.peer == i || other.peer != i;
    }
    CAPTURE(cycle);
    REQUIRE(unit.get("err_o") == stray);
    unit.edge();
    for (unsigned i = 0; i < kPorts; ++i) {
      if (swap[i]) --*swap[i];
      if ((begin >> i & 1) != 0) swap[i] = swap_cycles;
      if (swap[i] == 0U) {
        now[i] = std::exchange(next[i], {});
        swap[i].reset();
      }
      if ((clear >> i & 1) != 0) now[i] = {};
      if ((write >> i & 1) != 0) now[i] = {true, write_peers >> 3 * i & 7};
      if ((load >> i & 1) != 0) next[i] = {true, load_peers >> 3 * i & 7};
    }
  }
  static_cast<void>(unit.errors());  // maps that are no matching
}

TEST_CASE("a rendezvous link counts the words of its bandwidth", "[rtl][rdv_link]") {
  block_bench unit{"rtl/crossbar", "rdv_link", {{"Width", 8}}};
  Dice dice{9};
  for (int run = 0; run < 300; ++run) {
    const std::uint64_t handshake = dice.below(3);
    const std::uint64_t startup = dice.below(3);
    const std::uint64_t per_word = 1 + dice.below(3);
    const std::uint64_t words = 1 + dice.below(6);  // in so many cycles
    const std::uint64_t length = 1 + dice.below(12);
    unit.set("len_i", length);
    unit.set("handshake_i", handshake);
    unit.set("startup_i", startup);
    unit.set("cycles_per_word_i", per_word);
    unit.set("whole_words_i", words / per_word);
    unit.set("part_words_i", words % per_word);
    std::uint64_t passed = 0;  // cycles with both ends ready
    for (int cycle = 0; cycle < 40; ++cycle) {
      const bool request = !dice.one_in(12);
      const bool acknowledged = !dice.one_in(12);
      unit.set("req_i", request);
      unit.set("ack_i", acknowledged);
      unit.settle();
      const bool started = request && acknowledged;
      const std::uint64_t wait = handshake + startup;
      const std::uint64_t before = passed < wait ? 0 : (passed - wait) * words / per_word;
      const std::uint64_t after = passed < wait ? 0 : (passed - wait + 1) * words / per_word;
      CAPTURE(run, cycle, started, passed, handshake, startup, per_word, words, length);
      REQUIRE(unit.get("busy_o") == started);
      REQUIRE(unit.get("words_o") == (started ? before : 0));
      REQUIRE(unit.get("word_o") == (started && after > before));
      const bool done = started && after >= length;
      REQUIRE(unit.get("done_o") == done);
      unit.edge();
      passed = started && !done ? passed + 1 : 0;
    }
    unit.set(dice.one_in(2) ? "rst_ni" : "req_i", 0);  // either forgets what has passed
    unit.edge();
    unit.set("rst_ni", 1);
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("the settings of a set-up stay until the next one, however long that takes",
          "[rtl][benes_setup]") {
  constexpr unsigned kPorts = 8;
  block_bench unit{"rtl/switch", "benes_setup"};
  const std::array<std::uint64_t, kPorts> destinations{3, 6, 0, 5, 7, 1, 4, 2};
  for (unsigned i = 0; i < kPorts; ++i) unit.set_field("perm_i", i, 3, destinations[i]);
  unit.set("go_i", 1);
  unit.edge();
  unit.set("go_i", 0);
  unit.settle();
  for (int cycle = 0; unit.get("done_o") == 0; ++cycle) {
    REQUIRE(unit.get("busy_o") == 1);
    REQUIRE(cycle < 100);
    unit.edge();
    unit.settle();
  }
  const std::uint64_t settings = unit.get("state_o");
  for (int cycle = 1; cycle <= 40; ++cycle) {
    unit.edge();
    unit.settle();
    CAPTURE(cycle);
    REQUIRE(unit.get("state_o") == settings);
    REQUIRE(unit.get("busy_o") == 0);
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a leaf sends in its step of the timed gather, once", "[rtl][ft_dispatch_gather]") {
  constexpr unsigned kLevels = 3;
  constexpr std::uint64_t kLeaves = 1 << kLevels;
  block_bench unit{"rtl/router", "ft_dispatch_gather", {{"Levels", kLevels}}};
  Dice dice{10};
  for (std::uint64_t root = 0; root < kLeaves; ++root) {
    for (std::uint64_t leaf = 0; leaf < kLeaves; ++leaf) {
      // Farthest first: leaves of larger classes, then those of its own in rising order; the root
      // hears them backwards, each as many steps earlier as its way is long.
      const auto size = [&](std::uint64_t v) { return std::bit_width(v ^ root); };
      const auto level = static_cast<std::uint64_t>(size(leaf));
      std::uint64_t position = 0;
      for (std::uint64_t v = 0; v < kLeaves; ++v) {
        position += size(v) > size(leaf) || (size(v) == size(leaf) && v < leaf) ? 1 : 0;
      }
      const std::uint64_t own = kLeaves + 1 - position - 2 * level + 1;
      unit.set("leaf_i", leaf);
      unit.set("root_i", root);
      unit.set("step_en_i", 1);
      unit.set("start_i", 1);
      unit.edge();
      unit.set("start_i", 0);
      std::uint64_t step = 1;
      for (int cycle = 0; cycle < 90; ++cycle) {  // longer than the counter is wide
        unit.settle();
        CAPTURE(root, leaf, cycle, step, own);
        const bool runs = step <= kLeaves + 1;
        REQUIRE(unit.get("valid_o") == (runs && leaf != root && step == own));
        REQUIRE(unit.get("done_o") == (step == kLeaves + 1));
        const bool enabled = !dice.one_in(4);
        unit.set("step_en_i", enabled);
        unit.edge();
        if (enabled) ++step;
      }
    }
  }
  CHECK(unit.errors() == "");
}

namespace {

/// What has come to an output of a tree's router, or waits there.
struct Tagged {
  std::uint64_t header = 0;
  std::uint64_t tag = 0;
};

constexpr unsigned kUpLinks = 2;
constexpr unsigned kDownLinks = 2;
constexpr unsigned kRouterLanes = kUpLinks + 2 * kDownLinks;
constexpr unsigned kRouterLevels = 3;
constexpr unsigned kTag = 8;

/// Tells a router at random what comes; gives it by output, in the order of the lanes.
std::array<std::vector<Tagged>, 3> tell(block_bench& unit, Dice& dice, std::uint64_t index) {
  std::array<std::vector<Tagged>, 3> coming;
  for (unsigned lane = 0; lane < kRouterLanes; ++lane) {
    const bool valid = dice.one_in(2);
    const std::uint64_t header = dice.below(1 << kRouterLevels);
    const std::uint64_t tag = dice.below(1 << kTag);
    unit.set_field("valid_i", lane, 1, valid);
    unit.set_field("kind_i", lane, 2, 0);
    unit.set_field("header_i", lane, kRouterLevels, header);
    unit.set_field("tag_i", lane, kTag, tag);
    if (!valid) continue;
    const bool below = header >> 2 == index;  // of level 2: it has four leaves
    coming[below ? 1 + (header >> 1 & 1) : 0].push_back({header, tag});
  }
  return coming;
}

void check_links(const block_bench& unit, const std::array<std::vector<Tagged>, 3>& shown) {
  for (unsigned port = 0; port < 3; ++port) {
    const unsigned links = port == 0 ? kUpLinks : kDownLinks;
    const unsigned first = port == 0 ? 0 : kUpLinks + (port - 1) * kDownLinks;
    for (unsigned link = 0; link < links; ++link) {
      const bool valid = link < shown[port].size();
      CAPTURE(port, link);
      REQUIRE(unit.field("valid_o", first + link, 1) == valid);
      if (!valid) continue;
      REQUIRE(unit.field("kind_o", first + link, 2) == 0);
      REQUIRE(unit.field("header_o", first + link, kRouterLevels) == shown[port][link].header);
      REQUIRE(unit.field("tag_o", first + link, kTag) == shown[port][link].tag);
    }
  }
}

}  // namespace

TEST_CASE("a tree's router queues what finds no link, in order", "[rtl][ft_router]") {
  constexpr std::uint64_t kDepth = 3;
  block_bench unit{"rtl/router",
                   "ft_router",
                   {{"Arity", 2},
                    {"Levels", kRouterLevels},
                    {"UpLinks", kUpLinks},
                    {"DownLinks", kDownLinks},
                    {"Depth", kDepth},
                    {"TagWidth", kTag}}};
  Dice dice{11};
  unit.set("level_i", 2);
  unit.set("index_i", 1);
  unit.settle();
  static_cast<void>(unit.errors());  // zeros name no router
  std::array<std::deque<Tagged>, 3> queues;
  std::array<std::vector<Tagged>, 3> shown;
  std::array<bool, 3> overflows{};
  const auto width = static_cast<unsigned>(std::bit_width(2 * kDepth + kRouterLanes));
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const auto coming = tell(unit, dice, 1);
    const bool enabled = !dice.one_in(5);
    unit.set("step_en_i", enabled);
    unit.settle();
    CAPTURE(cycle);
    check_links(unit, shown);
    for (unsigned port = 0; port < 3; ++port) {
      CAPTURE(port);
      REQUIRE(unit.field("waiting_o", port, width) == queues[port].size());
      REQUIRE(unit.field("overflow_o", port, 1) == overflows[port]);
    }
    unit.edge();
    if (!enabled) continue;
    for (unsigned port = 0; port < 3; ++port) {
      std::deque<Tagged>& queue = queues[port];
      queue.insert(queue.end(), coming[port].begin(), coming[port].end());
      shown[port].clear();
      while (!queue.empty() && shown[port].size() < 2) {
        shown[port].push_back(queue.front());
        queue.pop_front();
      }
      overflows[port] = queue.size() > kDepth;
      if (overflows[port]) queue.resize(kDepth);
    }
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a router without queues says where packets meet", "[rtl][ft_router_qf]") {
  block_bench unit{"rtl/router",
                   "ft_router_qf",
                   {{"Arity", 2},
                    {"Levels", kRouterLevels},
                    {"UpLinks", kUpLinks},
                    {"DownLinks", kDownLinks},
                    {"TagWidth", kTag}}};
  Dice dice{12};
  unit.set("level_i", 2);
  unit.set("index_i", 0);
  unit.settle();
  static_cast<void>(unit.errors());  // zeros name no router
  std::array<std::vector<Tagged>, 3> shown;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const auto coming = tell(unit, dice, 0);
    const bool enabled = !dice.one_in(5);
    unit.set("step_en_i", enabled);
    unit.settle();
    CAPTURE(cycle);
    check_links(unit, shown);
    for (unsigned port = 0; port < 3; ++port) {
      REQUIRE(unit.field("conflict_o", port, 1) == (shown[port].size() > 2));
    }
    unit.edge();
    if (enabled) shown = coming;
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a tree tells that one of its routers has no place left", "[rtl][ft_tree]") {
  constexpr std::uint64_t kLeaves = 4;
  block_bench unit{
      "rtl/router", "ft_tree", {{"Levels", 2}, {"Depth", 1}, {"TagWidth", 8}, {"Sets", 0}}};
  unit.set("step_en_i", 1);
  unit.set("kind_i", 0);
  unit.set("header_i", 0);  // all to leaf 0
  // Leaves 1, 2 and 3 send in every step: one packet goes on, two meet at the way down to leaf 0.
  unit.set("valid_i", (1 << kLeaves) - 2);
  bool trouble = false;
  for (int step = 0; step < 8 && !trouble; ++step) {
    unit.edge();
    trouble = unit.get("trouble_o") != 0;
  }
  CHECK(trouble);
  static_cast<void>(unit.errors());
}

TEST_CASE("sets that a terminal does not hold are the operator's neutral elements",
          "[rtl][em_overlap]") {
  // The last column of three sets sends them to the left, one a cycle; set 1 never came.
  const auto [op, neutral] =
      GENERATE(table<unsigned, std::uint64_t>({{0, 0}, {1, 0}, {2, ~std::uint64_t{0}}}));
  block_bench unit{"rtl/node", "em_overlap", {{"Sets", 3}, {"HopWidth", 4}}};
  unit.set("op_i", op);
  unit.set("hop_i", 1);
  unit.set("count_i", 3);
  unit.set("last_column_i", 1);
  unit.edge();
  for (const std::uint64_t held : {0U, 2U}) {
    unit.set("row_valid_i", 1);
    unit.set("row_index_i", held);
    unit.set("row_data_i", 40 + held);
    unit.edge();
  }
  unit.set("row_valid_i", 0);
  for (std::uint64_t set = 0; set < 3; ++set) {
    unit.set("begin_i", set == 0);
    unit.settle();
    CAPTURE(op, set);
    CHECK(unit.get("left_valid_o") == 1);
    CHECK(unit.get("left_data_o") == (set == 1 ? neutral : 40 + set));
    unit.edge();
  }
  unit.settle();
  CHECK(unit.get("done_o") == 1);
  CHECK(unit.get("held_o") == 2);
  CHECK(unit.errors() == "");
}

TEST_CASE("a terminal that is cleared has forgotten its sets and begins anew",
          "[rtl][em_overlap]") {
  // Column 0 of three sets that all come from the right, with sums; in between it is cleared, in
  // the midst of a chain and while a set is kept.
  block_bench unit{"rtl/node", "em_overlap", {{"Sets", 3}, {"HopWidth", 4}}};
  unit.set("hop_i", 1);
  unit.set("count_i", 3);
  unit.set("first_column_i", 1);
  const auto step = [&](bool begins, std::uint64_t value) {
    unit.set("begin_i", begins);
    unit.set("right_valid_i", 1);
    unit.set("right_data_i", value);
    unit.edge();
    unit.set("begin_i", 0);
    unit.set("right_valid_i", 0);
    unit.settle();
  };
  for (const std::uint64_t round : {1U, 2U, 3U}) {
    CAPTURE(round);
    CHECK(unit.get("held_o") == 0);
    CHECK(unit.get("done_o") == 0);
    CHECK(unit.get("folded_o") == 0);
    unit.set("row_valid_i", 1);
    unit.set("row_index_i", 1);
    unit.set("row_data_i", 100);
    unit.edge();
    unit.set("row_valid_i", 0);
    unit.settle();
    CHECK(unit.get("held_o") == 1);
    for (std::uint64_t set = 0; set < round; ++set) step(set == 0, 10 * round);
    CHECK(unit.get("folded_o") == 10 * round * round + (round > 1 ? 100 : 0));
    CHECK(unit.get("done_o") == (round == 3));
    unit.set("clear_i", 1);
    unit.edge();
    unit.set("clear_i", 0);
    unit.settle();
  }
  CHECK(unit.errors() == "");
}

TEST_CASE("a terminal that no total has reached sends a carry on as it came",
          "[rtl][em_scan_terminal]") {
  block_bench unit{"rtl/node", "em_scan_terminal"};
  unit.set("hop_i", 2);
  unit.set("carry_valid_i", 1);
  unit.set("carry_i", 77);
  unit.edge();
  unit.set("carry_valid_i", 0);
  unit.settle();
  CHECK(unit.get("express_valid_o") == 1);
  CHECK(unit.get("express_data_o") == 77);
  CHECK(unit.errors() == "");
}

TEST_CASE("a tree's route unit finds the ports of a set of leaves", "[rtl][ft_route]") {
  const unsigned arity = GENERATE(2u, 4u);
  const unsigned levels = arity == 2 ? 3 : 2;
  const unsigned leaves = arity == 2 ? 8 : 16;
  block_bench unit{"rtl/router", "ft_route", {{"Arity", arity}, {"Levels", levels}, {"Sets", 1}}};
  Dice dice{13};
  unit.set("kind_i", 3);
  for (int round = 0; round < 4000; ++round) {
    const auto level = static_cast<unsigned>(1 + dice.below(levels));
    unsigned below = 1;  // leaves
    for (unsigned h = 0; h < level; ++h) below *= arity;
    const auto index = static_cast<unsigned>(dice.below(leaves / below));
    const std::uint64_t all = dice.below(std::uint64_t{1} << leaves);
    const std::uint64_t set = dice.one_in(2) ? all : all & dice.below(std::uint64_t{1} << leaves);
    const auto from = static_cast<unsigned>(dice.below(arity + 1));
    unit.set("level_i", level);
    unit.set("index_i", index);
    unit.set("header_i", set);
    unit.set("from_i", 1U << from);
    unit.settle();
    unsigned ports = 0;
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      if ((set >> leaf & 1) == 0) continue;
      const bool inside = leaf / below == index;
      ports |= inside ? 2U << leaf % below / (below / arity) : 1U;
    }
    CAPTURE(arity, level, index, set, from);
    REQUIRE(unit.get("ports_o") == (ports & ~(1U << from)));
  }
}

TEST_CASE("a router that is reset gives no credit back for what left it before",
          "[rtl][vc_router]") {
  // A flit goes from port 0 to port 1; its credit takes three cycles.
  block_bench unit{"rtl/router",
                   "vc_router",
                   {{"Ports", 2},
                    {"Channels", 1},
                    {"Depth", 2},
                    {"DataWidth", 4},
                    {"AgeWidth", 2},
                    {"CreditDelay", 3}}};
  unit.set("need_i", 0b0101);
  const auto edge = [&unit] {
    unit.edge();
    unit.settle();
  };
  for (int cycle = 0; cycle < 3; ++cycle, edge()) CHECK(unit.get("credit_o") == 0);
  for (const bool again : {false, true}) {
    CAPTURE(again);
    unit.set("valid_i", 1);
    unit.set("head_i", 1);
    unit.set("tail_i", 1);
    edge();
    unit.set("valid_i", 0);
    unit.set("want_i", 0b0010);  // by the one channel of port 1
    unit.settle();
    REQUIRE(unit.get("grant_o") == 0b0100);
    edge();
    unit.set("rst_ni", again ? 0 : 1);
    CHECK(unit.get("credit_o") == 0);
    edge();
    unit.set("rst_ni", 1);
    unit.settle();
    CHECK(unit.get("credit_o") == (again ? 0 : 1));
    edge();
    CHECK(unit.get("credit_o") == 0);
  }
  CHECK(unit.errors() == "");
}

}  // namespace plexus::blocks_test
