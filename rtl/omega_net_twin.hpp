#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/switch/omega_net.hpp"
#include "hw/systemc.hpp"
#include "rtl/omega_net_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Are these the stages and wires of an omega network of radix 2, which rtl/omega_net.sv has?
[[nodiscard]] bool is_omega(const SwitchWiring& wiring);

/// A Verilated omega network in the place of the model, or beside it; with plain elements, routed
/// by destination tags. It is clocked during passes, and one cycle longer.
///
/// `kReplace`: the twin alone decides which messages come out where and when the pass ends. A
/// message that comes out without having gone in ends the run, class `rtl`.
/// `kLockstep`: the network decides, and every output is compared in every cycle, those of elements
/// under the element's name.
class omega_net_twin final : public sc_core::sc_module,
                             public pass_pacer_if,
                             public clocked_twin_if {
 public:
  /// `net` (is_omega) and `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/omega_net.sv. Throws std::invalid_argument if none is verilated for its ports.
  omega_net_twin(sc_core::sc_module_name name, omega_net& net, TwinMode mode, twin_clock& clock,
                 OmegaNetModelMaker make = {});

  bool start(omega_net& net) override;
  void show(VerilatedVcdC& wave) override { model_->show(wave); }
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  void compare(const OmegaNetOutputs& twin, Cycles cycle) const;
  void compare_elements(const OmegaNetOutputs& twin, Cycles cycle) const;
  bool follow(const OmegaNetOutputs& twin);
  void take_outcome(const OmegaNetOutputs& twin);
  void wrong(const std::string& what);
  void deliver();

  omega_net* net_;
  twin_clock* clock_;
  std::unique_ptr<omega_net_model_if> model_;
  TwinMode mode_;
  bool load_ = false;     ///< a pass begins in this cycle
  bool clocked_ = false;  ///< in this cycle
  bool passing_ = false;  ///< used in the model's place alone: a pass has not ended
  Cycles start_{0};       ///< of the present pass, and the cycle after its last one
  Cycles end_{0};
  SwitchOutcome outcome_;
  sc_core::sc_event finish_{"finish"};
};

}  // namespace plexus
