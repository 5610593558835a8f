#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

/// The row of a wave that says which cycle it is, and beside it the same by 10, 100, .. cycles, of
/// which one can be read when the whole run is seen.
class CycleRows {
 public:
  /// In the scope `top`.
  CycleRows(VcdWriter& vcd, std::string top);

  /// It is this cycle from the writer's present time on.
  void show(std::int64_t cycle);
  /// Cycles are not shown from the writer's present time on, until one is again.
  void stop();
  /// The one whose numbers can be read where the wave from `from` to `to` ns stands beside `names`
  /// pixels of names.
  [[nodiscard]] VcdWriter::Id to_read(std::int64_t from, std::int64_t to, int names) const;

 private:
  VcdWriter::Id ruler(std::size_t number);

  VcdWriter& vcd_;
  std::string top_;
  VcdWriter::Id cycle_;
  bool stopped_ = false;
  std::vector<VcdWriter::Id> rulers_;  ///< the same every 10, 100, .. cycles
};

}  // namespace plexus
