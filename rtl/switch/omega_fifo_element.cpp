#include "hw/switch/omega_fifo_element.hpp"

#include <bit>

#include "hw/switch/omega_fifo_net.hpp"
#include "rtl/frame/block.hpp"
#include "rtl/switch/fifo_pins.hpp"

namespace plexus::omega_fifo_element_adapter {

using namespace fifo_pins;

constexpr unsigned kAddressWidth = 16;  // destination, modulo 65,536

/// Pins of omega_fifo_element.sv.
struct Inputs {
  Pin arbitration = fifo_pins::arbitration();
  Pin coin{"coin"}, route_bit{"route_bit"}, valid{"valid"};
  Pin destination{"destination", kAddressWidth}, age{"age", kAgeWidth}, data{"data", kDataWidth};
  Pin ready{"ready"};
};
struct Outputs {
  Pin occupancy = Pin{"occupancy", "ready"}.before(), ready = Pin{"ready"}.before();
  Pin valid = Pin{"valid"}.before(), grant = Pin{"grant"}.before();
  Pin destination = Pin{"destination", kAddressWidth}.before();
  Pin age = Pin{"age", kAgeWidth}.before(), data = Pin{"data", kDataWidth}.before();
};
struct Lane final : twin<Inputs, Outputs> {
  const omega_fifo_element* part = nullptr;
  bool decided = false;  ///< in this cycle
};

/// Twins of the elements of a buffered switch of radix 2, a lane each, clocked in the cycles in
/// which the part decides or a packet enters it. What a blocked output shows is not compared: the
/// model has no opinion on it.
class fifo_element_twins final : public twins_of<Lane, omega_fifo_net>,
                                 public fifo_arbiter_if,
                                 public fifo_observer_if {
 public:
  fifo_element_twins(omega_fifo_net& net, const TwinSite& site)
      : twins_of{net,
                 site,
                 parameters(net.stage(0)[0].context().depth),
                 {net.stages().size() * net.stage(0).size(),
                  [this](auto number) { return std::string{places_[number].part->name()}; }}} {
    net.observe(*this);
    for (std::uint32_t t = 0; t < net.stages().size(); ++t) {
      for (std::uint32_t e = 0; e < net.stage(t).size(); ++e) {
        omega_fifo_element& one = net.stage(t)[e];
        places_.push_back({&one, &one.arbiter.in_front(*this), nullptr});
      }
    }
  }

  static Parameters parameters(std::uint32_t depth) {
    return {{"DataWidth", kDataWidth},
            {"AddressWidth", kAddressWidth},
            {"AgeWidth", kAgeWidth},
            {"Depth", depth}};
  }

  void entered(std::uint32_t element, std::uint32_t /*input*/) override { working(element); }

  void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
    const auto& element = static_cast<const omega_fifo_element&>(queues);
    const std::size_t number = element.stage() * part.stage(0).size() + element.index();
    Lane& lane = working(number);
    places_[number].model->grant(queues, grants);  // replaced or not: others may stand behind
    lane.decided = true;
    take_state(lane);
    if (replaces()) {
      ask(lane, grants);
      element.check(grants, "rtl");
    }
    take_grants(lane, grants);
  }

 private:
  /// An element, what decides for it behind its twin, and that, once it has worked.
  struct Place {
    const omega_fifo_element* part;
    fifo_arbiter_if* model;
    Lane* lane;
  };
  Lane& working(std::size_t number) {
    Lane*& lane = places_[number].lane;
    if (lane == nullptr) lane = &this->lane(number);
    activate(*lane);
    return *lane;
  }

  void made(Lane& lane) override {
    lane.part = places_[lane.number()].part;
    lane.in.arbitration.set(lane.part->context().arbitration);
    lane.in.route_bit.set(std::countr_zero(lane.part->weight()));
  }

