#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/switch/omega_fifo_element.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "rtl/omega_fifo_element_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Verilated elements in the place of the elements of a buffered switch, or beside them. Elements
/// of radix 2, each with queues of its own, filled by the packets that enter the part. One model
/// per element; clocked in the cycles in which the part decides or a packet enters it.
///
/// `kReplace`: the twins alone grant the outputs. A twin whose queues hold something else than the
/// packets that came in ends the run, class `rtl`.
/// `kLockstep`: the model grants, and every output is compared in every cycle. What a blocked
/// output shows is not compared: the model has no opinion on it.
class omega_fifo_element_twin final : public fifo_element_twin_if, public clocked_twin_if {
 public:
  /// `net` and `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/omega_fifo_element.sv. Throws std::invalid_argument if none is verilated for its radix and
  /// depth.
  omega_fifo_element_twin(omega_fifo_net& net, TwinMode mode, twin_clock& clock,
                          FifoElementModelMaker make = {});

  void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) override;
  void entering(const omega_fifo_element& part) override;
  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane {
    const omega_fifo_element* part = nullptr;
    std::unique_ptr<fifo_element_model_if> model;
    FifoElementInputs inputs;
    FifoElementOutputs expected;  ///< from the state at the start of the cycle and the grants
    FifoElementOutputs twin;
    bool active = false;   ///< is clocked in this cycle
    bool decided = false;  ///< in this cycle
  };

  Lane& lane_of(const omega_fifo_element& part);
  Lane& activate(const omega_fifo_element& part);
  static void take_state(Lane& lane);
  static void expect(Lane& lane, std::span<const FifoGrant> grants);
  static void follow(Lane& lane, std::span<FifoGrant> grants);
  void compare(const Lane& lane, Cycles cycle) const;
  void check(const Lane& lane);
  void wrong(const Lane& lane, const std::string& what);

  omega_fifo_net* net_;
  twin_clock* clock_;
  FifoElementModelMaker make_;
  TwinMode mode_;
  std::unordered_map<const omega_fifo_element*, Lane> lanes_;
  std::vector<Lane*> active_;
};

}  // namespace plexus
