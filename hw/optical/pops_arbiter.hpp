#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "hw/channel/coupler_grant.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Round-robin arbiters of a machine, all for the same requesters: those of its couplers, or of its
/// receivers. Each grants the requester with the smallest (index - pointer) mod `requesters`; the
/// pointer is its only state, begins at 0, and moves past the winner when that goes through. Twin:
/// rtl/optical/pops_arbiter.sv.
class pops_arbiter : public sc_core::sc_object, public coupler_grant_if {
 public:
  using role_if = coupler_grant_if;

  /// `requesters` of one arbiter, >= 1. With a `row`, arbiter number r row + c is called name_r_c.
  pops_arbiter(const char* name, std::uint32_t requesters, std::uint32_t row = 0)
      : sc_object{name}, requesters_{requesters}, row_{row} {}

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    State& one = arbiters_[number];
    one.winner = requests.front();
    for (const std::uint32_t request : requests) {
      if (distance(request, one.pointer) < distance(one.winner, one.pointer)) one.winner = request;
    }
    return one.winner;
  }
  void advance(std::uint64_t number) override {
    State& one = arbiters_[number];
    one.pointer = one.winner + 1 == requesters_ ? 0 : one.winner + 1;
  }

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
};

/// Those of couplers, between the sources of each.
class coupler_arbiter final : public pops_arbiter {
 public:
  static constexpr const char* kKind = "coupler_arbiter";
  using pops_arbiter::pops_arbiter;
  [[nodiscard]] const char* kind() const override { return kKind; }
};

/// Those of receivers, between the couplers of each.
class receiver_arbiter final : public pops_arbiter {
 public:
  static constexpr const char* kKind = "receiver_arbiter";
  using pops_arbiter::pops_arbiter;
  [[nodiscard]] const char* kind() const override { return kKind; }
};

}  // namespace plexus
