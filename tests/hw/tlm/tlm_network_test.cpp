#include "hw/tlm/tlm_network.hpp"

#include <array>
#include <memory>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/hw/tlm/base_protocol.hpp"
#include "tests/hw/tlm/recorded.hpp"
#include "tests/hw/tlm/traffic_modules.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

constexpr unsigned kInitiators = 4;
constexpr unsigned kMemories = 4;

TlmSetting setting_of(std::uint32_t outstanding = 4) {
  TlmSetting setting;
  for (NodeId i = 0; i < kMemories; ++i) {
    setting.map.push_back({i * generator::kMemory, 0x1000, 4 + i});
  }
  setting.outstanding = outstanding;
  return setting;
}

/// Four initiators, two of them with b_transport and one with both, at ports 0 .. 3, four memories
/// at ports 4 .. 7, and a checker at every socket.
struct Stage {
  Stage(const Platform& platform, const ClockPeriod& clock, std::uint64_t transactions,
        std::uint64_t seed, bool two_networks = false, std::uint32_t outstanding = 4)
      : requests{platform.make("requests", clock)},
        responses{two_networks ? platform.make("responses", ClockPeriod{{7, sc_core::SC_NS}})
                               : nullptr},
        network{"tlm", *requests, two_networks ? *responses : *requests, setting_of(outstanding)} {
    requests->observe(notes);
    for (unsigned i = 0; i < kInitiators; ++i) {
      const std::string number = std::to_string(i);
      generators.push_back(std::make_unique<generator>(("generator_" + number).c_str(), i,
                                                       kMemories, style_of(i), transactions,
                                                       seed * 100 + i));
      checkers.push_back(
          std::make_unique<base_protocol_checker>(("initiator_" + number).c_str(), &order));
      generators[i]->socket.bind(checkers.back()->from);
      checkers.back()->to.bind(network.target_socket[i]);
    }
    for (unsigned i = 0; i < kMemories; ++i) {
      const std::string number = std::to_string(i);
      checkers.push_back(std::make_unique<base_protocol_checker>(
          ("target_" + number).c_str(), &order, base_protocol_checker::At::kTarget));
      network.initiator_socket[4 + i].bind(checkers.back()->from);
      if (i < 3) {
        memories.push_back(std::make_unique<busy_memory>(("memory_" + number).c_str(), 0x1000,
                                                         seed * 100 + 50 + i));
        checkers.back()->to.bind(memories.back()->socket);
      } else {
        plain = std::make_unique<plain_memory>(("memory_" + number).c_str(), 0x1000);
        checkers.back()->to.bind(plain->socket);
      }
    }
  }

  void check(std::uint64_t transactions) const {
    std::uint64_t good = 0;
    std::uint64_t all = 0;
    for (const auto& one : generators) {
      for (const std::string& what : one->wrong) FAIL_CHECK(what);
      good += one->good;
      all += one->good + one->refused;
      CHECK(one->pool.out() == 0);  // every payload has come back
    }
    CHECK(all == kInitiators * transactions);
    for (const auto& one : checkers) {
      for (const std::string& what : one->violations()) FAIL_CHECK(what);
      CHECK(one->open() == 0);
    }
    std::uint64_t executed = plain->executed;
    for (const auto& one : memories) executed += one->executed;
    CHECK(executed == good);  // nothing is lost or doubled
    CHECK(network.completed() == good);
    CHECK(network.begun() == good);
  }

  static generator::Style style_of(unsigned number) {
    using enum generator::Style;
    return number % 2 == 1 ? kLoose : number == 2 ? kMixed : kApproximate;
  }

  PacketNotes notes;
  RequestOrder order;
  std::unique_ptr<packet_network> requests;
  std::unique_ptr<packet_network> responses;
  tlm_network network;
  std::vector<std::unique_ptr<generator>> generators;
  std::vector<std::unique_ptr<base_protocol_checker>> checkers;
  std::vector<std::unique_ptr<busy_memory>> memories;
  std::unique_ptr<plain_memory> plain;
};

void run_stage(std::size_t which, std::uint64_t transactions, std::uint64_t seed) {
  const FreshKernel kernel;
  const std::array periods{10.0, 3.0, 25.0};
  Stage stage{platforms()[which], ClockPeriod{{periods[seed % 3], sc_core::SC_NS}},
              transactions,       seed,
              seed % 2 == 1,      static_cast<std::uint32_t>(1 + seed % 5)};
  for (auto& one : stage.generators) one->pace = 20 * (1 + seed % 7);
  sc_core::sc_start();
  stage.check(transactions);
}

}  // namespace

TEST_CASE("the base protocol holds on every network, LT and AT mixed", "[tlm]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  const std::uint64_t seed = GENERATE(range(1, 4));
  CAPTURE(which, seed);
  run_stage(which, 200, seed);
}

