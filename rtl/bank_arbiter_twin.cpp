#include "rtl/bank_arbiter_twin.hpp"

#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

bank_arbiter_twin::bank_arbiter_twin(std::string part, NodeId processors, BankId banks,
                                     TwinMode mode, twin_clock& clock, BankArbiterModelMaker make)
    : part_{std::move(part)}, clock_{&clock}, mode_{mode}, model_{banks} {
  if (!make) make = bank_arbiter_models(processors, banks);
  twin_ = make(clock.context(), rtl_name(part_));
  clock.add(*this);
}

const std::vector<bool>& bank_arbiter_twin::grant(std::span<const BankRequest> requests) {
  now_.assign(requests.begin(), requests.end());
  if (mode_ == TwinMode::kReplace) {
    twin_->present(now_);
    const BankArbiterOutputs twin = twin_->outputs();
    granted_.clear();
    for (const BankRequest& request : now_) {
      granted_.push_back((twin.grant >> request.processor & 1) != 0);
    }
  } else {
    granted_ = model_.grant(requests);
  }
  expected_ = {};
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const std::uint64_t processor = std::uint64_t{1} << now_[i].processor;
    (granted_[i] ? expected_.grant : expected_.stall) |= processor;
  }
  clock_->wake();
  return granted_;
}

/// Up to the edge with which the cycle begins the twin sees what it saw in the cycle before.
void bank_arbiter_twin::present(Cycles /*cycle*/) { twin_->present(before_); }

void bank_arbiter_twin::edge() {
  twin_->present(now_);
  if (clock_->asserted()) clock_->fail(part_, "The twin of " + part_ + " breaks its own contract.");
}

bool bank_arbiter_twin::look(Cycles cycle) {
  const BankArbiterOutputs twin = twin_->outputs();
  const Lockstep lockstep{[this] { return part_; }, cycle};
  if (mode_ == TwinMode::kLockstep) {
    lockstep.check("gnt", expected_.grant, twin.grant);
    lockstep.check("stall", expected_.stall, twin.stall);
  }
  before_ = std::exchange(now_, {});
  expected_ = {};
  return !before_.empty();
}

}  // namespace plexus
