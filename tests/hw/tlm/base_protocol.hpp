#pragma once

#include <map>
#include <set>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"

namespace plexus {

/// Follows requests from the checkers at initiators to those at targets.
class RequestOrder {
 public:
  using Payload = tlm::tlm_generic_payload;

  /// `payload` leaves an initiator, and counts from `when` on.
  void sent(const Payload& payload, const void* initiator, const sc_core::sc_time& when) {
    on_their_way_[&payload] = {initiator, {when, number_++}};
  }
  /// It comes to a target: behind all of the same initiator that were sent to it before?
  bool came(const Payload& payload, const void* target) {
    const auto [initiator, place] = on_their_way_.at(&payload);
    Place& latest = latest_[{initiator, target}];
    if (place < latest) return false;
    latest = place;
    return true;
  }

 private:
  using Place = std::pair<sc_core::sc_time, std::uint64_t>;
  std::map<const Payload*, std::pair<const void*, Place>> on_their_way_;
  std::map<std::pair<const void*, const void*>, Place> latest_;
  std::uint64_t number_ = 0;
};

/// Stands between an initiator and a target, and notes what breaks TLM-2.0's base protocol: phases
/// out of order, two requests or two responses at once, answers that a phase does not have, time
/// that runs backwards, attributes that change on the way, payloads given up too early, responses
/// without a status. With a RequestOrder also requests that overtake others.
class base_protocol_checker final : public sc_core::sc_module,
                                    private tlm::tlm_fw_transport_if<>,
                                    private tlm::tlm_bw_transport_if<> {
 public:
  using Payload = tlm::tlm_generic_payload;

  enum class At { kInitiator, kTarget };

  explicit base_protocol_checker(sc_core::sc_module_name name, RequestOrder* order = nullptr,
                                 At at = At::kInitiator)
      : sc_module{name}, order_{order}, at_{at} {
    from.bind(*static_cast<tlm::tlm_fw_transport_if<>*>(this));
    to.bind(*static_cast<tlm::tlm_bw_transport_if<>*>(this));
  }

  tlm::tlm_target_socket<> from{"from"};  ///< the initiator
  tlm::tlm_initiator_socket<> to{"to"};   ///< the target

  [[nodiscard]] const std::vector<std::string>& violations() const { return violations_; }
  [[nodiscard]] std::uint64_t transactions() const { return transactions_; }
  /// Transactions that have begun and not ended.
  [[nodiscard]] std::size_t open() const { return open_.size() + blocking_.size(); }

 private:
  enum class State { kRequested, kRequestEnded, kResponded };
  struct Seen {
    State state = State::kRequested;
    sc_core::sc_time latest;
    tlm::tlm_command command = tlm::TLM_IGNORE_COMMAND;
    unsigned char* data = nullptr;
    unsigned length = 0;
    unsigned width = 0;
    unsigned char* enables = nullptr;
    unsigned enables_length = 0;
    bool managed = false;
  };

  void complain(const std::string& what) {
    if (violations_.size() < 100) {
      violations_.push_back(sc_core::sc_time_stamp().to_string() + ' ' + name() + ": " + what);
    }
  }
  void follow(const Payload& payload, const sc_core::sc_time& when) {
    if (order_ == nullptr) return;
    if (at_ == At::kInitiator) return order_->sent(payload, this, when);
    if (!order_->came(payload, this)) complain("a request has overtaken another");
  }
  static Seen seen(const Payload& payload) {
    Seen one;
    one.command = payload.get_command();
    one.data = payload.get_data_ptr();
    one.length = payload.get_data_length();
    one.width = payload.get_streaming_width();
    one.enables = payload.get_byte_enable_ptr();
    one.enables_length = payload.get_byte_enable_length();
    one.managed = payload.has_mm();
    return one;
  }
  void compare(const Seen& before, const Payload& payload) {
    const Seen now = seen(payload);
    if (now.command != before.command || now.data != before.data || now.length != before.length ||
        now.width != before.width || now.enables != before.enables ||
        now.enables_length != before.enables_length) {
      complain("an attribute has changed on the way");
    }
    if (before.managed && payload.get_ref_count() < 1) complain("a payload is given up too early");
  }
  /// Phase `phase` of `payload` takes effect after `delay`.
  void step(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    if (phase == tlm::BEGIN_REQ) {
      follow(payload, when);
      if (request_ != nullptr) complain("BEGIN_REQ before END_REQ of the request before");
      if (open_.contains(&payload)) complain("BEGIN_REQ of a transaction that is under way");
      if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) {
        complain("BEGIN_REQ with a response status");
      }
      Seen& one = open_[&payload] = seen(payload);
      one.latest = when;
      request_ = &payload;
      ++transactions_;
      return;
    }
    const auto found = open_.find(&payload);
    if (found == open_.end()) return complain("a phase of a transaction that has not begun");
    Seen& one = found->second;
    compare(one, payload);
    if (when < one.latest) complain("time runs backwards");
    one.latest = when;
    if (phase == tlm::END_REQ) {
      if (one.state != State::kRequested) complain("END_REQ out of order");
      one.state = State::kRequestEnded;
      if (request_ == &payload) request_ = nullptr;
    } else if (phase == tlm::BEGIN_RESP) {
      if (one.state == State::kResponded) complain("BEGIN_RESP twice");
      if (response_ != nullptr) complain("BEGIN_RESP before END_RESP of the response before");
      one.state = State::kResponded;
      if (request_ == &payload) request_ = nullptr;
      response_ = &payload;
      check_status(payload);
    } else if (phase == tlm::END_RESP) {
      if (one.state != State::kResponded) complain("END_RESP out of order");
      end(payload);
    }
  }
  void check_status(const Payload& payload) {
    if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
      complain("a response without a status");
    }
  }
  void end(Payload& payload) {
    if (request_ == &payload) request_ = nullptr;
    if (response_ == &payload) response_ = nullptr;
    open_.erase(&payload);
  }
  /// What the callee has answered to `asked`.
  void answer(Payload& payload, const tlm::tlm_phase& asked, tlm::tlm_sync_enum status,
              const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    const bool open = open_.contains(&payload);
    if (status == tlm::TLM_UPDATED) {
      const bool fits =
          (asked == tlm::BEGIN_REQ && (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP)) ||
          (asked == tlm::BEGIN_RESP && phase == tlm::END_RESP) ||
          (asked == tlm::END_REQ && phase == tlm::BEGIN_RESP);
      if (!fits) return complain("an answer that does not fit the phase");
      step(payload, phase, delay);
    } else if (status == tlm::TLM_COMPLETED) {
      if (asked == tlm::BEGIN_REQ) check_status(payload);
      if (asked == tlm::END_REQ) complain("TLM_COMPLETED as an answer to END_REQ");
      if (open) end(payload);
    } else if (phase != asked) {
      complain("TLM_ACCEPTED with another phase");
    }
  }

  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    const Seen before = seen(payload);
    if (!blocking_.insert(&payload).second) complain("b_transport twice with one payload");
    ++transactions_;
    const sc_core::sc_time latest = sc_core::sc_time_stamp() + delay;
    follow(payload, latest);
    to->b_transport(payload, delay);
    if (sc_core::sc_time_stamp() + delay < latest) complain("b_transport: time runs backwards");
    compare({before.state, before.latest, before.command, before.data, before.length, before.width,
             before.enables, before.enables_length, false},
            payload);
    check_status(payload);
    blocking_.erase(&payload);
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    const tlm::tlm_phase asked = phase;
    if (asked == tlm::END_REQ || asked == tlm::BEGIN_RESP) complain("a target's phase forwards");
    step(payload, phase, delay);
    const tlm::tlm_sync_enum status = to->nb_transport_fw(payload, phase, delay);
    answer(payload, asked, status, phase, delay);
    return status;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    const tlm::tlm_phase asked = phase;
    if (asked == tlm::BEGIN_REQ || asked == tlm::END_RESP) complain("an initiator's phase back");
    step(payload, phase, delay);
    const tlm::tlm_sync_enum status = from->nb_transport_bw(payload, phase, delay);
    answer(payload, asked, status, phase, delay);
    return status;
  }
  unsigned transport_dbg(Payload& payload) override { return to->transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override {
    return to->get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    from->invalidate_direct_mem_ptr(first, last);
  }

  RequestOrder* order_;
  At at_;
  std::map<const Payload*, Seen> open_;
  std::set<const Payload*> blocking_;
  const Payload* request_ = nullptr;
  const Payload* response_ = nullptr;
  std::vector<std::string> violations_;
  std::uint64_t transactions_ = 0;
};

}  // namespace plexus
