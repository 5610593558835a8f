#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/crossbar.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/node/node_of.hpp"

namespace plexus {

class crossbar_ports;

/// One phase of a node at a crossbar: its links there from beginning to end.
class PhaseMeeting : public Action {
 public:
  PhaseMeeting(crossbar_ports& ports, std::span<const NodeEnd> ends, std::vector<Packet>& messages)
      : ports_{&ports}, ends_{ends}, messages_{&messages} {}

  bool start();
  [[nodiscard]] bool is_ready() const { return ends_.empty(); }
  void result() {}

 private:
  crossbar_ports* ports_;
  std::span<const NodeEnd> ends_;
  std::vector<Packet>* messages_;
};
using Meeting = Ask<PhaseMeeting>;

/// The endpoint of a node at a crossbar: its ports there.
class crossbar_ports : public endpoint, public crossbar_client_if {
 public:
  struct Setting {
    bool blocks_move = false;  ///< what is sent leaves the node
  };
  crossbar_ports(node& self, const Setting& setting) : endpoint{self}, setting_{&setting} {}

  required_port<crossbar_end_if> links{"links", "the node's ports at a crossbar"};

  /// Takes part in a phase: offers a message at each of `ends` (none where there is nothing to
  /// send) and goes on when all of these links are done. What arrives is stored.
  [[nodiscard]] Meeting meet(std::span<const NodeEnd> ends, std::vector<Packet>& messages) {
    return Meeting{self(), *this, ends, messages};
  }
  /// A message for the node at the other end of the link of `end`. The node must hold the blocks,
  /// or the run ends: fault `program`.
  [[nodiscard]] Packet message(const NodeEnd& end, const Blocks& blocks, NodeId to);

  void list_waits(Waits& waits) const;

 private:
  friend class PhaseMeeting;

  void received(std::uint32_t port, Packet&& packet) override;
  void sent(std::uint32_t port, const Packet& packet) override;
  void all_done() override;

  const Setting* setting_;
  Action* meeting_ = nullptr;
  bool done_at_once_ = false;
};

/// A node at a crossbar.
class crossbar_node final : public node_of<crossbar_ports> {
 public:
  using node_of::node_of;
};

}  // namespace plexus
