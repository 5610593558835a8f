#include "hw/switch/omega_fifo_net.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hw/data/construction_order.hpp"
#include "hw/rule/fault.hpp"
#include "hw/switch/switch_port.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kCyclesBetweenCounts = 4096;

}  // namespace

class omega_fifo_net::Port final : public switch_port {
 public:
  Port(omega_fifo_net& net, NodeId number)
      : switch_port{net, number, net.event_ends_}, net_{&net} {}

  void send(Packet&& sent) override;

  std::uint32_t packets = 0;  ///< sent so far

 private:
  omega_fifo_net* net_;
};

void omega_fifo_net::Port::send(Packet&& sent) {
  if (sent.words() != 1_words || sent.destination() >= net_->wiring_.ports || taken) {
    raise("program", full_name(),
          "Packet {} does not fit the switch: one word, for a port below {}, one after another.",
          sent.id(), net_->wiring_.ports);
  }
  packet = std::move(sent);
  taken = true;
  net_->pending_.push_back(number());
  net_->update_.request();
}

omega_fifo_net::omega_fifo_net(sc_core::sc_module_name name, const SwitchWiring& wiring,
                               const std::vector<std::uint32_t>& weights,
                               const FifoSetting& setting, const std::vector<NodeId>& order,
                               const ClockPeriod& clock)
    : sc_module{name},
      clock_{clock},
      wiring_{wiring},
      places_((std::size_t{wiring.stages} * wiring.lines() + wiring.ports) * setting.depth),
      queues_(std::size_t{wiring.stages} * wiring.lines() + wiring.ports),
      figures_(wiring.stages),
      moves_before_(wiring.stages, 0),
      occupancy_(wiring.stages, 0),
      occupancy_sums_(wiring.stages, 0),
      check_{wiring.ports},
      update_{"update", [this] { inject_pending(); }} {
  HW_PROCESSES(omega_fifo_net);
  SC_METHOD(begin_cycle);
  sensitive << next_;
  dont_initialize();
  SC_METHOD(decide_all);
  sensitive << tick_;
  dont_initialize();
  context_.depth = setting.depth;
  context_.arbitration = setting.arbitration;
  context_.seed = setting.seed;
  context_.bypass = setting.bypass;
  context_.ports = wiring.ports;

  context_.net = this->name();
  context_.queues = queues_.data();
  context_.lines = wiring.lines();
  context_.radix = wiring.radix;
  context_.awake.assign(wiring.stages, BitSet{wiring.elements});
  context_.awake.emplace_back(wiring.ports);

  const std::size_t lines = wiring.lines();
  for (std::size_t q = 0; q < queues_.size(); ++q) {
    queues_[q].context = &context_;
    queues_[q].places = &places_[q * setting.depth];
    queues_[q].at_once = setting.bypass || q >= wiring.stages * lines;  // ports are emptied before
  }
  stages_.resize(wiring.stages);
  for (const std::uint32_t t : numbers_in(order, wiring.stages)) {
    const auto make = [&](const char* element, std::uint32_t index) {
      auto made = std::make_unique<omega_fifo_element>(element, wiring.radix, weights[t], t, index,
                                                       context_, figures_[t]);
      for (std::uint32_t i = 0; i < wiring.radix; ++i) {
        const std::uint32_t line = index * wiring.radix + i;
        const std::size_t behind =
            t + 1 == wiring.stages ? wiring.exit[line] : wiring.between[t][line];
        made->inputs(queues_[t * lines + line]);
        made->outputs(queues_[(t + std::size_t{1}) * lines + behind]);
      }
      return made;
    };
    stages_[t] = std::make_unique<switch_stage<omega_fifo_element>>(
        ("stage_" + std::to_string(t)).c_str(), wiring.elements, make,
        numbers_in(order, wiring.elements));
  }
  for (NodeId port = 0; port < wiring.ports; ++port) ports_.emplace_back(*this, port);
}

omega_fifo_net::~omega_fifo_net() = default;

duplex_if& omega_fifo_net::port(NodeId number) {
  return ports_[checked_number(number, ports_.size(), "ports", *this)];
}

void omega_fifo_net::end_of_elaboration() {
  for (const Port& port : ports_) {
    if (client.channel() == nullptr || !port.is_bound()) continue;
    report_wiring("{} is bound to {}, and {} stands at all ports of {}: bind one of them.",
                  port.user(), port.full_name(), name_of(*client.channel()), name());
  }
}

