#include "hw/tlm/tlm_network.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "hw/tlm/tlm_transit.hpp"

namespace plexus {

namespace {

constexpr const char* kTlm = "/plexus/tlm";

std::string text_of(const AddressRange& range) {
  return fmt::format("{:#x} .. {:#x}", range.first, range.last());
}

}  // namespace

tlm_exchange::tlm_exchange(sc_core::sc_module_name name, packet_network& requests,
                           packet_network& responses, TlmSetting setting)
    : sc_module{name},
      requests_{&requests},
      responses_{&responses},
      setting_{std::move(setting)},
      at_ports_(requests.ports()) {
  const auto stand_at = [this](packet_network& network, multiport<network_port_if>& mine) {
    for (NodeId number = 0; number < network.ports(); ++number) {
      mine.bind(network.port[number]);
      gates_.push_back({network.port[number].operator->(), {}});
    }
  };
  stand_at(requests, requests_port_);
  if (requests_ != responses_) stand_at(responses, responses_port_);
  HW_PROCESSES(tlm_exchange);
  SC_METHOD(run_agenda);
  sensitive << due_;
  dont_initialize();
  SC_METHOD(send);
  sensitive << send_;
  for (const Gate& gate : gates_) sensitive << gate.port->room_event();
  dont_initialize();
  SC_METHOD(receive);
  for (const Gate& gate : gates_) sensitive << gate.port->arrival_event();
  dont_initialize();
}

tlm_exchange::~tlm_exchange() = default;

void tlm_exchange::end_of_elaboration() {
  check_setting();
  const std::string named = std::string{"The address map of "} + name() + ": ";
  for (std::size_t i = 0; i < setting_.map.size(); ++i) {
    const AddressRange& range = setting_.map[i];
    if (range.size == 0 || range.last() < range.first) {
      report_wiring("{}the range from {:#x} on has no addresses, or more than there are.", named,
                    range.first);
    }
    if (range.target >= ports()) {
      report_wiring("{}{} leads to port {}, and the network has ports 0 .. {}.", named,
                    text_of(range), range.target, ports() - 1);
    }
    if (!has_target(range.target)) {
      report_wiring(
          "{}{} leads to port {}, but nothing is bound to {}.initiator_socket_{}: bind a target.",
          named, text_of(range), range.target, name(), range.target);
    }
    for (std::size_t j = 0; j < i; ++j) {
      const AddressRange& other = setting_.map[j];
      if (range.first > other.last() || other.first > range.last()) continue;
      report_wiring("{}{}, of port {}, overlaps {}, of port {}: give each address to one of them.",
                    named, text_of(range), range.target, text_of(other), other.target);
    }
  }
}

/// It waits to be sent when `delay` has passed: behind all that were to be sent before, or then but
/// were called before.
tlm_exchange::Transit& tlm_exchange::begin(NodeId source, Payload& payload,
                                           const sc_core::sc_time& delay) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(transits_.size()));
    transits_.emplace_back().place = free_.back();
  }
  Transit& transit = transits_[free_.back()];
  free_.pop_back();
  const AddressRange& range = *range_of(payload);
  transit.payload = &payload;
  transit.request = request_words(payload);
  transit.source = source;
  transit.target = range.target;
  transit.address = payload.get_address();
  transit.stage = Transit::Stage::kComing;
  transit.target_waits = false;
  payload.set_address(transit.address - range.first);
  ++begun_;
  after(delay, [this, source, &transit] {
    at_ports_[source].waiting.push_back(&transit);
    ask(source);
  });
  return transit;
}

/// The initiator has its response.
void tlm_exchange::end(Transit& transit) {
  const NodeId source = transit.source;
  transit.payload = nullptr;
  transit.stage = Transit::Stage::kOver;
  free_.push_back(transit.place);
  ++completed_;
  --at_ports_[source].outstanding;
  ask(source);
}

tlm_exchange::Transit& tlm_exchange::known(const Payload& payload, NodeId number,
                                           const char* phase) {
  const auto found = of_payload_.find(&payload);
  if (found == of_payload_.end()) {
    breach(number, std::string{phase} + " comes for a transaction that is not on its way.");
  }
  return *found->second;
}

void tlm_exchange::breach(NodeId number, const std::string& sentence) const {
  const std::string text =
      fmt::format("{}, port {}: {} The base protocol forbids it.", name(), number, sentence);
  SC_REPORT_ERROR(kTlm, text.c_str());
  throw std::logic_error{text};  // only where somebody has changed what an error report does
}

// ---- time ---------------------------------------------------------------------------------------

