#pragma once

#include <optional>
#include <string>

namespace plexus {

/// Bytes that a control group leaves, of which `group` is the folder: its limit without what it has
/// in use. Pages of files that it holds are given back when asked for. Nothing: it has no limit.
[[nodiscard]] std::optional<double> left_by_control_group(const std::string& group);

}  // namespace plexus
