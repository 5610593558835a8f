#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/channel_if.hpp"
#include "hw/data/awaited.hpp"
#include "hw/data/link_schedule.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The ports of one node at a crossbar. Who is bound to it must be a `crossbar_client_if`.
class crossbar_end_if : public channel_if {
 public:
  /// The node has reached the phase of `ends`, and offers a message at each of them; one without
  /// words where it only takes one. It is told when all of their links are done, unless there are
  /// none.
  virtual void reach(std::span<const NodeEnd> ends, std::span<Packet> messages) = 0;
  /// What the node waits for there.
  [[nodiscard]] virtual Waits waits_for() const = 0;
};

/// A module that is bound to ports of a crossbar: they find this role at their port's parent. It is
/// told in the time step in which something happens.
class crossbar_client_if : virtual public sc_core::sc_interface {
 public:
  /// A message has arrived whole at `port`.
  virtual void received(std::uint32_t port, Packet&& packet) = 0;
  /// The message that was offered at `port` has left.
  virtual void sent(std::uint32_t port, const Packet& packet) = 0;
  /// All links at which messages were offered are done.
  virtual void all_done() = 0;
};

/// The links of a crossbar, by their number in the schedule, as who sets them sees them.
class crossbar_links_if : virtual public sc_core::sc_interface {
 public:
  /// All links that a run needs, and in which phase.
  [[nodiscard]] virtual const LinkSchedule& schedule() const = 0;
  /// Opens a link. Both ports must be free, or the run ends: fault `port-rule`.
  virtual void open(std::uint32_t link) = 0;
  /// Writes a link into the other bank. It opens `swap` cycles after both ports are free if
  /// `alone`, else when `activate` is called. Both ports' entries must be empty there: fault
  /// `port-rule`.
  virtual void load(std::uint32_t link, bool alone, Cycles swap) = 0;
  /// Opens a loaded link.
  virtual void activate(std::uint32_t link) = 0;
  /// The swap begins that ends with the opening of a loaded link.
  virtual void begin_swap(std::uint32_t link, Cycles swap) = 0;
  /// Is the port in no open link, in none of the other bank?
  [[nodiscard]] virtual bool free(CrossbarPort end) const = 0;
  [[nodiscard]] virtual bool loadable(CrossbarPort end) const = 0;
  /// Place of a port among those of all nodes: node by node.
  [[nodiscard]] virtual std::size_t index(CrossbarPort end) const = 0;
};

/// Figures of who sets links over a run.
struct ManagerFigures {
  Cycles busy{0};                  ///< sum of R(n) over commands
  std::uint64_t commands = 0;      ///< of all who set links
  std::uint64_t most_waiting = 0;  ///< requests at once
  Cycles request_wait{0};          ///< from the arrival of a request to its command, summed
};

/// Sets the links of a crossbar: hears what happens at the ports, and opens links.
class link_setup_if : virtual public sc_core::sc_interface {
 public:
  /// The run begins. Told once, to who sets the links in it.
  virtual void begin() {}
  /// A node has reached the phase of these ends, one for each of its links there.
  virtual void reached(NodeId /*node*/, std::span<const NodeEnd> /*ends*/) {}
  /// Both ends of a link have reached its phase.
  virtual void at_hand(std::uint32_t /*link*/) {}
  /// A link is done: its ports are free.
  virtual void done(std::uint32_t /*link*/) {}
  /// The entries of a loaded link have become active: its ports can be loaded again.
  virtual void activated(std::uint32_t /*link*/) {}
  /// What the report of a run says of it.
  [[nodiscard]] virtual ManagerFigures figures() const { return {}; }
};

/// Times the messages of a crossbar.
class message_clock_if : virtual public sc_core::sc_interface {
 public:
  /// The message of a link sets out towards its end b or a, to be across in cycle `end`: the clock
  /// tells the crossbar then.
  virtual void start(std::uint32_t link, bool to_b, Cycles end) = 0;
};

/// Leads what comes in at the ports of a crossbar to others.
class crossbar_path_if : virtual public sc_core::sc_interface {
 public:
  /// Where what `from` sends comes out. The port is in an open link.
  [[nodiscard]] virtual CrossbarPort leads_to(CrossbarPort from) = 0;
};

/// A command of a manager.
struct SettingCommand {
  NodeId setter = 0;  ///< of per-node setters; else 0
  /// Links in set order, as places of their two ports among those of all nodes; of per-node
  /// setters, the node's own port twice.
  std::vector<std::pair<std::size_t, std::size_t>> links;
  /// When each is set, if no port has to be waited for; empty: each is told when it is begun.
  std::vector<Cycles> set_at;
};

/// Times the commands of a manager.
class setting_clock_if : virtual public sc_core::sc_interface {
 public:
  /// A command begins in the present cycle; its links are set one after another, each when the
  /// clock tells the manager.
  virtual void begin(const SettingCommand& command) = 0;
};

/// The barrier between phases whose links open together.
class phase_barrier_if : virtual public sc_core::sc_interface {
 public:
  /// The setting of a phase begins.
  virtual void setting_begins(std::size_t phase) = 0;
  /// All links of a phase are set. May they open?
  [[nodiscard]] virtual bool opens(std::size_t phase) = 0;
  /// A link of the present phase is done; `last`: by the schedule no other one is left. Is the
  /// phase over?
  [[nodiscard]] virtual bool is_over(std::uint32_t link, bool last) = 0;
};

}  // namespace plexus
