#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/link/link.hpp"
#include "hw/node/relay_node.hpp"
#include "hw/systemc.hpp"
#include "rtl/relay_node_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// Puts Verilated relays in the place of those that pass packets on inside the nodes at the ends of
/// a bank's links, or beside them. One model per node and parent channel, made when it is first
/// used. A packet is one word for it, the low 32 bits of its number.
///
/// `kReplace`: a packet goes to a link's queue when the twin offers it there, and the order is the
/// twin's. `kLockstep`: packets go as in the model, and every output is compared in every cycle in
/// which a relay holds one. In both a node that has to hold more packets than the twin has room for
/// ends the run, class `rtl`.
class relay_node_twin final : public sc_core::sc_module,
                              public relay_pacer_if,
                              public link_pacer_if,
                              public clocked_twin_if {
 public:
  /// `links` joins nodes of so many `channels`; it and `clock` must outlive the simulation. `make`
  /// is for twins other than rtl/relay_node.sv. Throws std::invalid_argument if no verilated size
  /// has room.
  relay_node_twin(sc_core::sc_module_name name, link_bank& links, unsigned channels, TwinMode mode,
                  twin_clock& clock, RelayNodeModelMaker make = {});
  ~relay_node_twin() override;

  bool arrive(Forward& forwarded) override;
  bool start(link& started) override;
  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane;  // one relay and its models

  Lane& lane_of(NodeId node, unsigned parent);
  void activate(Lane& lane);
  void compare(const Lane& lane, Cycles cycle) const;
  void wrong(const Lane& lane, const std::string& what);
  void let_go(Lane& lane, unsigned channel);
  void begin_cycle();
  void settle();
  void take_edge(Lane& lane);

  link_bank* links_;
  twin_clock* clock_;
  RelayNodeModelMaker make_;
  unsigned channels_;
  TwinMode mode_;
  std::map<std::pair<NodeId, unsigned>, std::unique_ptr<Lane>> lanes_;  ///< by node and parent
  std::vector<Lane*> active_;  ///< have work in this cycle, by node and parent
  sc_core::sc_event next_cycle_{"next_cycle"};
  sc_core::sc_event settled_{"settled"};
};

}  // namespace plexus
