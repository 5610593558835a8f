#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/switch/omega_element.hpp"
#include "hw/switch/switch_fabric.hpp"
#include "rtl/omega_element_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Verilated elements in the place of the elements of an unbuffered switch, or beside them: plain
/// or combining ones of radix 2. One model per element, made when the first message comes to it;
/// it is clocked while messages stand in front of it, and one cycle longer.
///
/// `kReplace`: the twins alone decide which message takes which output.
/// `kLockstep`: the model decides, and every output is compared in every cycle; what an output
/// carries is the packet's number, and where messages merge the sum of both.
class omega_element_twin final : public element_twin_if, public clocked_twin_if {
 public:
  /// `part`: word for what it is the twin of, `omega_element` or `combine_element`. `fabric` and
  /// `clock` must outlive the simulation; `make` is for twins other than the one of that name.
  /// Throws std::invalid_argument if the elements are not of radix 2.
  omega_element_twin(const std::string& part, switch_fabric& fabric, TwinMode mode,
                     twin_clock& clock, ElementModelMaker make = {});

  void decide(const omega_element& part, ElementDecision& decision) override;
  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane {
    const omega_element* part = nullptr;
    std::unique_ptr<element_model_if> model;
    bool active = false;  ///< is clocked
  };

  Lane& lane_of(const omega_element& part);
  void follow(const Lane& lane, ElementDecision& decision);
  void compare(const Lane& lane, Cycles cycle) const;
  void wrong(const Lane& lane, const std::string& what);

  switch_fabric* fabric_;
  twin_clock* clock_;
  ElementModelMaker make_;
  TwinMode mode_;
  std::unordered_map<const omega_element*, Lane> lanes_;
  std::vector<Lane*> active_;
};

}  // namespace plexus
