#include "hw/node/relay_node.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "rtl/frame/block.hpp"

namespace plexus::relay_node_adapter {

constexpr unsigned kDataWidth = 32;   // a packet is one word, the low bits of its number
constexpr std::uint64_t kSlots = 16;  // packets for which a twin has room

std::uint32_t word_of(PacketId packet) { return static_cast<std::uint32_t>(packet); }
std::uint64_t bit_of(unsigned channel) { return std::uint64_t{1} << channel; }

/// A packet that is whole.
struct Arrival {
  PacketId packet = 0;
  std::uint64_t children = 0;  ///< a bit per channel
};

/// Pins of relay_node.sv.
struct Inputs {
  Pin rx_valid{"rx_valid"}, rx_last{"rx_last"}, rx_data{"rx_data", kDataWidth};
  Pin child_mask{"child_mask"}, tx_ready{"tx_ready"};
};
struct Outputs {
  Pin rx_ready = Pin{"rx_ready"}.before(), tx_valid{"tx_valid"}, tx_last{"tx_last"};
  Pin tx_data{"tx_data", kDataWidth}, words{"words"}, packets{"packets"};
};
/// The relay of one node for what comes from one parent channel.
struct Lane final : twin<Inputs, Outputs> {
  void tell(const std::optional<Arrival>& one) {
    put(in, 0, 0, 0, one ? one->children : 0);
    if (one) put_at(parent, in.rx_valid, 1, 1, one->packet);
  }