TEST_CASE("targets that hold END_REQ for long get requests in order, LT and AT mixed", "[tlm]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  CAPTURE(which);
  const FreshKernel kernel;
  Stage stage{platforms()[which], ClockPeriod{{4, sc_core::SC_NS}}, 150, which + 31};
  for (auto& one : stage.generators) one->pace = 5;
  for (auto& one : stage.memories) one->pace = 500;
  sc_core::sc_start();
  stage.check(150);
}

TEST_CASE("the base protocol holds over a million transactions", "[.][million]") {
  for (std::uint64_t seed = 1; seed <= 28; ++seed) {
    for (std::size_t which = 0; which < platforms().size(); ++which) {
      CAPTURE(which, seed);
      run_stage(which, 1000, seed);
    }
  }
}

TEST_CASE("transactions take the cycles of the same packets as recorded traffic", "[tlm]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size() - 1));  // no bus
  const Platform& platform = platforms()[which];
  CAPTURE(which);
  PacketNotes notes;
  {
    const FreshKernel kernel;
    Stage stage{platform, ClockPeriod{}, 60, which + 1};
    for (auto& one : stage.generators) one->pace = 40;
    sc_core::sc_start();
    stage.check(60);
    notes = stage.notes;
  }
  check_against_recorded(platform, notes);
}

TEST_CASE("an initiator has no more transactions on their way than it may have", "[tlm]") {
  const std::uint32_t outstanding = GENERATE(1U, 3U);
  const FreshKernel kernel;
  Stage stage{platforms()[4], ClockPeriod{}, 100, 8, false, outstanding};
  for (auto& one : stage.generators) one->pace = 1;
  sc_core::sc_start();
  for (NodeId initiator = 0; initiator < kInitiators; ++initiator) {
    std::vector<std::pair<Cycles, int>> changes;  // ends come before beginnings of the same cycle
    for (const PacketNotes::Note& note : stage.notes.notes) {
      const bool response = (note.packet.tag & 1U) != 0;
      if (response && note.packet.destination == initiator) changes.emplace_back(note.arrived, -1);
      if (!response && note.packet.source == initiator) changes.emplace_back(note.entered, 1);
    }
    std::ranges::sort(changes);
    int most = 0;
    int on_their_way = 0;
    for (const auto& [cycle, change] : changes) most = std::max(most, on_their_way += change);
    CAPTURE(initiator, outstanding);
    CHECK(on_their_way == 0);
    CHECK(most <= static_cast<int>(outstanding));
  }
}

TEST_CASE("networks of different clocks stand in one design", "[tlm]") {
  const FreshKernel kernel;
  // generators - ring of 3 ns - bridge as a target and initiator - omega of 11 ns - memories
  direct_network ring{"ring", ring_shape(8), {}, ClockPeriod{{3, sc_core::SC_NS}}};
  omega_network omega{"omega",
                      NetworkShape{NetworkKind::kOmega, 8},
                      {.depth = 2},
                      ClockPeriod{{11, sc_core::SC_NS}}};
  TlmSetting near;
  near.map = {{0, 4 * generator::kMemory, 7}};
  TlmSetting far;
  for (NodeId i = 0; i < 4; ++i) far.map.push_back({i * generator::kMemory, 0x1000, 4 + i});
  tlm_network first{"first", ring, near};
  tlm_network second{"second", omega, far};
  first.initiator_socket[7].bind(second.target_socket[0]);
  std::vector<std::unique_ptr<generator>> generators;
  for (unsigned i = 0; i < 4; ++i) {
    generators.push_back(std::make_unique<generator>(("generator_" + std::to_string(i)).c_str(), i,
                                                     4, Stage::style_of(i), 100, 70 + i));
    generators.back()->socket.bind(first.target_socket[i]);
  }
  std::vector<std::unique_ptr<busy_memory>> memories;
  for (unsigned i = 0; i < 4; ++i) {
    memories.push_back(
        std::make_unique<busy_memory>(("memory_" + std::to_string(i)).c_str(), 0x1000, 80 + i));
    second.initiator_socket[4 + i].bind(memories.back()->socket);
  }
  sc_core::sc_start();
  for (const auto& one : generators) {
    CHECK(one->wrong.empty());
    CHECK(one->good + one->refused == 100);
    CHECK(one->pool.out() == 0);
  }
}

namespace {

/// Calls once, by hand. `blocks`: from a thread; without one nothing goes wrong under sanitizers
/// when a method of another module throws later.
class caller final : public sc_core::sc_module {
 public:
  explicit caller(sc_core::sc_module_name name, bool blocks = true) : sc_module{name} {
    HW_PROCESSES(caller);
    if (blocks) {
      SC_THREAD(run);
    }
    SC_METHOD(begin);
  }
  tlm_utils::simple_initiator_socket<caller> socket{"socket"};
  std::function<void(caller&)> work;
  tlm::tlm_generic_payload* ask = nullptr;  ///< by nb_transport, at the beginning

  tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& /*delay*/) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    payload.release();
    return tlm::TLM_COMPLETED;
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    return socket->nb_transport_fw(payload, phase, delay);
  }

 private:
  void run() {
    if (work) work(*this);
  }
  void begin() {
    if (ask != nullptr) forward(*ask, tlm::BEGIN_REQ);
  }
};

