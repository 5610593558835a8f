#include "models/catalogue/own_part.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/bus/bank_arbiter.hpp"
#include "hw/bus/bus_arbiter.hpp"
#include "hw/channel/branch.hpp"
#include "hw/channel/channel_route.hpp"
#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/crossbar.hpp"
#include "hw/link/link.hpp"
#include "hw/node/relay_node.hpp"
#include "hw/optical/coupler_lights.hpp"
#include "hw/switch/benes_setup.hpp"
#include "hw/switch/omega_fifo_element.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/bus/module.hpp"
#include "models/fat-tree/packet_dispatcher.hpp"
#include "models/omega/module.hpp"
#include "models/omega/schedule.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// Decides as the standard arbiter does, by one inside.
class same_bus_arbiter final : public sc_core::sc_module, public bus_arbiter_if {
 public:
  same_bus_arbiter(sc_core::sc_module_name name, const bus_arbiter& place)
      : sc_module{name}, inside_{"inside", place.processors(), place.channels()} {}
  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    return inside_.edge(released, requests);
  }

 private:
  bus_arbiter inside_;
};

/// Gives a channel to all who ask.
class careless_arbiter final : public sc_core::sc_module, public bus_arbiter_if {
 public:
  careless_arbiter(sc_core::sc_module_name name, const bus_arbiter& /*place*/) : sc_module{name} {}
  std::span<const NodeId> edge(std::span<const NodeId> /*released*/,
                               std::span<const BusRequest> requests) override {
    granted_.clear();
    for (const BusRequest& request : requests) granted_.push_back(request.writer);
    return granted_;
  }

 private:
  std::vector<NodeId> granted_;
};

class same_bank_arbiter final : public sc_core::sc_module, public bank_arbiter_if {
 public:
  same_bank_arbiter(sc_core::sc_module_name name, const bank_arbiter& place)
      : sc_module{name}, inside_{"inside", place.processors(), place.banks()} {}
  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    return inside_.grant(requests);
  }

 private:
  bank_arbiter inside_;
};

/// The upper one of two that want the same output, and else whoever wants it.
class upper_first final : public sc_core::sc_module, public element_setting_if {
 public:
  upper_first(sc_core::sc_module_name name, const omega_element& /*place*/) : sc_module{name} {}
  void set(std::span<const ElementInput> inputs, ElementDecision& decision) override {
    const auto outputs = static_cast<std::uint32_t>(decision.driver.size());
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].valid) continue;
      bool free = true;
      inputs[i].wants.for_each(outputs,
                               [&](auto o) { free = free && decision.driver[o] == kNobody; });
      if (!free) continue;
      decision.winner[i] = i;
      inputs[i].wants.for_each(outputs, [&](auto o) { decision.driver[o] = i; });
    }
  }
};

/// A message after another.
class one_by_one final : public sc_core::sc_module, public pass_scheduler_if, public steering_if {
 public:
  one_by_one(sc_core::sc_module_name name, const run_scheduler& /*place*/)
      : sc_module{name}, by_tag_{NetworkShape{NetworkKind::kOmega, 8}} {}
  PassOrder next(std::span<const WaitingMessage> /*waiting*/) override {
    return {{0}, false, 0_cycles, this};
  }
  OutputSet steer(std::uint32_t stage, std::uint32_t element, std::uint32_t input,
                  const SwitchRequest& message) const override {
    return by_tag_.steer(stage, element, input, message);
  }

 private:
  tag_steering by_tag_;
};

/// A network that needs twice its time.
class slow_stream final : public sc_core::sc_module, public pass_stream_if {
 public:
  slow_stream(sc_core::sc_module_name name, const omega_net& /*place*/) : sc_module{name} {
    HW_PROCESSES(slow_stream);
    SC_METHOD(end);
    sensitive << end_;
    dont_initialize();
  }
  void stream(pass_if& pass) override {
    pass_ = &pass;
    end_.notify(ClockPeriod{}.time(2 * (pass.pass_end() - pass.pass_start())));
  }

