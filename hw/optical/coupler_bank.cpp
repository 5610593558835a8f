#include "hw/optical/coupler_bank.hpp"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <sstream>

#include "hw/data/node_set.hpp"

namespace plexus {

coupler_bank::coupler_bank(sc_core::sc_module_name name, NodeId groups, NodeId degree,
                           const OpticalRules& rules)
    : sc_module{name},
      coupler_arbiters{"coupler_arbiter", degree, groups},
      receiver_arbiters{"receiver_arbiter", groups},
      groups_{groups},
      degree_{degree},
      rules_{rules},
      lanes_(std::size_t{groups} * degree),
      pages_((std::uint64_t{groups} * groups + kPage - 1) / kPage, nullptr),
      update_{"update", [this] { begin_slot(); }} {
  HW_PROCESSES(coupler_bank);
  SC_METHOD(end_slot);
  sensitive << due_;
  dont_initialize();
  if (couplers() > kMostModules) return;
  owned_.push_back(std::make_unique<Channel[]>(pages_.size() * kPage));
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    pages_[page] = owned_.front().get() + page * kPage;
  }
  modules_.reserve(couplers());
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    const std::string coupler =
        "coupler_" + std::to_string(index / groups_) + '_' + std::to_string(index % groups_);
    modules_.push_back(std::make_unique<pops_coupler>(coupler.c_str(), *this, index));
  }
}

coupler_bank::~coupler_bank() {
  while (!modules_.empty()) modules_.pop_back();  // the kernel finds at once what was made last
}

coupler_bank::Channel* coupler_bank::new_page() {
  return owned_.emplace_back(std::make_unique<Channel[]>(kPage)).get();
}

