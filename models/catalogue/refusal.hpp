#pragma once

#include <stdexcept>
#include <string>

namespace plexus {

/// Why a request makes no sense (design.md 7, exit status 2).
enum class RefusalClass {
  kUsage,    ///< unknown or misplaced words on the command line
  kRange,    ///< a number outside its range
  kSize,     ///< a machine of this size does not exist or cannot run this
  kFeature,  ///< this machine does not offer the operation, algorithm or option
};

/// The word of the command line contract: `usage`, `range`, `size`, `feature`.
[[nodiscard]] constexpr const char* to_string(RefusalClass kind) {
  switch (kind) {
    case RefusalClass::kUsage:
      return "usage";
    case RefusalClass::kRange:
      return "range";
    case RefusalClass::kSize:
      return "size";
    case RefusalClass::kFeature:
      break;
  }
  return "feature";
}

/// A request that is refused before elaboration. The message is one sentence that names the
/// parameter, its value and what is allowed.
class Refusal : public std::invalid_argument {
 public:
  Refusal(RefusalClass kind, const std::string& sentence)
      : std::invalid_argument{sentence}, kind_{kind} {}

  [[nodiscard]] RefusalClass kind() const { return kind_; }

 private:
  RefusalClass kind_;
};

}  // namespace plexus
