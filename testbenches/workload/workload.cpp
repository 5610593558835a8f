#include "testbenches/workload/workload.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

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
  throw Refusal{RefusalClass::kUsage, text};
}

bool counts_microseconds(const std::string& path) { return path.ends_with(".et"); }

Workload read_workload(const std::string& path, const WorkloadWish& wish) {
  if (path == "example") {
    return read_workload_toml(
        fmt::format("{}\"{}\"{}", kExampleBegins, wish.collective, kExampleEnds), path, wish);
  }
  std::ifstream in{path, std::ios::binary};
  if (!in || std::filesystem::is_directory(path)) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("--file {}: the file cannot be read; name a workload in TOML, or a "
                              "trace of Chakra (.et).",
                              path)};
  }
  std::ostringstream text;
  text << in.rdbuf();
  return counts_microseconds(path) ? read_chakra(text.str(), path, wish)
                                   : read_workload_toml(text.str(), path, wish);
}

}  // namespace plexus
