#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/fault.hpp"
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
  /// Takes inputs that have changed since the edge.
  void hold() {
    if (changed_) evaluate();
  }
  /// Takes a look at all outputs that are looked at after the edge.
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
  struct Moment {
    Cycles cycle{-1};
    std::vector<std::uint64_t> inputs;
    OutputRows outputs;
  };

  [[nodiscard]] const VerilatedPin& pin(const std::string& name, bool input) const;
  bool* add(In& pin);
  OutputRows& add(Out& pin);

  void reset();
  void evaluate();
  void show_before();
  void show_now();
  void set_inputs(const std::vector<std::uint64_t>& values);
  void expect_nothing();
  void remember(Cycles cycle);
  /// Ends the run at the first output that differs from what is expected.
  void compare(Cycles cycle);
  void add_context(Fault& fault) const;
  [[nodiscard]] std::vector<const Moment*> moments() const;
  [[nodiscard]] std::string context_text() const;
  [[nodiscard]] std::string context_json() const;

  twin_bank* bank_;
  std::string name_;
  std::unique_ptr<verilated_if> model_;
  std::uint8_t* clock_ = nullptr;  ///< null: combinational
  std::uint8_t* reset_ = nullptr;
  bool changed_ = true;  ///< an input, since the last evaluation
  bool active_ = false;  ///< is clocked
  bool broken_ = false;  ///< an assertion has failed
  std::uint64_t key_ = 0;
  std::vector<In*> ins_;
  std::vector<Out*> outs_;
  OutputRows rows_;
  std::vector<std::uint64_t> before_;  ///< inputs of the cycle before, for waves
  std::vector<std::uint64_t> now_;     ///< and of this one
  std::array<Moment, kRemembered> moments_;
  std::size_t next_moment_ = 0;
};

}  // namespace plexus
