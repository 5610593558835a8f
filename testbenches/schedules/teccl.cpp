#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// One chunk of `source`, or some of it, that goes over one link in one epoch.
struct Flow {
  std::uint64_t chunk = 0;
  std::uint64_t source = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t epoch = 0;
  std::size_t line = 1;
  double volume = 1;  ///< of the chunk
};

/// What has to be where at the end.
struct Demand {
  std::uint64_t node = 0;
  std::uint64_t chunk = 0;
  std::uint64_t source = 0;
  std::string text;
};

/// Members by their names, of which there may be very many.
using Result = nlohmann::json;

/// Reads the sentences of a file word by word.
class Sentence {
 public:
  explicit Sentence(std::string_view text) : rest_{text} {}

  /// Goes behind `words`, if they come next.
  bool skip(std::string_view words) {
    if (!rest_.starts_with(words)) return false;
    rest_.remove_prefix(words.size());
    return true;
  }
  template <typename Number>
  bool read(Number& number) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{}) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// Turns the flows of one result into rows.
class TecclReader {
 public:
  explicit TecclReader(const std::string& path) : path_{path}, text_{text_of_schedule(path)} {}

  Schedule read() {
    Result result;
    try {
      result = Result::parse(text_);
    } catch (const Result::parse_error& wrong) {
      refuse_line(path_, line_at(wrong.byte), "this is no JSON: a result of TE-CCL is");
    } catch (const Result::out_of_range& wrong) {  // which names the number, as '1e999'
      const std::string told = wrong.what();
      const std::size_t first = std::min(told.find('\''), told.size() - 1) + 1;
      const std::string number = told.substr(first, told.rfind('\'') - first);
      refuse_line(path_, line_at(std::min(text_.find(number), text_.size())),
                  "'{}' is too large a number", number);
    }
    if (!result.is_object()) refuse_line(path_, 1, "a result of TE-CCL is one JSON object");
    for (const auto& [key, value] : result.items()) {
      if (key.ends_with("-Flows") && value.is_array()) read_flows(value);
      if (key.ends_with("-Chunk paths") && value.is_object()) read_demands(value);
    }
    if (flows_.empty()) refuse_line(path_, 1, "there are no \"7-Flows\", or none is in them");
    number_nodes();
    cut_chunks();
    schedule_.file = path_;
    const Result named = result.value("0-Collective", Result());
    settle_operation(named.is_string() ? named.get<std::string>() : std::string{});
    write_rows();
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] std::size_t line_at(std::size_t byte) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text_.size()));
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
  }
  /// Of a text that stands in the file; texts come in their order.
  std::size_t line_of(const std::string& text) {
    const std::size_t found = text_.find(text, at_);
    if (found == std::string::npos) return line_;  // it is written with escapes
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(found),
                                                 '\n'));
    at_ = found;
    return line_;
  }

  void read_flows(const Result& flows) {
    at_ = 0;
    line_ = 1;
    for (const Result& one : flows) {
      if (!one.is_string()) refuse_line(path_, line_, "a flow is a text");
      const auto& text = one.get_ref<const std::string&>();
      Flow flow;
      flow.line = line_of(text);
      Sentence words{text};
      const bool fits = words.skip("Chunk ") && words.read(flow.chunk) && words.skip(" from ") &&
                        words.read(flow.source) && words.skip(" traveled over ") &&
                        words.read(flow.from) && words.skip("->") && words.read(flow.to) &&
                        (!words.skip(" with volume ") || words.read(flow.volume)) &&
                        words.skip(" in epoch ") && words.read(flow.epoch);
      if (!fits || !(words.at_end() || words.skip(" via ") || words.skip(" at rate "))) {
        refuse_line(path_, flow.line,
                    "a flow is written 'Chunk 0 from 1 traveled over 1->2 in epoch 3'");
      }
      if (!(flow.volume > 0 && flow.volume < 1 + kClose)) {
        refuse_line(path_, flow.line, "the flow carries {} of a chunk: all of it is 1",
                    flow.volume);
      }
      if (flow.from == flow.to) refuse_line(path_, flow.line, "the flow ends where it begins");
      if (flow.chunk >= kMostChunks) {
        refuse_line(path_, flow.line, "there is no chunk {}: at most {} are read", flow.chunk,
                    kMostChunks);
      }
      flows_.push_back(flow);
    }
  }

  template <typename... Values>
  [[noreturn]] void refuse_demand(const Demand& demand, fmt::format_string<Values...> sentence,
                                  Values&&... values) const {
    const std::size_t found = text_.find(demand.text);
    refuse_line(path_, found == std::string::npos ? 1 : line_at(found), sentence,
                std::forward<Values>(values)...);
  }

  void read_demands(const Result& paths) {
    for (const auto& [key, value] : paths.items()) {
      Sentence words{key};
      Demand demand;
      demand.text = key;
      if (!words.skip("Demand at ") || !words.read(demand.node) || !words.skip(" for chunk ") ||
          !words.read(demand.chunk) || !words.skip(" from ") || !words.read(demand.source)) {
        refuse_demand(demand,
                      "a demand is written 'Demand at 2 for chunk 0 from 1 met by epoch 3'");
      }
      demands_.push_back(demand);
    }
  }

  /// Switches have numbers, too: those that hold something become 0, 1, 2, ..
  void number_nodes() {
    for (const Flow& flow : flows_) {
      for (const std::uint64_t node : {flow.source, flow.from, flow.to}) nodes_.emplace(node, 0);
    }
    for (const Demand& demand : demands_) nodes_.emplace(demand.node, 0);
    NodeId number = 0;
    for (auto& [node, ours] : nodes_) ours = number++;
  }

  /// In so many equal parts that each flow carries some of them.
  void cut_chunks() {
    std::map<double, const Flow*> volumes;
    for (const Flow& flow : flows_) volumes.emplace(flow.volume, &flow);
    const auto fits = [&](const auto& one) {
      const double carried = one.first * static_cast<double>(parts_);
      return carried > 1 - kClose && std::abs(carried - std::round(carried)) < kClose * carried;
    };
    for (const Flow* odd = nullptr;;) {
      const auto found = std::ranges::find_if_not(volumes, fits);
      if (found == volumes.end()) return;
      if (odd == nullptr) odd = found->second;
      if (++parts_ > kMostParts) {
        refuse_line(path_, odd->line,
                    "the flow carries {} of a chunk, and there are no {} equal parts or fewer of "
                    "which each flow carries some",
                    odd->volume, kMostParts);
      }
    }
  }
  [[nodiscard]] std::size_t parts_of(const Flow& flow) const {
    return static_cast<std::size_t>(std::lround(flow.volume * static_cast<double>(parts_)));
  }

  void settle_operation(const std::string& named) {
    std::uint64_t chunks = 0;
    for (const Flow& flow : flows_) chunks = std::max(chunks, flow.chunk + 1);
    // Every demand of an allgather is one of all nodes but the source.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::set<std::uint64_t>> wanted;
    for (const Demand& one : demands_) {
      if (one.node != one.source) wanted[{one.source, one.chunk}].insert(one.node);
    }
    const bool all = std::ranges::all_of(
        wanted, [&](const auto& one) { return one.second.size() + 1 == nodes_.size(); });
    const bool gathers = named == "allgather" || (named.empty() && !wanted.empty() && all);
    if (gathers) {
      schedule_.operation = "allgather";
      schedule_.pieces = static_cast<std::int64_t>(chunks);
      const auto some =
          std::ranges::find_if(flows_, [&](const Flow& flow) { return parts_of(flow) < parts_; });
      if (some == flows_.end()) return;
      refuse_line(path_, some->line,
                  "the flow carries {} of a chunk: of an allgather, where chunks are copied, only "
                  "whole ones become rows",
                  some->volume);
    }
    const bool each =
        std::ranges::all_of(wanted, [](const auto& one) { return one.second.size() == 1; });
    if (named != "alltoall" && !(named.empty() && !wanted.empty() && each)) {
      refuse_line(path_, 1,
                  "it does not say that it is an allgather or an alltoall, neither by "
                  "\"0-Collective\" nor by its demands");
    }
    if (wanted.empty() && chunks > nodes_.size()) {
      refuse_line(
          path_, 1,
          "there are {} chunks for {} nodes, and no demands that tell which node wants which",
          chunks, nodes_.size());
    }
    find_ends();
    schedule_.operation = "alltoall";
    schedule_.pieces = static_cast<std::int64_t>(each_ * parts_);
  }

  /// The node that wants a chunk, and how many of the source's chunks before it that node wants.
  struct End {
    NodeId node = 0;
    std::uint64_t number = 0;
  };

  /// By the demands; without one chunk v is for node v.
  void find_ends() {
    for (const Demand& one : demands_) {
      if (one.node == one.source) continue;
      const NodeId node = nodes_.at(one.node);
      const auto [known, is_new] = ends_.try_emplace({one.source, one.chunk}, End{node, 0});
      if (is_new || known->second.node == node) continue;
      refuse_demand(
          one,
          "chunk {} of node {} is wanted at a second node: in an alltoall each chunk is for one",
          one.chunk, one.source);
    }
    std::map<std::pair<std::uint64_t, NodeId>, std::uint64_t> counts;
    for (auto& [chunk, end] : ends_) {
      end.number = counts[{chunk.first, end.node}]++;
      each_ = std::max(each_, end.number + 1);
    }
    for (const Flow& flow : flows_) {
      const auto [end, is_new] = ends_.try_emplace({flow.source, flow.chunk});
      if (!is_new) continue;
      if (each_ > 1 || flow.chunk >= nodes_.size()) {
        refuse_line(path_, flow.line, "no node wants chunk {} of node {}", flow.chunk, flow.source);
      }
      end->second.node = static_cast<NodeId>(flow.chunk);
    }
  }

  [[nodiscard]] BlockId block(const Flow& flow) const {
    const std::uint64_t source = nodes_.at(flow.source);
    if (schedule_.operation == "alltoall") {
      const End& end = ends_.at({flow.source, flow.chunk});
      return ((source * nodes_.size() + end.node) * each_ + end.number) * parts_;
    }
    return source * static_cast<std::uint64_t>(schedule_.pieces) + flow.chunk;
  }

  /// A part of a chunk at a node, and the row by which it came there.
  struct Part {
    BlockId block = 0;
    std::optional<RowName> came{};
  };
  using Parts = std::deque<Part>;

  void count_parts(std::size_t more, const Flow& flow) {
    constexpr std::size_t kMost = 5'000'000;
    counted_ += more;
    if (counted_ <= kMost) return;
    refuse_line(path_, flow.line, "flows carry more than {} parts of chunks", kMost);
  }

  /// Parts of the flow's chunk that lie at a node, those that came first before others.
  Parts& parts_at(NodeId node, const Flow& flow) {
    const auto [parts, is_new] = held_.try_emplace({node, block(flow)});
    if (is_new && node == nodes_.at(flow.source)) {
      count_parts(parts_, flow);
      for (BlockId part = 0; part < parts_; ++part) {
        parts->second.push_back({block(flow) + part, {}});
      }
    }
    return parts->second;
  }

  /// What a flow carries. A whole chunk stays where it was, too; parts do not, so that each goes to
  /// the one node that wants it.
  Parts carried_by(const Flow& flow) {
    Parts& there = parts_at(nodes_.at(flow.from), flow);
    if (parts_ == 1) return there.empty() ? Parts{{block(flow), {}}} : Parts{there.front()};
    const std::size_t wanted = parts_of(flow);
    if (there.size() < wanted) {
      refuse_line(path_, flow.line, "the flow carries {} of a chunk, and {} of it is there by then",
                  flow.volume, static_cast<double>(there.size()) / static_cast<double>(parts_));
    }
    Parts carried;
    for (std::size_t i = 0; i < wanted; ++i) {
      carried.push_back(there.front());
      there.pop_front();
    }
    return carried;
  }

  void write_rows() {
    std::ranges::stable_sort(flows_, {}, &Flow::epoch);
    std::map<std::tuple<NodeId, bool, NodeId>, std::uint32_t> threads;
    std::map<NodeId, std::uint32_t> used;
    std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> counts;
    const auto add = [&](NodeId node, bool sends, NodeId peer, const Flow& flow,
                         const Parts& parts) {
      const auto [thread, is_new] = threads.try_emplace({node, sends, peer}, 0);
      if (is_new) thread->second = used[node]++;
      ScheduleRow row;
      row.node = node;
      row.thread = thread->second;
      row.kind = sends ? RowKind::kSend : RowKind::kReceive;
      row.peer = peer;
      row.line = flow.line;
      BlockList blocks;
      for (const Part& part : parts) {
        blocks.add(part.block);
        if (sends && part.came && std::ranges::find(row.after, *part.came) == row.after.end()) {
          row.after.push_back(*part.came);
        }
      }
      row.blocks = blocks.blocks({});
      schedule_.rows.push_back(std::move(row));
      return RowName{thread->second, counts[{node, thread->second}]++};
    };
    for (const Flow& flow : flows_) {
      const NodeId from = nodes_.at(flow.from);
      const NodeId to = nodes_.at(flow.to);
      const Parts parts = carried_by(flow);
      count_parts(parts.size(), flow);
      static_cast<void>(add(from, true, to, flow, parts));
      const RowName row = add(to, false, from, flow, parts);
      for (const Part& part : parts) parts_at(to, flow).push_back({part.block, row});
    }
  }

  static constexpr double kClose = 1e-6;
  static constexpr std::uint64_t kMostChunks = 1'000'000;
  static constexpr std::uint64_t kMostParts = 1000;

  std::string path_;
  std::string text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<Flow> flows_;
  std::vector<Demand> demands_;
  std::map<std::uint64_t, NodeId> nodes_;                        ///< by their number in the file
  std::map<std::pair<std::uint64_t, std::uint64_t>, End> ends_;  ///< by source and chunk
  std::uint64_t each_ = 1;                                       ///< chunks from a node to another
  std::uint64_t parts_ = 1;                                      ///< of each chunk
  std::size_t counted_ = 0;                           ///< parts that lie or lay somewhere
  std::map<std::pair<NodeId, BlockId>, Parts> held_;  ///< by node and first part of a chunk
  Schedule schedule_;
};

}  // namespace

Schedule read_teccl(const std::string& path) { return TecclReader{path}.read(); }

}  // namespace plexus
