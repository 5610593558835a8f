#include "hw/bus/grant_queue.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

using Nodes = std::vector<NodeId>;

std::vector<NodeId> writers(std::span<const BusRequest> requests) {
  std::vector<NodeId> nodes;
  for (const BusRequest& request : requests) nodes.push_back(request.writer);
  return nodes;
}

}  // namespace

TEST_CASE("processors wait by rising number until they are granted a place", "[grant_queue][bus]") {
  GrantQueue queue{6, 2};
  queue.ask(5, {}, 10_cycles);
  queue.ask(1, {}, 10_cycles);
  queue.ask(3, {}, 10_cycles);
  CHECK(queue.asks(5));
  CHECK_FALSE(queue.asks(2));
  CHECK_FALSE(queue.asks(6));  // there is none
  CHECK_FALSE(queue.asks(GrantQueue::kNobody));
  queue.gather();
  CHECK(writers(queue.gathered()) == Nodes{1, 3, 5});
  CHECK(writers(queue.waiting()) == Nodes{1, 3, 5});
  CHECK(queue.released().empty());
  CHECK(queue.start(3, 4_words, 10_cycles) == 0);
  CHECK_FALSE(queue.is_full());
  CHECK(queue.start(1, 2_words, 10_cycles) == 1);
  CHECK(queue.is_full());
  queue.settle();
  CHECK(writers(queue.waiting()) == Nodes{5});

  // What is freed is told to the arbiter once and given away again, the lowest place first.
  queue.end(1, 1, 7_cycles, 17_cycles);
  queue.end(3, 0, 7_cycles, 17_cycles);
  queue.ask(0, {}, 17_cycles);
  queue.ask(4, {}, 17_cycles);
  queue.gather();
  CHECK(writers(queue.gathered()) == Nodes{0, 4});
  CHECK(std::ranges::is_permutation(queue.released(), Nodes{1, 3}));
  CHECK(writers(queue.waiting()) == Nodes{0, 4, 5});
  CHECK(queue.start(5, 1_words, 17_cycles) == 0);
  queue.settle();
  queue.gather();
  CHECK(queue.released().empty());
  CHECK(queue.start(0, 1_words, 19_cycles) == 1);
  queue.settle();
  CHECK(writers(queue.waiting()) == Nodes{4});

  CHECK(queue.waited(3) == 0_cycles);
  CHECK(queue.waited(5) == 7_cycles);
  CHECK(queue.waited(0) == 2_cycles);
  const GrantFigures& figures = queue.figures();
  CHECK(figures.granted == 4);
  CHECK(figures.words == 8_words);
  CHECK(figures.active == 2);
  CHECK(figures.peak_active == 2);
  CHECK(figures.peak_waiting == 2);
  CHECK(figures.busy == 14_cycles);
  CHECK(figures.last_end == 17_cycles);
}

TEST_CASE("of processors that ask too early the lowest is remembered", "[grant_queue][bus]") {
  GrantQueue queue{6, 2};
  CHECK(queue.doubled() == GrantQueue::kNobody);
  queue.note_doubled(4);
  queue.note_doubled(2);
  queue.note_doubled(3);
  CHECK(queue.doubled() == 2);
}
