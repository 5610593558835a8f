#include "rtl/twins.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw/router/cube_route.hpp"
#include "hw/router/exchange_ctl.hpp"
#include "hw/router/torus_route.hpp"

#ifdef PLEXUS_HAS_VERILATOR
#include <set>

#include "hw/bus/bus.hpp"
#include "hw/bus/memory_banks.hpp"
#include "hw/switch/benes_setup.hpp"
#include "hw/switch/combine_element.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/omega_net.hpp"
#include "rtl/bank_arbiter_twin.hpp"
#include "rtl/benes_setup_twin.hpp"
#include "rtl/bus_arbiter_twin.hpp"
#include "rtl/exchange_ctl_twin.hpp"
#include "rtl/link_twin.hpp"
#include "rtl/omega_element_twin.hpp"
#include "rtl/omega_fifo_element_twin.hpp"
#include "rtl/omega_net_twin.hpp"
#include "rtl/port_guard_twin.hpp"
#include "rtl/relay_node_twin.hpp"
#include "rtl/route_twin.hpp"
#include "rtl/twin_clock.hpp"
#endif

namespace plexus {

namespace {

#ifdef PLEXUS_HAS_VERILATOR

/// One line per block that has an adapter; the sizes are those of rtl/CMakeLists.txt.
const std::array kBlocks{
    TwinBlock{"link",
              "hw/link/link.hpp",
              "rtl/link.sv",
              {"any words, startup and bandwidth (64 bits)"},
              "One direction of a clocked channel: start-up, then one beat per cycle"},
    TwinBlock{"port_guard",
              "hw/channel/port_guard.hpp",
              "rtl/port_guard.sv",
              {"up to 8 channels", "up to 64 channels"},
              "Watches the port rule of one node"},
    TwinBlock{"relay_node",
              "hw/node/relay_node.hpp",
              "rtl/relay_node.sv",
              {"up to 8 channels, 16 packets", "up to 24 channels, 16 packets"},
              "Store and forward inside a node, to any set of its channels"},
    TwinBlock{"exchange_ctl",
              "hw/router/exchange_ctl.hpp",
              "rtl/exchange_ctl.sv",
              {"any"},
              "Exchange steps with the neighbour across a dimension: who sends when"},
    TwinBlock{"bus_arbiter",
              "hw/bus/bus_arbiter.hpp",
              "rtl/bus_arbiter.sv",
              {"up to 8 processors", "up to 32 processors"},
              "Deals out the channels of a bus, or the slots of a memory"},
    TwinBlock{"bank_arbiter",
              "hw/bus/bank_arbiter.hpp",
              "rtl/bank_arbiter.sv",
              {"up to 8 processors and banks", "up to 64 processors and banks"},
              "Gives each memory bank to one access per cycle"},
    TwinBlock{"torus_route",
              "hw/router/torus_route.hpp",
              "rtl/torus_route.sv",
              {"up to 4 dimensions, sides up to 65535"},
              "Next hop on a torus or an open mesh, dimension order"},
    TwinBlock{"cube_route",
              "hw/router/cube_route.hpp",
              "rtl/cube_route.sv",
              {"up to 24 dimensions"},
              "Next hop on a hypercube, most significant bit first"},
    TwinBlock{"omega_element",
              "hw/switch/omega_element.hpp",
              "rtl/omega_element.sv",
              {"radix 2"},
              "Element of an unbuffered switch: straight, exchange, upper and lower broadcast"},
    TwinBlock{"combine_element",
              "hw/switch/combine_element.hpp",
              "rtl/combine_element.sv",
              {"radix 2"},
              "The same, merging messages for the same destination that meet in it"},
    TwinBlock{"omega_net",
              "hw/switch/omega_net.hpp",
              "rtl/omega_net.sv",
              {"8 ports of radix 2", "16 ports of radix 2"},
              "A whole unbuffered omega network with its pass controller"},
    TwinBlock{"omega_fifo_element",
              "hw/switch/omega_fifo_element.hpp",
              "rtl/omega_fifo_element.sv",
              {"radix 2, FIFO depth 1", "radix 2, FIFO depth 2", "radix 2, FIFO depth 4"},
              "Element of a buffered switch: a FIFO of one-word packets at each input"},
    TwinBlock{"benes_setup",
              "hw/switch/benes_setup.hpp",
              "rtl/benes_setup.sv",
              {"8 ports", "16 ports"},
              "Works out the settings of a benes network by the looping algorithm"},
};

#else

const std::array<TwinBlock, 0> kBlocks{};

#endif

std::string names() {
  std::string text;
  for (const TwinBlock& block : kBlocks) text += (text.empty() ? "" : ", ") + block.name;
  return text;
}

void check(const TwinOptions& options) {
  if (!options.any()) return;
  if (kBlocks.empty()) {
    throw std::invalid_argument{
        "This build has no RTL twins, because Verilator was not there when it was configured. "
        "Install it and configure again."};
  }
  std::vector<std::string> parts = options.rtl;
  parts.insert(parts.end(), options.lockstep.begin(), options.lockstep.end());
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (std::ranges::find(kBlocks, *part, &TwinBlock::name) == kBlocks.end()) {
      throw std::invalid_argument{"The part " + *part +
                                  " has no RTL twin; parts that have one: " + names() + '.'};
    }
    if (std::find(parts.begin(), part, *part) != part) {
      throw std::invalid_argument{"The part " + *part +
                                  " is named twice; name it once, after --rtl or --lockstep."};
    }
  }
  if (parts.empty()) {
    throw std::invalid_argument{
        "--rtl-vcd shows RTL twins, and none runs; add --rtl or --lockstep with one of: " +
        names() + '.'};
  }
}

}  // namespace

