#include "models/system/kept.hpp"

#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/installation.hpp"
#include "models/catalogue/json.hpp"
#include "models/system/file_lock.hpp"
#include "models/system/output_file.hpp"
#include "models/system/scratch.hpp"

namespace plexus {

namespace {

/// The file for an answer; its folder is made if it is not there.
std::filesystem::path file_for(const std::string& kind, const std::string& name,
                               const std::string& key) {
  const std::filesystem::path folder = kept_folder(kind);
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  return folder / fmt::format("{}-{:016x}.json", name, short_number(key));
}

}  // namespace

Json kept_answer(const std::string& kind, const std::string& name, const std::string& key) {
  Json kept = Json::parse(content_of(file_for(kind, name, key)), nullptr, false);
  if (kept.is_object() && kept.value("key", "") == key) return kept.value("answer", Json{});
  return {};
}

void keep_answer(const std::string& kind, const std::string& name, const std::string& key,
                 Json answer) {
  const std::filesystem::path file = file_for(kind, name, key);
  const Json kept = {{"key", key}, {"answer", std::move(answer)}};
  try {
    TemporaryFile whole{file.parent_path()};
    std::ofstream out{whole.path(), std::ios::binary};
    out << kept.dump() << '\n';
    out.close();
    if (out) static_cast<void>(whole.put(file));
  } catch (const std::system_error&) {  // nothing can be written there: it is found again
  }
}

Json kept_or_made(const std::string& kind, const std::string& name, const std::string& key,
                  const std::function<Json()>& make, bool& cached) {
  cached = true;
  if (Json answer = kept_answer(kind, name, key); !answer.is_null()) return answer;
  const FileLock turn{file_for(kind, name, key).string() + ".lock"};
  if (Json answer = kept_answer(kind, name, key); !answer.is_null()) return answer;
  cached = false;
  Json answer = make();
  if (!answer.contains("unfinished")) keep_answer(kind, name, key, answer);
  return answer;
}

}  // namespace plexus