void omega_fifo_net::start_of_simulation() {
  if (client.channel() != nullptr && !sleeps_) next_.notify(sc_core::SC_ZERO_TIME);
  for (const auto& stage : stages_) {
    for (std::uint32_t e = 0; e < stage->size(); ++e) watched_ = watched_ || (*stage)[e].watched();
  }
}

void omega_fifo_net::wake_next() {
  if (!woken_) next_.notify(clock_.until_later_edge());
  woken_ = true;
}

bool omega_fifo_net::enter_cycle() {
  context_.now = clock_.now();
  return !deciding_ || !context_.bypass;
}

bool omega_fifo_net::ready(NodeId port) const {
  const fifo_queue& queue = queues_[wiring_.entry[port]];
  const std::uint32_t held = context_.bypass ? queue.count : queue.depth_at_start(context_.now);
  return queue.entered_at != context_.now && held < context_.depth;
}

void omega_fifo_net::inject(const FifoPacket& packet) {
  const std::uint32_t line = wiring_.entry[packet.source];
  const std::uint32_t element = line / wiring_.radix;
  queues_[line].push(packet, context_.now, context_.depth);
  context_.awake.front().add(element);
  check_.enter(packet.source, packet.destination, packet.number);
  for (network_observer_if* const one : observers_) one->entering(element);
  ++injected_;
  ++inside_;
  if (context_.sink != nullptr) record(TraceKind::kSend, packet);
  wake_next();
}

/// What came out of the last stage is delivered, what goes in enters; then the elements decide.
void omega_fifo_net::begin_cycle() {
  woken_ = false;
  context_.now = clock_.now();
  add_up();
  collect();
  for (const NodeId port : std::exchange(entered_, {})) {
    Port& entered = ports_[port];
    entered.taken = false;
    entered.sender.guard->end_write(entered.sender.channel);
    entered.sender.part->sent(entered.sender.channel);
  }
  if (!pending_.empty()) update_.request();
  if (client.channel() != nullptr) {
    client->cycle(context_.now);
    if (!halted_ && !context_.bypass) client->send_packets(context_.now);
  }
  if (context_.now.count() % kCyclesBetweenCounts == 0) check_conservation();
  if (halted_) return;
  if (!sleeps_ && (busy() || client.channel() != nullptr)) wake_next();
  deciding_ = true;
  tick_.notify(sc_core::SC_ZERO_TIME);
}

/// What has come out of the last stage in the cycle before.
void omega_fifo_net::collect() {
  const std::size_t first = std::size_t{wiring_.stages} * wiring_.lines();
  context_.awake.back().for_each([&](NodeId port) {
    if (client.channel() != nullptr && !client->takes(port)) return;
    const FifoPacket packet = queues_[first + port].pop(context_.now, context_.depth);
    deliver(packet, port);
    if (queues_[first + port].count == 0) context_.awake.back().remove(port);
  });
}

/// The last stage first: what moves into a queue is seen by nobody in this cycle. An element in
/// which nothing is left sleeps until something enters.
void omega_fifo_net::decide_all() {
  bool held_back = false;
  for (std::uint32_t t = wiring_.stages; t-- > 0;) {
    switch_stage<omega_fifo_element>& stage = *stages_[t];
    BitSet& awake = context_.awake[t];
    for (std::uint32_t e = 0; watched_ && e < stage.size(); ++e) awake.add(e);
    awake.for_each([&](std::uint32_t e) {
      if (!stage[e].decide()) awake.remove(e);
    });
    for (std::uint32_t e = 0; watched_ && e < stage.size(); ++e) {
      held_back = held_back || stage[e].holds_back();
    }
  }
  deciding_ = false;
  if (client.channel() != nullptr && context_.bypass) client->send_packets(context_.now);
  if (!sleeps_) return;
  std::uint64_t moves = delivered_;
  for (const FifoStageFigures& stage : figures_) moves += stage.moves;
  if (std::exchange(moves_seen_, moves) != moves || held_back) wake_next();  // else none moves more
}

void omega_fifo_net::deliver(const FifoPacket& packet, NodeId number) {
  check_.deliver(packet.source, packet.destination, packet.number, number, name());
  ++delivered_;
  --inside_;
  last_delivery_ = context_.now;
  if (context_.sink != nullptr) record(TraceKind::kReceive, packet);
  if (client.channel() != nullptr) {
    client->delivered(packet, context_.now);
    return;
  }
  Port& port = ports_[number];
  carried_.free(packet.payload);
  port.receiver.part->received(port.receiver.channel, std::move(carried_[packet.payload]));
}

