#include "hw/link/link.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hw/fast/prefetch.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

/// `{3, 5}`: "node 3 and node 5"; none: "nobody".
std::string listed(const std::vector<NodeId>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i > 0) text += i + 1 == nodes.size() ? " and " : ", ";
    text += "node " + std::to_string(nodes[i]);
  }
  return text.empty() ? "nobody" : text;
}

}  // namespace

/// What is on the link ends in this time step when its turn comes; then `packet` begins.
void link::follow(Packet&& packet) {
  if (!idle()) refuse(packet);
  followed_ = true;
  bank_->following_.push_back({this, std::move(packet)});
}

void link::refuse(const Packet& packet) const {
  raise("busy", full_name(), "Packet {} is sent while packet {} is still on the link.", packet.id(),
        packet_.id());
}

std::string link::name() const {
  std::string end = end_name();
  std::ranges::replace(end, ' ', '_');
  return "link_" + std::to_string(source()) + "_to_" + end;
}

std::string link::end_name() const {
  char copy = 'a';
  for (std::uint32_t i = index_; i > 0; --i) {  // links side by side are added one after another
    const link& before = bank_->links()[i - 1];
    if (before.source() != source() || before.destination() != destination()) break;
    ++copy;
  }
  const std::string end = std::to_string(destination());
  return copy == 'a' ? end : end + ' ' + copy;
}

std::string link::full_name() const {
  const TraceRow* const row = bank_->row_of(*this);
  return row != nullptr ? row->part : std::string{bank_->name()} + '.' + name();
}

/// Without a division: twins ask for every cycle.
Beat link::beat(Cycles cycle) const {
  Beat beat;
  const Words words = packet_.words();
  if (!taken_ || words == 0_words || cycle < started_) return beat;
  const Cycles data = cycle - started_ - timing_.startup;
  const Words first = data.count() * timing_.bandwidth;
  beat.busy = first < words;
  if (data < 0_cycles || !beat.busy) return beat;
  beat.valid = true;
  beat.packet = packet_.id();
  beat.first = first;
  beat.count = std::min(timing_.bandwidth, words - first);
  beat.last = beat.done = beat.first + beat.count == words;
  return beat;
}

link_bank::link_bank(sc_core::sc_module_name name, unsigned channels)
    : sc_module{name}, channels_{channels}, update_{"update", [this] { end_time_step(); }} {
  HW_PROCESSES(link_bank);
  SC_METHOD(end_due);
  sensitive << due_ << again_;
  dont_initialize();
  SC_METHOD(begin_at_edge);
  sensitive << edge_;
  dont_initialize();
  SC_METHOD(let_go_on);
  sensitive << others_;
  dont_initialize();
  SC_METHOD(show_beats);
  sensitive << beat_;
  dont_initialize();
}

link_bank::~link_bank() = default;

link& link_bank::add(NodeId source, NodeId destination, LinkTiming timing) {
  if (sc_core::sc_is_running()) {
    report_wiring("{} is given a link from {} to {}, and elaboration has ended: add it before.",
                  name(), source, destination);
  }
  static_cast<void>(checked(timing, name()));
  joined_.push_back({source, destination});
  return links_.emplace_back(*this, static_cast<std::uint32_t>(links_.size()), timing);
}

duplex_if& link_bank::pair(link* leaving, link* entering) {
  for (const link* const one : {leaving, entering}) {
    if (one == nullptr || one->bank_ == this) continue;
    report_wiring("{} is to pair {}, which is a link of another bank: pair it there.", name(),
                  one->full_name());
  }
  return pairs_.emplace_back(*this, leaving, entering);
}

// ---- ends ------------------------------------------------------------------------------------

namespace {

/// Of a link among those at the port of a module that is told by numbers.
std::uint8_t checked(unsigned number, const sc_core::sc_port_base& port, const link& bound) {
  if (number >= port_guard::kMostPorts) {
    report_wiring("{} is bound to {} as its link {}, and a node has {} at most: use another node.",
                  port.name(), bound.full_name(), number, port_guard::kMostPorts);
  }
  return static_cast<std::uint8_t>(number);
}

}  // namespace

template <typename If>
void link::bind_sender(sc_core::sc_port_base& port, const If& bound) {
  sender_port_ =
      checked(sender_.bind(port, bound, *this, "sender", bank_->event_ends_), port, *this);
}

