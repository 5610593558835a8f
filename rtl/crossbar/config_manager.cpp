#include "hw/crossbar/config_manager.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

namespace {

/// Cycles beyond those of a command that never waits after which a twin that sets nothing will
/// never do so.
constexpr Cycles kPatience{1'000'000};

std::uint64_t number(Cycles cycles) { return static_cast<std::uint64_t>(cycles.count()); }

/// One who sets links: the manager, or one of the nodes.
struct Lane final : twin_lane {
  Lane(twin_bank& bank, std::string name, NodeId setter)
      : twin_lane{bank, std::move(name)}, of{setter} {}

  NodeId of;
  In start{*this, "start"};
  In n_links{*this, "n_links"};
  In beta_r{*this, "beta_r"};
  In tau_r{*this, "tau_r"};
  In entry_valid{*this, "entry_valid"};
  In entry_u{*this, "entry_u"};
  In entry_v{*this, "entry_v"};
  In port_idle{*this, "port_idle", 1};
  Out entry_ready{*this, "entry_ready"};
  Out set_valid{*this, "set_valid"};
  Out set_u{*this, "set_u"};
  Out set_v{*this, "set_v"};
  Out busy{*this, "busy"};
  Out done{*this, "done"};
  Out err_clash{*this, "err_clash"};

  bool starts = false;        ///< a command, with this cycle's edge
  SettingCommand next;        ///< that command
  SettingCommand command;     ///< the present one
  std::size_t set = 0;        ///< links of it that are set
  bool works = false;         ///< in this cycle
  std::deque<Cycles> set_at;  ///< of the links that the manager has begun
  Cycles quiet{0};            ///< cycles since a link was set
};

/// Twins of a configuration manager: one, or with per-node setters a lane per node. In its place
/// links are set when the twin says so.
class config_manager_twins final : public twins_of<Lane>, public config_manager_twin_if {
 public:
  config_manager_twins(config_manager& part, const TwinSite& site)
      : twins_of{site, parameters(ports_of(part))}, part_{&part} {
    part.set_twin(*this);
  }

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", std::max<std::size_t>(2, ports)}, {"Width", 64}};
  }

  bool begins(const SettingCommand& command) override {
    Lane& lane = lane_of(command.setter);
    activate(lane);
    lane.starts = true;
    lane.next = command;
    if (replaces()) return true;
    for (const Cycles at : command.set_at) lane.set_at.push_back(at);
    return false;
  }
  void begins_link(Cycles at) override {
    if (!replaces()) lane_of(0).set_at.push_back(at);
  }

 private:
  static std::size_t ports_of(const config_manager& part) {
    return part.per_node() ? part.links().ports_each() : part.links().ports();
  }
  Lane& lane_of(NodeId setter) {
    if (Lane* const found = existing(setter)) return *found;
    std::string name = part_->name();
    if (part_->per_node()) name += ".node_" + std::to_string(setter);
    return lane(setter, std::move(name), setter);
  }
  void make_all() override {
    const NodeId lanes = part_->per_node() ? part_->links().nodes() : 1;
    for (NodeId setter = 0; setter < lanes; ++setter) lane_of(setter);
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    lane.start.set(lane.starts);
    if (!std::exchange(lane.starts, false)) return;
    lane.command = std::move(lane.next);
    lane.n_links.set(lane.command.links.size());
    lane.beta_r.set(number(part_->timing().fixed));
    lane.tau_r.set(number(part_->timing().per_link));
    lane.set = 0;
    lane.works = true;
    lane.quiet = 0_cycles;
  }

  /// The entry that is next, and the ports as this cycle has them.
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.start.set(0);
    lane.entry_valid.set(lane.works);
    if (!lane.works) return;
    lane.entry_u.set(lane.command.links[lane.set].first);
    lane.entry_v.set(lane.command.links[lane.set].second);
    const crossbar& links = part_->links();
    for (std::size_t i = 0; i < lane.port_idle.fields(); ++i) {
      const bool idle =
          part_->per_node() || i >= links.ports() || part_->port_idle(links.port_at(i));
      lane.port_idle.set(i, idle);
    }
  }

  void expect(Lane& lane, Cycles cycle) override {
    const bool sets = !lane.set_at.empty() && lane.set_at.front() == cycle + 1_cycles;
    lane.entry_ready.expect(sets);
    lane.set_valid.expect(sets);
    lane.busy.expect(lane.works);
    lane.done.expect(sets && lane.set + 1 == lane.command.links.size());
    lane.err_clash.expect(0);
    if (!sets) return;
    lane.set_u.expect(lane.command.links[lane.set].first);
    lane.set_v.expect(lane.command.links[lane.set].second);
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    lane.quiet += 1_cycles;
    if (!lane.works) {
      if (lane.set_valid.seen() != 0) wrong(lane, "sets a link after the end of a command");
      return;
    }
    const bool last = lane.set + 1 == lane.command.links.size();
    if (lane.set_valid.seen() == 0) {
      const Cycles least = part_->timing().command(1);
      if (lane.quiet > kPatience + least && all_idle(lane)) wrong(lane, "does not set its links");
      if (lane.done.seen() != 0) wrong(lane, "is done before its last link is set");
      return;
    }
    lane.quiet = 0_cycles;
    if (lane.set_u.seen() != lane.command.links[lane.set].first ||
        lane.set_v.seen() != lane.command.links[lane.set].second) {
      wrong(lane, "sets another link than it is told to");
    }
    if ((lane.done.seen() != 0) != last) wrong(lane, "marks the wrong link as its last");
    set_.push_back({lane.of, lane.set, last});
    call_next_cycle();
  }

  [[nodiscard]] static bool all_idle(const Lane& lane) {
    return lane.port_idle.bit(lane.entry_u.get()) && lane.port_idle.bit(lane.entry_v.get());
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    const bool sets = replaces() ? lane.set_valid.seen() != 0
                                 : !lane.set_at.empty() && lane.set_at.front() == cycle + 1_cycles;
    if (sets && lane.works) {
      if (!replaces()) lane.set_at.pop_front();
      if (++lane.set == lane.command.links.size()) lane.works = false;
    }
    return lane.works;
  }

  void next_cycle() override {
    for (const Set& one : std::exchange(set_, {}))
      part_->link_is_set(one.setter, one.link, one.last);
  }

  struct Set {
    NodeId setter;
    std::size_t link;
    bool last;
  };

  config_manager* part_;
  std::vector<Set> set_;  ///< with the next cycle
};

}  // namespace

TwinBlock config_manager_block() {
  return {
      .name = "config_manager",
      .part = "hw/crossbar/config_manager.hpp",
      .sizes = "any number of ports, tau_r >= 1",
      .help = "Sets the links of a crossbar one after the other, each when its ports are idle",
      .built = config_manager_twins::parameters(32),
      .attach = [](sc_core::sc_object& object, const TwinSite& site) -> std::unique_ptr<twin_bank> {
        auto* const part = dynamic_cast<config_manager*>(&object);
        if (part == nullptr || part->wired()) return nullptr;
        if (part->timing().per_link < 1_cycles) {
          throw SizeMissing{"The twin of " + site.source.block +
                            " sets one link at a time: it needs tau_r of at least 1."};
        }
        return std::make_unique<config_manager_twins>(*part, site);
      }};
}

}  // namespace plexus
