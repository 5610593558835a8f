#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/switch/omega_fifo_net.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

// What twins of buffered switches share: of one element, and of a whole network.

inline constexpr unsigned kFifoDataWidth = 64;  ///< source and number: no two packets are equal
inline constexpr unsigned kFifoAgeWidth = 32;   ///< cycle in which it was made, modulo 2^32

inline Pin fifo_arbitration() {
  return Pin{"arbitration"}.of({"alternating", "upper-first", "oldest", "random"});
}

inline std::uint64_t data_of(const FifoPacket& packet) {
  return std::uint64_t{packet.source} << 32 | packet.number;
}

/// Throws SizeMissing where queues have a ready that is no register.
inline void require_ready_in_registers(omega_fifo_net& net, const TwinSite& site) {
  if (!net.stage(0)[0].context().bypass) return;
  throw SizeMissing{"The twin of " + site.source.block +
                    " has its ready in registers: choose --flow registered, or leave the twin "
                    "out."};
}

/// Twins at the ports of a network's elements of radix 2, clocked in the cycles in which one
/// decides or a packet enters it. What a blocked output shows is not compared: the model has no
/// opinion on it.
template <typename Lane>
class fifo_twins : public twins_of<Lane, omega_fifo_net>,
                   public fifo_arbiter_if,
                   public network_observer_if {
 public:
  /// `whole`: one lane for all elements, which have fields of their own on its pins.
  fifo_twins(omega_fifo_net& net, const TwinSite& site, const Parameters& size, PartNames names,
             bool whole)
      : twins_of<Lane, omega_fifo_net>{net, site, size, std::move(names)}, whole_{whole} {
    net.observe(*this);
    for (std::uint32_t t = 0; t < net.stages().size(); ++t) {
      for (std::uint32_t e = 0; e < net.stage(t).size(); ++e) {
        omega_fifo_element& one = net.stage(t)[e];
        elements_.push_back({&one, &this->stand_in_front(one.arbiter, *this), nullptr, false});
      }
    }
  }

  void entering(std::uint32_t number) override { working(number); }

  void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
    const auto& one = static_cast<const omega_fifo_element&>(queues);
    const std::size_t number = one.stage() * this->part.stage(0).size() + one.index();
    Lane& lane = working(number);
    elements_[number].model->grant(queues, grants);  // replaced or not: others may stand behind
    elements_[number].decided = true;
    take_state(lane, number);
    if (this->replaces()) {
      lane.settle();
      for (std::uint32_t o = 0; o < 2; ++o) {
        const std::uint64_t to = lane.seen.grant.get(field(number)) >> 2 * o & 3;
        const std::uint32_t input = to == 0 ? kNobody : 1 - (to & 1);
        grants[o] = {input, whole_ ? to != 0 : lane.seen.valid.bit(o)};
      }
      one.check(grants, "rtl");
    }
    for (std::uint32_t o = 0; o < 2; ++o) {
      const auto [input, valid, place] = grants[o];
      if (input >= 2 || place >= one.held(input)) continue;  // else the part says so
      lane.out.grant.set_bit(4 * field(number) + 2 * o + input);
      show_leaving(lane, number, o, one.packet(input, place));
    }
  }

 protected:
  /// The element's queues at the start of the cycle. `wanted`: outputs, a bit each.
  virtual void show_queues(Lane& lane, std::size_t number, std::uint64_t wanted) const = 0;
  /// What leaves it by an output in this cycle.
  virtual void show_leaving(Lane& lane, std::size_t number, std::uint32_t output,
                            const FifoPacket& packet) const = 0;

  [[nodiscard]] const omega_fifo_element& element(std::size_t number) const {
    return *elements_[number].part;
  }
  [[nodiscard]] std::size_t elements() const { return elements_.size(); }

 private:
  /// An element, what decides for it behind its twin, and that, once it has worked.
  struct Element {
    const omega_fifo_element* part;
    fifo_arbiter_if* model;
    Lane* lane;
    bool decided;  ///< in this cycle
  };
  [[nodiscard]] std::size_t field(std::size_t number) const { return whole_ ? number : 0; }
  Lane& working(std::size_t number) {
    Lane*& lane = elements_[number].lane;
    if (lane == nullptr) lane = &this->lane(whole_ ? 0 : number);
    this->activate(*lane);
    return *lane;
  }
  void take_state(Lane& lane, std::size_t number) const {
    const omega_fifo_element& one = element(number);
    const bool random = one.context().arbitration == Arbitration::kRandom;
    lane.in.coin.set(field(number), random && one.coin() >> 63 != 0);
    lane.out.grant.set(field(number), 0);
    std::uint64_t wanted = 0;
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (one.held(i) > 0) wanted |= std::uint64_t{1} << one.output_of(one.packet(i));
    }
    show_queues(lane, number, wanted);
  }
  /// What has not decided shows its state all the same.
  void present(Lane& lane, Cycles /*cycle*/) final {
    lane.in.valid.clear();
    const std::size_t first = whole_ ? 0 : lane.number();
    const std::size_t end = whole_ ? elements() : first + 1;
    const std::size_t in_stage = this->part.wiring().elements;
    const std::size_t entered = whole_ ? in_stage : end;  // from outside: those before
    for (std::size_t n = first; n < end; ++n) {
      if (!std::exchange(elements_[n].decided, false)) take_state(lane, n);
      for (std::uint32_t i = 0; n < entered && i < 2; ++i) {
        const FifoPacket* const packet = element(n).entering(i);
        if (packet == nullptr) continue;
        put_at(whole_ ? n + i * in_stage : i, lane.in.valid, 1, packet->destination, packet->born,
               data_of(*packet));
      }
    }
  }

  std::vector<Element> elements_;  ///< as data flows
  bool whole_;
};

}  // namespace plexus
