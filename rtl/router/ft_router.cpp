#include <algorithm>
#include <bit>

#include "rtl/router/tree.hpp"

namespace plexus::ft_router_adapter {

constexpr std::uint64_t kMostPlaces = 1024;
constexpr std::uint64_t kMostLinks = 64;

/// `places` of each queue; 0: there is none. `sets`: headers have a bit for each leaf.
Parameters parameters(NodeId arity, unsigned levels, std::uint64_t up, std::uint64_t down,
                      std::uint64_t places, bool sets) {
  Parameters all{{"Arity", arity}, {"Levels", levels}, {"UpLinks", up}, {"DownLinks", down}};
  if (places > 0) all.emplace_back("Depth", places);
  all.emplace_back("TagWidth", kTagWidth);
  all.emplace_back("Sets", sets ? 1 : 0);
  return all;
}

const BranchRules& rules_of(const packet_router& part) {
  return part.outputs().back()->bank().rules();
}
std::uint64_t up_links(const packet_router& part) {
  return part.output(0) == nullptr ? 1 : part.output(0)->links().links();
}
std::uint64_t down_links(const packet_router& part) {
  return part.outputs().back()->links().links();
}
std::uint64_t places_of(const packet_router& part) {
  const BranchRules& rules = rules_of(part);
  return rules.queue_free ? 0
                          : std::max<std::uint64_t>(1, rules.queue_limit.value_or(kQueuePlaces));
}

/// Throws SizeMissing where no twin fits.
Parameters size_of(const packet_router& part) {
  const tree_routes_if& tree = *tree_of(part);
  const auto require = [](bool holds, const std::string& what) {
    if (holds) return;
    throw SizeMissing{"The twins of a tree's routers exist for " + what + ": leave the twin out."};
  };
  require(rules_of(part).step.has_value(), "packets that all take equally many cycles over a link");
  require(std::has_single_bit(tree.arity()), "an arity that is a power of two");
  require(up_links(part) + tree.arity() * down_links(part) <= kMostLinks,
          fmt::format("routers with up to {} links", kMostLinks));
  require(places_of(part) <= kMostPlaces, fmt::format("queues of up to {} places", kMostPlaces));
  require(tree.header_width() <= 64, "headers of up to 64 bits");
  require(!tree.sends_sets() || tree.has_sets(),
          fmt::format("multicasts on trees of up to {} leaves", tree_routes_if::kMostLeavesOfSets));
  return parameters(tree.arity(), tree.levels(), up_links(part), down_links(part), places_of(part),
                    tree.has_sets());
}

/// Pins of ft_router.sv and ft_router_qf.sv.
struct Inputs {
  Pin step_en{"step_en"}, level{"level"}, index{"index"};
  PacketPins in;
};
struct Outputs {
  PacketPins out;
  Pin waiting{"waiting?", "overflow"};  ///< this and the next: where there are queues
  Pin overflow{"overflow?", 1};
  Pin conflict{"conflict?", 1};  ///< where there are none
};
using Lane = twin<Inputs, Outputs>;

/// Twin of one router of a tree.
class router_twin final : public twins_of<Lane, packet_router>, public branch_watch_if {
 public:
  router_twin(packet_router& of, const TwinSite& site)
      : twins_of{of, site, size_of(of), of.name()}, tree_{tree_of(of)}, step_{*rules_of(of).step} {
    bank().watch(*this);
    if (replaces()) of.hand_over();
  }

  void delivered(const branch_output& output, std::uint32_t link, RoutedPacket& packet) override {
    if (&output.receiver() != static_cast<const branch_end_if*>(&part)) return;
    Lane& lane = active_lane();
    const auto wires = tree_->wires(packet.header);
    if (!wires) wrong_now(lane, "cannot be told a set of so many leaves");
    coming_.push_back({link_of(output.receiver_port(), link), *wires, packet.packet.id()});
  }

