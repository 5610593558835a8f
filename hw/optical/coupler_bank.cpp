#include "hw/optical/coupler_bank.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/ostream.h>

namespace plexus {

coupler_bank::coupler_bank(sc_core::sc_module_name name, NodeId groups, NodeId degree,
                           const OpticalRules& rules, barrier& steps)
    : sc_module{name},
      coupler_arbiters_{"coupler_arbiter", degree, groups},
      receiver_arbiters_{"receiver_arbiter", groups},
      own_clock_{"slot_ctrl"},
      own_lights_{"transmitters", groups, degree},
      coupler_arbitration{"coupler_arbitration", coupler_arbiters_},
      receiver_arbitration{"receiver_arbitration", receiver_arbiters_},
      clock{"clock", own_clock_},
      lights{"lights", own_lights_},
      grid_{groups, degree},
      rules_{rules},
      steps_{&steps},
      processors_(std::size_t{groups} * degree),
      lit_by_(groups, 0),
      pages_((std::uint64_t{groups} * groups + kPage - 1) / kPage, nullptr) {
  if (groups < 1 || degree < 1) {
    throw std::invalid_argument{
        fmt::format("{} has {} groups of {} processors: give it one or more of each.", this->name(),
                    groups, degree)};
  }
  HW_PROCESSES(coupler_bank);
  SC_METHOD(end_slot);
  sensitive << own_clock_.over() << stop_;
  dont_initialize();
  steps.last_as(*this);
  for (NodeId node = 0; node < nodes(); ++node) {
    transmitters_.emplace_back(*this, node);
    receivers_.emplace_back(*this, node);
  }
  for (NodeId group = 0; group < groups; ++group) {
    seen_by_.push_back(std::make_unique<group_receivers>(fmt::format("receivers_{}", group).c_str(),
                                                         *this, group));
  }
  if (couplers() > kMostModules) return;
  for (NodeId group = 0; group < groups; ++group) {
    lit_from_.push_back(std::make_unique<group_transmitters>(
        fmt::format("transmitters_{}", group).c_str(), groups));
  }
  owned_.push_back(std::make_unique<StarState[]>(pages_.size() * kPage));
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    pages_[page] = owned_.front().get() + page * kPage;
  }
  modules_.reserve(couplers());
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    modules_.push_back(std::make_unique<pops_coupler>(
        fmt::format("coupler_{}_{}", index / groups, index % groups).c_str(), *this, index,
        star(index)));
    lit_from_[index % groups]->couplers(*modules_.back());
    modules_.back()->output(*seen_by_[index / groups]);
  }
}

void coupler_bank::end_of_elaboration() {
  for (NodeId node = 0; node < nodes(); ++node) {
    const std::string sends = transmitters(node).driver();
    const std::string hears = receivers(node).driver();
    if (sends == hears) continue;
    report_wiring(
        "The transmitters {} are bound to {}, and the receivers {} to {}: bind both to "
        "one processor.",
        transmitters(node).full_name(), sends.empty() ? "nobody" : sends,
        receivers(node).full_name(), hears.empty() ? "nobody" : hears);
  }
}

StarState* coupler_bank::new_page() {
  return owned_.emplace_back(std::make_unique<StarState[]>(kPage)).get();
}

std::uint64_t coupler_bank::busy_slots(std::uint64_t index) const {
  const StarState* const page = pages_[index / kPage];
  return page == nullptr ? 0 : page[index % kPage].busy;
}

std::pair<std::uint64_t, std::uint64_t> coupler_bank::busy_range() const {
  std::pair<std::uint64_t, std::uint64_t> range{~std::uint64_t{0}, 0};
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    const std::uint64_t busy = busy_slots(index);
    range = {std::min(range.first, busy), std::max(range.second, busy)};
  }
  return range;
}

void coupler_bank::require_processor(NodeId node, const char* what) const {
  if (node < nodes()) return;
  report_wiring("{} has {} processors, 0 .. {}, and no {} of processor {}: choose one of these.",
                name(), nodes(), nodes() - 1, what, node);
}

std::string coupler_bank::processor_name(NodeId node) const {
  const sc_core::sc_object* const machine = get_parent_object();
  return fmt::format("{}node_{}", machine == nullptr ? "" : std::string{machine->name()} + '.',
                     node);
}

