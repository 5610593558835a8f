#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/router/exchange_ctl.hpp"
#include "rtl/exchange_ctl_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Puts Verilated exchange controls in the place of those of a machine's nodes, or beside them: one
/// model per node, made when its first step begins, clocked while steps are in progress and one
/// cycle longer.
///
/// `kReplace`: the twins alone say who sends and when a step is over. `kLockstep`: the part says
/// it, and every output is compared in every cycle.
class exchange_ctl_twin final : public exchange_ctl_if, public clocked_twin_if {
 public:
  /// `part` and `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/exchange_ctl.sv.
  exchange_ctl_twin(exchange_ctl& part, TwinMode mode, twin_clock& clock,
                    ExchangeModelMaker make = {});
  ~exchange_ctl_twin() override;

  void go(NodeId node, bool full_duplex) override;
  bool half_done(NodeId node) override;
  [[nodiscard]] bool sends(NodeId node) const override;
  [[nodiscard]] bool receives(NodeId node) const override;

  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane;  // the control of one node

  Lane& lane_of(NodeId node);
  void tell(Lane& lane);
  bool compare(const Lane& lane, Cycles cycle) const;
  bool follow(const Lane& lane);

  exchange_ctl* part_;
  twin_clock* clock_;
  ExchangeModelMaker make_;
  TwinMode mode_;
  std::map<NodeId, std::unique_ptr<Lane>> lanes_;
};

}  // namespace plexus
