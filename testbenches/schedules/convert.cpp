#include "testbenches/schedules/convert.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/data/memory.hpp"
#include "models/schedule/judgement.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/outputs/trace_replay.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

constexpr const char* kReads =
    ".xml (MSCCL), .json (TE-CCL), .goal, .schedule, or the .csv or .jsonl of a trace";

std::vector<TraceRow> trace_of(const std::string& path) {
  try {
    return read_trace(path);
  } catch (const std::invalid_argument& wrong) {
    refuse("{}.", wrong.what());
  }
}

/// Has a node got all blocks, as far as rows say?
class Holdings {
 public:
  void gain(NodeId node, const Blocks& blocks) {
    for (const Interval& run : blocks.intervals()) {
      for (BlockId block = run.first; block < run.end(); ++block) held_.emplace(node, block);
    }
  }
  [[nodiscard]] bool has(NodeId node, const Blocks& blocks) const {
    for (const Interval& run : blocks.intervals()) {
      for (BlockId block = run.first; block < run.end(); ++block) {
        if (!held_.contains({node, block})) return false;
      }
    }
    return true;
  }

 private:
  std::set<std::pair<NodeId, BlockId>> held_;
};

/// Have they words in common?
bool overlap(const Blocks& one, const Blocks& other) {
  const Slice a = one.slice();
  const Slice b = other.slice();
  if (a.first + a.count <= b.first || b.first + b.count <= a.first) return false;
  return std::ranges::any_of(one.intervals(), [&](const Interval& run) {
    return std::ranges::any_of(other.intervals(), [&](const Interval& with) {
      return run.first < with.end() && with.first < run.end();
    });
  });
}

/// A row that a trace tells of.
struct TracedRow {
  std::size_t row;  ///< its number among all
  RowName name;
  std::size_t by;  ///< it was packed, or taken, before the row of this number was
};

/// A send waits for all that its node had received when it was packed, and what combines for the
/// sends of the same words that had been packed by then.
void put_in_order(std::vector<TracedRow> all, std::vector<ScheduleRow>& rows) {
  const auto sends = [&](const TracedRow& one) { return rows[one.row].kind == RowKind::kSend; };
  std::map<std::pair<NodeId, std::uint32_t>, std::size_t> next;  // of a thread: what goes behind
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    std::size_t& by =
        next.try_emplace({rows[one->row].node, one->name.thread}, one->by).first->second;
    one->by = by = std::min(by, one->by);
  }
  std::ranges::stable_sort(all, {}, [&](const TracedRow& one) {
    return std::pair{one.by, !sends(one)};
  });
  using Threads = std::map<std::uint32_t, std::uint32_t>;  // the last row of each
  std::map<NodeId, Threads> received;
  std::map<std::pair<NodeId, BlockId>, std::vector<TracedRow>> sent;
  for (const TracedRow& one : all) {
    ScheduleRow& row = rows[one.row];
    Threads after;
    if (sends(one)) after = received[row.node];
    for (const Interval& run : row.blocks.intervals()) {
      if (row.kind == RowKind::kReceive) break;
      for (BlockId block = run.first; block < run.end(); ++block) {
        auto& of_block = sent[{row.node, block}];
        if (sends(one)) {
          of_block.push_back(one);
          continue;
        }
        for (const TracedRow& other : of_block) {
          if (overlap(rows[other.row].blocks, row.blocks)) {
            std::uint32_t& last = after[other.name.thread];
            last = std::max(last, other.name.number);
          }
        }
      }
    }
    for (const auto& [thread, number] : after) row.after.push_back({thread, number});
    if (!sends(one)) received[row.node][one.name.thread] = one.name.number;
  }
}

/// What an operation of its own leaves must not depend on chance if it becomes the end.
void settle(Schedule& schedule) {
  const auto operation = scheduled_operation(schedule.operation);
  const bool open = schedule.operation.empty() && !schedule.start.empty() && schedule.end.empty();
  Judgement judgement = judge(schedule, {operation, 0});
  for (const Finding& finding : judgement.findings) {
    if (finding.kind <= FindingKind::kReadBeforeWrite ||
        (open && finding.kind == FindingKind::kRace)) {
      refuse_line(schedule.file, finding.line, finding.sentence);
    }
  }
  if (open) schedule.end = std::move(judgement.outcome);
}

}  // namespace

