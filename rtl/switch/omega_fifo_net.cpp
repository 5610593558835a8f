#include <bit>

#include "hw/tlm/packet_network.hpp"
#include "rtl/switch/fifo_twins.hpp"

namespace plexus::omega_fifo_net_adapter {

/// Pins of omega_fifo_net.sv; those of an element are one field, of which the upper input has the
/// lower bits.
struct Inputs {
  Pin arbitration = fifo_arbitration();
  Pin coin{"coin", 1}, valid{"valid", 1}, destination{"destination", "Ports"};
  Pin age{"age", kFifoAgeWidth}, data{"data", kFifoDataWidth};
};
struct Outputs {
  Pin occupancy = Pin{"occupancy", "coin"}.before(), ready = Pin{"ready", 1}.before();
  Pin valid = Pin{"valid", 1}.before(), grant = Pin{"grant", 4}.before();
  Pin age = Pin{"age", kFifoAgeWidth}.before(), data = Pin{"data", kFifoDataWidth}.before();
};
struct Lane final : twin<Inputs, Outputs> {
  omega_fifo_net* net = nullptr;

 protected:
  [[nodiscard]] std::pair<std::string, std::string> place(const Pin& pin,
                                                          std::size_t field) const override {
    if (&pin != &out.occupancy && &pin != &out.grant) return twin_lane::place(pin, field);
    const std::uint32_t elements = net->wiring().elements;  // of a stage
    const auto number = static_cast<std::uint32_t>(field);
    return {net->stage(number / elements)[number % elements].name(), pin.name()};
  }
};

/// The twin of a whole buffered network.
class omega_fifo_net_twin final : public fifo_twins<Lane> {
 public:
  omega_fifo_net_twin(omega_fifo_net& net, const TwinSite& site)
      : fifo_twins{net, site, parameters(net.wiring().ports, net.stage(0)[0].context().depth),
                   std::string{net.name()}, true} {}

  static Parameters parameters(std::uint32_t ports, std::uint32_t depth) {
    return {{"Ports", ports},
            {"DataWidth", kFifoDataWidth},
            {"Depth", depth},
            {"AgeWidth", kFifoAgeWidth}};
  }

 private:
  void made(Lane& lane) override {
    lane.net = &part;
    lane.in.arbitration.set(element(0).context().arbitration);
  }

  [[nodiscard]] std::size_t in_stage() const { return part.wiring().elements; }
  /// The first element of the last stage.
  [[nodiscard]] std::size_t last() const { return elements() - in_stage(); }

  void show_queues(Lane& lane, std::size_t number) const override {
    const omega_fifo_element& one = element(number);
    std::uint64_t held = 0;
    std::uint64_t wanted = 0;  // outputs
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t waiting = one.held(i);
      held |= std::uint64_t{waiting} << i * std::bit_width(one.context().depth);
      if (waiting > 0) wanted |= std::uint64_t{1} << one.output_of(one.packet(i));
      if (number < in_stage()) {  // behind the shuffle
        lane.out.ready.set(number + i * in_stage(), waiting < one.context().depth);
      }
    }
    lane.out.occupancy.set(number, held);
    for (std::uint32_t o = 0; number >= last() && o < 2; ++o) {
      lane.out.valid.set(2 * (number - last()) + o, wanted >> o & 1);
    }
  }
  void show_leaving(Lane& lane, std::size_t number, std::uint32_t output,
                    const FifoPacket& packet) const override {
    if (number < last()) return;
    put_at(2 * (number - last()) + output, lane.out.age, packet.born, data_of(packet));
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    for (std::size_t n = 0; n < elements(); ++n) present_element(lane, n);
    lane.in.valid.clear();
    for (std::uint32_t port = 0; port < part.wiring().ports; ++port) {
      const std::uint32_t input = port / part.wiring().elements;
      const FifoPacket* const packet = element(port % in_stage()).entering(input);
      if (packet == nullptr) continue;
      put_at(port, lane.in.valid, 1, packet->destination, packet->born, data_of(*packet));
    }
  }
};

/// Is it an omega network of 2 x 2 elements whose queues have their ready in registers?
constexpr auto kIsOmega = [](omega_fifo_net& net, const TwinSite& site) {
  const SwitchWiring& wiring = net.wiring();
  bool plain = wiring.is_omega();
  for (std::uint32_t t = 0; plain && t < wiring.stages; ++t) {
    plain = net.stage(t)[0].weight() == std::uint32_t{1} << (wiring.stages - 1 - t);
  }
  require_size(plain, site, "omega networks of radix 2 whose ports are a power of two");
  require_ready_in_registers(net, site);
  if (dynamic_cast<const packet_network*>(net.get_parent_object()) == nullptr) return true;
  throw SizeMissing{
      "The twin of omega_fifo_net delivers in every cycle, and receivers at the ports of a network "
      "may wait: take that of its elements, omega_fifo_element."};
};

TwinBlock omega_fifo_net_block() { return block_of<omega_fifo_net_twin, kIsOmega>(8, 1); }

}  // namespace plexus::omega_fifo_net_adapter