template <typename If>
void link::bind_receiver(sc_core::sc_port_base& port, const If& bound) {
  receiver_port_ =
      checked(receiver_.bind(port, bound, *this, "receiver", bank_->event_ends_), port, *this);
}

void link::register_port(sc_core::sc_port_base& port, const char* type) {
  if (is_port_of<link_tx_if>(type)) bind_sender<link_tx_if>(port, *this);
  if (is_port_of<link_rx_if>(type)) bind_receiver<link_rx_if>(port, *this);
}

void link_pair::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  if (leaving_ != nullptr) leaving_->bind_sender<duplex_if>(port, *this);
  if (entering_ != nullptr) entering_->bind_receiver<duplex_if>(port, *this);
}

std::string link_pair::full_name() const {
  if (leaving_ != nullptr) return leaving_->full_name();
  if (entering_ != nullptr) return entering_->full_name();
  return std::string{bank_->name()} + ".open";
}

void link_bank::end_of_elaboration() {
  watched_ = carrier.exchanged() || judge.exchanged() || !observers_.empty() || sink_ != nullptr;
  for (const link& one : links_) {
    one.sender_.check_bound(one, "sender");
    one.receiver_.check_bound(one, "receiver");
  }
}

void link_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const link& one : links_) {
    visit({one.full_name(),
           "link",
           {{"sender", one.sender_.name()}, {"receiver", one.receiver_.name()}}});
  }
}

const sc_core::sc_event& link::sent_event() { return sender_.sent_event(bank_->event_ends_); }

const sc_core::sc_event& link::arrived_event() { return default_event(); }

const sc_core::sc_event& link::default_event() const {
  return receiver_.arrived_event(bank_->event_ends_);
}

// A hop begins: what every send runs through. The rest stands apart so that this needs no frame.

bool link::idle() const { return !taken_ || bank_->may_follow(*this); }

void link::send(Packet&& packet) {
  if (packet.words() < 1_words) [[unlikely]] {
    raise("program", full_name(),
          "Packet {} of {} words is sent: a packet is at least one word long.", packet.id(),
          packet.words().count());
  }
  if (taken_) [[unlikely]]
    return follow(std::move(packet));
  packet_.swap(packet);
  taken_ = true;
  bank_->request(*this);
}

inline void link_bank::request(link& asked) {
  const Cycles hop = asked.timing_.startup + asked.timing_.beats(asked.packet_.words());
  if (hop != hop_of_begun_) [[unlikely]]
    return request_apart(asked, hop);
  const bool doubtful = begin(asked, hop);
  const bool kept = begun_.put(&asked);
  if (doubtful || !kept) [[unlikely]]
    keep(asked, kept, doubtful);
}

/// Returns whether a port rule may be broken by it: other hops that end in this time step may not
/// have ended yet, so that is looked at again when all is in.
inline bool link_bank::begin(link& started, Cycles hop) {
  started.started_ = now_;
  started.busy_cycles_ += hop;
  ++started.transfers_;
  figures_.word_hops += started.packet_.words();
  const bool sender_doubts = started.sender_.guard->begin_write(started.sender_port_);
  const bool receiver_doubts = started.receiver_.guard->begin_read(started.receiver_port_);
  return sender_doubts || receiver_doubts;
}

/// The first hop of a time step, one of another length than that before, or one that is watched.
void link_bank::request_apart(link& asked, Cycles hop) {
  const bool at_edge = clock_.at_edge();
  if (!asked_) at_edge ? update_.request() : edge_.notify(clock_.until_edge());
  asked_ = true;
  if (asked.sender_.part == nullptr || asked.receiver_.part == nullptr) {
    report_wiring(
        "{} is to carry a packet before its ends are bound: send from the start of the simulation "
        "on.",
        asked.full_name());
  }
  if (watched_ || !at_edge) {  // what is asked for between two edges begins with the next one
    asked.started_ = clock_.next_edge();
    requested_.put_growing(&asked);
    return;
  }
  book_begun();
  now_ = clock_.now();
  hop_of_begun_ = hop;
  keep(asked, false, begin(asked, hop));
}

void link_bank::keep(link& started, bool kept, bool doubtful) {
  if (!kept) begun_.put_growing(&started);
  const auto broken = [](const port_guard& guard) { return guard.violation(); };
  if (doubtful && (broken(*started.sender_.guard) || broken(*started.receiver_.guard))) {
    doubtful_.push_back(&started);
  }
}

