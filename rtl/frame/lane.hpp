#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"
#include "rtl/frame/pin.hpp"
#include "rtl/frame/record.hpp"
#include "rtl/frame/shadow.hpp"

namespace plexus {

class twin_bank;

/// One part and the Verilated block beside it or in its place: the one driver of all blocks. It
/// puts values on inputs, evaluates, takes the outputs, and keeps the last cycles.
class twin_lane {
 public:
  twin_lane() = default;
  virtual ~twin_lane() = default;
  twin_lane(const twin_lane&) = delete;
  twin_lane& operator=(const twin_lane&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }  ///< of the part in its bank

  /// Clock low: the block takes the inputs of the next edge. Outputs that follow from them at once
  /// are looked at. Without a clock: the same.
  void settle();
  /// Clock high: the edge.
  void rise();
  /// Takes inputs that have changed since.
  void hold();
  /// Takes a look at the outputs that are looked at after the edge.
  void look() { take(false); }
  /// Settles, and takes a look at all outputs: for what decides in the middle of a time step.
  void ask();
  /// An edge now, and a look at what it has made: for what has its edges in the middle of a cycle.
  void step();
  /// Lockstep, in the middle of a time step: what has been asked is to be answered as the outputs
  /// of the model say. The first other answer of a cycle is the cycle's difference.
  void agree();
  /// Nothing is said any more of what the model shows.
  void free() { out_.free(); }

 protected:
  /// Those of `in`, `out` and `seen`.
  [[nodiscard]] virtual std::array<std::span<Pin>, 3> pins() = 0;

 private:
  friend class twin_bank;

  /// What was on the pins in a cycle.
  struct Moment {
    Cycles cycle{-1};  ///< negative: none yet
    PinWords told, expected, cares, seen;
    std::vector<PinWords> shadows;  ///< what each of those has shown

    /// Does anything show there what it should not?
    [[nodiscard]] bool differs(const PinRow::Field& field) const;
  };

  /// For a part of a bank; `name`: its full name. All inputs are 0 and all registers random.
  void make(twin_bank& bank, std::string name, std::uint64_t number);
  void reset();
  void evaluate();
  void take(bool before);
  void drive(const PinWords& values) { changed_ = in_.drive(values) || changed_; }
  void show_before();
  void remember(Cycles cycle);
  /// The same of this cycle, unless it has answered in the middle of it.
  void remember_unasked(Cycles cycle) {
    if (!answers_) remember(cycle);
  }
  /// From this cycle on nothing is compared.
  void rest(Cycles cycle) {
    if (recorded_) recorded_->rest(cycle);
  }
  void turn_over();
  [[nodiscard]] bool differs() const;
  /// Of the present moment: the first output, in the order of the table, and its first field.
  [[nodiscard]] Fault difference() const;
  void add_context(Fault& fault) const;
  /// Outputs that show after the reset what nothing has set, as far as shadows tell.
  void find_unset();
  [[nodiscard]] std::vector<const Moment*> moments() const;
  [[nodiscard]] std::string context_text() const;
  [[nodiscard]] std::string context_json() const;

  twin_bank* bank_ = nullptr;
  std::string name_;
  std::unique_ptr<verilated_if> model_;
  /// Beside a user's file in lockstep: what depends on what nothing has set shows.
  std::vector<std::unique_ptr<twin_shadow>> shadows_;
  std::string unset_;
  std::uint8_t* clock_ = nullptr;  ///< null: combinational
  std::uint8_t* reset_ = nullptr;
  PinRow in_, out_, seen_;
  bool changed_ = true;     ///< an input, since the last evaluation
  bool active_ = false;     ///< is clocked
  bool broken_ = false;     ///< an assertion has failed
  bool answers_ = false;    ///< has been compared in the middle of this cycle
  bool disagrees_ = false;  ///< has answered otherwise than the model in it
  std::uint64_t number_ = 0;
  std::array<Moment, 5> moments_;
  std::size_t turn_ = 0;                          ///< the present one
  PinWords before_;                               ///< inputs of the cycle before, for waves
  std::unique_ptr<TwinRecorder::Lane> recorded_;  ///< null: no wave shows it
  std::size_t replayed_ = 0;                      ///< its number in the replay
};

/// The same with the pins of a block: two structs of Pin. A block derives from it what it keeps
/// of a part.
template <typename Inputs, typename Outputs>
struct twin : twin_lane {
  Inputs in;     ///< what the block is told; stands until something else is set
  Outputs out;   ///< lockstep: what the model shows in this cycle; what is not set is free
  Outputs seen;  ///< what the block shows

 private:
  [[nodiscard]] std::array<std::span<Pin>, 3> pins() final {
    return {pins_of(in), pins_of(out), pins_of(seen)};
  }
};

}  // namespace plexus
