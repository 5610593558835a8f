#include "testbenches/workload/workload.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

/// A training step of data parallelism: gradients come layer by layer, and are sent in buckets.
constexpr const char* kExampleBegins = R"([[task]]
name = "forward"
compute = 1600

[[task]]
name = "backward"
after = "forward"
compute = 200
times = 16
words = 512

[[task]]
name = "gradients"
of = "backward"
bucket = 2048
collective = )";
constexpr const char* kExampleEnds = R"(

[[task]]
name = "update"
after = ["backward", "gradients"]
compute = 400
)";

}  // namespace

void refuse_at(const std::string& place, const std::string& sentence) {
  std::string text = fmt::format("{}: {}.", place, sentence);
  std::ranges::replace(text, '\0', ' ');
  refuse(text);
}

bool counts_microseconds(const std::string& path) {
  std::error_code wrong;
  return path.ends_with(".et") || std::filesystem::is_directory(path, wrong);
}

std::optional<std::string> bytes_of_file(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  if (!in || std::filesystem::is_directory(path)) return {};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

namespace {

template <typename... Values>
[[noreturn]] void refuse_file(const std::string& path, fmt::format_string<Values...> sentence,
                              Values&&... values) {
  refuse("--file {}: {}.", path, fmt::format(sentence, std::forward<Values>(values)...));
}

/// Traces of the nodes 0, 1, ..: those in a folder, or those whose names fit `step.*.et`.
std::vector<std::string> traces_of(const std::string& path) {
  const std::filesystem::path given{path};
  std::error_code wrong;
  const bool folder = std::filesystem::is_directory(given, wrong);
  const std::string pattern = folder ? std::string{} : given.filename().string();
  const std::size_t star = pattern.find('*');
  const std::string begin = pattern.substr(0, folder ? 0 : star);
  const std::string end = folder ? ".et" : pattern.substr(star + 1);
  const auto parent = folder ? given : given.has_parent_path() ? given.parent_path() : ".";
  std::map<std::string, std::map<NodeId, std::string>> found;  // by what comes before the number
  for (const auto& entry : std::filesystem::directory_iterator{parent, wrong}) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= begin.size() + end.size() || !name.ends_with(end)) continue;
    const std::string front = name.substr(0, name.size() - end.size());
    std::size_t digits = front.find_last_not_of("0123456789") + 1;
    if (!folder) {
      if (!front.starts_with(begin) || digits > begin.size()) continue;
      digits = begin.size();
    }
    constexpr std::size_t kMostDigits = 6;
    if (digits == front.size() || front.size() - digits > kMostDigits) continue;
    found[front.substr(0, digits)].emplace(std::stoul(front.substr(digits)), entry.path().string());
  }
  if (found.empty()) {
    refuse_file(path,
                "no traces are there: those of the nodes are called step.0.et, step.1.et, ..");
  }
  if (found.size() > 1) {
    refuse_file(path,
                "there are traces {0}*.et and {1}*.et: name those of one run, as in --file {2}",
                found.begin()->first, std::next(found.begin())->first,
                (parent / (found.begin()->first + "*.et")).string());
  }
  const auto& [name, traces] = *found.begin();
  std::vector<std::string> files;
  for (const auto& [rank, file] : traces) {
    if (rank != files.size()) {
      refuse_file(path, "there is a trace {}, and no {}{}{}",
                  std::filesystem::path{file}.filename().string(), name, files.size(), end);
    }
    files.push_back(file);
  }
  return files;
}

}  // namespace

Workload read_workload(const std::string& path, const WorkloadWish& wish) {
  if (path == "example") {
    return read_workload_toml(
        fmt::format("{}\"{}\"{}", kExampleBegins, wish.collective, kExampleEnds), path, wish);
  }
  const bool many = std::filesystem::path{path}.filename().string().find('*') != std::string::npos;
  if (counts_microseconds(path) && (many || !path.ends_with(".et"))) {
    return read_chakra_ranks(path, traces_of(path), wish);
  }
  const auto text = bytes_of_file(path);
  if (!text) {
    refuse_file(path,
                "the file cannot be read; name a workload in TOML, a trace of Chakra (.et), a "
                "folder of traces, or step.*.et");
  }
  return counts_microseconds(path) ? read_chakra(*text, path, wish)
                                   : read_workload_toml(*text, path, wish);
}

}  // namespace plexus