/// Enters in the calendar when those hops will end that have begun.
void link_bank::book_begun() {
  if (begun_.empty()) return;
  const std::span<link* const> begun = begun_.items();
  std::vector<link*>& day = calendar_.day(now_ + hop_of_begun_);
  day.insert(day.end(), begun.begin(), begun.end());
  figures_.transfers += begun.size();
  figures_.active += begun.size();
  if (!waves_.empty()) {
    for (const link* const one : begun) beating_.add(one->index());
  }
  begun_.clear();
}

/// All that begins in this time step has been asked for.
void link_bank::end_time_step() {
  book_begun();
  for (link* const asked : requested_.items()) {
    if (!waves_.empty()) beating_.add(asked->index());
    const Cycles hop = asked->timing_.hop(asked->packet_.words());
    now_ = clock_.now();
    ++figures_.transfers;
    ++figures_.active;
    if (begin(*asked, hop)) doubtful_.push_back(asked);
    start_watched(*asked);
  }
  requested_.clear();
  asked_ = false;
  hop_of_begun_ = kNone;
  figures_.peak_active = std::max(figures_.peak_active, figures_.active);
  if (!waves_.empty()) show_beats();
  if (!doubtful_.empty()) judge->judge();
  doubtful_.clear();
  if (!calendar_.empty() && calendar_.next() != notified_) {
    notified_ = calendar_.next();
    due_.notify(clock_.until(notified_));
  }
}

/// Nothing that ends in this time step works any more, so guards see what is.
void link_rules::judge() {
  const auto broken = [](const port_guard& guard) { return guard.violation(); };
  const auto breaks = [&](const link* one) {
    return broken(*one->sender_.guard) || broken(*one->receiver_.guard);
  };
  if (std::ranges::none_of(bank_->doubtful_, breaks)) return;
  std::vector<link*> started;
  for (link& one : bank_->links_) {
    if (one.taken_ && one.started_ == bank_->now_) started.push_back(&one);
  }
  bank_->raise_violation(started, broken);
}

/// In front of those who watch.
void link_bank::start_watched(link& started) {
  for (link_observer_if* observer : observers_) observer->begun(started.index());
  if (sink_ != nullptr) record(started, TraceKind::kSend);
  carrier->carry(started.index(), now_ + started.timing().hop(started.packet().words()));
}

void link_timetable::carry(std::uint32_t link, Cycles end) {
  if (link >= bank_->links_.size() || end <= std::max(bank_->now_, bank_->clock_.now())) {
    raise("program", name_of(bank_->carrier.occupant()),
          "Link {} of {}, which has {}, is to carry a packet until cycle {}: name a link that is "
          "there, and a cycle that is still to come.",
          link, bank_->name(), bank_->links_.size(), end.count());
  }
  if (bank_->carrier.is_bound()) {
    const class link& carried = bank_->links_[link];
    timed_.resize(bank_->links_.size(), Cycles{-1});
    const bool timed = std::exchange(timed_[link], carried.started()) == carried.started();
    if (timed || !carried.taken_) {
      raise("program", name_of(bank_->carrier.occupant()),
            "A transfer on {} is timed {}: time each that has begun, once.", carried.full_name(),
            timed ? "twice" : "that has not begun");
    }
  }
  bank_->calendar_.add(end, &bank_->links_[link]);
}

/// What is said of a broken rule: `guard` is that of `node`, an end of `violating`.
std::string link_bank::violation_text(const link& violating, const port_guard& guard,
                                      NodeId node) const {
  std::vector<NodeId> read;
  std::vector<NodeId> written;
  for (const link& one : links_) {
    if (one.receiver_.guard == &guard && (guard.reads() >> one.receiver_port_ & 1) != 0) {
      read.push_back(one.source());
    }
    if (one.sender_.guard == &guard && (guard.writes() >> one.sender_port_ & 1) != 0) {
      written.push_back(one.destination());
    }
  }
  return "Node " + std::to_string(node) + " breaks the port rule " +
         std::string{to_string(guard.rule())} + " when packet " +
         std::to_string(violating.packet().id()) + " starts on " + violating.name() +
         ": it reads from " + listed(read) + " and writes to " + listed(written) +
         ". Choose an algorithm that keeps the rule, or another port rule.";
}

