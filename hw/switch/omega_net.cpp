#include "hw/switch/omega_net.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "hw/rule/fault.hpp"
#include "hw/switch/switch_port.hpp"

namespace plexus {

class omega_net::Port final : public switch_port {
 public:
  Port(omega_net& net, NodeId number) : switch_port{net, number, net.event_ends_}, net_{&net} {}

  void send(Packet&& sent) override;

 private:
  omega_net* net_;
};

void omega_net::Port::send(Packet&& sent) {
  if (taken) {
    raise("busy", full_name(), "Packet {} is sent while packet {} has not crossed the switch.",
          sent.id(), packet.id());
  }
  if (sent.destination() >= net_->wiring().ports && sent.destination() != kEveryPort) {
    raise("program", full_name(), "Packet {} is for port {}, which the switch does not have.",
          sent.id(), sent.destination());
  }
  packet = std::move(sent);
  taken = true;
  net_->request(*this);
}

omega_net::omega_net(sc_core::sc_module_name name, const SwitchWiring& wiring, Elements elements,
                     LinkTiming timing, OnConflict on_conflict, pass_scheduler_if& standard)
    : pass_switch{name, wiring, elements},
      scheduler{"scheduler", standard},
      streaming{"streaming", *this},
      timing_{checked(timing, this->name())},
      on_conflict_{on_conflict},
      update_{"update", [this] { begin_next(); }} {
  HW_PROCESSES(omega_net);
  SC_METHOD(begin_pass);
  sensitive << go_;
  dont_initialize();
  SC_METHOD(end_pass);
  sensitive << end_;
  dont_initialize();
  for (NodeId port = 0; port < wiring.ports; ++port) ports_.emplace_back(*this, port);
  figures_.blocked_per_stage.assign(wiring.stages + 1, 0);
}

omega_net::~omega_net() = default;

duplex_if& omega_net::port(NodeId number) {
  return ports_[checked_number(number, ports_.size(), "ports", *this)];
}

void omega_net::request(Port& port) {
  pending_.push_back(port.number());
  if (!busy_) update_.request();
}

/// All requests of this time step are in: takes the messages of the next pass.
void omega_net::begin_next() {
  if (busy_ || pending_.empty()) return;
  std::ranges::sort(pending_);
  waiting_.clear();
  for (const NodeId source : pending_) {
    const Packet& packet = ports_[source].packet;
    waiting_.push_back({source, packet.destination(), packet.words()});
  }
  order_ = scheduler->next(waiting_);
  check_order();
  crossing_.clear();
  requests_.clear();
  words_ = 0_words;
  for (const std::uint32_t chosen : order_.chosen) {
    const NodeId source = pending_[chosen];
    const Packet& packet = ports_[source].packet;
    crossing_.push_back(source);
    requests_.push_back({source, packet.destination(), packet.id()});
    words_ = std::max(words_, packet.words());
  }
  std::erase_if(pending_,
                [&](NodeId source) { return std::ranges::binary_search(crossing_, source); });
  busy_ = true;
  if (order_.set_up) ++figures_.setups;
  if (order_.setup > 0_cycles) {
    setting_up_ = true;
    go_.notify(clock_.time(order_.setup));
  } else {
    begin_pass();
  }
}

/// What is ordered can be done: some of those who wait, each once and rising, by a known setting.
void omega_net::check_order() const {
  const std::vector<std::uint32_t>& chosen = order_.chosen;
  const bool rises = std::ranges::adjacent_find(chosen, std::greater_equal<>{}) == chosen.end();
  if (!chosen.empty() && rises && chosen.back() < pending_.size() && order_.steering != nullptr &&
      order_.setup >= 0_cycles) {
    return;
  }
  raise("program", name_of(scheduler.occupant()),
        "The order of a pass of {} names {} of {} messages that wait{}: choose at least one of "
        "them, each once and by rising number, and say how the elements are set, which takes 0 "
        "cycles or more.",
        name(), chosen.size(), pending_.size(),
        order_.steering == nullptr ? ", and no setting" : "");
}

/// What has become of the messages fits them, and the pass has taken its time.
void omega_net::check_outcome(const SwitchOutcome& outcome) const {
  const auto known = [this](std::uint32_t message) {
    return message == kNobody || message < crossing_.size();
  };
  if (clock_.now() > start_ && outcome.at_port.size() == wiring().ports &&
      outcome.carrier.size() == crossing_.size() &&
      outcome.blocked.size() <= figures_.blocked_per_stage.size() &&
      std::ranges::all_of(outcome.at_port, known) && std::ranges::all_of(outcome.carrier, known)) {
    return;
  }
  raise("program", name_of(streaming.occupant()),
        "A pass of {} ends {} cycles after it began, with {} ports and {} messages: end it later "
        "than it began, with what has become of all {} ports and {} messages.",
        name(), (clock_.now() - start_).count(), outcome.at_port.size(), outcome.carrier.size(),
        wiring().ports, crossing_.size());
}

/// The switch is set: the messages of the pass stream through it.
void omega_net::begin_pass() {
  setting_up_ = false;
  start_ = clock_.now();
  outcome_ = carry(requests_, *order_.steering);
  active_ = static_cast<std::uint32_t>(requests_.size());
  dropped_ = static_cast<std::uint32_t>(outcome_.conflicts);
  ++figures_.passes;
  figures_.peak_active = std::max<std::uint64_t>(figures_.peak_active, active_);
  figures_.elements_changed += outcome_.elements_changed;
  figures_.merges += outcome_.merges.size();
  for (const NodeId source : crossing_) {
    Port& port = ports_[source];
    port.sender.guard->begin_write(port.sender.channel);
  }
  for (NodeId port = 0; port < wiring().ports; ++port) {
    if (outcome_.at_port[port] == kNobody) continue;
    ports_[port].receiver.guard->begin_read(ports_[port].receiver.channel);
  }
  if (sink_ != nullptr) {
    record_settings(*sink_);
    for (std::uint32_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i].destination != kEveryPort) {
        record(TraceKind::kSend, i, requests_[i].destination);
        continue;
      }
      for (NodeId port = 0; port < wiring().ports; ++port) {
        if (outcome_.at_port[port] == i) record(TraceKind::kSend, i, port);
      }
    }
  }
  if (outcome_.conflicts > 0 && on_conflict_ == OnConflict::kFault) collide();
  streaming->stream(*this);
}

