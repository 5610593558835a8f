#include "models/omega/schedule.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "hw/rule/fault.hpp"

namespace plexus {

PassSchedule::PassSchedule(const NetworkShape& network, SwitchPlan plan)
    : network_{network}, plan_{std::move(plan)}, turns_(network.ports()) {
  for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
    const SwitchStep& step = plan_.steps[i];
    const bool again = i > 0 && plan_.steps[i - 1].configuration == step.configuration &&
                       plan_.steps[i - 1].messages == step.messages;
    if (!again) cuts_.push_back(scheduled(network, step));
    cut_of_.push_back(cuts_.size() - 1);
    for (std::uint32_t m = 0; m < step.messages.size(); ++m) {
      turn(step.messages[m].source, i).sends = m;
      turn(step.messages[m].destination, i).receives = m;
    }
  }
}

PassSchedule::Turn& PassSchedule::turn(NodeId node, std::size_t step) {
  Turns& turns = turns_[node];
  if (turns.empty() || turns.back().step != step) turns.push_back({step});
  return turns.back();
}

/// The first one in `step` or later.
PassSchedule::Turns::const_iterator PassSchedule::turn_from(NodeId node, std::size_t step) const {
  return std::ranges::lower_bound(turns_[node], step, {}, &Turn::step);
}

const SwitchMessage* PassSchedule::message(NodeId node, std::size_t step,
                                           std::uint32_t Turn::*which) const {
  const auto turn = turn_from(node, step);
  if (turn == turns_[node].end() || turn->step != step || (*turn).*which == kNobody) return nullptr;
  return &plan_.steps[step].messages[(*turn).*which];
}

const SwitchMessage* PassSchedule::sent_by(std::size_t step, NodeId node) const {
  return message(node, step, &Turn::sends);
}

const SwitchMessage* PassSchedule::sent_to(std::size_t step, NodeId node) const {
  return message(node, step, &Turn::receives);
}

std::size_t PassSchedule::next_with(NodeId node, std::size_t step) const {
  const auto turn = turn_from(node, step);
  return turn == turns_[node].end() ? steps() : turn->step;
}

OutputSet tag_steering::steer(std::uint32_t stage, std::uint32_t, std::uint32_t,
                              const SwitchRequest& message) const {
  if (message.destination == kEveryPort) return OutputSet::all();
  return OutputSet::one(network_.steer({message.source, message.destination}, stage));
}

OutputSet benes_steering::steer(std::uint32_t stage, std::uint32_t element, std::uint32_t input,
                                const SwitchRequest&) const {
  return OutputSet::one(setting_.exchange[stage][element] ? input ^ 1U : input);
}

schedule_player::schedule_player(std::shared_ptr<const PassSchedule> schedule, SetupMode setup,
                                 BenesSetUp benes)
    : schedule_{std::move(schedule)},
      charge_{setup_charge(setup, schedule_->network().ports())},
      benes_{std::move(benes)},
      by_tag_{schedule_->network()} {}

PassOrder schedule_player::next(std::span<const WaitingMessage> waiting) {
  if (part_ == 0) check(waiting);
  const ScheduledPass& pass = schedule_->passes(step_)[part_];
  PassOrder order;
  std::uint32_t at = 0;  // both lists are in rising source order
  for (const SwitchMessage& message : pass.messages) {
    while (waiting[at].source != message.source) ++at;
    order.chosen.push_back(at);
  }
  const std::pair set{pass.configuration, pass.part};
  order.set_up = now_set_ != set;
  order.setup = order.set_up ? charge_ : 0_cycles;
  order.steering = &steering_for(pass.configuration);
  now_set_ = set;
  if (++part_ == schedule_->passes(step_).size()) {
    part_ = 0;
    ++step_;
  }
  return order;
}

const steering_if& schedule_player::steering_for(std::size_t configuration) {
  const NetworkShape& network = schedule_->network();
  if (network.steered_by_tag()) return by_tag_;
  auto found = set_.find(configuration);
  if (found == set_.end()) {
    const Permutation map = completed(schedule_->configuration(configuration), network.ports());
    found = set_.try_emplace(configuration, benes_(map)).first;
  }
  return found->second;
}

void schedule_player::check(std::span<const WaitingMessage> waiting) const {
  const bool over = step_ >= schedule_->steps();
  const std::vector<SwitchMessage> none;
  const auto& due = over ? none : schedule_->step(step_).messages;
  for (std::size_t i = 0; i < std::max(due.size(), waiting.size()); ++i) {
    const auto is_due = [&] {
      return i < due.size() && i < waiting.size() &&
             waiting[i] == WaitingMessage{due[i].source, due[i].destination, due[i].words};
    };
    if (is_due()) continue;
    std::ostringstream text;
    text << "In step " << step_ << " of the schedule the processors ask for ";
    if (i < waiting.size()) {
      text << SwitchRoute{waiting[i].source, waiting[i].destination} << " (" << waiting[i].words
           << ')';
    } else {
      text << "no further message";
    }
    text << " where ";
    if (i < due.size()) {
      text << due[i] << " is due.";
    } else {
      text << "none is due.";
    }
    raise({"schedule", {}, "omega.switch", text.str(), {}});
  }
}

PassOrder passes_by_tag::next(std::span<const WaitingMessage> waiting) {
  constexpr int kPatience = 1'000;
  vain_ = waiting.size() == left_ ? vain_ + 1 : 0;
  left_ = waiting.size();
  if (vain_ > kPatience) {
    raise("starvation", "omega.switch",
          "In {} passes none of {} messages has come through: an element has to let one pass where "
          "several want its output.",
          kPatience, left_);
  }
  PassOrder order = all_at_once{by_tag_}.next(waiting);
  order.set_up = true;
  order.setup = charge_;
  return order;
}

}  // namespace plexus
