#include "rtl/omega_element_twin.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/switch/combine_element.hpp"
#include "rtl/lockstep.hpp"

namespace plexus {

namespace {

bool works(const omega_element& part) {
  return std::ranges::any_of(part.inputs(), &ElementInput::valid);
}

/// What the model's decision comes to on a twin's outputs.
ElementOutputs expected(const omega_element& part) {
  ElementOutputs outputs;
  if (!works(part)) return outputs;
  const ElementDecision& decision = part.decision();
  const auto inputs = part.inputs();
  outputs.conflict = decision.conflicts > 0;
  outputs.merge = decision.merges > 0;
  outputs.state = part.state();
  for (std::size_t o = 0; o < 2; ++o) {
    const std::uint32_t driver = decision.driver[o];
    if (driver == kNobody) continue;
    outputs.valid |= 1U << o;
    outputs.data[o] = inputs[driver].packet;
    outputs.destination[o] = inputs[driver].destination & 0xffffU;
    if (outputs.merge) outputs.data[o] += inputs[1 - driver].packet;
  }
  return outputs;
}

}  // namespace

omega_element_twin::omega_element_twin(const std::string& part, switch_fabric& fabric,
                                       TwinMode mode, twin_clock& clock, ElementModelMaker make)
    : fabric_{&fabric}, clock_{&clock}, make_{std::move(make)}, mode_{mode} {
  if (fabric.wiring().radix != 2) {
    throw std::invalid_argument{
        "The twin of " + part + " exists for elements with 2 inputs, not for those with " +
        std::to_string(fabric.wiring().radix) + " of this switch: leave the twin out."};
  }
  if (!make_)
    make_ = part == "combine_element" ? make_combine_element_model : make_omega_element_model;
  fabric.set_element_twin(this);
  clock.add(*this);
}

omega_element_twin::Lane& omega_element_twin::lane_of(const omega_element& part) {
  Lane& lane = lanes_[&part];
  if (lane.part == nullptr) {
    lane.part = &part;
    lane.model = make_(clock_->context(), rtl_name(part.name()));
  }
  return lane;
}

void omega_element_twin::decide(const omega_element& part, ElementDecision& decision) {
  Lane& lane = lane_of(part);
  if (!lane.active) active_.push_back(&lane);
  lane.active = true;
  clock_->wake();
  if (mode_ == TwinMode::kReplace) follow(lane, decision);
}

/// Takes the decision that the twin shows.
void omega_element_twin::follow(const Lane& lane, ElementDecision& decision) {
  const auto inputs = lane.part->inputs();
  lane.model->present(inputs);
  const ElementOutputs twin = lane.model->outputs();
  decision = {{kNobody, kNobody}, {kNobody, kNobody}, 0, 0};
  for (std::uint32_t o = 0; o < 2; ++o) {
    if ((twin.valid >> o & 1) == 0) continue;
    const std::uint32_t set = twin.state < 2 ? twin.state ^ o : twin.state - 2;
    const std::uint64_t merged = inputs[0].packet + inputs[1].packet;
    for (const std::uint32_t i : {set, 1 - set}) {  // two packets may have the same number
      const bool carries = twin.data[o] == (twin.merge ? merged : inputs[i].packet);
      if (decision.driver[o] == kNobody && inputs[i].valid && carries) decision.driver[o] = i;
    }
    if (decision.driver[o] == kNobody) {
      wrong(lane, "shows at output " + std::to_string(o) + " a message that did not come in");
    } else {
      decision.winner[decision.driver[o]] = decision.driver[o];
    }
  }
  for (std::uint32_t i = 0; i < 2; ++i) {
    if (!inputs[i].valid || decision.winner[i] == i) continue;
    if (twin.merge && decision.winner[1 - i] == 1 - i) {
      decision.winner[i] = 1 - i;
      ++decision.merges;
    } else {
      ++decision.conflicts;
    }
  }
}

void omega_element_twin::show(VerilatedVcdC& wave) {
  for (std::uint32_t t = 0; t < fabric_->wiring().stages; ++t) {
    for (std::uint32_t e = 0; e < fabric_->stage(t).size(); ++e) {
      lane_of(fabric_->stage(t)[e]).model->show(wave);
    }
  }
}

void omega_element_twin::present(Cycles /*cycle*/) {
  for (Lane* lane : active_) {
    lane->model->present(lane->part->inputs());
  }
}

void omega_element_twin::edge() {
  for (Lane* lane : active_) {
    lane->model->edge();
    if (clock_->asserted()) wrong(*lane, "breaks its own contract");
  }
}

bool omega_element_twin::look(Cycles cycle) {
  std::erase_if(active_, [&](Lane* lane) {
    if (mode_ == TwinMode::kLockstep) compare(*lane, cycle);
    lane->active = works(*lane->part);
    return !lane->active;
  });
  return !active_.empty();
}

/// Raises a fault at the first output that differs.
void omega_element_twin::compare(const Lane& lane, Cycles cycle) const {
  const ElementOutputs model = expected(*lane.part);
  const ElementOutputs twin = lane.model->outputs();
  const Lockstep lockstep{[&] { return std::string{lane.part->name()}; }, cycle};
  lockstep.check("valid", model.valid, twin.valid);
  lockstep.check("conflict", model.conflict, twin.conflict);
  lockstep.check("merge", model.merge, twin.merge);
  lockstep.check("state", model.state, twin.state);
  lockstep.check("data_0", model.data[0], twin.data[0]);
  lockstep.check("data_1", model.data[1], twin.data[1]);
  if (dynamic_cast<const combine_element*>(lane.part) == nullptr) return;
  lockstep.check("destination_0", model.destination[0], twin.destination[0]);
  lockstep.check("destination_1", model.destination[1], twin.destination[1]);
}

void omega_element_twin::wrong(const Lane& lane, const std::string& what) {
  const std::string part = lane.part->name();
  clock_->fail(part, "The twin of " + part + ' ' + what + '.');
}

}  // namespace plexus
