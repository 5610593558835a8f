#include "hw/router/packet_router.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/data/bit_set.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/faults.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

/// A node's end of a branch: notes what comes in and when.
struct probe final : branch_end_if {
  struct Arrival {
    Cycles cycle;
    PacketId packet;
    friend bool operator==(const Arrival&, const Arrival&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Arrival& a) {
      return out << "packet " << a.packet << " in cycle " << a.cycle;
    }
  };

  void connected(std::uint32_t, branch_output& to, branch_output&) override { output = &to; }
  void received(std::uint32_t, RoutedPacket& packet) override {
    arrivals.push_back({ClockPeriod{}.now(), packet.packet.id()});
  }
  branch_output* next_queue(std::uint32_t, const RoutedPacket&) override { return nullptr; }
  [[nodiscard]] std::uint64_t place() const override { return 1000 + number; }
  [[nodiscard]] bool is_router() const override { return false; }
  [[nodiscard]] std::string full_name() const override { return "probe_" + std::to_string(number); }
  [[nodiscard]] std::string port_name(std::uint32_t) const override { return "out"; }

  std::uint64_t number = 0;
  branch_output* output = nullptr;
  std::vector<Arrival> arrivals;
};

/// Routers in a row, a probe at every one: port 0 leads to the left, 1 to the right, 2 to the
/// probe. The header is the number of the probe, or kAll.
constexpr std::uint64_t kAll = 1000;
struct row_route final : packet_route_if {
  explicit row_route(std::uint32_t count) : routers{count} {}
  void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
             RouterPorts& ports) const override {
    if (header == kAll) {
      if (router > 0 && input != 0) ports.push_back(0);
      if (router + 1 < routers && input != 1) ports.push_back(1);
      if (input != 2) ports.push_back(2);
    } else {
      ports.push_back(header < router ? 0 : header > router ? 1 : 2);
    }
  }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return port == 0 ? "left" : port == 1 ? "right" : "probe";
  }
  std::uint32_t routers;
};

struct RowSetting {
  std::uint32_t routers = 3;
  std::uint64_t links = 1;
  LinkTiming timing{};
  BranchRules rules{};
  bool backwards = false;  ///< constructed from the last router to the first
};

/// A network that is no tree.
class row final : public sc_core::sc_module {
 public:
  struct Send {
    std::uint32_t from;
    std::uint64_t to;
    Words words{1};
  };

  row(sc_core::sc_module_name name, const RowSetting& setting, std::vector<Send> sends)
      : sc_module{name},
        route{setting.routers},
        branches{"branches", setting.rules},
        probes(setting.routers),
        routers(setting.routers),
        sends_{std::move(sends)} {
    HW_PROCESSES(row);
    SC_METHOD(begin);
    for (std::uint32_t i = 0; i < setting.routers; ++i) {
      const std::uint32_t number = setting.backwards ? setting.routers - 1 - i : i;
      routers[number] = std::make_unique<packet_router>(
          ("router_" + std::to_string(number)).c_str(), number, 3, route);
      probes[number].number = number;
    }
    for (std::uint32_t i = 0; i < setting.routers; ++i) {
      const std::uint32_t number = setting.backwards ? setting.routers - 1 - i : i;
      branches.add_branch({&probes[number], 0}, {routers[number].get(), 2}, setting.links,
                          setting.timing);
      if (number == 0) continue;
      branches.add_branch({routers[number - 1].get(), 1}, {routers[number].get(), 0}, setting.links,
                          setting.timing);
    }
  }

  row_route route;
  branch_bank branches;
  std::vector<probe> probes;
  std::vector<std::unique_ptr<packet_router>> routers;

 private:
  void begin() {
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const Send& send = sends_[i];
      const Packet packet{i, send.from, 0, send.words, {}};
      probes[send.from].output->inject(
          {packet, send.to, static_cast<std::uint32_t>(send.words.count()), 0, {}, {}});
    }
  }

  std::vector<Send> sends_;
};

using Arrivals = std::vector<probe::Arrival>;

/// The arrivals at one probe; the run must keep all packets.
Arrivals arrivals_at(std::uint32_t at, const RowSetting& setting, std::vector<row::Send> sends) {
  FreshKernel kernel;
  row network{"row", setting, std::move(sends)};
  sc_core::sc_start();
  network.branches.check_conservation();
  CHECK_FALSE(network.branches.busy());
  return network.probes[at].arrivals;
}

}  // namespace

