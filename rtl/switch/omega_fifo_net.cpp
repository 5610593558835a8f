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
using Lane = twin<Inputs, Outputs>;

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
  [[nodiscard]] std::pair<std::string, std::string> place(const twin_lane& lane, const Pin& pin,
                                                          std::size_t field) const override {
    const bool of_element = pin.name() == "occupancy" || pin.name() == "grant";
    if (!of_element) return twin_bank::place(lane, pin, field);
    return {element(field).name(), pin.name()};
  }
  void made(Lane& lane) override { lane.in.arbitration.set(element(0).context().arbitration); }

  [[nodiscard]] std::size_t in_stage() const { return part.wiring().elements; }
  /// The first element of the last stage.
  [[nodiscard]] std::size_t last() const { return elements() - in_stage(); }

  void show_queues(Lane& lane, std::size_t number, std::uint64_t wanted) const override {
    const omega_fifo_element& one = element(number);
    const std::uint32_t depth = one.context().depth;
    std::uint64_t held = 0;
    for (std::uint32_t i = 0; i < 2; ++i) {
      held |= std::uint64_t{one.held(i)} << i * std::bit_width(depth);
      const bool at_ports = number < in_stage();  // behind the shuffle
      if (at_ports) lane.out.ready.set(number + i * in_stage(), one.held(i) < depth);
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
