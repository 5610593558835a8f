#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"
#include "rtl/frame/evidence.hpp"
#include "rtl/frame/record.hpp"

namespace plexus {

struct TwinBlock;

/// What a run keeps of its twins beside their evidence: for waves, coverage and benches.
struct TwinView {
  bool records = false;        ///< what they were told and show is recorded
  Cycles from{0};              ///< the first cycle that is recorded
  std::optional<Cycles> to{};  ///< and the last one; empty: of the run
  std::function<bool(const std::string& part)> shows{};  ///< null: all parts
  std::string coverage{};  ///< file for what of the twins was run; empty: none
  std::string replay{};    ///< file of a TwinReplay; empty: none
};

/// What a run asks of the twins. A part's name, or `part=file.sv` for a user's own SystemVerilog
/// with the block's pins.
struct TwinOptions {
  std::vector<std::string> rtl;       ///< parts that their twins replace
  std::vector<std::string> lockstep;  ///< parts that their twins accompany
  std::string wave;                   ///< file for what is inside the twins; empty: none
  /// Inputs that a user's file has beside the block's, and their values; others are 0.
  std::map<std::string, std::uint64_t> ties{};
  /// TwinSource::tell
  std::function<void(const std::string& what, bool is_long)> tell{};
  std::uint32_t seed = 1;  ///< from 1 on: of what nothing has set in the twins
  TwinView view{};

  [[nodiscard]] bool any() const { return !rtl.empty() || !lockstep.empty() || !wave.empty(); }
};

/// A part whose twin does not exist: more inputs than it has pins for, and the like.
class SizeMissing : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// `omega_fifo_element` of `omega_fifo_element=mine.sv`.
[[nodiscard]] std::string block_of(const std::string& asked);

/// The twins of one run, SystemC modules that outlive its simulation:
/// `Twins twins{options}; twins.attach(machine); sc_start(); twins.finish();`. Without any options
/// all of it costs nothing.
class Twins {
 public:
  /// Throws std::invalid_argument if `options` name a part that has no twin or name one twice, or
  /// ask for a wave of no twin; std::runtime_error if the wave cannot be written.
  explicit Twins(TwinOptions options);
  /// `more`: blocks beside those of the build.
  Twins(TwinOptions options, const std::vector<TwinBlock>& more);
  ~Twins();

  /// Puts twins where the options want them, in the place of `part` and of all that it contains, or
  /// beside them. Before the simulation. Throws SizeMissing if no twin fits a part, UnusableSource
  /// if a twin cannot be made.
  void attach(sc_core::sc_object& part);
  /// Throws std::invalid_argument if the options name a part that nothing attached has.
  void require_all_attached() const;
  /// What Verilator remarks on users' files; may be empty.
  [[nodiscard]] std::string lint() const;

  /// What the twins have shown, by block, in the order of the options.
  [[nodiscard]] std::vector<TwinEvidence> evidence() const;

  /// What they were told and showed, if the options want it: by cycle.
  [[nodiscard]] const TwinRecord& record() const;

  /// Verilated models that have been made.
  [[nodiscard]] std::size_t models() const;

  /// Completes the wave's file, also after a fault. Throws std::runtime_error if it could not be
  /// written.
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;  ///< null: no twin takes part
};

}  // namespace plexus