/// Does `what` when `delay` has passed: in the next delta cycle, if it is zero.
void tlm_exchange::after(const sc_core::sc_time& delay, std::function<void()> what) {
  agenda_.emplace(sc_core::sc_time_stamp() + delay, std::move(what));
  due_.notify(delay);
}

void tlm_exchange::run_agenda() {
  while (!agenda_.empty() && agenda_.begin()->first <= sc_core::sc_time_stamp()) {
    const auto next = agenda_.extract(agenda_.begin());
    next.mapped()();
  }
  if (!agenda_.empty()) due_.notify(agenda_.begin()->first - sc_core::sc_time_stamp());
}

// ---- packets ------------------------------------------------------------------------------------

/// A packet is to be sent from the next edge on. Of those of one cycle responses go first.
void tlm_exchange::offer(NodeId number, Transit& transit, bool response) {
  const std::size_t at = response && requests_ != responses_ ? ports() + number : number;
  Gate& gate = gates_[at];
  const Cycles now = gate.port->clock().next_edge();
  auto place = gate.packets.end();
  while (response && place != gate.packets.begin() && !std::prev(place)->response &&
         std::prev(place)->offered == now) {
    --place;
  }
  Words words = transit.request;
  if (response) {
    const Payload& payload = *transit.payload;
    words = payload.is_response_ok() ? response_words(payload) : setting_.response_header;
  }
  gate.packets.insert(place, {&transit, now, words, response});
  send_.notify(sc_core::SC_ZERO_TIME);
}

void tlm_exchange::send() {
  for (Gate& gate : gates_) {
    while (!gate.packets.empty() && gate.port->has_room()) {
      const Gate::Packet next = gate.packets.front();
      gate.packets.pop_front();
      const Transit& transit = *next.transit;
      NetworkPacket packet;
      packet.destination = next.response ? transit.source : transit.target;
      packet.words = next.words;
      packet.tag = std::uint64_t{transit.place} << 1U | (next.response ? 1U : 0U);
      packet.offered = next.offered;
      gate.port->try_send(packet);
      sent(*next.transit, next.response);
    }
  }
}

void tlm_exchange::receive() {
  for (Gate& gate : gates_) {
    while (gate.port->arrived() != nullptr) {
      const NetworkPacket packet = gate.port->take();
      Transit& transit = carried_by(packet, gate.port->number());
      if ((packet.tag & 1U) == 0) {
        request_came(transit);
        continue;
      }
      if (transit.payload == nullptr) {
        end(transit);
        continue;
      }
      transit.payload->set_address(transit.address);
      transit.payload->set_dmi_allowed(false);
      if (transit.blocking) {
        transit.stage = Transit::Stage::kResponded;
        transit.go_on->notify(sc_core::SC_ZERO_TIME);
      } else {
        at_ports_[transit.source].responses.push_back(&transit);
        respond(transit.source);
      }
    }
  }
}

/// The transaction of a packet that has come out of port `number`.
tlm_exchange::Transit& tlm_exchange::carried_by(const NetworkPacket& packet, NodeId number) {
  using Stage = Transit::Stage;
  const bool response = (packet.tag & 1U) != 0;
  if (packet.tag >> 1U < transits_.size()) {
    Transit& transit = transits_[packet.tag >> 1U];
    const NodeId source = response ? transit.target : transit.source;
    const NodeId destination = response ? transit.source : transit.target;
    if (transit.stage == (response ? Stage::kAnswered : Stage::kComing) &&
        packet.source == source && number == destination) {
      return transit;
    }
  }
  breach(number, "a packet comes from port " + std::to_string(packet.source) +
                     " that none of its transactions has sent.");
}

// ---- requests -----------------------------------------------------------------------------------

void tlm_exchange::transport(NodeId number, Payload& payload, sc_core::sc_time& delay) {
  if (const auto status = judge(payload); status != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(status);
    payload.set_dmi_allowed(false);
    return;
  }
  Transit& transit = begin(number, payload, std::exchange(delay, sc_core::SC_ZERO_TIME));
  transit.blocking = true;
  struct Call {
    ~Call() {
      if (of != nullptr) of->abandon(*transit);
    }
    tlm_exchange* of;
    Transit* transit;
  } call{this, &transit};
  if (!transit.go_on) transit.go_on = std::make_unique<sc_core::sc_event>();
  sc_core::wait(*transit.go_on);
  after(sc_core::SC_ZERO_TIME, [this, &transit] { request_ended(transit); });  // once it is called
  target(transit.target).b_transport(payload, delay);
  if (delay > sc_core::SC_ZERO_TIME) sc_core::wait(std::exchange(delay, sc_core::SC_ZERO_TIME));
  transit.stage = Transit::Stage::kAnswered;
  offer(transit.target, transit, true);
  sc_core::wait(*transit.go_on);
  call.of = nullptr;
  end(transit);
}