void with_payload(const std::function<void(caller&, tlm::tlm_generic_payload&)>& work,
                  PacketNotes* notes = nullptr) {
  const FreshKernel kernel;
  bus_network wires{"wires", 8, 2, LinkTiming{1_cycles, 1_words}};
  if (notes != nullptr) wires.observe(*notes);
  tlm_network network{"tlm", wires, setting_of()};
  std::vector<std::unique_ptr<busy_memory>> memories;
  for (unsigned i = 0; i < 4; ++i) {
    memories.push_back(
        std::make_unique<busy_memory>(("memory_" + std::to_string(i)).c_str(), 0x1000, i));
    network.initiator_socket[4 + i].bind(memories.back()->socket);
  }
  caller one{"caller"};
  one.socket.bind(network.target_socket[0]);
  one.work = [&](caller& self) {
    std::array<unsigned char, 16> data{1, 2, 3, 4, 5, 6, 7, 8};
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x10);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    work(self, payload);
  };
  sc_core::sc_start();
}

tlm::tlm_response_status answer_to(const std::function<void(tlm::tlm_generic_payload&)>& change) {
  auto status = tlm::TLM_INCOMPLETE_RESPONSE;
  with_payload([&](caller& self, tlm::tlm_generic_payload& payload) {
    change(payload);
    sc_core::sc_time delay;
    self.socket->b_transport(payload, delay);
    status = payload.get_response_status();
  });
  return status;
}

}  // namespace

