#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl/frame/pin.hpp"

namespace plexus {

/// What stands in the place of a block: its own SystemVerilog, or a user's file with its pins.
struct TwinSource {
  std::string block;                 ///< `omega_fifo_element`
  std::filesystem::path reference;   ///< the block's own file
  std::filesystem::path users_file;  ///< empty: the block itself
  /// Is told what is being made, if it takes longer: now and then how far it is, or once before
  /// what will take `long`.
  std::function<void(const std::string& what, bool is_long)> tell{};

  [[nodiscard]] const std::filesystem::path& file() const {
    return users_file.empty() ? reference : users_file;
  }
};

/// SystemVerilog that cannot be used. The message holds what Verilator says of it.
class UnusableSource : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A block made into C++.
struct Verilated {
  VerilatedMaker make = nullptr;
  std::string lint;  ///< what Verilator remarks on a user's file; empty: nothing
};

/// What a library can do beside what the block does.
struct VerilatedExtras {
  bool wave = false;      ///< show its inside
  bool coverage = false;  ///< count lines that are run, bits that change, points that are met
};

/// Makes C++ of a block with these parameters and loads it. What was made once is kept by
/// the content of all files that went in, wherever they lie, and taken from there; what could not
/// be made whole leaves nothing. A user's file must have the block's pins and parameters. Throws
/// UnusableSource.
[[nodiscard]] Verilated verilate(const TwinSource& source, const Parameters& parameters,
                                 VerilatedExtras extras = {});

/// Throws UnusableSource if a user's file cannot be read, has not the block's pins and parameters,
/// or makes no hardware, as far as Verilator can say it without making anything.
void require_usable(const TwinSource& source, const Parameters& parameters);

}  // namespace plexus