std::span<const TwinBlock> twin_blocks() { return kBlocks; }

#ifdef PLEXUS_HAS_VERILATOR

struct Twins::Parts {
  explicit Parts(TwinOptions&& asked) : options{std::move(asked)}, clock{"twins", options.wave} {}

  /// How the twin of `part` takes part in the run, if it does.
  std::optional<TwinMode> attach(const std::string& part) {
    const auto names_it = [&](const std::vector<std::string>& list) {
      return std::ranges::find(list, part) != list.end();
    };
    const bool replaces = names_it(options.rtl);
    if (!replaces && !names_it(options.lockstep)) return std::nullopt;
    attached.insert(part);
    return replaces ? TwinMode::kReplace : TwinMode::kLockstep;
  }

  TwinOptions options;
  twin_clock clock;
  std::set<std::string> attached;  ///< parts that have been there
  std::vector<std::unique_ptr<link_twin>> links;
  std::vector<std::unique_ptr<port_guard_twin>> port_guards;
  std::vector<std::unique_ptr<bus_arbiter_twin>> bus_arbiters;
  std::vector<std::unique_ptr<bank_arbiter_twin>> bank_arbiters;
  std::vector<std::unique_ptr<omega_element_twin>> elements;
  std::vector<std::unique_ptr<omega_net_twin>> networks;
  std::vector<std::unique_ptr<omega_fifo_element_twin>> fifo_elements;
  std::vector<std::unique_ptr<benes_setup_twin>> benes_setups;
  std::vector<std::unique_ptr<route_twin>> routers;
  std::vector<std::unique_ptr<relay_node_twin>> relays;
  std::vector<std::unique_ptr<exchange_ctl_twin>> exchanges;
};

namespace {

/// Full name of a part inside another one.
std::string inside(const sc_core::sc_object& whole, const char* part) {
  return std::string{whole.name()} + '.' + part;
}

}  // namespace

Twins::Twins(TwinOptions options) {
  check(options);
  if (options.any()) parts_ = std::make_unique<Parts>(std::move(options));
}

void Twins::attach(link_bank& links) {
  if (!parts_) return;
  if (const auto mode = parts_->attach("link")) {
    parts_->links.push_back(std::make_unique<link_twin>(sc_core::sc_gen_unique_name("link_twin"),
                                                        links, *mode, parts_->clock));
  }
  if (const auto mode = parts_->attach("port_guard")) {
    parts_->port_guards.push_back(std::make_unique<port_guard_twin>(links, *mode, parts_->clock));
  }
}

void Twins::attach(bus& wires) {
  if (!parts_) return;
  if (const auto mode = parts_->attach("bus_arbiter")) {
    parts_->bus_arbiters.push_back(std::make_unique<bus_arbiter_twin>(
        inside(wires, "bus_arbiter"), wires.processors(), wires.channels(), *mode, parts_->clock));
    wires.set_arbiter(*parts_->bus_arbiters.back());
  }
}

void Twins::attach(memory_banks& memory) {
  if (!parts_) return;
  if (const auto mode = parts_->attach("bus_arbiter")) {
    parts_->bus_arbiters.push_back(std::make_unique<bus_arbiter_twin>(
        inside(memory, "bus_arbiter"), memory.processors(), memory.slots(), *mode, parts_->clock));
    memory.set_slot_arbiter(*parts_->bus_arbiters.back());
  }
  if (memory.banks() == 0) return;
  if (const auto mode = parts_->attach("bank_arbiter")) {
    parts_->bank_arbiters.push_back(std::make_unique<bank_arbiter_twin>(
        inside(memory, "bank_arbiter"), memory.processors(), memory.banks(), *mode, parts_->clock));
    memory.set_bank_arbiter(*parts_->bank_arbiters.back());
  }
}

