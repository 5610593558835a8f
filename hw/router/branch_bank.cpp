#include "hw/router/branch_bank.hpp"

#include <algorithm>
#include <tuple>

#include "hw/channel/bindings.hpp"
#include "hw/link/link_end.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

/// The last part of a full name.
std::string short_name(const branch_end_if& end) {
  const std::string name = end.full_name();
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

/// Of one link of a branch with several, behind the branch's name.
std::string link_name(std::uint32_t link) { return "_link_" + std::to_string(link); }

}  // namespace

std::string branch_output::name() const {
  return "branch_" + short_name(*sender_) + "_to_" + short_name(*receiver_);
}

branch_bank::branch_bank(sc_core::sc_module_name name, BranchRules rules, const ClockPeriod& clock)
    : sc_module{name},
      clock_{clock},
      rules_{rules},
      most_waiting_{rules.queue_free ? 0 : rules.queue_limit.value_or(kUnlimited)},
      update_{"update", [this] { start_pending(); }} {
  HW_PROCESSES(branch_bank);
  SC_METHOD(end_due);
  sensitive << due_;
  dont_initialize();
  SC_METHOD(start_pending);
  sensitive << places_due_;
  dont_initialize();
  if (rules.duplex != BranchDuplex::kFull) {
    ports_ = std::make_unique<half_duplex_ports>("ports", *this);
  }
}

std::string branch_output::full_name() const { return std::string{bank_->name()} + '.' + name(); }

PartView branch_output::view(std::optional<std::uint32_t> link) const {
  const std::string of_several = link ? link_name(*link) : std::string{};
  PartView view =
      view_between(full_name() + of_several, PartKind::kLink, spoken(short_name(*sender_)),
                   spoken(short_name(*receiver_) + of_several));
  view.begins_inside = sender_->is_router();
  view.ends_inside = receiver_->is_router();
  if (link) view.drawn_as = full_name();
  return view;
}

void branch_output::register_port(sc_core::sc_port_base& port, const char* type) {
  const sc_core::sc_object* const owner = port.get_parent_object();
  const auto* const part = dynamic_cast<const branch_end_if*>(owner);
  const bool sends = is_port_of<branch_tx_if>(type);
  const branch_end_if* const expected = sends ? sender_ : receiver_;
  bool& bound = sends ? sent_by_ : received_by_;
  if (part != expected || bound) {
    report_wiring(
        "Branch {}{}{}{}, and its {} end is bound to {}{}: let add_branch bind the ends, and join "
        "them there.",
        full_name(), sends ? " sends what " : " is received by ", expected->full_name(),
        sends ? " gives it" : "", sends ? "sending" : "receiving", owner->name(),
        part == expected ? " twice" : " as well");
  }
  bound = true;
}

void branch_bank::add_branch(End first, End second, std::uint64_t links, LinkTiming timing) {
  branch_output& up = outputs_.emplace_back(*this, *first.part, first.port, *second.part,
                                            second.port, timing, links);
  branch_output& down = outputs_.emplace_back(*this, *second.part, second.port, *first.part,
                                              first.port, timing, links);
  down.upwards_ = false;
  if (rules_.duplex != BranchDuplex::kFull) {
    down.links_ = up.links_;
    up.opposite_ = &down;
    down.opposite_ = &up;
  }
  first.part->connected(first.port, up, down);
  second.part->connected(second.port, down, up);
}

void branch_bank::start_of_simulation() {
  for (branch_output& output : outputs_) by_number_.push_back(&output);
  std::ranges::sort(by_number_, {}, [](const branch_output* output) {
    return std::tuple{output->receiver_->place(), output->receiver_port_};
  });
  for (std::size_t i = 0; i < by_number_.size(); ++i) {
    by_number_[i]->number_ = static_cast<std::uint32_t>(i);
  }
  pending_ = BitSet{by_number_.size()};
}

std::string branch_bank::branch_name(std::uint32_t number) const {
  return by_number_[number]->full_name();
}