TEST_CASE("A router owns a packet only when the whole hop is over", "[router]") {
  const RowSetting setting{.timing = {2_cycles, 4_words}};
  CHECK(arrivals_at(2, setting, {{0, 2, 9_words}}) == Arrivals{{4 * 5_cycles, 0}});
}

TEST_CASE("Packets of one cycle are queued by port, lowest first, whatever was built first",
          "[router]") {
  for (const bool backwards : {false, true}) {
    // 0 and 2 send to 1 at once: both are at router 1 in cycle 2; port left comes before right.
    const RowSetting setting{.backwards = backwards};
    CHECK(arrivals_at(1, setting, {{2, 1}, {0, 1}}) == Arrivals{{3_cycles, 1}, {4_cycles, 0}});
  }
}

TEST_CASE("A branch of c links serves c packets at once, the lowest free link first", "[router]") {
  const std::vector<row::Send> sends{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
  CHECK(arrivals_at(1, {.links = 2}, sends) ==
        Arrivals{{3_cycles, 0}, {3_cycles, 1}, {4_cycles, 2}, {4_cycles, 3}, {5_cycles, 4}});
}

TEST_CASE("A synchronous network gives every hop the same slot", "[router]") {
  const RowSetting setting{.rules = {.slot = 7_cycles}};
  CHECK(arrivals_at(1, setting, {{0, 1, 3_words}, {0, 1, 1_words}}) ==
        Arrivals{{21_cycles, 0}, {28_cycles, 1}});
}

TEST_CASE("A copy goes to every output that the route function names", "[router]") {
  FreshKernel kernel;
  row network{"row", RowSetting{}, {{1, kAll}}};
  sc_core::sc_start();
  CHECK(network.probes[0].arrivals == Arrivals{{3_cycles, 0}});
  CHECK(network.probes[1].arrivals.empty());
  CHECK(network.probes[2].arrivals == Arrivals{{3_cycles, 0}});
  CHECK(network.routers[1]->copied() == 1);
  CHECK(network.branches.transfers() == 5);
  CHECK(network.branches.entered() == 2);
  network.branches.check_conservation();
}

TEST_CASE("Links that both directions share serve the preferred one first", "[router]") {
  const std::vector<row::Send> sends{{0, 1}, {1, 0}};
  // In cycle 1 both routers want the link between them: `up` is from router 0 to router 1.
  RowSetting setting{.routers = 2, .rules = {.duplex = BranchDuplex::kOnDemand}};
  setting.rules.queue_places = GENERATE(values<std::optional<std::uint64_t>>({{}, 4U}));
  CHECK(arrivals_at(0, setting, sends) == Arrivals{{3_cycles, 1}});
  CHECK(arrivals_at(1, setting, sends) == Arrivals{{4_cycles, 0}});
  setting.rules.down_first = false;
  CHECK(arrivals_at(0, setting, sends) == Arrivals{{4_cycles, 1}});
  CHECK(arrivals_at(1, setting, sends) == Arrivals{{3_cycles, 0}});
}

TEST_CASE("Time division gives each direction every other half-step", "[router]") {
  // A hop of full-duplex step s is in half-step 2s - 1 upwards and 2s downwards; a half-step is 3.
  const RowSetting setting{.routers = 2,
                           .rules = {.duplex = BranchDuplex::kTimeDivision, .slot = 3_cycles}};
  CHECK(arrivals_at(1, setting, {{0, 1}, {1, 0}}) == Arrivals{{18_cycles, 0}});
  CHECK(arrivals_at(0, setting, {{0, 1}, {1, 0}}) == Arrivals{{18_cycles, 1}});
}

TEST_CASE("What waits is what is left after all starts of a cycle", "[router]") {
  FreshKernel kernel;
  row network{"row", RowSetting{}, {{0, 1}, {2, 1}, {1, 1}}};
  sc_core::sc_start();
  const branch_output& to_probe = *network.routers[1]->output(2);
  CHECK(to_probe.figures().max_waiting == 1);
  CHECK(to_probe.figures().total_wait == 1_cycles);
  CHECK(to_probe.figures().transfers == 3);
}

TEST_CASE("A queue that grows beyond its limit ends the run and is named", "[router]") {
  const auto limit = GENERATE(0U, 1U);
  const std::vector<row::Send> sends{{0, 1}, {2, 1}};
  FreshKernel kernel;
  RowSetting setting;
  setting.rules.queue_limit = limit;
  row network{"row", setting, sends};
  const Fault fault = fault_of_run().value_or(Fault{});
  if (limit == 1) {
    CHECK(fault.kind.empty());
    return;
  }
  CHECK(fault.kind == "queue-depth");
  CHECK(fault.part == "row.router_1");
  CHECK(fault.cycle == 2_cycles);
  REQUIRE(fault.figures.size() == 3);
  CHECK(fault.figures[0].second == "\"router_1\"");
  CHECK(fault.figures[1].second == "\"probe\"");
}

TEST_CASE("A bounded queue holds packets back instead, and loses none", "[router]") {
  const auto places = GENERATE(1U, 2U, 3U);
  std::vector<row::Send> sends;
  for (int i = 0; i < 20; ++i) {
    sends.push_back({0, 2});
    sends.push_back({1, 2});
    sends.push_back({2, 0});
  }
  FreshKernel kernel;
  RowSetting setting;
  setting.rules.queue_places = places;
  row network{"row", setting, sends};
  sc_core::sc_start();
  network.branches.check_conservation();
  CHECK(network.probes[2].arrivals.size() == 40);
  CHECK(network.probes[0].arrivals.size() == 20);
  for (const branch_output& output : network.branches.outputs()) {
    if (output.of_router()) CHECK(output.figures().max_waiting <= places);
  }
}

TEST_CASE("Without a queue at the source what cannot leave at once is dropped and counted",
          "[router]") {
  FreshKernel kernel;
  RowSetting setting;
  setting.rules.sources_drop = true;
  row network{"row", setting, {{0, 2}, {0, 2}, {0, 1}, {1, 0}}};
  sc_core::sc_start();
  network.branches.check_conservation();
  CHECK(network.branches.dropped() == 2);
  CHECK(network.branches.left() == 2);
  CHECK(network.probes[2].arrivals == Arrivals{{4_cycles, 0}});
}

TEST_CASE("A run can stop with packets inside", "[router]") {
  FreshKernel kernel;
  row network{"row", RowSetting{}, {{0, 2}}};
  network.branches.stop_after(2_cycles);
  sc_core::sc_start();
  network.branches.check_conservation();
  CHECK_FALSE(network.branches.busy());
  CHECK(network.probes[2].arrivals.empty());
}

TEST_CASE("A packet that a router sends nowhere is found at once", "[router]") {
  struct leak final : packet_route_if {
    void route(std::uint32_t, std::uint32_t, std::uint64_t, RouterPorts&) const override {}
    [[nodiscard]] std::string port_name(std::uint32_t) const override { return "left"; }
  };
  leak lost;
  FreshKernel kernel;
  row network{"row", RowSetting{}, {{0, 2}}};
  network.routers[1]->decision(lost);
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "conservation");
  CHECK(fault.part == "row.router_1");
  CHECK(fault.cycle == 2_cycles);
}

