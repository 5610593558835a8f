#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/crossbar.hpp"
#include "hw/crossbar/setting.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

/// Messages are numbered modulo 2^32 on the pins.
inline constexpr unsigned kMessageWidth = 32;
inline constexpr std::uint64_t kMessageMask = 0xffff'ffff;

/// Ports of a twin that stands for a crossbar with `ports` of them: so few sizes serve all small
/// machines.
[[nodiscard]] constexpr std::size_t ports_of_twin(std::size_t ports) {
  return std::max<std::size_t>(32, std::bit_ceil(ports));
}

/// The crossbar whose links a manager sets.
[[nodiscard]] inline crossbar& crossbar_of(const config_manager& part) {
  return dynamic_cast<crossbar&>(*part.links.channel());
}

/// A block of those who set the links of a crossbar: of what stands behind the port `setup` of a
/// machine, not of what it has brought for nothing.
template <typename Bank, auto Has>
TwinBlock block_at_setup(std::size_t ports) {
  return {.built = Bank::parameters(ports),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            using Part = typename Bank::part_type;
            auto* const port = dynamic_cast<exchange_port<link_setup_if>*>(&object);
            auto* const part = port == nullptr ? nullptr : dynamic_cast<Part*>(&port->occupant());
            const bool has = part != nullptr && Has(*part, site);
            return has ? std::make_unique<Bank>(*part, site) : nullptr;
          }};
}

/// The number of the port with which one is joined, if it is.
using Peer = std::optional<std::size_t>;
inline Peer peer_of(const crossbar& links, const std::optional<CrossbarPort>& with) {
  return with ? Peer{links.index(*with)} : std::nullopt;
}

/// Pins by which a block is told what a message costs: the same for a whole run.
struct TransferInputs {
  Pin handshake{"handshake"}, startup{"startup"}, cycles_per_word{"cycles_per_word"};
  Pin whole_words{"whole_words"}, part_words{"part_words"};

  void tell(const RendezvousTiming& timing) {
    const std::int64_t words = timing.bandwidth.count();
    put(*this, timing.handshake, timing.startup, timing.cycles_per_word,
        words / timing.cycles_per_word, words % timing.cycles_per_word);
  }
};

/// Pins by which a block is given the commands of a manager, and those that show what it does.
struct CommandInputs {
  Pin start{"start"}, n_links{"n_links"}, beta_r{"beta_r"}, tau_r{"tau_r"};
  Pin entry_valid{"entry_valid"}, entry_u{"entry_u"}, entry_v{"entry_v"};
};
struct CommandOutputs {
  Pin entry_ready{"entry_ready"}, set_valid{"set_valid"}, set_u{"set_u"}, set_v{"set_v"};
  Pin busy{"busy"}, done{"done"}, err_clash{"err_clash"};
};

/// The command that a block carries out.
class Command {
 public:
  /// It begins in this instant. `lockstep`: the manager says when its links are set.
  void begins(const SettingCommand& begun, bool lockstep) {
    starts_ = true;
    next_ = begun;
    if (lockstep) set_at_.insert(set_at_.end(), begun.set_at.begin(), begun.set_at.end());
  }
  /// Lockstep: the manager begins with a link, to be set in cycle `at`.
  void begins_link(Cycles at) { set_at_.push_back(at); }

  /// Before the edge.
  void present(CommandInputs& in, const SettingTiming& timing);
  /// After the edge: the entry that is next.
  void hold(CommandInputs& in) const;
  void expect(CommandOutputs& out, Cycles cycle) const;
  /// In the manager's place: what the twin does wrong, empty if nothing; `set` is true if it sets
  /// a link with this cycle. `idle`: nothing keeps it from doing so.
  [[nodiscard]] std::string follow(const CommandOutputs& seen, const SettingTiming& timing,
                                   bool idle, bool& set);
  /// Tells `part` of the link that is next: it is set.
  [[nodiscard]] auto setting(config_manager& part) const {
    return [&part, setter = command_.setter, link = set_, last = is_last()] {
      part.link_is_set(setter, link, last);
    };
  }
  /// The cycle is over. Does the command go on?
  bool goes_on(const CommandOutputs& seen, Cycles cycle, bool lockstep);
  [[nodiscard]] bool works() const { return works_; }

 private:
  [[nodiscard]] bool is_last() const { return set_ + 1 == command_.links.size(); }
  [[nodiscard]] bool sets(Cycles cycle) const {
    return !set_at_.empty() && set_at_.front() == cycle + 1_cycles;
  }

  bool starts_ = false;  ///< with this cycle's edge
  SettingCommand next_;  ///< what starts
  SettingCommand command_;
  std::size_t set_ = 0;  ///< links of it that are set
  bool works_ = false;
  std::deque<Cycles> set_at_;  ///< of the links that the manager has begun
  Cycles quiet_{0};            ///< since a link was set
};

/// Throws SizeMissing if the manager sets links in no time: no clock could see it.
void require_a_cycle_per_link(const config_manager& part, const TwinSite& site);

}  // namespace plexus
