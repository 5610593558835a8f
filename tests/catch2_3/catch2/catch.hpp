#pragma once

/// Catch2 3 under the name and with the words of Catch2 2, which the tests are written for: Debian
/// 12 has the one, Debian 13 the other.
#include <string>

#include <catch2/catch_all.hpp>

namespace Catch {

using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::StartsWith;

/// Of texts; in Catch2 3 that of ranges has this name.
inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }

}  // namespace Catch

using Catch::Approx;  // as in Catch2 2
