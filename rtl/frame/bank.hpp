#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"
#include "rtl/frame/lane.hpp"
#include "rtl/frame/twin_clock.hpp"
#include "rtl/frame/twin_mode.hpp"
#include "rtl/frame/verilate.hpp"

namespace plexus {

/// Where twins of one block are to stand in a run.
struct TwinSite {
  TwinSource source;
  TwinMode mode = TwinMode::kLockstep;
  twin_clock* clock = nullptr;
  /// Inputs that a user's file has beside the block's, and their values; others are 0.
  std::map<std::string, std::uint64_t> ties;
};

/// Throws SizeMissing unless `exists`: the twin exists for `sizes` alone.
void require_size(bool exists, const TwinSite& site, const std::string& sizes);

/// The twins of all parts of one kind in one object of the machine: a bank of links, a switch. Each
/// part has a lane, made when it first works; a lane is clocked while it is active. What is common
/// to all blocks is here and in twin_lane; twins_of adds the lanes' type.
class twin_bank : public clocked_twin_if {
 public:
  /// `parameters`: the size. Throws UnusableSource.
  twin_bank(const TwinSite& site, const Parameters& parameters);
  virtual ~twin_bank();
  twin_bank(const twin_bank&) = delete;
  twin_bank& operator=(const twin_bank&) = delete;

  [[nodiscard]] bool replaces() const { return site_.mode == TwinMode::kReplace; }
  [[nodiscard]] const TwinSite& site() const { return site_; }
  [[nodiscard]] const std::string& lint() const { return verilated_.lint; }
  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }

  void show(VerilatedVcdC& wave) final;
  void low(Cycles cycle) final;
  void high(Cycles cycle) final;
  void look(Cycles cycle) final;
  [[nodiscard]] Cycles turn_over(Cycles cycle) final;
  [[nodiscard]] bool only_compares() const final { return !replaces(); }
  void beat(Cycles cycle) final;

 protected:
  // What a block fills in, each for one active lane and one cycle, in this order.
  virtual void present_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void hold_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void expect_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void follow_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual bool lane_goes_on(twin_lane& lane, Cycles cycle) = 0;
  virtual Cycles lane_known_until(twin_lane& lane, Cycles cycle) = 0;
  virtual Cycles lane_stands_until(twin_lane& lane, Cycles cycle) = 0;
  /// All active lanes have been looked at.
  virtual void looked(Cycles /*cycle*/) {}
  /// What is told when an assertion of the twin fails.
  [[nodiscard]] virtual std::string contract() const { return "breaks its own contract"; }
  /// Makes the lanes of all parts: a wave is to show them.
  virtual void make_all() = 0;

  [[nodiscard]] twin_clock& clock() const { return *site_.clock; }
  /// The lane is clocked from this cycle on. Called at the cycle's beginning.
  void activate(twin_lane& lane);
  /// Ends the run with this cycle, class `rtl`: `what` the twin does wrong.
  void wrong(twin_lane& lane, const std::string& what);
  /// The same at once, in the middle of a time step.
  [[noreturn]] void wrong_now(twin_lane& lane, const std::string& what);
  /// Ends the run at once if an output differs from what is expected.
  void compare_now(twin_lane& lane);
  /// Calls `next_cycle` when the next cycle begins; `settled` when this time step's events are in.
  void call_next_cycle() { clock().call_next_cycle(*this); }
  void call_settled() { clock().call_settled(*this); }
  /// Lanes that are clocked, by number once the cycle's edge has been.
  [[nodiscard]] const std::vector<twin_lane*>& active() const { return active_; }
  /// Has one of the twin's assertions failed?
  [[nodiscard]] static bool broken(const twin_lane& lane) { return lane.broken_; }
  [[nodiscard]] static std::uint64_t number_of(const twin_lane& lane) { return lane.key_; }

  twin_lane& enter(std::uint64_t key, std::unique_ptr<twin_lane> lane);

