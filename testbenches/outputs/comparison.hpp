#pragma once

#include <string>
#include <vector>

namespace plexus {

/// One page of the pages of several runs, which `--picture FILE.html` has made: they stand beside
/// each other, and one slider moves them all, in cycles or in shares of each run. Throws Refusal
/// (usage) for a file that cannot be read or is no such page of this version.
[[nodiscard]] std::string comparison_page(const std::vector<std::string>& files);

}  // namespace plexus
