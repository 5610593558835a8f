#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/judgement.hpp"
#include "models/schedule/layout.hpp"
#include "models/schedule/player.hpp"

using namespace plexus;

namespace {

/// A schedule under construction.
class Sketch {
 public:
  explicit Sketch(ScheduledOperation operation) { schedule.operation = to_string(operation); }

  /// Number of the row in its thread.
  RowName add(NodeId node, std::uint32_t thread, RowKind kind, NodeId peer, const std::string& data,
              std::vector<RowName> after = {}) {
    ScheduleRow row;
    row.node = node;
    row.thread = thread;
    row.kind = kind;
    row.peer = peer;
    if (const auto places = parse_places(data)) {
      row.places = *places;
    } else {
      row.blocks = parse_blocks(data + "[0+0]");
    }
    row.after = std::move(after);
    schedule.rows.push_back(row);
    std::uint32_t number = 0;
    for (const ScheduleRow& one : schedule.rows) {
      number += one.node == node && one.thread == thread ? 1U : 0U;
    }
    return {thread, number - 1};
  }
  RowName inside(NodeId node, std::uint32_t thread, RowKind kind, const std::string& from,
                 const std::string& to, std::vector<RowName> after = {}) {
    const RowName name = add(node, thread, kind, 0, to, std::move(after));
    schedule.rows.back().from = *parse_places(from);
    return name;
  }

