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

#include "models/schedule/layout.hpp"
#include "models/schedule/match.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// Our names, theirs, and whether input and output of blocks are one memory.
struct MscclName {
  const char* ours;
  const char* theirs;
  bool in_place;
};
constexpr std::array kMscclNames{
    MscclName{"allgather", "allgather", true},           MscclName{"allreduce", "allreduce", true},
    MscclName{"reduce-scatter", "reduce_scatter", true}, MscclName{"alltoall", "alltoall", false},
    MscclName{"broadcast", "broadcast", true},           MscclName{"", "custom", false}};

const MscclName& name_of(const Schedule& schedule) {
  const bool own = !schedule.start.empty() && !schedule.end.empty();
  if (schedule.operation.empty() && !own) {
    refuse_line(
        schedule.file, 1,
        "for MSCCL the schedule has to say what it does: {} a line such as 'operation allgather' "
        "before the header",
        schedule.file.ends_with(".schedule") ? "add" : "convert it to a .schedule first, and add");
  }
  return *std::ranges::find(kMscclNames, schedule.operation, &MscclName::ours);
}

void require_chunks(const Schedule& schedule) {
  for (const ScheduleRow& row : schedule.rows) {
    const auto refuse = [&](const char* what) { refuse_line(schedule.file, row.line, what); };
    if (row.kind == RowKind::kCompute || !row.places.empty()) continue;
    if (row.blocks.empty()) refuse("a size without chunks cannot be written for MSCCL");
    if (row.blocks.slice().count > 0_words) {
      refuse("parts of blocks cannot be written for MSCCL: cut the blocks in pieces");
    }
  }
}

/// Has MSCCL no word for the operation? Its broadcasts are from gpu 0.
bool is_unnamed(const Schedule& schedule) {
  const std::string& operation = schedule.operation;
  return operation == "scatter" || operation == "gather" ||
         (operation == "broadcast" && schedule.root.value_or(0) != 0);
}

/// The same as an operation of its own: it says what lies where, an item for each piece.
Schedule as_own(Schedule schedule) {
  const DataLayout layout{schedule, scheduled_operation(schedule.operation), schedule.nodes(),
                          schedule.root.value_or(0), static_cast<std::uint64_t>(schedule.pieces)};
  const auto place = [&](NodeId node, BufferPlace at) {
    at = layout.canonical(node, at);
    return at.buffer == Buffer::kBlocks ? BufferPlace{Buffer::kOutput, at.offset} : at;
  };
  const Buffer first = schedule.has_places() ? Buffer::kInput : Buffer::kBlocks;
  for (NodeId node = 0; node < layout.nodes(); ++node) {
    Holding start{node, {}, {}};
    for (std::uint64_t i = 0; i < layout.size(node, first); ++i) {
      const auto item = layout.start(node, layout.canonical(node, {first, i}));
      if (!item) continue;
      add_place(start.places, place(node, {first, i}));
      start.items.push_back({*item});
    }
    if (!start.items.empty()) schedule.start.push_back(std::move(start));
  }
  layout.for_each_end([&](NodeId node, BufferPlace at, std::uint64_t item) {
    std::vector<Holding>& all = schedule.end;
    if (all.empty() || all.back().node != node) all.push_back({node, {}, {}});
    add_place(all.back().places, place(node, at));
    all.back().items.push_back({item});
  });
  for (ScheduleRow& row : schedule.rows) {
    for (const Interval& run : row.blocks.intervals()) row.places.push_back({Buffer::kBlocks, run});
    row.blocks = {};
    for (Places* places : {&row.places, &row.from}) {
      const Places named = std::exchange(*places, {});
      for_each_place(named, [&](BufferPlace at) { add_place(*places, place(row.node, at)); });
    }
  }
  schedule.operation.clear();
  schedule.root.reset();
  schedule.pieces = 1;
  schedule.in_place = false;
  return schedule;
}

