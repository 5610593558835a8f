#include "models/synthesis/store.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

/// All that the schedule depends on.
std::string key_of(const SynthesisProblem& problem) {
  std::string key =
      fmt::format("plexus optimum 1\nnodes {}\nrule {}{}\n", problem.network.nodes,
                  to_string(problem.network.rule), problem.network.backwards ? " backwards" : "");
  if (problem.steps) key += fmt::format("steps {}\n", *problem.steps);
  for (const SynthesisLink& link : problem.network.links) {
    key += fmt::format("link {} {} {} {} {} {}\n", link.from, link.to, link.startup, link.bandwidth,
                       link.written, link.read);
  }
  for (const NodeMap& map : problem.network.shifts) {
    key += fmt::format("shift {}\n", fmt::join(map, " "));
  }
  for (const Token& token : problem.tokens) {
    key += fmt::format("token {} {} {}\n", token.source, token.word, fmt::join(token.targets, " "));
  }
  return key;
}

/// FNV-1a.
std::uint64_t short_number(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

std::vector<fs::path> folders() {
  std::vector<fs::path> all{PLEXUS_OPTIMA};
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  if (cache != nullptr && *cache != '\0') {
    all.push_back(fs::path{cache} / "plexus" / "optima");
  } else if (home != nullptr && *home != '\0') {
    all.push_back(fs::path{home} / ".cache" / "plexus" / "optima");
  }
  return all;
}

fs::path file_of(const fs::path& folder, const std::string& key) {
  return folder / fmt::format("{:016x}.json", short_number(key));
}

std::optional<Synthesis> read(const fs::path& file, const std::string& key) {
  std::ifstream in{file};
  if (!in) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("key", "") != key) {
    return std::nullopt;
  }
  try {
    Synthesis found;
    found.cycles = json.at("cycles").get<std::int64_t>();
    found.lower_bound = found.cycles;
    found.proof = json.at("proof") == "bound" ? Proof::kBound : Proof::kRefuted;
    for (const Json& one : json.at("transfers")) {
      found.timetable.push_back({one.at(0).get<std::size_t>(), one.at(1).get<std::int64_t>(),
                                 one.at(2).get<std::vector<std::uint32_t>>()});
    }
    return found;
  } catch (const Json::exception&) {  // a file of somebody else
    return std::nullopt;
  }
}

}  // namespace

std::optional<Synthesis> kept_optimum(const SynthesisProblem& problem) {
  const std::string key = key_of(problem);
  for (const fs::path& folder : folders()) {
    auto found = read(file_of(folder, key), key);
    if (!found) continue;
    for (const TimedTransfer& one : found->timetable) {
      if (one.link >= problem.network.links.size()) return std::nullopt;
      for (const std::uint32_t token : one.tokens) {
        if (token >= problem.tokens.size()) return std::nullopt;
      }
    }
    const bool whole = !flaw_of(problem, found->timetable) &&
                       cycles_of(problem.network, found->timetable) == found->cycles;
    if (whole) return found;
  }
  return std::nullopt;
}

void keep_optimum(const SynthesisProblem& problem, const Synthesis& found) {
  if (!found.optimal()) return;
  const std::string key = key_of(problem);
  Json transfers = Json::array();
  for (const TimedTransfer& one : found.timetable) {
    transfers.push_back(Json::array({one.link, one.start, one.tokens}));
  }
  const Json json = {{"key", key},
                     {"cycles", found.cycles},
                     {"proof", to_string(found.proof)},
                     {"transfers", std::move(transfers)}};
  for (const fs::path& folder : folders()) {
    std::error_code wrong;
    fs::create_directories(folder, wrong);
    const fs::path file = file_of(folder, key);
    const fs::path beside = file.string() + fmt::format(".{}", getpid());
    std::ofstream out{beside};
    out << json.dump() << '\n';
    out.close();
    if (out) fs::rename(beside, file, wrong);
    const bool kept = out && !wrong;
    if (!kept) fs::remove(beside, wrong);
    if (kept) return;
  }
}

}  // namespace plexus
