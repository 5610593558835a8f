#include "hw/crossbar/crossbar.hpp"

#include <algorithm>
#include <utility>

#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"

namespace plexus {

crossbar::crossbar(sc_core::sc_module_name name, const LinkSchedule& schedule, NodeId nodes,
                   std::uint32_t ports, RendezvousTiming timing)
    : sc_module{name},
      own_clock_{"messages", *this},
      own_path_{"ways", *this},
      clock{"clock", own_clock_},
      path{"path", own_path_},
      schedule_{&schedule},
      timing_{timing},
      ports_each_{ports},
      ports_(std::size_t{nodes} * ports),
      opened_(ports_.size()),
      log_(schedule.phases()) {
  HW_PROCESSES(crossbar);
  SC_METHOD(end_due);
  sensitive << calendar_.due_event();
  dont_initialize();
  for (NodeId node = 0; node < nodes; ++node) ends_.emplace_back(*this, node);
}

crossbar::~crossbar() = default;

void crossbar::wire(std::span<const PhaseLink> links) {
  wires_.assign(ports_.size(), kNone);
  for (const PhaseLink& link : links) {
    wires_[index(link.a)] = static_cast<std::uint32_t>(index(link.b));
    wires_[index(link.b)] = static_cast<std::uint32_t>(index(link.a));
    if (sink_ != nullptr) record_setting(link, PartKind::kElement, true);
  }
}

// ---- what managers do ---------------------------------------------------------------------------

/// A link of the schedule, for who sets links.
const PhaseLink& crossbar::known_link(std::uint32_t number) const {
  const std::size_t all = schedule_->links().size();
  if (number >= all) {
    raise("program", name_of(*manager.channel()),
          "Link {} is to be set, and {} has {} links in its schedule: choose one of them.", number,
          name(), all);
  }
  return link(number);
}

/// Somebody speaks of a port that is not there.
void crossbar::refuse(CrossbarPort end) const {
  raise("program", name_of(*manager.channel()),
        "Port {} of node {} is asked for, and {} has {} nodes with {} ports.", end.port, end.node,
        name(), nodes(), ports_each_);
}

void crossbar::open(std::uint32_t number) {
  const PhaseLink& joined = known_link(number);
  Port& a = port(joined.a);
  Port& b = port(joined.b);
  for (const CrossbarPort end : {joined.a, joined.b}) {
    if (port(end).linked != kNone) complain(number, end, "is linked already");
  }
  if (!wires_.empty() && wires_[index(joined.a)] != index(joined.b)) {
    complain(number, joined.a, "is not wired to the other end");
  }
  const Cycles now = cycles_.now();
  a.linked = b.linked = number;
  opened_[index(joined.a)] = now;
  ++figures_.links;
  PhaseLog& log = log_of(number);
  if (log.links++ == 0) log.first_open = now;
  if (sink_ != nullptr && wires_.empty()) record_setting(joined, PartKind::kElement, true);
  changes();
  take_up(number, now);
}

void crossbar::load(std::uint32_t number, bool alone, Cycles swap) {
  const PhaseLink& joined = known_link(number);
  for (const CrossbarPort end : {joined.a, joined.b}) {
    if (port(end).loaded != kNone) complain(number, end, "is loaded already");
  }
  Port& a = port(joined.a);
  a.loaded = port(joined.b).loaded = number;
  a.alone = alone;
  swap_ = swap;
  if (sink_ != nullptr) record_setting(joined, PartKind::kStore, true);
  changes();
  if (alone) swap_if_free(joined.a);
}

/// A link loaded to open by itself does so when both its ports are free.
void crossbar::swap_if_free(CrossbarPort end) {
  const std::uint32_t number = port(end).loaded;
  if (number == kNone) return;
  const PhaseLink& joined = link(number);
  Port& a = port(joined.a);
  if (!a.alone || a.swaps || !free(joined.a) || !free(joined.b)) return;
  a.swaps = true;
  begin_swap(number, swap_);
  if (swap_ == 0_cycles) {
    activate(number);
  } else {
    calendar_.add(cycles_.now() + swap_, {number, kSwap});
  }
}

void crossbar::activate(std::uint32_t number) {
  const PhaseLink& joined = known_link(number);
  Port& a = port(joined.a);
  Port& b = port(joined.b);
  if (a.loaded != number || b.loaded != number) complain(number, joined.a, "is not loaded");
  a.loaded = b.loaded = kNone;
  a.swaps = false;
  if (sink_ != nullptr) record_setting(joined, PartKind::kStore, false);
  open(number);
  manager->activated(number);
}

// ---- what nodes do ------------------------------------------------------------------------------

void crossbar::reach(NodeId node, std::span<const NodeEnd> ends, std::span<Packet> messages) {
  ends_[node].left_ = static_cast<std::uint32_t>(ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) offer(node, ends[i], std::move(messages[i]));
  manager->reached(node, ends);
}

void crossbar::offer(NodeId node, const NodeEnd& end, Packet&& message) {
  const CrossbarPort here{node, end.port};
  Port& own = port(here);
  if (own.offered != kNone) complain(end.link, here, "has a message under way");
  if (own.linked != kNone && own.linked != end.link) {
    complain(end.link, here, "is linked with another node");
  }
  own.offered = end.link;
  own.message = std::move(message);
  for (crossbar_watch_if* watcher : watchers_) watcher->offered(here, end.link);
  const PhaseLink& joined = link(end.link);
  if (port(end.first ? joined.b : joined.a).offered != end.link) return;
  manager->at_hand(end.link);
  if (own.linked == end.link && port(joined.a).under_way == 0) take_up(end.link, cycles_.now());
}

// ---- links at work ------------------------------------------------------------------------------

/// Rendezvous: the link is open and both ends are there.
void crossbar::take_up(std::uint32_t number, Cycles now) {
  const PhaseLink& joined = link(number);
  for (const CrossbarPort end : {joined.a, joined.b}) {
    const std::uint32_t offered = port(end).offered;
    if (offered != kNone && offered != number) complain(number, end, "is linked with another node");
  }
  if (port(joined.a).offered == number && port(joined.b).offered == number) start(number, now);
}

void crossbar::start(std::uint32_t number, Cycles now) {
  const PhaseLink& joined = link(number);
  Port& a = port(joined.a);
  const Packet& to_b = a.message;
  const Packet& to_a = port(joined.b).message;
  figures_.open_wait += now - opened_[index(joined.a)];
  const Cycles b_takes = timing_.transfer(to_b.words());
  const Cycles a_takes = timing_.transfer(to_a.words());
  a.under_way = static_cast<std::uint8_t>((to_b.words() > 0_words ? kToB : 0) |
                                          (to_a.words() > 0_words ? kToA : 0));
  if (a.under_way == 0) return finish(number, now);
  if (active_ == 0) exposed_ += now - idle_since_;
  Words& longest = log_of(number).longest;
  for (const bool way : {true, false}) {
    const Packet& message = way ? to_b : to_a;
    if (message.words() == 0_words) continue;
    check_message(joined, way);
    ++active_;
    ++figures_.messages;
    figures_.words += message.words();
    figures_.link_busy += way ? b_takes : a_takes;
    longest = std::max(longest, message.words());
    if (sink_ != nullptr) record_message(joined, way, TraceKind::kSend);
    const Cycles end = now + (way ? b_takes : a_takes);
    for (crossbar_watch_if* watcher : watchers_) watcher->starts(number, way, end);
    clock->start(number, way, end);
  }
}

/// A message goes to the node at the other end and to no other.
void crossbar::check_message(const PhaseLink& joined, bool to_b) const {
  const CrossbarPort from = to_b ? joined.a : joined.b;
  const CrossbarPort to = to_b ? joined.b : joined.a;
  const Packet& message = port(from).message;
  if (message.destination() == to.node) return;
  complain(port(from).linked, from,
           fmt::format("is linked with node {}, and the message is for node {}", to.node,
                       message.destination()));
}

void crossbar::end_due() { end_all(calendar_.take_due(), cycles_.now()); }

void crossbar::end(std::span<const Ended> messages) {
  std::vector<Due> ended;
  for (const Ended& one : messages) ended.push_back({one.link, one.to_b ? kToB : kToA});
  end_all(ended, cycles_.now());
}

void crossbar::end_all(std::span<const Due> ended, Cycles now) {
  const bool was_busy = active_ > 0;
  for (const Due& due : ended) {  // all arrives before anything goes on
    if ((due.what & kToB) != 0) deliver(due.link, true);
    if ((due.what & kToA) != 0) deliver(due.link, false);
  }
  if (was_busy && active_ == 0) idle_since_ = now;
  for (const Due& due : ended) {
    if (due.what == kSwap) {
      activate(due.link);
      continue;
    }
    Port& a = port(link(due.link).a);
    a.under_way = static_cast<std::uint8_t>(a.under_way & ~due.what);
    if (a.under_way == 0) finish(due.link, now);
  }
}

void crossbar::deliver(std::uint32_t number, bool to_b) {
  const PhaseLink& joined = link(number);
  const CrossbarPort from = to_b ? joined.a : joined.b;
  const CrossbarPort to = path->leads_to(from);
  if (to.node >= ends_.size() || to.port >= ports_each_) {
    raise("program", name_of(path.occupant()),
          "{} is led to port {} of node {}, which {} does not have.", port_name(from), to.port,
          to.node, name());
  }
  --active_;
  if (sink_ != nullptr) record_message(joined, to_b, TraceKind::kReceive);
  Packet message = std::move(port(from).message);
  ends_[from.node].client_->sent(from.port, message);
  ends_[to.node].client_->received(to.port, std::move(message));
}

void crossbar::finish(std::uint32_t number, Cycles now) {
  const PhaseLink& joined = link(number);
  for (const CrossbarPort end : {joined.a, joined.b}) {
    Port& done = port(end);
    done.offered = done.linked = kNone;
    done.message = {};
  }
  figures_.last_end = now;
  log_of(number).end = now;
  if (sink_ != nullptr && wires_.empty()) record_setting(joined, PartKind::kElement, false);
  changes();
  for (const CrossbarPort end : {joined.a, joined.b}) swap_if_free(end);
  manager->done(number);
  for (const CrossbarPort end : {joined.a, joined.b}) {
    crossbar_end& node = ends_[end.node];
    if (--node.left_ == 0) node.client_->all_done();
  }
}

// ---- what is bound ------------------------------------------------------------------------------

std::string crossbar_end::full_name() const {
  return std::string{links_->name()} + ".node_" + std::to_string(node_);
}

void crossbar_end::reach(std::span<const NodeEnd> ends, std::span<Packet> messages) {
  links_->reach(node_, ends, messages);
}

Waits crossbar_end::waits_for() const { return links_->waits_for(node_); }

/// One node has these ports, and must hear of what happens at them.
void crossbar_end::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  sc_core::sc_object* const owner = port.get_parent_object();
  auto* const client = dynamic_cast<crossbar_client_if*>(owner);
  if (client == nullptr) return;  // a port of a module around it
  if (client_ != nullptr) {
    report_wiring("The ports {} are bound to {} and to {}: bind each node to its own.", full_name(),
                  driver_, owner->name());
  }
  client_ = client;
  driver_ = owner->name();
}

