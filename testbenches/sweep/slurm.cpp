#include "testbenches/sweep/slurm.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/system/process.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/sweep/study_file.hpp"

namespace plexus {

std::string slurm_script(const SweepStudy& study, const std::filesystem::path& folder,
                         unsigned jobs, const std::string& handed_on) {
  const auto shards = std::min(study.shards, static_cast<std::int64_t>(study.points.size()));
  std::string options;
  for (const std::string& option : study.slurm_options) options += "#SBATCH " + option + '\n';
  // The program itself, wherever it was built: the nodes see the same folders.
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=plexus\n"
      "#SBATCH --array=1-{0}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={1}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --output={2}/slurm-%A_%a.log\n"
      "{3}"
      "exec {4} sweep {5} --out {6} --shard \"$SLURM_ARRAY_TASK_ID/{0}\" --jobs {1} --resume{7}\n",
      shards, jobs, folder.string(), options, shell_word(program.string()),
      shell_word((folder / "study.toml").string()), shell_word(folder.string()), handed_on);
}

std::string submit(const std::filesystem::path& script) {
  ToolEnded sbatch =
      run_tool({"sbatch", script.string()},
               fmt::format("sbatch cannot be run: install Slurm (slurm-client), or hand {} to it "
                           "elsewhere.",
                           script.string()));
  while (sbatch.said.ends_with('\n')) sbatch.said.pop_back();
  if (sbatch.status != 0) {
    refuse("sbatch refuses the array: " + sbatch.said);
  }
  return sbatch.said;
}

}  // namespace plexus
