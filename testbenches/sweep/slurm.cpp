#include "testbenches/sweep/slurm.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "testbenches/sweep/study_file.hpp"

extern char** environ;

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
  int answer[2];
  if (pipe(answer) != 0) throw Refusal{RefusalClass::kUsage, "No pipe to sbatch can be made."};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, answer[1], 1);
  posix_spawn_file_actions_adddup2(&actions, answer[1], 2);
  posix_spawn_file_actions_addclose(&actions, answer[0]);
  posix_spawn_file_actions_addclose(&actions, answer[1]);
  std::string program = "sbatch";
  std::string file = script.string();
  char* words[] = {program.data(), file.data(), nullptr};
  pid_t process = 0;
  const int failed = posix_spawnp(&process, "sbatch", &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(answer[1]);
  std::string said;
  char piece[4096];
  for (ssize_t got = 0; failed == 0 && (got = read(answer[0], piece, sizeof piece)) != 0;) {
    if (got < 0 && errno != EINTR) break;
    if (got > 0) said.append(piece, static_cast<std::size_t>(got));
  }
  close(answer[0]);
  if (failed != 0) {
    throw Refusal{
        RefusalClass::kUsage,
        fmt::format("sbatch cannot be run: install Slurm (slurm-client), or hand {} to it "
                    "elsewhere.",
                    script.string())};
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  while (said.ends_with('\n')) said.pop_back();
  if (status != 0) throw Refusal{RefusalClass::kUsage, "sbatch refuses the array: " + said};
  return said;
}

}  // namespace plexus
