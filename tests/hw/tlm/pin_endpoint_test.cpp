#include "hw/tlm/pin_endpoint.hpp"

#include <deque>
#include <random>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/ring/shape.hpp"
#include "tests/hw/tlm/platforms.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

using Words32 = std::vector<std::uint32_t>;

/// A clocked module that streams packets out and takes those that come, and now and then pauses.
class streamer final : public sc_core::sc_module {
 public:
  streamer(sc_core::sc_module_name name, std::uint64_t seed, unsigned pauses, unsigned slow)
      : sc_module{name}, random_{seed}, pauses_{pauses}, slow_{slow} {
    HW_PROCESSES(streamer);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_out<bool> valid{"valid"};
  sc_core::sc_in<bool> ready{"ready"};
  sc_core::sc_out<std::uint32_t> data{"data"};
  sc_core::sc_out<bool> last{"last"};
  sc_core::sc_in<bool> come_valid{"come_valid"};
  sc_core::sc_out<bool> come_ready{"come_ready"};
  sc_core::sc_in<std::uint32_t> come_data{"come_data"};
  sc_core::sc_in<bool> come_last{"come_last"};

  std::deque<Words32> packets;
  std::vector<Words32> got;
  std::vector<std::int64_t> last_words;  ///< cycles in which the last words of packets crossed

 private:
  void edge() {
    if (shown_ && ready.read()) {
      if (++word_ == packets.front().size()) {
        packets.pop_front();
        word_ = 0;
        last_words.push_back(static_cast<std::int64_t>(sc_core::sc_time_stamp() /
                                                       sc_core::sc_time{10, sc_core::SC_NS}));
      }
      shown_ = false;
    }
    if (!shown_) shown_ = !packets.empty() && random_() % 8 >= pauses_;
    valid.write(shown_);
    data.write(shown_ ? packets.front()[word_] : 0);
    last.write(shown_ && word_ + 1 == packets.front().size());
    if (took_ && come_valid.read()) {
      coming_.push_back(come_data.read());
      if (come_last.read()) got.push_back(std::exchange(coming_, {}));
    }
    took_ = random_() % 8 >= slow_;
    come_ready.write(took_);
  }
  std::mt19937_64 random_;
  unsigned pauses_;  ///< eighths of the cycles in which it does not begin a word
  unsigned slow_;    ///< in which it takes none
  std::size_t word_ = 0;
  bool shown_ = false;
  bool took_ = false;
  Words32 coming_;
};

struct Pins {
  Pins(
      unsigned number, sc_core::sc_clock& clk, sc_core::sc_signal<bool>& rst_n, std::uint64_t seed,
      unsigned pauses, unsigned slow,
      const pin_endpoint<>::Destination& destination = [](auto first) { return first >> 16U; })
      : user{("user_" + std::to_string(number)).c_str(), seed, pauses, slow},
        endpoint{("endpoint_" + std::to_string(number)).c_str(), destination} {
    user.clk(clk);
    user.valid(valid);
    user.ready(ready);
    user.data(data);
    user.last(last);
    user.come_valid(come_valid);
    user.come_ready(come_ready);
    user.come_data(come_data);
    user.come_last(come_last);
    endpoint.clk_i(clk);
    endpoint.rst_ni(rst_n);
    endpoint.send_valid_i(valid);
    endpoint.send_ready_o(ready);
    endpoint.send_data_i(data);
    endpoint.send_last_i(last);
    endpoint.receive_valid_o(come_valid);
    endpoint.receive_ready_i(come_ready);
    endpoint.receive_data_o(come_data);
    endpoint.receive_last_o(come_last);
  }
  sc_core::sc_signal<bool> valid, ready, last, come_valid, come_ready, come_last;
  sc_core::sc_signal<std::uint32_t> data, come_data;
  streamer user;
  pin_endpoint<> endpoint;
};

/// Offers the same packets as a node would, in given cycles.
class sender final : public sc_core::sc_module {
 public:
  sender(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(sender);
    SC_METHOD(offer);
    SC_METHOD(take);
    dont_initialize();
    sensitive << start_;
  }
  sc_core::sc_port<network_port_if> port{"port"};
  std::deque<NetworkPacket> offers;

