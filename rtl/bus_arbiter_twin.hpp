#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/bus/bus_arbiter.hpp"
#include "rtl/bus_arbiter_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// A Verilated arbiter in the place of one that deals out the channels of a bus or the slots of a
/// memory, or beside it. It is clocked while transactions are in progress, and one cycle longer.
///
/// `kReplace`: the twin alone grants. A grant in a cycle in which nothing was freed or asked for
/// comes late and ends the run, class `rtl`.
/// `kLockstep`: the model grants, and every output is compared in every cycle.
class bus_arbiter_twin final : public bus_arbiter_if, public clocked_twin_if {
 public:
  /// `part`: full name. `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/bus_arbiter.sv. Throws std::invalid_argument if no verilated size has room.
  bus_arbiter_twin(std::string part, NodeId processors, NodeId channels, TwinMode mode,
                   twin_clock& clock, BusArbiterModelMaker make = {});

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override;

  void show(VerilatedVcdC& wave) override { twin_->show(wave); }
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  std::string part_;
  twin_clock* clock_;
  TwinMode mode_;
  NodeId channels_;
  bus_arbiter model_;
  std::unique_ptr<bus_arbiter_model_if> twin_;
  std::vector<NodeId> started_;      ///< what `edge` returned last
  std::vector<BusRequest> waiting_;  ///< after it
  std::uint64_t starts_ = 0;         ///< of the model, or of nobody, at the edge of this cycle
  std::uint64_t seen_ = 0;           ///< of the twin
  std::uint64_t active_ = 0;         ///< transactions
  bool decided_ = false;             ///< something was released or asked for in this cycle
  bool clocked_ = false;             ///< in this cycle
};

}  // namespace plexus