TEST_CASE("a wrong payload gets the response that the standard names", "[tlm]") {
  CHECK(answer_to([](auto&) {}) == tlm::TLM_OK_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_address(0x2000); }) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_address(0xff8); }) == tlm::TLM_OK_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_address(0xff9); }) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_address(~0ULL); }) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_data_length(0); }) == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_streaming_width(0); }) == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(answer_to([](auto& p) { p.set_data_ptr(nullptr); }) == tlm::TLM_GENERIC_ERROR_RESPONSE);
  static unsigned char enable = TLM_BYTE_ENABLED;
  CHECK(answer_to([](auto& p) {
          p.set_byte_enable_ptr(&enable);
          p.set_byte_enable_length(0);
        }) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_CASE("a debugger sees through, nobody gets a pointer, and addresses stay what they were",
          "[tlm]") {
  with_payload([](caller& self, tlm::tlm_generic_payload& payload) {
    CHECK(self.socket->transport_dbg(payload) == 8);
    CHECK(payload.get_address() == 0x10);
    tlm::tlm_dmi dmi;
    CHECK_FALSE(self.socket->get_direct_mem_ptr(payload, dmi));
    CHECK(dmi.is_none_allowed());
    sc_core::sc_time delay{7, sc_core::SC_NS};
    payload.set_dmi_allowed(true);
    self.socket->b_transport(payload, delay);
    CHECK(delay == sc_core::SC_ZERO_TIME);
    CHECK_FALSE(payload.is_dmi_allowed());
    CHECK(payload.get_address() == 0x10);
    payload.set_address(generator::kMemory + 0x10);  // of a memory that sees it as 0x10
    self.socket->b_transport(payload, delay);
    CHECK(payload.get_address() == generator::kMemory + 0x10);
    payload.set_address(0x9999'9999);
    CHECK(self.socket->transport_dbg(payload) == 0);
  });
}

TEST_CASE("a debugger sees no further than the range, with or without a streaming width", "[tlm]") {
  with_payload([](caller& self, tlm::tlm_generic_payload& payload) {
    payload.set_streaming_width(GENERATE(0U, 3U, 8U, 64U));
    payload.set_address(0xffc);
    CHECK(self.socket->transport_dbg(payload) == 4);
    CHECK(payload.get_data_length() == 8);
    CHECK(payload.get_address() == 0xffc);
    payload.set_address(0xff8);
    CHECK(self.socket->transport_dbg(payload) == 8);
    payload.set_address(0xfff);
    CHECK(self.socket->transport_dbg(payload) == 1);
    payload.set_address(0x1000);
    CHECK(self.socket->transport_dbg(payload) == 0);
  });
}

TEST_CASE("an address map with overlaps ends elaboration with a sentence", "[tlm]") {
  const auto sentence = [](const TlmSetting& setting) -> std::string {
    const FreshKernel kernel;
    bus_network wires{"wires", 8, 2, LinkTiming{}};
    tlm_network network{"tlm", wires, setting};
    busy_memory memory{"memory", 16, 1};
    network.initiator_socket[4].bind(memory.socket);
    const sc_core::sc_clock activity{"activity", sc_core::sc_time{10, sc_core::SC_NS}};
    return wiring_error([] {});
  };
  TlmSetting setting;
  setting.map = {{0x100, 0x100, 4}, {0x1ff, 0x10, 4}};
  CHECK(sentence(setting) ==
        "The address map of tlm: 0x1ff .. 0x20e, of port 4, overlaps 0x100 .. 0x1ff, of port 4: "
        "give each address to one of them.");
  setting.map = {{0x100, 0x100, 9}};
  CHECK(sentence(setting).find("leads to port 9") != std::string::npos);
  setting.map = {{0x100, 0x100, 5}};
  CHECK(sentence(setting).find("nothing is bound to tlm.initiator_socket_5") != std::string::npos);
  setting.map = {{0x100, 0, 4}};
  CHECK(sentence(setting).find("has no addresses") != std::string::npos);
  setting.map = {{0x100, 0x100, 4}, {0x200, 0x10, 4}};
  CHECK(sentence(setting).empty());
  const auto with = [&](auto change) {
    TlmSetting other;
    change(other);
    return sentence(other);
  };
  CHECK(with([](auto& one) { one.word_bytes = 0; }) ==
        "The setting of tlm: word_bytes is 0: a word has at least one.");
  const char* const header = "The setting of tlm: a header has no words: give it at least one.";
  CHECK(with([](auto& one) { one.request_header = 0_words; }) == header);
  CHECK(with([](auto& one) { one.response_header = 0_words; }) == header);
  CHECK(with([](auto& one) {
          one.request_header = Words{std::int64_t{1} << 40};
        }).find("a header of 1099511627776 words is more than") != std::string::npos);
  CHECK(with([](auto& one) { one.outstanding = 0; }) ==
        "The setting of tlm: outstanding is 0: an initiator needs at least one.");
}

TEST_CASE("networks of different sizes make no TLM network", "[tlm][wiring]") {
  const FreshKernel kernel;
  direct_network requests{"requests", ring_shape(4)};
  direct_network responses{"responses", ring_shape(5)};
  tlm_network network{"tlm", requests, responses, {}};
  CHECK(wiring_error([] {}) ==
        "The setting of tlm: the network of responses, responses, has 5 ports, that of requests, "
        "requests, has 4: give both as many.");
}

TEST_CASE("a TLM network has all ports of its network for itself", "[tlm][wiring]") {
  const FreshKernel kernel;
  direct_network ring{"ring", ring_shape(4)};
  tlm_network network{"tlm", ring, {}};
  SECTION("without another one") {
    tlm_network other{"other", ring, {}};
    CHECK(wiring_error([] {}) ==
          "ring.port_0 has two users: other.requests, and tlm.requests is bound to it as well. "
          "Bind one of them.");
  }
  SECTION("without modules") {
    struct module_at_port final : sc_core::sc_module {
      explicit module_at_port(sc_core::sc_module_name name) : sc_module{name} {}
      sc_core::sc_port<network_port_if> port{"port"};
    };
    module_at_port own{"own"};
    own.port(ring.port[2]);
    CHECK(
        wiring_error([] {}) ==
        "ring.port_2 has two users: own.port, and tlm.requests is bound to it as well. Bind one of "
        "them.");
  }
  SECTION("and tells of packets that are not its own") {
    NetworkPacket packet;
    packet.destination = 1;
    packet.tag = GENERATE(0U, 1U, 99'999'999U);
    CHECK(ring.port[2]->try_send(packet));
    CHECK_THROWS_WITH(sc_core::sc_start(),
                      Catch::Contains("tlm, port 1: a packet comes from port 2 that none of its "
                                      "transactions has sent."));
  }
}

#ifndef PLEXUS_SANITIZED  // what this library tells them of a thread's stack goes wrong in a throw
namespace {

/// Writes eight bytes again and again, in a thread that others may end.
class writer final : public sc_core::sc_module {
 public:
  explicit writer(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(writer);
    SC_THREAD(run);
    thread = sc_core::sc_get_last_created_process_handle();
  }
  tlm_utils::simple_initiator_socket<writer> socket{"socket"};
  sc_core::sc_process_handle thread;
  int done = 0;

 private:
  void run() {
    while (done < 10) {
      std::array<unsigned char, 8> data{};
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(0x20);
      payload.set_data_ptr(data.data());
      payload.set_data_length(8);
      payload.set_streaming_width(8);
      sc_core::sc_time delay;
      socket->b_transport(payload, delay);
      CHECK(payload.get_response_status() == tlm::TLM_OK_RESPONSE);
      ++done;
    }
  }
};

/// Does something to a thread, at a time.
struct ender final : sc_core::sc_module {
  explicit ender(sc_core::sc_module_name name, std::function<void()> what)
      : sc_module{name}, act{std::move(what)} {
    HW_PROCESSES(ender);
    SC_METHOD(run);
    sensitive << now;
    dont_initialize();
  }
  void run() { act(); }
  std::function<void()> act;
  sc_core::sc_event now{"now"};
};

}  // namespace

TEST_CASE("a thread that ends inside its call leaves the network to others", "[tlm]") {
  const bool killed = GENERATE(true, false);
  CAPTURE(killed);
  for (int time = 0; time <= 260; time += 5) {
    CAPTURE(time);
    const FreshKernel kernel;
    direct_network ring{"ring", ring_shape(4)};
    tlm_network network{"tlm", ring, {.map = {{0, 0x1000, 2}}, .outstanding = 1}};
    busy_memory memory{"memory", 0x1000, 1};
    network.initiator_socket[2].bind(memory.socket);
    writer ended{"ended"};
    writer other{"other"};
    ended.socket.bind(network.target_socket[0]);
    other.socket.bind(network.target_socket[1]);
    ender end{"end", [&] { killed ? ended.thread.kill() : ended.thread.reset(); }};
    end.now.notify(sc_core::sc_time{static_cast<double>(time), sc_core::SC_NS});
    sc_core::sc_start();
    CHECK(other.done == 10);
    if (!killed) CHECK(ended.done == 10);
    CHECK(network.begun() == network.completed());
  }
}

TEST_CASE("what a target throws leaves the network to others", "[tlm]") {
  struct thrower final : sc_core::sc_module {
    explicit thrower(sc_core::sc_module_name name) : sc_module{name} {
      socket.register_b_transport(this, &thrower::serve);
    }
    void serve(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      if (++calls == 1) throw 42;
    }
    tlm_utils::simple_target_socket<thrower> socket{"socket"};
    int calls = 0;
  };
  const FreshKernel kernel;
  direct_network ring{"ring", ring_shape(4)};
  tlm_network network{"tlm", ring, {.map = {{0, 0x1000, 2}}}};
  thrower target{"target"};
  network.initiator_socket[2].bind(target.socket);
  caller one{"caller"};
  one.socket.bind(network.target_socket[0]);
  bool caught = false;
  one.work = [&](caller& self) {
    std::array<unsigned char, 8> data{};
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x20);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    sc_core::sc_time delay;
    try {
      self.socket->b_transport(payload, delay);
    } catch (int) {
      caught = true;
    }
    CHECK(payload.get_address() == 0x20);
    self.socket->b_transport(payload, delay);
  };
  sc_core::sc_start();
  CHECK(caught);
  CHECK(target.calls == 2);
  CHECK(network.begun() == 2);
  CHECK(network.completed() == 2);
}

TEST_CASE("a packet that a transaction has sent before is not its own any more", "[tlm][wiring]") {
  const FreshKernel kernel;
  direct_network ring{"ring", ring_shape(4)};
  tlm_network network{"tlm", ring, {.map = {{0, 0x1000, 1}}}};
  busy_memory memory{"memory", 0x1000, 1};
  network.initiator_socket[1].bind(memory.socket);
  caller one{"caller"};
  one.socket.bind(network.target_socket[0]);
  const NodeId from = GENERATE(0U, 2U);
  one.work = [&](caller& self) {
    std::array<unsigned char, 8> data{};
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    sc_core::sc_time delay;
    self.socket->b_transport(payload, delay);
    CHECK(payload.get_response_status() == tlm::TLM_OK_RESPONSE);
    NetworkPacket again;  // the request of the first transaction once more
    again.destination = 1;
    CHECK(ring.port[from]->try_send(again));
  };
  CHECK_THROWS_WITH(sc_core::sc_start(),
                    Catch::Contains("tlm, port 1: a packet comes from port " +
                                    std::to_string(from) + " that none of its transactions"));
}
#endif

namespace {

/// Answers BEGIN_REQ as the test wants.
class answerer final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  using Payload = tlm::tlm_generic_payload;
  explicit answerer(sc_core::sc_module_name name) : sc_module{name} {
    socket.bind(*static_cast<tlm::tlm_fw_transport_if<>*>(this));
  }
  tlm::tlm_target_socket<> socket{"socket"};
  agenda later{"later"};
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&)> on_request;

  /// Sends `phase` in `ns`.
  void send(Payload& payload, tlm::tlm_phase_enum phase, double ns) {
    later.after({ns, sc_core::SC_NS}, [this, &payload, phase] {
      tlm::tlm_phase sent = phase;
      sc_core::sc_time delay;
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      socket->nb_transport_bw(payload, sent, delay);
    });
  }

 private:
  void b_transport(Payload&, sc_core::sc_time&) override {}
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) override {
    if (phase == tlm::END_RESP || !on_request) return tlm::TLM_ACCEPTED;
    return on_request(payload, phase);
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
};