  Schedule schedule;
};

Schedule numbered(Schedule schedule) {
  for (std::size_t i = 0; i < schedule.rows.size(); ++i) schedule.rows[i].line = 10 + i;
  return schedule;
}

std::string text(std::uint64_t number) { return std::to_string(number); }

Schedule allreduce_on_a_ring(NodeId n) {
  Sketch sketch{ScheduledOperation::kAllreduce};
  sketch.schedule.pieces = n;
  std::vector<std::optional<RowName>> last(n);
  for (NodeId step = 0; step < 2 * n - 2; ++step) {
    const bool sums = step < n - 1;
    std::vector<std::optional<RowName>> come(n);
    for (NodeId v = 0; v < n; ++v) {
      const NodeId chunk = (v + 2 * n - step) % n;
      const NodeId to = (v + 1) % n;
      std::vector<RowName> after;
      if (last[v]) after.push_back(*last[v]);
      sketch.add(v, 0, RowKind::kSend, to, text(chunk), after);
      come[to] = sketch.add(to, 1, sums ? RowKind::kReduce : RowKind::kReceive, v, text(chunk));
    }
    last = come;
  }
  return numbered(sketch.schedule);
}

Schedule allgather_by_doubling(NodeId n) {
  Sketch sketch{ScheduledOperation::kAllgather};
  std::vector<std::optional<RowName>> last(n);
  for (NodeId half = 1; half < n; half *= 2) {
    std::vector<std::optional<RowName>> come(n);
    for (NodeId v = 0; v < n; ++v) {
      const NodeId first = v / half * half;
      const std::string blocks =
          half == 1 ? text(first) : text(first) + "-" + text(first + half - 1);
      const NodeId to = v ^ half;
      std::vector<RowName> after;
      if (last[v]) after.push_back(*last[v]);
      sketch.add(v, 0, RowKind::kSend, to, blocks, after);
      come[to] = sketch.add(to, 1, RowKind::kReceive, v, blocks);
    }
    last = come;
  }
  return numbered(sketch.schedule);
}

Schedule broadcast_down_a_tree(NodeId n) {
  Sketch sketch{ScheduledOperation::kBroadcast};
  for (NodeId half = 1; half < n; half *= 2) {
    for (NodeId v = 0; v < half && v + half < n; ++v) {
      sketch.add(v, 0, RowKind::kSend, v + half, "0");
      sketch.add(v + half, 0, RowKind::kReceive, v, "0");
    }
  }
  return numbered(sketch.schedule);
}

/// Every node sends its vector into a place of its own at all others, which add up what has come.
Schedule allreduce_in_one_step(NodeId n) {
  Sketch sketch{ScheduledOperation::kAllreduce};
  for (NodeId v = 0; v < n; ++v) {
    for (NodeId other = 0; other < n; ++other) {
      if (other != v) sketch.add(v, other, RowKind::kSend, other, "i0");
    }
  }
  for (NodeId v = 0; v < n; ++v) {
    sketch.inside(v, n, RowKind::kCopy, "i0", "o0");
    for (NodeId other = 0; other < n; ++other) {
      if (other == v) continue;
      const RowName come = sketch.add(v, other, RowKind::kReceive, other, "s" + text(other));
      sketch.inside(v, n, RowKind::kCombine, "s" + text(other), "o0", {come});
    }
  }
  return numbered(sketch.schedule);
}

Schedule direct(ScheduledOperation operation, NodeId n) {
  Schedule schedule = direct_schedule({operation, n, 16_words, 0, Operator::kSum});
  schedule.operation = to_string(operation);
  return numbered(schedule);
}

std::vector<Schedule> right_ones() {
  std::vector<Schedule> all{allreduce_on_a_ring(3),   allreduce_on_a_ring(5),
                            allgather_by_doubling(2), allgather_by_doubling(8),
                            broadcast_down_a_tree(7), allreduce_in_one_step(2),
                            allreduce_in_one_step(4)};
  for (const ScheduledOperation operation : kScheduledOperations) {
    all.push_back(direct(operation, 4));
  }
  return all;
}

Judgement judged(const Schedule& schedule) {
  return judge(schedule, {scheduled_operation(schedule.operation), 0});
}

std::string told(const std::vector<Finding>& findings) {
  std::ostringstream out;
  for (const Finding& one : findings) {
    out << one.line << ": " << to_string(one.kind) << ": " << one.sentence << '\n';
  }
  return out.str();
}

/// Is one of these kinds found? With `line`, there.
bool found(const Judgement& judgement, const std::set<FindingKind>& kinds,
           std::optional<std::size_t> line = {}) {
  return std::ranges::any_of(judgement.findings, [&](const Finding& one) {
    const bool here =
        !line || one.line == *line || std::ranges::find(one.lines, *line) != one.lines.end();
    return kinds.contains(one.kind) && here;
  });
}

/// Rows keep their numbers where one is taken away: work of no cycles stands in its place.
void take_away(ScheduleRow& row) {
  ScheduleRow idle;
  idle.node = row.node;
  idle.thread = row.thread;
  idle.kind = RowKind::kCompute;
  idle.line = row.line;
  idle.after = row.after;
  row = idle;
}

bool takes(const ScheduleRow& row) {
  return row.kind == RowKind::kReceive || row.kind == RowKind::kReduce;
}

/// Plants a mistake at every row for which `plant` does, and looks for it.
using Plant = std::function<bool(Schedule&, const ScheduleMatch&, std::size_t)>;
std::size_t plant_all(const Plant& plant, const std::set<FindingKind>& kinds, bool at_line) {
  std::size_t planted = 0;
  for (const Schedule& right : right_ones()) {
    const ScheduleMatch match = match_rows(right);
    for (std::size_t row = 0; row < right.rows.size(); ++row) {
      Schedule wrong = right;
      if (!plant(wrong, match, row)) continue;
      ++planted;
      const Judgement judgement = judged(wrong);
      CAPTURE(right.operation, right.rows.size(), right.rows[row].line, told(judgement.findings));
      std::optional<std::size_t> line;
      if (at_line) line = right.rows[row].line;
      CHECK(found(judgement, kinds, line));
    }
  }
  return planted;
}

}  // namespace

TEST_CASE("nothing is found in schedules that are right", "[schedule][check]") {
  for (const Schedule& right : right_ones()) {
    const Judgement judgement = judged(right);
    CAPTURE(right.operation, right.rows.size(), told(judgement.findings));
    CHECK(judgement.findings.empty());
    CHECK(judgement.has_result);
  }
}

TEST_CASE("a message without an end is found", "[schedule][check]") {
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch&, std::size_t row) {
              if (!takes(wrong.rows[row])) return false;
              take_away(wrong.rows[row]);
              return true;
            },
            {FindingKind::kUnmatchedSend}, false) > 100);
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch&, std::size_t row) {
              if (wrong.rows[row].kind != RowKind::kSend) return false;
              take_away(wrong.rows[row]);
              return true;
            },
            {FindingKind::kUnmatchedReceive}, false) > 100);
}