std::string coupler_bank::coupler_name(std::uint64_t index) const {
  return fmt::format("{}.coupler_{}_{}", name(), index / groups(), index % groups());
}

// ---- who takes part --------------------------------------------------------------------------

void coupler_bank::arrive(NodeId node, SlotShare& share) {
  Processor& processor = processors_[node];
  if (share_of(processor) != nullptr) {
    raise("program", processor_name(node),
          "Node {} does two things in slot {}: it waits for its slot to end first.", node,
          figures_.slots);
  }
  processor.share = &share;
  if (share.asks && !std::exchange(processor.asks, true)) {
    processor.asked = figures_.slots;
    ++figures_.requests;
  }
  if (share.slots == 1) arrived_.push_back(node);
  steps_->arrive(share, share.slots, this);
  processor.until = share.until();
  if (steps_->waiting() <= steps_->members()) return;
  raise(
      "program", name(),
      "More processors are ready for slot {} than the {} that take part: one that sends or listens "
      "joins first, before the simulation starts, and is ready once in a slot.",
      figures_.slots, steps_->members());
}

// ---- a slot ----------------------------------------------------------------------------------

/// All who take part have said what they do; of several slots: none of them does anything.
void coupler_bank::steps_begin(std::uint64_t count) {
  if (!arrived_.empty()) return begin_slot();
  words_ = static_cast<const SlotShare&>(steps_->next()).words;  // nothing else comes here
  run_slots(count);
}

void coupler_bank::begin_slot() {
  words_ = processors_[arrived_.front()].share->words;
  ++stamp_;
  driven_ = 0;
  conflict_ = false;
  if (rules_.drop) conflicts_ = {};  // otherwise they end the run
  std::uint64_t senders = 0;
  bool asked = false;
  for (const NodeId node : arrived_) {
    const SlotShare& share = *processors_[node].share;
    const Words words = share.packets.empty() ? share.words : share.packets.front().words();
    if (words != words_) {  // all packets have the size that the schedule declares
      raise("program", processor_name(node),
            "Node {} takes slot {} for one of {}, others for one of {}.", node, figures_.slots,
            fmt::streamed(words), fmt::streamed(words_));
    }
    asked = asked || share.asks;
    if (share.asks || share.packets.empty()) continue;
    ++senders;
    if (share.packets.size() > 1 && !rules_.multi_tx) conflict_ = true;
    for (const Packet& packet : share.packets) transmit(packet);
  }
  if (asked) senders += arbitrate();
  if (sink_ != nullptr) record_packets(true);
  if (wave_) show(packets_);
  if (conflict_) resolve_conflicts();
  figures_.sends += senders;
  figures_.drives += driven_;
  figures_.coupler_words += driven_ * words_;
  figures_.peak_couplers = std::max(figures_.peak_couplers, driven_);
  figures_.lit += driven_ * in_run(cycles_.now() + rules_.slot.startup, rules_.slot.beats(words_));
  run_slots(1);
  for (slot_watch_if* const watcher : watchers_) watcher->slot_begins();
}

/// `count` slots begin in the present cycle.
void coupler_bank::run_slots(std::uint64_t count) {
  const Cycles slot = rules_.slot.hop(words_);
  figures_.slots += count;
  begin_ = cycles_.now();
  end_ = begin_ + count * slot;
  figures_.guard += (count - 1) * rules_.slot.startup + in_run(end_ - slot, rules_.slot.startup);
  in_slot_ = true;
  if (last_ && end_ > *last_) stop_.notify(cycles_.time(*last_ - begin_));
  clock->start(count, end_);
}

/// The transmitters light couplers, and who is behind one of these accepts the packet: nobody
/// receives by a dark one.
void coupler_bank::transmit(const Packet& packet) {
  packets_.push_back(&packet);
  ++light_;
  for (const NodeId group : lights->lights(packet)) {
    if (group >= groups()) {
      raise("program", name_of(lights.occupant()),
            "A message of node {} is to light the coupler to group {}, and there are {}: 0 .. {}.",
            packet.source(), group, groups(), groups() - 1);
    }
    drive(packet, group);
  }
  packet.for_each_receiver([&](NodeId receiver) {
    if (lit_by_[receiver / degree()] == light_) accept(packet, receiver);
  });
}

