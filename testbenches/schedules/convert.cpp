#include "testbenches/schedules/convert.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/data/memory.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/schedule/judgement.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/outputs/trace_replay.hpp"

namespace plexus {

namespace {

constexpr const char* kReads =
    ".xml (MSCCL), .json (TE-CCL), .goal, .schedule, or the .csv or .jsonl of a trace";

std::vector<TraceRow> trace_of(const std::string& path) {
  try {
    return read_trace(path);
  } catch (const std::invalid_argument& wrong) {
    throw Refusal{RefusalClass::kUsage, fmt::format("{}.", wrong.what())};
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

/// A row that combines: its place among all, and its name in its node.
struct Combining {
  std::size_t place;
  RowName name;
};

/// A node never gets back, as part of a sum, what it has sent. A packet that would bring it had
/// been packed before its sender combined that, and waited for the link: it goes before.
void send_before_combining(ScheduleRow& packet, const RowName& own,
                           const std::vector<Combining>& of_receiver,
                           std::vector<ScheduleRow>& rows) {
  for (const auto& [place, name] : of_receiver) {
    if (!overlap(rows[place].blocks, packet.blocks)) continue;
    rows[place].after.push_back(own);
    const auto until = std::ranges::find(packet.after, name.thread, &RowName::thread);
    if (until == packet.after.end() || until->number < name.number) continue;
    if (name.number == 0) {
      packet.after.erase(until);
    } else {
      until->number = name.number - 1;
    }
  }
}

}  // namespace

Schedule schedule_of_trace(const std::string& path) {
  const std::vector<TraceRow> rows = trace_of(path);
  Schedule schedule;
  schedule.file = path;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> threads;  // of a node: to or from a peer
  std::map<NodeId, std::uint32_t> used;
  // Rows of sending and of receiving threads.
  std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> sent;
  std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> received;
  std::map<std::pair<NodeId, NodeId>, std::vector<Combining>> combined;  // by node and peer
  const auto thread = [&](NodeId node, NodeId peer, bool sends) {
    const auto [found, is_new] = threads.emplace(std::pair{2 * node + (sends ? 1 : 0), peer}, 0);
    if (is_new) found->second = used[node]++;
    return found->second;
  };
  Holdings holdings;
  Holdings brought;
  std::map<PacketId, bool> partial;  // a packet that is passed on stays what it is
  std::set<std::pair<std::int64_t, std::int64_t>> slices;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TraceRow& row = rows[i];
    const auto refuse = [&](const std::string& why) {
      throw Refusal{RefusalClass::kFeature,
                    fmt::format("{}:{}: {}: runs of links and of the switch can be turned into "
                                "schedules.",
                                path, i + 2, why)};
    };
    if (row.kind == TraceKind::kHold && row.words > 0_words) {
      if (!schedule.rows.empty() && !brought.has(row.source, row.blocks)) {
        refuse(fmt::format("no packet of its own brings node {} what it holds", row.source));
      }
      holdings.gain(row.source, row.blocks);
    }
    if (row.kind != TraceKind::kSend && row.kind != TraceKind::kReceive) continue;
    if (row.blocks.empty() || row.source == row.destination) {
      refuse("the packet has no blocks, or no one receiver");
    }
    if (row.kind == TraceKind::kReceive) brought.gain(row.destination, row.blocks);
    slices.emplace(row.blocks.slice().first.count(), row.blocks.slice().count.count());
    if (row.kind == TraceKind::kSend) {
      std::vector<RowName> after;
      for (const auto& [name, count] : received) {
        if (name.first == row.source) after.push_back({name.second, count - 1});
      }
      const bool part =
          partial.try_emplace(row.packet, !holdings.has(row.source, row.blocks)).first->second;
      ScheduleRow packet{row.source,
                         thread(row.source, row.destination, true),
                         RowKind::kSend,
                         row.destination,
                         0,
                         row.blocks,
                         row.words.count(),
                         std::move(after),
                         i + 2};
      const RowName own{packet.thread, sent[{packet.node, packet.thread}]++};
      if (part) {
        send_before_combining(packet, own, combined[{packet.node, packet.peer}], schedule.rows);
      }
      schedule.rows.push_back(std::move(packet));
    } else {
      const std::uint32_t at = thread(row.destination, row.source, false);
      const std::uint32_t number = received[{row.destination, at}]++;
      if (partial[row.packet]) {
        combined[{row.destination, row.source}].push_back({schedule.rows.size(), {at, number}});
      }
      schedule.rows.push_back({row.destination,
                               at,
                               partial[row.packet] ? RowKind::kReduce : RowKind::kReceive,
                               row.source,
                               0,
                               row.blocks,
                               row.words.count(),
                               {},
                               i + 2});
    }
  }
  if (slices.size() == 1 && slices.begin()->first == 0) {  // whole blocks all over
    for (ScheduleRow& row : schedule.rows) {
      const std::vector<Interval> runs{row.blocks.intervals().begin(),
                                       row.blocks.intervals().end()};
      row.blocks = Blocks{runs, {}};
    }
  }
  return schedule;
}

Schedule read_any_schedule(const std::string& path) {
  if (path.ends_with(".xml")) return read_msccl(path);
  if (path.ends_with(".json")) return read_teccl(path);
  if (path.ends_with(".goal")) return read_goal(path);
  if (path.ends_with(".schedule")) return read_schedule(path);
  if (path.ends_with(".csv") || path.ends_with(".jsonl")) return schedule_of_trace(path);
  throw Refusal{RefusalClass::kUsage,
                fmt::format("{}: no schedule is read from such a file: name {}.", path, kReads)};
}

namespace {

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

Schedule read_to_run(const std::string& path) {
  Schedule schedule = read_any_schedule(path);
  settle(schedule);
  return schedule;
}

void convert(const std::string& in, const std::string& out, std::ostream& tells) {
  const bool goal = out.ends_with(".goal");
  const bool msccl = out.ends_with(".xml");
  if (!goal && !msccl && !out.ends_with(".schedule")) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("{}: no schedule is written to such a file: name .schedule, .goal or "
                              ".xml (MSCCL).",
                              out)};
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