/// Rows of blocks combine one after another as they come; thread blocks would at one time. Each
/// waits for the one that is done before, by the longest chains of messages.
void combine_in_turn(Schedule& schedule) {
  const ScheduleMatch match = match_rows(schedule);
  std::vector<Finding> none;
  std::vector<std::size_t> order = order_of(schedule, match, none).rows;
  std::vector<std::size_t> rounds(order.size(), 0);
  for (const std::size_t row : order) {
    for (const std::size_t before : match.waits[row]) {
      rounds[row] = std::max(rounds[row], rounds[before]);
    }
    const bool takes =
        schedule.rows[row].kind == RowKind::kReceive || schedule.rows[row].kind == RowKind::kReduce;
    if (takes) rounds[row] = std::max(rounds[row], rounds[match.partner[row]] + 1);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return rounds[row]; });
  std::vector<RowName> names;
  std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> counts;
  for (const ScheduleRow& row : schedule.rows) {
    names.push_back({row.thread, counts[{row.node, row.thread}]++});
  }
  std::map<std::pair<NodeId, BufferPlace>, RowName> last;
  for (const std::size_t number : order) {
    ScheduleRow& row = schedule.rows[number];
    if (row.kind != RowKind::kReduce) continue;
    for_each_place(row.places, [&](BufferPlace place) {
      const auto [before, is_first] = last.try_emplace({row.node, place}, names[number]);
      const RowName name = std::exchange(before->second, names[number]);
      const bool waits = std::ranges::find(row.after, name) != row.after.end();
      if (!is_first && name.thread != row.thread && !waits) row.after.push_back(name);
    });
  }
}

/// Gives the blocks of rows their places in the buffers of gpus.
class Placing {
 public:
  explicit Placing(const Schedule& schedule)
      : schedule_{schedule},
        nodes_{schedule.nodes()},
        chunks_{static_cast<std::uint64_t>(schedule.pieces)} {
    schedule_.in_place = name_of(schedule).in_place;
  }

  Schedule place() {
    std::uint64_t highest = chunks_;
    for (ScheduleRow& row : schedule_.rows) {
      for (const Interval& run : row.blocks.intervals()) {
        highest = std::max(highest, run.end());
        for (BlockId chunk = run.first; chunk < run.end(); ++chunk) {
          add_place(row.places, place(row.node, chunk));
        }
      }
    }
    if (is("allreduce") || is("broadcast")) schedule_.pieces = static_cast<std::int64_t>(highest);
    if (is("alltoall")) keep_own();
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] bool is(const char* operation) const { return schedule_.operation == operation; }

  BufferPlace place(NodeId node, BlockId chunk) {
    if (is("allgather")) return {Buffer::kOutput, chunk};
    if (!is("alltoall")) return {Buffer::kInput, chunk};
    const std::uint64_t block = chunk / chunks_;
    const std::uint64_t piece = chunk % chunks_;
    if (node == block / nodes_) return {Buffer::kInput, (block % nodes_) * chunks_ + piece};
    if (node == block % nodes_) return {Buffer::kOutput, (block / nodes_) * chunks_ + piece};
    auto& apart = apart_[node];  // what is passed on lies apart meanwhile
    return {Buffer::kScratch, apart.try_emplace(chunk, apart.size()).first->second};
  }

  /// Of an alltoall: what stays is copied.
  void keep_own() {
    std::vector<std::uint32_t> threads(nodes_, 0);
    for (const ScheduleRow& row : schedule_.rows) {
      threads[row.node] = std::max(threads[row.node], row.thread + 1);
    }
    for (NodeId node = 0; node < nodes_; ++node) {
      const Interval own{node * chunks_, chunks_};
      ScheduleRow row;
      row.node = node;
      row.thread = threads[node];
      row.kind = RowKind::kCopy;
      row.from = {{Buffer::kInput, own}};
      row.places = {{Buffer::kOutput, own}};
      schedule_.rows.push_back(std::move(row));
    }
  }

  Schedule schedule_;
  std::uint64_t nodes_;
  std::uint64_t chunks_;  ///< of a block
  std::map<NodeId, std::map<BlockId, std::uint64_t>> apart_;
};

/// A step for chunks that lie together at both ends.
struct StepRun {
  BufferPlace from;
  BufferPlace to;
  std::uint64_t count = 1;
};

/// The steps of one thread block: all rows of a node that send one way, or that receive one way;
/// or those of a thread inside the node.
struct Way {
  std::size_t id = 0;
  std::size_t steps = 0;
};
constexpr NodeId kInside = UINT32_MAX;
using WayKey = std::tuple<NodeId, bool, NodeId, std::uint32_t>;  // node, sends, peer, tag or thread

/// Writes a schedule of places.
class MscclWriter {
 public:
  explicit MscclWriter(const Schedule& schedule)
      : schedule_{schedule}, nodes_{schedule.nodes()}, match_{match_rows(schedule)} {
    for (const ScheduleRow& row : schedule.rows) {
      if (row.kind == RowKind::kCompute && row.count > 0) {
        refuse_line(schedule.file, row.line, "work cannot be written for MSCCL");
      }
    }
    arrange();
  }