void omega_net::stream(pass_if& pass) { end_.notify(clock_.time(pass.pass_end() - clock_.now())); }

void omega_net::end_pass() { finish(outcome_); }

void omega_net::finish(const SwitchOutcome& outcome) {
  check_outcome(outcome);
  const Cycles now = clock_.now();
  figures_.busy += now - start_;
  figures_.last_end = now;
  figures_.blocked += outcome.conflicts;
  for (std::size_t t = 0; t < outcome.blocked.size(); ++t) {
    figures_.blocked_per_stage[t] += outcome.blocked[t];
  }
  for (NodeId port = 0; port < wiring().ports; ++port) {
    if (outcome_.at_port[port] == kNobody) continue;
    ports_[port].receiver.guard->end_read(ports_[port].receiver.channel);
  }
  for (NodeId port = 0; port < wiring().ports; ++port) {
    if (outcome.at_port[port] != kNobody) deliver(port, outcome.at_port[port]);
  }
  for (std::uint32_t i = 0; i < crossing_.size(); ++i) {
    Port& port = ports_[crossing_[i]];
    port.sender.guard->end_write(port.sender.channel);
    if (outcome.carrier[i] == kNobody) {
      if (sink_ != nullptr) record(TraceKind::kDrop, i, requests_[i].destination);
      pending_.push_back(crossing_[i]);
      continue;
    }
    if (sink_ != nullptr && outcome.carrier[i] != i) {
      record(TraceKind::kReceive, i, requests_[i].destination);
    }
    ++figures_.transfers;
    figures_.word_hops += port.packet.words();
  }
  if (sink_ != nullptr) record_settings(*sink_, true);
  clear();
  busy_ = false;
  active_ = dropped_ = 0;
  for (std::uint32_t i = 0; i < crossing_.size(); ++i) {
    if (outcome.carrier[i] == kNobody) continue;
    Port& port = ports_[crossing_[i]];
    port.taken = false;
    port.sender.part->sent(port.sender.channel);
  }
  if (!pending_.empty()) update_.request();
}

void omega_net::deliver(NodeId number, std::uint32_t message) {
  Port& port = ports_[number];
  Packet packet = ports_[crossing_[message]].packet;
  if (!outcome_.merges.empty()) packet = packet.carrying(packet.words(), blocks_at(message));
  if (sink_ != nullptr) record(TraceKind::kReceive, message, number);
  port.receiver.part->received(port.receiver.channel, std::move(packet));
}

/// What `message` carries behind the last stage: its own data, and in the order of the merges those
/// of the messages that merged into it, as left and right operands.
Blocks omega_net::blocks_at(std::uint32_t message) const {
  std::vector<BlockList> carried(crossing_.size());
  for (std::uint32_t i = 0; i < crossing_.size(); ++i) {
    for (const Interval& interval : ports_[crossing_[i]].packet.blocks().intervals())
      carried[i].add(interval);
  }
  for (const auto& [left, right] : outcome_.merges) {
    for (const Interval& interval : carried[right].intervals()) carried[left].add(interval);
  }
  return carried[message].blocks(ports_[crossing_[message]].packet.blocks().slice());
}

void omega_net::record(TraceKind kind, std::uint32_t message, NodeId destination) {
  const Port& port = ports_[crossing_[message]];
  ways_.record(
      *sink_, port.full_name(), destination == kEveryPort ? "all" : std::to_string(destination),
      packet_row(clock_.now(), kind, port.number(), {}, port.packet, port.number(), destination));
}

void omega_net::collide() const {
  const Clash& clash = *outcome_.first_clash;
  const SwitchRequest& loser = requests_[clash.loser];
  const bool at_port = clash.stage == wiring().stages;
  const std::string where = at_port ? "port " + std::to_string(clash.element)
                                    : "element " + std::to_string(clash.element) + " of stage " +
                                          std::to_string(clash.stage);
  raise("collision", name(), Figures{{"stage", clash.stage}, {"element", clash.element}},
        "The message {}->{} finds its output taken at {} in a pass that was scheduled. Check the "
        "schedule against the network.",
        loser.source, loser.destination, where);
}

void omega_net::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  switch_fabric::for_each_light_part(visit);
  for (const Port& port : ports_) visit({port.full_name(), "port", {}});
  for (const Port& port : ports_) visit(ways_from(port.full_name()));
}

void omega_net::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, busy_, prefix + "busy");
  sc_core::sc_trace(file, setting_up_, prefix + "setting_up");
  sc_core::sc_trace(file, figures_.passes, prefix + "passes");
  sc_core::sc_trace(file, active_, prefix + "messages");
  sc_core::sc_trace(file, dropped_, prefix + "dropped");
}

PassOrder all_at_once::next(std::span<const WaitingMessage> waiting) {
  PassOrder order;
  order.chosen.resize(waiting.size());
  std::iota(order.chosen.begin(), order.chosen.end(), 0U);
  order.steering = steering_;
  return order;
}

}  // namespace plexus
