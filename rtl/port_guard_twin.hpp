#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/link/link.hpp"
#include "rtl/port_guard_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Puts Verilated guards in the place of those that watch the ports at the ends of a bank's links,
/// or beside them. One model per node, made when one of its links is first used; it is clocked
/// while a channel of the node works, and one cycle longer.
///
/// `kReplace`: the twins alone say whether a rule is broken. `kLockstep`: every output is compared
/// in every cycle. In both the verdict falls when all that begins in the cycle has begun.
class port_guard_twin final : public link_pacer_if, public clocked_twin_if {
 public:
  /// `links` and `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/port_guard.sv.
  port_guard_twin(link_bank& links, TwinMode mode, twin_clock& clock,
                  PortGuardModelMaker make = {});
  ~port_guard_twin();

  bool start(link& started) override;
  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane;  // one guard and its model

  Lane& lane_of(const port_guard& guard, NodeId node);
  void activate(Lane& lane);

  link_bank* links_;
  twin_clock* clock_;
  PortGuardModelMaker make_;
  TwinMode mode_;
  std::map<NodeId, std::unique_ptr<Lane>> lanes_;
  std::vector<Lane*> active_;   ///< by node
  std::vector<link*> started_;  ///< in this cycle
  Cycles cycle_{0};
};

}  // namespace plexus