std::uint64_t coupler_bank::busy_slots(std::uint64_t index) const {
  const Channel* const page = pages_[index / kPage];
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

std::string coupler_bank::coupler_name(std::uint64_t index) const {
  return std::string{name()} + ".coupler_" + std::to_string(index / groups_) + '_' +
         std::to_string(index % groups_);
}

// ---- who takes part --------------------------------------------------------------------------

void coupler_bank::leave() {
  --members_;
  begin_if_complete();
}

void coupler_bank::arrive(Slots& action) {
  Lane& lane = lanes_[action.self_->id()];
  lane.action = &action;
  if (action.count_ == 1) {
    arrived_.push_back(&action);
  } else {
    action.until_ = slot_ + action.count_;
    Sleepers& bed = sleepers_[action.until_];
    bed.words = action.words_;
    bed.nodes.emplace_back(action.self_->id(), ++lane.token);
    ++bed.live;
    ++asleep_;
  }
  begin_if_complete();
}

void coupler_bank::arrive(Transmission& request) {
  request.asked_ = slot_;
  requests_.push_back(&request);
  ++figures_.requests;
  begin_if_complete();
}

/// All messages of a slot have the size that the schedule declares for it.
void coupler_bank::check_words(const Slots& action) {
  if (action.words_ == words_) return;
  std::ostringstream text;
  text << "Node " << action.self_->id() << " takes slot " << slot_ << " for one of "
       << action.words_ << ", others for one of " << words_ << '.';
  raise({"program", {}, action.self_->name(), text.str(), {}});
}

// ---- a slot ----------------------------------------------------------------------------------

/// All who take part have said what they do.
void coupler_bank::begin_slot() {
  if (arrived_.empty() && requests_.empty()) return skip_slots();
  words_ = arrived_.empty() ? requests_.front()->words_ : arrived_.front()->words_;
  ++stamp_;
  driven_ = 0;
  conflict_ = false;
  if (rules_.drop) conflicts_ = {};  // otherwise they end the run
  std::uint64_t senders = 0;
  for (const Slots* const action : arrived_) {
    if (action->words_ != words_) check_words(*action);
    if (action->messages_.empty()) continue;
    ++senders;
    if (action->messages_.size() > 1 && !rules_.multi_tx) conflict_ = true;
    for (const Message& message : action->messages_) transmit(message);
  }
  if (!requests_.empty()) arbitrate();
  if (sink_ != nullptr) record_messages(true);
  if (wave_) show(true);
  if (conflict_) resolve_conflicts();
  figures_.sends += senders + granted_.size();
  figures_.drives += driven_;
  figures_.coupler_words += driven_ * words_;
  figures_.peak_couplers = std::max(figures_.peak_couplers, driven_);
  figures_.guard += rules_.slot.startup;
  figures_.lit += driven_ * rules_.slot.beats(words_);
  ++figures_.slots;
  run_slots(1, words_);
  for (slot_watcher_if* const watcher : watchers_) watcher->slot_begins();
}

/// `count` slots of `words` begin in the present cycle.
void coupler_bank::run_slots(std::uint64_t count, Words words) {
  words_ = words;
  begin_ = clock_.now();
  end_ = begin_ + count * rules_.slot.hop(words);
  slot_ += count;
  in_slot_ = true;
  bool paced = false;
  for (slot_pacer_if* const pacer : pacers_) paced = pacer->start(count) || paced;
  if (!paced) due_.notify(clock_.time(end_ - begin_));
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

void coupler_bank::transmit(const Message& message) {
  messages_.push_back(&message);
  if (transmitters_ != nullptr) return transmit_as_lit(message);
  if (message.receivers.one() && message.groups.empty()) {
    const NodeId receiver = message.receivers.front();
    drive(message, receiver / degree_);
    accept(message, receiver);
    return;
  }
  for (const NodeId group : message.groups) drive(message, group);
  for (const NodeId receiver : message.receivers.nodes()) {
    if (message.groups.empty()) drive(message, receiver / degree_);
    accept(message, receiver);
  }
}

/// The same where something else says which couplers are lit: nobody receives by a dark one.
void coupler_bank::transmit_as_lit(const Message& message) {
  const std::vector<NodeId>& groups = transmitters_->lights(message);
  for (const NodeId group : groups) drive(message, group);
  for (const NodeId receiver : message.receivers.nodes()) {
    if (std::ranges::binary_search(groups, receiver / degree_)) accept(message, receiver);
  }
}

void coupler_bank::drive(const Message& message, NodeId group) {
  Channel& star = channel(index_of(group, message.source));
  if (star.stamp == stamp_) {
    if (star.message != &message) conflict_ = true;
    return;
  }
  star.stamp = stamp_;
  star.message = &message;
  ++star.busy;
  ++driven_;
}

/// The address filter of `receiver` takes the message.
void coupler_bank::accept(const Message& message, NodeId receiver) {
  Lane& lane = lanes_[receiver];
  if (lane.stamp != stamp_) {
    lane.stamp = stamp_;
    lane.accepted = &message;
    receiving_.push_back(receiver);
    return;
  }
  if (lane.accepted == &message) return;  // named twice
  if (!rules_.multi_rx) conflict_ = true;
  more_.emplace_back(receiver, &message);
}

// ---- arbitrated traffic ------------------------------------------------------------------------

/// Every processor asks for the coupler of its first message; every coupler grants one of them, and
/// every receiver takes one of those, or with multi_rx all.
void coupler_bank::arbitrate() {
  std::map<std::uint64_t, std::map<std::uint32_t, Transmission*>> asks;  // coupler: index
  for (Transmission* const request : requests_) {
    const NodeId source = request->message_.source;
    const NodeId target = request->message_.receivers.front();
    asks[index_of(target / degree_, source)].emplace(source % degree_, request);
  }
  std::map<NodeId, std::map<std::uint32_t, Transmission*>> won;  // receiver: source group
  std::vector<std::uint32_t> numbers;
  for (const auto& [coupler, by_index] : asks) {
    numbers.clear();
    for (const auto& [index, request] : by_index) numbers.push_back(index);
    figures_.refused += numbers.size() - 1;
    Transmission* const winner = by_index.at(coupler_arbiters.grant(coupler, numbers));
    won[winner->message_.receivers.front()].emplace(winner->message_.source / degree_, winner);
  }
  granted_.clear();
  for (const auto& [receiver, by_group] : won) {
    if (rules_.multi_rx) {
      for (const auto& [group, request] : by_group) granted_.push_back(request);
      continue;
    }
    numbers.clear();
    for (const auto& [group, request] : by_group) numbers.push_back(group);
    figures_.refused += numbers.size() - 1;
    granted_.push_back(by_group.at(receiver_arbiters.grant(receiver, numbers)));
    receiver_arbiters.advance(receiver);
  }
  for (const Transmission* const request : granted_) {
    const std::uint64_t waited = slot_ - request->asked_;
    figures_.waited += waited;
    figures_.longest_wait = std::max(figures_.longest_wait, waited);
    const NodeId source = request->message_.source;
    coupler_arbiters.advance(index_of(request->message_.receivers.front() / degree_, source));
    transmit(request->message_);
  }
  std::vector<Transmission*> gone = granted_;
  std::ranges::sort(gone);
  std::erase_if(requests_, [&gone](Transmission* request) {
    return std::ranges::binary_search(gone, request);
  });
}

// ---- faults ------------------------------------------------------------------------------------

/// The slow way, taken when a slot breaks a rule: looks at all of its messages again.
void coupler_bank::resolve_conflicts() {
  std::map<std::uint64_t, std::vector<const Message*>> driven;
  std::map<NodeId, std::vector<const Message*>> sent;
  std::map<NodeId, std::vector<const Message*>> accepted;
  const auto note = [](std::vector<const Message*>& list, const Message* message) {
    if (std::ranges::find(list, message) == list.end()) list.push_back(message);
  };
  for (const Message* const message : messages_) {
    note(sent[message->source], message);
    for (const NodeId group : message->groups) {
      note(driven[index_of(group, message->source)], message);
    }
    for (const NodeId receiver : message->receivers.nodes()) {
      note(accepted[receiver], message);
      if (!message->groups.empty()) continue;
      note(driven[index_of(receiver / degree_, message->source)], message);
    }
  }
  conflicts_ = {};
  for (auto& [index, list] : driven) {
    if (list.size() > 1) conflicts_.couplers.emplace(index, list);
  }
  for (const auto& [node, list] : sent) {
    if (list.size() > 1 && !rules_.multi_tx) conflicts_.senders.push_back(node);
  }
  for (const auto& [node, list] : accepted) {
    if (list.size() > 1 && !rules_.multi_rx) conflicts_.receivers.push_back(node);
  }
  if (sink_ != nullptr) record_collisions(conflicts_);
  if (!rules_.drop) fault_ = fault_of_conflicts();
  drop();
}

Fault coupler_bank::fault_of_conflicts() const {
  const Conflicts& conflicts = conflicts_;
  std::ostringstream couplers;
  std::ostringstream sources;
  const char* separator = "";
  for (const auto& [index, messages] : conflicts.couplers) {
    std::vector<NodeId> nodes;
    for (const Message* const message : messages) nodes.push_back(message->source);
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    couplers << separator << '[' << index / groups_ << ',' << index % groups_ << ']';
    sources << separator << '[';
    for (std::size_t i = 0; i < nodes.size(); ++i) sources << (i > 0 ? "," : "") << nodes[i];
    sources << ']';
    separator = ",";
  }
  std::ostringstream text;
  std::string kind = "receive-conflict";
  std::string part = name();
  text << "In slot " << slot_ << ' ';
  if (!conflicts.couplers.empty()) {
    const auto& [index, messages] = *conflicts.couplers.begin();
    kind = "collision";
    part = coupler_name(index);
    NodeId low = std::numeric_limits<NodeId>::max();
    NodeId high = 0;
    for (const Message* const message : messages) {
      low = std::min(low, message->source);
      high = std::max(high, message->source);
    }
    text << "coupler c(" << index / groups_ << ", " << index % groups_ << ") is driven with "
         << messages.size() << " messages, by node" << (low == high ? " " : "s ") << low;
    if (low != high) text << " and " << high;
  } else if (!conflicts.senders.empty()) {
    kind = "transmit-conflict";
    text << "node " << conflicts.senders.front() << " sends two different messages";
  } else {
    text << "node " << conflicts.receivers.front() << " accepts two messages";
  }
  text << ": " << conflicts.couplers.size() << " couplers, " << conflicts.senders.size()
       << " senders and " << conflicts.receivers.size() << " receivers are in conflict.";
  Fault fault{kind,
              clock_.now(),
              part,
              text.str(),
              {{"slot", std::to_string(slot_)},
               {"collisions", std::to_string(conflicts.couplers.size())},
               {"tx_conflicts", std::to_string(conflicts.senders.size())},
               {"rx_conflicts", std::to_string(conflicts.receivers.size())},
               {"couplers", '[' + couplers.str() + ']'},
               {"sources", '[' + sources.str() + ']'}}};
  if (!rules_.feasible) {
    fault.message += " The optical budget of this machine does not close either.";
    fault.figures.emplace_back("feasible", "false");
  }
  return fault;
}

/// Do conflicts take a message from the processors of `group`?
bool coupler_bank::is_lost(const Message& message, NodeId group) const {
  if (conflicts_.couplers.contains(index_of(group, message.source)) ||
      std::ranges::binary_search(conflicts_.senders, message.source)) {
    return true;
  }
  std::size_t here = 0;
  std::size_t lost = 0;
  for (const NodeId receiver : message.receivers.nodes()) {
    if (receiver / degree_ != group) continue;
    ++here;
    if (std::ranges::binary_search(conflicts_.receivers, receiver)) ++lost;
  }
  return lost > 0 && lost == here;
}

/// The messages involved are lost: on a collided coupler, of a sender with two, at a receiver with
/// two.
void coupler_bank::drop() {
  const Conflicts& conflicts = conflicts_;
  figures_.collisions += conflicts.couplers.size();
  figures_.tx_conflicts += conflicts.senders.size();
  figures_.rx_conflicts += conflicts.receivers.size();
  const auto lost = [&](NodeId receiver, const Message* message) {
    return std::ranges::binary_search(conflicts.senders, message->source) ||
           std::ranges::binary_search(conflicts.receivers, receiver) ||
           conflicts.couplers.contains(index_of(receiver / degree_, message->source));
  };
  const std::size_t before = receiving_.size() + more_.size();
  std::erase_if(more_, [&](const auto& entry) { return lost(entry.first, entry.second); });
  std::erase_if(receiving_,
                [&](NodeId receiver) { return lost(receiver, lanes_[receiver].accepted); });
  // A message on a collided coupler may have had no receiver: it is lost all the same.
  figures_.lost += std::max<std::size_t>(before - receiving_.size() - more_.size(),
                                         conflicts.couplers.size() + conflicts.senders.size());
}

// ---- what twins look at ------------------------------------------------------------------------

std::vector<NodeId> coupler_bank::groups_of(const Message& message) const {
  std::vector<NodeId> groups{message.groups.begin(), message.groups.end()};
  if (groups.empty()) {
    for (const NodeId receiver : message.receivers.nodes()) groups.push_back(receiver / degree_);
  }
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

const Message* coupler_bank::shown(std::uint64_t index) const {
  const Channel* const page = pages_[index / kPage];
  if (page == nullptr || conflicts_.couplers.contains(index)) return nullptr;
  const Channel& star = page[index % kPage];
  return star.stamp == stamp_ ? star.message : nullptr;
}

std::vector<Acceptance> coupler_bank::accepted() const {
  std::vector<Acceptance> all;
  for (const NodeId receiver : receiving_) all.push_back({receiver, lanes_[receiver].accepted});
  for (const auto& [receiver, message] : more_) all.push_back({receiver, message});
  return all;
}

// ---- the end of a slot -------------------------------------------------------------------------

void coupler_bank::end_slot() {
  in_slot_ = false;
  figures_.last_end = clock_.now();
  std::swap(ended_, arrived_);
  arrived_.clear();
  if (fault_) {
    if (sink_ != nullptr) record_messages(false);
    fault_->cycle = clock_.now();
    raise(*fault_);
  }
  if (!watchers_.empty()) correct_acceptances();
  figures_.receives += receiving_.size() + more_.size();
  for (const NodeId receiver : receiving_) deliver(receiver, *lanes_[receiver].accepted);
  for (const auto& [receiver, message] : more_) deliver(receiver, *message);
  if (sink_ != nullptr) record_messages(false);
  packets_ += messages_.size();
  receiving_.clear();
  more_.clear();
  messages_.clear();
  if (wave_) show(false);
  for (Slots* const action : ended_) {
    action->taken_ = 1;
    lanes_[action->self_->id()].action = nullptr;
  }
  for (Slots* const action : ended_) action->complete();
  ended_.clear();
  for (Transmission* const request : granted_) request->complete();
  granted_.clear();
  if (!sleepers_.empty()) wake_sleepers();
  begin_if_complete();
}

/// Those who watch the slots say what was accepted.
void coupler_bank::correct_acceptances() {
  if (messages_.empty()) return;
  std::vector<Acceptance> all = accepted();
  const std::vector<Acceptance> before = all;
  for (slot_watcher_if* const watcher : watchers_) watcher->slot_ends(all);
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
    lanes_[receiver].accepted = message;
    receiving_.push_back(receiver);
  }
}

void coupler_bank::deliver(NodeId receiver, const Message& message) {
  Lane& lane = lanes_[receiver];
  if (message.for_relay) {
    ++lane.stored;
    figures_.peak_relay_buffer = std::max<std::uint64_t>(figures_.peak_relay_buffer, lane.stored);
  }
  if (message.into_memory) {
    keeper_->keep(receiver, message);
    if (sink_ != nullptr) record_hold(receiver, message);
    return;
  }
  Slots* const action = lane.action;
  if (action == nullptr && rules_.drop) {  // its program has gone another way after a loss
    ++figures_.lost;
    return;
  }
  if (action == nullptr) {
    raise({"program",
           clock_.now(),
           name(),
           "Node " + std::to_string(receiver) + " accepts a message of node " +
               std::to_string(message.source) + ", and no program there waits for it.",
           {}});
  }
  action->received_ = Received{message.data,  message.more, message.source,
                               message.first, message.last, message.for_relay};
  if (action->count_ == 1) return;
  // It only listened: its program goes on at once.
  action->taken_ = action->count_ - (action->until_ - slot_);
  --sleepers_[action->until_].live;
  --asleep_;
  ++lane.token;
  lane.action = nullptr;
  action->count_ = 1;
  action->complete();
}

void coupler_bank::wake_sleepers() {
  while (!sleepers_.empty() && sleepers_.begin()->first <= slot_) {
    for (const auto& [node, token] : sleepers_.begin()->second.nodes) {
      Lane& lane = lanes_[node];
      if (lane.token != token || lane.action == nullptr) continue;
      --asleep_;
      lane.action->taken_ = lane.action->count_;
      std::exchange(lane.action, nullptr)->complete();
    }
    sleepers_.erase(sleepers_.begin());
  }
}

// ---- trace and wave ----------------------------------------------------------------------------

void coupler_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  if (couplers() > kMostModules) return;
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    const std::uint64_t to = index / groups_;
    const std::uint64_t from = index % groups_;
    std::ostringstream order;
    order << "coupler " << std::setfill('0') << std::setw(5) << from << ' ' << std::setw(5) << to;
    sink.describe({coupler_name(index),
                   "group " + std::to_string(from) + " -> " + std::to_string(to),
                   PartKind::kChannel, "couplers of group " + std::to_string(from), order.str()});
  }
}