/// The lowest link, once all have started: it does not depend on the order of the requests.
void link_bank::raise_violation(std::span<link* const> started,
                                const std::function<bool(const port_guard&)>& broken) const {
  const link* lowest = nullptr;
  for (const link* one : started) {
    const bool here = broken(*one->sender_.guard) || broken(*one->receiver_.guard);
    if (here && (lowest == nullptr || one->index_ < lowest->index_)) lowest = one;
  }
  if (lowest == nullptr) return;
  const bool at_sender = broken(*lowest->sender_.guard);  // unless the receiver's alone is
  const port_guard& guard = at_sender ? *lowest->sender_.guard : *lowest->receiver_.guard;
  const NodeId node = at_sender ? lowest->source() : lowest->destination();
  raise("port-rule", lowest->full_name(),
        Figures{{"node", node}, {"rule", to_string(guard.rule())}},
        violation_text(*lowest, guard, node));
}

/// What a node touches when a hop ends there lies about the end, since nodes and their ports come
/// from the pool in one piece: two lines before it, and the ports behind the module's last member.
inline void prefetch_end(const link_end_if* end) {
  const auto bytes = reinterpret_cast<std::uintptr_t>(end);
  prefetch(reinterpret_cast<const void*>(bytes - 128), 192);
  prefetch(reinterpret_cast<const void*>(bytes + 256), 64);
}

/// What a long list touches is in no cache: first the links are asked for, then what is at their
/// ends.
inline void link_bank::look_ahead(link* const* present) {
  prefetch(present[4 * kFarStep], sizeof(link));
  const link& far = *present[3 * kFarStep];
  prefetch_end(far.receiver_.part);
  prefetch_end(far.sender_.part);
  far.packet_.prefetch_contents();
}

inline void link_bank::end(link& ended) {
  ended.taken_ = false;
  ended.sender_.guard->end_write(ended.sender_port_);
  ended.receiver_.guard->end_read(ended.receiver_port_);
  if (sink_ != nullptr) [[unlikely]]
    record(ended, TraceKind::kReceive);
  ended.receiver_.part->received(ended.receiver_port_, std::move(ended.packet_));
  if (ended.followed_) [[unlikely]]
    return begin_following(ended);  // the sender has gone on
  ended.sender_.part->sent(ended.sender_port_);
}

/// The packet that follows the one on `ended` begins.
void link_bank::begin_following(link& ended) {
  const auto next = std::ranges::find(following_, &ended, &Following::behind);
  ended.followed_ = false;
  ended.send(std::move(next->packet));
  std::swap(*next, following_.back());
  following_.pop_back();
}

/// A portion, if there are many; then those whose programs have been put on the executor's list
/// come first.
void link_bank::end_due() {
  if (ending_.empty()) {
    notified_ = kNone;
    figures_.last_end = calendar_.next();
    ending_ = calendar_.take_next();
    looks_ahead_ = ending_.size() > kShortList;
    figures_.active -= ending_.size();
  }
  const Cycles now = figures_.last_end;
  const std::span<link* const> ended = ending_;
  const std::size_t portion = std::min(portion_, ended.size());
  const std::size_t looks =
      looks_ahead_ ? std::min(portion, ended.size() - std::min(ended.size(), 4 * kFarStep)) : 0;
  std::size_t next = 0;
  for (; next < looks; ++next) look_ahead(&ended[next]), end(*ended[next]);
  for (; next < portion; ++next) end(*ended[next]);
  ending_ = ended.subspan(portion);
  pauses_ = !ending_.empty();
  if (pauses_) return others_.notify();
  if (calendar_.empty()) return;
  notified_ = calendar_.next();
  due_.notify(clock_.time(notified_ - now));
}

/// What was to go on before has done so.
void link_bank::let_go_on() { again_.notify(); }

/// Does the transfer on `asked` end in this time step, in which others have ended already, and has
/// nothing been sent behind it?
bool link_bank::may_follow(const link& asked) const {
  constexpr std::size_t kMost = 64;  // which are looked through
  return pauses_ && !asked.followed_ && following_.size() < kMost &&
         asked.started_ + asked.timing_.hop(asked.packet_.words()) == figures_.last_end;
}

void link_bank::finish(link& ended, Cycles now) {
  if (!ended.taken_ || now <= ended.started_ || now != clock_.now()) {
    raise("program", name_of(carrier.occupant()),
          "A transfer on {} that began in cycle {} is ended in cycle {}, as of cycle {}: end it in "
          "the cycle in which it ends, later than it began.",
          ended.full_name(), ended.started_.count(), clock_.now().count(), now.count());
  }
  --figures_.active;
  figures_.last_end = now;
  end(ended);
}

}  // namespace plexus
