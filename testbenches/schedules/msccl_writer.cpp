#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/refusal.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// Our names, theirs, and whether input and output are one memory.
struct Name {
  const char* ours;
  const char* theirs;
  bool in_place;
};
constexpr std::array kNames{
    Name{"allgather", "allgather", true}, Name{"allreduce", "allreduce", true},
    Name{"reduce-scatter", "reduce_scatter", true}, Name{"alltoall", "alltoall", false},
    Name{"broadcast", "broadcast", true}};

/// Where a chunk lies in a gpu.
struct Place {
  char buffer = 'i';
  std::uint64_t offset = 0;

  /// Does `next` lie right behind?
  [[nodiscard]] bool before(const Place& next) const {
    return buffer == next.buffer && offset + 1 == next.offset;
  }
};

/// A message of chunks that lie together at both ends.
struct Run {
  Place from;
  Place to;
  std::uint64_t count = 1;
};

/// The steps of one thread block: all rows of a node that send one way, or that receive one way.
struct Way {
  std::size_t id = 0;
  std::size_t steps = 0;
};
using WayKey = std::tuple<NodeId, bool, NodeId, std::uint32_t>;  // node, sends, peer, tag

class Writer {
 public:
  explicit Writer(const Schedule& schedule) : schedule_{schedule}, nodes_{schedule.nodes()} {
    const auto name = std::ranges::find_if(
        kNames, [&](const Name& one) { return schedule.operation == one.ours; });
    if (schedule.operation.empty()) {
      refuse_line(schedule.file, 1,
                  "for MSCCL the schedule has to say what it does: add a line such as 'operation "
                  "allgather' before the header");
    }
    if (name == kNames.end()) {
      refuse_line(schedule.file, 1,
                  fmt::format("{} cannot be written for MSCCL: allgather, allreduce, "
                              "reduce-scatter, alltoall and broadcast can",
                              schedule.operation));
    }
    name_ = *name;
    chunks_ = static_cast<std::uint64_t>(schedule.pieces);
    for (const ScheduleRow& row : schedule.rows) {
      if (row.kind == RowKind::kCompute) refuse(row, "work cannot be written for MSCCL");
      if (row.blocks.empty()) refuse(row, "a size without chunks cannot be written for MSCCL");
      if (row.blocks.slice().count > 0_words) {
        refuse(row, "parts of blocks cannot be written for MSCCL: cut the blocks in pieces");
      }
      for (const Interval& run : row.blocks.intervals()) highest_ = std::max(highest_, run.end());
    }
    allocate();
    arrange();
  }

  void write(std::ostream& out) const {
    const std::uint64_t all = total();
    std::uint32_t channels = 1;
    for (const ScheduleRow& row : schedule_.rows) channels = std::max(channels, row.tag + 1);
    fmt::print(out,
               "<algo name=\"{} of plexus\" proto=\"Simple\" nchannels=\"{}\" "
               "nchunksperloop=\"{}\" ngpus=\"{}\" coll=\"{}\" inplace=\"{}\">\n",
               name_.ours, channels, all, nodes_, name_.theirs, name_.in_place ? 1 : 0);
    for (NodeId node = 0; node < nodes_; ++node) write_gpu(out, node);
    out << "</algo>\n";
  }

 private:
  [[noreturn]] void refuse(const ScheduleRow& row, const std::string& sentence) const {
    refuse_line(schedule_.file, row.line, sentence);
  }
  [[nodiscard]] bool is(const char* operation) const { return schedule_.operation == operation; }
  /// Chunks of the larger buffer of a gpu.
  [[nodiscard]] std::uint64_t total() const {
    if (is("allreduce") || is("broadcast")) return std::max(chunks_, highest_);
    return nodes_ * chunks_;
  }

  [[nodiscard]] static WayKey way_of(const ScheduleRow& row) {
    return {row.node, row.kind == RowKind::kSend, row.peer, row.tag};
  }

