#pragma once

#include <filesystem>
#include <string>

namespace plexus {

// Where a program finds what is not compiled in, and where it keeps what it has made: in the tree
// that it was built in, or, installed, beside itself wherever it has been moved to, and in the
// user's cache.

/// The folder that has `rtl/` with the SystemVerilog of the blocks: of the tree, or `share/plexus`.
[[nodiscard]] std::filesystem::path source_folder();
/// The folder from which our headers are included in C++ that a run has compiled, and the beginning
/// of their names there: empty, or `plexus/`.
[[nodiscard]] std::filesystem::path header_folder();
[[nodiscard]] std::string header_prefix();

/// Where answers of a kind are kept, `verilated`, `costs`: in the build folder, or, installed or
/// where nobody may write there, in `plexus` under XDG_CACHE_HOME, which is ~/.cache if not set.
[[nodiscard]] std::filesystem::path kept_folder(const std::string& kind);

}  // namespace plexus
