#include "hw/bus/bank_arbiter.hpp"

namespace plexus {

const std::vector<bool>& bank_arbiter::grant(std::span<const BankRequest> requests) {
  ++calls_;
  granted_.clear();
  for (const BankRequest& request : requests) {
    std::uint64_t& taken = taken_[request.bank];
    granted_.push_back(taken != calls_);
    taken = calls_;
  }
  return granted_;
}

}  // namespace plexus
