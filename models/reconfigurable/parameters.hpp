#pragma once

#include <vector>

#include "models/catalogue/values.hpp"
#include "models/reconfigurable/case.hpp"

namespace plexus {

/// Reads a case. Throws Refusal.
[[nodiscard]] ReconfigurableCase reconfigurable_case(const Values& values);

// ---- Parameters ---------------------------------------------------------------------------------

/// Those of every run whose links are set while it runs: the machine, its links, its manager.
[[nodiscard]] std::vector<Parameter> reconfigurable_parameters();
/// Those of every run on a fixed network, with `topology` and `rows`.
[[nodiscard]] std::vector<Parameter> fixed_network_parameters();
/// Those that say what a fixed network is.
[[nodiscard]] std::vector<Parameter> network_parameters();

/// The parameter with another default, where the preset has none.
[[nodiscard]] Parameter with_bare_default(const Parameter& parameter, std::int64_t fallback);

[[nodiscard]] Parameter reconfigurable_root_parameter(const char* help);
/// `numbering` with the default rcp, or `otherwise` where nodes are no power of ports + 1.
[[nodiscard]] Parameter numbering_parameter(Numbering otherwise);
/// The same where cliques are set: they do not take `fit`. Where `otherwise` is not rcp, rcp needs
/// a power.
[[nodiscard]] Parameter clique_numbering_parameter(Numbering otherwise);
/// h' or `auto`.
[[nodiscard]] Parameter split_steps_parameter();
[[nodiscard]] Parameter channels_parameter();
/// `shift:A`, `reverse`, `transpose`, `shuffle`, `identity` or a list.
[[nodiscard]] Parameter node_permutation_parameter();

}  // namespace plexus