  /// The part's state at the start of the cycle.
  static void take_state(Lane& lane) {
    const omega_fifo_element& part = *lane.part;
    std::uint64_t behind = 0;  // outputs with a place behind them
    std::uint64_t places = 0;  // inputs with a place
    std::uint64_t wanted = 0;  // outputs
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t held = part.held(i);
      behind |= std::uint64_t{part.ready(i)} << i;
      places |= std::uint64_t{held < part.context().depth} << i;
      if (held > 0) wanted |= part.packet(i).destination / part.weight() % 2 == 0 ? 1 : 2;
      lane.out.occupancy.set(i, held);
    }
    lane.in.coin.set(coin_of(part));
    lane.in.ready.set(behind);
    lane.out.ready.set(places);
    lane.out.valid.set(wanted);
    lane.out.grant.clear();
  }

  /// Takes the grants that the twin shows.
  static void ask(Lane& lane, std::span<FifoGrant> grants) {
    lane.settle();
    for (std::uint32_t o = 0; o < 2; ++o) {
      grants[o] = {input_of(lane.seen.grant.get(), o), lane.seen.valid.bit(o)};
    }
  }

  /// What leaves it in this cycle.
  static void take_grants(Lane& lane, std::span<const FifoGrant> grants) {
    for (std::uint32_t o = 0; o < 2; ++o) {
      const auto [input, valid, place] = grants[o];
      if (input >= 2 || place >= lane.out.occupancy.get(input)) continue;  // else the part says so
      const FifoPacket& packet = lane.part->packet(input, place);
      lane.out.grant.set_bit(2 * o + input);
      lane.out.destination.set(o, packet.destination);
      lane.out.age.set(o, packet.born);
      lane.out.data.set(o, data_of(packet));
    }
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.decided) take_state(lane);
    lane.in.valid.clear();
    for (std::uint32_t i = 0; i < 2; ++i) {
      const FifoPacket* const packet = lane.part->entering(i);
      if (packet == nullptr) continue;
      lane.in.valid.set_bit(i);
      lane.in.destination.set(i, packet->destination);
      lane.in.age.set(i, packet->born);
      lane.in.data.set(i, data_of(*packet));
    }
  }

  /// Does a twin that replaces the model hold the packets that came in?
  void follow(Lane& lane, Cycles /*cycle*/) override {
    for (std::uint32_t i = 0; i < 2; ++i) {
      const auto [holds, stayed] = std::pair{lane.seen.occupancy.get(i), lane.out.occupancy.get(i)};
      if (holds == stayed) continue;
      wrong(lane, "holds {} packets at input {} where {} have stayed", holds, i, stayed);
    }
    for (std::uint32_t o = 0; o < 2; ++o) {
      if ((lane.out.grant.get() >> 2 * o & 3) == 0 || !lane.seen.valid.bit(o)) continue;
      for (const auto& [pin, granted] : {std::pair{&lane.seen.destination, &lane.out.destination},
                                         {&lane.seen.age, &lane.out.age},
                                         {&lane.seen.data, &lane.out.data}}) {
        if (pin->get(o) == granted->get(o)) continue;
        wrong(lane, "shows another packet than the granted one at output {}", o);
      }
    }
    if (lane.seen.ready.get() != lane.out.ready.get()) {
      wrong(lane, "is ready for packets for which it has no place");
    }
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override { return lane.decided = false; }

  std::vector<Place> places_;  ///< by element, in data-flow order
};

constexpr auto kHasRegisters = [](omega_fifo_net& net, const TwinSite& site) {
  const omega_fifo_element& any = net.stage(0)[0];
  require_size(any.radix() == 2, site,
               "elements with 2 inputs, not for those with {} of this switch", any.radix());
  if (!any.context().bypass) return true;
  throw SizeMissing{
      "The twin of omega_fifo_element has its ready in registers: choose --flow registered, or "
      "leave the twin out."};
};

TwinBlock omega_fifo_element_block() { return block_of<fifo_element_twins, kHasRegisters>(1); }

}  // namespace plexus::omega_fifo_element_adapter
