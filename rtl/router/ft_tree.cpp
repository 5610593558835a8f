#include <algorithm>
#include <unordered_map>

#include "rtl/router/tree.hpp"

namespace plexus::ft_tree_adapter {

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
    tree.routes = above == nullptr ? nullptr : plexus::tree_of(*above);
    if (tree.routes == nullptr) return {};
    const unsigned level = tree.routes->place_of(above->number()).level;
    const std::uint64_t links = output.links().links();
    tree.constant = tree.constant && links == 1;
    tree.exponential = tree.exponential && links == std::uint64_t{1} << (level - 1);
    if (!output.of_router()) tree.up.push_back(&output);
  }
  std::ranges::sort(tree.up, {}, [](const auto* output) { return output->sender().place(); });
  std::ranges::sort(tree.down, {}, [](const auto* output) { return output->receiver().place(); });
  return tree;
}

Parameters parameters(unsigned levels, bool exponential, bool queue_free, std::uint64_t places) {
  return {{"Levels", levels}, {"Exponential", exponential}, {"QueueFree", queue_free},
          {"Depth", places},  {"TagWidth", kTagWidth},      {"Sets", 1}};
}

/// Throws SizeMissing where no twin fits.
Parameters size_of(const Tree& tree, const BranchRules& rules) {
  if (tree.routes->arity() != 2 || tree.routes->levels() > kMostLevels ||
      (!tree.constant && !tree.exponential) || !rules.step) {
    throw SizeMissing{
        "The twin of a whole tree exists for arity 2, up to 32 nodes, constant or exponential "
        "capacities, and packets that all take equally many cycles over a link: leave the twin "
        "out."};
  }
  const auto places = std::clamp<std::uint64_t>(rules.queue_limit.value_or(kQueuePlaces), 1, 1024);
  return parameters(tree.routes->levels(), !tree.constant, rules.queue_free,
                    rules.queue_free ? 1 : places);
}

/// Pins of ft_tree.sv.
struct Inputs {
  Pin step_en{"step_en"};
  PacketPins in;
};
struct Outputs {
  PacketPins out;
  Pin trouble{"trouble"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of all routers and branches of a tree. In their place the leaves get what the twin shows
/// them, when the model's packets come; figures of the routers are the model's.
class tree_twin final : public twins_of<Lane, branch_bank>, public branch_watch_if {
 public:
  tree_twin(branch_bank& branches, const TwinSite& site)
      : twins_of{branches, site, size_of(tree_of(branches), branches.rules()),
                 std::string{branches.name()} + ".ft_tree"},
        tree_{tree_of(branches)},
        step_{*branches.rules().step},
        shown_(tree_.down.size()) {
    branches.watch(*this);
    for (std::size_t leaf = 0; leaf < tree_.up.size(); ++leaf) {
      leaves_[tree_.up[leaf]] = leaves_[tree_.down[leaf]] = leaf;
    }
  }

  void started(branch_output& output, std::uint32_t link) override {
    if (output.of_router()) return;
    active_lane();
    const RoutedPacket& packet = output.links().packet(link);
    const PacketId number = packet.packet.id();
    sent_.push_back({leaves_.at(&output), *tree_.routes->wires(packet.header), number});
    if (replaces()) inside_.insert_or_assign(static_cast<std::uint32_t>(number), packet);
  }

  void delivered(const branch_output& output, std::uint32_t /*link*/,
                 RoutedPacket& packet) override {
    if (!replaces() || output.receiver().is_router()) return;
    packet = inside_.at(shown_[leaves_.at(&output)]);
  }

 private:
  [[nodiscard]] bool steps(Cycles cycle) const { return cycle.count() % step_.count() == 0; }

  void present(Lane& lane, Cycles cycle) override {
    lane.in.step_en.set(steps(cycle));
    lane.in.in.take(sent_);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.trouble.clear();
    lane.out.out.valid.clear();
    for (std::size_t leaf = 0; leaf < tree_.down.size(); ++leaf) {
      const LinkGroup& links = tree_.down[leaf]->links();
      if (!links.taken(0)) continue;
      const RoutedPacket& packet = links.packet(0);
      lane.out.out.show({leaf, *tree_.routes->wires(packet.header), packet.packet.id()});
    }
  }

  void follow(Lane& lane, Cycles cycle) override {
    if (lane.seen.trouble.on()) wrong(lane, "has queues that are too short, or packets meet");
    if (!steps(cycle)) return;
    for (std::size_t leaf = 0; leaf < tree_.down.size(); ++leaf) {
      const bool shows = lane.seen.out.valid.get(leaf) != 0;
      const auto tag = lane.seen.out.tag.as<std::uint32_t>(leaf);
      shown_[leaf] = tag;
      if (shows != tree_.down[leaf]->links().taken(0)) {
        wrong(lane, "shows {} packet to leaf {}, where {} is to come", shows ? "a" : "no", leaf,
              shows ? "none" : "one");
      } else if (shows && !inside_.contains(tag)) {
        wrong(lane, "shows packet {}, which no leaf has sent, to leaf {}", tag, leaf);
      }
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    return part.busy() || !steps(cycle + 1_cycles) || lane.seen.out.valid.on();
  }

  Tree tree_;
  Cycles step_;
  std::unordered_map<const branch_output*, std::size_t> leaves_;
  std::vector<OnLink> sent_;                                ///< in this cycle
  std::vector<std::uint32_t> shown_;                        ///< by leaf: the packet on its way down
  std::unordered_map<std::uint32_t, RoutedPacket> inside_;  ///< what leaves have sent, by tag
};

constexpr auto kIsTree = [](const branch_bank& branches, const TwinSite&) {
  return branches.rules().duplex == BranchDuplex::kFull && !branches.rules().queue_places &&
         tree_of(branches).routes != nullptr;
};

TwinBlock ft_tree_block() {
  return {.built = parameters(3, false, false, kQueuePlaces),
          .attach = attach_to<branch_bank, tree_twin, kIsTree>,
          .yields_to = {"ft_router", "ft_router_qf"}};
}

}  // namespace plexus::ft_tree_adapter
