#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/catalogue/values.hpp"
#include "models/operations/reduction.hpp"

namespace plexus {

/// The parameters of all runs on a machine, and with them those that an operation asks for.
struct RunParameters {
  std::vector<Parameter> all;
  /// How many nodes the values before ask for.
  std::int64_t (*nodes)(const Values&) = nodes_asked;
  /// Where a move goes by default: in words, and as a function of the values before.
  std::string farthest = "the one half-way round";
  Json (*destination)(const Values&) = half_way_round;

  /// Those of an operation that all nodes take part in alike.
  operator std::vector<Parameter>() const { return all; }  // NOLINT(google-explicit-constructor)
  /// With `root`; `help` says what it is.
  [[nodiscard]] std::vector<Parameter> with_root(const char* help) const;
  /// The same for an operation of which no more is known.
  [[nodiscard]] std::vector<Parameter> with_root() const {
    return with_root("processor at the root");
  }
  /// With `source` and `destination`.
  [[nodiscard]] std::vector<Parameter> with_ends() const;
  /// With `op`, of an operation that combines.
  [[nodiscard]] std::vector<Parameter> with_op(OperandOrder order) const;
};

}  // namespace plexus