TEST_CASE("a route to ports that a router does not have is told", "[router]") {
  struct mistaken final : packet_route_if {
    void route(std::uint32_t, std::uint32_t, std::uint64_t, RouterPorts& ports) const override {
      ports = to;
    }
    [[nodiscard]] std::string port_name(std::uint32_t) const override { return "left"; }
    RouterPorts to;
  };
  const auto [to, words] = GENERATE(table<RouterPorts, std::string>({
      {{99}, "sends packet 0 to ports 99: name ports of 0 .. 2 that have branches"},
      {{0}, "sends packet 0 to ports 0:"},  // router 0 has no branch to the left
      {{1, 1}, "sends packet 0 to ports 1, 1:"},
      {{2, 1}, "sends packet 0 to ports 2, 1:"},
  }));
  const std::optional<std::uint64_t> places =
      GENERATE(values<std::optional<std::uint64_t>>({{}, 4U}));
  mistaken route;
  route.to = to;
  const FreshKernel kernel;
  row network{"row", {.rules = {.queue_places = places}}, {{0, 2}}};
  network.routers[0]->decision(route);
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "program");
  CHECK(fault.part == "row.router_0");
  CHECK_THAT(fault.message, Catch::Contains(words));
}

TEST_CASE("a clock that times what is not on its way is told", "[router]") {
  struct clock final : hop_clock_if {
    void start(std::uint32_t output, std::uint32_t link, Cycles end) override {
      own->start(output + output_more, link + link_more, end);
      if (twice) own->start(output, link, end);
    }
    hop_clock_if* own = nullptr;
    std::uint32_t output_more = 0;
    std::uint32_t link_more = 0;
    bool twice = false;
  };
  clock mine;
  const auto [output, link, twice] = GENERATE(table<std::uint32_t, std::uint32_t, bool>(
      {{1, 0, false}, {99, 0, false}, {0, 3, false}, {0, 0, true}}));
  mine.output_more = output;
  mine.link_more = link;
  mine.twice = twice;
  const FreshKernel kernel;
  row network{"row", RowSetting{}, {{0, 2}}};
  mine.own = &network.branches.hops.standard();
  network.branches.hops(mine);
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "program");
  CHECK_THAT(fault.message, Catch::Contains("is timed, and no packet is on it"));
}

