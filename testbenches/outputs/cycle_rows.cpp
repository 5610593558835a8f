#include "testbenches/outputs/cycle_rows.hpp"

#include <utility>

#include "testbenches/outputs/save_file.hpp"

namespace plexus {

CycleRows::CycleRows(VcdWriter& vcd, std::string top)
    : vcd_{vcd}, top_{std::move(top)}, cycle_{vcd.add(top_, "cycle", VcdWriter::Kind::kBits)} {}

void CycleRows::show(std::int64_t cycle) {
  vcd_.bits(cycle_, static_cast<std::uint64_t>(cycle));
  std::int64_t step = 10;
  if (std::exchange(stopped_, false)) {  // and the rulers have stood still
    for (std::size_t i = 0; step <= cycle; ++i, step *= 10) {
      vcd_.bits(ruler(i), static_cast<std::uint64_t>(cycle - cycle % step));
    }
    step = 10;
  }
  for (std::size_t i = 0; cycle > 0 && cycle % step == 0; ++i, step *= 10) {
    vcd_.bits(ruler(i), static_cast<std::uint64_t>(cycle));
  }
}

void CycleRows::stop() {
  if (std::exchange(stopped_, true)) return;
  vcd_.digits(cycle_, "z");
}

/// The row of the cycle by 10^(number + 1).
VcdWriter::Id CycleRows::ruler(std::size_t number) {
  while (rulers_.size() <= number) {
    const std::string name = "cycle_by_1" + std::string(rulers_.size() + 1, '0');
    rulers_.push_back(vcd_.add(top_, name, VcdWriter::Kind::kBits));
  }
  return rulers_[number];
}

VcdWriter::Id CycleRows::to_read(std::int64_t from, std::int64_t to, int names) const {
  constexpr double kDigit = 7;  // pixels
  const double digits = static_cast<double>(std::to_string(to / kCycle).size());
  const double most = (kWindow - names - kAroundWave) / (kDigit * digits + 6);
  double steps = static_cast<double>(to - from) / static_cast<double>(kCycle);
  VcdWriter::Id read = cycle_;
  for (const VcdWriter::Id next : rulers_) {
    if (steps <= most) break;
    read = next;
    steps /= 10;
  }
  return read;
}

}  // namespace plexus
