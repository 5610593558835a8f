#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/switch/benes_setup.hpp"
#include "rtl/benes_setup_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// A Verilated set-up of a benes network in the place of the looping algorithm, or beside it.
///
/// The settings are there in the cycle in which they are asked for: what a set-up costs in a run is
/// the run's own choice (`--setup`). The twin takes (log2(ports) - 1) * ports / 2 + 1 cycles of its
/// own clock; a wave shows them from the cycle of the request on, one set-up after another.
///
/// `kReplace`: the twin's settings count. `kLockstep`: those of the part do, and every setting is
/// compared. In both cases a set-up that takes more or fewer cycles ends the run, class `rtl`.
class benes_setup_twin final : public clocked_twin_if {
 public:
  /// Puts itself in the place of `part.set_up`. `part` and `clock` must outlive the simulation;
  /// `make` is for twins other than rtl/benes_setup.sv. Throws std::invalid_argument if none is
  /// verilated for so many ports.
  benes_setup_twin(benes_setup& part, TwinMode mode, twin_clock& clock,
                   BenesSetupModelMaker make = {});

  /// `permutation`: of all ports.
  [[nodiscard]] BenesStates set_up(std::span<const NodeId> permutation);

  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  [[noreturn]] void wrong(const std::string& what) const;

  benes_setup part_;  ///< as it was
  TwinMode mode_;
  twin_clock* clock_;
  BenesSetupModelMaker make_;
  std::unique_ptr<benes_setup_model_if> model_;
  std::unique_ptr<benes_setup_model_if> shown_;  ///< the same again, in the cycles of the wave
  std::deque<std::vector<NodeId>> to_show_;      ///< set-ups that the wave does not show yet
};

}  // namespace plexus
