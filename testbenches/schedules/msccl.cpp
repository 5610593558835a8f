#include <algorithm>
#include <cstdint>
#include <deque>
#include <fstream>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// A place in a buffer.
struct BufferSlot {
  NodeId gpu = 0;
  char buffer = 'i';
  std::int64_t offset = 0;
  auto operator<=>(const BufferSlot&) const = default;
};

struct ThreadStep {
  std::size_t line = 0;
  std::string type;
  BufferSlot source;
  BufferSlot destination;
  std::int64_t count = 1;
  std::int64_t waits_for_block = -1;
  std::int64_t waits_for_step = -1;
};

struct ThreadBlock {
  std::uint32_t id = 0;
  std::int64_t send = -1;
  std::int64_t receive = -1;
  std::uint32_t channel = 0;
  std::vector<ThreadStep> steps;
  std::size_t next = 0;
  std::uint32_t rows = 0;
  std::vector<std::vector<RowName>> stands_for;  ///< by step: rows that have to be waited for
};

/// A chunk at a place: whose operands are in it, and the row that brought it, if it lies apart.
struct Value {
  static constexpr std::size_t kNoRow = SIZE_MAX;
  BlockId chunk = 0;
  std::set<NodeId> parts;  ///< of an operation that combines
  std::size_t row = kNoRow;
};

enum class Collective { kAllgather, kAllreduce, kReduceScatter, kAlltoall, kBroadcast };

