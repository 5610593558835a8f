#pragma once

#include <functional>
#include <span>
#include <utility>

#include "hw/channel/benes_setup.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Works out how a benes network is to be set for a permutation: by the looping algorithm, which
/// whoever builds the machine hands over. Twin: rtl/switch/benes_setup.sv.
class benes_setup final : public sc_core::sc_object, public benes_setup_if {
 public:
  using role_if = benes_setup_if;
  static constexpr const char* kKind = "benes_setup";
  using Looping = std::function<BenesStates(std::span<const NodeId> permutation)>;

  benes_setup(const char* name, NodeId ports, Looping looping)
      : sc_object{name}, looping_{std::move(looping)}, ports_{ports} {}

  [[nodiscard]] const char* kind() const override { return kKind; }
  [[nodiscard]] BenesStates set_up(std::span<const NodeId> permutation) override {
    return looping_(permutation);
  }
  [[nodiscard]] NodeId ports() const { return ports_; }

 private:
  Looping looping_;
  NodeId ports_;
};

}  // namespace plexus