std::string half_duplex_ports::branch_name(std::uint32_t number) const {
  return network_->branch_name(number);
}

std::uint64_t branch_bank::transfers() const {
  std::uint64_t transfers = 0;
  for (const branch_output& output : outputs_) transfers += output.figures_.transfers;
  return transfers;
}

std::uint64_t branch_bank::at_sources() const {
  std::uint64_t packets = 0;
  for (const branch_output& output : outputs_) packets += output.router_ ? 0 : output.queue_.size();
  return packets;
}

void branch_bank::check_conservation() const {
  std::uint64_t inside = 0;
  for (const branch_output& output : outputs_) {
    inside += output.queue_.size() + output.own_links_.busy();
  }
  if (inside + left_ + dropped_ != entered_) {
    raise("conservation", name(),
          "{} packets have entered or been copied, {} have come out, {} were dropped at their "
          "sources and {} are inside: one was lost or made.",
          entered_, left_, dropped_, inside);
  }
  if (!hops.is_bound()) return;
  for (const branch_output& output : outputs_) {
    output.own_links_.for_each([&](const RoutedPacket& packet, std::uint32_t link) {
      if (packet.since >= last_.value_or(now_)) return;
      raise("program", name_of(hops.occupant()),
            "The hop of packet {} on link {} of {} is to end in cycle {}, and has not: end each "
            "hop that has started, once.",
            packet.packet.id(), link, output.full_name(), packet.since.count());
    });
  }
}

// ---- 1. What ends is delivered ------------------------------------------------------------------

void branch_bank::end_due() {
  now_ = clock_.now();
  notified_.reset();
  const std::vector<std::uint64_t>& due = calendar_.take_next();
  std::span<const std::uint64_t> ended{due};
  if (!std::ranges::is_sorted(ended)) {  // hops of different lengths, or shared links
    sorted_ = due;
    std::ranges::sort(sorted_);
    ended = sorted_;
  }
  for (const std::uint64_t one : ended) {
    if (one == kWake) {
      serve_soon();
    } else {
      deliver(*by_number_[one >> 32], static_cast<std::uint32_t>(one));
    }
  }
  if (sink_ != nullptr) serve_soon();  // also the last hop's ends tell what they do now
  notify_due();
}

/// Is there a packet on this link? A clock of somebody else's may be wrong.
void branch_bank::check_under_way(std::uint32_t output, std::uint32_t link) const {
  if (output < by_number_.size() && by_number_[output]->links_->taken(link)) return;
  raise("program", name_of(hops.occupant()),
        "A hop on link {} of direction {} of {} is timed, and no packet is on it: time each hop "
        "that has started, once.",
        link, output, name());
}

void branch_bank::check_timed(std::uint32_t output, std::uint32_t link, Cycles end) const {
  check_under_way(output, link);
  if (end > now_) return;
  raise("program", name_of(hops.occupant()),
        "A hop on link {} of direction {} of {} is timed to end in cycle {}, and cycle {} is over: "
        "name one that is still to come.",
        link, output, name(), end.count(), now_.count());
}

/// Does the direction that has got a link want it? Who grants may be somebody else.
void branch_bank::check_granted(const branch_output& up, LinkGrant grant,
                                const LinkRequests& asked) const {
  if (grant.up ? !grant.down && asked.up : asked.down) return;
  raise("program", name_of(ports_->grants.occupant()),
        "A link of {} and back is granted to a direction that has no packet for it: grant it to "
        "one that asks.",
        up.full_name());
}

void branch_bank::deliver(branch_output& output, std::uint32_t link) {
  check_under_way(output.number_, link);
  if (sink_ != nullptr) record(output, link, TraceKind::kReceive);
  RoutedPacket* const packet = output.links_->finish(link);
  for (branch_watch_if* const watcher : watchers_) watcher->delivered(output, link, *packet);
  if (!output.queue_.empty()) pend(output);
  if (output.opposite_ != nullptr && !output.opposite_->queue_.empty()) pend(*output.opposite_);
  if (rules_.queue_places && output.router_) leave_place(output);
  if (output.to_router_) return output.receiver_->received(output.receiver_port_, *packet);
  ++left_;
  last_delivery_ = now_;
  RoutedPacket ended = packets_.take(packet);
  output.receiver_->received(output.receiver_port_, ended);
}