 private:
  void end() {
    const SwitchOutcome outcome = pass_->outcome();
    pass_->finish(outcome);
  }
  pass_if* pass_ = nullptr;
  sc_core::sc_event end_{"over"};
};

/// Packets are across a cycle later than their links say.
class late_carrier final : public sc_core::sc_module, public link_carrier_if {
 public:
  late_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, links_{&place.bank()} {
    HW_PROCESSES(late_carrier);
    SC_METHOD(end);
    sensitive << due_;
    dont_initialize();
  }
  void carry(std::uint32_t link, Cycles end) override {
    under_way_.emplace(end + 1_cycles, &links_->links()[link]);
    due_.notify(ClockPeriod{}.time(end + 1_cycles - ClockPeriod{}.now()));
  }

 private:
  void end() {
    const Cycles now = ClockPeriod{}.now();
    while (!under_way_.empty() && under_way_.begin()->first == now) {
      plexus::link* const ended = under_way_.begin()->second;
      under_way_.erase(under_way_.begin());
      links_->finish(*ended, now);
    }
    if (!under_way_.empty()) due_.notify(ClockPeriod{}.time(under_way_.begin()->first - now));
  }
  link_bank* links_;
  std::multimap<Cycles, plexus::link*> under_way_;
  sc_core::sc_event due_{"due"};
};

/// Lets every node do as it likes.
class mild_judge final : public sc_core::sc_module, public port_judge_if {
 public:
  mild_judge(sc_core::sc_module_name name, const link_rules& /*place*/) : sc_module{name} {}
  void judge() override {}
};

