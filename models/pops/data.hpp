#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/message.hpp"
#include "hw/data/mixed.hpp"
#include "hw/time/units.hpp"

namespace plexus {

// ---- what messages carry ---------------------------------------------------------------------

/// A datum that is moved as it is, by its number.
constexpr MessageData datum(std::uint64_t number) { return {number, 0, 0}; }

/// Operands first .. end - 1 of an associative operator that does not commute, in their order, and
/// how many of them are selected. Empty (first = end): the identity.
struct Operands {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t selected = 0;

  static constexpr std::uint64_t kBroken = ~std::uint64_t{0};  ///< put together out of order

  [[nodiscard]] constexpr MessageData payload() const { return {first, end, selected}; }
  [[nodiscard]] static constexpr Operands of(const MessageData& payload) {
    return {payload[0], payload[1], payload[2]};
  }
  /// `left` before `right`.
  friend constexpr Operands operator+(const Operands& left, const Operands& right) {
    if (left.first == left.end) return right;
    if (right.first == right.end) return left;
    if (left.end != right.first) return {kBroken, kBroken - 1, 0};
    return {left.first, right.end, left.selected + right.selected};
  }
  friend constexpr bool operator==(const Operands&, const Operands&) = default;
};

/// A sum of operands of a commutative operator that shows how often each of them is in it: their
/// count, and two sums of numbers that look random.
struct Sum {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  /// Operand `number` alone.
  [[nodiscard]] static constexpr Sum operand(std::uint64_t number) {
    return {1, mixed(2 * number), mixed(2 * number + 1)};
  }
  [[nodiscard]] constexpr MessageData payload() const { return {count, first, second}; }
  [[nodiscard]] static constexpr Sum of(const MessageData& payload) {
    return {payload[0], payload[1], payload[2]};
  }
  constexpr Sum& operator+=(const Sum& other) {
    count += other.count;
    first += other.first;
    second += other.second;
    return *this;
  }
  friend constexpr bool operator==(const Sum&, const Sum&) = default;
};

// ---- what processors hold at the end ----------------------------------------------------------

/// The truth of an operation: takes what arrives at processors and tells, at the end, whether every
/// processor has what it must have and nobody anything else.
class pops_data {
 public:
  virtual ~pops_data() = default;
  /// What is wrong, in a sentence; nothing if all is well.
  [[nodiscard]] virtual std::optional<std::string> problem() const = 0;
  /// Processor `x` has worked out its result. Of operations that compute.
  virtual void result(NodeId x, const MessageData& value);
  /// Processor `x` keeps `message`, which it has accepted.
  virtual void keep(NodeId x, const Message& message);
};

/// At most one datum for each processor.
class one_datum final : public pops_data {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  /// Processor x must receive datum expected[x], or nothing where that is kNone.
  explicit one_datum(std::vector<std::uint64_t> expected)
      : expected_{std::move(expected)}, got_(expected_.size(), 0) {}

  void keep(NodeId x, const Message& message) override;
  [[nodiscard]] std::optional<std::string> problem() const override;

 private:
  std::vector<std::uint64_t> expected_;
  std::vector<std::uint8_t> got_;
  std::optional<std::string> wrong_;
};

/// A datum from every other processor, for all processors or for one.
class row_of_data final : public pops_data {
 public:
  /// Datum x of `nodes` goes to everybody but x, or with `only` to that processor alone.
  row_of_data(NodeId nodes, std::optional<NodeId> only) : nodes_{nodes}, only_{only} {
    got_.resize(nodes);
  }
  /// Datum x n + y goes from x to y.
  static row_of_data personal(NodeId nodes) {
    row_of_data data{nodes, std::nullopt};
    data.personal_ = true;
    return data;
  }

  void keep(NodeId x, const Message& message) override;
  [[nodiscard]] std::optional<std::string> problem() const override;

 private:
  NodeId nodes_;
  std::optional<NodeId> only_;
  bool personal_ = false;
  std::vector<std::vector<std::uint64_t>> got_;  ///< by receiver, a bit for each origin
  std::optional<std::string> wrong_;
};

/// Messages by number, each for some processors.
class listed_data final : public pops_data {
 public:
  /// Message k must arrive once at each of receivers[k], which are in rising order, each once.
  explicit listed_data(std::vector<std::vector<NodeId>> receivers);

  void keep(NodeId x, const Message& message) override;
  [[nodiscard]] std::optional<std::string> problem() const override;
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }

 private:
  std::vector<std::vector<NodeId>> receivers_;
  std::vector<std::vector<bool>> got_;
  std::uint64_t arrived_ = 0;
  std::optional<std::string> wrong_;
};

/// A result for each processor, or for one of them.
class computed final : public pops_data {
 public:
  /// Processor x must work out expected[x], or nothing where that is empty.
  explicit computed(std::vector<std::optional<MessageData>> expected)
      : expected_{std::move(expected)}, results_(expected_.size()) {}

  void result(NodeId x, const MessageData& value) override { results_[x] = value; }
  [[nodiscard]] std::optional<std::string> problem() const override;

 private:
  std::vector<std::optional<MessageData>> expected_;
  std::vector<std::optional<MessageData>> results_;
};

}  // namespace plexus