std::string coupler_bank::waits_for(NodeId node) const {
  const Slots* const action = lanes_[node].action;
  if (action == nullptr) {
    const bool asks = std::ranges::any_of(
        requests_, [node](const Transmission* request) { return request->self_->id() == node; });
    return asks ? "its coupler and its receiver" : "";
  }
  if (action->count_ > 1) return "a message, up to slot " + std::to_string(action->until_);
  if (action->messages_.empty()) return "the end of a slot in which it listens";
  return "the end of a slot in which it sends";
}

/// All messages of the present slot.
void coupler_bank::record_messages(bool sent) const {
  for (std::size_t i = 0; i < messages_.size(); ++i) record(*messages_[i], packets_ + i, sent);
}

void coupler_bank::record(const Message& message, PacketId packet, bool sent) const {
  std::map<NodeId, std::vector<NodeId>> receivers;  // by group
  for (const NodeId group : message.groups) receivers[group];
  for (const NodeId receiver : message.receivers.nodes()) {
    receivers[receiver / degree_].push_back(receiver);
  }
  for (const auto& [group, nodes] : receivers) {
    const NodeSet set{nodes};
    TraceRow row;
    row.cycle = clock_.now();
    row.kind = sent                      ? TraceKind::kSend
               : is_lost(message, group) ? TraceKind::kDrop
                                         : TraceKind::kReceive;
    row.rank = index_of(group, message.source);
    row.part = coupler_name(row.rank);
    row.packet = packet;
    row.source = message.source;
    row.destination =
        set.empty() ? group * degree_ : static_cast<NodeId>(set.intervals().front().first);
    row.words = words_;
    if (message.into_memory || message.for_relay) {
      row.blocks = Blocks{Interval{message.data[0], 1}, {0_words, words_}};
    }
    row.startup = rules_.slot.startup;
    sink_->record(row);
    if (nodes.empty()) continue;
    std::ostringstream setting;  // who drives it and who takes it
    if (sent) setting << "node " << message.source << " to " << set;
    row.kind = TraceKind::kSetting;
    row.setting = setting.str();
    sink_->record(row);
  }
}