/// What ends a run in which port 0 asks port 1 once, while `prepare` has set up what is there, and
/// at port 2.
std::string breach_of(
    const std::function<void(answerer&, answerer&, tlm::tlm_generic_payload&)>& prepare) {
  const FreshKernel kernel;
  PayloadPool pool;
  direct_network ring{"ring", ring_shape(4)};
  TlmSetting setting;
  setting.map = {{0, 0x1000, 1}};
  tlm_network network{"tlm", ring, setting};
  caller one{"caller", false};
  answerer target{"target"};
  answerer other{"other"};
  one.socket.bind(network.target_socket[0]);
  network.initiator_socket[1].bind(target.socket);
  network.initiator_socket[2].bind(other.socket);
  one.socket.register_nb_transport_bw(&one, &caller::respond);
  tlm::tlm_generic_payload& payload = pool.take().payload;
  payload.acquire();
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  static std::array<unsigned char, 4> data;
  payload.set_data_ptr(data.data());
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  one.ask = &payload;
  prepare(target, other, payload);
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  CHECK(network.completed() == 1);
  return "";
}

}  // namespace

TEST_CASE("a target that answers out of order is told", "[tlm]") {
  using Payload = tlm::tlm_generic_payload;
  const auto told = [](const auto& prepare) {
    const std::string all = breach_of(prepare);
    return all.substr(0, all.find(" The base protocol"));
  };
  const auto answers = [](tlm::tlm_sync_enum status, tlm::tlm_phase_enum phase) {
    return [=](Payload& payload, tlm::tlm_phase& answer) {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      answer = phase;
      return status;
    };
  };
  const auto completed = answers(tlm::TLM_COMPLETED, tlm::BEGIN_REQ);
  const auto accepted = answers(tlm::TLM_ACCEPTED, tlm::BEGIN_REQ);
  CHECK(
      told([&](answerer& target, answerer&, Payload&) { target.on_request = completed; }).empty());
  CHECK(told([&](answerer& target, answerer&, Payload& payload) {  // at the same time, and later
          const double when = GENERATE(0.0, 5.0);
          target.on_request = [&, when](Payload& p, tlm::tlm_phase& phase) {
            target.send(payload, tlm::BEGIN_RESP, when);
            return completed(p, phase);
          };
        }) == "tlm, port 1: a response comes twice.");
  CHECK(told([&](answerer& target, answerer&, Payload& payload) {
          target.on_request = accepted;
          target.send(payload, tlm::BEGIN_RESP, 5);
        }) == "tlm, port 1: a response comes before BEGIN_REQ.");
  CHECK(told([&](answerer& target, answerer&, Payload& payload) {
          target.on_request = accepted;
          target.send(payload, tlm::END_REQ, 5);
        }) == "tlm, port 1: END_REQ comes without BEGIN_REQ.");
  CHECK(told([&](answerer& target, answerer&, Payload& payload) {
          target.on_request = [&](Payload& p, tlm::tlm_phase& phase) {
            target.send(payload, tlm::END_REQ, 5);
            target.send(payload, tlm::END_REQ, 6);
            return accepted(p, phase);
          };
        }) == "tlm, port 1: END_REQ comes without BEGIN_REQ.");
  CHECK(told([&](answerer& target, answerer& other, Payload& payload) {
          target.on_request = [&](Payload& p, tlm::tlm_phase& phase) {
            other.send(payload, tlm::BEGIN_RESP, 5);
            return accepted(p, phase);
          };
        }) == "tlm, port 2: a phase comes from another target.");
  CHECK(told([&](answerer& target, answerer&, Payload& payload) {
          target.on_request = accepted;
          target.send(payload, tlm::BEGIN_RESP, 5000);
          target.send(payload, tlm::BEGIN_RESP, 9000);
        }) == "tlm, port 1: BEGIN_RESP comes for a transaction that is not on its way.");
  CHECK(told([&](answerer& target, answerer&, Payload&) {
          target.on_request = answers(tlm::TLM_UPDATED, tlm::END_RESP);
        }) == "tlm, port 1: a target answers BEGIN_REQ with a phase of initiators.");
}

