#include <algorithm>
#include <bit>

#include "hw/router/packet_router.hpp"
#include "models/fat-tree/tree_routes.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_router_adapter {

constexpr unsigned kTagWidth = 32;     // a packet travels as the low bits of its number
constexpr std::uint64_t kPlaces = 64;  // of a queue, where --queue-depth does not say
constexpr std::uint64_t kMostPlaces = 1024;
constexpr std::uint64_t kMostLanes = 64;

/// What a router's twin is made for.
struct RouterSize {
  NodeId arity = 2;
  unsigned levels = 1;
  std::uint64_t up = 1;
  std::uint64_t down = 1;
  std::uint64_t places = 0;  ///< of each queue; 0: it has none
  bool sets = true;          ///< headers have a bit for each leaf
  unsigned header_width = 0;

  [[nodiscard]] Parameters parameters() const {
    Parameters all{{"Arity", arity}, {"Levels", levels}, {"UpLinks", up}, {"DownLinks", down}};
    if (places > 0) all.emplace_back("Depth", places);
    all.emplace_back("TagWidth", kTagWidth);
    all.emplace_back("Sets", sets ? 1 : 0);
    return all;
  }
};

RouterSize size_of(const packet_router& part, const tree_routes_if& tree) {
  const branch_output& down = *part.outputs().back();
  const branch_output* const up = part.output(0);
  const BranchRules& rules = down.bank().rules();
  RouterSize size{tree.arity(), tree.levels(), up == nullptr ? 1 : up->links().links(),
                  down.links().links()};
  size.sets = tree.has_sets();
  size.header_width = tree.header_width();
  if (!rules.queue_free) {
    size.places = std::max<std::uint64_t>(1, rules.queue_limit.value_or(kPlaces));
  }
  return size;
}

/// Throws SizeMissing where no twin fits.
const RouterSize& checked(const RouterSize& size, const BranchRules& rules,
                          const tree_routes_if& tree) {
  const auto missing = [](const std::string& what) {
    throw SizeMissing{"The twins of a tree's routers exist for " + what + ": leave the twin out."};
  };
  if (!rules.step) missing("packets that all take equally many cycles over a link");
  if (!std::has_single_bit(size.arity)) missing("an arity that is a power of two");
  if (size.up + size.arity * size.down > kMostLanes) {
    missing("routers with up to " + std::to_string(kMostLanes) + " links");
  }
  if (size.places > kMostPlaces) {
    missing("queues of up to " + std::to_string(kMostPlaces) + " places");
  }
  if (size.header_width > 64) missing("headers of up to 64 bits");
  if (tree.sends_sets() && !size.sets) {
    missing("multicasts on trees of up to " + std::to_string(tree_routes_if::kMostLeavesOfSets) +
            " leaves");
  }
  return size;
}

/// What has come in by one link in this cycle.
struct Coming {
  std::size_t lane = 0;
  tree_routes_if::Wires wires;
  PacketId packet = 0;
};

/// Pins of ft_router.sv.
struct Inputs {
  Pin step_en{"step_en"}, level{"level"}, index{"index"}, valid{"valid", 1};
  Pin kind = Pin{"kind", 2}.of({"unicast", "turn", "flood", "set"}), header{"header", "valid"};
  Pin tag{"tag", kTagWidth};
};

struct Outputs {
  Pin valid{"valid", 1}, kind = Pin{"kind", 2}.of({"unicast", "turn", "flood", "set"});
  Pin header{"header", "valid"}, tag{"tag", kTagWidth};
  Pin waiting{"waiting?", "overflow"};  ///< this and the next: where there are queues
  Pin overflow{"overflow?", 1};
  Pin conflict{"conflict?", 1};  ///< where there are none
};

struct Lane final : twin<Inputs, Outputs> {
  std::vector<Coming> coming;  ///< in this cycle
};

/// Twin of one router of a tree.
class router_twin final : public twins_of<Lane>, public branch_watch_if {
 public:
  router_twin(packet_router& part, const tree_routes_if& tree, const TwinSite& site)
      : twins_of{site,
                 checked(size_of(part, tree), part.outputs().back()->bank().rules(), tree)
                     .parameters(),
                 {part.name()}},
        part_{&part},
        tree_{&tree},
        size_{size_of(part, tree)},
        step_{*part.outputs().back()->bank().rules().step} {
    bank().watch(*this);
    if (replaces()) part.hand_over();
  }

  void delivered(const branch_output& output, std::uint32_t link, RoutedPacket& packet) override {
    if (&output.receiver() != static_cast<const branch_end_if*>(part_)) return;
    Lane& lane = active_lane();
    const auto wires = tree_->wires(packet.header);
    if (!wires) wrong_now(lane, "cannot be told a set of so many leaves");
    lane.coming.push_back({lane_of(output.receiver_port(), link), *wires, packet.packet.id()});
  }

 private:
  [[nodiscard]] branch_bank& bank() const { return part_->outputs().back()->bank(); }
  [[nodiscard]] std::size_t lane_of(std::uint32_t port, std::uint32_t link) const {
    return port == 0 ? link : size_.up + (port - 1) * size_.down + link;
  }

