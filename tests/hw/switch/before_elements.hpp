#pragma once

#include <deque>
#include <span>

#include "hw/switch/omega_fifo_net.hpp"

namespace plexus {

/// Stands in front of every element of a buffered network: hears what each of them decides in every
/// cycle, and may change it.
class before_elements {
 public:
  virtual ~before_elements() = default;
  /// `grants`: by output, as the element itself decides.
  virtual void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) = 0;

  void stand_before(omega_fifo_net& net) {
    for (std::uint32_t t = 0; t < net.stages().size(); ++t) {
      for (std::uint32_t e = 0; e < net.stage(t).size(); ++e) {
        places_.emplace_back(*this, net.stage(t)[e]);
      }
    }
  }

 private:
  struct Place final : fifo_arbiter_if {
    Place(before_elements& one, omega_fifo_element& element)
        : who{&one}, part{&element}, model{&element.arbiter.in_front(*this)} {}
    void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
      model->grant(queues, grants);
      who->decide(*part, grants);
    }
    before_elements* who;
    const omega_fifo_element* part;
    fifo_arbiter_if* model;
  };
  std::deque<Place> places_;
};

}  // namespace plexus
