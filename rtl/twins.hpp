#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rtl/twin_mode.hpp"

namespace plexus {

class bus;
class cube_route;
class exchange_ctl;
class exchange_ctl_if;
class link_bank;
class memory_banks;
class omega_fifo_net;
class omega_net;
class relay_pacer_if;
class route_if;
class switch_fabric;
class torus_route;
struct benes_setup;

/// A part that has a twin.
struct TwinBlock {
  std::string name;                ///< of part and twin
  std::string part;                ///< header of the SystemC part
  std::string twin;                ///< SystemVerilog file
  std::vector<std::string> sizes;  ///< parameter sets that are verilated
  std::string help;                ///< one line
};

/// All parts whose twins this build can run; none if it was configured without Verilator.
[[nodiscard]] std::span<const TwinBlock> twin_blocks();

/// What a run asks of the twins.
struct TwinOptions {
  std::vector<std::string> rtl;       ///< parts that their twins replace
  std::vector<std::string> lockstep;  ///< parts that their twins accompany
  std::string wave;                   ///< file for the twins' signals; empty: none

  [[nodiscard]] bool any() const { return !rtl.empty() || !lockstep.empty() || !wave.empty(); }
};

/// The twins of one run, SystemC modules that outlive its simulation:
/// `Twins twins{options}; twins.attach(machine.links); sc_start(); twins.finish();`. Without any
/// options all of it costs nothing.
class Twins {
 public:
  /// Throws std::invalid_argument if `options` name a part that has no twin or name one twice, or
  /// ask for a wave of no twin; std::runtime_error if the wave cannot be written.
  explicit Twins(TwinOptions options);
  ~Twins();

  // Put the twins where the options want them, before the simulation. Throw std::invalid_argument
  // if a part is larger than all verilated sizes.
  void attach(link_bank& links);       ///< `link`, `port_guard`
  void attach(bus& wires);             ///< `bus_arbiter`
  void attach(memory_banks& memory);   ///< `bus_arbiter` for the slots, `bank_arbiter`
  void attach(switch_fabric& fabric);  ///< `omega_element` or `combine_element`
  void attach(omega_net& net);         ///< the same, and `omega_net`
  void attach(omega_fifo_net& net);    ///< `omega_fifo_element`
  void attach(benes_setup& part);      ///< `benes_setup`

  // As above; return what programs are to ask.
  route_if& attach(torus_route& part);
  route_if& attach(cube_route& part);
  exchange_ctl_if& attach(exchange_ctl& part);

  /// `relay_node`, inside nodes of so many `channels` that `links` joins; returns what the
  /// processors have to tell of what they relay: null if no twin takes part.
  relay_pacer_if* attach(link_bank& links, unsigned channels);

  /// Throws std::invalid_argument if the options name a part that nothing attached has.
  void require_all_attached() const;

  /// Completes the wave's file, also after a fault. Throws std::runtime_error if it could not be
  /// written.
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;  ///< null: no twin takes part
};

}  // namespace plexus
