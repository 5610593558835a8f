#include "rtl/route_twin.hpp"

#include <algorithm>
#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

struct route_twin::Lane {
  NodeId node = 0;
  std::unique_ptr<route_model_if> model;
  NodeId before = 0;  ///< destination on the pins up to this cycle
  NodeId now = 0;     ///< and in it
};

route_twin::route_twin(route_if& part, RoutePart described, TwinMode mode, twin_clock& clock,
                       RouteModelMaker make)
    : part_{&part},
      described_{std::move(described)},
      clock_{&clock},
      make_{std::move(make)},
      mode_{mode} {
  clock.add(*this);
}

route_twin::~route_twin() = default;

std::string route_twin::name_of(NodeId node) const {
  return described_.machine + ".node_" + std::to_string(node) + '.' + described_.block;
}

route_twin::Lane& route_twin::lane_of(NodeId node) {
  std::unique_ptr<Lane>& lane = lanes_[node];
  if (!lane) {
    lane = std::make_unique<Lane>();
    lane->node = lane->before = lane->now = node;
    lane->model = make_(clock_->context(), rtl_name(name_of(node)));
    lane->model->present(node, node);
  }
  return *lane;
}

std::optional<unsigned> route_twin::next(NodeId here, NodeId destination) {
  Lane& lane = lane_of(here);
  lane.now = destination;
  lane.model->present(here, destination);
  const RouteOutputs twin = lane.model->outputs();
  clock_->wake();
  if (mode_ == TwinMode::kReplace) {
    asked_.push_back({&lane, {}, twin});
    return twin.arrived ? std::nullopt : std::optional{twin.channel};
  }
  asked_.push_back({&lane, part_->next(here, destination), twin});
  return asked_.back().model;
}

void route_twin::show(VerilatedVcdC& wave) {
  for (NodeId node = 0; node < described_.nodes; ++node) lane_of(node).model->show(wave);
}

/// Up to the edge with which the cycle begins the twins see what they saw in the cycle before.
void route_twin::present(Cycles /*cycle*/) {
  for (const Question& question : asked_) {
    question.lane->model->present(question.lane->node, question.lane->before);
  }
}

void route_twin::edge() {
  for (const Question& question : asked_) {
    Lane& lane = *question.lane;
    lane.model->present(lane.node, lane.now);
    lane.before = lane.now;
    if (clock_->asserted()) {
      clock_->fail(name_of(lane.node),
                   "The twin of " + name_of(lane.node) + " breaks its own contract.");
    }
  }
}

bool route_twin::look(Cycles cycle) {
  std::ranges::stable_sort(asked_, {}, [](const Question& asked) { return asked.lane->node; });
  if (mode_ == TwinMode::kLockstep) {
    for (const auto& [lane, model, twin] : asked_) {
      const Lockstep lockstep{[this, node = lane->node] { return name_of(node); }, cycle};
      lockstep.check("arrived", !model, twin.arrived);
      lockstep.check("channel", model.value_or(0), twin.channel);
    }
  }
  asked_.clear();
  return false;
}

}  // namespace plexus