TEST_CASE("a message that is left out is missed in the result", "[schedule][check]") {
  const std::set<FindingKind> kinds{FindingKind::kMissing, FindingKind::kWrongResult,
                                    FindingKind::kReadBeforeWrite};
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              if (!takes(wrong.rows[row])) return false;
              take_away(wrong.rows[match.partner[row]]);
              take_away(wrong.rows[row]);
              return true;
            },
            kinds, false) > 100);
}

TEST_CASE("a contribution that comes twice is found where it is added", "[schedule][check]") {
  // The message comes again, in threads of its own, when all of the node has been done.
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              if (wrong.rows[row].kind != RowKind::kReduce) return false;
              ScheduleRow take = wrong.rows[row];
              ScheduleRow send = wrong.rows[match.partner[row]];
              send.after = {{send.thread, 0}};
              send.thread = take.thread = 90;
              send.tag = take.tag = 7;
              take.line = 900;
              send.line = 901;
              wrong.rows.push_back(send);
              wrong.rows.push_back(take);
              return true;
            },
            {FindingKind::kDoubled}, false) > 20);
}

TEST_CASE("data of a message that the other end calls otherwise are found", "[schedule][check]") {
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch&, std::size_t row) {
              ScheduleRow& at = wrong.rows[row];
              if (at.kind != RowKind::kSend) return false;
              if (!at.places.empty()) {
                ++at.places.back().offsets.count;
              } else {
                at.blocks = Blocks{Interval{at.blocks.intervals().front().first + 1, 1}, Slice{}};
              }
              return true;
            },
            {FindingKind::kOtherData}, true) > 100);
}

TEST_CASE("another block than the right one is found", "[schedule][check]") {
  const std::set<FindingKind> kinds{FindingKind::kMissing, FindingKind::kWrongResult,
                                    FindingKind::kReadBeforeWrite, FindingKind::kDoubled,
                                    FindingKind::kNoSuchPlace};
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              ScheduleRow& at = wrong.rows[row];
              if (at.kind != RowKind::kSend || !at.places.empty()) return false;
              at.blocks = Blocks{Interval{at.blocks.intervals().front().first + 1, 1}, Slice{}};
              wrong.rows[match.partner[row]].blocks = at.blocks;
              return true;
            },
            kinds, false) > 100);
}

TEST_CASE("a wait that is left out is found at its row", "[schedule][check]") {
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              ScheduleRow& at = wrong.rows[row];
              const bool as_before = std::ranges::any_of(match.waits[row], [&](std::size_t one) {
                return wrong.rows[one].thread == at.thread && wrong.rows[one].after == at.after;
              });
              if (at.after.empty() || as_before) return false;
              at.after.clear();
              return true;
            },
            {FindingKind::kRace, FindingKind::kReadBeforeWrite}, true) > 50);
}

TEST_CASE("rows that wait for each other are told as a circle", "[schedule][check]") {
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              // The sender waits for a row of its node that comes after the receiver's answer.
              if (wrong.rows[row].kind != RowKind::kSend) return false;
              for (std::size_t later = row + 1; later < wrong.rows.size(); ++later) {
                const auto& waits = match.waits[later];
                if (std::ranges::find(waits, row) == waits.end()) continue;
                std::uint32_t number = 0;
                for (std::size_t i = 0; i < later; ++i) {
                  const ScheduleRow& one = wrong.rows[i];
                  number +=
                      one.node == wrong.rows[later].node && one.thread == wrong.rows[later].thread
                          ? 1U
                          : 0U;
                }
                wrong.rows[row].after.push_back({wrong.rows[later].thread, number});
                return true;
              }
              return false;
            },
            {FindingKind::kDeadlock}, true) > 50);
}