void crossbar::end_of_elaboration() {
  for (const crossbar_end& end : ends_) {
    if (end.client_ != nullptr) continue;
    report_wiring("The ports {} are bound to no node: bind the port of a node to them.",
                  end.full_name());
  }
}

void message_clock::start(std::uint32_t link, bool to_b, Cycles end) {
  links_->calendar_.add(end, {link, to_b ? crossbar::kToB : crossbar::kToA});
}

CrossbarPort crossbar_path::leads_to(CrossbarPort from) { return *links_->peer(from); }

void crossbar::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const crossbar_end& end : ends_) visit({end.full_name(), "crossbar_end", {}});
  for (std::size_t i = 0; i < ports(); ++i) {
    const CrossbarPort end = port_at(i);
    visit({port_name(end), "crossbar_port", {{"node", ends_[end.node].driver_}}});
    visit({port_name(end) + ".link", "setting", {}});  // the link that it has, and will have next
    visit({port_name(end) + ".next", "setting", {}});
  }
}

// ---- what is to be seen -------------------------------------------------------------------------

PhaseLog& crossbar::log_of(std::uint32_t number) {
  const bool recent =
      number >= schedule_->begin(recent_phase_) && number < schedule_->begin(recent_phase_ + 1);
  if (!recent) recent_phase_ = schedule_->phase_of(number);
  return log_[recent_phase_];
}

