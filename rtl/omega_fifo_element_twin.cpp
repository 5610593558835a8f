#include "rtl/omega_fifo_element_twin.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

omega_fifo_element_twin::omega_fifo_element_twin(omega_fifo_net& net, TwinMode mode,
                                                 twin_clock& clock, FifoElementModelMaker make)
    : net_{&net}, clock_{&clock}, make_{std::move(make)}, mode_{mode} {
  const omega_fifo_element& any = net.stage(0)[0];
  if (any.radix() != 2) {
    throw std::invalid_argument{
        "The twin of omega_fifo_element exists for elements with 2 inputs, not for those with " +
        std::to_string(any.radix()) + " of this switch: leave the twin out."};
  }
  if (!make_) make_ = fifo_element_models(any.context().depth);
  net.set_element_twin(this);
  clock.add(*this);
}

omega_fifo_element_twin::Lane& omega_fifo_element_twin::lane_of(const omega_fifo_element& part) {
  Lane& lane = lanes_[&part];
  if (lane.part == nullptr) {
    lane.part = &part;
    lane.model = make_(clock_->context(), rtl_name(part.name()));
  }
  return lane;
}

/// The lane of a part that works in this cycle.
omega_fifo_element_twin::Lane& omega_fifo_element_twin::activate(const omega_fifo_element& part) {
  Lane& lane = lane_of(part);
  if (!lane.active) active_.push_back(&lane);
  lane.active = true;
  clock_->wake();
  return lane;
}

void omega_fifo_element_twin::entering(const omega_fifo_element& part) { activate(part); }

void omega_fifo_element_twin::decide(const omega_fifo_element& part, std::span<FifoGrant> grants) {
  Lane& lane = activate(part);
  lane.decided = true;
  take_state(lane);
  if (mode_ == TwinMode::kReplace) follow(lane, grants);
  expect(lane, grants);
}

/// What the part's state at the start of the cycle comes to on the pins.
void omega_fifo_element_twin::take_state(Lane& lane) {
  const omega_fifo_element& part = *lane.part;
  const FifoContext& context = part.context();
  lane.inputs = {};
  lane.inputs.arbitration = context.arbitration;
  lane.inputs.lower_by_coin = context.arbitration == Arbitration::kRandom && part.coin() >> 63 != 0;
  lane.inputs.route_bit = static_cast<unsigned>(std::countr_zero(part.weight()));
  lane.expected = {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t depth = part.depth_at_start(i);
    lane.expected.occupancy[i] = depth;
    if (depth < context.depth) lane.expected.ready |= 1U << i;
    if (part.ready(i)) lane.inputs.ready |= 1U << i;  // of output i
    if (depth == 0) continue;
    lane.expected.valid |= 1U << (part.head(i).destination >> lane.inputs.route_bit & 1);
  }
}

/// Adds what the grants of the cycle come to.
void omega_fifo_element_twin::expect(Lane& lane, std::span<const FifoGrant> grants) {
  for (std::uint32_t o = 0; o < 2; ++o) {
    if (grants[o].input == kNobody) continue;
    lane.expected.grant |= 1U << (2 * o + grants[o].input);
    lane.expected.word[o] = word_of(lane.part->head(grants[o].input));
  }
}

/// Takes the grants that the twin shows.
void omega_fifo_element_twin::follow(Lane& lane, std::span<FifoGrant> grants) {
  lane.model->present(lane.inputs);
  const FifoElementOutputs twin = lane.model->outputs();
  for (std::uint32_t o = 0; o < 2; ++o) {
    const unsigned granted = twin.grant >> 2 * o & 3;
    grants[o] = {granted == 0 ? kNobody : (granted & 1) != 0 ? 0U : 1U, (twin.valid >> o & 1) != 0};
  }
}

void omega_fifo_element_twin::show(VerilatedVcdC& wave) {
  for (std::uint32_t t = 0; t < net_->stages().size(); ++t) {
    for (std::uint32_t e = 0; e < net_->stage(t).size(); ++e) {
      lane_of(net_->stage(t)[e]).model->show(wave);
    }
  }
}

void omega_fifo_element_twin::present(Cycles /*cycle*/) {
  for (Lane* lane : active_) {
    if (!lane->decided) take_state(*lane);
    for (std::uint32_t i = 0; i < 2; ++i) {
      const FifoPacket* packet = lane->part->entering(i);
      lane->inputs.entering[i].reset();
      if (packet != nullptr) lane->inputs.entering[i] = *packet;
    }
    lane->model->present(lane->inputs);
    lane->twin = lane->model->outputs();  // the edge brings those of the next cycle
  }
}

void omega_fifo_element_twin::edge() {
  for (Lane* lane : active_) {
    lane->model->edge();
    if (clock_->asserted()) wrong(*lane, "breaks its own contract");
  }
}

bool omega_fifo_element_twin::look(Cycles cycle) {
  for (Lane* lane : active_) {
    if (mode_ == TwinMode::kLockstep) {
      compare(*lane, cycle);
    } else {
      check(*lane);
    }
    lane->active = lane->decided = false;
  }
  active_.clear();
  return false;
}

/// Raises a fault at the first output that differs.
void omega_fifo_element_twin::compare(const Lane& lane, Cycles cycle) const {
  const FifoElementOutputs& model = lane.expected;
  const FifoElementOutputs& twin = lane.twin;
  const Lockstep lockstep{[&] { return std::string{lane.part->name()}; }, cycle};
  lockstep.check("occupancy_0", model.occupancy[0], twin.occupancy[0]);
  lockstep.check("occupancy_1", model.occupancy[1], twin.occupancy[1]);
  lockstep.check("ready", model.ready, twin.ready);
  lockstep.check("valid", model.valid, twin.valid);
  lockstep.check("grant", model.grant, twin.grant);
  for (std::uint32_t o = 0; o < 2; ++o) {
    if ((model.grant >> 2 * o & 3) == 0) continue;
    constexpr std::array kDestination{"destination_0", "destination_1"};
    constexpr std::array kAge{"age_0", "age_1"};
    constexpr std::array kData{"data_0", "data_1"};
    lockstep.check(kDestination[o], model.word[o].destination, twin.word[o].destination);
    lockstep.check(kAge[o], model.word[o].age, twin.word[o].age);
    lockstep.check(kData[o], model.word[o].data, twin.word[o].data);
  }
}

/// Does a twin that replaces the model hold the packets that came in?
void omega_fifo_element_twin::check(const Lane& lane) {
  const FifoElementOutputs& model = lane.expected;
  const FifoElementOutputs& twin = lane.twin;
  for (std::uint32_t i = 0; i < 2; ++i) {
    if (twin.occupancy[i] == model.occupancy[i]) continue;
    wrong(lane, "holds " + std::to_string(twin.occupancy[i]) + " packets at input " +
                    std::to_string(i) + " where " + std::to_string(model.occupancy[i]) +
                    " have stayed");
  }
  for (std::uint32_t o = 0; o < 2; ++o) {
    const bool granted = (model.grant >> 2 * o & 3) != 0 && (twin.valid >> o & 1) != 0;
    if (!granted || twin.word[o] == model.word[o]) continue;
    wrong(lane, "shows another packet than the granted one at output " + std::to_string(o));
  }
  if (twin.ready != model.ready) wrong(lane, "is ready for packets for which it has no place");
}

void omega_fifo_element_twin::wrong(const Lane& lane, const std::string& what) {
  const std::string part = lane.part->name();
  clock_->fail(part, "The twin of " + part + ' ' + what + '.');
}

}  // namespace plexus
