#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw/switch/omega_net.hpp"
#include "hw/time/units.hpp"
#include "models/omega/benes.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/steps.hpp"
#include "models/omega/tally.hpp"

namespace plexus {

/// A plan on a network: who sends what to whom in every lock step, for the programs that play it,
/// and into which passes a step is cut, for the pass controller. One value serves both.
class PassSchedule {
 public:
  PassSchedule(const NetworkShape& network, SwitchPlan plan);

  [[nodiscard]] const NetworkShape& network() const { return network_; }
  [[nodiscard]] std::size_t steps() const { return plan_.steps.size(); }
  [[nodiscard]] const SwitchStep& step(std::size_t step) const { return plan_.steps[step]; }
  /// The map that a configuration sets the switch to.
  [[nodiscard]] const std::vector<SwitchRoute>& configuration(std::size_t number) const {
    return plan_.configurations[number];
  }
  [[nodiscard]] const std::vector<ScheduledPass>& passes(std::size_t step) const {
    return cuts_[cut_of_[step]];
  }

  /// The message that `node` sends in a step, and the one it receives; null if none.
  [[nodiscard]] const SwitchMessage* sent_by(std::size_t step, NodeId node) const;
  [[nodiscard]] const SwitchMessage* sent_to(std::size_t step, NodeId node) const;
  /// The first step from `step` on in which `node` sends or receives; `steps()` if there is none.
  [[nodiscard]] std::size_t next_with(NodeId node, std::size_t step) const;

 private:
  /// What a node does in a step: numbers of messages, or kNobody.
  struct Turn {
    std::size_t step;
    std::uint32_t sends = kNobody;
    std::uint32_t receives = kNobody;
  };
  using Turns = std::vector<Turn>;

  [[nodiscard]] Turn& turn(NodeId node, std::size_t step);
  [[nodiscard]] Turns::const_iterator turn_from(NodeId node, std::size_t step) const;
  [[nodiscard]] const SwitchMessage* message(NodeId node, std::size_t step,
                                             std::uint32_t Turn::*which) const;

  NetworkShape network_;
  SwitchPlan plan_;
  std::deque<std::vector<ScheduledPass>> cuts_;
  std::vector<std::size_t> cut_of_;  ///< by step; steps that are alike in a row share one
  std::vector<Turns> turns_;         ///< by node, in rising steps
};

/// Messages take the outputs that their destination tag names; those for every port
/// take all.
class tag_steering final : public steering_if {
 public:
  explicit tag_steering(const NetworkShape& network) : network_{network} {}
  [[nodiscard]] OutputSet steer(std::uint32_t stage, std::uint32_t element, std::uint32_t input,
                                const SwitchRequest& message) const override;

 private:
  NetworkShape network_;
};

/// Messages go where the elements of a benes network have been set to.
class benes_steering final : public steering_if {
 public:
  explicit benes_steering(BenesSetting setting) : setting_{std::move(setting)} {}
  [[nodiscard]] OutputSet steer(std::uint32_t stage, std::uint32_t element, std::uint32_t input,
                                const SwitchRequest& message) const override;

 private:
  BenesSetting setting_;
};

/// Works out the setting of a benes network: the looping algorithm, or its Verilated twin.
using BenesSetUp = std::function<BenesSetting(std::span<const NodeId> permutation)>;

/// Lets the passes of a schedule cross one after another, and charges what it takes to set the
/// switch. Ends the run (class `schedule`) if the processors ask for anything else.
class schedule_player final : public pass_scheduler_if {
 public:
  schedule_player(std::shared_ptr<const PassSchedule> schedule, SetupMode setup,
                  BenesSetUp benes = benes_setting);

  [[nodiscard]] PassOrder next(std::span<const WaitingMessage> waiting) override;

 private:
  [[nodiscard]] const steering_if& steering_for(std::size_t configuration);
  void check(std::span<const WaitingMessage> waiting) const;

  std::shared_ptr<const PassSchedule> schedule_;
  Cycles charge_;
  BenesSetUp benes_;
  tag_steering by_tag_;
  std::map<std::size_t, benes_steering> set_;  ///< by configuration
  std::size_t step_ = 0;
  std::size_t part_ = 0;                                          ///< of its passes
  std::optional<std::pair<std::size_t, std::uint32_t>> now_set_;  ///< configuration and part
};

/// All waiting messages enter together and find their way by their tags; each such pass is a
/// setting of its own: hardware broadcast and combining, which need one, and self-routing.
class passes_by_tag final : public pass_scheduler_if {
 public:
  passes_by_tag(const NetworkShape& network, SetupMode setup)
      : by_tag_{network}, charge_{setup_charge(setup, network.ports())} {}

  [[nodiscard]] PassOrder next(std::span<const WaitingMessage> waiting) override;

 private:
  tag_steering by_tag_;
  Cycles charge_;
  std::size_t left_ = 0;  ///< messages that waited for the last pass
  int vain_ = 0;          ///< passes since then that have brought none of them through
};

}  // namespace plexus