TEST_CASE("a circle is told by its lines, steps inside a line are not", "[schedule][check]") {
  Sketch sketch{ScheduledOperation::kAllgather};
  for (NodeId v = 0; v < 2; ++v) {
    sketch.add(v, 0, RowKind::kReceive, 1 - v, text(1 - v));
    sketch.add(v, 0, RowKind::kSend, 1 - v, text(v));
  }
  for (std::size_t i = 0; i < 4; ++i) sketch.schedule.rows[i].line = 10 + i / 2;
  const Judgement judgement = judged(sketch.schedule);
  CAPTURE(told(judgement.findings));
  const auto found_circle =
      std::ranges::find(judgement.findings, FindingKind::kDeadlock, &Finding::kind);
  REQUIRE(found_circle != judgement.findings.end());
  const Finding& circle = *found_circle;
  CHECK(circle.line == 10);
  CHECK(circle.lines == std::vector<std::size_t>{11});
  CHECK(circle.sentence ==
        "the row waits for itself, so no order of the rows is possible: line 10 waits for the "
        "message of line 11, line 11 waits for the message of line 10");
}

TEST_CASE("of a long circle twelve steps are told, and how many there are more",
          "[schedule][check]") {
  const auto [nodes, end] =
      GENERATE(table<NodeId, std::string>({{12, "line 11 waits for the message of line 10"},
                                           {13, ", and 1 more"},
                                           {20, ", and 8 more"}}));
  CAPTURE(nodes);
  Sketch sketch{ScheduledOperation::kAllgather};
  for (NodeId v = 0; v < nodes; ++v) {
    sketch.add(v, 0, RowKind::kReceive, (v + nodes - 1) % nodes, text((v + nodes - 1) % nodes));
    sketch.add(v, 0, RowKind::kSend, (v + 1) % nodes, text(v));
  }
  for (std::size_t i = 0; i < 2 * nodes; ++i) sketch.schedule.rows[i].line = 10 + i / 2;
  const Judgement judgement = judged(sketch.schedule);
  const auto circle = std::ranges::find(judgement.findings, FindingKind::kDeadlock, &Finding::kind);
  REQUIRE(circle != judgement.findings.end());
  CHECK_THAT(circle->sentence, Catch::EndsWith(end));
}

TEST_CASE("what a node holds in place of its result is told", "[schedule][check]") {
  const auto sentences = [](bool sums) {
    Sketch sketch{ScheduledOperation::kAllgather};
    for (NodeId v = 0; v < 2; ++v) {
      sketch.add(v, 0, RowKind::kSend, 1 - v, "i0");
      if (sums) {
        sketch.inside(v, 2, RowKind::kCopy, "i0", "o0");
        sketch.inside(v, 2, RowKind::kCopy, "i0", "o1");
        const RowName come = sketch.add(v, 1, RowKind::kReceive, 1 - v, "s0");
        sketch.inside(v, 2, RowKind::kCombine, "s0", "o" + text(v), {come});
      } else {
        sketch.inside(v, 2, RowKind::kCopy, "i0", "o" + text(1 - v));
        sketch.add(v, 1, RowKind::kReceive, 1 - v, "o" + text(v));
      }
    }
    std::set<std::string> all;
    for (const Finding& one : judged(numbered(sketch.schedule)).findings) all.insert(one.sentence);
    return all;
  };
  const auto tells = [](const std::set<std::string>& all, const std::string& words) {
    return std::ranges::any_of(
        all, [&](const std::string& one) { return one.find(words) != std::string::npos; });
  };
  const auto other = sentences(false);
  CAPTURE(other);
  CHECK(tells(other, "holds block 1 in place of block 0"));
  CHECK(tells(other, "holds block 0 in place of block 1"));
  const auto sum = sentences(true);
  CAPTURE(sum);
  CHECK(tells(sum, "holds the sum of blocks 0-1 in place of block 0"));
}