  std::unordered_map<std::uint64_t, std::unique_ptr<twin_lane>> lanes_;  ///< by number
  std::vector<twin_lane*> near_;  ///< those with low numbers; null: not made yet

 private:
  friend class twin_lane;

  void sort();
  void run_ahead(twin_lane& lane, Cycles cycle);
  [[nodiscard]] bool take_stretch(twin_lane& lane, Cycles& cycle, Cycles until);
  void see_due(twin_lane& lane, Cycles cycle);
  void see_wrong(twin_lane& lane, Cycles cycle);
  [[nodiscard]] Fault fault_of(twin_lane& lane, const std::string& what, Cycles cycle);

  TwinSite site_;
  Verilated verilated_;
  std::vector<twin_lane*> active_;
  bool sorted_ = true;
};

/// Twins whose lanes are of type `Lane`. A block derives from it, hooks itself to its part, and
/// fills in what it needs.
template <typename Lane>
class twins_of : public twin_bank {
 public:
  using twin_bank::twin_bank;

 protected:
  /// Sets the inputs of this cycle's edge, where they are not set yet.
  virtual void present(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Sets inputs that stand in the cycle after its edge.
  virtual void hold(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Lockstep: says what the outputs must show.
  virtual void expect(Lane& lane, Cycles cycle) = 0;
  /// In the part's place: takes what the outputs show.
  virtual void follow(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Is the lane to be clocked in the next cycle, too?
  virtual bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) { return false; }
  /// Lockstep: the last cycle up to which the lane is told nothing new and `expect` knows what it
  /// must show. Its twin takes all these cycles in one go; what differs is told when it is due.
  virtual Cycles known_until(Lane& /*lane*/, Cycles cycle) { return cycle; }
  /// Of these, the last one up to which what is expected in `cycle` stands, or grows by what the
  /// outputs are told (Out::grows_by): all are compared in one loop of the twin's own.
  virtual Cycles stands_until(Lane& /*lane*/, Cycles cycle) { return cycle; }

  /// The lane of part number `key`; if it is new, made of `arguments`.
  template <typename... Arguments>
  Lane& lane(std::uint64_t key, Arguments&&... arguments) {
    if (Lane* const found = existing(key)) return *found;
    return static_cast<Lane&>(
        enter(key, std::make_unique<Lane>(*this, std::forward<Arguments>(arguments)...)));
  }
  /// The same, clocked from this cycle on.
  template <typename... Arguments>
  Lane& active_lane(std::uint64_t key, Arguments&&... arguments) {
    Lane& found = lane(key, std::forward<Arguments>(arguments)...);
    activate(found);
    return found;
  }
  /// That lane, if it exists.
  [[nodiscard]] Lane* existing(std::uint64_t key) const {
    if (key < near_.size()) return static_cast<Lane*>(near_[key]);
    const auto found = lanes_.find(key);
    return found == lanes_.end() ? nullptr : static_cast<Lane*>(found->second.get());
  }

 private:
  void present_lane(twin_lane& lane, Cycles cycle) final {
    present(static_cast<Lane&>(lane), cycle);
  }
  void hold_lane(twin_lane& lane, Cycles cycle) final { hold(static_cast<Lane&>(lane), cycle); }
  void expect_lane(twin_lane& lane, Cycles cycle) final { expect(static_cast<Lane&>(lane), cycle); }
  void follow_lane(twin_lane& lane, Cycles cycle) final { follow(static_cast<Lane&>(lane), cycle); }
  bool lane_goes_on(twin_lane& lane, Cycles cycle) final {
    return goes_on(static_cast<Lane&>(lane), cycle);
  }
  Cycles lane_known_until(twin_lane& lane, Cycles cycle) final {
    return known_until(static_cast<Lane&>(lane), cycle);
  }
  Cycles lane_stands_until(twin_lane& lane, Cycles cycle) final {
    return stands_until(static_cast<Lane&>(lane), cycle);
  }
};

}  // namespace plexus
