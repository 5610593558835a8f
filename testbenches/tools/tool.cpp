#include "testbenches/tools/tool.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"

extern char** environ;

namespace plexus {

namespace {

namespace fs = std::filesystem;

/// Only one process at a time makes an answer; the others find it kept.
class Turn {
 public:
  explicit Turn(const fs::path& file)
      : file_{open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)} {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (file_ >= 0) close(file_);
  }

 private:
  int file_;
};

/// Puts `text` into `file`, whole or not at all; an answer that cannot be kept is no fault.
void keep(const fs::path& file, const std::string& text) {
  const fs::path beside = file.string() + fmt::format(".{}", getpid());
  std::ofstream out{beside, std::ios::binary};
  out << text;
  out.close();
  std::error_code ignored;
  if (out) fs::rename(beside, file, ignored);
  fs::remove(beside, ignored);
}

/// 64 bits of FNV-1a: for the names of files, never to tell content apart.
std::uint64_t short_number(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

std::string missing_yosys(const std::string& purpose) {
  return fmt::format("yosys cannot be run, and without it {}: install the package yosys.", purpose);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "plexus-tool-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Refusal{RefusalClass::kUsage, "No folder for temporary files can be made."};
  }
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

ToolEnded run_tool(const fs::path& folder, std::vector<std::string> words,
                   const std::string& missing, std::optional<Deadline> until) {
  const fs::path log = folder / "log";
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t process = 0;
  const int failed =
      posix_spawnp(&process, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw Refusal{RefusalClass::kUsage, missing};
  if (until) {
    const rlimit memory{kMostMemory, kMostMemory};
    prlimit(process, RLIMIT_AS, &memory, nullptr);
  }
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(process, &status, until ? WNOHANG : 0);
    if (ended == process || (ended < 0 && errno != EINTR)) break;
    if (until && std::chrono::steady_clock::now() >= *until) {
      kill(process, SIGKILL);
      until.reset();
    } else if (until) {
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, content_of(log), WIFSIGNALED(status)};
}

std::string yosys_version(const std::string& purpose) {
  const ScratchFolder folder;
  std::istringstream words{run_tool(folder.path(), {"yosys", "-V"}, missing_yosys(purpose)).said};
  std::string name;
  std::string number;
  words >> name >> number;
  return name + ' ' + number;
}

ToolEnded run_yosys(const fs::path& folder, const std::string& script, const std::string& purpose,
                    std::optional<Deadline> until) {
  return run_tool(folder, {"yosys", "-p", script}, missing_yosys(purpose), until);
}

std::string content_of(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

Json kept_answer(const fs::path& folder, const std::string& name, const std::string& key,
                 const std::function<Json()>& make, bool& cached) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const fs::path file = folder / fmt::format("{}-{:016x}.json", name, short_number(key));
  const auto kept = [&]() -> std::optional<Json> {
    Json read = Json::parse(content_of(file), nullptr, false);
    if (!read.is_object() || read.value("key", "") != key) return std::nullopt;
    return read;
  };
  cached = true;
  if (auto answer = kept()) return *answer;
  const Turn turn{file.string() + ".lock"};
  if (auto answer = kept()) return *answer;
  cached = false;
  Json answer = make();
  answer["key"] = key;
  if (!answer.contains("unfinished")) keep(file, answer.dump());
  return answer;
}

}  // namespace plexus
