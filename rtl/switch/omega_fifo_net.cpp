#include "hw/switch/omega_fifo_net.hpp"

#include <bit>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "rtl/frame/block.hpp"
#include "rtl/switch/fifo_pins.hpp"

namespace plexus::omega_fifo_net_adapter {

using namespace fifo_pins;

/// Pins of omega_fifo_net.sv; those of an element are one field, of which the upper input has the
/// lower bits.
struct Inputs {
  Pin arbitration = fifo_pins::arbitration();
  Pin coin{"coin", 1}, valid{"valid", 1}, destination{"destination", "Ports"};
  Pin age{"age", kAgeWidth}, data{"data", kDataWidth};
};
struct Outputs {
  Pin occupancy = Pin{"occupancy", "coin"}.before(), ready = Pin{"ready", 1}.before();
  Pin valid = Pin{"valid", 1}.before(), grant = Pin{"grant", 4}.before();
  Pin age = Pin{"age", kAgeWidth}.before(), data = Pin{"data", kDataWidth}.before();
};

using Elements = std::vector<omega_fifo_element*>;  // as data flows: t * Ports / 2 + e

struct Lane final : twin<Inputs, Outputs> {
  const Elements* elements = nullptr;
  std::vector<bool> decided;  ///< in this cycle, by element

 protected:
  [[nodiscard]] std::pair<std::string, std::string> place(const Pin& pin,
                                                          std::size_t field) const override {
    if (&pin != &out.occupancy && &pin != &out.grant) return twin_lane::place(pin, field);
    return {(*elements)[field]->name(), pin.name()};
  }
};

/// The twin of a whole buffered network, clocked in the cycles in which an element decides or a
/// packet enters one.
class omega_fifo_net_twin final : public twins_of<Lane, omega_fifo_net>, public fifo_observer_if {
 public:
  omega_fifo_net_twin(omega_fifo_net& net, const TwinSite& site)
      : twins_of{net, site, parameters(net.wiring().ports, net.stage(0)[0].context().depth),
                 std::string{net.name()}},
        ports_{net.wiring().ports},
        stages_{net.wiring().stages} {
    net.observe(*this);
    for (std::uint32_t t = 0; t < stages_; ++t) {
      for (std::uint32_t e = 0; e < ports_ / 2; ++e) {
        elements_.push_back(&net.stage(t)[e]);
        places_.emplace_back(*this, elements_.size() - 1);
      }
    }
  }

  static Parameters parameters(std::uint32_t ports, std::uint32_t depth) {
    return {{"Ports", ports}, {"DataWidth", kDataWidth}, {"Depth", depth}, {"AgeWidth", kAgeWidth}};
  }

  void entered(std::uint32_t /*element*/, std::uint32_t /*input*/) override { active_lane(); }

 private:
  /// Stands at the port of an element, in front of what decides for it.
  struct Place final : fifo_arbiter_if {
    Place(omega_fifo_net_twin& whole, std::size_t n)
        : net{&whole}, number{n}, model{&whole.elements_[n]->arbiter.in_front(*this)} {}
    void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
      Lane& lane = net->active_lane();
      model->grant(queues, grants);  // replaced or not: a twin of the element may stand behind
      net->take_state(lane, number);
      lane.decided[number] = true;
      if (net->replaces()) {
        net->ask(lane, number, grants);
        net->elements_[number]->check(grants, "rtl");
      }
      net->take_grants(lane, number, grants);
    }

    omega_fifo_net_twin* net;
    std::size_t number;
    fifo_arbiter_if* model;
  };

  void made(Lane& lane) override {
    lane.elements = &elements_;
    lane.decided.assign(elements_.size(), false);
    lane.in.arbitration.set(elements_[0]->context().arbitration);
  }

  [[nodiscard]] bool is_first(std::size_t number) const { return number < ports_ / 2; }
  [[nodiscard]] bool is_last(std::size_t number) const {
    return number >= elements_.size() - ports_ / 2;
  }
  /// Of an input of the first stage, behind the shuffle; of an output of the last one.
  [[nodiscard]] std::size_t port_in(std::size_t number, std::uint32_t input) const {
    return number + std::size_t{input} * (ports_ / 2);
  }
  [[nodiscard]] std::size_t port_out(std::size_t number, std::uint32_t output) const {
    return 2 * (number - (elements_.size() - ports_ / 2)) + output;
  }

