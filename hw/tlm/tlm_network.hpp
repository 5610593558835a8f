#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tlm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/systemc.hpp"
#include "hw/tlm/packet_network.hpp"

namespace plexus {

/// Addresses `first` .. `first` + `size` - 1 lead to the initiator socket of port `target`, which
/// sees them from 0 on.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t size = 0;
  NodeId target = 0;

  [[nodiscard]] std::uint64_t last() const { return first + (size - 1); }
};

/// How transactions become packets. A request has the header, the bytes of a write and a bit for
/// each byte enable; a response the header and the bytes of a read. Bytes and bits fill whole
/// words.
struct TlmSetting {
  std::vector<AddressRange> map;
  std::uint32_t word_bytes = 4;  ///< of a word of the network
  Words request_header{1};       ///< >= 1: address, length, command
  Words response_header{1};      ///< >= 1
  /// Transactions of an initiator that may be on their way, from END_REQ to the end of the
  /// response: more wait before END_REQ.
  std::uint32_t outstanding = 4;
};

/// What stands between sockets of the base protocol and one packet network, or two: one for
/// requests and one for responses. All of it that does not depend on the sockets' width; see
/// tlm_network.
class tlm_exchange : public sc_core::sc_module {
 public:
  using Payload = tlm::tlm_generic_payload;

  ~tlm_exchange() override;

  [[nodiscard]] NodeId ports() const { return requests_->ports(); }
  [[nodiscard]] std::uint64_t begun() const { return begun_; }          ///< transactions
  [[nodiscard]] std::uint64_t completed() const { return completed_; }  ///< of them

 protected:
  tlm_exchange(sc_core::sc_module_name name, packet_network& requests, packet_network& responses,
               TlmSetting setting);