Cycles crossbar::exposed() const {
  return active_ > 0 ? exposed_
                     : exposed_ + figures_.last_end - std::min(idle_since_, figures_.last_end);
}

std::string crossbar::port_name(CrossbarPort end) const {
  return fmt::format("{}.port_{}_{}", name(), end.node, end.port);
}

Waits crossbar::waits_for(NodeId node) const {
  Waits partners;
  for (std::uint32_t p = 0; p < ports_each_; ++p) {
    const Port& own = port({node, p});
    if (own.offered == kNone) continue;
    const PhaseLink& joined = link(own.offered);
    const CrossbarPort other = joined.a == CrossbarPort{node, p} ? joined.b : joined.a;
    partners.push_back(
        {WaitFor::kPartner, {}, {other.node, p, schedule_->phase_of(own.offered) + 1}});
  }
  return partners;
}

void crossbar::complain(std::uint32_t number, CrossbarPort end, const std::string& what) const {
  const std::size_t phase = schedule_->phase_of(number) + 1;
  raise("port-rule", port_name(end),
        Figures{{"node", end.node}, {"port", end.port}, {"phase", phase}},
        "Port {} of node {} {}, when link {} of phase {} needs it.", end.port, end.node, what,
        fmt::streamed(link(number)), phase);
}

