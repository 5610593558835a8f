#include "models/operations/reduction.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "hw/data/mixed.hpp"
#include "hw/observe/operands.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/clock_period.hpp"
#include "models/catalogue/memory_limit.hpp"

namespace plexus {

namespace {

/// The operand of a node for a chunk.
Partial operand_of(Operator op, NodeId node, BlockId chunk, NodeId nodes) {
  const std::uint64_t number = chunk * nodes + node;
  const std::uint64_t random = mixed(number);
  Operand value{random};
  if (op == Operator::kConcat) value = Operand{std::to_string(node) + '.'};
  if (op == Operator::kMat2) {
    const std::uint64_t more = mixed(~number);
    value = Operand::matrix({random % kMatrixModulus, (random >> 32) % kMatrixModulus,
                             more % kMatrixModulus, (more >> 32) % kMatrixModulus});
  }
  return {value, 1, mixed(random)};
}

Partial combined(Operator op, const Partial& left, const Partial& right) {
  return {combine(op, left.value, right.value), left.operands + right.operands,
          left.fingerprint + right.fingerprint};
}

/// Partials on their way, in the order of the chunks that the packet carries.
class Partials final : public Payload {
 public:
  Partials(Operator op, std::vector<Partial> values) : op_{op}, values_{std::move(values)} {}
  [[nodiscard]] const std::vector<Partial>& values() const { return values_; }
  void print(std::ostream& out) const override {
    const char* separator = "";
    for (const Partial& partial : values_) {
      out << std::exchange(separator, " ") << to_text(op_, partial.value);
    }
  }

