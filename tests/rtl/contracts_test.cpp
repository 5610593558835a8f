#include <functional>
#include <string>

#include <catch2/catch.hpp>

#include "tests/rtl/block_bench.hpp"

namespace plexus::contracts_test {

namespace {

/// What makes an assertion of a block fail, and nothing else does.
struct Breach {
  const char* room;
  const char* block;
  Parameters size;
  const char* assertion;
  std::function<void(block_bench&)> provoke;
};

void link_offer(block_bench& link, std::uint64_t words, std::uint64_t bandwidth) {
  link.set("valid_i", 1);
  link.set("words_i", words);
  link.set("bandwidth_i", bandwidth);
  link.edge();
}

}  // namespace

TEST_CASE("a block says when what it is told breaks its contract", "[rtl][contracts]") {
  const auto breach = GENERATE(values<Breach>({
      {"rtl/link", "link", {}, "OfferHasWords", [](auto& b) { link_offer(b, 0, 1); }},
      {"rtl/link", "link", {}, "OfferHasBandwidth", [](auto& b) { link_offer(b, 1, 0); }},
      {"rtl/link",
       "link",
       {},
       "OfferWaits",
       [](auto& b) {
         link_offer(b, 5, 1);
         link_offer(b, 4, 1);
         link_offer(b, 3, 1);
       }},
      {"rtl/channel",
       "port_guard",
       {},
       "RuleExists",
       [](auto& b) {
         b.set("rule_i", 6);
         b.edge();
       }},
      {"rtl/node",
       "relay_node",
       {},
       "OneParent",
       [](auto& b) {
         b.set("rx_valid_i", 3);
         b.edge();
       }},
      {"rtl/router",
       "exchange_ctl",
       {},
       "GoWhenReady",
       [](auto& b) {
         b.set("step_go_i", 1);
         b.edge();
         b.edge();
       }},
      {"rtl/router",
       "exchange_ctl",
       {},
       "DoneInsideStep",
       [](auto& b) {
         b.set("half_done_i", 1);
         b.edge();
       }},
      {"rtl/router",
       "exchange_ctl",
       {},
       "ParityConstant",
       [](auto& b) {
         b.set("step_go_i", 1);
         b.edge();
         b.set("step_go_i", 0);
         b.edge();
         b.set("parity_i", 1);
         b.edge();
       }},
      {"rtl/bus", "bus_arbiter", {}, "ChannelsInRange", [](auto& b) { b.edge(); }},
      {"rtl/bus",
       "bus_arbiter",
       {},
       "ReleaseGranted",
       [](auto& b) {
         b.set("k_star_i", 1);
         b.set("release_i", 2);
         b.edge();
       }},
      {"rtl/bus",
       "bus_arbiter",
       {},
       "OwnReader",
       [](auto& b) {
         b.set("k_star_i", 1);
         b.set("req_i", 1);
         b.set("readers_i", 1);
         b.edge();
       }},
      {"rtl/bus",
       "bank_arbiter",
       {{"Processors", 8}, {"Banks", 3}},
       "BankExists",
       [](auto& b) {
         b.set("req_i", 1);
         b.set("slot_i", 1);
         b.set("bank_i", 3);
         b.settle();
       }},
      {"rtl/router",
       "torus_route",
       {},
       "OnTheGrid",
       [](auto& b) {
         b.set("side_i", 1 | 4 << 16);
         b.set("here_i", 5 << 16);
         b.settle();
       }},
      {"rtl/switch",
       "combine_element",
       {},
       "SameDestinationSameTag",
       [](auto& b) {
         b.set("valid_i", 3);
         b.set("tag_i", 1);
         b.edge();
       }},
      {"rtl/switch",
       "omega_net",
       {},
       "NoLoadWhileBusy",
       [](auto& b) {
         b.set("words_i", 5);
         b.set("bandwidth_i", 1);
         b.set("load_i", 1);
         b.edge();
         b.edge();
       }},
      {"rtl/switch",
       "omega_net",
       {},
       "SomeBandwidth",
       [](auto& b) {
         b.set("words_i", 5);
         b.set("load_i", 1);
         b.edge();
       }},
      {"rtl/switch",
       "omega_net",
       {{"Ports", 8}, {"DataWidth", 32}, {"CostWidth", 64}, {"StageRegister", 1}},
       "LongEnough",
       [](auto& b) {
         b.set("words_i", 3);
         b.set("bandwidth_i", 1);
         b.set("valid_i", 1);
         b.set("load_i", 1);
         for (int cycle = 0; cycle < 4; ++cycle) {
           b.edge();
           b.set("load_i", 0);
         }
       }},
      {"rtl/switch",
       "omega_fifo_element",
       {{"DataWidth", 8}, {"AddressWidth", 3}, {"AgeWidth", 4}, {"Depth", 1}},
       "RouteBitExists",
       [](auto& b) {
         b.set("route_bit_i", 3);
         b.edge();
       }},
      {"rtl/basic",
       "credit_counter",
       {{"Depth", 1}},
       "NeverOverdrawn",
       [](auto& b) {
         b.set("take_i", 1);
         b.edge();
         b.edge();
       }},
      {"rtl/basic",
       "credit_counter",
       {{"Depth", 1}},
       "NeverMorePlaces",
       [](auto& b) {
         b.set("give_i", 1);
         b.edge();
       }},
      {"rtl/switch",
       "benes_setup",
       {},
       "IsPermutation",
       [](auto& b) {
         b.set("go_i", 1);
         b.edge();
       }},
      {"rtl/switch",
       "benes_setup",
       {},
       "NoGoWhileBusy",
       [](auto& b) {
         for (unsigned i = 0; i < 8; ++i) b.set_field("perm_i", i, 3, i);
         b.set("go_i", 1);
         b.edge();
         b.edge();
       }},
  }));
  CAPTURE(breach.block, breach.assertion);
  block_bench block{breach.room, breach.block, breach.size};
  CHECK(block.errors().find(breach.assertion) == std::string::npos);
  breach.provoke(block);
  CHECK_THAT(block.errors(), Catch::Contains(breach.assertion));
}

}  // namespace plexus::contracts_test
