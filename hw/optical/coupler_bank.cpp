#include "hw/optical/coupler_bank.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/ostream.h>

namespace plexus {

coupler_bank::coupler_bank(sc_core::sc_module_name name, NodeId groups, NodeId degree,
                           const OpticalRules& rules)
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
      processors_(std::size_t{groups} * degree),
      lit_by_(groups, 0),
      pages_((std::uint64_t{groups} * groups + kPage - 1) / kPage, nullptr),
      update_{"update", [this] { begin_slot(); }} {
  if (groups < 1 || degree < 1) {
    throw std::invalid_argument{
        fmt::format("{} has {} groups of {} processors: give it one or more of each.", this->name(),
                    groups, degree)};
  }
  HW_PROCESSES(coupler_bank);
  SC_METHOD(end_slot);
  sensitive << own_clock_.over();
  dont_initialize();
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

void coupler_bank::leave() {
  --members_;
  begin_if_complete();
}

void coupler_bank::too_many() const {
  raise(
      "program", name(),
      "More processors are ready for slot {} than the {} that take part: one that sends or listens "
      "joins first, before the simulation starts, and is ready once in a slot.",
      slot_, members_);
}

void coupler_bank::arrive(NodeId node, SlotShare& share) {
  Processor& processor = processors_[node];
  if (processor.share != nullptr) {
    raise("program", processor_name(node),
          "Node {} does two things in slot {}: it waits for its slot to end first.", node, slot_);
  }
  processor.share = &share;
  if (share.slots == 1) {
    arrived_.push_back(node);
  } else {
    processor.until = slot_ + share.slots;
    Sleepers& bed = sleepers_[processor.until];
    bed.words = share.words;
    bed.nodes.emplace_back(node, ++processor.token);
    ++bed.live;
    ++asleep_;
  }
  begin_if_complete();
}

void coupler_bank::arrive(NodeId node, SlotRequest& request) {
  requests_.push_back({&request, node, slot_});
  ++figures_.requests;
  begin_if_complete();
}

/// All messages of a slot have the size that the schedule declares for it.
void coupler_bank::check_words(NodeId node) const {
  const Words words = processors_[node].share->words;
  if (words == words_) return;
  raise("program", processor_name(node),
        "Node {} takes slot {} for one of {}, others for one of {}.", node, slot_,
        fmt::streamed(words), fmt::streamed(words_));
}

// ---- a slot ----------------------------------------------------------------------------------

/// All who take part have said what they do.
void coupler_bank::begin_slot() {
  if (arrived_.empty() && requests_.empty()) return skip_slots();
  words_ =
      arrived_.empty() ? requests_.front().of->words : processors_[arrived_.front()].share->words;
  ++stamp_;
  driven_ = 0;
  conflict_ = false;
  if (rules_.drop) conflicts_ = {};  // otherwise they end the run
  std::uint64_t senders = 0;
  for (const NodeId node : arrived_) {
    check_words(node);
    const std::span<const Message> sent = processors_[node].share->messages;
    if (sent.empty()) continue;
    ++senders;
    if (sent.size() > 1 && !rules_.multi_tx) conflict_ = true;
    for (const Message& message : sent) transmit(message);
  }
  if (!requests_.empty()) arbitrate();
  if (sink_ != nullptr) record_messages(true);
  if (wave_) show(messages_);
  if (conflict_) resolve_conflicts();
  figures_.sends += senders + granted_.size();
  figures_.drives += driven_;
  figures_.coupler_words += driven_ * words_;
  figures_.peak_couplers = std::max(figures_.peak_couplers, driven_);
  figures_.guard += rules_.slot.startup;
  figures_.lit += driven_ * rules_.slot.beats(words_);
  ++figures_.slots;
  run_slots(1, words_);
  for (slot_watch_if* const watcher : watchers_) watcher->slot_begins();
}

/// `count` slots of `words` begin in the present cycle.
void coupler_bank::run_slots(std::uint64_t count, Words words) {
  words_ = words;
  begin_ = cycles_.now();
  end_ = begin_ + count * rules_.slot.hop(words);
  slot_ += count;
  in_slot_ = true;
  for (slot_watch_if* const watcher : watchers_) watcher->clock_starts(count);
  clock->start(count, end_);
}

/// Nobody does anything before the first of the sleepers wakes.
void coupler_bank::skip_slots() {
  while (!sleepers_.empty() && sleepers_.begin()->second.live == 0) {
    sleepers_.erase(sleepers_.begin());
  }
  if (sleepers_.empty()) return;
  const auto& [until, bed] = *sleepers_.begin();
  const std::uint64_t count = until - slot_;
  figures_.guard += count * rules_.slot.startup;
  figures_.slots += count;
  run_slots(count, bed.words);
}

/// The transmitters light couplers, and who is behind one of these accepts the message: nobody
/// receives by a dark one.
void coupler_bank::transmit(const Message& message) {
  messages_.push_back(&message);
  ++light_;
  for (const NodeId group : lights->lights(message)) {
    if (group >= groups()) {
      raise("program", name_of(lights.occupant()),
            "A message of node {} is to light the coupler to group {}, and there are {}: 0 .. {}.",
            message.source, group, groups(), groups() - 1);
    }
    drive(message, group);
  }
  for (const NodeId receiver : message.receivers.nodes()) {
    if (lit_by_[receiver / degree()] == light_) accept(message, receiver);
  }
}

void coupler_bank::drive(const Message& message, NodeId group) {
  if (lit_from_.empty()) {
    star(grid_.index_of(group, message.source)).light(message, stamp_, *seen_by_[group]);
  } else {
    lit_from_[message.source / degree()]->light(message, group, stamp_);
  }
}

/// The address filter of `receiver` takes the message.
void coupler_bank::accept(const Message& message, NodeId receiver) {
  Processor& processor = processors_[receiver];
  if (processor.stamp != stamp_) {
    processor.stamp = stamp_;
    processor.accepted = &message;
    receiving_.push_back(receiver);
    return;
  }
  if (processor.accepted == &message) return;  // named twice
  if (!rules_.multi_rx) conflict_ = true;
  more_.emplace_back(receiver, &message);
}

// ---- arbitrated traffic ------------------------------------------------------------------------

/// Every processor asks for the coupler of its first message; every coupler grants one of them, and
/// every receiver takes one of those, or with multi_rx all.
void coupler_bank::arbitrate() {
  using ByNumber = std::map<std::uint32_t, const Request*>;
  std::map<std::uint64_t, ByNumber> asks;  // coupler: index of the source in its group
  for (const Request& request : requests_) {
    const NodeId source = request.of->message.source;
    const NodeId target = request.of->message.receivers.front();
    asks[grid_.index_of(target / degree(), source)].emplace(source % degree(), &request);
  }
  std::map<NodeId, ByNumber> won;  // receiver: source group
  std::vector<std::uint32_t> numbers;
  const auto ask = [&numbers](exchange_port<coupler_grant_if>& arbiters, std::uint64_t number,
                              const ByNumber& requests) {
    numbers.clear();
    for (const auto& [index, request] : requests) numbers.push_back(index);
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
    const Request* const winner = ask(coupler_arbitration, coupler, by_index);
    const Message& message = winner->of->message;
    won[message.receivers.front()].emplace(message.source / degree(), winner);
  }
  std::vector<Request> granted;
  for (const auto& [receiver, by_group] : won) {
    if (rules_.multi_rx) {
      for (const auto& [group, request] : by_group) granted.push_back(*request);
      continue;
    }
    figures_.refused += by_group.size() - 1;
    granted.push_back(*ask(receiver_arbitration, receiver, by_group));
    receiver_arbitration->advance(receiver);
  }
  granted_.clear();
  for (const Request& request : granted) {
    const std::uint64_t waited = slot_ - request.asked;
    figures_.waited += waited;
    figures_.longest_wait = std::max(figures_.longest_wait, waited);
    const Message& message = request.of->message;
    coupler_arbitration->advance(
        grid_.index_of(message.receivers.front() / degree(), message.source));
    granted_.push_back(request.of);
    transmit(message);
  }
  std::vector<SlotRequest*> gone = granted_;
  std::ranges::sort(gone);
  std::erase_if(requests_, [&gone](const Request& request) {
    return std::ranges::binary_search(gone, request.of);
  });
}

// ---- faults ------------------------------------------------------------------------------------

/// The slow way, taken when a slot breaks a rule: looks at all of its messages again.
void coupler_bank::resolve_conflicts() {
  conflicts_ = find_conflicts(messages_, grid_, rules_);
  if (sink_ != nullptr) record_collisions();
  if (conflicts_.couplers.empty() && conflicts_.senders.empty() && conflicts_.receivers.empty()) {
    raise("program", name_of(lights.occupant()),
          "In slot {} messages meet on couplers that are not theirs: light the couplers to the "
          "groups of a message's receivers.",
          slot_);
  }
  if (!rules_.drop) {
    const std::string collided =
        conflicts_.couplers.empty() ? "" : coupler_name(conflicts_.couplers.begin()->first);
    fault_ = fault_of(conflicts_, slot_, cycles_.now(), name(), collided, grid_, rules_);
  }
  drop();
}

/// The messages involved are lost: on a collided coupler, of a sender with two, at a receiver with
/// two.
void coupler_bank::drop() {
  const SlotConflicts& conflicts = conflicts_;
  figures_.collisions += conflicts.couplers.size();
  figures_.tx_conflicts += conflicts.senders.size();
  figures_.rx_conflicts += conflicts.receivers.size();
  const auto lost = [&](NodeId receiver, const Message* message) {
    return std::ranges::binary_search(conflicts.senders, message->source) ||
           std::ranges::binary_search(conflicts.receivers, receiver) ||
           conflicts.couplers.contains(grid_.index_of(receiver / degree(), message->source));
  };
  const std::size_t before = receiving_.size() + more_.size();
  std::erase_if(more_, [&](const auto& entry) { return lost(entry.first, entry.second); });
  std::erase_if(receiving_,
                [&](NodeId receiver) { return lost(receiver, processors_[receiver].accepted); });
  // A message on a collided coupler may have had no receiver: it is lost all the same.
  figures_.lost += std::max<std::size_t>(before - receiving_.size() - more_.size(),
                                         conflicts.couplers.size() + conflicts.senders.size());
}

// ---- the end of a slot -------------------------------------------------------------------------

void coupler_bank::end_slot() {
  in_slot_ = false;
  figures_.last_end = cycles_.now();
  std::swap(ended_, arrived_);
  arrived_.clear();
  if (fault_) {
    if (sink_ != nullptr) record_messages(false);
    fault_->cycle = cycles_.now();
    raise(*fault_);
  }
  if (!watchers_.empty()) correct_acceptances();
  figures_.receives += receiving_.size() + more_.size();
  for (const NodeId receiver : receiving_) deliver(receiver, *processors_[receiver].accepted);
  for (const auto& [receiver, message] : more_) deliver(receiver, *message);
  if (sink_ != nullptr) record_messages(false);
  packets_ += messages_.size();
  receiving_.clear();
  more_.clear();
  messages_.clear();
  if (wave_) show({});
  for (const NodeId node : ended_) {
    Processor& processor = processors_[node];
    const Message* const handed = std::exchange(processor.handed, nullptr);
    std::exchange(processor.share, nullptr)->over(1, handed);
  }
  ended_.clear();
  for (SlotRequest* const request : granted_) request->sent();
  granted_.clear();
  if (!sleepers_.empty()) wake_sleepers();
  begin_if_complete();
}

/// Those who watch the slots say what was accepted.
void coupler_bank::correct_acceptances() {
  if (messages_.empty()) return;
  std::vector<Acceptance> all = accepted();
  const std::vector<Acceptance> before = all;
  for (slot_watch_if* const watcher : watchers_) watcher->slot_ends(all);
  if (all == before) return;
  receiving_.clear();
  more_.clear();
  std::vector<bool> first(nodes(), true);
  for (const auto& [receiver, message] : all) {
    if (!first[receiver]) {
      more_.emplace_back(receiver, message);
      continue;
    }
    first[receiver] = false;
    processors_[receiver].accepted = message;
    receiving_.push_back(receiver);
  }
}

void coupler_bank::deliver(NodeId receiver, const Message& message) {
  Processor& processor = processors_[receiver];
  if (message.for_relay) {
    ++processor.stored;
    figures_.peak_relay_buffer =
        std::max<std::uint64_t>(figures_.peak_relay_buffer, processor.stored);
  }
  if (message.into_memory) {
    keeper->keep(receiver, message);
    if (sink_ != nullptr) record_hold(receiver, message);
    return;
  }
  SlotShare* const share = processor.share;
  if (share == nullptr && rules_.drop) {  // its program has gone another way after a loss
    ++figures_.lost;
    return;
  }
  if (share == nullptr) {
    raise("program", name(),
          "Node {} accepts a message of node {}, and no program there waits for it.", receiver,
          message.source);
  }
  if (share->slots == 1) {
    processor.handed = &message;
    return;
  }
  // It only listened: its program goes on at once.
  --sleepers_[processor.until].live;
  --asleep_;
  ++processor.token;
  processor.share = nullptr;
  share->over(share->slots - (processor.until - slot_), &message);
}

void coupler_bank::wake_sleepers() {
  while (!sleepers_.empty() && sleepers_.begin()->first <= slot_) {
    for (const auto& [node, token] : sleepers_.begin()->second.nodes) {
      Processor& processor = processors_[node];
      if (processor.token != token || processor.share == nullptr) continue;
      --asleep_;
      SlotShare* const share = std::exchange(processor.share, nullptr);
      share->over(share->slots, nullptr);
    }
    sleepers_.erase(sleepers_.begin());
  }
}

Awaited coupler_bank::waits_for(NodeId node) const {
  const Processor& processor = processors_[node];
  if (processor.share == nullptr) {
    const bool asks = std::ranges::any_of(
        requests_, [node](const Request& request) { return request.node == node; });
    return {asks ? WaitFor::kCoupler : WaitFor::kNothing};
  }
  if (processor.share->slots > 1) return {WaitFor::kMessage, {}, {processor.until}};
  if (processor.share->messages.empty()) return {WaitFor::kSlotToListen};
  return {WaitFor::kSlotToSend};
}

}  // namespace plexus