 private:
  Operator op_;
  std::vector<Partial> values_;
};

/// Calls `take` with each chunk of a packet that is one of `only`, and its partial.
template <typename Take>
void for_each(const Packet& packet, const Blocks& only, Take take) {
  if (packet.payload() == nullptr) return;
  auto values = dynamic_cast<const Partials&>(*packet.payload()).values().begin();
  const auto wanted = only.intervals();
  for (const Interval& run : packet.blocks().intervals()) {
    for (const Interval& of : wanted) {
      const BlockId end = std::min(run.end(), of.end());
      for (BlockId chunk = std::max(run.first, of.first); chunk < end; ++chunk) {
        take(chunk, values[static_cast<std::ptrdiff_t>(chunk - run.first)]);
      }
    }
    values += static_cast<std::ptrdiff_t>(run.count);
  }
}

/// Tells who looks at it of how many operands a node's partials of some chunks are now.
template <typename Operands>
void tell(const Reduction& data, node& self, std::span<const Interval> chunks, Operands operands) {
  auto* const looks = dynamic_cast<operands_sink_if*>(self.context().sink);
  if (looks == nullptr) return;
  std::map<std::uint64_t, BlockList> same;  // chunks, by their operands
  for (const Interval& run : chunks) {
    for (BlockId chunk = run.first; chunk < run.end(); ++chunk) same[operands(chunk)].add(chunk);
  }
  const Words all = data.words(data.every(0, 1));
  for (const auto& [count, list] : same) {
    const Blocks blocks = list.blocks(self.whole());
    looks->combined(
        {ClockPeriod{}.now(), self.id(), count, data.nodes(), blocks, data.words(blocks), all});
  }
}

}  // namespace

Reduction::Reduction(NodeId nodes, EvenSplit vector, Operator op)
    : nodes_{nodes},
      vector_{vector},
      chunks_{static_cast<std::uint64_t>(std::min(vector.parts, vector.total.count()))},
      op_{op} {
  partials_.reserve(nodes_ * chunks_);
  for (NodeId v = 0; v < nodes_; ++v) {
    for (BlockId chunk = 0; chunk < chunks_; ++chunk) {
      partials_.push_back(operand_of(op_, v, chunk, nodes_));
    }
  }
}

Words Reduction::words(const Blocks& chunks) const {
  Words total{0};
  for (const Interval& run : chunks.intervals()) {
    const auto end = [&](std::uint64_t chunk) {
      return chunk < chunks_ ? vector_.first(static_cast<std::int64_t>(chunk)) : vector_.total;
    };
    total += end(run.end()) - end(run.first);
  }
  return total;
}

Blocks Reduction::some(Interval chunks) const {
  const std::uint64_t end = std::min(chunks.end(), chunks_);
  if (chunks.first >= end) return {};
  return {Interval{chunks.first, end - chunks.first}, {0_words, vector_.largest()}};
}

Blocks Reduction::every(std::uint64_t first, std::uint64_t stride) const {
  BlockList list;
  for (std::uint64_t chunk = first; chunk < chunks_; chunk += stride) list.add(chunk);
  return list.blocks({0_words, vector_.largest()});
}

Packet Reduction::pack(node& self, const Blocks& chunks, NodeId destination, Header header) const {
  std::vector<Partial> values;
  for (const Interval& run : chunks.intervals()) {
    for (BlockId chunk = run.first; chunk < run.end(); ++chunk) {
      values.push_back(at(self.id(), chunk));
    }
  }
  tell(*this, self, chunks.intervals(),
       [&](BlockId chunk) { return at(self.id(), chunk).operands; });
  return {self.new_packet(),
          self.id(),
          destination,
          words(chunks),
          chunks,
          std::move(header),
          std::make_unique<const Partials>(op_, std::move(values))};
}

void Reduction::combine(node& self, const Packet& packet, Side side) {
  combine(self, packet, side, packet.blocks());
}

void Reduction::combine(node& self, const Packet& packet, Side side, const Blocks& only) {
  BlockList ready;
  BlockList changed;
  for_each(packet, only, [&](BlockId chunk, const Partial& come) {
    Partial& own = at(self.id(), chunk);
    own = side == Side::kLeft ? combined(op_, come, own) : combined(op_, own, come);
    if (own.operands > nodes_) {
      raise({"program",
             {},
             self.name(),
             fmt::format("Node {} combines {} operands of {} in chunk {}: one of them came twice.",
                         self.id(), own.operands, nodes_, chunk),
             {}});
    }
    if (own.operands == nodes_) ready.add(chunk);
    changed.add(chunk);
  });
  tell(*this, self, changed.intervals(),
       [&](BlockId chunk) { return at(self.id(), chunk).operands; });
  if (!ready.intervals().empty()) self.store(ready.blocks(self.whole()));
}

void Reduction::accept(node& self, const Packet& packet) {
  BlockList fresh;
  for_each(packet, packet.blocks(), [&](BlockId chunk, const Partial& come) {
    at(self.id(), chunk) = come;
    const Blocks block{Interval{chunk, 1}, self.whole()};
    if (come.operands == nodes_ && !self.memory().contains(block)) fresh.add(chunk);
  });
  tell(*this, self, packet.blocks().intervals(),
       [&](BlockId chunk) { return at(self.id(), chunk).operands; });
  if (!fresh.intervals().empty()) self.store(fresh.blocks(self.whole()));
}

void Reduction::start_empty(node& self) {
  for (BlockId chunk = 0; chunk < chunks_; ++chunk) at(self.id(), chunk) = {};
  const Interval all{0, chunks_};
  tell(*this, self, {&all, 1}, [](BlockId) { return std::uint64_t{0}; });
}

std::optional<std::string> Reduction::problem(
    const std::function<std::vector<Interval>(NodeId)>& after) const {
  std::vector<Partial> expected(chunks_);
  for (BlockId chunk = 0; chunk < chunks_; ++chunk) {
    for (NodeId v = 0; v < nodes_; ++v) {
      expected[chunk] = combined(op_, expected[chunk], operand_of(op_, v, chunk, nodes_));
    }
  }
  for (NodeId v = 0; v < nodes_; ++v) {
    for (const Interval& run : after(v)) {
      for (BlockId chunk = run.first; chunk < run.end(); ++chunk) {
        const Partial& result = at(v, chunk);
        if (result == expected[chunk]) continue;
        const bool each_once = result.operands == expected[chunk].operands &&
                               result.fingerprint == expected[chunk].fingerprint;
        return fmt::format("Node {} has a wrong result of chunk {}: {}.", v, chunk,
                           each_once ? "the operands are not combined in the order of their nodes"
                                     : "not every operand is in it once");
      }
    }
  }
  return std::nullopt;
}

Operation Reduction::operation(const char* name) const {
  Operation operation;
  operation.name = name;
  operation.space = {chunks_, vector_.largest()};
  const std::vector<Interval> all{{0, chunks_}};
  operation.before = [alone = nodes_ == 1, all](NodeId) {
    return alone ? all : std::vector<Interval>{};
  };
  operation.after = [all](NodeId) { return all; };
  operation.judge = [this](const auto& after) { return problem(after); };
  return operation;
}

Operation Reduction::allreduce() const { return operation("allreduce"); }

Operation Reduction::reduce_scatter() const {
  Operation scattered = operation("reduce-scatter");
  const std::uint64_t each = static_cast<std::uint64_t>(vector_.parts) / nodes_;
  scattered.after = [each](NodeId v) { return std::vector<Interval>{{v * each, each}}; };
  return scattered;
}

Parameter op_parameter(OperandOrder order) {
  std::vector<std::string> words;
  for (const Operator op : kOperators) {
    if (order == OperandOrder::kKept || commutative(op)) words.emplace_back(to_string(op));
  }
  const bool kept = order == OperandOrder::kKept;
  return word("op", words, kept ? "mat2" : "sum",
              kept ? "operator; the order of the operands is kept"
                   : "operator; it must commute, as the order is not kept");
}

Operator op_of(const Values& values) { return *parse_operator(values.word("op")); }

SharedReduction shared_vector(NodeId nodes, EvenSplit vector, Operator op) {
  const double chunks = static_cast<double>(std::min(vector.parts, vector.total.count()));
  require_memory(nodes * chunks * double{sizeof(Partial)});
  return std::make_shared<Reduction>(nodes, vector, op);
}

}  // namespace plexus