/// A packet has left the bounded queue of `output`: who has waited longest for a place gets it.
void branch_bank::leave_place(branch_output& output) {
  --output.places_taken_;
  while (output.places_taken_ < *rules_.queue_places && !output.waiting_for_.empty()) {
    branch_output& next = *output.waiting_for_.front();
    output.waiting_for_.erase(output.waiting_for_.begin());
    ++output.places_taken_;
    next.blocked_ = false;
    next.granted_ = true;
    pend(next);
  }
}

/// Is there a place for the first packet of `output` where its hop ends? Takes it, or a number in
/// the queue of those who wait for one.
bool branch_bank::has_place(branch_output& output) {
  if (!rules_.queue_places || std::exchange(output.granted_, false)) return true;
  if (output.blocked_) return false;
  const bool may_wait = output.router_ || !rules_.sources_drop;
  branch_output* const next =
      output.receiver_->next_queue(output.receiver_port_, *output.queue_.front());
  if (next == nullptr) return true;
  if (next->places_taken_ < *rules_.queue_places && next->waiting_for_.empty()) {
    ++next->places_taken_;
    return true;
  }
  if (may_wait) next->waiting_for_.push_back(&output);
  output.blocked_ = may_wait;
  return false;
}

// ---- 3. What can start, starts ------------------------------------------------------------------

/// When all that happens in the cycle has happened: in the update phase. Places of queues are dealt
/// out behind the edge, as those who ask may do so in any of its delta cycles.
void branch_bank::serve_soon() {
  if (!rules_.queue_places) return update_.request();
  const auto phase = sc_core::sc_time::from_value(clock_.period().value() / kPhases);
  places_due_.notify(clock_.until_edge() + phase);
}

void branch_bank::start_pending() {
  now_ = clock_.now();
  if (rules_.duplex == BranchDuplex::kTimeDivision)
    half_step_ = now_.count() / rules_.slot->count();
  pending_.take_all([this](std::uint32_t number) { serve(*by_number_[number]); });
  if (!kept_.empty()) {
    for (const std::uint32_t number : kept_) pending_.add(number);
    kept_.clear();
    calendar_.add((half_step_ + 1) * *rules_.slot, kWake);
  }
  if (sink_ != nullptr && !is_over()) tell_ends();
  if (!overflowing_.empty()) raise_overflow();
  notify_due();
}

void branch_bank::serve(branch_output& output) {
  if (output.driven_) return;
  if (output.opposite_ == nullptr) return serve_queue(output);
  if (rules_.duplex == BranchDuplex::kTimeDivision) return serve_half_step(output);
  if (!rules_.queue_places) {
    branch_output& up = output.upwards_ ? output : *output.opposite_;
    return serve_shared(up, *up.opposite_);
  }
  // A first packet takes its place at the other end before its link: who is not preferred must not.
  const bool preferred = output.upwards_ != rules_.down_first;
  serve_queue(preferred ? output : *output.opposite_);
  serve_queue(preferred ? *output.opposite_ : output);
}

void branch_bank::serve_queue(branch_output& output) {
  while (wants(output) && output.links_->any_free() && has_place(output)) start(output);
  if (rules_.sources_drop && !output.router_) drop_waiting(output);
  note_waiting(output, output.queue_.size());
}

/// Link by link, as the branch's half-duplex ports grant them.
void branch_bank::serve_shared(branch_output& up, branch_output& down) {
  while (up.links_->any_free()) {
    const LinkRequests asked{.up = wants(up), .down = wants(down), .up_first = !rules_.down_first};
    const std::uint64_t link = link_asker(up.number_, up.links_->next_free());
    const LinkGrant grant = ports_->grants->decide(link, asked);
    if (grant == LinkGrant{}) break;
    check_granted(up, grant, asked);
    start(grant.up ? up : down);
  }
  for (branch_output* const output : {&up, &down}) {
    if (rules_.sources_drop && !output->router_) drop_waiting(*output);
    note_waiting(*output, output->queue_.size());
  }
}

