#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/link/link.hpp"
#include "hw/systemc.hpp"
#include "rtl/link_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Puts Verilated links in the place of the links of a bank, or beside them. One model per link,
/// made when the link is first used; it is clocked while the link works, and one cycle longer.
///
/// `kReplace`: the twin alone decides when a transfer ends. The packet is delivered if the beats
/// carried each of its words once and in order; anything else ends the run, class `rtl`.
/// `kLockstep`: the bank decides. Every output is compared with the link's beat in every cycle; the
/// first difference ends the run in that very cycle, class `lockstep`, with the figures `signal`,
/// `model` and `twin`.
class link_twin final : public sc_core::sc_module, public link_pacer_if, public clocked_twin_if {
 public:
  /// `links` and `clock` must outlive the simulation; `make` is for twins other than rtl/link.sv.
  link_twin(sc_core::sc_module_name name, link_bank& links, TwinMode mode, twin_clock& clock,
            LinkModelMaker make = {});
  ~link_twin() override;

  bool start(link& started) override;
  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane;  // one link and its model

  Lane& lane_of(link& used);
  bool compare(const Lane& lane, Cycles cycle) const;
  bool follow(Lane& lane);
  void rebuild(Lane& lane, const Beat& beat);
  void wrong(const Lane& lane, const std::string& what);
  void deliver();

  link_bank* links_;
  twin_clock* clock_;
  LinkModelMaker make_;
  TwinMode mode_;
  std::vector<std::unique_ptr<Lane>> lanes_;  ///< by link; null: not used yet
  std::vector<Lane*> active_;                 ///< in order of their starts
  std::vector<link*> ended_;                  ///< to deliver with the next cycle
  sc_core::sc_event end_{"end"};
};

}  // namespace plexus