 private:
  void start_of_simulation() override { start_.notify(sc_core::SC_ZERO_TIME); }
  void offer() {
    if (offers.empty()) return;
    const Cycles when = offers.front().offered;
    if (when > port->clock().now()) return next_trigger(port->clock().until(when));
    if (!port->try_send(offers.front())) return next_trigger(port->room_event());
    offers.pop_front();
    next_trigger(sc_core::SC_ZERO_TIME);
  }
  void take() {
    next_trigger(port->arrival_event());
    while (port->arrived() != nullptr) static_cast<void>(port->take());
  }
  sc_core::sc_event start_;
};

using Arrival = std::tuple<std::int64_t, NodeId, NodeId, std::int64_t>;

std::vector<Arrival> arrivals(const PacketNotes& notes) {
  std::vector<Arrival> all;
  for (const auto& note : notes.notes) {
    all.emplace_back(note.arrived.count(), note.packet.source, note.packet.destination,
                     note.packet.words.count());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("packets between pins are whole, and take the cycles of packets between nodes",
          "[tlm][pins]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  const unsigned slow = GENERATE(0U, 5U);
  const Platform& platform = platforms()[which];
  CAPTURE(which, slow);
  PacketNotes notes;
  std::vector<std::deque<NetworkPacket>> offers(platform.ports);
  {
    const FreshKernel kernel;
    sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
    sc_core::sc_signal<bool> rst_n{"rst_n"};
    const auto network = platform.make("net", ClockPeriod{});
    network->observe(notes);
    std::mt19937_64 random{which + 1};
    std::vector<std::unique_ptr<Pins>> pins;
    std::vector<std::vector<Words32>> sent(platform.ports);  // by destination
    std::vector<std::deque<std::pair<NodeId, std::int64_t>>> shape(platform.ports);
    for (NodeId number = 0; number < platform.ports; ++number) {
      pins.push_back(
          std::make_unique<Pins>(number, clk, rst_n, 90 + number, slow > 0 ? 0 : 7, slow));
      pins.back()->endpoint.port(network->port[number]);
      for (std::uint32_t i = 0; i < 25; ++i) {
        const auto destination =
            static_cast<NodeId>((number + 1 + random() % (platform.ports - 1)) % platform.ports);
        Words32 words(1 + random() % 4);
        for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
        words.front() = destination << 16U | number << 8U | i;
        sent[destination].push_back(words);
        shape[number].emplace_back(destination, words.size());
        pins.back()->user.packets.push_back(words);
      }
    }
    rst_n.write(false);
    sc_core::sc_start(sc_core::sc_time{35, sc_core::SC_NS});
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time{60, sc_core::SC_US});
    for (NodeId number = 0; number < platform.ports; ++number) {
      std::vector<Words32> got = pins[number]->user.got;
      std::ranges::sort(got);
      std::ranges::sort(sent[number]);
      CHECK(got == sent[number]);
      const std::vector<std::int64_t>& when = pins[number]->user.last_words;
      REQUIRE(when.size() == 25);
      for (std::size_t i = 0; i < when.size(); ++i) {
        NetworkPacket packet;
        packet.destination = shape[number][i].first;
        packet.words = Words{shape[number][i].second};
        packet.tag = i;
        packet.offered = Cycles{when[i]};
        offers[number].push_back(packet);
      }
    }
  }
  if (slow > 0) return;  // who takes slowly holds packets back
  PacketNotes of_nodes;
  {
    const FreshKernel kernel;
    const auto network = platform.make("net", ClockPeriod{});
    network->observe(of_nodes);
    std::vector<std::unique_ptr<sender>> senders;
    for (NodeId number = 0; number < platform.ports; ++number) {
      senders.push_back(std::make_unique<sender>(("node_" + std::to_string(number)).c_str()));
      senders.back()->port(network->port[number]);
      senders.back()->offers = offers[number];
    }
    sc_core::sc_start();
  }
  CHECK(notes.notes.size() == platform.ports * 25U);
  CHECK((arrivals(notes) == arrivals(of_nodes)));
}

TEST_CASE("a reset forgets the packet that has waited for room, and since when", "[tlm][pins]") {
  const FreshKernel kernel;
  sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  bus_network wires{"wires", 4, 1, LinkTiming{100_cycles, 1_words}};  // the second waits for long
  PacketNotes notes;
  wires.observe(notes);
  Pins pins{0, clk, rst_n, 1, 0, 0};
  pins.endpoint.port(wires.port[0]);
  const Words32 packet{1U << 16U};
  pins.user.packets = {packet, packet, packet};  // on its way, at the port, in the endpoint
  rst_n.write(true);
  sc_core::sc_start(sc_core::sc_time{505, sc_core::SC_NS});
  rst_n.write(false);
  sc_core::sc_start(sc_core::sc_time{500, sc_core::SC_NS});
  CHECK(pins.user.packets.empty());
  rst_n.write(true);
  pins.user.packets = {{2U << 16U}};  // nobody takes what has come to port 1
  sc_core::sc_start(sc_core::sc_time{10, sc_core::SC_US});
  REQUIRE(notes.offers.size() == 3);  // the third is gone
  CHECK(notes.offers[1].offered < 50_cycles);
  CHECK(notes.offers[2].offered >= 100_cycles);
}

TEST_CASE("a pin endpoint has room for a packet", "[tlm][pins]") {
  const FreshKernel kernel;
  CHECK_THROWS_WITH((pin_endpoint<>{"pins", {}, 0}),
                    "pins has room for no packet: give it a buffer of one or more.");
}

TEST_CASE("a packet between pins that never ends is told", "[tlm][pins]") {
  const FreshKernel kernel;
  sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
  sc_core::sc_signal<bool> rst_n{"rst_n", true};
  direct_network ring{"ring", ring_shape(3)};
  Pins pins{0, clk, rst_n, 1, 0, 0};
  pins.endpoint.port(ring.port[0]);
  const auto most = static_cast<std::size_t>(ring.port[0]->most_words().count());
  REQUIRE(most < 100'000);
  pins.user.packets = {Words32(most + 1, 1U << 16U)};
  CHECK_THROWS_WITH(
      sc_core::sc_start(sc_core::sc_time{1, sc_core::SC_MS}),
      Catch::Matchers::Contains("has sent " + std::to_string(most) + " words without `last`"));
}

TEST_CASE("a packet from pins of another type is told, not shown as zeros", "[tlm][pins]") {
  const FreshKernel kernel;
  sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
  sc_core::sc_signal<bool> rst_n{"rst_n", true};
  bus_network wires{"wires", 3, 1, LinkTiming{0_cycles, 1_words}};
  Pins pins{0, clk, rst_n, 1, 0, 0};
  pins.endpoint.port(wires.port[0]);
  sender other{"other"};
  other.port(wires.port[1]);
  NetworkPacket packet;
  packet.words = 2_words;
  packet.tag = 7;
  packet.offered = 3_cycles;
  SECTION("words alone come as a number and zeros") {
    other.offers = {packet};
    sc_core::sc_start(sc_core::sc_time{1, sc_core::SC_US});
    CHECK((pins.user.got == std::vector<Words32>{{7, 0}}));
  }
  SECTION("bytes do not become words of 32 bits") {
    packet.payload =
        std::make_shared<const PinPayload<std::uint8_t>>(std::vector<std::uint8_t>{1, 2});
    other.offers = {packet};
    CHECK_THROWS_WITH(sc_core::sc_start(sc_core::sc_time{1, sc_core::SC_US}),
                      Catch::Matchers::Contains("Packet 7 does not carry words as its pins do"));
    CHECK(pins.user.got.empty());
  }
}

namespace {

/// What begins and ends on links: cycle, part, kind, words.
using LinkRow = std::tuple<std::int64_t, std::string, TraceKind, std::int64_t>;

struct LinkRows final : trace_sink_if {
  void record(const TraceRow& row) override {
    rows.emplace_back(row.cycle.count(), row.part.substr(row.part.rfind('.') + 1), row.kind,
                      row.words.count());
  }
  std::vector<LinkRow> sorted() {
    std::ranges::sort(rows);
    return rows;
  }
  std::vector<LinkRow> rows;
};

struct LinkOffer {
  Cycles cycle;
  Words words;
};

/// A node's part: it sends what it has, each not before its cycle.
Program send_at(processor& self, unsigned channel, const std::vector<LinkOffer>& offers) {
  for (const LinkOffer& offer : offers) {
    co_await self.wait_until(offer.cycle);
    co_await self.send(channel, Packet{1, self.id(), 0, offer.words, {}});
  }
}

Program send_both(processor& self, const std::vector<std::vector<LinkOffer>>& offers) {
  std::vector<Program> both;
  for (unsigned c : {0U, 1U}) both.push_back(send_at(self, c, offers[2 * self.id() + c]));
  co_await all(self, std::move(both));
}

}  // namespace

TEST_CASE("packets between pins at the ends of links take the cycles of those between nodes",
          "[tlm][pins][link]") {
  const auto timing = GENERATE(LinkTiming{0_cycles, 1_words}, LinkTiming{3_cycles, 1_words},
                               LinkTiming{9_cycles, 2_words});
  CAPTURE(timing.startup.count());
  const DirectWiring wiring = RingShape{3}.wiring();
  LinkRows of_pins;
  std::vector<std::vector<LinkOffer>> offers(6);  // by node and channel, as links and pins
  {
    const FreshKernel kernel;
    sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
    sc_core::sc_signal<bool> rst_n{"rst_n"};
    link_bank links{"links"};
    const auto other_end = [&](unsigned place) {
      const ChannelEnd other = *wiring.neighbour(place / 2, place % 2);
      return 2 * other.node + other.channel;
    };
    for (unsigned place = 0; place < 6; ++place) links.add(place / 2, other_end(place) / 2, timing);
    links.listen(of_pins);
    std::vector<std::unique_ptr<Pins>> pins;
    std::vector<std::vector<Words32>> sent(6);  // by place
    for (unsigned place = 0; place < 6; ++place) {
      pins.push_back(std::make_unique<Pins>(place, clk, rst_n, 50 + place, place % 3, 0));
      plexus::link& leaving = links.links()[place];
      pins.back()->endpoint.link(links.pair(&leaving, &links.links()[other_end(place)]));
      for (std::uint32_t i = 0; i < 25; ++i) {
        Words32 words(1 + (i * 7 + place) % 5);
        for (std::uint32_t& word : words) word = 100 * i + place;
        pins.back()->user.packets.push_back(words);
        sent[place].push_back(words);
      }
    }
    sc_core::sc_start(sc_core::sc_time{35, sc_core::SC_NS});
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time{20, sc_core::SC_US});
    for (unsigned place = 0; place < 6; ++place) {
      CHECK(pins[other_end(place)]->user.got == sent[place]);
      const std::vector<std::int64_t>& when = pins[place]->user.last_words;
      REQUIRE(when.size() == 25);
      for (std::size_t i = 0; i < 25; ++i) {
        offers[place].push_back(
            {Cycles{when[i]}, Words{static_cast<std::int64_t>(sent[place][i].size())}});
      }
    }
  }
  const FreshKernel kernel;
  direct_machine ring{"ring", wiring, {}, timing, PortRule::kAllFull};
  LinkRows of_nodes;
  ring.links.listen(of_nodes);
  ring.load([&](processor& self) { return send_both(self, offers); });
  sc_core::sc_start();
  CHECK(of_nodes.rows.size() == 2 * 6 * 25);
  CHECK((of_pins.sorted() == of_nodes.sorted()));
}

TEST_CASE("a pin endpoint stands at one place, and knows there where packets go",
          "[tlm][pins][wiring]") {
  const FreshKernel kernel;
  sc_core::sc_clock clk{"clk", sc_core::sc_time{10, sc_core::SC_NS}};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  const auto network = platforms().front().make("net", ClockPeriod{});
  link_bank links{"links"};
  Pins at{0, clk, rst_n, 1, 0, 0};
  SECTION("nowhere") {
    CHECK(wiring_error([] {}) ==
          "Pin endpoint endpoint_0 stands at nothing: bind its port to one of a network, or its "
          "link to those where a node would be.");
  }
  SECTION("at a network and at links") {
    CHECK(wiring_error([&] {
            at.endpoint.port(network->port[0]);
            at.endpoint.link(links.pair(nullptr, nullptr));
          }) ==
          "Pin endpoint endpoint_0 stands at net.port_0 and at links.open: bind either its port to "
          "one of a network, or its link to those where a node would be.");
  }
  SECTION("at links that are not there") {
    CHECK(wiring_error([&] { at.endpoint.link(links.pair(nullptr, nullptr)); }) ==
          "Pin endpoint endpoint_0 stands at links.open, where nothing leaves and nothing enters: "
          "bind its link to a pair with a link.");
  }
  SECTION("without saying where packets go") {
    Pins other{1, clk, rst_n, 1, 0, 0, {}};
    CHECK(wiring_error([&] {
            at.endpoint.port(network->port[0]);
            other.endpoint.port(network->port[1]);
          }) ==
          "Pin endpoint endpoint_1 stands at net.port_1: make it with a function that says where "
          "its packets are to go.");
  }
}