  /// The state of an element at the start of the cycle.
  void take_state(Lane& lane, std::size_t number) const {
    const omega_fifo_element& element = *elements_[number];
    const auto bits = static_cast<unsigned>(std::bit_width(element.context().depth));
    std::uint64_t held = 0;
    std::uint64_t wanted = 0;  // outputs
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t waiting = element.held(i);
      held |= std::uint64_t{waiting} << i * bits;
      if (is_first(number)) {
        lane.out.ready.set(port_in(number, i), waiting < element.context().depth);
      }
      if (waiting > 0) wanted |= std::uint64_t{1} << element.output_of(element.packet(i));
    }
    lane.out.occupancy.set(number, held);
    lane.out.grant.set(number, 0);
    lane.in.coin.set(number, coin_of(element));
    if (!is_last(number)) return;
    for (std::uint32_t o = 0; o < 2; ++o) {
      lane.out.valid.set(port_out(number, o), wanted >> o & 1);
    }
  }

  /// Takes the grants that the twin shows.
  void ask(Lane& lane, std::size_t number, std::span<FifoGrant> grants) const {
    lane.settle();
    const std::uint64_t all = lane.seen.grant.get(number);
    for (std::uint32_t o = 0; o < 2; ++o) {
      const std::uint32_t input = input_of(all, o);
      grants[o] = {input, input != kNobody};
    }
  }

  /// What leaves an element in this cycle.
  void take_grants(Lane& lane, std::size_t number, std::span<const FifoGrant> grants) const {
    std::uint64_t granted = 0;
    for (std::uint32_t o = 0; o < 2; ++o) {
      const auto [input, valid, place] = grants[o];
      if (input >= 2 || place >= elements_[number]->held(input)) continue;  // the part says so
      granted |= std::uint64_t{1} << (2 * o + input);
      if (!is_last(number)) continue;
      const FifoPacket& packet = elements_[number]->packet(input, place);
      lane.out.age.set(port_out(number, o), packet.born);
      lane.out.data.set(port_out(number, o), data_of(packet));
    }
    lane.out.grant.set(number, granted);
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    for (std::size_t n = 0; n < elements_.size(); ++n) {
      if (!lane.decided[n]) take_state(lane, n);
    }
    for (std::size_t n = 0; n < ports_ / 2; ++n) {
      for (std::uint32_t i = 0; i < 2; ++i) {
        const FifoPacket* const packet = elements_[n]->entering(i);
        const std::size_t port = port_in(n, i);
        lane.in.valid.set(port, packet != nullptr);
        if (packet == nullptr) continue;
        lane.in.destination.set(port, packet->destination);
        lane.in.age.set(port, packet->born);
        lane.in.data.set(port, data_of(*packet));
      }
    }
  }

  /// Does a twin that replaces the model hold the packets that came in, and show those that leave?
  void follow(Lane& lane, Cycles /*cycle*/) override {
    for (std::size_t n = 0; n < elements_.size(); ++n) {
      if (lane.seen.occupancy.get(n) == lane.out.occupancy.get(n)) continue;
      wrong(lane, "holds other packets in {} than have come to it", elements_[n]->name());
    }
    for (std::size_t n = elements_.size() - ports_ / 2; n < elements_.size(); ++n) {
      for (std::uint32_t o = 0; o < 2; ++o) {
        const std::size_t port = port_out(n, o);
        if ((lane.out.grant.get(n) >> 2 * o & 3) == 0) continue;
        if (lane.seen.data.get(port) == lane.out.data.get(port)) continue;
        wrong(lane, "shows another packet than the granted one at port {}", port);
      }
    }
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    lane.decided.assign(elements_.size(), false);
    return false;
  }

  std::uint32_t ports_;
  std::uint32_t stages_;
  Elements elements_;
  std::deque<Place> places_;
};

/// Is it an omega network of 2 x 2 elements whose queues have their ready in registers?
constexpr auto kIsOmega = [](omega_fifo_net& net, const TwinSite& site) {
  const SwitchWiring& wiring = net.wiring();
  const auto shuffles = [&](const auto& wires) {
    for (std::uint32_t line = 0; line < wiring.ports; ++line) {
      if (wires[line] != line * 2 % wiring.ports + line * 2 / wiring.ports) return false;
    }
    return true;
  };
  bool plain = wiring.radix == 2 && std::has_single_bit(wiring.ports) &&
               wiring.lines() == wiring.ports &&
               std::uint32_t{1} << wiring.stages == wiring.ports && shuffles(wiring.entry);
  for (const auto& between : wiring.between) plain = plain && shuffles(between);
  for (std::uint32_t t = 0; plain && t < wiring.stages; ++t) {
    plain = net.stage(t)[0].weight() == std::uint32_t{1} << (wiring.stages - 1 - t);
  }
  for (std::uint32_t line = 0; plain && line < wiring.ports; ++line) {
    plain = wiring.exit[line] == line;
  }
  require_size(plain, site, "omega networks of radix 2 whose ports are a power of two");
  if (!net.stage(0)[0].context().bypass) return true;
  throw SizeMissing{
      "The twin of omega_fifo_net has its ready in registers: choose --flow registered, or leave "
      "the twin out."};
};

TwinBlock omega_fifo_net_block() { return block_of<omega_fifo_net_twin, kIsOmega>(8, 1); }

}  // namespace plexus::omega_fifo_net_adapter
