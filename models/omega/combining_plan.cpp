#include "models/omega/combining_plan.hpp"

#include <algorithm>
#include <bit>
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

std::uint32_t bits_of(const Reduction& data) {
  return static_cast<std::uint32_t>(std::bit_width(data.nodes())) - 1;
}

/// The chunks whose numbers end, in bits 0 .. t, as `node` does.
Blocks alike(const Reduction& data, NodeId node, std::uint32_t t) {
  const NodeId stride = NodeId{2} << t;
  return data.every(node % stride, stride);
}

/// Node v sends chunk v - i to node v + 1.
std::vector<CombiningStep::Message> shift_by_one(const Reduction& data, NodeId i) {
  const NodeId k = data.nodes();
  std::vector<CombiningStep::Message> messages;
  for (NodeId v = 0; v < k; ++v) {
    messages.push_back({{v, (v + 1) % k}, data.some({(v + k - i) % k, 1})});
  }
  return messages;
}

}  // namespace

void add_reduce_scatter_ring(CombiningSteps& steps, const Reduction& data) {
  for (NodeId i = 1; i < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), false});
}

void add_allgather_ring(CombiningSteps& steps, const Reduction& data) {
  for (NodeId i = 0; i + 1 < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), true});
}

void add_recursive_halving(CombiningSteps& steps, const Reduction& data) {
  for (std::uint32_t t = 0; t < bits_of(data); ++t) {  // for t := 0 to n-1
    CombiningStep step;
    for (NodeId v = 0; v < data.nodes(); ++v) {
      const NodeId other = v ^ NodeId { 1 } << t;
      step.messages.push_back({{v, other}, alike(data, other, t)});
    }
    steps.push_back(std::move(step));
  }
}

void add_recursive_doubling(CombiningSteps& steps, const Reduction& data) {
  for (std::uint32_t t = bits_of(data); t-- > 0;) {  // for t := n-1 downto 0
    CombiningStep step{{}, true};
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ NodeId{1} << t}, alike(data, v, t)});
    }
    steps.push_back(std::move(step));
  }
}

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
