#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"

namespace plexus {

/// Payloads that are used again.
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  struct Item {
    tlm::tlm_generic_payload payload;
    std::vector<unsigned char> data;
    std::vector<unsigned char> enables;
    std::vector<unsigned char> expected;
    bool fails = false;
  };
  ~PayloadPool() override {
    for (Item& item : items_) item.payload.reset();
  }
  Item& take() {
    ++out_;
    if (free_.empty()) {
      Item& item = items_.emplace_back();
      item.payload.set_mm(this);
      by_payload_[&item.payload] = &item;
      return item;
    }
    Item& item = *free_.back();
    free_.pop_back();
    return item;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    --out_;
    payload->reset();
    free_.push_back(by_payload_.at(payload));
  }
  Item& item(const tlm::tlm_generic_payload& payload) { return *by_payload_.at(&payload); }
  [[nodiscard]] std::int64_t out() const { return out_; }

 private:
  std::deque<Item> items_;
  std::vector<Item*> free_;
  std::map<const tlm::tlm_generic_payload*, Item*> by_payload_;
  std::int64_t out_ = 0;
};

/// Does what is due.
class agenda final : public sc_core::sc_module {
 public:
  explicit agenda(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(agenda);
    SC_METHOD(run);
    sensitive << due_;
    dont_initialize();
  }
  void after(const sc_core::sc_time& delay, std::function<void()> what) {
    list_.emplace(sc_core::sc_time_stamp() + delay, std::move(what));
    due_.notify(delay);
  }

 private:
  void run() {
    while (!list_.empty() && list_.begin()->first <= sc_core::sc_time_stamp()) {
      const auto next = list_.extract(list_.begin());
      next.mapped()();
    }
    if (!list_.empty()) due_.notify(list_.begin()->first - sc_core::sc_time_stamp());
  }
  std::multimap<sc_core::sc_time, std::function<void()>> list_;
  sc_core::sc_event due_;
};

/// Moves bytes as the standard says, with byte enables and streaming.
inline void execute(std::vector<unsigned char>& memory, std::uint64_t address,
                    tlm::tlm_command command, unsigned char* data, unsigned length, unsigned width,
                    const unsigned char* enables, unsigned enables_length) {
  for (unsigned i = 0; i < length; ++i) {
    if (enables != nullptr && enables[i % enables_length] == TLM_BYTE_DISABLED) continue;
    unsigned char& byte = memory.at(address + i % width);
    if (command == tlm::TLM_WRITE_COMMAND) byte = data[i];
    if (command == tlm::TLM_READ_COMMAND) data[i] = byte;
  }
}