/// Parts that answer what makes no sense, each in ways with numbers.
template <int kWay>
struct wrong_order final : sc_core::sc_module, pass_scheduler_if {
  wrong_order(sc_core::sc_module_name name, const run_scheduler& /*place*/) : sc_module{name} {}
  PassOrder next(std::span<const WaitingMessage> /*waiting*/) override {
    const std::vector<std::vector<std::uint32_t>> chosen{{}, {99}, {1, 1}, {0}, {0}};
    PassOrder order;
    order.chosen = chosen[kWay];
    if (kWay != 3) order.steering = &by_tag;
    if (kWay == 4) order.setup = Cycles{-1};
    return order;
  }
  tag_steering by_tag{NetworkShape{NetworkKind::kOmega, 8}};
};
struct hasty_stream final : sc_core::sc_module, pass_stream_if {
  hasty_stream(sc_core::sc_module_name name, const omega_net& /*place*/) : sc_module{name} {}
  void stream(pass_if& pass) override { pass.finish(SwitchOutcome{pass.outcome()}); }
};
struct hasty_carrier final : sc_core::sc_module, link_carrier_if {
  hasty_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, links{&place.bank()} {}
  void carry(std::uint32_t link, Cycles /*end*/) override {
    links->finish(links->links()[link], ClockPeriod{}.now());
  }
  link_bank* links;
};
/// Passes on at once, and says so besides.
struct loud_relay final : sc_core::sc_module, relay_if {
  loud_relay(sc_core::sc_module_name name, const node_relays& /*place*/) : sc_module{name} {}
  bool pass_on(Passage& passage) override {
    passage.passed();
    return true;
  }
};
/// Names another link than the one that carries.
struct far_carrier final : sc_core::sc_module, link_carrier_if {
  far_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, standard{&place.bank().carrier.standard()} {}
  void carry(std::uint32_t link, Cycles end) override { standard->carry(link + 1'000, end); }
  link_carrier_if* standard;
};
/// Times the link behind the one that carries.
struct shifted_carrier final : sc_core::sc_module, link_carrier_if {
  shifted_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, standard{&place.bank().carrier.standard()}, links{&place.bank()} {}
  void carry(std::uint32_t link, Cycles end) override {
    standard->carry((link + 1) % static_cast<std::uint32_t>(links->links().size()), end);
  }
  link_carrier_if* standard;
  link_bank* links;
};
/// Times every transfer twice.
struct repeating_carrier final : sc_core::sc_module, link_carrier_if {
  repeating_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, standard{&place.bank().carrier.standard()} {}
  void carry(std::uint32_t link, Cycles end) override {
    for (int i = 0; i < 2; ++i) standard->carry(link, end);
  }
  link_carrier_if* standard;
};
/// Ends every transfer twice.
struct double_carrier final : sc_core::sc_module, link_carrier_if {
  double_carrier(sc_core::sc_module_name name, const link_timetable& place)
      : sc_module{name}, links{&place.bank()} {
    HW_PROCESSES(double_carrier);
    SC_METHOD(end);
    sensitive << due;
    dont_initialize();
  }
  void carry(std::uint32_t link, Cycles end) override {
    carried = &links->links()[link];
    due.notify(ClockPeriod{}.time(end - ClockPeriod{}.now()));
  }
  void end() {
    for (int i = 0; i < 2; ++i) links->finish(*carried, ClockPeriod{}.now());
  }
  link_bank* links;
  plexus::link* carried = nullptr;
  sc_core::sc_event due{"due"};
};
/// Times no hop.
struct stopped_clock final : sc_core::sc_module, hop_clock_if {
  stopped_clock(sc_core::sc_module_name name, hop_clock_if& /*standard*/) : sc_module{name} {}
  void start(std::uint32_t /*output*/, std::uint32_t /*link*/, Cycles /*end*/) override {}
};

/// Sends nothing and does not come to an end.
struct idle_counters final : sc_core::sc_module, dispatch_if {
  idle_counters(sc_core::sc_module_name name, dispatch_if& /*standard*/) : sc_module{name} {}
  void begin(NodeId /*node*/) override {}
  void tell(NodeId /*node*/, NodeId /*destination*/) override {}
  bool asked() const override { return true; }
  Dispatched ask(NodeId /*node*/) override { return {}; }
};
/// As the standard route, but never by the first way of several.
struct other_way final : sc_core::sc_module, channel_route_if {
  other_way(sc_core::sc_module_name name, channel_route_if& place)
      : sc_module{name}, standard{&place} {}
  void route(std::uint32_t router, std::uint32_t port, std::uint32_t channel, RouteHeader& header,
             ChannelOptions& options) const override {
    ChannelOptions all;
    standard->route(router, port, channel, header, all);
    const std::span<const ChannelOption> ways = all.all();
    for (const ChannelOption& way : ways.subspan(ways.size() > 1 ? 1 : 0)) {
      options.add(way.port, way.channels, way.spare);
    }
  }
  std::string port_name(std::uint32_t port) const override { return standard->port_name(port); }
  channel_route_if* standard;
};
struct no_setting final : sc_core::sc_module, benes_setup_if {
  no_setting(sc_core::sc_module_name name, const benes_setup& /*place*/) : sc_module{name} {}
  BenesStates set_up(std::span<const NodeId> /*permutation*/) override { return {}; }
};
struct throwing_setup final : sc_core::sc_module, benes_setup_if {
  throwing_setup(sc_core::sc_module_name name, const benes_setup& /*place*/) : sc_module{name} {}
  BenesStates set_up(std::span<const NodeId> /*permutation*/) override { throw 42; }
};
/// Asks the queues of a buffered element for what they do not have.
template <int kWhat>
struct curious_arbiter final : sc_core::sc_module, fifo_arbiter_if {
  curious_arbiter(sc_core::sc_module_name name, const omega_fifo_element& /*place*/)
      : sc_module{name} {}
  void grant(const fifo_queues_if& queues, std::span<FifoGrant> /*grants*/) override {
    if (kWhat == 0) static_cast<void>(queues.held(2));
    if (kWhat == 1) static_cast<void>(queues.packet(0, 9));
    if (kWhat == 2) static_cast<void>(queues.ready(2));  // 3: asks for nothing, and grants nothing
  }
};
template <NodeId kGroup>
struct far_lights final : sc_core::sc_module, coupler_lights_if {
  far_lights(sc_core::sc_module_name name, const coupler_lights& /*place*/) : sc_module{name} {}
  std::span<const NodeId> lights(const Packet& /*packet*/) override { return groups; }
  std::vector<NodeId> groups{kGroup};
};
struct refusing_arbiter final : sc_core::sc_module, bank_arbiter_if {
  refusing_arbiter(sc_core::sc_module_name name, const bank_arbiter& /*place*/) : sc_module{name} {}
  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    granted.assign(requests.size(), false);
    return granted;
  }
  std::vector<bool> granted;
};
struct unknown_link final : sc_core::sc_module, link_setup_if {
  unknown_link(sc_core::sc_module_name name, const config_manager& place)
      : sc_module{name}, manager{&place} {}
  void at_hand(std::uint32_t link) override { manager->links.channel()->open(link + 1'000); }
  const config_manager* manager;
};
struct far_manager final : sc_core::sc_module, link_setup_if {
  far_manager(sc_core::sc_module_name name, const config_manager& place)
      : sc_module{name}, manager{&place} {}
  void at_hand(std::uint32_t /*link*/) override {
    static_cast<void>(manager->links.channel()->free({100'000, 3}));
  }
  const config_manager* manager;
};
struct lost_path final : sc_core::sc_module, crossbar_path_if {
  lost_path(sc_core::sc_module_name name, const crossbar_path& /*place*/) : sc_module{name} {}
  CrossbarPort leads_to(CrossbarPort /*from*/) override { return {99, 99}; }
};
Catalogue with_parts() {
  Catalogue catalogue = make_catalogue();
  catalogue.parts = {
      own_part<bus_arbiter, same_bus_arbiter>("same", "one inside"),
      own_part<bus_arbiter, careless_arbiter>("careless", "all who ask"),
      own_part<bank_arbiter, same_bank_arbiter>("same", "one inside"),
      own_part<omega_element, upper_first>("upper-first", "the upper one"),
      own_part<run_scheduler, one_by_one>("one-by-one", "a message after another"),
      own_part<omega_net, slow_stream>("slow", "twice the time"),
      own_part<link_timetable, late_carrier>("late", "a cycle more"),
      own_part<link_rules, mild_judge>("mild", "everything is allowed"),
      own_part<run_scheduler, wrong_order<0>>("none", "nobody"),
      own_part<run_scheduler, wrong_order<1>>("far", "one who does not wait"),
      own_part<run_scheduler, wrong_order<2>>("twice", "one twice"),
      own_part<run_scheduler, wrong_order<3>>("unset", "without a setting"),
      own_part<run_scheduler, wrong_order<4>>("early", "set before it is ordered"),
      own_part<omega_net, hasty_stream>("hasty", "ends what has just begun"),
      own_part<link_timetable, hasty_carrier>("hasty", "ends what has just begun"),
      own_part<benes_setup, no_setting>("none", "no setting"),
      own_part<benes_setup, throwing_setup>("throwing", "a number"),
      own_part<node_relays, loud_relay>("loud", "says what goes without saying"),
      own_part<link_timetable, far_carrier>("far", "links that are not there"),
      own_part<link_timetable, double_carrier>("double", "ends what has ended"),
      own_part<link_timetable, shifted_carrier>("shifted", "times another link"),
      own_part<link_timetable, repeating_carrier>("repeating", "times what has been timed"),
      own_part_at<dispatch_if, idle_counters>("counters", "idle", "sends nothing"),
      own_part_at<hop_clock_if, stopped_clock>("hops", "stopped", "times nothing"),
      own_part_at<channel_route_if, other_way>("route", "other-way", "not the first"),
      own_part<omega_fifo_element, curious_arbiter<0>>("input", "nothing"),
      own_part<omega_fifo_element, curious_arbiter<1>>("place", "nothing"),
      own_part<omega_fifo_element, curious_arbiter<2>>("output", "nothing"),
      own_part<omega_fifo_element, curious_arbiter<3>>("idle", "nothing"),
      own_part<coupler_lights, far_lights<99>>("far", "a group that is not there"),
      own_part<coupler_lights, far_lights<0>>("first", "the first group always"),
      own_part<bank_arbiter, refusing_arbiter>("refusing", "nobody"),
      own_part<config_manager, unknown_link>("unknown", "links that are not there"),
      own_part<config_manager, far_manager>("far", "ports that are not there"),
      own_part<crossbar_path, lost_path>("lost", "ports that are not there")};
  return catalogue;
}

Said said(const std::string& line) {
  static const Catalogue catalogue = with_parts();
  return plexus_command(catalogue, words_of(line));
}

}  // namespace

TEST_CASE("an own part that decides as the standard one changes the report by its name alone",
          "[own_part]") {
  const auto [line, part] = GENERATE(table<std::string, std::string>({
      {"bus alltoall --nodes 9 --k-star 3", "bus_arbiter=same"},
      {"shared-memory alltoall --nodes 6 --k-star 3", "bus_arbiter=same"},
      {"shared-memory allgather --nodes 6 --k-star 4 --bank-mode interleaved --banks 3",
       "bank_arbiter=same"},
      {"shared-memory allgather --nodes 6 --k-star 4 --bank-mode interleaved --banks 3",
       "bank_arbiter=same,bus_arbiter=same"},
      {"omega permutation --nodes 16", "omega_element=upper-first"},
      {"omega traffic --switching unbuffered-drop --nodes 16 --load 0.9",
       "omega_element=upper-first"},
  }));
  CAPTURE(line, part);
  const Said standard = said("run " + line + " --json");
  const Said own = said("run " + line + " --json --part " + part);
  CAPTURE(own.err);
  CHECK(standard.status == 0);
  CHECK(own.status == 0);
  Json told = own.json();
  std::string parts;
  for (const Json& one : told["parts"])
    parts += (parts.empty() ? "" : ",") + one.get<std::string>();
  CHECK(parts == part);
  told.erase("parts");
  CHECK(told == standard.json());
}

TEST_CASE("what an own part decides is what happens", "[own_part]") {
  const auto cycles = [](const std::string& more) {
    const Said run = said("run omega alltoall --nodes 8 --words 8 --json" + more);
    CAPTURE(run.err);
    CHECK(run.json()["verified"] == true);
    return run.json()["cycles"].get<std::int64_t>();
  };
  CHECK(cycles(" --part omega_net=slow") == 2 * cycles(""));
}

TEST_CASE("a route of one's own stands behind the port of its name", "[own_part]") {
  const std::string line =
      "run torus traffic --sides 4,4 --routing minimal-adaptive --load 0.2 --measure 500 --json";
  const Said standard = said(line);
  const Said own = said(line + " --part route=other-way");
  CAPTURE(standard.err, own.err);
  CHECK(own.status == 0);
  CHECK(own.json()["parts"] == Json{"route=other-way"});
  CHECK(own.json()["statistics"] != standard.json()["statistics"]);
}

TEST_CASE("an own carrier says when packets are across", "[own_part]") {
  const std::string line = "run ring broadcast --nodes 8 --words 6 --json";
  const Said standard = said(line);
  const Said late = said(line + " --part carrier=late");
  CAPTURE(late.err);
  CHECK(late.status == 1);  // right data, but not in the cycles of the equation
  CHECK(late.json()["verified"] == true);
  CHECK(late.json()["cycles"] == standard.json()["cycles"].get<std::int64_t>() + 4);  // 4 hops
}

TEST_CASE("an own judge lets pass what the standard one does not", "[own_part]") {
  const std::string line = "run ring broadcast --nodes 8 --port-rule one-port --json";
  CHECK(said(line).status == 3);
  CHECK(said(line + " --part judge=mild").status == 0);
}

TEST_CASE("the rules are watched whoever decides", "[own_part]") {
  const Said run =
      said("run shared-memory scatter --nodes 6 --k-star 2 --json --part bus_arbiter=careless");
  CHECK(run.status == 3);
  CHECK(run.json()["error"]["class"] == "port-rule");
  CHECK(run.json()["error"]["part"] == "shared_memory.memory");
}

TEST_CASE("a part that answers what makes no sense is told by its name", "[own_part]") {
  const auto [line, part, words] = GENERATE(table<std::string, std::string, std::string>({
      {"omega permutation --nodes 8", "pass_scheduler=none", "names 0 of 8 messages that wait"},
      {"omega permutation --nodes 8", "pass_scheduler=far", "names 1 of 8 messages that wait"},
      {"omega permutation --nodes 8", "pass_scheduler=twice", "names 2 of 8 messages that wait"},
      {"omega permutation --nodes 8", "pass_scheduler=unset", "and no setting"},
      {"omega permutation --nodes 8", "omega_net=hasty", "ends 0 cycles after it began"},
      {"ring broadcast --nodes 5", "carrier=hasty", "that began in cycle 0 is ended in cycle 0"},
      {"ring broadcast --nodes 5", "carrier=far", "is to carry a packet until cycle"},
      {"ring broadcast --nodes 5", "carrier=shifted", "is timed that has not begun"},
      {"ring broadcast --nodes 5", "carrier=repeating",
       "is timed twice: time each that has begun, once"},
      {"ring move --nodes 5", "carrier=double", "end it in the cycle in which it ends"},
      {"ring broadcast --nodes 5", "relay_node=loud", "and nobody waits for that"},
      {"fat-tree gather --nodes 8", "counters=idle", "is not told that it is over"},
      {"fat-tree traffic --nodes 8 --measure 100", "hops=stopped", "is to end in cycle"},
      {"omega permutation --nodes 8", "pass_scheduler=early", "which takes 0 cycles or more"},
      {"omega permutation --nodes 8 --network benes", "benes_setup=none", "must have 5 of 4"},
      {"omega permutation --nodes 8 --network benes", "benes_setup=none", "at omega.none: program"},
      {"omega permutation --nodes 8 --network benes", "benes_setup=throwing",
       "it threw what is no std::exception"},
      {"omega traffic --nodes 8", "omega_fifo_element=input", "asked for input 2: it has 2"},
      {"omega traffic --nodes 8", "omega_fifo_element=place", "packet 9 at input 0: "},
      {"omega traffic --nodes 8", "omega_fifo_element=output", "asked for output 2: it has 2"},
      {"omega traffic --nodes 8 --load 0.1", "omega_fifo_element=idle",
       "For 1000 cycles it has granted nothing"},
      {"pops alltoall --d 2 --g 2", "coupler_lights=far", "to group 99, and there are 2"},
      {"pops alltoall --d 2 --g 2", "coupler_lights=first", "couplers that are not theirs"},
      {"shared-memory scatter --nodes 4 --k-star 4 --bank-mode interleaved --banks 2",
       "bank_arbiter=refusing", "has granted nothing for 1000000 cycles"},
      {"reconfigurable alltoall --nodes 4 --mode dynamic", "config_manager=unknown",
       "links in its schedule"},
      {"reconfigurable alltoall --nodes 4 --mode dynamic", "config_manager=far",
       "Port 3 of node 100000 is asked for"},
      {"reconfigurable alltoall --nodes 4 --mode dynamic", "crossbar_path=lost",
       "is led to port 99 of node 99"},
  }));
  CAPTURE(line, part);
  const Said run = said("run " + line + " --part " + part);
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Catch::Contains(words));
}

TEST_CASE("parts that nobody has are refused with what comes near", "[own_part]") {
  const auto [option, words] = GENERATE(table<std::string, std::string>({
      {"bus_arbitre=same", "did you mean 'bus_arbiter'?"},
      {"bus_arbiter=sane", "did you mean 'same'?"},
      {"bus_arbiter", "write bus_arbiter=same or careless"},
      {"bus_arbiter=same,bus_arbiter=careless", "names bus_arbiter twice"},
      {"bank_arbiter=same",
       "has no bank_arbiter in whose place same could stand: parts that can "
       "be exchanged here are bus_arbiter"},
  }));
  CAPTURE(option);
  const Said run = said("run bus alltoall --part " + option);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, Catch::Contains(words));
  const Said none = plexus_command("run bus alltoall --part " + option);
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Catch::Contains("this program has none"));
  CHECK(said("run bus topology --part bus_arbiter=same").status == 2);
}

TEST_CASE("a twin takes no place from an own part, and looks at it in lockstep",
          "[own_part][rtl]") {
  const std::string line = "run bus alltoall --nodes 4 --part bus_arbiter=same ";
  const Said instead = said(line + "--rtl bus_arbiter");
  CHECK(instead.status == 2);
  CHECK_THAT(instead.err, Catch::Contains("At bus.wires.arbiter stands bus.wires.same, and the "
                                          "twin of bus_arbiter would decide in its place"));
  CHECK(said(line + "--lockstep bus_arbiter").status == 0);
}

TEST_CASE("own parts are listed and helped with where there are some", "[own_part]") {
  CHECK_THAT(said("list parts").out, Catch::Contains("bus_arbiter=careless"));
  CHECK(said("list parts --json").json().size() == 35);
  CHECK(said("list parts --json").json()[0]["kind"] == "own-part");
  CHECK_THAT(said("run bus alltoall --help").out, Catch::Contains("--part ROLE=NAME"));
  CHECK(plexus_command("list parts").status == 2);
  CHECK_THAT(plexus_command("run bus alltoall --help").out, !Catch::Contains("--part"));
}

TEST_CASE("an own part stands below the module that has its port", "[own_part]") {
  const FreshKernel kernel;
  bus_machine machine{"bus", 4, 2, {4, 8_words}, {1_cycles, 2_words}};
  const auto made =
      exchange_parts(machine, {own_part<bus_arbiter, same_bus_arbiter>("of-my-own", "")});
  REQUIRE(made.size() == 1);
  CHECK(made[0]->name() == std::string{"bus.wires.of_my_own"});
  CHECK(machine.wires.arbiter.bound_to() == std::vector<std::string>{"bus.wires.of_my_own"});
  CHECK(sc_core::sc_find_object("bus.wires.of_my_own") == made[0].get());
  CHECK(machine.wires.arbiter.role() == "bus_arbiter");
}

TEST_CASE("a port takes one part", "[own_part]") {
  const FreshKernel kernel;
  bus_machine machine{"bus", 4, 2, {4, 8_words}, {1_cycles, 2_words}};
  const std::vector<OwnPart> both{own_part<bus_arbiter, same_bus_arbiter>("first", ""),
                                  own_part<bus_arbiter, careless_arbiter>("second", "")};
  CHECK_THROWS_WITH(exchange_parts(machine, both),
                    Catch::Contains("Port bus.wires.arbiter is bound twice, to bus.wires.first "
                                    "and to bus.wires.second"));
}

TEST_CASE("a part that is bound too late is told", "[own_part]") {
  const FreshKernel kernel;
  bus_machine machine{"bus", 4, 2, {4, 8_words}, {1_cycles, 2_words}};
  same_bus_arbiter late{"late", dynamic_cast<const bus_arbiter&>(machine.wires.arbiter.standard())};
  exchange_port<bus_arbiter_if>& port = machine.wires.arbiter;
  SECTION("twins look at what stood there before") {
    same_bus_arbiter twin{"twin", dynamic_cast<const bus_arbiter&>(port.standard())};
    port.in_front(twin);
    CHECK_THROWS_WITH(port.bind(late), Catch::Contains("Port bus.wires.arbiter is bound to late, "
                                                       "and twins look at what stood there"));
  }
  SECTION("elaboration has ended") {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    CHECK_THROWS_WITH(port.bind(late), Catch::Contains("Port bus.wires.arbiter is bound to late, "
                                                       "and elaboration has ended"));
  }
}