 private:
  [[nodiscard]] branch_bank& bank() const { return part.outputs().back()->bank(); }
  [[nodiscard]] std::size_t link_of(std::uint32_t port, std::uint32_t link) const {
    return port == 0 ? link : up_links(part) + (port - 1) * down_links(part) + link;
  }
  [[nodiscard]] bool steps(Cycles cycle) const { return cycle.count() % step_.count() == 0; }

  void made(Lane& lane) override {
    const auto [level, index] = tree_->place_of(part.number());
    lane.in.level.set(level);
    lane.in.index.set(index);
  }
  void present(Lane& lane, Cycles cycle) override {
    lane.in.step_en.set(steps(cycle));
    lane.in.in.take(coming_);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.out.valid.clear();
    for (Pin* pin : {&lane.out.waiting, &lane.out.overflow, &lane.out.conflict}) pin->clear();
    for (std::uint32_t port = 0; port < part.ports(); ++port) {
      const branch_output* const output = part.output(port);
      if (output == nullptr) continue;
      lane.out.waiting.set(port, output->queue().size());
      for (std::uint32_t link = 0; link < output->links().links(); ++link) {
        if (!output->links().taken(link)) continue;
        const RoutedPacket& packet = output->links().packet(link);
        lane.out.out.show({link_of(port, link), *tree_->wires(packet.header), packet.packet.id()});
      }
    }
  }

  /// In the router's place: what the twin shows on a link leaves the queue in which it waits.
  void follow(Lane& lane, Cycles cycle) override {
    if (!steps(cycle)) return;
    for (std::uint32_t port = 0; port < part.ports(); ++port) {
      branch_output* const output = part.outputs()[port];
      const std::string at = " at port '" + part.port_name(port) + "'";
      for (std::uint32_t link = 0; output != nullptr && link < output->links().links(); ++link) {
        if (lane.seen.out.valid.bit(link_of(port, link))) drive(lane, *output, link, at);
      }
      const bool trouble = lane.seen.overflow.get(port) != 0 || lane.seen.conflict.get(port) != 0;
      if (trouble) {
        const std::uint64_t places = places_of(part);
        places == 0 ? wrong(lane, "has no queues, and packets meet{}", at)
                    : wrong(lane,
                            "has queues of {} places, and more packets wait{}: choose another "
                            "--queue-depth",
                            places, at);
      }
      if (output != nullptr && !trouble) lane.out.waiting.set(port, output->queue().size());
    }
    part.driven();
  }
  void drive(Lane& lane, branch_output& output, std::uint32_t link, const std::string& at) {
    const std::uint64_t tag = lane.seen.out.tag.get(link_of(output.sender_port(), link));
    for (std::size_t i = 0; i < output.queue().size(); ++i) {
      const std::uint64_t number = output.queue()[i]->packet.id();
      if ((number & 0xffff'ffff) == tag) return bank().drive(output, i, link);
    }
    wrong(lane, "shows packet {}{}, where it does not wait", tag, at);
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    return !steps(cycle + 1_cycles) || lane.seen.out.valid.on() || lane.seen.waiting.on();
  }

  const tree_routes_if* tree_;
  Cycles step_;
  std::vector<OnLink> coming_;  ///< in this cycle
};

/// A router of a tree, with queues or without.
template <bool Queues>
constexpr auto kHas = [](const packet_router& part, const TwinSite&) {
  if (tree_of(part) == nullptr) return false;
  const BranchRules& rules = rules_of(part);
  return rules.queue_free != Queues && rules.duplex == BranchDuplex::kFull && !rules.queue_places;
};

TwinBlock ft_router_block() {
  return {.built = parameters(2, 3, 1, 1, kQueuePlaces, true),
          .attach = attach_to<packet_router, router_twin, kHas<true>>};
}

TwinBlock ft_router_qf_block() {
  return {.built = parameters(2, 3, 1, 1, 0, true),
          .attach = attach_to<packet_router, router_twin, kHas<false>>};
}

}  // namespace plexus::ft_router_adapter
