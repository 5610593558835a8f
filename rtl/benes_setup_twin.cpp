#include "rtl/benes_setup_twin.hpp"

#include <bit>
#include <utility>

#include "hw/channel/fault.hpp"
#include "hw/time/clock_period.hpp"
#include "rtl/lockstep.hpp"
#include "rtl/verilator_hooks.hpp"

namespace plexus {

benes_setup_twin::benes_setup_twin(benes_setup& part, TwinMode mode, twin_clock& clock,
                                   BenesSetupModelMaker make)
    : part_{part}, mode_{mode}, clock_{&clock}, make_{std::move(make)} {
  if (!make_) make_ = benes_setup_models(part.ports);
  model_ = make_(clock.context(), rtl_name(part.name));
  part.set_up = [this](std::span<const NodeId> permutation) { return set_up(permutation); };
  clock.add(*this);
}

BenesStates benes_setup_twin::set_up(std::span<const NodeId> permutation) {
  clock_->wake();
  if (shown_) to_show_.emplace_back(permutation.begin(), permutation.end());
  const NodeId digits = static_cast<NodeId>(std::countr_zero(part_.ports));
  const NodeId latency = (digits - 1) * part_.ports / 2 + 1;
  model_->present(permutation);
  model_->edge();
  NodeId cycles = 1;
  for (; cycles < latency && !model_->outputs().done; ++cycles) {
    model_->present({});
    model_->edge();
  }
  if (clock_->asserted()) wrong("breaks its own contract");
  if (cycles != latency || !model_->outputs().done) {
    wrong("is not done after exactly " + std::to_string(latency) + " cycles");
  }
  BenesStates twin = model_->outputs().states;
  if (mode_ == TwinMode::kReplace) return twin;
  BenesStates expected = part_.set_up(permutation);
  for (std::size_t t = 0; t < expected.size(); ++t) {
    for (std::size_t e = 0; e < expected[t].size(); ++e) {
      if (twin[t][e] == expected[t][e]) continue;
      raise_difference(ClockPeriod{}.now(), part_.name,
                       "state_" + std::to_string(t) + '_' + std::to_string(e), expected[t][e],
                       twin[t][e]);
    }
  }
  return expected;
}

void benes_setup_twin::show(VerilatedVcdC& wave) {
  shown_ = make_(clock_->context(), rtl_name(part_.name));
  shown_->show(wave);
}

void benes_setup_twin::present(Cycles /*cycle*/) {
  if (!shown_) return;
  const BenesSetupOutputs shown = shown_->outputs();
  const bool free = !shown.busy || shown.done;
  if (free && !to_show_.empty()) {
    shown_->present(to_show_.front());
    to_show_.pop_front();
  } else {
    shown_->present({});
  }
}

void benes_setup_twin::edge() {
  if (shown_) shown_->edge();
}

bool benes_setup_twin::look(Cycles /*cycle*/) {
  return shown_ && (shown_->outputs().busy || !to_show_.empty());
}

/// At once: what follows in this time step from wrong settings would hide the cause.
void benes_setup_twin::wrong(const std::string& what) const {
  std::string text = "The twin of " + part_.name + ' ' + what + '.';
  const std::string assertions = take_rtl_errors();
  if (!assertions.empty()) text += " The twin says: " + assertions + '.';
  raise({"rtl", ClockPeriod{}.now(), part_.name, text, {}});
}

}  // namespace plexus