void coupler_bank::record_hold(NodeId node, const Message& message) const {
  TraceRow row;
  row.cycle = clock_.now();
  row.kind = TraceKind::kHold;
  row.rank = node;
  row.part = std::string{get_parent_object()->name()} + ".node_" + std::to_string(node);
  row.source = row.destination = node;
  row.words = rules_.words;
  row.blocks = Blocks{Interval{message.data[0], 1}, {0_words, rules_.words}};
  sink_->record(row);
}

/// A collided coupler says so, with its senders, behind what it was sent.
void coupler_bank::record_collisions(const Conflicts& conflicts) const {
  for (const auto& [index, messages] : conflicts.couplers) {
    std::ostringstream setting;
    setting << "COLLISION of nodes";
    for (const Message* const message : messages) setting << ' ' << message->source;
    TraceRow row;
    row.cycle = clock_.now();
    row.kind = TraceKind::kSetting;
    row.rank = index;
    row.part = coupler_name(index);
    row.setting = setting.str();
    sink_->record(row);
  }
}

/// What a wave shows of couplers and processors.
struct coupler_bank::Wave {
  struct Coupler {
    bool busy = false;
    bool collision = false;
    std::uint32_t driver = 0;
    std::uint64_t sources = 0;  ///< of a collision: a bit for each of the first 64 of the group
  };
  struct Node {
    std::uint64_t transmits = 0;  ///< couplers, a bit for each of the first 64 groups
    std::uint64_t accepts = 0;
    std::uint32_t stored = 0;
  };
  std::map<std::uint64_t, Coupler> couplers;
  std::map<NodeId, Node> nodes;
};

