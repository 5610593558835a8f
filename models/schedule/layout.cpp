#include "models/schedule/layout.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr std::array kOperationNames{"broadcast", "scatter",   "gather",         "allgather",
                                     "alltoall",  "allreduce", "reduce-scatter", "custom"};

std::vector<Term> counted(std::vector<std::uint64_t> items) {
  std::ranges::sort(items);
  std::vector<Term> terms;
  for (const std::uint64_t item : items) {
    if (!terms.empty() && terms.back().atom == item) {
      ++terms.back().times;
    } else {
      terms.push_back({item, 1});
    }
  }
  return terms;
}

}  // namespace

const char* to_string(ScheduledOperation operation) {
  return kOperationNames[static_cast<std::size_t>(operation)];
}

std::optional<ScheduledOperation> scheduled_operation(const std::string& name) {
  const auto found = std::ranges::find(kOperationNames, name);
  if (found == kOperationNames.end()) return {};
  return static_cast<ScheduledOperation>(found - kOperationNames.begin());
}

DataLayout::DataLayout(const Schedule& schedule, std::optional<ScheduledOperation> operation,
                       NodeId nodes, NodeId root, std::uint64_t pieces)
    : operation_{operation == ScheduledOperation::kCustom ? std::nullopt : operation},
      nodes_{nodes},
      root_{root},
      pieces_{pieces},
      chunks_{operation == ScheduledOperation::kReduceScatter ? nodes * pieces : pieces},
      in_place_{schedule.in_place},
      blocks_{!schedule.has_places()} {
  if (operation_) return;
  for (const Holding& holding : schedule.start) {
    auto items = holding.items.begin();
    for_each_place(holding.places, [&](BufferPlace place) {
      if (items->size() != 1) {
        refuse_line(schedule.file, holding.line, "at the start every place has an item of its own");
      }
      start_.insert_or_assign({holding.node, canonical(holding.node, place)}, items->front());
      ++items;
    });
  }
  for (const Holding& holding : schedule.end) {
    auto items = holding.items.begin();
    for_each_place(holding.places, [&](BufferPlace place) {
      end_.push_back({{holding.node, canonical(holding.node, place)}, counted(*items)});
      ++items;
    });
  }
}

BufferPlace DataLayout::canonical(NodeId node, BufferPlace place) const {
  if (!in_place_ || place.buffer == Buffer::kScratch || place.buffer == Buffer::kBlocks) {
    return place;
  }
  const std::uint64_t own = node * pieces_;
  if (is(ScheduledOperation::kAllgather) || is(ScheduledOperation::kGather)) {
    const bool shares = is(ScheduledOperation::kAllgather) || node == root_;
    if (shares && place.buffer == Buffer::kInput) return {Buffer::kOutput, own + place.offset};
    return place;
  }
  if (is(ScheduledOperation::kReduceScatter) || is(ScheduledOperation::kScatter)) {
    const bool shares = is(ScheduledOperation::kReduceScatter) || node == root_;
    if (shares && place.buffer == Buffer::kOutput) return {Buffer::kInput, own + place.offset};
    return place;
  }
  return {Buffer::kOutput, place.offset};
}

std::uint64_t DataLayout::numbers() const {
  switch (operation_.value_or(ScheduledOperation::kBroadcast)) {
    case ScheduledOperation::kBroadcast:
    case ScheduledOperation::kAllreduce:
      return pieces_;
    case ScheduledOperation::kAlltoall:
      return nodes_ * nodes_ * pieces_;
    default:
      return nodes_ * pieces_;
  }
}

std::uint64_t DataLayout::size(NodeId node, Buffer buffer) const {
  const std::uint64_t one = pieces_;
  const std::uint64_t all = nodes_ * pieces_;
  const bool input = buffer == Buffer::kInput;
  if (buffer == Buffer::kBlocks) return numbers();
  switch (*operation_) {
    case ScheduledOperation::kBroadcast:
    case ScheduledOperation::kAllreduce:
      return one;
    case ScheduledOperation::kScatter:
      return input ? (node == root_ ? all : 0) : one;
    case ScheduledOperation::kGather:
      return input ? one : (node == root_ ? all : 0);
    case ScheduledOperation::kAllgather:
      return input ? one : all;
    case ScheduledOperation::kAlltoall:
      return all;
    case ScheduledOperation::kReduceScatter:
      return input ? all : one;
    case ScheduledOperation::kCustom:
      break;
  }
  return 0;
}

