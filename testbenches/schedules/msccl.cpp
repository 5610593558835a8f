#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/schedule/judgement.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// What a step of a type does, in the order of these members.
struct StepType {
  const char* name;
  bool takes;     ///< a message
  bool combines;  ///< with what is there
  bool stores;    ///< what came of it
  bool gives;     ///< a message
};
constexpr std::array kStepTypes{
    StepType{"s", false, false, false, true},   StepType{"r", true, false, true, false},
    StepType{"rcs", true, false, true, true},   StepType{"rrc", true, true, true, false},
    StepType{"rrs", true, true, false, true},   StepType{"rrcs", true, true, true, true},
    StepType{"cpy", false, false, true, false}, StepType{"re", false, true, true, false},
    StepType{"nop", false, false, false, false}};

struct ThreadStep {
  std::size_t line = 0;
  const StepType* type = nullptr;
  PlaceRun source;
  PlaceRun destination;
  std::int64_t waits_for_block = -1;
  std::int64_t waits_for_step = -1;
};

struct ThreadBlock {
  std::int64_t send = -1;
  std::int64_t receive = -1;
  std::uint32_t channel = 0;
  std::vector<ThreadStep> steps;
  std::vector<std::uint32_t> rows;  ///< by step: number of the last row that it stands for
};

