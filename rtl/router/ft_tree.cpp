#include <algorithm>
#include <unordered_map>

#include "hw/router/packet_router.hpp"
#include "models/fat-tree/tree_routes.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_tree_adapter {

constexpr unsigned kTagWidth = 32;     // a packet travels as the low bits of its number
constexpr std::uint64_t kPlaces = 64;  // of a queue, where --queue-depth does not say
constexpr unsigned kMostLevels = 5;

/// A binary tree and the ends of its leaves' branches, by leaf.
struct Tree {
  const tree_routes_if* routes = nullptr;
  bool constant = true;     ///< all branches have one link
  bool exponential = true;  ///< 2^(j-1) of them on level j
  std::vector<const branch_output*> up;
  std::vector<const branch_output*> down;
};

/// The tree that these branches are; without routes if they are none.
Tree tree_of(const branch_bank& branches) {
  Tree tree;
  for (const branch_output& output : branches.outputs()) {
    if (!output.upwards()) {
      if (!output.receiver().is_router()) tree.down.push_back(&output);
      continue;
    }
    const auto* const above = dynamic_cast<const packet_router*>(&output.receiver());
    if (above == nullptr) return {};
    tree.routes = dynamic_cast<const tree_routes_if*>(&above->route());
    if (tree.routes == nullptr) return {};
    const unsigned level = tree.routes->place_of(above->number()).level;
    tree.constant = tree.constant && output.links().links() == 1;
    tree.exponential = tree.exponential && output.links().links() == std::uint64_t{1}
                                                                         << (level - 1);
    if (!output.of_router()) tree.up.push_back(&output);
  }
  std::ranges::sort(tree.up, {}, [](const auto* output) { return output->sender().place(); });
  std::ranges::sort(tree.down, {}, [](const auto* output) { return output->receiver().place(); });
  return tree;
}

Parameters parameters(unsigned levels, bool exponential, bool queue_free, std::uint64_t places) {
  return {{"Levels", levels},
          {"Exponential", exponential ? 1 : 0},
          {"QueueFree", queue_free ? 1 : 0},
          {"Depth", places},
          {"TagWidth", kTagWidth},
          {"Sets", 1}};
}

/// Throws SizeMissing where no twin fits.
Parameters parameters_of(const Tree& tree, const BranchRules& rules) {
  if (tree.routes->arity() != 2 || tree.routes->levels() > kMostLevels ||
      (!tree.constant && !tree.exponential) || !rules.step) {
    throw SizeMissing{
        "The twin of a whole tree exists for arity 2, up to 32 nodes, constant or exponential "
        "capacities, and packets that all take equally many cycles over a link: leave the twin "
        "out."};
  }
  const std::uint64_t places =
      std::clamp<std::uint64_t>(rules.queue_limit.value_or(kPlaces), 1, 1024);
  return parameters(tree.routes->levels(), !tree.constant, rules.queue_free,
                    rules.queue_free ? 1 : places);
}

/// What a leaf sends from this cycle on.
struct Sent {
  std::size_t leaf = 0;
  tree_routes_if::Wires wires;
  PacketId packet = 0;
};

/// Pins of ft_tree.sv.
struct Inputs {
  Pin step_en{"step_en"}, valid{"valid", 1};
  Pin kind = Pin{"kind", 2}.of({"unicast", "turn", "flood", "set"}), header{"header", "valid"};
  Pin tag{"tag", kTagWidth};
};

struct Outputs {
  Pin valid{"valid", 1}, kind = Pin{"kind", 2}.of({"unicast", "turn", "flood", "set"});
  Pin header{"header", "valid"}, tag{"tag", kTagWidth}, trouble{"trouble"};
};

using Lane = twin<Inputs, Outputs>;

/// Twin of all routers and branches of a tree. In their place the leaves get what the twin shows
/// them, when the model's packets come; figures of the routers are the model's.
class tree_twin final : public twins_of<Lane>, public branch_watch_if {
 public:
  tree_twin(branch_bank& branches, Tree tree, const TwinSite& site)
      : twins_of{site,
                 parameters_of(tree, branches.rules()),
                 {std::string{branches.name()} + ".ft_tree"}},
        branches_{&branches},
        tree_{std::move(tree)},
        step_{*branches.rules().step},
        shown_(tree_.down.size()) {
    branches.watch(*this);
    for (std::size_t leaf = 0; leaf < tree_.up.size(); ++leaf) {
      leaves_.emplace(tree_.up[leaf], leaf);
      leaves_.emplace(tree_.down[leaf], leaf);
    }
  }

