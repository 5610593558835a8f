#include "models/schedule/match.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <tuple>

#include <fmt/format.h>

namespace plexus {

namespace {

using Way = std::tuple<NodeId, NodeId, std::uint32_t>;
using RowsByWay = std::map<Way, std::vector<std::size_t>>;

/// Do the two ends of a message speak of the same data?
bool fit(const ScheduleRow& one, const ScheduleRow& other) {
  if (!one.places.empty()) return count_of(one.places) == count_of(other.places);
  return one.blocks == other.blocks && one.count == other.count;
}

/// Finds the partners of one side.
void pair_up(const Schedule& schedule, const RowsByWay& ours, const RowsByWay& theirs,
             ScheduleMatch& match, std::vector<Finding>& findings) {
  for (const auto& [way, rows] : ours) {
    const auto others = theirs.find(way);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const ScheduleRow& row = schedule.rows[rows[i]];
      const bool sends = row.kind == RowKind::kSend;
      if (others == theirs.end() || i >= others->second.size()) {
        findings.push_back({sends ? FindingKind::kUnmatchedSend : FindingKind::kUnmatchedReceive,
                            row.line,
                            fmt::format("node {} {} node {}, which has no row that {} it", row.node,
                                        sends ? "sends to" : "receives from", row.peer,
                                        sends ? "receives" : "sends")});
        continue;
      }
      const std::size_t other = others->second[i];
      const ScheduleRow& partner = schedule.rows[other];
      match.partner[rows[i]] = other;
      if (sends && !fit(row, partner)) {
        findings.push_back(
            {FindingKind::kOtherData,
             row.line,
             fmt::format("the row at the other end, in line {}, names other data", partner.line),
             {partner.line}});
      }
    }
  }
}

/// Why a row waits for another one.
std::string reason(const Schedule& schedule, const ScheduleMatch& match, std::size_t row,
                   std::size_t other) {
  const ScheduleRow& from = schedule.rows[row];
  const ScheduleRow& to = schedule.rows[other];
  if (match.partner[row] == other && from.kind != RowKind::kSend) {
    return fmt::format("line {} waits for the message of line {}", from.line, to.line);
  }
  if (from.thread == to.thread && other < row) {
    return fmt::format("line {} comes after line {} in its thread", from.line, to.line);
  }
  return fmt::format("line {} waits for line {}", from.line, to.line);
}

/// The rows in an order.
class Ordering {
 public:
  Ordering(const Schedule& schedule, const ScheduleMatch& match, std::vector<Finding>& findings)
      : schedule_{schedule},
        match_{match},
        findings_{findings},
        then_(schedule.rows.size()),
        left_(schedule.rows.size(), 0) {
    order_.forced.resize(schedule.rows.size(), false);
    done_.resize(schedule.rows.size(), false);
    for (std::size_t row = 0; row < schedule.rows.size(); ++row) {
      for_each_before(row, [&](std::size_t before) {
        then_[before].push_back(row);
        ++left_[row];
      });
      if (left_[row] == 0) ready_.push(row);
    }
  }

  RowOrder find() {
    std::size_t stuck = 0;
    while (true) {
      while (!ready_.empty()) {
        const std::size_t row = ready_.top();
        ready_.pop();
        finish(row);
      }
      while (stuck < done_.size() && done_[stuck]) ++stuck;
      if (stuck == done_.size()) return std::move(order_);
      const std::vector<std::size_t> circle = circle_behind(stuck);
      if (circles_++ < kMostCircles) tell(circle);
      order_.forced[circle.front()] = true;
      finish(circle.front());
    }
  }

 private:
  static constexpr std::size_t kMostCircles = 20;  ///< behind that they are consequences

  template <typename Visit>
  void for_each_before(std::size_t row, Visit visit) const {
    for (const std::size_t before : match_.waits[row]) visit(before);
    const RowKind kind = schedule_.rows[row].kind;
    const bool takes = kind == RowKind::kReceive || kind == RowKind::kReduce;
    if (takes && match_.partner[row] < done_.size()) visit(match_.partner[row]);
  }

  void finish(std::size_t row) {
    done_[row] = true;
    order_.rows.push_back(row);
    for (const std::size_t next : then_[row]) {
      if (--left_[next] == 0 && !done_[next]) ready_.push(next);
    }
  }

