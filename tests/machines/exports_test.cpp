#include <memory>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/hypercube/module.hpp"
#include "models/operations/operation.hpp"
#include "models/reconfigurable/module.hpp"
#include "models/torus/module.hpp"

using namespace plexus;

namespace {

/// Asks a machine's routers for the way, from outside.
class traveller final : public sc_core::sc_module {
 public:
  explicit traveller(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(traveller);
    SC_METHOD(go);
  }
  sc_core::sc_port<route_if> routers{"routers"};
  NodeId from = 0;
  NodeId to = 0;
  std::vector<unsigned> way;
  std::function<NodeId(NodeId, unsigned)> neighbour;

 private:
  void go() {
    for (NodeId here = from; const auto channel = routers->next(here, to);) {
      way.push_back(*channel);
      here = neighbour(here, *channel);
    }
  }
};

void travel(DirectWiring wiring, sc_core::sc_export<route_if>& routers, NodeId to,
            std::size_t hops) {
  traveller user{"user"};
  user.routers(routers);
  user.to = to;
  user.neighbour = [&](NodeId here, unsigned channel) {
    return wiring.neighbour(here, channel)->node;
  };
  sc_core::sc_start();
  CHECK(user.way.size() == hops);
}

/// Sets every link as soon as both of its ends are there, at once.
class at_once final : public sc_core::sc_module, public link_setup_if {
 public:
  explicit at_once(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(at_once);
    SC_METHOD(open);
    sensitive << wake_;
    dont_initialize();
  }
  sc_core::sc_port<crossbar_links_if> links{"links"};
  void at_hand(std::uint32_t link) override {
    asked_.push_back(link);
    wake_.notify(sc_core::SC_ZERO_TIME);
  }

 private:
  void open() {
    for (const std::uint32_t link : std::exchange(asked_, {})) links->open(link);
  }
  std::vector<std::uint32_t> asked_;
  sc_core::sc_event wake_;
};

}  // namespace

TEST_CASE("a module of one's own asks the routers that a machine exports", "[machines][exports]") {
  const FreshKernel kernel;
  SECTION("torus") {
    const TorusShape shape{{4, 4}, true};
    torus_machine torus{"torus", shape, {}, {}, PortRule::kAllFull, true};
    travel(shape.wiring(), *torus.routers, 10, 4);
  }
  SECTION("hypercube") {
    const HypercubeShape cube{4};
    hypercube_machine machine{"cube", cube, {}, {}, PortRule::kAllFull, {.routers = true}};
    travel(cube.wiring(), *machine.routers, 11, 3);
  }
}

TEST_CASE("a manager of one's own sets the links that a machine exports", "[machines][exports]") {
  const FreshKernel kernel;
  ReconfigurableCase at;
  at.nodes = 9;
  at.mode = ReconfigurableMode::kDynamic;
  at.plan = std::make_shared<const Plan>(plan_alltoall_direct(at));
  const Operation data = alltoall_operation(at.nodes, at.words);
  reconfigurable_machine machine{"machine", at, data, {}};
  at_once mine{"mine"};
  machine.setup(mine);
  mine.links(machine.links_to_set);
  place(data, machine);
  machine.load([&machine](crossbar_node& self) { return play(self, machine); });
  sc_core::sc_start();
  CHECK(machine.links().figures().messages == 72);
  CHECK(machine.waiting_text().empty());
}

TEST_CASE("links that do not lead back are told when a machine is built", "[machines][exports]") {
  const auto built = [](const ChannelEnd& of_node_0) {
    const FreshKernel kernel;
    const DirectWiring pair{2,
                            2,
                            1,
                            [&](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
                              if (channel != 0) return std::nullopt;
                              return v == 0 ? of_node_0 : ChannelEnd{0, 0};
                            },
                            {}};
    try {
      const direct_machine machine{"pair", pair, {1, 1_words}, {}, PortRule::kAllFull};
      return std::string{};
    } catch (const sc_core::sc_report& report) {
      return std::string{report.get_msg()};
    }
  };
  CHECK(built({1, 0}).empty());
  CHECK(built({7, 0}) ==
        "Channel 0 of node 0 leads to channel 0 of node 7, and there is none: a link "
        "joins two channels both ways.");
  CHECK_THAT(built({1, 1}), Catch::Contains("channel 1 of node 1, and that does not lead back"));
}