void branch_bank::drop_waiting(branch_output& output) {
  while (!output.queue_.empty()) {
    ++dropped_;
    output.sender_->dropped(packets_.take(output.queue_.pop_back()));
  }
}

/// Up in the first half of a step, down in the second, and only what was here when the step began:
/// what comes in during a step goes on in the next one.
void branch_bank::serve_half_step(branch_output& output) {
  const branch_output& up = output.upwards_ ? output : *output.opposite_;
  const LinkGrant own{.up = output.upwards_, .down = !output.upwards_};
  const bool second_half = half_step_ % 2 != 0;
  const bool own_half = output.upwards_ != second_half;
  while (due_in_step(output, 0) && output.links_->any_free() &&
         ports_->grants->decide(link_asker(up.number_, output.links_->next_free()),
                                {.up = due_in_step(up, 0),
                                 .down = due_in_step(*up.opposite_, 0),
                                 .divided = true,
                                 .second_half = second_half}) == own) {
    if (!own_half) {
      raise("program", name_of(ports_->grants.occupant()),
            "A link of {} is granted in the half of a step that is the other direction's: grant it "
            "up in the first half, down in the second.",
            output.full_name());
    }
    start(output);
  }
  if (own_half) {
    std::uint64_t waiting = 0;
    while (due_in_step(output, waiting)) ++waiting;
    note_waiting(output, waiting);
  }
  if (output.queue_.empty()) return;
  kept_.push_back(output.number_);
  constexpr std::int64_t kPatience = 1'000;  // half-steps: every second one is this direction's
  if (now_ - std::max(moved_, output.queue_.front()->since) <= kPatience * *rules_.slot) return;
  raise(
      "starvation", name_of(ports_->grants.occupant()),
      "For {} half-steps nothing has moved, and packet {} waits for a link of {}: grant it one in "
      "its half of a step.",
      kPatience, output.queue_.front()->packet.id(), output.full_name());
}

/// Time division: is there a packet at this place of the queue that may go on in the present step?
bool branch_bank::due_in_step(const branch_output& output, std::size_t place) const {
  const Cycles step_began = (half_step_ - half_step_ % 2) * *rules_.slot;
  return place < output.queue_.size() && output.queue_[place]->since <= step_began;
}

void branch_bank::start(branch_output& output) {
  RoutedPacket* const packet = output.queue_.pop_front();
  start_on(output, packet, output.links_->next_free());
}

inline void branch_bank::start_on(branch_output& output, RoutedPacket* packet, std::uint32_t link) {
  if (!output.router_) {
    packet->left = now_;
    packet->source_wait = static_cast<std::uint32_t>((now_ - packet->since).count());
    output.sender_->sent(output.sender_port_);
  }
  const Cycles hop = rules_.slot ? *rules_.slot : output.timing_.hop(Words{packet->words});
  moved_ = now_;
  if (!is_over()) {
    if (rules_.duplex != BranchDuplex::kTimeDivision) {
      output.figures_.total_wait += now_ - packet->since;
    }
    ++output.figures_.transfers;
    output.figures_.busy += last_ ? std::min(hop, *last_ - now_) : hop;
  }
  packet->since = now_ + hop;
  output.links_->start_on(link, packet);
  if (!output.to_router_) output.receiver_->coming(output.receiver_port_);
  for (branch_watch_if* const watcher : watchers_) watcher->started(output, link);
  hops->start(output.number_, link, now_ + hop);
  if (sink_ != nullptr && !is_over()) record(output, link, TraceKind::kSend);
}

void branch_bank::note_waiting(branch_output& output, std::uint64_t waiting) {
  output.figures_.max_waiting = std::max(output.figures_.max_waiting, waiting);
  if (waiting > most_waiting_ && output.router_) overflowing_.push_back(&output);
}

