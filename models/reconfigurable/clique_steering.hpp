#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/channel/decision.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A block that a node holds, in the cliques of one digit.
struct SteerIn {
  int index = 0;  ///< of the digit
  NodeId destination = 0;
};

/// Where it goes, as the outputs of rtl/crossbar/clique_steer.sv.
struct SteerOut {
  std::optional<std::uint32_t> port{};  ///< has a meaning only if it does not stay
  bool keep = true;                     ///< it stays

  static constexpr auto pins() { return std::tuple{&SteerOut::port, &SteerOut::keep}; }

  friend bool operator==(const SteerOut&, const SteerOut&) = default;
};

/// Steers blocks of nodes through cliques, digit after digit of their destination's label.
using clique_steering_if = decision_if<SteerIn, SteerOut>;

/// Which way a block goes in cliques of nodes whose labels differ in one digit: by port b towards
/// digit b below the own one, by port b - 1 towards digit b above it. Twin:
/// rtl/crossbar/clique_steer.sv.
class clique_steering final : public sc_core::sc_object, public clique_steering_if {
 public:
  /// `labels`: by node, with digits 0 .. radix - 1.
  clique_steering(const char* name, std::int64_t radix, std::vector<std::int64_t> labels)
      : sc_object{name}, radix_{radix}, labels_{std::move(labels)} {
    const auto nodes = static_cast<std::int64_t>(labels_.size());
    for (std::int64_t power = 1; power < nodes; power *= radix_) ++digits_;
  }

  using role_if = clique_steering_if;
  static constexpr const char* kKind = "clique_steering";
  [[nodiscard]] const char* kind() const override { return kKind; }

  [[nodiscard]] SteerOut decide(std::uint64_t node, const SteerIn& in) override {
    const std::int64_t from = digit(static_cast<NodeId>(node), in.index);
    const std::int64_t to = digit(in.destination, in.index);
    if (to == from) return {};
    return {static_cast<std::uint32_t>(to < from ? to : to - 1), false};
  }
  /// Digit `index` of a node's label.
  [[nodiscard]] std::int64_t digit(NodeId node, int index) const {
    std::int64_t label = labels_[node];
    for (int i = 0; i < index; ++i) label /= radix_;
    return label % radix_;
  }
  [[nodiscard]] std::int64_t radix() const { return radix_; }
  [[nodiscard]] int digits() const { return digits_; }  ///< of a label
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(labels_.size()); }

 private:
  std::int64_t radix_;
  std::vector<std::int64_t> labels_;
  int digits_ = 0;
};

}  // namespace plexus
