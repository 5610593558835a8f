#include "hw/link/link.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "hw/channel/fault.hpp"
#include "hw/kernel/prefetch.hpp"

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

void link::refuse(const Packet& packet) const {
  raise({"busy",
         {},
         full_name(),
         "Packet " + std::to_string(packet.id()) + " is sent while packet " +
             std::to_string(packet_.id()) + " is still on the link.",
         {}});
}

void link::send(Packet&& packet) {
  if (taken_) [[unlikely]]
    refuse(packet);
  packet_.swap(packet);
  taken_ = true;
  bank_->request(*this);
}

std::string link::name() const {
  std::string name = "link_" + std::to_string(source_) + "_to_" + std::to_string(destination_);
  char copy = 'a';
  for (std::uint32_t i = index_; i > 0; --i) {  // links side by side are added one after another
    const link& before = bank_->links()[i - 1];
    if (before.source_ != source_ || before.destination_ != destination_) break;
    ++copy;
  }
  return copy == 'a' ? name : name + '_' + copy;
}

std::string link::full_name() const { return std::string{bank_->name()} + '.' + name(); }

/// Without a division: twins ask for every cycle.
Beat link::beat(Cycles cycle) const {
  Beat beat;
  const Words words = packet_.words();
  if (!taken_ || words == 0_words) return beat;
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

/// What a wave shows of one link.
struct link_bank::Wave {
  bool busy = false;
  bool valid = false;
  bool last = false;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

link_bank::link_bank(sc_core::sc_module_name name)
    : sc_module{name}, update_{"update", [this] { start_requested(); }} {
  HW_PROCESSES(link_bank);
  SC_METHOD(end_due);
  sensitive << due_;
  dont_initialize();
  SC_METHOD(show_beats);
  sensitive << beat_;
  dont_initialize();
}

link_bank::~link_bank() = default;

link& link_bank::add(NodeId source, NodeId destination, LinkTiming timing) {
  return links_.emplace_back(*this, static_cast<std::uint32_t>(links_.size()), source, destination,
                             timing);
}

void link_bank::request_apart(link& asked) {
  update_.request();
  requested_.put_growing(&asked);
}

void link_bank::start_requested() {
  const Cycles now = clock_.now();
  const Cycles next = calendar_.empty() ? Cycles{-1} : calendar_.next();
  const bool watched = !pacers_.empty() || sink_ != nullptr;
  Words words_of_all{0};
  std::vector<link*>* day = nullptr;  // those that end when the hop before ends, which is usual
  Cycles hop_of_day{0};
  for (std::size_t i = 0; i < requested_.size(); ++i) {
    if (i + kLookAhead < requested_.size()) prefetch(requested_[i + kLookAhead], sizeof(link));
    link* const started = requested_[i];
    const Words words = started->packet_.words();
    const Cycles hop = started->timing_.hop(words);
    started->started_ = now;
    started->busy_cycles_ += hop;
    ++started->transfers_;
    words_of_all += words;
    const bool sender_breaks = started->sender_.guard->begin_write(started->sender_port_);
    const bool receiver_breaks = started->receiver_.guard->begin_read(started->receiver_port_);
    if (sender_breaks || receiver_breaks) [[unlikely]]
      violated_ = true;
    const bool paced = watched && tell_watchers(*started);
    if (paced) continue;
    if (day == nullptr || hop != hop_of_day) day = &calendar_.day(now + (hop_of_day = hop));
    day->push_back(started);
  }
  figures_.word_hops += words_of_all;
  figures_.transfers += requested_.size();
  figures_.active += requested_.size();
  figures_.peak_active = std::max(figures_.peak_active, figures_.active);
  if (!waves_.empty()) show_beats();
  if (violated_ && keeps_rules_) {
    raise_violation(requested_.items(), now,
                    [](const port_guard& guard) { return guard.violation(); });
  }
  requested_.clear();
  if (!calendar_.empty() && calendar_.next() != next)
    due_.notify(clock_.time(calendar_.next() - now));
}

/// True if a pacer decides when the transfer ends.
bool link_bank::tell_watchers(link& started) {
  bool paced = false;
  for (link_pacer_if* pacer : pacers_) paced |= pacer->start(started);
  if (sink_ != nullptr) record(started, TraceKind::kSend);
  return paced;
}

/// What is said of a broken rule: `guard` is that of `node`, an end of `violating`.
std::string link_bank::violation_text(const link& violating, const port_guard& guard,
                                      NodeId node) const {
  std::vector<NodeId> read;
  std::vector<NodeId> written;
  for (const link& one : links_) {
    if (one.receiver_.guard == &guard && (guard.reads() >> one.receiver_port_ & 1) != 0) {
      read.push_back(one.source_);
    }
    if (one.sender_.guard == &guard && (guard.writes() >> one.sender_port_ & 1) != 0) {
      written.push_back(one.destination_);
    }
  }
  return "Node " + std::to_string(node) + " breaks the port rule " +
         std::string{to_string(guard.rule())} + " when packet " +
         std::to_string(violating.packet().id()) + " starts on " + violating.name() +
         ": it reads from " + listed(read) + " and writes to " + listed(written) +
         ". Choose an algorithm that keeps the rule, or another --port-rule.";
}

/// The lowest link, once all have started: it does not depend on the order of the requests.
void link_bank::raise_violation(std::span<link* const> started, Cycles now,
                                const std::function<bool(const port_guard&)>& broken) const {
  const link* lowest = nullptr;
  for (const link* one : started) {
    const bool here = broken(*one->sender_.guard) || broken(*one->receiver_.guard);
    if (here && (lowest == nullptr || one->index_ < lowest->index_)) lowest = one;
  }
  if (lowest == nullptr) return;
  const bool at_sender = broken(*lowest->sender_.guard);  // unless the receiver's alone is
  const port_guard& guard = at_sender ? *lowest->sender_.guard : *lowest->receiver_.guard;
  const NodeId node = at_sender ? lowest->source_ : lowest->destination_;
  raise({"port-rule",
         now,
         lowest->full_name(),
         violation_text(*lowest, guard, node),
         {{"node", std::to_string(node)},
          {"rule", '"' + std::string{to_string(guard.rule())} + '"'}}});
}

inline void link_bank::look_ahead_to_ends(std::span<link* const> ended, std::size_t present) {
  if (present + kLookAhead >= ended.size()) return;
  prefetch(ended[present + kLookAhead], sizeof(link));
  const link& near = *ended[present + kLookAhead / 2];
  prefetch(near.receiver_.part, 64);
  prefetch(near.sender_.part, 64);
  prefetch(near.receiver_.guard, 64);
  if (ended.size() <= kShortList) return;
  prefetch(near.sender_.guard, 64);
  near.packet_.prefetch_contents();
  ended[present + kLookAhead / 4]->receiver_.part->prefetch_receiver();
}

void link_bank::finish(link& ended, Cycles now) {
  ended.taken_ = false;
  ended.sender_.guard->end_write(ended.sender_port_);
  ended.receiver_.guard->end_read(ended.receiver_port_);
  --figures_.active;
  figures_.last_end = now;
  if (sink_ != nullptr) record(ended, TraceKind::kReceive);
  ended.receiver_.part->received(ended.receiver_port_, std::move(ended.packet_));
  ended.sender_.part->sent(ended.sender_port_);
}

void link_bank::end_due() {
  const Cycles now = calendar_.next();
  const std::vector<link*>& ended = calendar_.take_next();
  for (std::size_t i = 0; i < ended.size(); ++i) {
    look_ahead_to_ends(ended, i);
    finish(*ended[i], now);
  }
  if (!calendar_.empty()) due_.notify(clock_.time(calendar_.next() - now));
}

void link_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  told_.clear();
  for (const link& one : links_) told_.push_back(sink.wants(one.full_name()) ? 1 : 0);
  if (std::ranges::find(told_, 0) == told_.end()) told_.clear();
}

void link_bank::record(const link& moved, TraceKind kind) {
  if (!told_.empty() && told_[moved.index()] == 0) return;
  const Packet& packet = moved.packet_;
  sink_->record({clock_.now(),
                 kind,
                 moved.index(),
                 moved.full_name(),
                 {},
                 packet.id(),
                 moved.source(),
                 moved.destination(),
                 packet.words(),
                 packet.blocks(),
                 moved.timing_.startup});
}

void link_bank::trace(sc_core::sc_trace_file* file) const {
  waves_.resize(links_.size());
  for (const link& shown : links_) {
    const std::string prefix = shown.full_name() + '.';
    const Wave& wave = waves_[shown.index()];
    sc_core::sc_trace(file, wave.busy, prefix + "busy");
    sc_core::sc_trace(file, wave.valid, prefix + "beat_valid");
    sc_core::sc_trace(file, wave.first, prefix + "beat_first");
    sc_core::sc_trace(file, wave.count, prefix + "beat_count");
    sc_core::sc_trace(file, wave.last, prefix + "beat_last");
  }
}

namespace {

/// Beats of a transfer that a wave shows one by one: so many at its beginning, so many at its end.
constexpr std::int64_t kShownBeats = 1000;

/// Cycles until a wave shows the next beat of a transfer of `beats` beats, of which `beat` crosses
/// now. In between, a long one is shown where the first digit of the beat's number changes.
std::int64_t until_shown_beat(std::int64_t beat, std::int64_t beats) {
  if (beat < kShownBeats || beat >= beats - kShownBeats) return 1;
  std::int64_t digit = 1;
  while (beat / digit >= 10) digit *= 10;
  return std::min((beat / digit + 1) * digit, beats - kShownBeats) - beat;
}

}  // namespace

/// Brings the wave up to the present cycle; asks to be called when it shows something else, while
/// links work.
void link_bank::show_beats() {
  const Cycles now = clock_.now();
  std::int64_t next = std::numeric_limits<std::int64_t>::max();
  for (const link& shown : links_) {
    Wave& wave = waves_[shown.index()];
    const Beat beat = shown.beat(now);
    wave = {};
    wave.busy = beat.busy;
    if (!beat.busy) continue;
    wave.valid = beat.valid;
    wave.first = static_cast<std::uint64_t>(beat.first.count());
    wave.count = static_cast<std::uint64_t>(beat.count.count());
    wave.last = beat.last;
    const std::int64_t present = (now - shown.started() - shown.timing().startup).count();
    next = std::min(next, present < 0
                              ? -present
                              : until_shown_beat(
                                    present, shown.timing().beats(shown.packet().words()).count()));
  }
  if (next < std::numeric_limits<std::int64_t>::max()) beat_.notify(clock_.time(Cycles{next}));
}

}  // namespace plexus