void coupler_bank::drive(const Packet& packet, NodeId group) {
  if (lit_from_.empty()) {
    star(grid_.index_of(group, packet.source())).light(packet, stamp_, *seen_by_[group]);
  } else {
    lit_from_[packet.source() / degree()]->light(packet, group, stamp_);
  }
}

/// The address filter of `receiver` takes the packet.
void coupler_bank::accept(const Packet& packet, NodeId receiver) {
  Processor& processor = processors_[receiver];
  if (processor.stamp != stamp_) {
    processor.stamp = stamp_;
    processor.accepted = &packet;
    receiving_.push_back(receiver);
    return;
  }
  if (!rules_.multi_rx) conflict_ = true;
  more_.emplace_back(receiver, &packet);
}

// ---- arbitrated traffic ------------------------------------------------------------------------

/// Every processor that asks wants the coupler of its packet; every coupler grants one of them, and
/// every receiver takes one of those, or with multi_rx all. Gives how many send.
std::uint64_t coupler_bank::arbitrate() {
  using ByNumber = std::map<std::uint32_t, const Packet*>;
  std::map<std::uint64_t, ByNumber> asks;  // coupler: index of the source in its group
  for (const NodeId node : arrived_) {
    const SlotShare& share = *processors_[node].share;
    if (!share.asks) continue;
    const Packet& packet = share.packets.front();
    asks[grid_.index_of(packet.destination() / degree(), node)].emplace(node % degree(), &packet);
  }
  std::map<NodeId, ByNumber> won;  // receiver: source group
  std::vector<std::uint32_t> numbers;
  const auto ask = [&numbers](exchange_port<coupler_grant_if>& arbiters, std::uint64_t number,
                              const ByNumber& requests) {
    numbers.clear();
    for (const auto& [index, packet] : requests) numbers.push_back(index);
    const auto granted = requests.find(arbiters->grant(number, numbers));
    if (granted == requests.end()) {
      const std::string arbiter = name_of(arbiters.occupant());
      raise("grant", arbiter,
            "Arbiter {} of {} grants somebody who does not ask: it must grant one of the requests.",
            number, arbiter);
    }
    return granted->second;
  };
  for (const auto& [coupler, by_index] : asks) {
    figures_.refused += by_index.size() - 1;
    const Packet* const winner = ask(coupler_arbitration, coupler, by_index);
    won[winner->destination()].emplace(winner->source() / degree(), winner);
  }
  std::uint64_t granted = 0;
  const auto grant = [&](const Packet& packet) {
    Processor& processor = processors_[packet.source()];
    const std::uint64_t waited = figures_.slots - processor.asked;
    figures_.waited += waited;
    figures_.longest_wait = std::max(figures_.longest_wait, waited);
    coupler_arbitration->advance(grid_.index_of(packet.destination() / degree(), packet.source()));
    processor.asks = processor.share->asks = false;
    ++granted;
    transmit(packet);
  };
  for (const auto& [receiver, by_group] : won) {
    if (rules_.multi_rx) {
      for (const auto& [group, packet] : by_group) grant(*packet);
      continue;
    }
    figures_.refused += by_group.size() - 1;
    const Packet* const winner = ask(receiver_arbitration, receiver, by_group);
    receiver_arbitration->advance(receiver);
    grant(*winner);
  }
  return granted;
}

// ---- faults ------------------------------------------------------------------------------------

/// The slow way, taken when a slot breaks a rule: looks at all of its packets again.
void coupler_bank::resolve_conflicts() {
  conflicts_ = find_conflicts(packets_, grid_, rules_);
  if (sink_ != nullptr) record_collisions();
  if (conflicts_.empty()) {
    raise("program", name_of(lights.occupant()),
          "In slot {} messages meet on couplers that are not theirs: light the couplers to the "
          "groups of a message's receivers.",
          figures_.slots);
  }
  if (!rules_.drop) {
    const std::string collided =
        conflicts_.couplers.empty() ? "" : coupler_name(conflicts_.couplers.begin()->first);
    fault_ = fault_of(conflicts_, figures_.slots, cycles_.now(), name(), collided, grid_, rules_);
  }
  drop();
}

