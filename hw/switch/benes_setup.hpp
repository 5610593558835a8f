#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Settings of a benes network: [stage][element], true: exchange.
using BenesStates = std::vector<std::vector<bool>>;

/// Works out how a benes network is to be set for a permutation: by the looping algorithm, which
/// whoever builds the machine hands over, or by what has been put in its place.
/// Twin: rtl/switch/benes_setup.sv.
class benes_setup final : public sc_core::sc_object {
 public:
  using SetUp = std::function<BenesStates(std::span<const NodeId> permutation)>;

  /// `machine`: full name, for the twin.
  benes_setup(std::string machine, NodeId ports, SetUp looping)
      : sc_object{sc_core::sc_gen_unique_name("benes_setup")},
        machine_{std::move(machine)},
        looping_{std::move(looping)},
        ports_{ports} {}

  [[nodiscard]] BenesStates set_up(std::span<const NodeId> permutation) const {
    return twin_ ? twin_(permutation) : looping_(permutation);
  }
  /// The same by the looping algorithm, whatever stands in its place.
  [[nodiscard]] BenesStates decide(std::span<const NodeId> permutation) const {
    return looping_(permutation);
  }
  /// Puts another one in its place. Before the simulation starts.
  void set_twin(SetUp twin) { twin_ = std::move(twin); }
  [[nodiscard]] NodeId ports() const { return ports_; }
  [[nodiscard]] const std::string& machine() const { return machine_; }

 private:
  std::string machine_;
  SetUp looping_;
  SetUp twin_;
  NodeId ports_;
};

}  // namespace plexus