  /// Chunks of an alltoall that are passed on lie apart meanwhile.
  void allocate() {
    if (!is("alltoall")) return;
    for (const ScheduleRow& row : schedule_.rows) {
      for (const Interval& run : row.blocks.intervals()) {
        for (BlockId chunk = run.first; chunk < run.end(); ++chunk) {
          const auto [from, to] = ends_of(chunk);
          if (row.node != from && row.node != to) {
            auto& places = apart_[row.node];
            places.emplace(chunk, places.size());
          }
        }
      }
    }
  }
  /// Of a chunk of an alltoall: from whom and for whom.
  [[nodiscard]] std::pair<NodeId, NodeId> ends_of(BlockId chunk) const {
    const std::uint64_t block = chunk / chunks_;
    return {static_cast<NodeId>(block / nodes_), static_cast<NodeId>(block % nodes_)};
  }
  [[nodiscard]] Place place(NodeId node, BlockId chunk) const {
    if (is("allgather")) return {'o', chunk};
    if (!is("alltoall")) return {'i', chunk};
    const auto [from, to] = ends_of(chunk);
    const std::uint64_t piece = chunk % chunks_;
    if (node == from) return {'i', to * chunks_ + piece};
    if (node == to) return {'o', from * chunks_ + piece};
    return {'s', apart_.at(node).at(chunk)};
  }

  [[nodiscard]] std::vector<Run> runs_of(const ScheduleRow& row) const {
    const bool sends = row.kind == RowKind::kSend;
    const NodeId from = sends ? row.node : row.peer;
    const NodeId to = sends ? row.peer : row.node;
    std::vector<Run> runs;
    Run last;
    for (const Interval& interval : row.blocks.intervals()) {
      for (BlockId chunk = interval.first; chunk < interval.end(); ++chunk) {
        const Run next{place(from, chunk), place(to, chunk)};
        if (!runs.empty() && last.from.before(next.from) && last.to.before(next.to)) {
          ++runs.back().count;
        } else {
          runs.push_back(next);
        }
        last = next;
      }
    }
    return runs;
  }