/// The packets involved are lost: on a collided coupler, of a sender with two, at a receiver with
/// two.
void coupler_bank::drop() {
  figures_.collisions += conflicts_.couplers.size();
  figures_.tx_conflicts += conflicts_.senders.size();
  figures_.rx_conflicts += conflicts_.receivers.size();
  const std::size_t before = receiving_.size() + more_.size();
  std::erase_if(more_, [&](const auto& entry) {
    return is_lost(conflicts_, *entry.second, entry.first, grid_);
  });
  std::erase_if(receiving_, [&](NodeId receiver) {
    return is_lost(conflicts_, *processors_[receiver].accepted, receiver, grid_);
  });
  // A packet on a collided coupler may have had no receiver: it is lost all the same.
  figures_.lost += std::max<std::size_t>(before - receiving_.size() - more_.size(),
                                         conflicts_.couplers.size() + conflicts_.senders.size());
}

// ---- the end of a slot -------------------------------------------------------------------------

void coupler_bank::end_slot() {
  if (!std::exchange(in_slot_, false)) return;
  figures_.last_end = cycles_.now();
  if (fault_) {
    if (sink_ != nullptr) record_packets(false);
    fault_->cycle = cycles_.now();
    raise(*fault_);
  }
  if (last_ && end_ > *last_) {
    own_clock_.stop();
  } else {
    if (!watchers_.empty()) correct_acceptances();
    figures_.receives += receiving_.size() + more_.size();
    for (const NodeId receiver : receiving_) deliver(receiver, *processors_[receiver].accepted);
    for (const auto& [receiver, packet] : more_) deliver(receiver, *packet);
    if (sink_ != nullptr) record_packets(false);
  }
  if (last_ && cycles_.now() >= *last_) {
    for (const NodeId node : arrived_) processors_[node].share->asks = false;
  }
  carried_ += packets_.size();
  arrived_.clear();
  receiving_.clear();
  more_.clear();
  packets_.clear();
  if (wave_) show({});
  steps_->end();
}

/// Those who watch the slots say what was accepted.
void coupler_bank::correct_acceptances() {
  if (packets_.empty()) return;
  std::vector<Acceptance> all = accepted();
  const std::vector<Acceptance> before = all;
  for (slot_watch_if* const watcher : watchers_) watcher->slot_ends(all);
  if (all == before) return;
  receiving_.clear();
  more_.clear();
  std::vector<bool> first(nodes(), true);
  for (const auto& [receiver, packet] : all) {
    if (!first[receiver]) {
      more_.emplace_back(receiver, packet);
      continue;
    }
    first[receiver] = false;
    processors_[receiver].accepted = packet;
    receiving_.push_back(receiver);
  }
}

void coupler_bank::deliver(NodeId receiver, const Packet& packet) {
  Processor& processor = processors_[receiver];
  if (packet.header().onward) {
    ++processor.stored;
    figures_.peak_relay_buffer =
        std::max<std::uint64_t>(figures_.peak_relay_buffer, processor.stored);
  }
  if (packet.payload() == nullptr) {
    if (processor.client != nullptr) processor.client->received(packet);
    return;
  }
  SlotShare* const share = share_of(processor);
  if (share == nullptr && rules_.drop) {  // its program has gone another way after a loss
    ++figures_.lost;
    return;
  }
  if (share == nullptr) {
    raise("program", name(),
          "Node {} accepts a message of node {}, and no program there waits for it.", receiver,
          packet.source());
  }
  share->take(packet);
  if (share->slots == 1) return;
  processor.until = 0;  // it only listened: its program goes on at once
  steps_->wake(*share);
}

Awaited coupler_bank::waits_for(NodeId node) const {
  const SlotShare* const share = share_of(processors_[node]);
  if (share == nullptr) return {};
  if (share->asks) return {WaitFor::kCoupler};
  if (share->slots > 1) return {WaitFor::kMessage, {}, {share->until()}};
  return {share->packets.empty() ? WaitFor::kSlotToListen : WaitFor::kSlotToSend};
}

}  // namespace plexus
