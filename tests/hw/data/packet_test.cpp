#include "hw/data/packet.hpp"

#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

const Blocks kBlocks{std::vector<Interval>{{0, 2}, {5, 1}}, Slice{0_words, 4_words}};

}  // namespace

TEST_CASE("no packet has no words and nothing in it", "[packet]") {
  const Packet none;
  CHECK(none.words() == 0_words);
  CHECK(none.blocks().empty());
}

TEST_CASE("what a packet holds lives as long as its last copy", "[packet]") {
  Packet last;
  {
    const Packet first{7, 1, 2, 12_words, kBlocks};
    Packet second = first;
    last = second;
    second = Packet{8, 0, 0, 1_words, {}};
    CHECK(second.id() == 8);
    CHECK(first.id() == 7);
  }
  CHECK(last.id() == 7);
  CHECK(last.source() == 1);
  CHECK(last.destination() == 2);
  CHECK(last.words() == 12_words);
  CHECK(last.blocks() == kBlocks);
}

TEST_CASE("a packet is for those that its header names, or for its destination", "[packet]") {
  const auto receivers = [](const Packet& packet) {
    std::vector<NodeId> all;
    packet.for_each_receiver([&](NodeId node) { all.push_back(node); });
    return all;
  };
  const Packet one{7, 1, 2, 12_words, kBlocks};
  CHECK(receivers(one) == std::vector<NodeId>{2});
  CHECK(one.is_for(2));
  CHECK_FALSE(one.is_for(1));
  const Packet some{8, 1, 2, 12_words, kBlocks, {.receivers = NodeSet{{9, 3, 4, 3}}}};
  CHECK(receivers(some) == std::vector<NodeId>{3, 4, 9});
  CHECK(some.is_for(9));
  CHECK_FALSE(some.is_for(2));
  CHECK(receivers({9, 1, 2, 12_words, kBlocks, {.onward = Interval{5, 2}}}).empty());
}

TEST_CASE("a packet that is moved from is none", "[packet]") {
  Packet from{7, 1, 2, 12_words, kBlocks};
  const Packet to = std::move(from);
  CHECK(to.words() == 12_words);
  CHECK(from.words() == 0_words);
  from = to;
  CHECK(from.id() == 7);
}

TEST_CASE("other contents make another packet of the same number", "[packet]") {
  const Packet packet{7, 1, 2, 12_words, kBlocks};
  const Packet shorter = packet.carrying(4_words, Blocks{Interval{5, 1}, Slice{0_words, 4_words}});
  CHECK(shorter.id() == 7);
  CHECK(shorter.source() == 1);
  CHECK(shorter.destination() == 2);
  CHECK(shorter.words() == 4_words);
  CHECK(shorter.blocks().count() == 1);
  CHECK(packet.words() == 12_words);
  CHECK(packet.blocks() == kBlocks);
}
