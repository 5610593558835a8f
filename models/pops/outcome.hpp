#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/operations/operation.hpp"
#include "models/pops/operands.hpp"

namespace plexus {

/// What has come out of a run at each processor: the data that it keeps, and the result that it has
/// worked out. Data are noted as their number and as a sum of numbers that look random, one for
/// each of them: what has come twice, or has not come, shows.
class PopsOutcome {
 public:
  explicit PopsOutcome(NodeId nodes) : came_(nodes), results_(nodes) {}

  /// Processor `x` keeps `data`, which has come to it.
  void keep(NodeId x, const MessageData& data);
  /// Processor `x` has worked out its result.
  void result(NodeId x, const MessageData& value) { results_[x] = value; }

  /// Does every processor keep what is in `other`, and nothing else? If not, who does not.
  [[nodiscard]] std::optional<std::string> other_data(const PopsOutcome& other) const;
  /// The same of the blocks that an operation moves to processors: all that they must hold after it
  /// and did not hold before.
  [[nodiscard]] std::optional<std::string> violation_of(const Operation& operation) const;
  /// Has every processor the result `expected`, and none where there is none? If not, who has not.
  [[nodiscard]] std::optional<std::string> wrong_result(
      const std::vector<std::optional<MessageData>>& expected) const;

 private:
  struct Came {
    std::uint64_t data = 0;
    std::uint64_t fingerprint = 0;
    friend bool operator==(const Came&, const Came&) = default;
  };
  std::vector<Came> came_;
  std::vector<std::optional<MessageData>> results_;
};

}  // namespace plexus
