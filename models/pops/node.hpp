#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/channel/required_port.hpp"
#include "hw/node/node_of.hpp"
#include "hw/optical/coupler_tap.hpp"
#include "models/pops/operands.hpp"
#include "models/pops/pops_route.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

/// Processors first .. last; nobody where last < first.
inline Interval run_of(NodeId first, NodeId last) {
  return {first, last < first ? 0U : last - first + 1U};
}
inline NodeSet processors(NodeId first, NodeId last) { return NodeSet::run(run_of(first, last)); }

/// The endpoint of a processor at the machine's route units: its place, where they lead, and
/// messages that go there.
class pops_place : public endpoint {
 public:
  struct Setting {
    PopsShape shape;
  };
  pops_place(node& self, const Setting& setting) : endpoint{self}, shape_{setting.shape} {}

  required_port<group_route_if> route{"route", "the machine's route units"};

  [[nodiscard]] const PopsShape& shape() const { return shape_; }
  [[nodiscard]] NodeId group() const { return shape_.group(self().id()); }  ///< i of p(i, j)
  [[nodiscard]] NodeId index() const { return shape_.index(self().id()); }  ///< j of p(i, j)

  // ---- what its route unit works out --------------------------------------------------------
  /// Relay and pass of `key`: a position or a rank.
  [[nodiscard]] RelayStop stop(RelayRule rule, NodeId key) {
    RouteIn in{.op = rule};
    (rule == RelayRule::kRank ? in.r : in.x) = key;
    const RouteOut out = route->decide(self().id(), in);
    return {out.relay_group * shape_.d + out.relay_idx, out.pass};
  }
  /// How data are relayed by position: by rho for d <= g, by kappa for d > g.
  [[nodiscard]] RelayRule by_position() const {
    return shape_.d <= shape_.g ? RelayRule::kRho : RelayRule::kKappa;
  }
  /// The groups of processors first .. last, first <= last.
  [[nodiscard]] GroupRange groups(NodeId first, NodeId last) {
    const RouteOut out = route->decide(self().id(), {.dest = last, .low = std::int64_t{first} - 1});
    return {out.dst_group_lo, out.dst_group_hi};
  }

  // ---- messages of `m` words: they go to the couplers of the receivers' groups ---------------
  /// A block that the receivers keep.
  [[nodiscard]] Packet to(Words m, NodeId receiver, BlockId block) {
    return {self().new_packet(), self().id(), receiver, m, one(block, m)};
  }
  /// The same, on the couplers to `groups` where these are not just the receivers'.
  [[nodiscard]] Packet to(Words m, NodeSet receivers, BlockId block, NodeSet groups = {}) {
    return {self().new_packet(),
            self().id(),
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

  /// The processor keeps what its program was handed.
  void keep(BlockId block) { self().keep(one(block, self().whole().count)); }
  /// The processor's result of an operation that computes.
  void result(const Numbers& value) { result_ = value; }
  [[nodiscard]] const std::optional<Numbers>& result() const { return result_; }

 private:
  [[nodiscard]] static Blocks one(BlockId block, Words m) {
    return {Interval{block, 1}, Slice{0_words, m}};
  }
  [[nodiscard]] Packet make(Words m, Blocks blocks, Header header, Load load) {
    return {self().new_packet(),
            self().id(),
            0,
            m,
            std::move(blocks),
            std::move(header),
            std::make_unique<const Load>(std::move(load))};
  }
  PopsShape shape_;
  std::optional<Numbers> result_;
};

/// A processor of a POPS: a node with a tap at the couplers of its group.
class pops_node final : public node_of<coupler_tap, pops_place> {
 public:
  using node_of::node_of;
  using pops_place::keep;
};

}  // namespace plexus