  /// Rows each of which waits for the next one, the last for the first; the lowest line first.
  std::vector<std::size_t> circle_behind(std::size_t row) const {
    std::map<std::size_t, std::size_t> met;
    std::vector<std::size_t> way;
    while (met.emplace(row, way.size()).second) {
      way.push_back(row);
      std::size_t next = done_.size();
      for_each_before(row, [&](std::size_t before) {
        if (!done_[before] && next == done_.size()) next = before;
      });
      row = next;
    }
    way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(met.at(row)));
    const auto lowest = std::ranges::min_element(way, {}, [&](std::size_t one) {
      return std::pair{schedule_.rows[one].line, one};
    });
    std::ranges::rotate(way, lowest);
    return way;
  }

  void tell(const std::vector<std::size_t>& circle) {
    constexpr std::size_t kShown = 12;
    std::vector<std::string> steps;
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < circle.size(); ++i) {
      const std::size_t next = circle[(i + 1) % circle.size()];
      const std::size_t line = schedule_.rows[circle[i]].line;
      if (line != schedule_.rows[circle.front()].line) lines.push_back(line);
      const bool inside = line == schedule_.rows[next].line && circle.size() > 1;
      if (!inside) steps.push_back(reason(schedule_, match_, circle[i], next));
    }
    const std::size_t more = steps.size() > kShown ? steps.size() - kShown : 0;
    steps.resize(steps.size() - more);
    std::string way = fmt::format("{}", fmt::join(steps, ", "));
    if (more > 0) way += fmt::format(", and {} more", more);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    findings_.push_back(
        {FindingKind::kDeadlock, schedule_.rows[circle.front()].line,
         fmt::format("the row waits for itself, so no order of the rows is possible: {}", way),
         lines});
  }

  const Schedule& schedule_;
  const ScheduleMatch& match_;
  std::vector<Finding>& findings_;
  std::vector<std::vector<std::size_t>> then_;
  std::vector<std::size_t> left_;  ///< by row: those that it still waits for
  std::vector<bool> done_;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready_;
  std::size_t circles_ = 0;
  RowOrder order_;
};

}  // namespace

const char* to_string(FindingKind kind) {
  constexpr const char* kNames[] = {"unmatched-send",
                                    "unmatched-receive",
                                    "other-data",
                                    "unknown-row",
                                    "deadlock",
                                    "no-such-place",
                                    "read-before-write",
                                    "race",
                                    "missing-contribution",
                                    "doubled-contribution",
                                    "wrong-result",
                                    "unused-step"};
  return kNames[static_cast<std::size_t>(kind)];
}

ScheduleMatch find_match(const Schedule& schedule, std::vector<Finding>& findings) {
  const std::size_t count = schedule.rows.size();
  ScheduleMatch match{std::vector<std::size_t>(count, count),
                      std::vector<std::vector<std::size_t>>(count)};
  RowsByWay sends;
  RowsByWay receives;
  std::map<std::pair<NodeId, std::uint32_t>, std::vector<std::size_t>> threads;
  for (std::size_t i = 0; i < count; ++i) {
    const ScheduleRow& row = schedule.rows[i];
    threads[{row.node, row.thread}].push_back(i);
    if (row.kind == RowKind::kSend) {
      sends[{row.node, row.peer, row.tag}].push_back(i);
    } else if (row.kind == RowKind::kReceive || row.kind == RowKind::kReduce) {
      receives[{row.peer, row.node, row.tag}].push_back(i);
    }
  }
  pair_up(schedule, sends, receives, match, findings);
  pair_up(schedule, receives, sends, match, findings);
  for (const auto& [name, rows] : threads) {
    for (std::size_t i = 1; i < rows.size(); ++i) match.waits[rows[i]].push_back(rows[i - 1]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ScheduleRow& row = schedule.rows[i];
    for (const RowName& name : row.after) {
      const auto thread = threads.find({row.node, name.thread});
      if (thread != threads.end() && name.number < thread->second.size()) {
        match.waits[i].push_back(thread->second[name.number]);
      } else {
        findings.push_back({FindingKind::kUnknownRow, row.line,
                            fmt::format("node {} has no row {}.{} to wait for", row.node,
                                        name.thread, name.number)});
      }
    }
  }
  return match;
}

RowOrder order_of(const Schedule& schedule, const ScheduleMatch& match,
                  std::vector<Finding>& findings) {
  return Ordering{schedule, match, findings}.find();
}

ScheduleMatch match_rows(const Schedule& schedule) {
  std::vector<Finding> findings;
  ScheduleMatch match = find_match(schedule, findings);
  if (findings.empty()) static_cast<void>(order_of(schedule, match, findings));
  if (!findings.empty()) {
    refuse_line(schedule.file, findings.front().line, findings.front().sentence);
  }
  return match;
}

}  // namespace plexus