TEST_CASE("a clock that ends a hop in a cycle that is over is told", "[router]") {
  struct clock final : hop_clock_if {
    void start(std::uint32_t output, std::uint32_t link, Cycles end) override {
      own->start(output, link, end - 1_cycles);
    }
    hop_clock_if* own = nullptr;
  };
  clock mine;
  const FreshKernel kernel;
  row network{"row", RowSetting{}, {{0, 2}}};
  mine.own = &network.branches.hops.standard();
  network.branches.hops(mine);
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "program");
  CHECK_THAT(fault.message, Catch::Contains("timed to end in cycle 0, and cycle 0 is over"));
}

TEST_CASE("a link that is granted to who does not ask, or never, is told", "[router]") {
  struct granter final : link_grant_if {
    explicit granter(LinkGrant always) : answer{always} {}
    LinkGrant decide(std::uint64_t, const LinkRequests&) override { return answer; }
    LinkGrant answer;
  };
  const auto told = [](BranchDuplex duplex, LinkGrant answer) {
    granter mine{answer};
    const FreshKernel kernel;
    row network{"row", {.rules = {.duplex = duplex, .slot = 3_cycles}}, {{0, 1}}};
    const_cast<half_duplex_ports*>(network.branches.ports())->grants(mine);
    return fault_of_run().value_or(Fault{});
  };
  const Fault wrong = told(BranchDuplex::kOnDemand, {.down = true});
  CHECK(wrong.kind == "program");
  CHECK(wrong.message.starts_with(
      "A link of row.branches.branch_probe_0_to_router_0 and back is granted to a direction that "
      "has no packet for it"));
  const Fault never = told(BranchDuplex::kTimeDivision, {});
  CHECK(never.kind == "starvation");
  CHECK(never.message.starts_with("For 1000 half-steps nothing has moved, and packet 0 waits"));
}

TEST_CASE("a link that is granted in the other direction's half of a step is told", "[router]") {
  struct granter final : link_grant_if {
    LinkGrant decide(std::uint64_t, const LinkRequests& asked) override {
      return {.up = asked.second_half};
    }
  };
  granter mine;
  const FreshKernel kernel;
  row network{
      "row", {.rules = {.duplex = BranchDuplex::kTimeDivision, .slot = 3_cycles}}, {{0, 1}}};
  const_cast<half_duplex_ports*>(network.branches.ports())->grants(mine);
  const Fault fault = fault_of_run().value_or(Fault{});
  CHECK(fault.kind == "program");
  CHECK(fault.message.starts_with(
      "A link of row.branches.branch_probe_0_to_router_0 is granted in the half of a step that is "
      "the other direction's"));
}