/// Follows the data of one algorithm through its buffers.
class Follower {
 public:
  explicit Follower(const std::string& path) : path_{path} {
    std::ifstream in{path};
    std::ostringstream all;
    if (!in || !(all << in.rdbuf())) {
      throw Refusal{RefusalClass::kUsage, fmt::format("{}: the file cannot be read.", path)};
    }
    text_ = all.str();
    const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) refuse_line(path_, line_at(parsed.offset), parsed.description());
  }

  Schedule follow() {
    read();
    place();
    for (bool moved = true; moved;) {
      moved = false;
      for (auto& [gpu, blocks] : gpus_) {
        for (auto& [id, block] : blocks) {
          while (block.next < block.steps.size() && advance(gpu, block)) moved = true;
        }
      }
    }
    for (const auto& [gpu, blocks] : gpus_) {
      for (const auto& [id, block] : blocks) {
        if (block.next == block.steps.size()) continue;
        refuse_line(path_, block.steps[block.next].line,
                    fmt::format("gpu {} waits here for ever", gpu));
      }
    }
    settle_kinds();
    if (reduces()) require_same_sums();
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] std::size_t line_at(std::ptrdiff_t offset) const {
    const auto end =
        std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, offset)));
    return 1 + static_cast<std::size_t>(std::count(
                   text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  }
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& sentence) const {
    refuse_line(path_, line_at(node.offset_debug()), sentence);
  }
  std::int64_t number(const pugi::xml_node& node, const char* name,
                      std::optional<std::int64_t> fallback = std::nullopt) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (attribute.empty() && fallback) return *fallback;
    constexpr std::int64_t kMost = 1'000'000;
    const std::string text = attribute.value();
    std::size_t read = 0;
    std::int64_t value = -2;
    try {
      value = std::stoll(text, &read);
    } catch (const std::exception&) {
      read = 0;
    }
    if (read == 0 || read != text.size() || value < -1 || value > kMost) {
      refuse(node, fmt::format("<{}> needs a number {}=\"..\", not '{}'", node.name(), name, text));
    }
    return value;
  }

  void read() {
    const pugi::xml_node algo = document_.child("algo");
    if (!algo) refuse_line(path_, 1, "there is no <algo>: this is no schedule of MSCCL");
    static const std::map<std::string, Collective> kNames{
        {"allgather", Collective::kAllgather},
        {"allreduce", Collective::kAllreduce},
        {"reduce_scatter", Collective::kReduceScatter},
        {"reducescatter", Collective::kReduceScatter},
        {"alltoall", Collective::kAlltoall},
        {"broadcast", Collective::kBroadcast}};
    const std::string name = algo.attribute("coll").value();
    const auto found = kNames.find(name);
    if (found == kNames.end()) {
      refuse(algo, fmt::format("coll=\"{}\" is none of allgather, allreduce, reduce_scatter, "
                               "alltoall, broadcast",
                               name));
    }
    collective_ = found->second;
    in_place_ = number(algo, "inplace", 0) == 1;
    for (const pugi::xml_node& gpu : algo.children("gpu")) {
      const auto id = static_cast<NodeId>(number(gpu, "id"));
      if (!gpus_.emplace(id, std::map<std::uint32_t, ThreadBlock>{}).second) {
        refuse(gpu, fmt::format("gpu {} is there twice", id));
      }
      inputs_ = std::max(inputs_, number(gpu, "i_chunks", 0));
      outputs_ = std::max(outputs_, number(gpu, "o_chunks", 0));
      for (const pugi::xml_node& block : gpu.children("tb")) read_block(id, block);
    }
    nodes_ = static_cast<std::int64_t>(gpus_.size());
    if (number(algo, "ngpus", nodes_) != nodes_) {
      refuse(algo, fmt::format("ngpus=\"{}\", but there are {}", algo.attribute("ngpus").value(),
                               nodes_));
    }
    if (nodes_ == 0 || std::int64_t{gpus_.rbegin()->first} + 1 != nodes_) {
      refuse(algo, "the gpus must be numbered 0, 1, 2, ..");
    }
    count_pieces(algo);
  }

  void read_block(NodeId gpu, const pugi::xml_node& node) {
    ThreadBlock block;
    block.id = static_cast<std::uint32_t>(number(node, "id"));
    block.send = number(node, "send", -1);
    block.receive = number(node, "recv", -1);
    block.channel = static_cast<std::uint32_t>(std::max<std::int64_t>(0, number(node, "chan", 0)));
    for (const pugi::xml_node& step : node.children("step")) {
      const auto place = [&](const char* buffer, const char* offset) {
        const std::string name = step.attribute(buffer).value();
        if (name != "i" && name != "o" && name != "s") {
          refuse(step, fmt::format("{}=\"{}\" is none of i, o, s", buffer, name));
        }
        return BufferSlot{gpu, name.front(), number(step, offset)};
      };
      ThreadStep read;
      read.line = line_at(step.offset_debug());
      read.type = step.attribute("type").value();
      if (read.type != "nop") {
        read.source = place("srcbuf", "srcoff");
        read.destination = place("dstbuf", "dstoff");
        read.count = number(step, "cnt", 1);
      }
      read.waits_for_block = number(step, "depid", -1);
      read.waits_for_step = number(step, "deps", -1);
      block.steps.push_back(std::move(read));
    }
    const std::uint32_t id = block.id;
    if (!gpus_[gpu].emplace(id, std::move(block)).second) {
      refuse(node, fmt::format("gpu {} has two thread blocks {}", gpu, id));
    }
  }

  void count_pieces(const pugi::xml_node& algo) {
    const bool by_node =
        collective_ == Collective::kReduceScatter || collective_ == Collective::kAlltoall;
    const std::int64_t parts = by_node ? nodes_ : 1;
    if (in_place_) {  // one memory, under either name
      if (collective_ == Collective::kAllgather && inputs_ == 0 && outputs_ % nodes_ == 0) {
        inputs_ = outputs_ / nodes_;
      } else if (collective_ != Collective::kAllgather) {
        inputs_ = std::max(inputs_, outputs_);
      }
    }
    if (inputs_ < 1 || inputs_ % parts != 0) {
      refuse(algo, fmt::format("i_chunks=\"{}\" does not fit {} gpus", inputs_, nodes_));
    }
    pieces_ = inputs_ / parts;
    if (collective_ == Collective::kAllgather && outputs_ != nodes_ * pieces_) {
      refuse(algo, fmt::format("o_chunks=\"{}\" is not {} gpus times i_chunks=\"{}\"", outputs_,
                               nodes_, inputs_));
    }
    schedule_.file = path_;
    schedule_.pieces = pieces_;
    static const std::map<Collective, std::string> kOurs{
        {Collective::kAllgather, "allgather"},
        {Collective::kAllreduce, "allreduce"},
        {Collective::kReduceScatter, "reduce-scatter"},
        {Collective::kAlltoall, "alltoall"},
        {Collective::kBroadcast, "broadcast"}};
    schedule_.operation = kOurs.at(collective_);
  }

  /// One name for each place: buffers that are the same memory are one.
  [[nodiscard]] BufferSlot same(BufferSlot place) const {
    if (!in_place_ || place.buffer == 's') return place;
    if (collective_ == Collective::kAllgather && place.buffer == 'i') {
      return {place.gpu, 'o', place.gpu * pieces_ + place.offset};
    }
    if (collective_ == Collective::kReduceScatter && place.buffer == 'o') {
      return {place.gpu, 'i', place.gpu * pieces_ + place.offset};
    }
    if (place.buffer == 'i') place.buffer = 'o';
    if (collective_ == Collective::kReduceScatter) place.buffer = 'i';
    return place;
  }

  /// What the inputs hold at the beginning.
  void place() {
    for (const auto& [gpu, blocks] : gpus_) {
      if (collective_ == Collective::kBroadcast && gpu != 0) continue;
      for (std::int64_t offset = 0; offset < inputs_; ++offset) {
        std::int64_t chunk = offset;
        if (collective_ == Collective::kAllgather) chunk = gpu * pieces_ + offset;
        if (collective_ == Collective::kAlltoall) chunk = gpu * nodes_ * pieces_ + offset;
        Value& value = held_[same({gpu, 'i', offset})];
        value.chunk = static_cast<BlockId>(chunk);
        if (reduces()) value.parts = {gpu};
      }
    }
  }

  /// Does the next step of a thread block, if it can be done now.
  bool advance(NodeId gpu, ThreadBlock& block) {
    const ThreadStep& step = block.steps[block.next];
    std::vector<RowName> after;
    if (step.waits_for_block >= 0 && step.waits_for_step >= 0) {
      const auto other = gpus_[gpu].find(static_cast<std::uint32_t>(step.waits_for_block));
      const auto wanted = static_cast<std::size_t>(step.waits_for_step);
      if (other == gpus_[gpu].end() || wanted >= other->second.steps.size()) {
        refuse_line(path_, step.line,
                    fmt::format("gpu {} has no step {} of thread block {} to wait for", gpu, wanted,
                                step.waits_for_block));
      }
      if (other->second.next <= wanted) return false;
      after = other->second.stands_for[wanted];
    }
    static const std::set<std::string> kTakes{"r", "rcs", "rrs", "rrc", "rrcs"};
    static const std::set<std::string> kGives{"s", "rcs", "rrs", "rrcs"};
    const bool takes = kTakes.contains(step.type);
    const bool gives = kGives.contains(step.type);
    const bool stays = step.type == "cpy" || step.type == "re";  // inside the gpu
    if (!takes && !gives && !stays && step.type != "nop") {
      refuse_line(path_, step.line, fmt::format("type=\"{}\" is no step of MSCCL", step.type));
    }
    std::vector<Value> values;
    if (takes) {
      auto& queue = under_way_[{peer(step, block.receive), gpu, block.channel}];
      if (queue.empty()) return false;
      values = queue.front();
      queue.pop_front();
      if (static_cast<std::int64_t>(values.size()) != step.count) {
        refuse_line(path_, step.line,
                    fmt::format("cnt=\"{}\", but {} chunks come", step.count, values.size()));
      }
      const bool combines = step.type.starts_with("rr");
      add(gpu, block, combines ? RowKind::kReduce : RowKind::kReceive, peer(step, block.receive),
          values, std::move(after));
      after.clear();
      for (Value& value : values) value.row = schedule_.rows.size() - 1;
      if (combines) values = sum(step, operands(step, values), values);
      if (step.type != "rrs") put(step, values);
    } else if (step.type == "cpy") {
      put(step, values_at(step, step.source));
    } else if (step.type == "re") {
      const std::vector<Value> from = values_at(step, step.source);
      const std::vector<Value> to = values_at(step, step.destination);
      for (const auto& lying : {from, to}) {
        for (const Value& value : lying) {
          if (value.row != Value::kNoRow) combined_[value.row].insert(value.chunk);
        }
      }
      put(step, sum(step, to, from));
    }
    if (gives) {
      if (!takes) values = values_at(step, step.source);
      under_way_[{gpu, peer(step, block.send), block.channel}].push_back(values);
      add(gpu, block, RowKind::kSend, peer(step, block.send), values, std::move(after));
      after.clear();
    }
    auto& names = block.stands_for.emplace_back(std::move(after));
    if (block.rows > 0) names.push_back({block.id, block.rows - 1});
    if (!takes && !gives) {
      auto& pending = pending_[{gpu, block.id}];
      pending.insert(pending.end(), names.begin(), names.end());
      names = pending;
    }
    ++block.next;
    return true;
  }

  NodeId peer(const ThreadStep& step, std::int64_t number) const {
    if (number < 0 || number >= nodes_) {
      refuse_line(path_, step.line, "the thread block names no gpu to exchange with");
    }
    return static_cast<NodeId>(number);
  }

  [[nodiscard]] bool reduces() const {
    return collective_ == Collective::kAllreduce || collective_ == Collective::kReduceScatter;
  }

  [[nodiscard]] std::vector<Value> values_at(const ThreadStep& step, BufferSlot place) const {
    std::vector<Value> values;
    for (std::int64_t i = 0; i < step.count; ++i, ++place.offset) {
      const auto held = held_.find(same(place));
      if (held == held_.end()) {
        refuse_line(
            path_, step.line,
            fmt::format("gpu {} holds nothing at {}[{}]", place.gpu, place.buffer, place.offset));
      }
      values.push_back(held->second);
    }
    return values;
  }
  void put(const ThreadStep& step, const std::vector<Value>& values) {
    BufferSlot place = step.destination;
    for (const Value& value : values) {
      held_[same(place)] = value;
      ++place.offset;
    }
  }

  /// Do these chunks lie at a place?
  [[nodiscard]] bool lie_at(BufferSlot place, const std::vector<Value>& values) const {
    return std::ranges::all_of(values, [&](const Value& value) {
      const auto held = held_.find(same(place));
      ++place.offset;
      return held != held_.end() && held->second.chunk == value.chunk;
    });
  }
  /// What is combined with what comes: it lies at the source, or where tools name the sender's
  /// place there, at the destination.
  [[nodiscard]] std::vector<Value> operands(const ThreadStep& step,
                                            const std::vector<Value>& come) const {
    const bool at_destination = !lie_at(step.source, come) && lie_at(step.destination, come);
    return values_at(step, at_destination ? step.destination : step.source);
  }
  [[nodiscard]] std::vector<Value> sum(const ThreadStep& step, std::vector<Value> there,
                                       const std::vector<Value>& more) const {
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (there[i].chunk != more[i].chunk) {
        refuse_line(path_, step.line, "chunks of different numbers are reduced");
      }
      there[i].parts.insert(more[i].parts.begin(), more[i].parts.end());
      there[i].row = Value::kNoRow;
    }
    return there;
  }

  /// What came to lie apart and was combined later is combined as it comes: a row combines all that
  /// it brings.
  void settle_kinds() {
    for (const auto& [number, chunks] : combined_) {
      ScheduleRow& row = schedule_.rows[number];
      if (row.kind == RowKind::kReduce) continue;
      if (chunks.size() != row.blocks.count()) {
        refuse_line(path_, row.line,
                    "of the chunks that come here some are reduced later and some are not: such a "
                    "message cannot be one row");
      }
      row.kind = RowKind::kReduce;
    }
  }

  /// A node has one place for a chunk where a gpu may have several: refuses an algorithm that
  /// combines in an order for which this matters.
  void require_same_sums() const {
    std::map<std::pair<NodeId, BlockId>, std::set<NodeId>> sums;
    const auto sum_at = [&](NodeId node, BlockId chunk) -> std::set<NodeId>& {
      return sums.emplace(std::pair{node, chunk}, std::set<NodeId>{node}).first->second;
    };
    for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
      const ScheduleRow& row = schedule_.rows[i];
      for (const auto& [chunk, parts] : carried_[i]) {
        std::set<NodeId>& here = sum_at(row.node, chunk);
        if (row.kind == RowKind::kReceive) {
          here = parts;
        } else if (row.kind == RowKind::kReduce) {
          here.insert(parts.begin(), parts.end());
        } else if (here != parts) {
          refuse_line(path_, row.line,
                      fmt::format("gpu {} sends another sum of chunk {} than it has by then where "
                                  "all that comes is combined at once: rows cannot say this",
                                  row.node, chunk));
        }
      }
    }
    for (const auto& [place, value] : held_) {
      const bool output = place == same({place.gpu, 'o', place.offset});
      if (!output || value.parts.size() != gpus_.size()) continue;
      if (collective_ == Collective::kReduceScatter &&
          static_cast<std::int64_t>(value.chunk) / pieces_ != std::int64_t{place.gpu}) {
        continue;
      }
      if (sum_at(place.gpu, value.chunk).size() != gpus_.size()) {
        refuse_line(path_, 1,
                    fmt::format("gpu {} keeps sums of chunk {} apart: rows cannot say this",
                                place.gpu, value.chunk));
      }
    }
  }

  void add(NodeId gpu, ThreadBlock& block, RowKind kind, NodeId other,
           const std::vector<Value>& values, std::vector<RowName> after) {
    if (const auto waits = pending_.find({gpu, block.id}); waits != pending_.end()) {
      for (const RowName& name : waits->second) {
        if (name.thread != block.id) after.push_back(name);
      }
      pending_.erase(waits);
    }
    std::erase_if(after, [&](const RowName& name) { return name.thread == block.id; });
    const auto place = [](const RowName& name) { return std::pair{name.thread, name.number}; };
    std::ranges::sort(after, {}, place);
    after.erase(std::unique(after.begin(), after.end()), after.end());
    BlockList list;
    auto& carried = carried_.emplace_back();
    for (const Value& value : values) {
      list.add(value.chunk);
      if (reduces()) carried[value.chunk] = value.parts;
    }
    schedule_.rows.push_back({gpu, block.id, kind, other, block.channel, list.blocks({}), 0,
                              std::move(after), block.steps[block.next].line});
    ++block.rows;
  }

  std::string path_;
  std::string text_;
  pugi::xml_document document_;
  Collective collective_ = Collective::kAllgather;
  bool in_place_ = false;
  std::int64_t nodes_ = 0;
  std::int64_t inputs_ = 0;
  std::int64_t outputs_ = 0;
  std::int64_t pieces_ = 1;
  std::map<NodeId, std::map<std::uint32_t, ThreadBlock>> gpus_;
  std::map<BufferSlot, Value> held_;
  std::map<std::tuple<NodeId, NodeId, std::uint32_t>, std::deque<std::vector<Value>>> under_way_;
  std::vector<std::map<BlockId, std::set<NodeId>>> carried_;  ///< by row: the sums that it moves
  std::map<std::size_t, std::set<BlockId>> combined_;         ///< by row: what is reduced later
  std::map<std::pair<NodeId, std::uint32_t>, std::vector<RowName>> pending_;
  Schedule schedule_;
};

}  // namespace

Schedule read_msccl(const std::string& path) { return Follower{path}.follow(); }

}  // namespace plexus