  void started(branch_output& output, std::uint32_t link) override {
    if (output.of_router()) return;
    active_lane();
    const RoutedPacket& packet = output.links().packet(link);
    const auto wires = tree_.routes->wires(packet.header);
    sent_.push_back({leaves_.at(&output), *wires, packet.packet.id()});
    if (replaces()) inside_.insert_or_assign(tag_of(packet.packet.id()), packet);
  }

  void delivered(const branch_output& output, std::uint32_t /*link*/,
                 RoutedPacket& packet) override {
    if (!replaces() || output.receiver().is_router()) return;
    packet = inside_.at(shown_[leaves_.at(&output)]);
  }

 private:
  static std::uint32_t tag_of(PacketId packet) { return static_cast<std::uint32_t>(packet); }
  [[nodiscard]] bool steps(Cycles cycle) const { return cycle.count() % step_.count() == 0; }

  void present(Lane& lane, Cycles cycle) override {
    lane.in.step_en.set(steps(cycle));
    lane.in.valid.clear();
    for (const Sent& one : sent_) {
      lane.in.valid.set(one.leaf, 1);
      lane.in.kind.set(one.leaf, one.wires.kind);
      lane.in.header.set(one.leaf, one.wires.header);
      lane.in.tag.set(one.leaf, one.packet);
    }
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.trouble.clear();
    for (std::size_t leaf = 0; leaf < tree_.down.size(); ++leaf) {
      const LinkGroup& links = tree_.down[leaf]->links();
      lane.out.valid.set(leaf, links.taken(0));
      if (!links.taken(0)) continue;
      const auto wires = tree_.routes->wires(links.packet(0).header);
      lane.out.kind.set(leaf, wires->kind);
      lane.out.header.set(leaf, wires->header);
      lane.out.tag.set(leaf, links.packet(0).packet.id());
    }
  }

  void follow(Lane& lane, Cycles cycle) override {
    if (lane.seen.trouble.on()) wrong(lane, "has queues that are too short, or packets meet");
    if (!steps(cycle)) return;
    for (std::size_t leaf = 0; leaf < tree_.down.size(); ++leaf) {
      const bool shows = lane.seen.valid.get(leaf) != 0;
      const auto tag = lane.seen.tag.as<std::uint32_t>(leaf);
      shown_[leaf] = tag;
      if (shows != tree_.down[leaf]->links().taken(0)) {
        wrong(lane, std::string{shows ? "shows a packet" : "shows no packet"} + " to leaf " +
                        std::to_string(leaf) + ", where " +
                        (shows ? "none is to come" : "one is to come"));
      } else if (shows && !inside_.contains(tag)) {
        wrong(lane, "shows packet " + std::to_string(tag) + ", which no leaf has sent, to leaf " +
                        std::to_string(leaf));
      }
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    sent_.clear();
    return branches_->busy() || !steps(cycle + 1_cycles) || lane.seen.valid.on();
  }

  branch_bank* branches_;
  Tree tree_;
  Cycles step_;
  std::unordered_map<const branch_output*, std::size_t> leaves_;
  std::vector<Sent> sent_;                                  ///< in this cycle
  std::vector<std::uint32_t> shown_;                        ///< by leaf: the packet on its way down
  std::unordered_map<std::uint32_t, RoutedPacket> inside_;  ///< what leaves have sent, by tag
};

TwinBlock ft_tree_block() {
  return {
      .part = "models/fat-tree/module.hpp",
      .sizes = "arity 2, up to 32 nodes, constant or exponential capacities",
      .help = "A whole binary fat tree of routers with queues or without",
      .built = parameters(3, false, false, kPlaces),
      .attach = [](sc_core::sc_object& object, const TwinSite& site) -> std::unique_ptr<twin_bank> {
        auto* const branches = dynamic_cast<branch_bank*>(&object);
        if (branches == nullptr || branches->rules().duplex != BranchDuplex::kFull ||
            branches->rules().queue_places) {
          return nullptr;
        }
        Tree tree = tree_of(*branches);
        if (tree.routes == nullptr) return nullptr;
        return std::make_unique<tree_twin>(*branches, std::move(tree), site);
      }};
}

}  // namespace plexus::ft_tree_adapter
