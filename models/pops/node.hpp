#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/coupler_slot.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/mixed.hpp"
#include "hw/node/node.hpp"
#include "hw/optical/slots.hpp"
#include "models/pops/operands.hpp"
#include "models/pops/pops_route.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

/// Processors first .. last; nobody where last < first.
inline Interval run_of(NodeId first, NodeId last) {
  return {first, last < first ? 0U : last - first + 1U};
}
inline NodeSet processors(NodeId first, NodeId last) { return NodeSet::run(run_of(first, last)); }

/// A processor of a POPS: a node with a tap at the couplers of its group, g transmitters and g
/// receivers. A program takes all slots of its operation, one after another: it sends, listens, or
/// both at once.
class pops_node final : public node, private coupler_client_if {
 public:
  pops_node(sc_core::sc_module_name name, NodeId id, PopsShape shape, const NodeContext& context)
      : node{name, id, context}, shape_{shape} {}

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

  // ---- messages of `m` words: they go to the couplers of the receivers' groups ---------------
  /// A block that the receivers keep.
  [[nodiscard]] Packet to(Words m, NodeId receiver, BlockId block) {
    return {new_packet(), id(), receiver, m, one(block, m)};
  }
  /// The same, on the couplers to `groups` where these are not just the receivers'.
  [[nodiscard]] Packet to(Words m, NodeSet receivers, BlockId block, NodeSet groups = {}) {
    return {new_packet(),
            id(),
            0,
            m,
            one(block, m),
            {.receivers = std::move(receivers), .channels = std::move(groups)}};
  }
  /// What the programs of the receivers are given.
  [[nodiscard]] Packet hand(Words m, NodeSet receivers, Load load, NodeSet groups = {}) {
    return make(m, {}, {.receivers = std::move(receivers), .channels = std::move(groups)},
                std::move(load));
  }
  [[nodiscard]] Packet hand(Words m, NodeId receiver, Load load) {
    return hand(m, NodeSet::one(receiver), std::move(load));
  }
  /// What receivers keep as a block, or with `to_program` their programs are given.
  [[nodiscard]] Packet give(Words m, NodeId receiver, Load load, bool to_program) {
    return to_program ? hand(m, receiver, std::move(load)) : to(m, receiver, load.data[0]);
  }
  [[nodiscard]] Packet give(Words m, NodeSet receivers, Load load, bool to_program,
                            NodeSet groups = {}) {
    return to_program ? hand(m, std::move(receivers), std::move(load), std::move(groups))
                      : to(m, std::move(receivers), load.data[0], std::move(groups));
  }
  /// What `relay` is given to be passed on to processors first .. last; to nobody where last <
  /// first.
  [[nodiscard]] Packet via(Words m, NodeId relay, Load load, NodeId first, NodeId last) {
    const BlockId block = load.data[0];
    return make(m, one(block, m), {.receivers = NodeSet::one(relay), .onward = run_of(first, last)},
                std::move(load));
  }

  // ---- slots: all of `m` words -----------------------------------------------------------------
  /// One slot in which the processor sends `message`, if there is one, and listens. Gives what the
  /// program was handed.
  [[nodiscard]] Slots slot(Words m, std::optional<Packet> message = std::nullopt) {
    return {*transmit.channel(), *this, m, std::move(message), false};
  }
  /// One slot with several messages: needs multi_tx where they are more than one.
  [[nodiscard]] Slots slot(Words m, std::span<const Packet> messages) {
    return {*transmit.channel(), *this, m, messages};
  }
  /// Up to `count` slots in which the processor only listens: ends with that in which its program
  /// is handed a message.
  [[nodiscard]] Slots listen(Words m, std::uint64_t count) {
    return {*receive.channel(), *this, m, count};
  }
  /// Waits until `message`, for one receiver, is granted its coupler, and its receiver too; then
  /// sends it.
  [[nodiscard]] Slots request(Words m, Packet message) {
    return {*transmit.channel(), *this, m, std::move(message), true};
  }

  /// A message stored for others has gone on.
  void passed_on(std::uint32_t count = 1) { receive->pass_on(count); }
  /// The processor keeps what its program was handed.
  void keep(BlockId block) { node::keep(one(block, whole().count)); }
  /// What tells packets from each other by their sources, destinations and numbers.
  [[nodiscard]] static std::uint64_t fingerprint(const Packet& packet) {
    return mixed(mixed(packet.id()) ^
                 mixed(std::uint64_t{packet.source()} << 32 | packet.destination()));
  }
  /// The sum of the fingerprints of packets with blocks alone that it has accepted.
  [[nodiscard]] std::uint64_t accepted() const { return accepted_; }
  /// The processor's result of an operation that computes.
  void result(const Numbers& value) { result_ = value; }
  [[nodiscard]] const std::optional<Numbers>& result() const { return result_; }

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
  [[nodiscard]] static Blocks one(BlockId block, Words m) {
    return {Interval{block, 1}, Slice{0_words, m}};
  }
  [[nodiscard]] Packet make(Words m, Blocks blocks, Header header, Load load) {
    return {new_packet(),
            id(),
            0,
            m,
            std::move(blocks),
            std::move(header),
            std::make_unique<const Load>(std::move(load))};
  }
  void end_of_elaboration() override {
    receive->serve(*this);
    node::end_of_elaboration();
  }
  void received(const Packet& packet) override {
    accepted_ += fingerprint(packet);
    node::keep(packet.blocks());
  }

  PopsShape shape_;
  std::optional<Numbers> result_;
  std::uint64_t accepted_ = 0;
};

}  // namespace plexus
