#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace plexus {

/// `plexus prove WORDS`; returns the exit status: kVerified if all is proved, kWrong if something
/// is refuted, kFaulted if the time was over before. What took how long goes to `err`. Throws
/// Refusal.
int run_prove(std::vector<std::string> words, std::ostream& out, std::ostream& err);

}  // namespace plexus
