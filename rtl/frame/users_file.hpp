#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rtl/frame/verilate.hpp"

namespace plexus {

/// What the SystemVerilog of a module says of itself, as Verilator reads it.
struct ModuleFace {
  struct Pin {
    std::string name, direction, place;  ///< `busy_o`, `output`, `mine.sv:12`
    unsigned width = 0;                  ///< bits
    bool array = false;                  ///< of several pins
  };
  struct Size {
    std::string name, place;
    bool local = false;  ///< a localparam: nobody outside can set it
  };
  std::vector<Pin> pins;
  std::vector<Size> sizes;
  std::vector<std::string> wrong;  ///< what makes no sense in hardware: a sentence each
  std::vector<std::string> told;   ///< what works, and a reader should know
  std::string errors;              ///< what Verilator says where it cannot read the module at all

  /// Of the module that is the topmost one of Verilator's XML in the file `xml`.
  static ModuleFace read(const std::filesystem::path& xml, const TwinSource& source);
};

/// Has a user's file the block's pins and parameters? Sentences on what it lacks or has otherwise;
/// none: it fits. `told` grows by what it has beside them.
[[nodiscard]] std::vector<std::string> misfits(const TwinSource& source, const ModuleFace& block,
                                               ModuleFace& users);

/// The same of a file that Verilator cannot read as it is: names of `block` that the head of its
/// only module, or that of `block`'s name, does not have.
[[nodiscard]] std::vector<std::string> missing_names(const TwinSource& source,
                                                     const std::string& text,
                                                     const ModuleFace& block);

/// What Verilator's messages of errors mean, in words of our own, by file and line; empty: nothing
/// is known of them.
[[nodiscard]] std::string meaning_of(const std::string& messages);

}  // namespace plexus