/// Rows of a port stand together, the manager's before them all.
void crossbar::listen(trace_sink_if& sink) {
  sink_ = &sink;
  for (std::size_t i = 0; i < ports(); ++i) {
    const CrossbarPort end = port_at(i);
    const std::string part = port_name(end);
    const std::string name = fmt::format("node {} port {}", end.node, end.port);
    const std::string order = fmt::format("b {:08} ", i);
    sink.wants({part + ".link", name + " linked", PartKind::kElement, order + '0'});
    sink.wants({part + ".next", name + " next", PartKind::kStore, order + '1'});
    sink.wants({part, name + " sends", PartKind::kLink, order + '2'});
  }
}

void crossbar::record_message(const PhaseLink& joined, bool to_b, TraceKind kind) const {
  const CrossbarPort from = to_b ? joined.a : joined.b;
  const CrossbarPort to = to_b ? joined.b : joined.a;
  sink_->record(packet_row(cycles_.now(), kind, index(from), port_name(from), port(from).message,
                           from.node, to.node, timing_.handshake + timing_.startup));
}

void crossbar::record_setting(const PhaseLink& joined, PartKind what, bool set) const {
  for (const bool first : {true, false}) {
    const CrossbarPort here = first ? joined.a : joined.b;
    PartSetting setting;
    if (set) setting = LinkedTo{first ? joined.b : joined.a};
    sink_->record(set_row(cycles_.now(), index(here),
                          port_name(here) + (what == PartKind::kElement ? ".link" : ".next"),
                          std::move(setting)));
  }
}

}  // namespace plexus
