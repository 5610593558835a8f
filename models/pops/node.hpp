#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/coupler_slot.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/node/node.hpp"
#include "hw/optical/slots.hpp"
#include "models/pops/outcome.hpp"
#include "models/pops/pops_route.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

/// A processor of a POPS: a node with a tap at the couplers of its group, g transmitters and g
/// receivers. A program takes all slots of its operation, one after another: it sends, listens, or
/// both at once.
class pops_node final : public node {
 public:
  /// `outcome` must outlive the node's program.
  pops_node(sc_core::sc_module_name name, NodeId id, PopsShape shape, PopsOutcome* outcome,
            const NodeContext& context)
      : node{name, id, context}, shape_{shape}, outcome_{outcome} {}

  required_port<coupler_tx_if> transmit{"transmit", "the transmitters of its processor"};
  required_port<coupler_rx_if> receive{"receive", "the receivers of its processor"};
  required_port<group_route_if> route{"route", "the machine's route units"};

  [[nodiscard]] const PopsShape& shape() const { return shape_; }
  [[nodiscard]] NodeId group() const { return shape_.group(id()); }  ///< i of p(i, j)
  [[nodiscard]] NodeId index() const { return shape_.index(id()); }  ///< j of p(i, j)

  // ---- what its route unit works out --------------------------------------------------------
  /// Relay and pass of `key`: a position or a rank.
  [[nodiscard]] RelayStop stop(RelayRule rule, NodeId key) {
    RouteIn in{.op = rule};
    (rule == RelayRule::kRank ? in.r : in.x) = key;
    const RouteOut out = route->decide(id(), in);
    return {out.relay_group * shape_.d + out.relay_idx, out.pass};
  }
  /// How data are relayed by position: by rho for d <= g, by kappa for d > g.
  [[nodiscard]] RelayRule by_position() const {
    return shape_.d <= shape_.g ? RelayRule::kRho : RelayRule::kKappa;
  }
  /// The groups of processors first .. last, first <= last.
  [[nodiscard]] GroupRange groups(NodeId first, NodeId last) {
    const RouteOut out = route->decide(id(), {.dest = last, .low = std::int64_t{first} - 1});
    return {out.dst_group_lo, out.dst_group_hi};
  }

  // ---- messages: they go to the couplers of the receivers' groups ----------------------------
  /// What the receivers keep.
  [[nodiscard]] Message to(Receivers receivers, const MessageData& data) const {
    Message message;
    message.data = data;
    message.receivers = receivers;
    message.source = id();
    return message;
  }
  /// What the programs of the receivers are given.
  [[nodiscard]] Message hand(Receivers receivers, const MessageData& data) const {
    Message message = to(receivers, data);
    message.into_memory = false;
    return message;
  }
  /// What `relay` is given to be passed on to processors first .. last.
  [[nodiscard]] Message via(NodeId relay, const MessageData& data, NodeId first,
                            NodeId last) const {
    Message message = hand(relay, data);
    message.first = first;
    message.last = last;
    message.for_relay = true;
    return message;
  }
  [[nodiscard]] Message via(NodeId relay, const MessageData& data, NodeId target) const {
    return via(relay, data, target, target);
  }

  // ---- slots: all of `m` words -----------------------------------------------------------------
  /// One slot in which the processor sends `message`, if there is one, and listens. Gives what the
  /// program was handed.
  [[nodiscard]] Slots slot(Words m, std::optional<Message> message = std::nullopt) {
    return {*transmit.channel(), *this, m, std::move(message)};
  }
  /// One slot with several messages: needs multi_tx where they are more than one.
  [[nodiscard]] Slots slot(Words m, std::span<const Message> messages) {
    return {*transmit.channel(), *this, m, messages};
  }
  /// Up to `count` slots in which the processor only listens: ends with that in which its program
  /// is handed a message.
  [[nodiscard]] Slots listen(Words m, std::uint64_t count) {
    return {*receive.channel(), *this, m, count};
  }
  /// Waits until `message`, for one receiver, is granted its coupler, and its receiver too; then
  /// sends it.
  [[nodiscard]] Transmission request(Words m, const Message& message) {
    return {*transmit.channel(), *this, m, message};
  }

  /// A message stored for others has gone on.
  void passed_on(std::uint32_t count = 1) { receive->pass_on(count); }
  /// The processor keeps what its program was handed.
  void keep(const MessageData& data) { outcome_->keep(id(), data); }
  /// The processor's result of an operation that computes.
  void result(const MessageData& value) { outcome_->result(id(), value); }

  void trace(sc_core::sc_trace_file* file) const override {
    node::trace(file);
    transmit->trace(file, std::string{name()} + '.');
    receive->trace(file, std::string{name()} + '.');
  }

 protected:
  void list_waits(Waits& waits) const override {
    if (Awaited one = receive->waits_for(); one.what != WaitFor::kNothing) {
      waits.push_back(std::move(one));
    }
  }

 private:
  PopsShape shape_;
  PopsOutcome* outcome_;
};

/// Processors first .. last, as receivers that live as long as the list.
inline std::vector<NodeId> processors(NodeId first, NodeId last) {
  std::vector<NodeId> list(last < first ? 0 : last - first + 1);
  std::iota(list.begin(), list.end(), first);
  return list;
}

/// All of first .. last but `left_out`.
inline std::vector<NodeId> processors_but(NodeId first, NodeId last, NodeId left_out) {
  std::vector<NodeId> list = processors(first, last);
  std::erase(list, left_out);
  return list;
}

}  // namespace plexus