namespace {

/// One that writes four bytes.
tlm::tlm_generic_payload& write_of(PayloadPool& pool, std::array<unsigned char, 4>& data) {
  tlm::tlm_generic_payload& payload = pool.take().payload;
  payload.acquire();
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_data_ptr(data.data());
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  return payload;
}

/// A ring of four with one target, at node 1.
struct OneTarget {
  OneTarget() { network.initiator_socket[1].bind(target.socket); }

  const FreshKernel kernel;
  direct_network ring{"ring", ring_shape(4)};
  tlm_network network{"tlm", ring, {.map = {{0, 0x1000, 1}}}};
  answerer target{"target"};
};

}  // namespace

TEST_CASE("a transaction that is on its way does not begin once more", "[tlm]") {
  PayloadPool pool;
  OneTarget to;
  caller one{"one", false};
  caller two{"two", false};
  one.socket.bind(to.network.target_socket[0]);
  two.socket.bind(to.network.target_socket[2]);
  std::array<unsigned char, 4> data{};
  one.ask = two.ask = &write_of(pool, data);
  CHECK_THROWS_WITH(sc_core::sc_start(),
                    Catch::Contains("BEGIN_REQ comes for a transaction that is on its way"));
}

TEST_CASE("a request that comes before the end of the one before is told", "[tlm]") {
  PayloadPool pool;
  OneTarget to;
  caller one{"one"};
  one.socket.bind(to.network.target_socket[0]);
  std::array<unsigned char, 4> data{};
  one.work = [&](caller& self) {
    for (int i = 0; i < 2; ++i) {
      self.forward(write_of(pool, data), tlm::BEGIN_REQ);
    }
  };
  CHECK_THROWS_WITH(sc_core::sc_start(),
                    Catch::Contains("BEGIN_REQ comes before END_REQ of the request before"));
}

