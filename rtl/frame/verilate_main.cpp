#include <exception>
#include <iostream>

#include "rtl/frame/block.hpp"
#include "rtl/frame/verilate.hpp"

/// `plexus_verilate BLOCK ...`: makes the size that the build holds of each of these blocks.
int main(int argc, char* argv[]) {
  try {
    for (const plexus::TwinBlock& block : plexus::twin_blocks()) {
      for (int i = 1; i < argc; ++i) {
        if (block.name != argv[i]) continue;
        const auto file = plexus::source_of(block, {});
        static_cast<void>(plexus::verilate(file, block.built));
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}

/// SystemC's library asks for it.
int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