/// A memory that answers in all ways that the base protocol knows.
class busy_memory final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  using Payload = tlm::tlm_generic_payload;
  busy_memory(sc_core::sc_module_name name, std::size_t size, std::uint64_t seed)
      : sc_module{name}, bytes(size, 0), random_{seed} {
    socket.bind(*static_cast<tlm::tlm_fw_transport_if<>*>(this));
  }
  tlm::tlm_target_socket<> socket{"socket"};
  std::vector<unsigned char> bytes;
  std::uint64_t executed = 0;
  std::uint64_t pace = 40;  ///< nanoseconds: whatever it does takes less

 private:
  [[nodiscard]] sc_core::sc_time some_time() {
    return sc_core::sc_time{static_cast<double>(random_() % pace), sc_core::SC_NS};
  }
  void execute_now(Payload& payload) {
    ++executed;
    execute(bytes, payload.get_address(), payload.get_command(), payload.get_data_ptr(),
            payload.get_data_length(), payload.get_streaming_width(), payload.get_byte_enable_ptr(),
            payload.get_byte_enable_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    execute_now(payload);
    if (random_() % 3 == 0) sc_core::wait(some_time());
    delay += some_time();
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) {
      agenda_.after(delay, [this] {
        responding_ = nullptr;
        respond();
      });
      return tlm::TLM_COMPLETED;
    }
    execute_now(payload);
    Payload* const one = &payload;
    switch (random_() % 4) {
      case 0:
        delay += some_time();
        return tlm::TLM_COMPLETED;
      case 1:
        phase = tlm::END_REQ;
        agenda_.after(
            delay + some_time() + sc_core::sc_time{static_cast<double>(pace) + 10, sc_core::SC_NS},
            [this, one] {
              ready_.push_back(one);
              respond();
            });
        delay += some_time();
        return tlm::TLM_UPDATED;
      case 2:
        agenda_.after(delay + some_time(), [this, one] {
          ready_.push_back(one);
          respond();
        });
        return tlm::TLM_ACCEPTED;
      default:
        agenda_.after(delay + some_time(), [this, one] {
          tlm::tlm_phase ended = tlm::END_REQ;
          sc_core::sc_time none;
          socket->nb_transport_bw(*one, ended, none);
          agenda_.after(some_time(), [this, one] {
            ready_.push_back(one);
            respond();
          });
        });
        return tlm::TLM_ACCEPTED;
    }
  }
  void respond() {
    if (responding_ != nullptr || ready_.empty()) return;
    responding_ = ready_.front();
    ready_.pop_front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = some_time();
    const auto status = socket->nb_transport_bw(*responding_, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;
    agenda_.after(delay, [this] {
      responding_ = nullptr;
      respond();
    });
  }
  unsigned transport_dbg(Payload& payload) override {
    execute(bytes, payload.get_address(), payload.get_command(), payload.get_data_ptr(),
            payload.get_data_length(), payload.get_data_length(), nullptr, 0);
    return payload.get_data_length();
  }
  bool get_direct_mem_ptr(Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override { return false; }

  std::mt19937_64 random_;
  agenda agenda_{"agenda"};
  std::deque<Payload*> ready_;
  Payload* responding_ = nullptr;
};

/// A memory of tlm_utils: b_transport alone.
class plain_memory final : public sc_core::sc_module {
 public:
  plain_memory(sc_core::sc_module_name name, std::size_t size) : sc_module{name}, bytes(size, 0) {
    socket.register_b_transport(this, &plain_memory::b_transport);
  }
  tlm_utils::simple_target_socket<plain_memory> socket{"socket"};
  std::vector<unsigned char> bytes;
  std::uint64_t executed = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    ++executed;
    execute(bytes, payload.get_address(), payload.get_command(), payload.get_data_ptr(),
            payload.get_data_length(), payload.get_streaming_width(), payload.get_byte_enable_ptr(),
            payload.get_byte_enable_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time{13, sc_core::SC_NS};
  }
};

/// Reads and writes at random in a region of its own in each memory, and knows what it must read.
class generator final : public sc_core::sc_module {
 public:
  using Item = PayloadPool::Item;
  static constexpr std::uint64_t kRegion = 64;        ///< bytes
  static constexpr std::uint64_t kMemory = 0x1'0000;  ///< between memories

  enum class Style { kLoose, kApproximate, kMixed };  ///< b_transport, nb_transport, or both

  generator(sc_core::sc_module_name name, unsigned number, unsigned memories, Style style,
            std::uint64_t transactions, std::uint64_t seed)
      : sc_module{name},
        number_{number},
        style_{style},
        mirrors_(memories, std::vector<unsigned char>(kRegion, 0)),
        left_{transactions},
        random_{seed} {
    HW_PROCESSES(generator);
    socket.register_nb_transport_bw(this, &generator::nb_transport_bw);
    if (style == Style::kLoose) {
      SC_THREAD(call);
    } else {
      SC_THREAD(issue);
    }
  }
  tlm_utils::simple_initiator_socket<generator> socket{"socket"};
  PayloadPool pool;
  std::uint64_t good = 0;
  std::uint64_t refused = 0;
  std::vector<std::string> wrong;
  std::uint64_t pace = 60;  ///< most nanoseconds between transactions

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  sc_core::sc_time some_time(std::uint64_t most) {
    return {static_cast<double>(below(most + 1)), sc_core::SC_NS};
  }
  Item& make() {
    Item& item = pool.take();
    tlm::tlm_generic_payload& payload = item.payload;
    const auto memory = below(mirrors_.size());
    const auto length = static_cast<unsigned>(1 + below(32));
    const auto width = below(4) == 0 ? static_cast<unsigned>(1 + below(length)) : length;
    const std::uint64_t offset = below(kRegion - width + 1);
    item.data.resize(length);
    for (unsigned char& byte : item.data) byte = static_cast<unsigned char>(random_());
    item.enables.clear();
    if (below(4) == 0) item.enables.resize(1 + below(length));
    for (unsigned char& one : item.enables) {
      one = below(2) == 0 ? TLM_BYTE_DISABLED : TLM_BYTE_ENABLED;
    }
    payload.set_command(below(2) == 0 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(memory * kMemory + number_ * kRegion + offset);
    payload.set_data_ptr(item.data.data());
    payload.set_data_length(length);
    payload.set_streaming_width(width);
    payload.set_byte_enable_ptr(item.enables.empty() ? nullptr : item.enables.data());
    payload.set_byte_enable_length(static_cast<unsigned>(item.enables.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    item.fails = below(40) == 0;
    item.expected = item.data;
    if (item.fails) {
      payload.set_address(mirrors_.size() * kMemory + below(1000));
    } else {
      execute(mirrors_[memory], offset, payload.get_command(), item.expected.data(), length, width,
              item.enables.empty() ? nullptr : item.enables.data(),
              static_cast<unsigned>(item.enables.size()));
    }
    return item;
  }
  void judge(const tlm::tlm_generic_payload& payload) {
    const Item& item = pool.item(payload);
    if (item.fails) {
      ++refused;
      if (payload.get_response_status() != tlm::TLM_ADDRESS_ERROR_RESPONSE) {
        wrong.push_back("no address error");
      }
      return;
    }
    ++good;
    if (!payload.is_response_ok()) wrong.push_back(payload.get_response_string());
    if (payload.is_read() && item.data != item.expected) wrong.push_back("wrong data");
  }

  // ---- b_transport
  void call() {
    sc_core::sc_time ahead;
    for (; left_ > 0; --left_) {
      Item& item = make();
      item.payload.acquire();
      ahead += some_time(pace);
      socket->b_transport(item.payload, ahead);
      judge(item.payload);
      item.payload.release();
    }
  }

  // ---- nb_transport
  void issue() {
    for (; left_ > 0; --left_) {
      sc_core::wait(some_time(pace));
      Item& item = make();
      tlm::tlm_generic_payload& payload = item.payload;
      payload.acquire();
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = below(3) == 0 ? some_time(30) : sc_core::SC_ZERO_TIME;
      requesting_ = &payload;
      const auto status = socket->nb_transport_fw(payload, phase, delay);
      if (status == tlm::TLM_COMPLETED) {
        requesting_ = nullptr;
        judge(payload);
        payload.release();
        sc_core::wait(delay);
        continue;
      }
      if (style_ == Style::kMixed && below(2) == 0 && left_ > 1) {  // before END_REQ or behind it
        if (below(2) == 0 && requesting_ != nullptr) sc_core::wait(request_ended_);
        --left_;
        Item& next = make();
        next.payload.acquire();
        delay += some_time(pace);  // what is annotated counts from a later time on
        socket->b_transport(next.payload, delay);
        judge(next.payload);
        next.payload.release();
      }
      if (requesting_ != nullptr) sc_core::wait(request_ended_);
    }
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ) {
      requesting_ = nullptr;
      request_ended_.notify(delay);
      return tlm::TLM_ACCEPTED;
    }
    if (requesting_ == &payload) {
      requesting_ = nullptr;
      request_ended_.notify(delay);
    }
    tlm::tlm_generic_payload* const one = &payload;
    switch (below(3)) {
      case 0:
        judge(payload);
        payload.release();
        return tlm::TLM_COMPLETED;
      case 1:
        judge(payload);
        payload.release();
        phase = tlm::END_RESP;
        delay += some_time(30);
        return tlm::TLM_UPDATED;
      default:
        agenda_.after(delay + some_time(80), [this, one] {
          judge(*one);
          tlm::tlm_phase ended = tlm::END_RESP;
          sc_core::sc_time none;
          socket->nb_transport_fw(*one, ended, none);
          one->release();
        });
        return tlm::TLM_ACCEPTED;
    }
  }

  unsigned number_;
  Style style_;
  std::vector<std::vector<unsigned char>> mirrors_;  ///< by memory: what is in its region
  std::uint64_t left_;
  std::mt19937_64 random_;
  agenda agenda_{"agenda"};
  const tlm::tlm_generic_payload* requesting_ = nullptr;
  sc_core::sc_event request_ended_;
};

}  // namespace plexus