  // ---- sockets as they are called from outside; `number`: the port
  void transport(NodeId number, Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum forward(NodeId number, Payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(NodeId number, Payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  unsigned debug(NodeId number, Payload& payload);

  // ---- and as they call
  [[nodiscard]] virtual tlm::tlm_fw_transport_if<>& target(NodeId number) = 0;
  [[nodiscard]] virtual tlm::tlm_bw_transport_if<>& initiator(NodeId number) = 0;
  [[nodiscard]] virtual bool has_target(NodeId number) const = 0;  ///< is its socket bound?

 private:
  struct Transit;
  struct Gate;
  struct Port;

  void end_of_elaboration() override;
  void check_setting() const;
  [[nodiscard]] const AddressRange* range_at(std::uint64_t address) const;
  [[nodiscard]] const AddressRange* range_of(const Payload& payload) const;
  [[nodiscard]] tlm::tlm_response_status judge(const Payload& payload) const;
  [[nodiscard]] Words request_words(const Payload& payload) const;
  [[nodiscard]] Words response_words(const Payload& payload) const;
  [[nodiscard]] Words words_of(std::uint64_t bytes) const;
  Transit& begin(NodeId source, Payload& payload, const sc_core::sc_time& delay);
  void end(Transit& transit);
  void abandon(Transit& transit);
  void forget(Transit& transit);
  [[nodiscard]] Transit& known(const Payload& payload, NodeId number, const char* phase);
  [[noreturn]] void breach(NodeId number, const std::string& sentence) const;

  void after(const sc_core::sc_time& delay, std::function<void()> what);
  void run_agenda();
  void offer(NodeId number, Transit& transit, bool response);
  void send();
  void receive();
  [[nodiscard]] Transit& carried_by(const NetworkPacket& packet, NodeId number);
  void sent(Transit& transit, bool response);
  void ask(NodeId number);
  void request_came(Transit& transit);
  void request_target(NodeId number);
  void request_ended(Transit& transit);
  void end_request(Transit& transit, const sc_core::sc_time& delay);
  void begin_response(Transit& transit, bool waits, const sc_core::sc_time& delay);
  void response_begins(Transit& transit);
  void respond(NodeId number);
  void response_ended(Transit& transit);

  packet_network* requests_;
  packet_network* responses_;
  multiport<network_port_if> requests_port_{"requests"};  ///< stand at all ports of the networks
  multiport<network_port_if> responses_port_{"responses"};
  TlmSetting setting_;
  std::deque<Port> at_ports_;
  std::deque<Gate> gates_;  ///< of requests by port, then those of responses, if they have any
  std::deque<Transit> transits_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<const Payload*, Transit*> of_payload_;  ///< of nb_transport
  std::multimap<sc_core::sc_time, std::function<void()>> agenda_;
  sc_core::sc_event due_{"due"};
  sc_core::sc_event send_{"to_send"};
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
};

/// A packet network between initiators and targets of TLM-2.0's base protocol: port i of the
/// network has `target_socket[i]`, for an initiator, and `initiator_socket[i]`, for a target;
/// either may be left unbound. Initiators call with the addresses of the map.
///
/// - `nb_transport`: END_REQ comes when the request's packet has found room at the port; until then
///   the initiator may send no other. BEGIN_REQ is called when the packet has come to the target,
///   one at a time; END_RESP when the response's packet has found room. Annotated delays count:
///   what is offered between two edges of the network's clock waits for the next.
/// - `b_transport`: waits out what is annotated, since packets meet in the network; calls the
///   target's b_transport when the request has come there, waits out what that annotates, and
///   returns with the response, and a delay of 0.
/// - `transport_dbg` goes straight through; there is no DMI.
/// - Requests of one initiator and target stay in order on every network, those of b_transport and
///   nb_transport alike: while a target owes END_REQ nothing else is called there. Whatever comes
///   is taken at once, so requests and responses cannot block each other in one network.
/// - What a payload asks wrongly gets its error response; a phase out of order and a payload of
///   nb_transport without a memory manager end the run with a sentence (`/plexus/tlm`). A setting
///   that makes no sense, a map with overlaps, and somebody else at a port of the networks end
///   elaboration with one (`/plexus/wiring`).
template <unsigned int kBusWidth = 32>
class tlm_network_of final : public tlm_exchange {
 public:
  using TargetSocket = tlm::tlm_target_socket<kBusWidth, tlm::tlm_base_protocol_types, 1,
                                              sc_core::SC_ZERO_OR_MORE_BOUND>;
  using InitiatorSocket = tlm::tlm_initiator_socket<kBusWidth, tlm::tlm_base_protocol_types, 1,
                                                    sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// The networks must outlive it.
  tlm_network_of(sc_core::sc_module_name name, packet_network& network, TlmSetting setting)
      : tlm_network_of{name, network, network, std::move(setting)} {}
  tlm_network_of(sc_core::sc_module_name name, packet_network& requests, packet_network& responses,
                 TlmSetting setting)
      : tlm_exchange{name, requests, responses, std::move(setting)},
        target_socket{"target_socket", requests.ports()},
        initiator_socket{"initiator_socket", requests.ports()} {
    for (NodeId number = 0; number < requests.ports(); ++number) {
      sides_.emplace_back(*this, number);
      target_socket[number].bind(sides_.back());
      initiator_socket[number].bind(sides_.back());
    }
  }

  sc_core::sc_vector<TargetSocket> target_socket;
  sc_core::sc_vector<InitiatorSocket> initiator_socket;

 private:
  /// What both sockets of a port call.
  class Side final : public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
   public:
    Side(tlm_network_of& network, NodeId number) : network_{&network}, number_{number} {}

    void b_transport(Payload& payload, sc_core::sc_time& delay) override {
      network_->transport(number_, payload, delay);
    }
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override {
      return network_->forward(number_, payload, phase, delay);
    }
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override {
      return network_->backward(number_, payload, phase, delay);
    }
    unsigned int transport_dbg(Payload& payload) override {
      return network_->debug(number_, payload);
    }
    bool get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& dmi) override {
      dmi.init();  // nowhere
      return false;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

   private:
    tlm_network_of* network_;
    NodeId number_;
  };

  tlm::tlm_fw_transport_if<>& target(NodeId number) override {
    return *initiator_socket[number].get_base_port().operator->();
  }
  tlm::tlm_bw_transport_if<>& initiator(NodeId number) override {
    return *target_socket[number].get_base_port().operator->();
  }
  [[nodiscard]] bool has_target(NodeId number) const override {
    return initiator_socket[number].get_base_port().size() > 0;
  }

  std::deque<Side> sides_;
};

/// With sockets of 32 bits, as tlm_utils has them.
using tlm_network = tlm_network_of<>;

}  // namespace plexus