  unsigned parent = 0;
  std::optional<Arrival> arrival;  ///< with the next edge
  Cycles told{-1};                 ///< cycle of the last one
  std::uint64_t takers = 0;        ///< channels whose links take a packet in this cycle
  relay_node part;                 ///< in lockstep: what is to be seen
  // In the part's place, where the edge is at the beginning of the cycle:
  processor* self = nullptr;
  Passage* forwarded = nullptr;                                    ///< waits for that edge
  std::map<std::uint32_t, std::pair<Packet, std::uint64_t>> held;  ///< with channels to go to
  std::map<unsigned, std::uint32_t> queued;  ///< packets that wait for a link, by channel
};

/// Twins of the relays inside the nodes of a machine, a lane per node and parent channel. In their
/// place a packet goes to a link's queue when the twin offers it there.
class relay_node_twins final : public twins_before<Lane, relay_if, node_relays>,
                               public link_observer_if {
 public:
  relay_node_twins(node_relays& relays, const TwinSite& site)
      : twins_before{relays.relay, relays, site, parameters(relays.links().channels()),
                     std::string{}},
        channels_{relays.links().channels()} {
    relays.links().observe(*this);
  }

  static Parameters parameters(unsigned channels) {
    const unsigned room = std::max(8U, std::bit_ceil(channels));
    return {{"Channels", room}, {"DataWidth", kDataWidth}, {"Depth", kSlots}, {"Slots", kSlots}};
  }

  bool pass_on(Passage& forwarded) override {
    const Packet& packet = *forwarded.packet;
    const Arrival arrival{packet.id(), forwarded.children};
    Lane& lane = relay(forwarded.node, forwarded.parent);
    const Cycles now = ClockPeriod{}.now();
    if (std::exchange(lane.told, now) == now) {
      wrong(lane, "would have to take two packets in one cycle");
    }
    lane.arrival = arrival;
    if (!replaces()) {
      activate(lane);
      lane.part.arrive(arrival.packet, arrival.children);
      return model.pass_on(forwarded);
    }
    lane.self = &static_cast<processor&>(dynamic_cast<Forward&>(forwarded).self());
    lane.forwarded = &forwarded;
    lane.held[word_of(packet.id())] = {packet, arrival.children};
    if (clock().shows()) shown(forwarded.node, lane.parent).arrival = arrival;
    take_edge_now(lane);
    return false;
  }

  /// A link takes what a relay of its source offers, or something else.
  void begun(std::uint32_t number) override {
    const link& started = part.links().links()[number];
    const unsigned channel = started.sender_port();
    for (unsigned parent = 0; parent < channels_; ++parent) {
      Lane* const lane = existing(key(started.source(), parent));
      if (lane == nullptr || !offers(*lane, channel, started.packet().id())) continue;
      lane->takers |= bit_of(channel);
      if (!replaces()) return activate(*lane);
      const auto held = lane->held.find(lane->queued.extract(channel).mapped());
      held->second.second &= ~bit_of(channel);
      if (held->second.second == 0) lane->held.erase(held);
      at_next_cycle([this, lane] { take_edge_now(*lane); });
      lane->in.tx_ready.set(lane->takers);
      lane->hold();
      if (clock().shows()) shown(started.source(), parent).takers = lane->takers;
      return;
    }
  }

 private:
  [[nodiscard]] bool offers(const Lane& lane, unsigned channel, PacketId packet) const {
    if (!replaces()) return lane.part.offered(channel) == packet;
    const auto queued = lane.queued.find(channel);
    return queued != lane.queued.end() && queued->second == word_of(packet);
  }
  [[nodiscard]] std::uint64_t key(NodeId node, unsigned parent) const {
    return std::uint64_t{node} * channels_ + parent;
  }
  /// `first`: the number of the first one.
  Lane& relay(NodeId node, unsigned parent, std::uint64_t first = 0) {
    const std::string name = "relay_node_" + std::to_string(parent);
    Lane& one =
        lane(first + key(node, parent), in_nodes(machine_name(part.links()), 0, name).name(node));
    one.parent = parent;
    return one;
  }
  /// A wave shows another relay beside that in the part's place, with its edges where the wave has
  /// them.
  Lane& shown(NodeId node, unsigned parent) {
    Lane& one = relay(node, parent, key(nodes_, 0));
    activate(one);
    return one;
  }
  void make_all() override {
    const auto& links = part.links().links();
    for (const link& one : links)
      nodes_ = std::max({nodes_, one.source() + 1, one.destination() + 1});
    for (std::size_t i = 0; i < links.size() * channels_; ++i) {
      const auto parent = static_cast<unsigned>(i % channels_);
      relay(links[i / channels_].source(), parent, replaces() ? key(nodes_, 0) : 0);
    }
  }

  // ---- in lockstep --------------------------------------------------------------------------

  void present(Lane& lane, Cycles /*cycle*/) override { lane.tell(lane.arrival); }
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.tx_ready.set(lane.takers);
    check_room(lane);
  }
  /// The model's relay has no limit.
  void check_room(Lane& lane) {
    if (!lane.arrival || lane.seen.rx_ready.bit(lane.parent)) return;
    wrong(lane, "cannot take a packet; it has room for {} packets", kSlots);
  }
  void expect(Lane& lane, Cycles /*cycle*/) override {
    const std::uint64_t packets = lane.part.packets();
    put(lane.out, kFree, 0, 0, kFree, packets, packets);
    for (unsigned channel = 0; channel < channels_; ++channel) {
      const auto packet = lane.part.offered(channel);
      if (packet) put_at(channel, lane.out.tx_valid, 1, 1, *packet);
    }
    if (lane.arrival) lane.out.rx_ready.set(~std::uint64_t{0});
  }
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    for (unsigned channel = 0; !replaces() && channel < channels_; ++channel) {
      if ((lane.takers & bit_of(channel)) != 0) lane.part.take(channel);
    }
    const bool more = lane.arrival || lane.takers != 0 || lane.seen.packets.on();
    lane.arrival.reset();
    lane.takers = 0;
    return more;
  }

  // ---- in the part's place ------------------------------------------------------------------

  /// The edge with which the cycle begins: when all that arrives in this time step is there.
  void take_edge_now(Lane& lane) {
    busy_.insert(lane.number());
    call_settled();
  }
  void settled() override {
    for (const std::uint64_t number : std::exchange(busy_, {})) take_edge(*existing(number));
  }
  void take_edge(Lane& lane) {
    lane.tell(lane.arrival);
    lane.settle();
    check_room(lane);
    lane.arrival.reset();
    lane.rise();
    lane.in.tx_ready.set(0);  // what the links take in this cycle, is still to be seen
    lane.hold();
    lane.look();
    lane.takers = 0;
    check_contract(lane);
    for (unsigned channel = 0; channel < channels_; ++channel) {
      if (!lane.seen.tx_valid.bit(channel) || lane.queued.contains(channel)) continue;
      const auto word = lane.seen.tx_data.as<std::uint32_t>(channel);
      const auto held = lane.held.find(word);
      if (held == lane.held.end() || (held->second.second & bit_of(channel)) == 0) {
        wrong(lane, "offers word {} at channel {}, where no packet of that number has to go", word,
              channel);
        continue;
      }
      lane.queued[channel] = word;
      lane.self->post(channel, held->second.first);
    }
    if (!clock().shows()) edge_over(lane);  // else that which is shown counts it
    if (lane.forwarded != nullptr) std::exchange(lane.forwarded, nullptr)->passed();
  }

  unsigned channels_;
  NodeId nodes_ = 0;
  std::set<std::uint64_t> busy_;  ///< in the part's place: lanes that have an edge in this cycle
};

TwinBlock relay_node_block() { return block_of<relay_node_twins>(8); }

}  // namespace plexus::relay_node_adapter
