#include "models/schedule/placed_data.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

/// ValueTable on their way.
class Cargo final : public Payload {
 public:
  explicit Cargo(std::vector<ValueId> values) : values_{std::move(values)} {}
  [[nodiscard]] const std::vector<ValueId>& values() const { return values_; }
  void print(std::ostream& out) const override { out << values_.size() << " places"; }

 private:
  std::vector<ValueId> values_;
};

}  // namespace

PlacedData::PlacedData(const Schedule& schedule, ScheduledOperation operation, NodeId nodes,
                       NodeId root, EvenSplit split)
    : layout_{schedule, operation, nodes, root, static_cast<std::uint64_t>(schedule.pieces)},
      split_{split} {}

ValueId& PlacedData::at(NodeId node, BufferPlace place) {
  place = layout_.canonical(node, place);
  const auto [found, is_new] = held_.try_emplace({node, place}, ValueTable::kNothing);
  if (is_new) {
    if (const auto atom = layout_.start(node, place)) found->second = values_.of(*atom);
  }
  return found->second;
}

std::uint64_t PlacedData::number(ValueId value) const {
  return layout_.number(values_.terms(value).front().atom);
}

bool PlacedData::is_whole(ValueId value) {
  const auto terms = values_.terms(value);
  if (!layout_.sums()) return terms.size() == 1 && terms.front().times == 1;
  return terms.size() == layout_.nodes() && value == values_.of(layout_.terms_of(number(value)));
}

std::vector<ValueId> PlacedData::read(node& self, const Places& places) {
  std::vector<ValueId> values;
  for_each_place(places, [&](BufferPlace place) {
    const ValueId value = at(self.id(), place);
    if (value == ValueTable::kNothing) {
      raise("program", self.name(), "Node {} takes from {} but does not hold anything there.",
            self.id(), to_text({{place.buffer, {place.offset, 1}}}));
    }
    values.push_back(value);
  });
  return values;
}

void PlacedData::write(node& self, const ScheduleRow& row, const std::vector<ValueId>& values) {
  const bool combines = row.kind == RowKind::kReduce || row.kind == RowKind::kCombine;
  if (combines) static_cast<void>(read(self, row.places));
  BlockList held;  // as blocks of the operation: those that are whole
  auto next = values.begin();
  for_each_place(row.places, [&](BufferPlace place) {
    ValueId& here = at(self.id(), place);
    here = combines ? values_.sum(here, *next) : *next;
    ++next;
    if (is_whole(here)) held.add(number(here));
  });
  const Slice whole{0_words, split_.largest()};
  if (!held.intervals().empty()) static_cast<void>(self.gain(held.blocks(whole)));
}

Packet PlacedData::pack(node& self, const ScheduleRow& row, Header header) {
  std::vector<ValueId> values = read(self, row.places);
  BlockList blocks;
  Words words{0};
  for (const ValueId value : values) {
    const auto piece = static_cast<std::int64_t>(number(value));
    blocks.add(number(value));
    words += split_.size(piece % split_.parts);
  }
  return {self.new_packet(),
          self.id(),
          row.peer,
          words,
          blocks.blocks({0_words, split_.largest()}),
          std::move(header),
          std::make_unique<const Cargo>(std::move(values))};
}

void PlacedData::take(node& self, const ScheduleRow& row, const Packet& packet) {
  write(self, row, dynamic_cast<const Cargo&>(*packet.payload()).values());
}

void PlacedData::move(node& self, const ScheduleRow& row) {
  write(self, row, read(self, row.from));
}

std::optional<std::string> PlacedData::problem() {
  std::optional<std::string> problem;
  layout_.for_each_end([&](NodeId node, BufferPlace place, std::uint64_t result) {
    if (problem || at(node, place) == values_.of(layout_.terms_of(result))) return;
    problem =
        fmt::format("Node {} does not hold the right {} at {}: plexus check tells what it holds.",
                    node, layout_.name_of(result), to_text({{place.buffer, {place.offset, 1}}}));
  });
  return problem;
}

}  // namespace plexus