/// The initiator leaves its call before the end: its thread is killed or reset, or the target
/// throws. What is on its way goes on to the other end, and is forgotten there.
void tlm_exchange::abandon(Transit& transit) {
  using Stage = Transit::Stage;
  transit.payload->set_address(transit.address);
  transit.payload = nullptr;
  if (transit.stage == Stage::kAsked) forget(transit);
  if (transit.stage == Stage::kResponded) {
    after(sc_core::SC_ZERO_TIME, [this, &transit] { end(transit); });
  }
}

/// A request whose initiator has gone is at its target, and calls nobody.
void tlm_exchange::forget(Transit& transit) {
  after(sc_core::SC_ZERO_TIME, [this, &transit] {
    request_ended(transit);
    end(transit);
  });
}

tlm::tlm_sync_enum tlm_exchange::forward(NodeId number, Payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  Port& port = at_ports_[number];
  if (phase == tlm::BEGIN_REQ) {
    if (port.request != nullptr) {
      breach(number, "BEGIN_REQ comes before END_REQ of the request before.");
    }
    if (!payload.has_mm()) {
      breach(number, "BEGIN_REQ comes with a payload that has no memory manager.");
    }
    if (of_payload_.contains(&payload)) {
      breach(number, "BEGIN_REQ comes for a transaction that is on its way.");
    }
    if (const auto status = judge(payload); status != tlm::TLM_OK_RESPONSE) {
      payload.set_response_status(status);
      payload.set_dmi_allowed(false);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    Transit& transit = begin(number, payload, delay);
    transit.blocking = false;
    of_payload_[&payload] = &transit;
    port.request = &transit;
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP) {
    Transit& transit = known(payload, number, "END_RESP");
    if (transit.source != number || transit.stage != Transit::Stage::kResponded) {
      breach(number, "END_RESP comes without BEGIN_RESP.");
    }
    transit.stage = Transit::Stage::kEnded;
    after(delay, [this, &transit] { response_ended(transit); });
    return tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    breach(number, "an initiator sends a phase of targets.");
  }
  return tlm::TLM_ACCEPTED;  // an extended phase, which may be ignored
}

/// What may be on its way from an initiator is offered to the network.
void tlm_exchange::ask(NodeId number) {
  Port& port = at_ports_[number];
  while (!port.waiting.empty() && port.outstanding < setting_.outstanding) {
    Transit& transit = *port.waiting.front();
    port.waiting.pop_front();
    ++port.outstanding;
    transit.number = at_ports_[transit.target].order[number].sent++;
    offer(number, transit, false);
  }
}

/// A packet has found room.
void tlm_exchange::sent(Transit& transit, bool response) {
  if (transit.blocking) return;
  sc_core::sc_time delay;
  if (!response) {
    at_ports_[transit.source].request = nullptr;
    tlm::tlm_phase phase = tlm::END_REQ;
    initiator(transit.source).nb_transport_bw(*transit.payload, phase, delay);
  } else if (transit.target_waits) {
    at_ports_[transit.target].answered = nullptr;
    tlm::tlm_phase phase = tlm::END_RESP;
    target(transit.target).nb_transport_fw(*transit.payload, phase, delay);
  }
}

/// Those that have come too early wait for the others.
void tlm_exchange::request_came(Transit& first) {
  Port::Order& order = at_ports_[first.target].order[first.source];
  order.early.emplace(first.number, &first);
  while (!order.early.empty() && order.early.begin()->first == order.come) {
    Transit& transit = *order.early.begin()->second;
    order.early.erase(order.early.begin());
    ++order.come;
    at_ports_[transit.target].requests.push_back(&transit);
    request_target(transit.target);
  }
}

/// The next request goes to the target, if it has ended the one before.
void tlm_exchange::request_target(NodeId number) {
  Port& port = at_ports_[number];
  if (port.asked != nullptr || port.requests.empty()) return;
  Transit& transit = *port.requests.front();
  port.requests.pop_front();
  port.asked = &transit;
  transit.stage = Transit::Stage::kAsked;
  if (transit.payload == nullptr) return forget(transit);
  if (transit.blocking) return transit.go_on->notify(sc_core::SC_ZERO_TIME);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum answer = target(number).nb_transport_fw(*transit.payload, phase, delay);
  if (answer == tlm::TLM_ACCEPTED) return;
  if (answer == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    end_request(transit, delay);
  } else if (answer == tlm::TLM_COMPLETED || phase == tlm::BEGIN_RESP) {
    begin_response(transit, answer != tlm::TLM_COMPLETED, delay);
  } else {
    breach(number, "a target answers BEGIN_REQ with a phase of initiators.");
  }
}

/// The target says that the request has ended when `delay` has passed.
void tlm_exchange::end_request(Transit& transit, const sc_core::sc_time& delay) {
  if (transit.stage != Transit::Stage::kAsked) {
    breach(transit.target, "END_REQ comes without BEGIN_REQ.");
  }
  transit.stage = Transit::Stage::kServed;
  after(delay, [this, &transit] { request_ended(transit); });
}

/// The target answers when `delay` has passed. `waits`: for END_RESP.
void tlm_exchange::begin_response(Transit& transit, bool waits, const sc_core::sc_time& delay) {
  using Stage = Transit::Stage;
  Port& port = at_ports_[transit.target];
  if (transit.stage == Stage::kOver || transit.stage == Stage::kComing) {
    breach(transit.target, "a response comes before BEGIN_REQ.");
  }
  if (transit.stage != Stage::kAsked && transit.stage != Stage::kServed) {
    breach(transit.target, "a response comes twice.");
  }
  if (waits && std::exchange(port.answered, &transit) != nullptr) {
    breach(transit.target, "BEGIN_RESP comes before END_RESP.");
  }
  transit.stage = Stage::kAnswered;
  transit.target_waits = waits;
  after(delay, [this, &transit] { response_begins(transit); });
}

/// The target takes the next one.
void tlm_exchange::request_ended(Transit& transit) {
  Port& port = at_ports_[transit.target];
  if (port.asked != &transit) return;
  port.asked = nullptr;
  request_target(transit.target);
}

// ---- responses ----------------------------------------------------------------------------------

tlm::tlm_sync_enum tlm_exchange::backward(NodeId number, Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    const bool response = phase == tlm::BEGIN_RESP;
    Transit& transit = known(payload, number, response ? "BEGIN_RESP" : "END_REQ");
    if (transit.target != number) breach(number, "a phase comes from another target.");
    if (response) {
      begin_response(transit, true, delay);
    } else {
      end_request(transit, delay);
    }
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
    breach(number, "a target sends a phase of initiators.");
  }
  return tlm::TLM_ACCEPTED;  // an extended phase, which may be ignored
}

