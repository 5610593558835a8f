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

}  // namespace

Algorithm<SwitchCase> combining(Algorithm<SwitchCase> algorithm, Vectors of, StepsOf steps) {
  algorithm.parameters = switch_parameters().with_op(of.order);
  algorithm.prepare = [of, steps, name = algorithm.name,
                       each = algorithm.operation == "reduce-scatter"](SwitchCase& at) {
    if (of.powers_of_two) need_power_of_two(at, name.c_str());
    const EvenSplit vector{(each ? at.nodes() : 1) * at.words, of.chunks ? at.nodes() : 1};
    at.reduction = shared_vector(at.nodes(), vector, at.op);
    at.count = [steps](const SwitchCase& counted) {
      const SwitchPlan plan = planned(steps(*counted.reduction), *counted.reduction).plan;
      return SwitchCount{tally(counted.machine(), plan), std::ssize(plan.steps)};
    };
  };
  algorithm.programs = [steps](const SwitchCase& at, switch_machine& top) {
    const auto all = std::make_shared<const Planned>(planned(steps(*at.reduction), *at.reduction));
    return played(at, top, all->plan,
                  {[all, data = at.reduction](processor& self, std::size_t step,
                                              const SwitchMessage& message) {
                     return data->pack(self, all->chunks[step][self.id()], message.destination);
                   },
                   [all, data = at.reduction](processor& self, std::size_t step,
                                              const SwitchMessage& message, Packet& packet) {
                     if (all->results[step]) return data->accept(self, packet);
                     data->combine(self, packet,
                                   message.source < self.id() ? Side::kLeft : Side::kRight);
                   }});
  };
  algorithm.exact = counted_cycles;
  algorithm.statistics = report_op;
  algorithm.declared = {kOp};
  algorithm.within_paper = true;
  return algorithm;
}

Relation as_in_literature(const SwitchCase& at) {
  return equal_if(paper_1986::bandwidth_divides(at.words, at.timing) && at.on_papers_machine());
}

Relation chunks_as_in_literature(const SwitchCase& at) {
  return equal_if(paper_1986::packets_divide(at.words, at.nodes(), at.timing) &&
                  at.on_papers_machine());
}

}  // namespace plexus::omega