/// Packets of processors enter in the update phase, when all that this time step brings is known.
void omega_fifo_net::inject_pending() {
  context_.now = clock_.now();
  std::ranges::sort(pending_);
  std::erase_if(pending_, [&](NodeId number) {
    if (!ready(number)) return false;
    Port& port = ports_[number];
    const NodeId destination = port.packet.destination();
    const FifoPacket packet{context_.now, number, destination, port.packets++,
                            carried_.add(std::move(port.packet))};
    port.sender.guard->begin_write(port.sender.channel);
    inject(packet);
    entered_.push_back(number);
    return true;
  });
  if (!pending_.empty()) wake_next();
}

/// Brings the stages' occupancy up to the start of the present cycle.
void omega_fifo_net::add_up() {
  const auto cycles = static_cast<std::uint64_t>((context_.now - added_at_).count());
  added_at_ = context_.now;
  std::uint64_t arriving = injected_ - injected_before_;
  injected_before_ = injected_;
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    const std::uint64_t leaving = figures_[t].moves - moves_before_[t];
    moves_before_[t] = figures_[t].moves;
    occupancy_sums_[t] += occupancy_[t] * cycles;
    occupancy_[t] += arriving - leaving;
    stages_[t]->set_occupancy(static_cast<std::uint32_t>(occupancy_[t]));
    arriving = leaving;
  }
}

std::vector<std::uint64_t> omega_fifo_net::occupancy_sums(Cycles now) const {
  std::vector<std::uint64_t> sums = occupancy_sums_;
  const auto cycles = static_cast<std::uint64_t>((now - added_at_).count());
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) sums[t] += occupancy_[t] * cycles;
  return sums;
}

void omega_fifo_net::check_conservation() const {
  std::uint64_t stored = 0;
  for (const fifo_queue& queue : queues_) {  // with what entered in this cycle, as `inside_` counts
    stored += queue.count;
  }
  if (stored == inside_ && injected_ == delivered_ + inside_) return;
  raise("conservation", name(),
        Figures{{"injected", injected_}, {"delivered", delivered_}, {"inside", stored}},
        "{} packets went in, {} came out, but {} are inside.", injected_, delivered_, stored);
}

std::uint32_t omega_fifo_net::max_fifo() const {
  std::uint32_t most = 0;
  for (const FifoStageFigures& stage : figures_) most = std::max(most, stage.max_depth);
  return most;
}

std::vector<SaturatedQueue> omega_fifo_net::saturated() const {
  std::vector<SaturatedQueue> list = context_.saturated;
  std::ranges::sort(list, {}, [&](const SaturatedQueue& queue) {
    return std::tuple{queue.since, wiring_.stages - queue.stage, queue.element, queue.input};
  });
  return list;
}

void omega_fifo_net::listen(trace_sink_if& sink) {
  context_.sink = &sink;
  for (const auto& stage : stages_) {
    for (std::uint32_t e = 0; e < wiring_.elements; ++e) {
      sink.wants(named_view((*stage)[e].name(), PartKind::kElement));
    }
  }
}

void omega_fifo_net::record(TraceKind kind, const FifoPacket& packet) {
  const Blocks blocks = client.channel() != nullptr ? Blocks{} : carried_[packet.payload].blocks();
  const Packet told{std::uint64_t{packet.number} * wiring_.ports + packet.source, packet.source,
                    packet.destination, 1_words, blocks};
  ways_.record(
      *context_.sink, ports_[packet.source].full_name(), std::to_string(packet.destination),
      packet_row(context_.now, kind, packet.source, {}, told, packet.source, packet.destination));
}

void omega_fifo_net::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const fifo_queue& queue : queues_) visit({queue.full_name(), "queue", {}});
  for (const Port& port : ports_) visit({port.full_name(), "port", {}});
  for (const Port& port : ports_) visit(ways_from(port.full_name()));
}

void omega_fifo_net::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, injected_, prefix + "injected");
  sc_core::sc_trace(file, delivered_, prefix + "delivered");
  sc_core::sc_trace(file, inside_, prefix + "inside");
}

}  // namespace plexus
