#include "hw/tlm/branch_network.hpp"

#include <string>

#include "hw/rule/fault.hpp"
#include "hw/tlm/carried.hpp"

namespace plexus {

/// A port's end of its branch.
class branch_network::End final : public branch_end_if {
 public:
  End(branch_network& network, NodeId number) : network_{&network}, number_{number} {}

  void connected(std::uint32_t /*port*/, branch_output& output, branch_output& input) override {
    output_ = &output;
    input_ = &input;
  }
  void received(std::uint32_t /*port*/, RoutedPacket& packet) override {
    const NetworkPacket& come = carried_by(packet.packet);
    if (come.destination != number_) {
      raise("misrouted", full_name(), "A packet from port {} to port {} comes out of port {}.",
            come.source, come.destination, number_);
    }
    network_->arrive(come);
  }
  [[nodiscard]] branch_output* next_queue(std::uint32_t, const RoutedPacket&) override {
    return nullptr;
  }
  [[nodiscard]] bool full(std::uint32_t /*port*/) const override { return network_->full(number_); }
  void coming(std::uint32_t /*port*/) override { network_->coming(number_); }
  /// The packet in the queue has got a link: there is room at the port.
  void sent(std::uint32_t /*port*/) override { static_cast<void>(network_->accept(number_)); }
  [[nodiscard]] std::uint64_t place() const override { return network_->first_place_ + number_; }
  [[nodiscard]] bool is_router() const override { return false; }
  [[nodiscard]] std::optional<NodeId> node_id() const override { return number_; }
  [[nodiscard]] std::string full_name() const override { return network_->port[number_].name(); }
  [[nodiscard]] std::string port_name(std::uint32_t /*port*/) const override { return "branch"; }

  /// The packet that stands at the port goes into the queue of its branch, and stands there too
  /// until it has got a link.
  void send() {
    const NetworkPacket& offer = *network_->offer(number_);
    const std::uint64_t header = network_->header_of(offer.destination);
    const auto words = static_cast<std::uint32_t>(offer.words.count());
    const PacketId id = number_ + network_->ports() * sent_packets_++;
    output_->inject({carrying(offer, id), header, words, 0, {}, {}});
  }
  void open() { network_->branches.open(*input_); }

 private:
  branch_network* network_;
  NodeId number_;
  branch_output* output_ = nullptr;
  branch_output* input_ = nullptr;
  PacketId sent_packets_ = 0;
};

branch_network::branch_network(sc_core::sc_module_name name, NodeId ports, const BranchRules& rules,
                               std::uint64_t first_place, const ClockPeriod& clock,
                               std::uint64_t places)
    : packet_network{name, ports, clock, kMostWords, places},
      branches{"branches", rules, clock},
      first_place_{first_place} {
  for (NodeId number = 0; number < ports; ++number) ends_.emplace_back(*this, number);
}

branch_network::~branch_network() = default;

branch_end_if& branch_network::end(NodeId number) { return ends_[number]; }

void branch_network::offered(NodeId number) { ends_[number].send(); }

void branch_network::go_on(NodeId number) { ends_[number].open(); }

}  // namespace plexus
