#pragma once

#include <optional>
#include <string>

#include "models/system/process.hpp"

namespace plexus {

/// `Yosys 0.23`. Throws Refusal (usage) where there is none; `purpose`: what cannot be done then.
[[nodiscard]] std::string yosys_version(const std::string& purpose);
/// Runs Yosys with this script.
[[nodiscard]] ToolEnded run_yosys(const std::string& script, const std::string& purpose,
                                  std::optional<Deadline> until = std::nullopt);

}  // namespace plexus
