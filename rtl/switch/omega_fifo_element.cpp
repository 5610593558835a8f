#include <bit>

#include "rtl/switch/fifo_twins.hpp"

namespace plexus::omega_fifo_element_adapter {

constexpr unsigned kAddressWidth = 16;  // destination, modulo 65,536

/// Pins of omega_fifo_element.sv.
struct Inputs {
  Pin arbitration = fifo_arbitration();
  Pin coin{"coin"}, route_bit{"route_bit"}, valid{"valid"};
  Pin destination{"destination", kAddressWidth}, age{"age", kFifoAgeWidth};
  Pin data{"data", kFifoDataWidth}, ready{"ready"};
};
struct Outputs {
  Pin occupancy = Pin{"occupancy", "ready"}.before(), ready = Pin{"ready"}.before();
  Pin valid = Pin{"valid"}.before(), grant = Pin{"grant"}.before();
  Pin destination = Pin{"destination", kAddressWidth}.before();
  Pin age = Pin{"age", kFifoAgeWidth}.before(), data = Pin{"data", kFifoDataWidth}.before();
};
using Lane = twin<Inputs, Outputs>;

/// Twins of the elements of a buffered switch, a lane each.
class fifo_element_twins final : public fifo_twins<Lane> {
 public:
  fifo_element_twins(omega_fifo_net& net, const TwinSite& site)
      : fifo_twins{net,
                   site,
                   parameters(net.stage(0)[0].context().depth),
                   {net.stages().size() * net.stage(0).size(),
                    [this](auto number) { return std::string{element(number).name()}; }},
                   false} {}

  static Parameters parameters(std::uint32_t depth) {
    return {{"DataWidth", kFifoDataWidth},
            {"AddressWidth", kAddressWidth},
            {"AgeWidth", kFifoAgeWidth},
            {"Depth", depth}};
  }

 private:
  void made(Lane& lane) override {
    const omega_fifo_element& one = element(lane.number());
    lane.in.arbitration.set(one.context().arbitration);
    lane.in.route_bit.set(std::countr_zero(one.weight()));
  }

  void show_queues(Lane& lane, std::size_t number, std::uint64_t wanted) const override {
    const omega_fifo_element& one = element(number);
    const std::uint32_t depth = one.context().depth;
    lane.in.ready.set((one.ready(0) ? 1 : 0) | (one.ready(1) ? 2 : 0));
    lane.out.ready.set((one.held(0) < depth ? 1 : 0) | (one.held(1) < depth ? 2 : 0));
    for (std::uint32_t i = 0; i < 2; ++i) lane.out.occupancy.set(i, one.held(i));
    if (!replaces()) lane.out.valid.set(wanted);  // a twin may choose to offer nothing
  }
  void show_leaving(Lane& lane, std::size_t /*number*/, std::uint32_t output,
                    const FifoPacket& packet) const override {
    put_at(output, lane.out.destination, packet.destination, packet.born, data_of(packet));
  }
};

constexpr auto kHasRegisters = [](omega_fifo_net& net, const TwinSite& site) {
  const std::uint32_t radix = net.stage(0)[0].radix();
  require_size(radix == 2, site, "elements with 2 inputs, not for those with {} of this switch",
               radix);
  require_ready_in_registers(net, site);
  return true;
};

TwinBlock omega_fifo_element_block() { return block_of<fifo_element_twins, kHasRegisters>(1); }

}  // namespace plexus::omega_fifo_element_adapter
