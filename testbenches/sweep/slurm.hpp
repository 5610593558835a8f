#pragma once

#include <filesystem>
#include <string>

#include "testbenches/sweep/study_file.hpp"

namespace plexus {

/// The script of an array of jobs, one for each shard: `sbatch DIR/slurm.sh`. Each goes on where it
/// or an earlier one has been ended. `handed_on`: options that each sweep is told besides, each
/// behind a blank.
[[nodiscard]] std::string slurm_script(const SweepStudy& study, const std::filesystem::path& folder,
                                       unsigned jobs, const std::string& handed_on);

/// Hands `script` to sbatch; returns what it says. Throws Refusal (usage) where there is no sbatch
/// or it refuses.
[[nodiscard]] std::string submit(const std::filesystem::path& script);

}  // namespace plexus
