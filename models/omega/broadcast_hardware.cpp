#include "models/omega/broadcast_hardware.hpp"

#include <string>

#include "models/omega/play.hpp"

namespace plexus {

SwitchTally hardware_broadcast_tally(const SwitchMachine& machine, Words w) {
  if (!machine.network.can_broadcast()) {
    throw Refusal{RefusalClass::kFeature,
                  std::string{"--network "} + to_string(machine.network.kind()) +
                      " has no broadcasting elements: choose another --network or --algorithm"};
  }
  const Cycles charge = setup_charge(machine.setup, machine.network.ports());
  return {charge + machine.link.hop(w), 1, 1, 1, w, 1};
}

namespace omega {

namespace {

/// The root sends once, to every port.
Program to_every_port(processor& self, const SwitchCase& at) {
  if (self.id() == at.root) {
    Packet packet = self.pack(Blocks{Interval{0, 1}, self.whole()}, kEveryPort);
    co_await both(self.send(kSwitch, std::move(packet)), self.receive(kSwitch));
  } else {
    co_await self.receive_into_memory(kSwitch);
  }
}

/// One pass, if the elements can broadcast.
void prepare_hardware(SwitchCase& prepared) {
  if (!prepared.element_broadcast) {
    throw Refusal{RefusalClass::kFeature,
                  "The hardware broadcast needs broadcasting elements: leave "
                  "--element-broadcast true or choose another algorithm."};
  }
  const auto one_pass = [](const SwitchCase& at) {
    return SwitchCount{hardware_broadcast_tally(at.machine(), at.words)};
  };
  static_cast<void>(one_pass(prepared));  // refuses networks
  prepared.count = one_pass;
}

NodeProgram<processor> programs_hardware(const SwitchCase& at, switch_machine& top) {
  top.schedule(std::make_shared<passes_by_tag>(at.network, at.setup));
  return [&at](processor& self) { return to_every_port(self, at); };
}

}  // namespace

Algorithm<SwitchCase> broadcast_hardware() {
  return {.operation = "broadcast",
          .name = "hardware",
          .summary = "one pass, in which every element broadcasts",
          .is_default = true,
          .parameters = joined({switch_broadcast_parameters(),
                                {flag("element_broadcast", true, "elements can broadcast")}}),
          .prepare = prepare_hardware,
          .programs = programs_hardware,
          .exact = counted_cycles,
          .lower_bound = switch_bound_message,
          .only_blocks = {{"omega_element", "omega_net"}}};
}

}  // namespace omega
}  // namespace plexus