/// The target has answered, and with that ended the request if it had not before.
void tlm_exchange::response_begins(Transit& transit) {
  const NodeId number = transit.target;
  Port& port = at_ports_[number];
  offer(number, transit, true);
  if (port.asked == &transit) request_ended(transit);
}

/// The next response goes to the initiator, if it has ended the one before.
void tlm_exchange::respond(NodeId number) {
  Port& port = at_ports_[number];
  if (port.response != nullptr || port.responses.empty()) return;
  Transit& transit = *port.responses.front();
  port.responses.pop_front();
  port.response = &transit;
  transit.stage = Transit::Stage::kResponded;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum answer =
      initiator(number).nb_transport_bw(*transit.payload, phase, delay);
  if (answer == tlm::TLM_ACCEPTED) return;
  if (answer == tlm::TLM_UPDATED && phase != tlm::END_RESP) {
    breach(number, "an initiator answers BEGIN_RESP with another phase than END_RESP.");
  }
  if (std::exchange(transit.stage, Transit::Stage::kEnded) != Transit::Stage::kResponded) {
    breach(number, "END_RESP comes twice.");
  }
  after(delay, [this, &transit] { response_ended(transit); });
}

void tlm_exchange::response_ended(Transit& transit) {
  const NodeId number = transit.source;
  Payload& payload = *transit.payload;
  Port& port = at_ports_[number];
  port.response = nullptr;
  of_payload_.erase(&payload);
  end(transit);
  payload.release();
  respond(number);
}

/// As far as the range goes: debuggers need not set a streaming width.
unsigned tlm_exchange::debug(NodeId /*number*/, Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  const AddressRange* const range = range_at(address);
  if (range == nullptr) return 0;
  payload.set_address(address - range->first);
  if (length > 0 && length - 1 > range->last() - address) {
    payload.set_data_length(static_cast<unsigned>(range->last() - address + 1));
  }
  const unsigned bytes = target(range->target).transport_dbg(payload);
  payload.set_address(address);
  payload.set_data_length(length);
  return bytes;
}

}  // namespace plexus
