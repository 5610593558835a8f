#pragma once

#include <span>
#include <string>
#include <vector>

#include "hw/channel/crossbar.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/node/node.hpp"

namespace plexus {

class Meeting;

/// What the nodes of a crossbar share.
struct CrossbarContext : NodeContext {
  bool blocks_move = false;  ///< what is sent leaves the node
};

/// A node whose endpoints are ports of a crossbar.
class crossbar_node final : public node, public crossbar_client_if {
 public:
  using Context = CrossbarContext;

  crossbar_node(sc_core::sc_module_name name, NodeId id, const CrossbarContext& context);

  required_port<crossbar_end_if> links{"links", "the node's ports at a crossbar"};

  // ---- what programs use --------------------------------------------------------------------
  /// Takes part in a phase: offers a message at each of `ends` (none where there is nothing to
  /// send) and goes on when all of these links are done. What arrives is stored.
  [[nodiscard]] Meeting meet(std::span<const NodeEnd> ends, std::vector<Packet>& messages);

  /// A message for the node at the other end of the link of `end`. The node must hold the blocks,
  /// or the run ends: fault `program`.
  [[nodiscard]] Packet message(const NodeEnd& end, const Blocks& blocks, NodeId to);

  [[nodiscard]] const CrossbarContext& context() const {
    return static_cast<const CrossbarContext&>(node::context());
  }

 private:
  friend class Meeting;

  void received(std::uint32_t port, Packet&& packet) override;
  void sent(std::uint32_t port, const Packet& packet) override;
  void all_done() override;
  void list_waits(Waits& waits) const override;

  Action* meeting_ = nullptr;
  bool done_at_once_ = false;
};

/// One phase of a node: its links there from beginning to end.
class [[nodiscard]] Meeting final : public Awaitable<Meeting, crossbar_node> {
 public:
  Meeting(crossbar_node& self, std::span<const NodeEnd> ends, std::vector<Packet>& messages)
      : Awaitable{self}, ends_{ends}, messages_{&messages} {}

  bool start();
  bool await_ready() const { return ends_.empty(); }

 private:
  std::span<const NodeEnd> ends_;
  std::vector<Packet>* messages_;
};

}  // namespace plexus
