#include "models/omega/play.hpp"

#include <memory>
#include <utility>

namespace plexus {

namespace {

/// A processor's part of a schedule: in every lock step it sends what the plan says and receives
/// what it has to. `schedule` and `cargo` must outlive the program.
Program play(processor& self, const PassSchedule& schedule, const Cargo& cargo) {
  std::size_t step = schedule.next_with(self.id(), 0);
  co_await self.step(step);  // sleeps through the steps that it has no part in
  while (step < schedule.steps()) {
    const SwitchMessage* const out = schedule.sent_by(step, self.id());
    const SwitchMessage* const in = schedule.sent_to(step, self.id());
    Packet packet;
    if (out != nullptr) packet = cargo.pack(self, step, *out);
    if (out != nullptr && in != nullptr) {
      packet = co_await both(self.send(kSwitch, std::move(packet)), self.receive(kSwitch));
    } else if (out != nullptr) {
      co_await self.send(kSwitch, std::move(packet));
    } else {
      packet = co_await self.receive(kSwitch);
    }
    if (in != nullptr && in->source != self.id()) cargo.take(self, step, *in, packet);
    const std::size_t next = schedule.next_with(self.id(), step + 1);
    co_await self.step(next - step);
    step = next;
  }
}

}  // namespace

Cargo blocks_of(PayloadRule payload, Stored stored) {
  return {[payload = std::move(payload)](processor& self, std::size_t step,
                                         const SwitchMessage& message) {
            return self.pack(payload(step, message), message.destination);
          },
          [stored](processor& self, std::size_t, const SwitchMessage&, Packet& packet) {
            if (stored == Stored::kOnce) {
              self.store(packet.blocks());
            } else {
              static_cast<void>(self.gain(packet.blocks()));
            }
          }};
}

std::function<void(SwitchCase&)> counted_by(PlanOf plan, const char* only) {
  return [plan, only](SwitchCase& prepared) {
    if (only != nullptr) need_power_of_two(prepared, only);
    prepared.count = [plan](const SwitchCase& at) {
      const SwitchPlan steps = plan(at);
      return SwitchCount{tally(at.machine(), steps), static_cast<std::int64_t>(steps.steps.size())};
    };
  };
}

NodeProgram<processor> played(const SwitchCase& at, switch_machine& top, SwitchPlan plan,
                              Cargo cargo) {
  const auto schedule = std::make_shared<const PassSchedule>(at.network, std::move(plan));
  top.schedule(std::make_shared<schedule_player>(
      schedule, at.setup,
      [&top](std::span<const NodeId> permutation) { return top.set_up(permutation); }));
  return [schedule, cargo = std::make_shared<const Cargo>(std::move(cargo))](processor& self) {
    return play(self, *schedule, *cargo);
  };
}

std::function<NodeProgram<processor>(const SwitchCase&, switch_machine&)> playing(
    PlanOf plan, PayloadOf payload) {
  return [=](const SwitchCase& at, switch_machine& top) {
    return played(at, top, plan(at), blocks_of(payload(at)));
  };
}

void need_power_of_two(const SwitchCase& at, const char* algorithm) {
  static_cast<void>(power_of_two_bits(algorithm, at.nodes()));
}

PayloadRule whole_message(const SwitchCase& at) {
  return [words = at.words](std::size_t, const SwitchMessage&) {
    return Blocks{Interval{0, 1}, {0_words, words}};
  };
}

Program send_own_block(processor& self, NodeId destination) {
  Packet own = self.pack(Blocks{Interval{self.id(), 1}, self.whole()}, destination);
  if (destination == self.id()) {  // its own block comes back
    co_await both(self.send(kSwitch, std::move(own)), self.receive(kSwitch));
  } else {
    co_await both(self.send(kSwitch, std::move(own)), self.receive_into_memory(kSwitch));
  }
}

}  // namespace plexus
