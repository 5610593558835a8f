#include "hw/node/relay_node.hpp"

#include <optional>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("a relay keeps a packet until every channel has taken it", "[relay_node][node]") {
  relay_node relay;
  relay.arrive(7, 0b11);
  relay.arrive(8, 0b01);
  relay.arrive(9, 0b00);  // for nobody
  CHECK(relay.packets() == 2);
  CHECK(relay.offered(0) == PacketId{7});
  relay.take(0);
  CHECK(relay.offered(0) == PacketId{8});  // however far channel 1 has come
  CHECK(relay.offered(1) == PacketId{7});
  relay.take(0);
  CHECK(relay.offered(0) == std::nullopt);
  CHECK(relay.offered(1) == PacketId{7});
  CHECK(relay.packets() == 2);  // 8 stands behind 7, which channel 1 waits for
  relay.take(1);
  CHECK(relay.packets() == 0);
}

TEST_CASE("a relay that has passed on everything is empty, however often", "[relay_node][node]") {
  relay_node relay;
  for (PacketId packet = 0; packet < 300; ++packet) {
    relay.arrive(packet, 0b1);
    CHECK(relay.offered(0) == packet);
    relay.take(0);
    CHECK(relay.packets() == 0);
  }
}
