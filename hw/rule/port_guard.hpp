#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/observe/bits.hpp"
#include "hw/rule/port_rule.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Which channels of a node belong to the same dimension: one bit mask per dimension. Needed by
/// the rule `ring-strict` alone.
using DimensionMasks = std::vector<std::uint64_t>;

/// Watches the port rule of one node: which of its at most 64 channels are read and which are
/// written in the present cycle. Twin: rtl/channel/port_guard.sv. Combinational.
class port_guard {
 public:
  static constexpr unsigned kMostPorts = 64;

  /// `dimensions` must outlive the guard.
  port_guard(PortRule rule, const DimensionMasks& dimensions)
      : dimensions_{&dimensions},
        rule_{rule},
        one_way_{rule == PortRule::kAllHalf || rule == PortRule::kRingStrict},
        counts_{rule != PortRule::kAllHalf && rule != PortRule::kAllFull},
        counts_writes_{counts_ && rule != PortRule::kRingStrict} {}

  /// With the rule `one-in-one-out`: up to `ports` reads and as many writes, and channels that may
  /// carry a transfer in each direction at once if `full_duplex`. By default 1, and not.
  void widen(unsigned ports, bool full_duplex) {
    ports_ = static_cast<std::uint8_t>(ports < kMostPorts ? ports : kMostPorts);
    full_duplex_ = full_duplex;
  }

  /// True if the rule may be broken by it: `violation` says whether.
  bool begin_write(unsigned port) {
    const std::uint64_t bit = std::uint64_t{1} << port;
    writes_ |= bit;
    if ((reads_ & bit) != 0 && one_way_) return true;
    return counts_writes_ && (reads_ != 0 || writes_ != bit);
  }
  /// True if the rule may be broken by it.
  bool begin_read(unsigned port) {
    const std::uint64_t bit = std::uint64_t{1} << port;
    reads_ |= bit;
    if ((writes_ & bit) != 0 && one_way_) return true;
    return counts_ && (reads_ != bit || (counts_writes_ && writes_ != 0));
  }
  void end_write(unsigned port) { writes_ &= all_but(port); }
  void end_read(unsigned port) { reads_ &= all_but(port); }

  [[nodiscard]] std::uint64_t reads() const { return reads_; }
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  [[nodiscard]] PortRule rule() const { return rule_; }
  [[nodiscard]] const DimensionMasks& dimensions() const { return *dimensions_; }

  /// Shows the channels that are read and written, a bit each.
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
    trace_bits(file, reads_, prefix + "reads");
    trace_bits(file, writes_, prefix + "writes");
  }

  /// Do the active channels break the rule?
  [[nodiscard]] bool violation() const {
    return (one_way_ && (reads_ & writes_) != 0) || (counts_ && counts_too_many());
  }

 private:
  [[nodiscard]] static std::uint64_t all_but(unsigned port) {
    return std::rotl(~std::uint64_t{1}, static_cast<int>(port));
  }
  [[nodiscard, gnu::noinline]] bool counts_too_many() const {
    switch (rule_) {
      case PortRule::kAllFull:
      case PortRule::kAllHalf:
        return false;
      case PortRule::kRingStrict:
        return two_reads_in_a_dimension();
      case PortRule::kUniform:
        return reads_ != 0 && writes_ != 0;
      case PortRule::kOneInOneOut:
        return ((reads_ & writes_) != 0 && !full_duplex_) || std::popcount(reads_) > ports_ ||
               std::popcount(writes_) > ports_;
      case PortRule::kOnePort:
        break;
    }
    return std::popcount(reads_) + std::popcount(writes_) > 1;
  }
  [[nodiscard]] bool two_reads_in_a_dimension() const {
    if ((reads_ & (reads_ - 1)) == 0) return false;  // at most one in all
    for (const std::uint64_t dimension : *dimensions_) {
      if (std::popcount(reads_ & dimension) > 1) return true;
    }
    return false;
  }

  const DimensionMasks* dimensions_;
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  PortRule rule_;
  bool one_way_;            ///< a channel that is read must not be written: half duplex
  bool counts_;             ///< it matters how many channels are active
  bool counts_writes_;      ///< and that of those written too
  std::uint8_t ports_ = 1;  ///< of `one-in-one-out`
  bool full_duplex_ = false;
};
static_assert(sizeof(port_guard) == 32);  // half a cache line: see processor

}  // namespace plexus