route_if& Twins::attach(torus_route& part) {
  const auto mode = parts_ ? parts_->attach("torus_route") : std::nullopt;
  if (!mode) return part;
  const RoutePart described{part.machine(), "torus_route", part.nodes()};
  return *parts_->routers.emplace_back(std::make_unique<route_twin>(
      part, described, *mode, parts_->clock, torus_route_models(part)));
}

route_if& Twins::attach(cube_route& part) {
  const auto mode = parts_ ? parts_->attach("cube_route") : std::nullopt;
  if (!mode) return part;
  const RoutePart described{part.machine(), "cube_route", part.nodes()};
  return *parts_->routers.emplace_back(std::make_unique<route_twin>(
      part, described, *mode, parts_->clock, cube_route_models(part.nodes())));
}

exchange_ctl_if& Twins::attach(exchange_ctl& part) {
  const auto mode = parts_ ? parts_->attach("exchange_ctl") : std::nullopt;
  if (!mode) return part;
  return *parts_->exchanges.emplace_back(
      std::make_unique<exchange_ctl_twin>(part, *mode, parts_->clock));
}

relay_pacer_if* Twins::attach(link_bank& links, unsigned channels) {
  const auto mode = parts_ ? parts_->attach("relay_node") : std::nullopt;
  if (!mode) return nullptr;
  return parts_->relays
      .emplace_back(std::make_unique<relay_node_twin>(sc_core::sc_gen_unique_name("relay_twin"),
                                                      links, channels, *mode, parts_->clock))
      .get();
}

void Twins::attach(switch_fabric& fabric) {
  if (!parts_) return;
  const bool combines = dynamic_cast<const combine_element*>(&fabric.stage(0)[0]) != nullptr;
  const std::string part = combines ? "combine_element" : "omega_element";
  if (const auto mode = parts_->attach(part)) {
    parts_->elements.push_back(
        std::make_unique<omega_element_twin>(part, fabric, *mode, parts_->clock));
  }
}

void Twins::attach(omega_net& net) {
  attach(static_cast<switch_fabric&>(net));
  const bool combines = dynamic_cast<const combine_element*>(&net.stage(0)[0]) != nullptr;
  if (!parts_ || combines || !is_omega(net.wiring())) return;
  if (const auto mode = parts_->attach("omega_net")) {
    parts_->networks.push_back(std::make_unique<omega_net_twin>(
        sc_core::sc_gen_unique_name("omega_net_twin"), net, *mode, parts_->clock));
  }
}

void Twins::attach(omega_fifo_net& net) {
  if (!parts_) return;
  if (const auto mode = parts_->attach("omega_fifo_element")) {
    parts_->fifo_elements.push_back(
        std::make_unique<omega_fifo_element_twin>(net, *mode, parts_->clock));
  }
}

void Twins::attach(benes_setup& part) {
  if (!parts_) return;
  if (const auto mode = parts_->attach("benes_setup")) {
    parts_->benes_setups.push_back(std::make_unique<benes_setup_twin>(part, *mode, parts_->clock));
  }
}

void Twins::require_all_attached() const {
  if (!parts_) return;
  for (const auto* list : {&parts_->options.rtl, &parts_->options.lockstep}) {
    for (const std::string& part : *list) {
      if (parts_->attached.contains(part)) continue;
      throw std::invalid_argument{"The machine as it is asked for has no " + part +
                                  ": leave out its twin, or choose other parameters."};
    }
  }
}

void Twins::finish() {
  if (parts_) parts_->clock.finish();
}

#else

struct Twins::Parts {};

Twins::Twins(TwinOptions options) { check(options); }
void Twins::attach(link_bank& /*links*/) {}
void Twins::attach(bus& /*wires*/) {}
void Twins::attach(memory_banks& /*memory*/) {}
void Twins::attach(switch_fabric& /*fabric*/) {}
void Twins::attach(omega_net& /*net*/) {}
void Twins::attach(omega_fifo_net& /*net*/) {}
void Twins::attach(benes_setup& /*part*/) {}
route_if& Twins::attach(torus_route& part) { return part; }
route_if& Twins::attach(cube_route& part) { return part; }
exchange_ctl_if& Twins::attach(exchange_ctl& part) { return part; }
relay_pacer_if* Twins::attach(link_bank& /*links*/, unsigned /*channels*/) { return nullptr; }
void Twins::require_all_attached() const {}
void Twins::finish() {}

#endif

Twins::~Twins() = default;

}  // namespace plexus
