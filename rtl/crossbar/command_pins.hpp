#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/crossbar.hpp"
#include "hw/crossbar/setting.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/lane.hpp"

namespace plexus {

/// The crossbar whose links a manager sets.
[[nodiscard]] inline crossbar& crossbar_of(const config_manager& part) {
  return dynamic_cast<crossbar&>(*part.links.channel());
}

/// TwinBlock::attach for those who set the links of a crossbar, if they are of the type `Part`:
/// what stands behind the port `setup` of a machine, not what it has brought for nothing.
template <typename Part, typename Bank, auto Has>
std::unique_ptr<twin_bank> attach_to_setup(sc_core::sc_object& object, const TwinSite& site) {
  auto* const port = dynamic_cast<exchange_port<link_setup_if>*>(&object);
  if (port == nullptr) return nullptr;
  auto* const part = dynamic_cast<Part*>(&port->occupant());
  if (part == nullptr || !Has(*part, site)) return nullptr;
  return std::make_unique<Bank>(*part, site);
}

/// The pins by which a twin is told what a message costs: the same for a whole run. Part of the
/// lane of each block that times messages.
struct TransferPins {
  TransferPins(twin_lane& lane, const RendezvousTiming& timing)
      : handshake{lane, "handshake"},
        startup{lane, "startup"},
        cycles_per_word{lane, "cycles_per_word"},
        whole_words{lane, "whole_words"},
        part_words{lane, "part_words"} {
    const std::int64_t words = timing.bandwidth.count();
    handshake.set(timing.handshake);
    startup.set(timing.startup);
    cycles_per_word.set(static_cast<std::uint64_t>(timing.cycles_per_word));
    whole_words.set(static_cast<std::uint64_t>(words / timing.cycles_per_word));
    part_words.set(static_cast<std::uint64_t>(words % timing.cycles_per_word));
  }

  In handshake;
  In startup;
  In cycles_per_word;
  In whole_words;
  In part_words;
};

/// The pins by which a twin is given the commands of a manager, and what they must show. Part of
/// the lane of each block that carries out commands.
struct CommandPins {
  explicit CommandPins(twin_lane& lane)
      : start{lane, "start"},
        n_links{lane, "n_links"},
        beta_r{lane, "beta_r"},
        tau_r{lane, "tau_r"},
        entry_valid{lane, "entry_valid"},
        entry_u{lane, "entry_u"},
        entry_v{lane, "entry_v"},
        entry_ready{lane, "entry_ready"},
        set_valid{lane, "set_valid"},
        set_u{lane, "set_u"},
        set_v{lane, "set_v"},
        busy{lane, "busy"},
        done{lane, "done"},
        err_clash{lane, "err_clash"} {}

  In start;
  In n_links;
  In beta_r;
  In tau_r;
  In entry_valid;
  In entry_u;
  In entry_v;
  Out entry_ready;
  Out set_valid;
  Out set_u;
  Out set_v;
  Out busy;
  Out done;
  Out err_clash;

  /// A command begins in this instant. `lockstep`: the manager says when its links are set.
  void begins(const SettingCommand& begun, bool lockstep) {
    starts_ = true;
    next_ = begun;
    if (lockstep) set_at_.insert(set_at_.end(), begun.set_at.begin(), begun.set_at.end());
  }
  /// Lockstep: the manager begins with a link, to be set in cycle `at`.
  void begins_link(Cycles at) { set_at_.push_back(at); }

  /// Before the edge.
  void present(const SettingTiming& timing);
  /// After the edge: the entry that is next.
  void hold();
  void expect(Cycles cycle);
  /// A link of a command.
  struct Set {
    NodeId setter = 0;
    std::size_t link = 0;
    bool last = false;
  };
  /// In the manager's place: what the twin does wrong, empty if nothing; `set` is true if it sets
  /// a link with this cycle. `idle`: nothing keeps it from doing so.
  [[nodiscard]] std::string follow(const SettingTiming& timing, bool idle, bool& set);
  /// The link that is next.
  [[nodiscard]] Set next() const {
    return {command_.setter, set_, set_ + 1 == command_.links.size()};
  }
  /// The cycle is over. Does the command go on?
  bool goes_on(Cycles cycle, bool lockstep);
  [[nodiscard]] bool works() const { return works_; }

 private:
  [[nodiscard]] bool sets(Cycles cycle) const {
    return !set_at_.empty() && set_at_.front() == cycle + 1_cycles;
  }

  bool starts_ = false;  ///< a command, with this cycle's edge
  SettingCommand next_;  ///< that command
  SettingCommand command_;
  std::size_t set_ = 0;  ///< links of it that are set
  bool works_ = false;
  std::deque<Cycles> set_at_;  ///< of the links that the manager has begun
  Cycles quiet_{0};            ///< since a link was set
};

/// What a twin does for a part when it stands in its place: two cannot do the same.
class TwinClaim {
 public:
  /// `what`: said of the part, in words. Throws UnusableSource if another twin claims the same and
  /// both stand in the part's place; with `alone`, if one of the two does.
  TwinClaim(sc_core::sc_object& part, const TwinSite& site, const std::string& what, bool alone);

 private:
  sc_core::sc_attribute<TwinMode> mode_;
};

/// Throws SizeMissing if the manager sets links in no time: no clock could see it.
void require_a_cycle_per_link(const config_manager& part, const TwinSite& site);

}  // namespace plexus