  /// Gives each row its thread block, what it waits for in others, and its steps.
  void arrange() {
    std::map<NodeId, std::size_t> used;
    std::map<std::tuple<NodeId, std::uint32_t, std::uint32_t>, std::size_t> names;
    std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> counts;
    for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
      const ScheduleRow& row = schedule_.rows[i];
      names[{row.node, row.thread, counts[{row.node, row.thread}]++}] = i;
      const auto [way, is_new] = ways_.try_emplace(way_of(row));
      if (is_new) way->second.id = used[row.node]++;
    }
    counts.clear();
    waits_.resize(schedule_.rows.size());
    last_.resize(schedule_.rows.size());
    for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
      const ScheduleRow& row = schedule_.rows[i];
      const std::uint32_t number = counts[{row.node, row.thread}]++;
      const auto wait_for = [&](std::uint32_t thread, std::uint32_t place) {
        const std::size_t other = names.at({row.node, thread, place});
        const WayKey way = way_of(schedule_.rows[other]);
        if (way == way_of(row)) {
          if (other < i) return;
          refuse(row,
                 "the row waits for a later one between the same two nodes: MSCCL takes them "
                 "in this order");
        }
        auto& latest = waits_[i].try_emplace(ways_.at(way).id, other).first->second;
        latest = std::max(latest, other);
      };
      if (number > 0) wait_for(row.thread, number - 1);
      for (const RowName& name : row.after) wait_for(name.thread, name.number);
      Way& way = ways_.at(way_of(row));
      way.steps += std::max<std::size_t>(1, waits_[i].size()) - 1 + runs_of(row).size();
      last_[i] = way.steps - 1;
    }
    for (const auto& waits : waits_) {
      for (const auto& [way, row] : waits) waited_for_.insert(row);
    }
  }

  void write_gpu(std::ostream& out, NodeId node) const {
    const bool exchange = is("alltoall");
    const std::uint64_t all = total();
    const std::uint64_t inputs = is("allgather") ? chunks_ : all;
    const std::uint64_t outputs = is("reduce-scatter") ? chunks_ : all;
    const auto apart = apart_.find(node);
    fmt::print(out, "  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", node,
               inputs, outputs, apart == apart_.end() ? 0 : apart->second.size());
    std::map<std::size_t, WayKey> blocks;
    for (const auto& [key, way] : ways_) {
      if (std::get<0>(key) == node) blocks[way.id] = key;
    }
    for (const auto& [id, key] : blocks) {
      const auto& [own, sends, peer, tag] = key;
      fmt::print(out, "    <tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", id,
                 sends ? static_cast<std::int64_t>(peer) : -1,
                 sends ? -1 : static_cast<std::int64_t>(peer), tag);
      std::size_t step = 0;
      for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
        if (way_of(schedule_.rows[i]) == key) write_row(out, i, step);
      }
      out << "    </tb>\n";
    }
    if (exchange) {
      const std::uint64_t own = node * chunks_;
      fmt::print(out, "    <tb id=\"{}\" send=\"-1\" recv=\"-1\" chan=\"0\">\n", blocks.size());
      write_step(out, 0, "cpy", {{'i', own}, {'o', own}, chunks_}, -1, -1, false);
      out << "    </tb>\n";
    }
    out << "  </gpu>\n";
  }

  void write_row(std::ostream& out, std::size_t number, std::size_t& step) const {
    const ScheduleRow& row = schedule_.rows[number];
    std::vector<std::pair<std::int64_t, std::int64_t>> waits;
    for (const auto& [way, other] : waits_[number]) {
      waits.emplace_back(static_cast<std::int64_t>(way), static_cast<std::int64_t>(last_[other]));
    }
    if (waits.empty()) waits.emplace_back(-1, -1);
    for (; waits.size() > 1; waits.pop_back()) {
      fmt::print(out,
                 "      <step s=\"{}\" type=\"nop\" srcbuf=\"i\" srcoff=\"-1\" dstbuf=\"o\" "
                 "dstoff=\"-1\" cnt=\"0\" depid=\"{}\" deps=\"{}\" hasdep=\"0\"/>\n",
                 step++, waits.back().first, waits.back().second);
    }
    const std::vector<Run> runs = runs_of(row);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      Run run = runs[i];
      const bool reduces = row.kind == RowKind::kReduce;
      if (reduces) run.from = run.to;  // what is combined with what comes
      const auto wait = i == 0 ? waits.front() : std::pair<std::int64_t, std::int64_t>{-1, -1};
      const bool last = i + 1 == runs.size() && waited_for_.contains(number);
      write_step(out, step++,
                 row.kind == RowKind::kSend ? "s"
                 : reduces                  ? "rrc"
                                            : "r",
                 run, wait.first, wait.second, last);
    }
  }

  static void write_step(std::ostream& out, std::size_t step, const char* type, const Run& run,
                         std::int64_t block, std::int64_t waits, bool waited_for) {
    fmt::print(out,
               "      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" "
               "dstoff=\"{}\" cnt=\"{}\" depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
               step, type, run.from.buffer, run.from.offset, run.to.buffer, run.to.offset,
               run.count, block, waits, waited_for ? 1 : 0);
  }

  const Schedule& schedule_;
  std::uint64_t nodes_;
  Name name_{};
  std::uint64_t chunks_ = 1;   ///< of a block
  std::uint64_t highest_ = 0;  ///< one more than the highest chunk
  std::map<NodeId, std::map<BlockId, std::uint64_t>> apart_;
  std::map<WayKey, Way> ways_;
  std::vector<std::map<std::size_t, std::size_t>> waits_;  ///< by row: thread block, row in it
  std::vector<std::size_t> last_;                          ///< by row: its last step
  std::set<std::size_t> waited_for_;
};

}  // namespace

void write_msccl(std::ostream& out, const Schedule& schedule) { Writer{schedule}.write(out); }

}  // namespace plexus
