#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "hw/systemc.hpp"

namespace plexus {

/// Round-robin arbiters by number: combinational grants, and a pointer that moves on when the
/// granted one has gone through.
class pops_arbiter_if {
 public:
  virtual ~pops_arbiter_if() = default;
  /// The one of `requests` (at least one, rising) that arbiter `number` grants.
  virtual std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) = 0;
  /// What arbiter `number` granted last goes through: its pointer moves past it.
  virtual void advance(std::uint64_t number) = 0;
};

/// Round-robin arbiters of a machine, all for the same requesters: those of its couplers, or of its
/// receivers. Each grants the requester with the smallest (index - pointer) mod `requesters`; the
/// pointer is its only state and begins at 0. Twin: rtl/optical/pops_arbiter.sv.
class pops_arbiter final : public sc_core::sc_object, public pops_arbiter_if {
 public:
  /// `requesters` of one arbiter, >= 1. With a `row`, arbiter number r row + c is called name_r_c.
  pops_arbiter(const char* name, std::uint32_t requesters, std::uint32_t row = 0)
      : sc_object{name}, requesters_{requesters}, row_{row} {}

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    return twin_ == nullptr ? decide(number, requests) : twin_->grant(number, requests);
  }
  void advance(std::uint64_t number) override {
    if (twin_ != nullptr) twin_->advance(number);
    State& one = arbiters_[number];
    one.pointer = one.winner + 1 == requesters_ ? 0 : one.winner + 1;
  }
  /// The same by the arbiter itself, whatever stands in its place.
  std::uint32_t decide(std::uint64_t number, std::span<const std::uint32_t> requests) {
    State& one = arbiters_[number];
    one.winner = requests.front();
    for (const std::uint32_t request : requests) {
      if (distance(request, one.pointer) < distance(one.winner, one.pointer)) one.winner = request;
    }
    return one.winner;
  }
  /// Puts other arbiters in their place. Before the simulation starts.
  void set_twin(pops_arbiter_if& twin) { twin_ = &twin; }

  [[nodiscard]] std::uint32_t requesters() const { return requesters_; }
  [[nodiscard]] std::string name_of(std::uint64_t number) const {
    const std::string head = std::string{name()} + '_';
    if (row_ == 0) return head + std::to_string(number);
    return head + std::to_string(number / row_) + '_' + std::to_string(number % row_);
  }

 private:
  struct State {
    std::uint32_t pointer = 0;
    std::uint32_t winner = 0;
  };
  [[nodiscard]] std::uint32_t distance(std::uint32_t index, std::uint32_t pointer) const {
    return index >= pointer ? index - pointer : index + requesters_ - pointer;
  }

  std::uint32_t requesters_;
  std::uint32_t row_;
  std::unordered_map<std::uint64_t, State> arbiters_;
  pops_arbiter_if* twin_ = nullptr;
};

}  // namespace plexus