  void write(std::ostream& out) const {
    const MscclName& name = name_of(schedule_);
    std::uint32_t channels = 1;
    for (const ScheduleRow& row : schedule_.rows) channels = std::max(channels, row.tag + 1);
    fmt::print(out,
               "<algo name=\"{} of plexus\" proto=\"Simple\" nchannels=\"{}\" "
               "nchunksperloop=\"{}\" ngpus=\"{}\" coll=\"{}\" inplace=\"{}\">\n",
               schedule_.operation.empty() ? "operation" : name.ours, channels,
               std::max(inputs(), outputs()), nodes_, name.theirs, schedule_.in_place ? 1 : 0);
    for (const Holding& holding : schedule_.start) write_holding(out, "start", holding);
    for (const Holding& holding : schedule_.end) write_holding(out, "end", holding);
    for (NodeId node = 0; node < nodes_; ++node) write_gpu(out, node);
    out << "</algo>\n";
  }

 private:
  /// Chunks of the buffers of a gpu.
  [[nodiscard]] std::uint64_t inputs() const { return size(Buffer::kInput, "allgather"); }
  [[nodiscard]] std::uint64_t outputs() const { return size(Buffer::kOutput, "reduce-scatter"); }
  [[nodiscard]] std::uint64_t size(Buffer buffer, const char* small) const {
    const auto pieces = static_cast<std::uint64_t>(schedule_.pieces);
    const std::string& operation = schedule_.operation;
    if (operation.empty()) return used(buffer, {});
    const bool one = operation == "allreduce" || operation == "broadcast" || operation == small;
    return one ? pieces : nodes_ * pieces;
  }
  /// Places of a node, or of any, that are named.
  [[nodiscard]] std::uint64_t used(Buffer buffer, std::optional<NodeId> node) const {
    std::uint64_t end = 0;
    const auto look_at = [&](NodeId of, const Places& places) {
      for (const PlaceRun& run : places) {
        if (run.buffer == buffer && of == node.value_or(of)) end = std::max(end, run.offsets.end());
      }
    };
    for (const ScheduleRow& row : schedule_.rows) {
      look_at(row.node, row.places);
      look_at(row.node, row.from);
    }
    for (const Holding& holding : schedule_.start) look_at(holding.node, holding.places);
    for (const Holding& holding : schedule_.end) look_at(holding.node, holding.places);
    return end;
  }

  static void write_holding(std::ostream& out, const char* what, const Holding& holding) {
    std::vector<std::string> items;
    for (const auto& sum : holding.items) items.push_back(fmt::format("{}", fmt::join(sum, "+")));
    fmt::print(out, "  <{} gpu=\"{}\" places=\"{}\" items=\"{}\"/>\n", what, holding.node,
               to_text(holding.places), fmt::join(items, " "));
  }

  [[nodiscard]] static WayKey way_of(const ScheduleRow& row) {
    const bool inside = row.kind == RowKind::kCompute || !row.from.empty();
    if (inside) return {row.node, false, kInside, row.thread};
    return {row.node, row.kind == RowKind::kSend, row.peer, row.tag};
  }

