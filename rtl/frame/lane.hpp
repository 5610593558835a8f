#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"
#include "rtl/frame/pin.hpp"
#include "rtl/frame/verilated_if.hpp"

namespace plexus {

class twin_bank;

/// One part and the Verilated block beside it or in its place. A block derives from it: with the
/// part, and its pins as members, in the order in which they are to be compared.
class twin_lane {
 public:
  /// `name`: full name of the part. All inputs are 0 and all registers random.
  twin_lane(twin_bank& bank, std::string name);
  virtual ~twin_lane();
  twin_lane(const twin_lane&) = delete;
  twin_lane& operator=(const twin_lane&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Clock low: the twin takes the inputs of the next edge. Outputs that follow from them at once
  /// are looked at. Without a clock: the same.
  void settle();
  /// Clock high: the edge.
  void rise();
  /// All three in one go: clock low, edge, look.
  void next();
  /// Takes inputs that have changed since the edge.
  void hold() {
    if (changed_) evaluate();
  }
  /// Takes a look at the outputs that are looked at after the edge.
  void look();
  /// Settles, and takes a look at all outputs: for what decides in the middle of a time step.
  void ask();

 protected:
  /// Where a difference at a field of an output is to be seen: part and signal.
  [[nodiscard]] virtual std::pair<std::string, std::string> place(const Out& pin,
                                                                  std::size_t field) const;

 private:
  friend class Pin;
  friend class In;
  friend class Out;
  friend class twin_bank;

  static constexpr std::size_t kRemembered = 5;

  [[nodiscard]] const VerilatedPin& pin(const std::string& name, bool input) const;
  bool* add(In& pin);
  /// The lane's words, and the first one of that pin.
  std::pair<const LaneWords*, std::size_t> add(Out& pin);

  [[nodiscard]] std::size_t first_word(const Pin& pin, bool input) const;

  void reset();
  void evaluate();
  void note_assertion();
  void show_before();
  void show_now();
  void set_inputs(const std::vector<std::uint64_t>& values);
  /// The present words are those of `cycle`, inputs and all.
  void remember(Cycles cycle);
  /// What comes now belongs to another cycle, of which nothing is expected yet.
  void turn_over();
  /// Nothing is expected any more.
  void forget_expected() {
    std::fill_n(words_.expected, 2 * words_.outputs, std::uint64_t{0});
    std::fill_n(steps_.data(), steps_.size(), std::uint64_t{0});
  }
  /// Ends the run at the first output that differs from what is expected.
  void compare(Cycles cycle) {
    if (differs()) raise(difference(cycle));
  }
  [[nodiscard]] bool differs() const;
  /// Takes the cycles behind `cycle` up to `last`, in which what is expected stands or grows; less
  /// if an output differs or an assertion fails. Gives the last one taken: `cycle`, if it cannot.
  Cycles take(Cycles cycle, Cycles last);
  [[nodiscard]] Fault difference(Cycles cycle) const;
  void add_context(Fault& fault) const;
  /// The cycles that are remembered, oldest first, and their words.
  [[nodiscard]] std::vector<std::pair<Cycles, LaneWords>> moments() const;
  [[nodiscard]] std::string context_text() const;
  [[nodiscard]] std::string context_json() const;

  twin_bank* bank_;
  std::string name_;
  std::unique_ptr<verilated_if> model_;
  std::uint8_t* clock_ = nullptr;  ///< null: combinational
  std::uint8_t* reset_ = nullptr;
  bool changed_ = true;               ///< an input, since the last evaluation
  bool told_changed_ = true;          ///< an input, since it was last remembered
  bool active_ = false;               ///< is clocked
  bool broken_ = false;               ///< an assertion has failed
  Cycles ahead_{-1};                  ///< the twin has taken all cycles up to this one
  std::unique_ptr<const Fault> due_;  ///< what it has shown there
  std::uint64_t key_ = 0;
  std::vector<In*> ins_;
  std::vector<Out*> outs_;
  LaneWords words_;
  std::vector<std::uint64_t> room_;     ///< words of the last cycles, a ring
  std::vector<std::uint64_t> scratch_;  ///< outputs of which only some are looked at
  std::vector<std::uint64_t> steps_;
  std::array<Cycles, kRemembered> cycles_;
  std::size_t turn_ = 0;  ///< the present one's place in the ring
  bool looks_before_ = false;
  bool looks_after_ = false;
  std::vector<std::uint64_t> before_;  ///< inputs of the cycle before, for waves
  std::vector<std::uint64_t> now_;     ///< and of this one
};

}  // namespace plexus