  void made(Lane& lane) override {
    const auto [level, index] = tree_->place_of(part_->number());
    lane.in.level.set(level);
    lane.in.index.set(index);
  }
  [[nodiscard]] bool steps(Cycles cycle) const { return cycle.count() % step_.count() == 0; }

  void present(Lane& lane, Cycles cycle) override {
    lane.in.step_en.set(steps(cycle));
    lane.in.valid.clear();
    for (const Coming& one : lane.coming) {
      lane.in.valid.set(one.lane, 1);
      lane.in.kind.set(one.lane, one.wires.kind);
      lane.in.header.set(one.lane, one.wires.header);
      lane.in.tag.set(one.lane, one.packet);
    }
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    for (Pin* pin : {&lane.out.valid, &lane.out.waiting, &lane.out.overflow, &lane.out.conflict})
      pin->clear();
    for (std::uint32_t port = 0; port < part_->ports(); ++port) {
      const branch_output* const output = part_->output(port);
      if (output == nullptr) continue;
      lane.out.waiting.set(port, output->queue().size());
      for (std::uint32_t link = 0; link < output->links().links(); ++link) {
        if (!output->links().taken(link)) continue;
        const RoutedPacket& packet = output->links().packet(link);
        const auto wires = tree_->wires(packet.header);
        const std::size_t at = lane_of(port, link);
        lane.out.valid.set(at, 1);
        lane.out.kind.set(at, wires->kind);
        lane.out.header.set(at, wires->header);
        lane.out.tag.set(at, packet.packet.id());
      }
    }
  }

  /// In the router's place: what the twin shows on a link leaves the queue in which it waits.
  void follow(Lane& lane, Cycles cycle) override {
    if (!steps(cycle)) return;
    for (std::uint32_t port = 0; port < part_->ports(); ++port) {
      branch_output* const output = part_->outputs()[port];
      const std::string at = " at port '" + part_->port_name(port) + "'";
      for (std::uint32_t link = 0; output != nullptr && link < output->links().links(); ++link) {
        if (lane.seen.valid.get(lane_of(port, link)) != 0) drive(lane, *output, link, at);
      }
      const bool trouble = lane.seen.overflow.get(port) != 0 || lane.seen.conflict.get(port) != 0;
      if (trouble) {
        wrong(lane, size_.places > 0 ? "has queues of " + std::to_string(size_.places) +
                                           " places, and more packets wait" + at +
                                           ": choose another --queue-depth"
                                     : "has no queues, and packets meet" + at);
      }
      if (output == nullptr) continue;
      const std::uint64_t holds = lane.seen.waiting.get(port);
      if (holds != output->queue().size() && !trouble) {
        wrong(lane, "holds " + std::to_string(holds) + " packets" + at + " where " +
                        std::to_string(output->queue().size()) + " have stayed");
      }
    }
    part_->driven();
  }

  void drive(Lane& lane, branch_output& output, std::uint32_t link, const std::string& at) {
    const std::uint64_t tag = lane.seen.tag.get(lane_of(output.sender_port(), link));
    for (std::size_t i = 0; i < output.queue().size(); ++i) {
      const std::uint64_t number = output.queue()[i]->packet.id();
      if ((number & 0xffff'ffff) == tag) return bank().drive(output, i, link);
    }
    wrong(lane, "shows packet " + std::to_string(tag) + at + ", where it does not wait");
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.coming.clear();
    return !steps(cycle + 1_cycles) || lane.seen.valid.on() || lane.seen.waiting.on();
  }

  packet_router* part_;
  const tree_routes_if* tree_;
  RouterSize size_;
  Cycles step_;
};

/// The twin of a router with queues, or without.
std::unique_ptr<twin_bank> attach(sc_core::sc_object& object, const TwinSite& site, bool queues) {
  auto* const part = dynamic_cast<packet_router*>(&object);
  if (part == nullptr) return nullptr;
  const auto* const tree = dynamic_cast<const tree_routes_if*>(&part->route());
  if (tree == nullptr) return nullptr;
  const BranchRules& rules = part->outputs().back()->bank().rules();
  if (rules.queue_free == queues || rules.duplex != BranchDuplex::kFull || rules.queue_places) {
    return nullptr;
  }
  return std::make_unique<router_twin>(*part, *tree, site);
}

TwinBlock ft_router_block() {
  return {.part = "hw/router/packet_router.hpp",
          .sizes = "arity a power of two, up to 64 links",
          .help = "Packet router of a tree, with a queue at every output",
          .built = RouterSize{2, 3, 1, 1, kPlaces}.parameters(),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            return attach(object, site, true);
          }};
}

TwinBlock ft_router_qf_block() {
  return {.part = "hw/router/packet_router.hpp",
          .sizes = "arity a power of two, up to 64 links",
          .help = "The same without queues, for timetables that need none",
          .built = RouterSize{2, 3, 1, 1, 0}.parameters(),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            return attach(object, site, false);
          }};
}

}  // namespace plexus::ft_router_adapter