TEST_CASE("nb_transport needs a payload with a memory manager", "[tlm]") {
  CHECK_THROWS_WITH(with_payload([](caller& self, tlm::tlm_generic_payload& payload) {
                      self.forward(payload, tlm::BEGIN_REQ);
                    }),
                    Catch::Contains("BEGIN_REQ comes with a payload that has no memory manager"));
}

TLM_DECLARE_EXTENDED_PHASE(own_phase);

TEST_CASE("a phase out of order ends the run with a sentence, one of one's own is ignored",
          "[tlm]") {
  const auto send = [](const tlm::tlm_phase& phase) {
    with_payload([&phase](caller& self, tlm::tlm_generic_payload& payload) {
      const tlm::tlm_sync_enum answer = self.forward(payload, phase);
      CHECK(answer == tlm::TLM_ACCEPTED);
    });
  };
  send(own_phase);
  CHECK_THROWS_WITH(send(tlm::END_RESP),
                    Catch::Contains("END_RESP comes for a transaction that is not on its way"));
  for (const tlm::tlm_phase_enum phase : {tlm::END_REQ, tlm::BEGIN_RESP}) {
    CHECK_THROWS_WITH(send(phase), Catch::Contains("an initiator sends a phase of targets"));
  }
}

TEST_CASE("a time resolution that is too coarse is told", "[tlm]") {
  static_cast<void>(FreshKernel{});  // a kernel in which nobody has counted time yet
  const FreshKernel kernel;
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_DEFAULT_TIME_UNIT_CHANGED_,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_set_time_resolution(100, sc_core::SC_NS);
  CHECK_THROWS_WITH((direct_network{"ring", ring_shape(4)}),
                    Catch::Contains("shorter than the kernel's time resolution, 100 ns: give the "
                                    "network a longer period, or call sc_set_time_resolution(1, "
                                    "SC_PS)"));
  CHECK_NOTHROW(direct_network{"slow", ring_shape(4), {}, ClockPeriod{{1, sc_core::SC_US}}});
}

TEST_CASE("packets have the words of what they carry", "[tlm]") {
  struct Row {
    tlm::tlm_command command;
    unsigned bytes;
    unsigned enables;  ///< bytes of them
    std::int64_t request, response;
  };
  const auto row = GENERATE(values<Row>({{tlm::TLM_WRITE_COMMAND, 8, 0, 3, 1},
                                         {tlm::TLM_WRITE_COMMAND, 9, 0, 4, 1},
                                         {tlm::TLM_WRITE_COMMAND, 9, 33, 6, 1},
                                         {tlm::TLM_READ_COMMAND, 8, 0, 1, 3},
                                         {tlm::TLM_READ_COMMAND, 5, 2, 2, 3},
                                         {tlm::TLM_IGNORE_COMMAND, 8, 4, 1, 1}}));
  PacketNotes notes;
  with_payload(
      [&](caller& self, tlm::tlm_generic_payload& payload) {
        std::array<unsigned char, 40> enables{};
        payload.set_command(row.command);
        payload.set_data_length(row.bytes);
        payload.set_streaming_width(row.bytes);
        if (row.enables > 0) payload.set_byte_enable_ptr(enables.data());
        payload.set_byte_enable_length(row.enables);
        sc_core::sc_time delay;
        self.socket->b_transport(payload, delay);
      },
      &notes);
  REQUIRE(notes.offers.size() == 2);
  CHECK(notes.offers[0].words.count() == row.request);
  CHECK(notes.offers[1].words.count() == row.response);
}

// ---- does the checker see what it is there for? -------------------------------------------------