TEST_CASE("in place one buffer is a part of the other one, which keeps its places", "[schedule]") {
  Schedule schedule;
  schedule.in_place = true;
  const DataLayout scattered{schedule, ScheduledOperation::kReduceScatter, 4, 0, 2};
  CHECK(scattered.canonical(3, {Buffer::kOutput, 1}) == BufferPlace{Buffer::kInput, 7});
  CHECK(scattered.canonical(3, {Buffer::kInput, 1}) == BufferPlace{Buffer::kInput, 1});
  const DataLayout gathered{schedule, ScheduledOperation::kAllgather, 4, 0, 2};
  CHECK(gathered.canonical(3, {Buffer::kInput, 1}) == BufferPlace{Buffer::kOutput, 7});
  CHECK(gathered.canonical(3, {Buffer::kOutput, 1}) == BufferPlace{Buffer::kOutput, 1});
}

TEST_CASE("a row of no use is told, also the first one", "[schedule][check]") {
  Sketch sketch{ScheduledOperation::kBroadcast};
  sketch.inside(0, 1, RowKind::kCopy, "i0", "s0");
  sketch.add(0, 0, RowKind::kSend, 1, "0");
  sketch.add(1, 0, RowKind::kReceive, 0, "0");
  const auto found = judged(numbered(sketch.schedule)).findings;
  const auto unused = std::ranges::find(found, FindingKind::kUnused, &Finding::kind);
  REQUIRE(unused != found.end());
  CHECK(unused->line == 10);
}

TEST_CASE("a row of no use, a row that is not there, a place that is not there are found",
          "[schedule][check]") {
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch&, std::size_t row) {
              if (wrong.rows[row].places.empty()) return false;
              ScheduleRow copy = wrong.rows[row];
              copy.kind = RowKind::kCopy;
              copy.peer = 0;
              copy.thread = 90;
              copy.after.clear();
              copy.from = {{Buffer::kInput, {0, 1}}};
              copy.places = {{Buffer::kScratch, {50, 1}}};
              copy.line = wrong.rows[row].line;
              wrong.rows[row].line = 900;
              wrong.rows.push_back(copy);
              return true;
            },
            {FindingKind::kUnused}, true) > 20);
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch&, std::size_t row) {
              wrong.rows[row].after.push_back({77, 0});
              return true;
            },
            {FindingKind::kUnknownRow}, true) > 100);
  CHECK(plant_all(
            [](Schedule& wrong, const ScheduleMatch& match, std::size_t row) {
              ScheduleRow& at = wrong.rows[row];
              if (at.kind != RowKind::kSend || !at.places.empty()) return false;
              at.blocks = Blocks{Interval{1000, 1}, Slice{}};
              wrong.rows[match.partner[row]].blocks = at.blocks;
              return true;
            },
            {FindingKind::kNoSuchPlace}, true) > 100);
}

TEST_CASE("what a schedule costs stands beside what any costs", "[schedule][check]") {
  const CostOfSchedule ring = judged(allreduce_on_a_ring(5)).cost;
  CHECK(ring.rounds == 8);
  CHECK(ring.least_rounds == 3);  // a message a node and round doubles who knows at most
  CHECK(ring.volume == Approx(8));
  CHECK(ring.least_volume == 8);
  CHECK(ring.busiest == Approx(8. / 5));
  CHECK(*ring.least_busiest == Approx(8. / 5));
  CHECK(ring.links.size() == 5);
  const CostOfSchedule doubling = judged(allgather_by_doubling(8)).cost;
  CHECK(doubling.rounds == 3);
  CHECK(doubling.least_rounds == 3);
  CHECK(doubling.busiest == 7);
  const CostOfSchedule two = judged(allgather_by_doubling(2)).cost;
  CHECK(two.rounds == 1);
  CHECK(two.least_rounds == 1);
  CHECK(two.least_volume == 2);
  CHECK(two.least_busiest == 1);
  const CostOfSchedule once = judged(allreduce_in_one_step(4)).cost;
  CHECK(once.rounds == 1);
  CHECK(once.least_rounds == 1);
  CHECK(once.volume == 12);
  CHECK(once.least_volume == 6);
}

TEST_CASE("numbers without measure are refused before they are followed", "[schedule][check]") {
  Sketch sketch{ScheduledOperation::kAllgather};
  sketch.add(4000000000, 0, RowKind::kSend, 0, "0-99999999999");
  CHECK_THROWS_AS(judged(numbered(sketch.schedule)), Refusal);
}