/// Reads one algorithm: every step becomes the rows that do the same with the same places.
class MscclReader {
 public:
  explicit MscclReader(const std::string& path) : path_{path}, text_{text_of_schedule(path)} {
    for (std::size_t at = text_.find('\n'); at != std::string::npos;
         at = text_.find('\n', at + 1)) {
      line_ends_.push_back(at);
    }
    const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) refuse_line(path_, line_at(parsed.offset), parsed.description());
  }

  Schedule read() {
    schedule_.file = path_;
    const pugi::xml_node algo = document_.child("algo");
    if (!algo) refuse_line(path_, 1, "there is no <algo>: this is no schedule of MSCCL");
    read_operation(algo);
    schedule_.in_place = number(algo, "inplace", 0) == 1;
    for (const pugi::xml_node& gpu : algo.children("gpu")) read_gpu(gpu);
    count_gpus(algo);
    count_pieces(algo);
    Schedule schedule = in_rows();
    if (schedule.rows.empty()) refuse(algo, "there are no steps");
    if (sums_apart_) schedule = better(std::move(schedule));
    return schedule.operation.empty() && schedule.in_place ? in_place_or_not(std::move(schedule))
                                                           : schedule;
  }

 private:
  static constexpr std::int64_t kMost = 1'000'000;  ///< of any number

  [[nodiscard]] std::size_t line_at(std::ptrdiff_t offset) const {
    const auto end = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, offset));
    return 1 +
           static_cast<std::size_t>(std::ranges::lower_bound(line_ends_, end) - line_ends_.begin());
  }
  template <typename... Values>
  [[noreturn]] void refuse(const pugi::xml_node& node, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    refuse_line(path_, line_at(node.offset_debug()), sentence, std::forward<Values>(values)...);
  }
  std::int64_t number(const pugi::xml_node& node, const char* name,
                      std::optional<std::int64_t> fallback = std::nullopt) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (attribute.empty() && fallback) return *fallback;
    const std::string text = attribute.value();
    std::size_t read = 0;
    std::int64_t value = -2;
    try {
      value = std::stoll(text, &read);
    } catch (const std::exception&) {
      read = 0;
    }
    if (read == 0 || read != text.size() || value < -1 || value > kMost) {
      refuse(node, "<{}> needs a number {}=\"..\", not '{}'", node.name(), name, text);
    }
    return value;
  }

  /// The rows of all steps.
  Schedule in_rows() {
    Schedule schedule = schedule_;
    std::map<NodeId, std::uint64_t> scratch = scratch_;
    for (auto& [gpu, blocks] : gpus_) {
      for (auto& [id, block] : blocks) count_rows(block);
    }
    for (const auto& [gpu, blocks] : gpus_) {
      for (const auto& [id, block] : blocks) {
        for (const ThreadStep& step : block.steps) {
          write_rows(schedule, scratch[gpu], gpu, id, block, step);
        }
      }
    }
    if (schedule.nodes() < nodes_) schedule.least_nodes = static_cast<NodeId>(nodes_);
    return schedule;
  }

  /// Where a step that takes and combines names two places, the sum is that of the first; but tools
  /// may write the sender's place there, and then it is that of the second. A file keeps to one of
  /// the two: that with fewer findings.
  Schedule better(Schedule schedule) {
    sender_named_ = true;
    return fewer_findings(std::move(schedule), in_rows());
  }

  /// Tools write inplace="1" of operations of their own, too, that read an input while its output
  /// comes.
  static Schedule in_place_or_not(Schedule schedule) {
    Schedule other = schedule;
    other.in_place = false;
    return fewer_findings(std::move(schedule), std::move(other));
  }

  static Schedule fewer_findings(Schedule schedule, Schedule other) {
    const auto findings = [](const Schedule& one) {
      return judge(one, {scheduled_operation(one.operation), 0}).findings.size();
    };
    return findings(other) < findings(schedule) ? other : schedule;
  }

  void read_operation(const pugi::xml_node& algo) {
    static const std::map<std::string, std::string> kNames{{"allgather", "allgather"},
                                                           {"allreduce", "allreduce"},
                                                           {"reduce_scatter", "reduce-scatter"},
                                                           {"reducescatter", "reduce-scatter"},
                                                           {"alltoall", "alltoall"},
                                                           {"broadcast", "broadcast"}};
    const std::string name = algo.attribute("coll").value();
    if (name == "custom") {
      for (const pugi::xml_node& one : algo.children("start")) {
        schedule_.start.push_back(holding_of(one));
      }
      for (const pugi::xml_node& one : algo.children("end")) {
        schedule_.end.push_back(holding_of(one));
      }
      if (!schedule_.start.empty() || schedule_.end.empty()) return;
      refuse(algo,
             "coll=\"custom\" says what lies where at the end, but not at the start: add <start "
             "gpu=\"0\" places=\"i0-3\" items=\"10-13\"/> to <algo>");
    }
    const auto found = kNames.find(name);
    if (found == kNames.end()) {
      refuse(algo,
             "coll=\"{}\" is none of allgather, allreduce, reduce_scatter, alltoall, broadcast and "
             "custom",
             name);
    }
    schedule_.operation = found->second;
  }

  Holding holding_of(const pugi::xml_node& node) {
    return parse_holding(
        fmt::format("{} {} {}", node.attribute("gpu").value(), node.attribute("places").value(),
                    node.attribute("items").value()),
        path_, line_at(node.offset_debug()), room_);
  }

  void read_gpu(const pugi::xml_node& gpu) {
    const std::int64_t id = number(gpu, "id");
    if (id < 0) refuse(gpu, "the gpus must be numbered 0, 1, 2, ..");
    if (!gpus_.try_emplace(static_cast<NodeId>(id)).second) {
      refuse(gpu, "gpu {} is there twice", id);
    }
    const std::int64_t inputs = number(gpu, "i_chunks", 0);
    const std::int64_t outputs = number(gpu, "o_chunks", 0);
    inputs_ = std::max(inputs_, inputs);
    outputs_ = std::max(outputs_, outputs);
    filled_[static_cast<NodeId>(id)] = schedule_.in_place && inputs == 0 ? outputs : inputs;
    for (const pugi::xml_node& block : gpu.children("tb")) {
      read_block(static_cast<NodeId>(id), block);
    }
  }

  void read_block(NodeId gpu, const pugi::xml_node& node) {
    const std::int64_t id = number(node, "id");
    if (id < 0) refuse(node, "a thread block's id is 0 or more");
    ThreadBlock block;
    block.send = number(node, "send", -1);
    block.receive = number(node, "recv", -1);
    block.channel = static_cast<std::uint32_t>(std::max<std::int64_t>(0, number(node, "chan", 0)));
    for (const pugi::xml_node& step : node.children("step")) {
      block.steps.push_back(step_of(gpu, step));
    }
    if (!gpus_[gpu].emplace(static_cast<std::uint32_t>(id), std::move(block)).second) {
      refuse(node, "gpu {} has two thread blocks {}", gpu, id);
    }
  }

  ThreadStep step_of(NodeId gpu, const pugi::xml_node& node) {
    ThreadStep step;
    step.line = line_at(node.offset_debug());
    const std::string type = node.attribute("type").value();
    step.type = std::ranges::find(kStepTypes, type, &StepType::name);
    if (step.type == kStepTypes.end()) {
      refuse(node, "type=\"{}\" is no step of MSCCL", type);
    }
    step.waits_for_block = number(node, "depid", -1);
    step.waits_for_step = number(node, "deps", -1);
    if (type == "nop") return step;
    const std::int64_t count = number(node, "cnt", 1);
    if (count < 1) refuse(node, "cnt=\"{}\": a step moves one chunk at least", count);
    const auto run = [&](const char* buffer, const char* offset) {
      const std::string name = node.attribute(buffer).value();
      if (name != "i" && name != "o" && name != "s") {
        refuse(node, "{}=\"{}\" is none of i, o, s", buffer, name);
      }
      const std::int64_t first = number(node, offset);
      if (first < 0) refuse(node, "{}=\"{}\" is no place", offset, first);
      const Buffer which = name == "i"   ? Buffer::kInput
                           : name == "o" ? Buffer::kOutput
                                         : Buffer::kScratch;
      if (which == Buffer::kScratch) {
        auto& end = scratch_[gpu];
        end = std::max(end, static_cast<std::uint64_t>(first + count));
      }
      return PlaceRun{which,
                      {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)}};
    };
    step.source = run("srcbuf", "srcoff");
    step.destination = run("dstbuf", "dstoff");
    sums_apart_ = sums_apart_ || is_apart(step);
    return step;
  }

  void count_gpus(const pugi::xml_node& algo) {
    nodes_ = static_cast<std::int64_t>(gpus_.size());
    if (number(algo, "ngpus", nodes_) != nodes_) {
      refuse(algo, "ngpus=\"{}\", but there are {}", algo.attribute("ngpus").value(), nodes_);
    }
    if (nodes_ == 0 || std::int64_t{gpus_.rbegin()->first} + 1 != nodes_) {
      refuse(algo, "the gpus must be numbered 0, 1, 2, ..");
    }
  }

  /// An operation of its own that does not say what lies where: every chunk of every input is an
  /// item.
  void fill_inputs(const pugi::xml_node& algo) {
    if (!schedule_.start.empty()) return;
    std::uint64_t items = 0;
    for (const auto& [gpu, chunks] : filled_) {
      if (chunks < 1) continue;
      const auto count = static_cast<std::uint64_t>(chunks);
      if (count > kMostItems - items) {
        refuse(algo, "there are more than {} chunks of input", kMostItems);
      }
      Holding input{gpu, {{Buffer::kInput, {0, count}}}, {}, line_at(algo.offset_debug())};
      for (std::uint64_t i = 0; i < count; ++i) input.items.push_back({items++});
      schedule_.start.push_back(std::move(input));
    }
    if (items > 0) return;
    refuse(algo,
           "coll=\"custom\" does not say what lies where: its gpus need i_chunks=\"..\", or <algo> "
           "<start gpu=\"0\" places=\"i0-3\" items=\"10-13\"/> and <end gpu=\"1\" places=\"o0\" "
           "items=\"10+11\"/>");
  }

  void count_pieces(const pugi::xml_node& algo) {
    if (schedule_.operation.empty()) return fill_inputs(algo);
    const bool gathers = schedule_.operation == "allgather";
    const bool by_node =
        schedule_.operation == "reduce-scatter" || schedule_.operation == "alltoall";
    const std::int64_t parts = by_node ? nodes_ : 1;
    if (schedule_.in_place) {  // one memory, under either name
      if (gathers && inputs_ == 0 && outputs_ % nodes_ == 0) inputs_ = outputs_ / nodes_;
      if (!gathers) inputs_ = std::max(inputs_, outputs_);
    }
    if (inputs_ < 1 || inputs_ % parts != 0) {
      refuse(algo, "i_chunks=\"{}\" does not fit {} gpus", inputs_, nodes_);
    }
    schedule_.pieces = inputs_ / parts;
    if (gathers && outputs_ != nodes_ * schedule_.pieces) {
      refuse(algo, "o_chunks=\"{}\" is not {} gpus times i_chunks=\"{}\"", outputs_, nodes_,
             inputs_);
    }
  }

  /// Does the step combine what comes with what lies elsewhere than where the sum goes?
  [[nodiscard]] bool is_apart(const ThreadStep& step) const {
    return step.type->takes && step.type->combines && step.type->stores &&
           step.source != step.destination && !sender_named_;
  }

  [[nodiscard]] std::uint32_t rows_of(const ThreadStep& step) const {
    const StepType& type = *step.type;
    const bool in_two = (type.takes && type.combines && !type.stores) || is_apart(step);
    return (in_two ? 2U : 1U) + (type.takes && type.gives ? 1U : 0U);
  }

  void count_rows(ThreadBlock& block) const {
    block.rows.clear();
    std::uint32_t rows = 0;
    for (const ThreadStep& step : block.steps) {
      rows += rows_of(step);
      block.rows.push_back(rows - 1);
    }
  }

  NodeId peer(const ThreadStep& step, std::int64_t number, NodeId gpu) const {
    if (number < 0 || number >= nodes_) {
      refuse_line(path_, step.line, "the thread block names no gpu to exchange with");
    }
    if (number == std::int64_t{gpu}) refuse_line(path_, step.line, "a gpu is its own peer");
    return static_cast<NodeId>(number);
  }

  [[nodiscard]] std::vector<RowName> waits_of(NodeId gpu, const ThreadStep& step) const {
    if (step.waits_for_block < 0 || step.waits_for_step < 0) return {};
    const auto& blocks = gpus_.at(gpu);
    const auto block = blocks.find(static_cast<std::uint32_t>(step.waits_for_block));
    const auto wanted = static_cast<std::size_t>(step.waits_for_step);
    if (block == blocks.end() || wanted >= block->second.steps.size()) {
      refuse_line(path_, step.line, "gpu {} has no step {} of thread block {} to wait for", gpu,
                  wanted, step.waits_for_block);
    }
    return {{block->first, block->second.rows[wanted]}};
  }

  void write_rows(Schedule& schedule, std::uint64_t& scratch, NodeId gpu, std::uint32_t id,
                  const ThreadBlock& block, const ThreadStep& step) const {
    ScheduleRow row;
    row.node = gpu;
    row.thread = id;
    row.line = step.line;
    row.after = waits_of(gpu, step);
    const auto add = [&](RowKind kind, Places places, Places from, std::int64_t peer_of) {
      row.kind = kind;
      row.places = std::move(places);
      row.from = std::move(from);
      const bool message = peer_of >= -1;
      row.peer = message ? peer(step, peer_of, gpu) : 0;
      row.tag = message ? block.channel : 0;
      schedule.rows.push_back(row);
      row.after.clear();
    };
    constexpr std::int64_t kNobody = -2;
    const StepType& type = *step.type;
    Places here{step.destination};
    if (type.takes && type.combines && !type.stores) {  // the sum is sent on and not kept
      here = {{Buffer::kScratch, {scratch, step.source.offsets.count}}};
      scratch += step.source.offsets.count;
      add(RowKind::kReceive, here, {}, block.receive);
      add(RowKind::kCombine, here, {step.source}, kNobody);
    } else if (is_apart(step)) {
      add(RowKind::kReceive, here, {}, block.receive);
      add(RowKind::kCombine, here, {step.source}, kNobody);
    } else if (type.takes) {
      add(type.combines ? RowKind::kReduce : RowKind::kReceive, here, {}, block.receive);
    } else if (type.stores) {
      add(type.combines ? RowKind::kCombine : RowKind::kCopy, here, {step.source}, kNobody);
    }
    if (type.gives) {
      add(RowKind::kSend, type.takes ? here : Places{step.source}, {}, block.send);
    } else if (!type.takes && !type.stores) {
      add(RowKind::kCompute, {}, {}, kNobody);  // waits, and takes no time
    }
  }

  std::string path_;
  std::string text_;
  std::vector<std::size_t> line_ends_;
  pugi::xml_document document_;
  std::int64_t nodes_ = 0;
  std::int64_t inputs_ = 0;
  std::int64_t outputs_ = 0;
  std::map<NodeId, std::map<std::uint32_t, ThreadBlock>> gpus_;
  std::map<NodeId, std::int64_t> filled_;    ///< chunks that a gpu has at the start
  std::map<NodeId, std::uint64_t> scratch_;  ///< places that are used
  bool sums_apart_ = false;                  ///< are there steps that name two places to combine?
  bool sender_named_ = false;                ///< and is the first of them the sender's?
  std::size_t room_ = kMostItems;            ///< for what lies where
  Schedule schedule_;                        ///< without its rows
};

}  // namespace

Schedule read_msccl(const std::string& path) { return MscclReader{path}.read(); }

}  // namespace plexus