  [[nodiscard]] std::vector<StepRun> runs_of(std::size_t number) const {
    const ScheduleRow& row = schedule_.rows[number];
    if (row.kind == RowKind::kCompute) return {};
    std::vector<BufferPlace> here;
    std::vector<BufferPlace> there;
    for_each_place(row.places, [&](BufferPlace place) { here.push_back(place); });
    const bool message = row.from.empty();
    const Places& others = message ? schedule_.rows[match_.partner[number]].places : row.from;
    for_each_place(others, [&](BufferPlace place) { there.push_back(place); });
    const bool gives = row.kind == RowKind::kSend;
    const std::vector<BufferPlace>& from = gives ? here : there;
    const std::vector<BufferPlace>& to = gives ? there : here;
    const auto follows = [](const BufferPlace& one, const BufferPlace& next) {
      return one.buffer == next.buffer && one.offset + 1 == next.offset;
    };
    std::vector<StepRun> runs;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (i > 0 && follows(from[i - 1], from[i]) && follows(to[i - 1], to[i])) {
        ++runs.back().count;
      } else {
        runs.push_back({from[i], to[i]});
      }
    }
    return runs;
  }

  /// Gives each row its thread block, what it waits for in others, and its steps.
  void arrange() {
    std::map<NodeId, std::size_t> used;
    for (const ScheduleRow& row : schedule_.rows) {
      const auto [way, is_new] = ways_.try_emplace(way_of(row));
      if (is_new) way->second.id = used[row.node]++;
    }
    waits_.resize(schedule_.rows.size());
    last_.resize(schedule_.rows.size());
    for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
      const ScheduleRow& row = schedule_.rows[i];
      for (const std::size_t other : match_.waits[i]) {
        const WayKey way = way_of(schedule_.rows[other]);
        if (way == way_of(row)) {
          if (other < i) continue;
          refuse_line(schedule_.file, row.line,
                      "the row waits for a later one between the same two nodes: MSCCL takes them "
                      "in this order");
        }
        auto& latest = waits_[i].try_emplace(ways_.at(way).id, other).first->second;
        latest = std::max(latest, other);
      }
      // What is inside the node alone waits in steps without data.
      const std::size_t waiting = waits_[i].empty() ? 0 : waits_[i].size() - 1;
      Way& way = ways_.at(way_of(row));
      way.steps += waiting + std::max<std::size_t>(1, runs_of(i).size());
      last_[i] = way.steps - 1;
    }
    for (const auto& waits : waits_) {
      for (const auto& [way, row] : waits) waited_for_.insert(row);
    }
  }

  void write_gpu(std::ostream& out, NodeId node) const {
    fmt::print(out, "  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", node,
               inputs(), outputs(), used(Buffer::kScratch, node));
    std::map<std::size_t, WayKey> blocks;
    for (const auto& [key, way] : ways_) {
      if (std::get<0>(key) == node) blocks[way.id] = key;
    }
    for (const auto& [id, key] : blocks) {
      const auto& [own, sends, peer, tag] = key;
      const bool inside = peer == kInside;
      fmt::print(out, "    <tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", id,
                 sends && !inside ? static_cast<std::int64_t>(peer) : -1,
                 sends || inside ? -1 : static_cast<std::int64_t>(peer), inside ? 0 : tag);
      std::size_t step = 0;
      for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
        if (way_of(schedule_.rows[i]) == key) write_row(out, i, step);
      }
      out << "    </tb>\n";
    }
    out << "  </gpu>\n";
  }

  void write_row(std::ostream& out, std::size_t number, std::size_t& step) const {
    constexpr const char* kTypes[] = {"s", "r", "rrc", "nop", "cpy", "re"};
    const ScheduleRow& row = schedule_.rows[number];
    std::vector<std::pair<std::int64_t, std::int64_t>> waits;
    for (const auto& [way, other] : waits_[number]) {
      waits.emplace_back(static_cast<std::int64_t>(way), static_cast<std::int64_t>(last_[other]));
    }
    if (waits.empty()) waits.emplace_back(-1, -1);
    const std::vector<StepRun> runs = runs_of(number);
    const bool waited_for = waited_for_.contains(number);
    const auto idle = [&](bool last) {
      fmt::print(out,
                 "      <step s=\"{}\" type=\"nop\" srcbuf=\"i\" srcoff=\"-1\" dstbuf=\"o\" "
                 "dstoff=\"-1\" cnt=\"0\" depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
                 step++, waits.back().first, waits.back().second, last ? 1 : 0);
    };
    for (; waits.size() > 1; waits.pop_back()) idle(false);
    if (runs.empty()) return idle(waited_for);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      StepRun run = runs[i];
      if (row.kind == RowKind::kReduce) run.from = run.to;  // what is combined with what comes
      const auto wait = i == 0 ? waits.front() : std::pair<std::int64_t, std::int64_t>{-1, -1};
      write_step(out, step++, kTypes[static_cast<std::size_t>(row.kind)], run, wait,
                 i + 1 == runs.size() && waited_for);
    }
  }

  static void write_step(std::ostream& out, std::size_t step, const char* type, const StepRun& run,
                         std::pair<std::int64_t, std::int64_t> wait, bool waited_for) {
    constexpr const char* kLetters = " ios";
    fmt::print(out,
               "      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" "
               "dstoff=\"{}\" cnt=\"{}\" depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
               step, type, kLetters[static_cast<std::size_t>(run.from.buffer)], run.from.offset,
               kLetters[static_cast<std::size_t>(run.to.buffer)], run.to.offset, run.count,
               wait.first, wait.second, waited_for ? 1 : 0);
  }

  const Schedule& schedule_;
  std::uint64_t nodes_;
  ScheduleMatch match_;
  std::map<WayKey, Way> ways_;
  std::vector<std::map<std::size_t, std::size_t>> waits_;  ///< by row: thread block, row in it
  std::vector<std::size_t> last_;                          ///< by row: its last step
  std::set<std::size_t> waited_for_;
};

}  // namespace

void write_msccl(std::ostream& out, const Schedule& schedule) {
  const bool unnamed = is_unnamed(schedule);
  if (!unnamed) static_cast<void>(name_of(schedule));
  require_chunks(schedule);
  const bool blocks = !schedule.has_places();
  Schedule placed = schedule;
  if (unnamed) {
    placed = as_own(std::move(placed));
  } else if (blocks) {
    placed = Placing{schedule}.place();
  }
  if (blocks) combine_in_turn(placed);
  MscclWriter{placed}.write(out);
}

}  // namespace plexus
