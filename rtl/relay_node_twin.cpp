#include "rtl/relay_node_twin.hpp"

#include <algorithm>

#include "hw/time/clock_period.hpp"
#include "rtl/lockstep.hpp"

namespace plexus {

namespace {

std::uint32_t word_of(PacketId packet) { return static_cast<std::uint32_t>(packet); }
std::uint64_t bit_of(unsigned channel) { return std::uint64_t{1} << channel; }

}  // namespace

struct relay_node_twin::Lane {
  NodeId node = 0;
  unsigned parent = 0;
  std::string name;
  /// Follows the clock: beside the part; or in its place, for a wave alone.
  std::unique_ptr<relay_node_model_if> clocked;
  std::optional<RelayArrival> arrival;  ///< of this cycle
  std::uint64_t takers = 0;             ///< channels whose links take a packet in this cycle
  bool active = false;

  relay_node part;  ///< in lockstep: what is to be seen

  // In the part's place:
  std::unique_ptr<relay_node_model_if> ahead;  ///< has its edge at the beginning of the cycle
  std::optional<RelayArrival> coming;          ///< with the next edge
  processor* self = nullptr;
  Forward* forwarded = nullptr;                                    ///< waits for that edge
  std::map<std::uint32_t, std::pair<Packet, std::uint64_t>> held;  ///< with channels to go to
  std::map<unsigned, std::uint32_t> queued;  ///< packets that wait for a link, by channel
  bool took = false;                         ///< something left in the cycle before
};

relay_node_twin::relay_node_twin(sc_core::sc_module_name name, link_bank& links, unsigned channels,
                                 TwinMode mode, twin_clock& clock, RelayNodeModelMaker make)
    : sc_module{name},
      links_{&links},
      clock_{&clock},
      make_{make ? std::move(make) : make_relay_node_model},
      channels_{channels},
      mode_{mode} {
  HW_PROCESSES(relay_node_twin);
  SC_METHOD(settle);
  sensitive << settled_;
  dont_initialize();
  SC_METHOD(begin_cycle);
  sensitive << next_cycle_;
  dont_initialize();
  check_relay_channels(channels);
  links.add_pacer(*this);
  clock.add(*this);
}

relay_node_twin::~relay_node_twin() = default;

relay_node_twin::Lane& relay_node_twin::lane_of(NodeId node, unsigned parent) {
  std::unique_ptr<Lane>& lane = lanes_[{node, parent}];
  if (lane) return *lane;
  lane = std::make_unique<Lane>();
  lane->node = node;
  lane->parent = parent;
  const sc_core::sc_object* machine = links_->get_parent_object();
  if (machine != nullptr) lane->name = std::string{machine->name()} + '.';
  lane->name += "node_" + std::to_string(node) + ".relay_node_" + std::to_string(parent);
  auto model = make_(clock_->context(), rtl_name(lane->name), channels_);
  (mode_ == TwinMode::kLockstep ? lane->clocked : lane->ahead) = std::move(model);
  return *lane;
}

void relay_node_twin::activate(Lane& lane) {
  clock_->wake();
  if (lane.active) return;
  lane.active = true;
  const auto place = [](const Lane* one) { return std::pair{one->node, one->parent}; };
  active_.insert(std::ranges::upper_bound(active_, place(&lane), {}, place), &lane);
}

bool relay_node_twin::arrive(Forward& forwarded) {
  Lane& lane = lane_of(forwarded.self().id(), forwarded.parent());
  activate(lane);
  const Packet& packet = forwarded.packet();
  if (lane.arrival) wrong(lane, "would have to take two packets in one cycle");
  lane.arrival = {lane.parent, word_of(packet.id()), forwarded.children()};
  if (mode_ == TwinMode::kLockstep) {
    lane.part.arrive(packet.id(), forwarded.children());
    return true;
  }
  lane.coming = lane.arrival;
  lane.self = &forwarded.self();
  lane.forwarded = &forwarded;
  lane.held[word_of(packet.id())] = {packet, forwarded.children()};
  settled_.notify(sc_core::SC_ZERO_TIME);
  return false;
}

/// A link takes what a relay of its source offers, or something else.
bool relay_node_twin::start(link& started) {
  const unsigned channel = started.sender_port();
  const PacketId packet = started.packet().id();
  for (auto at = lanes_.lower_bound({started.source(), 0});
       at != lanes_.end() && at->first.first == started.source(); ++at) {
    Lane& lane = *at->second;
    if (mode_ == TwinMode::kLockstep) {
      if (lane.part.offered(channel) != packet) continue;
    } else {
      const auto queued = lane.queued.find(channel);
      if (queued == lane.queued.end() || queued->second != word_of(packet)) continue;
      let_go(lane, channel);
      next_cycle_.notify(ClockPeriod{}.time(1_cycles));
    }
    lane.takers |= bit_of(channel);
    if (lane.ahead) lane.ahead->set_takers(lane.takers);
    activate(lane);
    break;
  }
  return false;
}

/// In the part's place: the packet that waited for `channel` crosses it.
void relay_node_twin::let_go(Lane& lane, unsigned channel) {
  const auto queued = lane.queued.find(channel);
  const auto held = lane.held.find(queued->second);
  held->second.second &= ~bit_of(channel);
  if (held->second.second == 0) lane.held.erase(held);
  lane.queued.erase(queued);
}

void relay_node_twin::begin_cycle() { settled_.notify(sc_core::SC_ZERO_TIME); }

/// In the part's place, when all that has arrived in this time step is there: the edge with which
/// the cycle begins.
void relay_node_twin::settle() {
  for (const auto& [place, lane] : lanes_) {
    if (lane->coming || lane->took) take_edge(*lane);
  }
}

void relay_node_twin::take_edge(Lane& lane) {
  lane.ahead->present(std::exchange(lane.coming, std::nullopt));
  lane.ahead->edge(0);  // what the links take in this cycle, is still to be seen
  lane.took = false;
  const std::uint64_t offered = lane.ahead->outputs().valid;
  for (unsigned channel = 0; channel < channels_; ++channel) {
    if ((offered & bit_of(channel)) == 0 || lane.queued.contains(channel)) continue;
    const std::uint32_t word = lane.ahead->data(channel);
    const auto held = lane.held.find(word);
    if (held == lane.held.end() || (held->second.second & bit_of(channel)) == 0) {
      wrong(lane, "offers word " + std::to_string(word) + " at channel " + std::to_string(channel) +
                      ", where no packet of that number has to go");
      continue;
    }
    lane.queued[channel] = word;
    lane.self->post(channel, held->second.first);
  }
  if (lane.forwarded != nullptr) std::exchange(lane.forwarded, nullptr)->complete();
}

void relay_node_twin::show(VerilatedVcdC& wave) {
  for (const link& one : links_->links()) {
    for (unsigned parent = 0; parent < channels_; ++parent) {
      Lane& lane = lane_of(one.source(), parent);
      if (mode_ == TwinMode::kReplace && !lane.clocked) {
        lane.clocked = make_(clock_->context(), rtl_name(lane.name), channels_);
      }
    }
  }
  for (const auto& [place, lane] : lanes_) lane->clocked->show(wave);
}

void relay_node_twin::present(Cycles /*cycle*/) {
  for (Lane* lane : active_) {
    if (lane->clocked) lane->clocked->present(lane->arrival);
  }
}

void relay_node_twin::edge() {
  for (Lane* lane : active_) {
    if (lane->clocked) lane->clocked->edge(lane->takers);
    if (clock_->asserted()) {
      wrong(*lane,
            "breaks its own contract; it has room for " + std::to_string(kRelaySlots) + " packets");
    }
  }
}

bool relay_node_twin::look(Cycles cycle) {
  std::erase_if(active_, [&](Lane* lane) {
    const bool lockstep = mode_ == TwinMode::kLockstep;
    if (lockstep) compare(*lane, cycle);
    for (unsigned channel = 0; lockstep && channel < channels_; ++channel) {
      if ((lane->takers & bit_of(channel)) != 0) lane->part.take(channel);
    }
    lane->active = lane->arrival || lane->takers != 0 || lane->part.packets() > 0;
    lane->arrival.reset();
    lane->took = lane->took || lane->takers != 0;
    lane->takers = 0;
    return !lane->active;
  });
  return !active_.empty();
}

void relay_node_twin::compare(const Lane& lane, Cycles cycle) const {
  const RelayOutputs twin = lane.clocked->outputs();
  const Lockstep lockstep{[&] { return lane.name; }, cycle};
  std::uint64_t offered = 0;
  for (unsigned channel = 0; channel < channels_; ++channel) {
    if (lane.part.offered(channel)) offered |= bit_of(channel);
  }
  lockstep.check("tx_valid", offered, twin.valid);
  lockstep.check("tx_last", offered, twin.last);
  for (unsigned channel = 0; channel < channels_; ++channel) {
    if (const auto packet = lane.part.offered(channel)) {
      lockstep.check("tx_data", word_of(*packet), lane.clocked->data(channel));
    }
  }
  lockstep.check("words", lane.part.packets(), twin.words);
  lockstep.check("packets", lane.part.packets(), twin.packets);
}

void relay_node_twin::wrong(const Lane& lane, const std::string& what) {
  clock_->fail(lane.name, "The twin of " + lane.name + ' ' + what + '.');
  clock_->wake();
}

}  // namespace plexus