namespace {

/// Two ends of a wire that say what the test wants.
class Wire final : public sc_core::sc_module,
                   public tlm::tlm_fw_transport_if<>,
                   public tlm::tlm_bw_transport_if<> {
 public:
  using Payload = tlm::tlm_generic_payload;
  explicit Wire(sc_core::sc_module_name name) : sc_module{name} {
    initiator.bind(*static_cast<tlm::tlm_bw_transport_if<>*>(this));
    target.bind(*static_cast<tlm::tlm_fw_transport_if<>*>(this));
    initiator.bind(checker.from);
    checker.to.bind(target);
  }
  void b_transport(Payload&, sc_core::sc_time& delay) override {
    if (backwards) delay = sc_core::SC_ZERO_TIME;
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (on_forward) return on_forward(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (on_backward) return on_backward(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void send(Payload& payload, tlm::tlm_phase phase, double ns = 0) {
    sc_core::sc_time delay{ns, sc_core::SC_NS};
    const bool forwards = phase == tlm::BEGIN_REQ || phase == tlm::END_RESP;
    if (forwards != back) {
      initiator->nb_transport_fw(payload, phase, delay);
    } else {
      target->nb_transport_bw(payload, phase, delay);
    }
  }

  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&, sc_core::sc_time&)> on_forward;
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&, sc_core::sc_time&)> on_backward;
  bool back = false;       ///< phases go the wrong way
  bool backwards = false;  ///< b_transport takes its delay back
  base_protocol_checker checker{"checker"};
  tlm::tlm_initiator_socket<> initiator{"initiator"};
  tlm::tlm_target_socket<> target{"target"};
};

std::string told(
    const std::function<void(Wire&, tlm::tlm_generic_payload&, tlm::tlm_generic_payload&)>& work) {
  const FreshKernel kernel;
  Wire wire{"wire"};
  tlm::tlm_generic_payload one;
  tlm::tlm_generic_payload two;
  sc_core::sc_start(sc_core::sc_time{1, sc_core::SC_NS});
  work(wire, one, two);
  std::string all;
  for (const std::string& what : wire.checker.violations()) all += what + '\n';
  return all;
}

}  // namespace

TEST_CASE("the checker finds violations that are planted", "[tlm][checker]") {
  using tlm::BEGIN_REQ;
  using tlm::BEGIN_RESP;
  using tlm::END_REQ;
  using tlm::END_RESP;
  using Payload = tlm::tlm_generic_payload;
  CHECK(told([](Wire& wire, Payload& one, Payload& two) {
          wire.send(one, BEGIN_REQ);
          wire.send(one, END_REQ);
          wire.send(two, BEGIN_REQ);
          one.set_response_status(tlm::TLM_OK_RESPONSE);
          two.set_response_status(tlm::TLM_OK_RESPONSE);
          wire.send(one, BEGIN_RESP);
          wire.send(one, END_RESP);
          wire.send(two, BEGIN_RESP);
          wire.send(two, END_RESP);
        }).empty());
  const auto finds = [](const char* what, auto work) {
    const std::string all = told(work);
    CAPTURE(what, all);
    CHECK(all.find(what) != std::string::npos);
  };
  finds("BEGIN_REQ before END_REQ", [](Wire& wire, Payload& one, Payload& two) {
    wire.send(one, BEGIN_REQ);
    wire.send(two, BEGIN_REQ);
  });
  finds("under way", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ);
    wire.send(one, END_REQ);
    wire.send(one, BEGIN_REQ);
  });
  finds("BEGIN_REQ with a response status", [](Wire& wire, Payload& one, Payload&) {
    one.set_response_status(tlm::TLM_OK_RESPONSE);
    wire.send(one, BEGIN_REQ);
  });
  finds("has not begun", [](Wire& wire, Payload& one, Payload&) { wire.send(one, END_REQ); });
  finds("END_REQ out of order", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ);
    wire.send(one, END_REQ);
    wire.send(one, END_REQ);
  });
  finds("BEGIN_RESP before END_RESP", [](Wire& wire, Payload& one, Payload& two) {
    wire.send(one, BEGIN_REQ);
    wire.send(one, END_REQ);
    wire.send(two, BEGIN_REQ);
    wire.send(one, BEGIN_RESP);
    wire.send(two, BEGIN_RESP);
  });
  finds("without a status", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ);
    wire.send(one, BEGIN_RESP);
  });
  finds("END_RESP out of order", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ);
    wire.send(one, END_RESP);
  });
  finds("time runs backwards", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ, 10);
    wire.send(one, END_REQ, 5);
  });
  finds("attribute has changed", [](Wire& wire, Payload& one, Payload&) {
    wire.send(one, BEGIN_REQ);
    one.set_data_length(99);
    wire.send(one, END_REQ);
  });
  finds("given up too early", [](Wire& wire, Payload& one, Payload&) {
    static PayloadPool pool;
    one.set_mm(&pool);
    wire.send(one, BEGIN_REQ);
    wire.send(one, END_REQ);
    one.set_mm(nullptr);
  });
  finds("an answer that does not fit", [](Wire& wire, Payload& one, Payload&) {
    wire.on_forward = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
      phase = END_RESP;
      return tlm::TLM_UPDATED;
    };
    wire.send(one, BEGIN_REQ);
  });
  finds("TLM_ACCEPTED with another phase", [](Wire& wire, Payload& one, Payload&) {
    wire.on_forward = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
      phase = END_REQ;
      return tlm::TLM_ACCEPTED;
    };
    wire.send(one, BEGIN_REQ);
  });
  finds("a target's phase forwards", [](Wire& wire, Payload& one, Payload&) {
    wire.back = true;
    wire.send(one, END_REQ);
  });
  {
    RequestOrder order;
    Payload first;
    Payload second;
    const sc_core::sc_time now{10, sc_core::SC_NS};
    order.sent(first, &order, now);
    order.sent(second, &order, now);
    CHECK(order.came(second, &order));
    CHECK_FALSE(order.came(first, &order));
    CHECK(order.came(first, &now));  // at another target
  }
  finds("b_transport: time runs backwards", [](Wire& wire, Payload& one, Payload&) {
    sc_core::sc_time delay{5, sc_core::SC_NS};
    one.set_response_status(tlm::TLM_OK_RESPONSE);
    wire.backwards = true;
    wire.initiator->b_transport(one, delay);
  });
}
