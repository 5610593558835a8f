#include "models/omega/combining_plan.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace plexus::omega {

namespace {

/// Steps as the switch's plan, and what the messages carry.
struct Planned {
  SwitchPlan plan;
  std::vector<std::vector<Blocks>> chunks;  ///< by step and source; empty where nothing is sent
  std::vector<bool> results;                ///< by step
};

Planned planned(const CombiningSteps& steps, const Reduction& data) {
  Planned all;
  for (const CombiningStep& from : steps) {
    SwitchStep step{all.plan.configurations.size(), {}};
    std::vector<SwitchRoute> routes;
    std::vector<Blocks> carried(data.nodes());
    for (const auto& [route, chunks] : from.messages) {
      routes.push_back(route);
      if (chunks.empty()) continue;
      step.messages.push_back({route.source, route.destination, data.words(chunks)});
      carried[route.source] = chunks;
    }
    std::ranges::sort(routes);
    std::ranges::sort(step.messages, {}, &SwitchMessage::source);
    all.plan.configurations.push_back(std::move(routes));
    if (step.messages.empty()) continue;
    all.plan.steps.push_back(std::move(step));
    all.chunks.push_back(std::move(carried));
    all.results.push_back(from.results);
  }
  return all;
}

/// A processor's part of the steps.
Program play_combining(processor& self, const PassSchedule& schedule, const Planned& all,
                       Reduction& data) {
  std::size_t step = schedule.next_with(self.id(), 0);
  co_await self.step(step);
  while (step < schedule.steps()) {
    const SwitchMessage* const out = schedule.sent_by(step, self.id());
    const SwitchMessage* const in = schedule.sent_to(step, self.id());
    Packet packet;
    if (out != nullptr) packet = data.pack(self, all.chunks[step][self.id()], out->destination);
    if (out != nullptr && in != nullptr) {
      packet = co_await both(self.send(kSwitch, std::move(packet)), self.receive(kSwitch));
    } else if (out != nullptr) {
      co_await self.send(kSwitch, std::move(packet));
    } else {
      packet = co_await self.receive(kSwitch);
    }
    if (in != nullptr && all.results[step]) data.accept(self, packet);
    if (in != nullptr && !all.results[step]) {
      data.combine(self, packet, in->source < self.id() ? Side::kLeft : Side::kRight);
    }
    const std::size_t next = schedule.next_with(self.id(), step + 1);
    co_await self.step(next - step);
    step = next;
  }
}

}  // namespace

void share_vector(SwitchCase& at, Words words, std::int64_t chunks, StepsOf steps) {
  const double parts = static_cast<double>(std::min(chunks, words.count()));
  require_memory(switch_memory(at.network) + 2 * partial_bytes(at.k(), parts));
  at.reduction = std::make_shared<Reduction>(at.nodes(), EvenSplit{words, chunks}, at.op);
  at.count = [steps](const SwitchCase& counted) {
    const SwitchPlan plan = planned(steps(*counted.reduction), *counted.reduction).plan;
    return SwitchCount{tally(counted.machine(), plan),
                       static_cast<std::int64_t>(plan.steps.size())};
  };
}

std::function<NodeProgram<processor>(const SwitchCase&, switch_machine&)> combining(StepsOf steps) {
  return [steps](const SwitchCase& at, switch_machine& top) {
    const auto all = std::make_shared<const Planned>(planned(steps(*at.reduction), *at.reduction));
    const auto schedule = std::make_shared<const PassSchedule>(at.network, all->plan);
    top.schedule(std::make_shared<schedule_player>(
        schedule, at.setup,
        [&top](std::span<const NodeId> permutation) { return top.set_up(permutation); }));
    return [schedule, all, data = at.reduction](processor& self) {
      return play_combining(self, *schedule, *all, *data);
    };
  };
}

Relation as_in_literature(const SwitchCase& at) {
  return equal_if(paper_1986::bandwidth_divides(at.words, at.timing) && at.on_papers_machine());
}

Relation chunks_as_in_literature(const SwitchCase& at) {
  return equal_if(paper_1986::packets_divide(at.words, at.nodes(), at.timing) &&
                  at.on_papers_machine());
}

}  // namespace plexus::omega
