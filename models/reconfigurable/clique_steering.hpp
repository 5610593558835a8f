#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Steers blocks through cliques, digit after digit of their destination's label.
class clique_steering_if : virtual public sc_core::sc_interface {
 public:
  /// Port by which `own` sends a block for `destination` in the clique of digit `index`; nothing:
  /// the block stays.
  [[nodiscard]] virtual std::optional<std::uint32_t> port(NodeId own, int index,
                                                          NodeId destination) = 0;
};

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

  [[nodiscard]] std::optional<std::uint32_t> port(NodeId own, int index,
                                                  NodeId destination) override {
    const std::int64_t from = digit(own, index);
    const std::int64_t to = digit(destination, index);
    if (to == from) return std::nullopt;
    return static_cast<std::uint32_t>(to < from ? to : to - 1);
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
