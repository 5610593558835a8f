#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/prediction.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/layout.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// One run, worked out from its parameters: what hardware is built, what runs on it, what must come
/// out. Made before anything is simulated: whatever can be refused has been. It must outlive the
/// machine that it builds.
class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Bytes of memory that the run needs: an estimate.
  [[nodiscard]] virtual double memory() const = 0;
  /// Builds the hardware, its nodes in `order`. Null for a question that is answered without a run.
  [[nodiscard]] virtual std::unique_ptr<machine> build(const ConstructionOrder& order) = 0;
  /// Places the data and loads the programs on `top`, which `build` has made. Who listens to the
  /// trace has been told to it before.
  virtual void load(machine& top) = 0;
  /// What is wrong with the data after the run, in a sentence; nothing if all is well.
  [[nodiscard]] virtual std::optional<std::string> check(const machine& top) const = 0;
  /// What the equations and the exact count say of this run.
  [[nodiscard]] virtual std::vector<Prediction> predictions() const = 0;
  /// Cycles that no algorithm can beat, where they are known.
  [[nodiscard]] virtual std::optional<Cycles> lower_bound() const = 0;
  /// How the machine is drawn, where a question about it is asked and nothing is built.
  [[nodiscard]] virtual std::optional<Layout> layout() const { return std::nullopt; }
  /// The figures of a run of `cycles` on `top`, which is null for a question.
  [[nodiscard]] virtual Statistics statistics(const machine* top, Cycles cycles) const = 0;
};

}  // namespace plexus