Schedule schedule_of_trace(const std::string& path) {
  const std::vector<TraceRow> rows = trace_of(path);
  Schedule schedule;
  schedule.file = path;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> threads;  // of a node: to or from a peer
  std::map<NodeId, std::uint32_t> used;
  std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> counts;        // rows of threads
  std::map<std::pair<NodeId, NodeId>, std::vector<std::size_t>> combined;  // by node and peer
  std::set<std::pair<std::string, PacketId>> dropped;
  std::vector<TracedRow> all;
  const auto thread = [&](NodeId node, NodeId peer, bool sends) {
    const auto [found, is_new] = threads.emplace(std::pair{2 * node + (sends ? 1 : 0), peer}, 0);
    if (is_new) found->second = used[node]++;
    return found->second;
  };
  Holdings holdings;
  Holdings brought;
  std::optional<NodeId> last_holder;  // a graph's switches are numbered behind it
  std::map<PacketId, bool> partial;   // a packet that is passed on stays what it is
  std::set<std::pair<std::int64_t, std::int64_t>> slices;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TraceRow& row = rows[i];
    const auto refuse = [&](const std::string& why) {
      plexus::refuse(RefusalClass::kFeature,
                     "{}:{}: {}: runs of links and of the switch can be turned into schedules.",
                     path, i + 2, why);
    };
    if (row.kind == TraceKind::kHold && row.words > 0_words) {
      if (!schedule.rows.empty() && !brought.has(row.source, row.blocks)) {
        refuse(fmt::format("no packet of its own brings node {} what it holds", row.source));
      }
      holdings.gain(row.source, row.blocks);
      last_holder = std::max(last_holder.value_or(0), row.source);
    }
    if (row.kind == TraceKind::kDrop) dropped.emplace(row.part, row.packet);
    const bool sends = row.kind == TraceKind::kSend;
    if (!sends && row.kind != TraceKind::kReceive) continue;
    if (sends && dropped.erase({row.part, row.packet}) > 0) continue;  // it waits there since
    if (row.part.find(".coupler_") != std::string::npos) {
      refuse("a coupler brings its packet to many, and nodes do not tell what they begin with");
    }
    if (row.blocks.empty() || row.source == row.destination) {
      refuse("the packet has no blocks, or no one receiver");
    }
    if (!sends) brought.gain(row.destination, row.blocks);
    slices.emplace(row.blocks.slice().first.count(), row.blocks.slice().count.count());
    const NodeId node = sends ? row.source : row.destination;
    const NodeId peer = sends ? row.destination : row.source;
    if (sends) partial.try_emplace(row.packet, !holdings.has(node, row.blocks));
    const bool part = partial[row.packet];
    const std::uint32_t at = thread(node, peer, sends);
    TracedRow told{schedule.rows.size(), {at, counts[{node, at}]++}, schedule.rows.size()};
    auto& exchanged = combined[{node, peer}];
    if (part && sends) {
      // A node never gets back, as part of a sum, what it has sent. A packet that would bring it
      // had been packed before its sender combined that, and waited for the link.
      const auto early = std::ranges::find_if(exchanged, [&](std::size_t earlier) {
        return overlap(schedule.rows[earlier].blocks, row.blocks);
      });
      if (early != exchanged.end()) told.by = *early;
    } else if (part) {
      exchanged.push_back(told.row);
    }
    const RowKind kind = sends ? RowKind::kSend : part ? RowKind::kReduce : RowKind::kReceive;
    all.push_back(told);
    schedule.rows.push_back({node, at, kind, peer, 0, row.blocks, row.words.count(), {}, i + 2});
  }
  const auto passes = std::ranges::find_if(schedule.rows, [&](const ScheduleRow& row) {
    return last_holder && row.node > *last_holder && row.kind == RowKind::kSend;
  });
  if (passes != schedule.rows.end()) {
    refuse(RefusalClass::kFeature,
           "{}:{}: node {} passes on what it never holds, as a switch does: a schedule "
           "knows processors alone.",
           path, passes->line, passes->node);
  }
  put_in_order(std::move(all), schedule.rows);
  if (slices.size() == 1 && slices.begin()->first == 0) {  // whole blocks all over
    for (ScheduleRow& row : schedule.rows) {
      const std::vector<Interval> runs{row.blocks.intervals().begin(),
                                       row.blocks.intervals().end()};
      row.blocks = Blocks{runs, {}};
    }
  }
  return schedule;
}

std::string text_of_schedule(const std::string& path) {
  std::ifstream in{path};
  std::ostringstream all;
  if (!in || !(all << in.rdbuf())) refuse("{}: the file cannot be read.", path);
  return all.str();
}

Schedule read_any_schedule(const std::string& path) {
  if (path.ends_with(".xml")) return read_msccl(path);
  if (path.ends_with(".json")) return read_teccl(path);
  if (path.ends_with(".goal")) return read_goal(path);
  if (path.ends_with(".schedule")) return read_schedule(path);
  if (path.ends_with(".csv") || path.ends_with(".jsonl")) return schedule_of_trace(path);
  refuse("{}: no schedule is read from such a file: name {}.", path, kReads);
}

Schedule read_to_run(const std::string& path) {
  Schedule schedule = read_any_schedule(path);
  settle(schedule);
  return schedule;
}

void convert(const std::string& in, const std::string& out, std::ostream& tells) {
  const bool goal = out.ends_with(".goal");
  const bool msccl = out.ends_with(".xml");
  if (!goal && !msccl && !out.ends_with(".schedule")) {
    refuse("{}: no schedule is written to such a file: name .schedule, .goal or .xml (MSCCL).",
           out);
  }
  Schedule schedule = read_any_schedule(in);
  const bool open = schedule.end.empty();  // before it is settled
  settle(schedule);
  std::ostringstream text;
  if (msccl) write_msccl(text, schedule);  // refused before a file is there
  OutputFile file{"OUT", out};
  if (msccl) {
    file.stream() << text.str();
  } else if (goal) {
    write_goal(file.stream(), schedule);
  } else {
    write_schedule(file.stream(), schedule);
  }
  file.commit();
  fmt::print(tells, "{}: {} rows of {} nodes{}{}\n", out, schedule.rows.size(), schedule.nodes(),
             schedule.sizes_only() ? ", sizes only: no data can be checked" : "",
             open && !schedule.end.empty()
                 ? "; what they leave is the end, which the file does not say"
                 : "");
}

}  // namespace plexus
