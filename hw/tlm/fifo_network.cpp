#include "hw/tlm/fifo_network.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace plexus {

fifo_network::fifo_network(sc_core::sc_module_name name, const SwitchWiring& wiring,
                           const std::vector<std::uint32_t>& weights, const FifoSetting& setting,
                           const ClockPeriod& clock, std::uint64_t places)
    : packet_network{name, wiring.ports, clock, kMostWords, places},
      net{"switch", wiring, weights, setting, {}, clock},
      senders_(wiring.ports) {
  if (setting.depth < 1) {
    throw std::invalid_argument{
        std::string{this->name()} +
        " has queues without places: give FifoSetting a depth of 1 or more."};
  }
  net.client(*this);
  net.sleep_when_still();
}

void fifo_network::offered(NodeId number) {
  if (net.enter_cycle()) begin(number);  // else all enter when the elements have decided
}

void fifo_network::send_packets(Cycles /*now*/) {
  for (const NodeId number : std::exchange(sending_, {})) {
    if (net.ready(number)) inject(number);
    if (senders_[number].words > 0) sending_.push_back(number);
  }
  for (const NodeId number : std::vector<NodeId>{waiting()}) begin(number);
}

/// The packet at a port begins to enter, if the one before has entered and there is room.
void fifo_network::begin(NodeId number) {
  Sender& sender = senders_[number];
  if (sender.words > 0 || !net.ready(number)) return;
  sender.place = inside_.add(accept(number));
  sender.words = inside_[sender.place].words.count();
  inject(number);
  if (sender.words > 0) sending_.push_back(number);
}

/// The next word.
void fifo_network::inject(NodeId number) {
  Sender& sender = senders_[number];
  const NetworkPacket& packet = inside_[sender.place];
  const std::uint32_t last = --sender.words == 0 ? 1 : 0;
  net.inject(
      {packet.offered, number, packet.destination, sender.number++, sender.place << 1U | last});
}

void fifo_network::delivered(const FifoPacket& packet, Cycles /*now*/) {
  if ((packet.payload & 1U) == 0) return;
  const std::uint32_t place = packet.payload >> 1U;
  inside_.free(place);
  coming(packet.destination);
  arrive(std::move(inside_[place]));
}

}  // namespace plexus