bool DataLayout::exists(NodeId node, BufferPlace place) const {
  if (!operation_ || place.buffer == Buffer::kScratch) return true;
  if (place.offset < size(node, place.buffer)) return true;
  if (!in_place_ || place.buffer == Buffer::kBlocks) return false;
  const bool input = place.buffer == Buffer::kInput;  // one memory: as far as the larger goes
  return place.offset < size(node, input ? Buffer::kOutput : Buffer::kInput);
}

std::optional<Atom> DataLayout::start(NodeId node, BufferPlace place) const {
  if (!operation_) {
    if (const auto found = start_.find({node, place}); found != start_.end()) return found->second;
    return {};
  }
  const std::uint64_t own = node * pieces_;
  const std::uint64_t at = place.offset;
  if (blocks_) {
    const std::uint64_t row = own * nodes_;
    switch (*operation_) {
      case ScheduledOperation::kBroadcast:
      case ScheduledOperation::kScatter:
        return node == root_ ? std::optional{at} : std::nullopt;
      case ScheduledOperation::kGather:
      case ScheduledOperation::kAllgather:
        return at >= own && at < own + pieces_ ? std::optional{at} : std::nullopt;
      case ScheduledOperation::kAlltoall:
        return at >= row && at < row + nodes_ * pieces_ ? std::optional{at} : std::nullopt;
      default:
        return node * chunks_ + at;
    }
  }
  // The buffer in which the input lies, and its first place.
  const BufferPlace first = canonical(node, {Buffer::kInput, 0});
  if (place.buffer != first.buffer || at < first.offset) return {};
  const std::uint64_t number = at - first.offset;
  if (number >= size(node, Buffer::kInput)) return {};
  switch (*operation_) {
    case ScheduledOperation::kBroadcast:
    case ScheduledOperation::kScatter:
      return node == root_ ? std::optional{number} : std::nullopt;
    case ScheduledOperation::kGather:
    case ScheduledOperation::kAllgather:
      return own + number;
    case ScheduledOperation::kAlltoall:
      return own * nodes_ + number;
    default:
      return node * chunks_ + number;
  }
}

void DataLayout::for_each_end(const VisitEnd& visit) const {
  if (!operation_) {
    for (std::size_t i = 0; i < end_.size(); ++i)
      visit(end_[i].first.first, end_[i].first.second, i);
    return;
  }
  const bool all = is(ScheduledOperation::kAllgather) || is(ScheduledOperation::kGather);
  const bool exchange = is(ScheduledOperation::kAlltoall);
  for (NodeId node = 0; node < nodes_; ++node) {
    if (is(ScheduledOperation::kGather) && node != root_) continue;
    const std::uint64_t places = all || exchange ? nodes_ * pieces_ : pieces_;
    for (std::uint64_t i = 0; i < places; ++i) {
      std::uint64_t number = i;  // of a piece or chunk
      if (is(ScheduledOperation::kScatter) || is(ScheduledOperation::kReduceScatter)) {
        number = node * pieces_ + i;
      } else if (exchange) {
        number = ((i / pieces_) * nodes_ + node) * pieces_ + i % pieces_;
      }
      const BufferPlace place{blocks_ ? Buffer::kBlocks : Buffer::kOutput, blocks_ ? number : i};
      visit(node, canonical(node, place), number);
    }
  }
}

std::vector<Term> DataLayout::terms_of(std::uint64_t result) const {
  if (!operation_) return end_[result].second;
  std::vector<Term> terms;
  if (!sums()) return {{result, 1}};
  for (NodeId of = 0; of < nodes_; ++of) terms.push_back({of * chunks_ + result, 1});
  return terms;
}

std::string DataLayout::name_of(std::uint64_t result) const {
  if (operation_) return fmt::format("{} {}", sums() ? "sum of chunk" : "block", result);
  std::string items;
  for (const Term& term : end_[result].second) {
    for (std::uint32_t i = 0; i < term.times; ++i) {
      items += fmt::format("{}{}", items.empty() ? "item " : "+", term.atom);
    }
  }
  return items;
}

double DataLayout::ends() const {
  if (!operation_) return static_cast<double>(end_.size());
  const auto n = static_cast<double>(nodes_);
  const auto p = static_cast<double>(pieces_);
  if (is(ScheduledOperation::kAllgather) || is(ScheduledOperation::kAlltoall) || sums()) {
    return n * n * p;
  }
  return n * p;
}

}  // namespace plexus