/// Of several queues that overflow in one cycle that of the lowest router and port is told.
void branch_bank::raise_overflow() const {
  const branch_output& lowest =
      **std::ranges::min_element(overflowing_, {}, [](const branch_output* output) {
        return std::tuple{output->sender_->place(), output->sender_port_};
      });
  const std::string port = lowest.sender_->port_name(lowest.sender_port_);
  const std::string router = lowest.sender_->full_name();
  const std::string why =
      rules_.queue_free
          ? "but by the schedule none ever does: two of its packets meet."
          : fmt::format(
                "and a queue may hold {}: choose deeper queues, or an algorithm that needs "
                "none.",
                most_waiting_);
  raise(rules_.queue_free ? "queue-free" : "queue-depth", router,
        Figures{{"router", short_name(*lowest.sender_)},
                {"port", port},
                {"waiting", lowest.queue_.size()}},
        "In cycle {} packets wait at port '{}' of {}, {} of them, {}", now_.count(), port, router,
        lowest.queue_.size(), why);
}

void branch_bank::notify_due() {
  if (calendar_.empty() || (notified_ && *notified_ <= calendar_.next())) return;
  if (last_ && calendar_.next() > *last_) {
    stopped_ = true;
    return;
  }
  notified_ = calendar_.next();
  due_.notify(clock_.until(*notified_));
}

// ---- Who stands in the place of parts
// --------------------------------------------------------------------------------------

void branch_bank::drive(branch_output& output, std::size_t i, std::uint32_t link) {
  now_ = clock_.now();
  start_on(output, output.queue_.take(i), link);
  notify_due();
}

void branch_bank::driven(branch_end_if& router, std::span<branch_output* const> outputs) {
  now_ = clock_.now();
  for (branch_output* const output : outputs) {
    if (output != nullptr) note_waiting(*output, output->queue_.size());
  }
  if (sink_ != nullptr && !is_over()) router.tell(now_, *sink_);
  if (!overflowing_.empty()) raise_overflow();
}

void branch_bank::end_with_cycle(const branch_output& output, std::uint32_t link) {
  now_ = clock_.now();
  calendar_.add(now_ + 1_cycles, std::uint64_t{output.number_} << 32 | link);
  notify_due();
}

void branch_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const branch_output& output : outputs_) {
    visit({output.full_name(),
           "branch",
           {{"sender", output.sender().full_name()}, {"receiver", output.receiver().full_name()}}});
  }
}

// ---- What can be watched ------------------------------------------------------------------------

void branch_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  for (branch_output& output : outputs_) {
    output.told_ = sink.wants(output.view());
  }
}

void branch_bank::record(const branch_output& output, std::uint32_t link, TraceKind kind) {
  active_.push_back(output.sender_);
  active_.push_back(output.receiver_);
  if (!output.told_) return;
  const RoutedPacket& moved = output.links_->packet(link);
  const std::uint64_t rank = std::uint64_t{output.number_} << 32 | link;
  const bool has_several = output.links_->links() > 1;
  const std::string of_several = has_several ? link_name(link) : std::string{};
  if (has_several && met_.insert(rank).second) sink_->wants(output.view(link));
  // Inside the network a packet is still its source's; the last hop says who gets it, or a copy.
  const NodeId source = moved.packet.source();
  sink_->record(packet_row(now_, kind, rank, output.full_name() + of_several, moved.packet, source,
                           output.receiver_->node_id().value_or(source),
                           kind == TraceKind::kSend ? output.timing_.startup : 0_cycles));
}

/// In the order of their places, whatever the order of what happened.
void branch_bank::tell_ends() {
  std::ranges::sort(active_, {}, &branch_end_if::place);
  active_.erase(std::unique(active_.begin(), active_.end()), active_.end());
  for (branch_end_if* end : active_) end->tell(now_, *sink_);
  active_.clear();
}

void branch_bank::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, entered_, std::string{name()} + ".entered");
  sc_core::sc_trace(file, left_, std::string{name()} + ".left");
}

}  // namespace plexus
