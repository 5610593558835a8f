#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace plexus {

/// What tests/rtl/mutate puts in the place of a block in this run of the tests: `PLEXUS_MUTANT`
/// holds BLOCK=FILE, `PLEXUS_FAULT` the number of the change.
struct Mutant {
  std::filesystem::path file;  ///< empty: the block itself
  std::uint64_t fault = 0;     ///< for the input `fault_i`
};

inline Mutant mutant_of(const std::string& block) {
  const char* const asked = std::getenv("PLEXUS_MUTANT");
  const char* const fault = std::getenv("PLEXUS_FAULT");
  const std::string text = asked == nullptr ? "" : asked;
  if (!text.starts_with(block + '=') || fault == nullptr) return {};
  return {text.substr(block.size() + 1), std::strtoull(fault, nullptr, 10)};
}

/// Does another block have the changes of this run? Then a test of `block` says nothing of them.
inline bool mutant_elsewhere(const std::string& block) {
  const char* const asked = std::getenv("PLEXUS_MUTANT");
  return asked != nullptr && !std::string{asked}.starts_with(block + '=');
}

/// Are the points of this block asked for? `PLEXUS_POINTS`, a part of the block's name; not set:
/// all.
inline bool points_wanted(const std::string& block) {
  const char* const asked = std::getenv("PLEXUS_POINTS");
  return asked == nullptr || block.starts_with(asked);
}

}  // namespace plexus
