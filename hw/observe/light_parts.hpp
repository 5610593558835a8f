#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace plexus {

/// A part that is no SystemC object: one of the many channels that live in a bank.
struct LightPart {
  /// Role (`sender`, `receiver`) and full name of what stands at an end.
  using Ends = std::vector<std::pair<std::string, std::string>>;

  std::string name;  ///< full, as in waves, traces, faults
  std::string kind;  ///< `link`, `bus`, `coupler`, ..
  Ends ends;         ///< what stands there
};

/// The ways from `port` through a switch: traces and waves name them `PORT_to_NUMBER`.
[[nodiscard]] inline LightPart ways_from(const std::string& port) {
  return {port + "_to_*", "ways", {{"sender", port}}};
}

/// A bank answers for its light parts.
class light_parts_if {
 public:
  virtual ~light_parts_if() = default;
  /// Calls `visit` for each, in the order of their numbers. From the end of elaboration on.
  virtual void for_each_light_part(const std::function<void(const LightPart&)>& visit) const = 0;
};

}  // namespace plexus
