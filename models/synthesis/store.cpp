#include "models/synthesis/store.hpp"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/installation.hpp"
#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

/// FNV-1a.
std::uint64_t short_number(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

fs::path file_of(const fs::path& folder, const std::string& key) {
  return folder / fmt::format("{:016x}.json", short_number(key));
}

}  // namespace

Json kept_answer(const std::string& key) {
  std::ifstream in{file_of(kept_folder("optima"), key)};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  Json kept = Json::parse(text, nullptr, false);
  if (kept.is_object() && kept.value("key", "") == key) return kept.value("answer", Json{});
  return {};
}

void keep_answer(const std::string& key, Json answer) {
  const Json kept = {{"key", key}, {"answer", std::move(answer)}};
  const fs::path folder = kept_folder("optima");
  std::error_code wrong;
  fs::create_directories(folder, wrong);
  const fs::path file = file_of(folder, key);
  const fs::path beside = file.string() + fmt::format(".{}", getpid());
  std::ofstream out{beside};
  out << kept.dump() << '\n';
  out.close();
  if (out) fs::rename(beside, file, wrong);
  if (!out || wrong) fs::remove(beside, wrong);
}

}  // namespace plexus