coupler_bank::Wave& coupler_bank::wave() const {
  if (!wave_) wave_ = std::make_unique<Wave>();
  return *wave_;
}

/// `driven`: a slot has begun; otherwise it has ended.
void coupler_bank::show(bool driven) const {
  for (auto& [index, shown] : wave_->couplers) shown = {};
  for (auto& [node, shown] : wave_->nodes) shown = {0, 0, lanes_[node].stored};
  if (!driven) return;
  const auto bit = [](std::uint64_t place) {
    return place < 64 ? std::uint64_t{1} << place : std::uint64_t{0};
  };
  const auto show_drive = [&](const Message& message, NodeId group) {
    const auto sender = wave_->nodes.find(message.source);
    if (sender != wave_->nodes.end()) sender->second.transmits |= bit(group);
    const auto star = wave_->couplers.find(index_of(group, message.source));
    if (star == wave_->couplers.end()) return;
    Wave::Coupler& shown = star->second;
    const std::uint64_t source = bit(message.source % degree_);
    if (shown.busy && (shown.sources & source) == 0) shown.collision = true;
    shown.busy = true;
    shown.driver = message.source;
    shown.sources |= source;
  };
  for (const Message* const message : messages_) {
    for (const NodeId group : message->groups) show_drive(*message, group);
    for (const NodeId receiver : message->receivers.nodes()) {
      if (message->groups.empty()) show_drive(*message, receiver / degree_);
      const auto taker = wave_->nodes.find(receiver);
      if (taker != wave_->nodes.end()) taker->second.accepts |= bit(message->source / degree_);
    }
  }
}