TEST_CASE("what is joined wrongly at routers is told with both names", "[router][wiring]") {
  const auto said_of = [](const std::function<void(row&)>& change) {
    FreshKernel kernel;
    row network{"row", RowSetting{}, {}};
    return wiring_error([&] { change(network); });
  };
  CHECK(said_of([](row&) {}).empty());
  CHECK(
      said_of([](row& network) {
        network.branches.add_branch({network.routers[0].get(), 1}, {network.routers[2].get(), 1}, 1,
                                    {});
      }) ==
      "Port 1 of row.router_0 is joined to branch row.branches.branch_router_0_to_router_1 and to "
      "row.branches.branch_router_0_to_router_2: give each branch a port of its own.");
  CHECK(
      said_of([](row& network) {
        network.branches.add_branch({network.routers[0].get(), 3}, {network.routers[2].get(), 1}, 1,
                                    {});
      }) ==
      "Branch row.branches.branch_router_0_to_router_2 is to be joined to port 3 of row.router_0, "
      "which has 3: choose one of 0 .. 2.");
  CHECK(said_of([](row& network) { network.routers[2]->out(*network.routers[0]->outputs()[1]); }) ==
        "Branch row.branches.branch_router_0_to_router_1 sends what row.router_0 gives it, and its "
        "sending end is bound to row.router_2 as well: let add_branch bind the ends, and join them "
        "there.");
}

TEST_CASE("a module of one's own at a branch that has its ends is told", "[router][wiring]") {
  struct tap : sc_core::sc_module {
    explicit tap(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<branch_tx_if> out{"out"};
  };
  const FreshKernel kernel;
  row network{"row", RowSetting{}, {}};
  tap own{"own"};
  CHECK(wiring_error([&] { own.out(*network.routers[0]->outputs()[1]); }) ==
        "Branch row.branches.branch_router_0_to_router_1 sends what row.router_0 gives it, and its "
        "sending end is bound to own as well: let add_branch bind the ends, and join them there.");
}

TEST_CASE("A queue gives up packets from anywhere and keeps the order of the others", "[router]") {
  PacketStore store;
  PacketQueue queue;
  const auto push = [&](PacketId id) {
    queue.push_back(store.add({Packet{id, 0, 0, 1_words, {}}, 0, 1, 0, {}, {}}));
  };
  const auto next = [&] { return store.take(queue.pop_front()).packet.id(); };
  for (PacketId id = 0; id < 3; ++id) push(id);
  CHECK(next() == 0);
  for (PacketId id = 3; id < 6; ++id) push(id);  // round the end of the ring
  CHECK(store.take(queue.take(2)).packet.id() == 3);
  CHECK(store.take(queue.take(0)).packet.id() == 1);
  CHECK(store.take(queue.pop_back()).packet.id() == 5);
  CHECK(queue[1]->packet.id() == 4);
  CHECK(next() == 2);
  CHECK(next() == 4);
  CHECK(queue.empty());
}

TEST_CASE("A half-duplex port grants a link to one direction at most", "[router]") {
  for (unsigned bits = 0; bits < 32; ++bits) {
    const LinkRequests asked{.up = (bits & 1) != 0,
                             .down = (bits & 2) != 0,
                             .up_first = (bits & 4) != 0,
                             .divided = (bits & 8) != 0,
                             .second_half = (bits & 16) != 0};
    CAPTURE(bits);
    const LinkGrant grant = half_duplex_grant(asked);
    CHECK_FALSE((grant.up && grant.down));
    if (grant.up) CHECK(asked.up);
    if (grant.down) CHECK(asked.down);
    if (asked.divided) {
      CHECK_FALSE((asked.second_half ? grant.up : grant.down));
    } else {
      CHECK((grant == LinkGrant{}) == (!asked.up && !asked.down));
      if (asked.up && asked.down) {
        CHECK((asked.up_first ? grant.up : grant.down));
      }
    }
  }
}

TEST_CASE("Numbers for which something is to be done come out once, the lowest first", "[router]") {
  BitSet pending{10'000};
  const auto taken = [&] {
    std::vector<std::uint32_t> numbers;
    pending.take_all([&](std::uint32_t number) { numbers.push_back(number); });
    return numbers;
  };
  for (const std::uint32_t number : {9999U, 70U, 3U, 4096U, 64U, 3U}) pending.add(number);
  CHECK(taken() == std::vector<std::uint32_t>{3, 64, 70, 4096, 9999});
  CHECK(taken().empty());
  pending.add(65);  // in a word that had others
  CHECK(taken() == std::vector<std::uint32_t>{65});
}