void coupler_bank::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, slot_, prefix + "slots");
  sc_core::sc_trace(file, in_slot_, prefix + "in_slot");
  sc_core::sc_trace(file, driven_, prefix + "driven");
}

void coupler_bank::trace_coupler(sc_core::sc_trace_file* file, std::uint64_t index,
                                 const std::string& prefix) const {
  const Wave::Coupler& shown = wave().couplers[index];
  sc_core::sc_trace(file, shown.busy, prefix + "busy");
  sc_core::sc_trace(file, shown.driver, prefix + "driver");
  sc_core::sc_trace(file, shown.collision, prefix + "collision");
  sc_core::sc_trace(file, shown.sources, prefix + "sources");
}

void coupler_bank::trace_node(sc_core::sc_trace_file* file, NodeId node,
                              const std::string& prefix) const {
  const Wave::Node& shown = wave().nodes[node];
  sc_core::sc_trace(file, shown.transmits, prefix + "transmits");
  sc_core::sc_trace(file, shown.accepts, prefix + "accepts");
  sc_core::sc_trace(file, shown.stored, prefix + "relayed");
}

void pops_coupler::trace(sc_core::sc_trace_file* file) const {
  bank_->trace_coupler(file, index_, std::string{name()} + '.');
}

}  // namespace plexus
