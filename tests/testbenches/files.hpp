#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

namespace plexus {

/// An empty folder of a test's own, which takes all that is in it away at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "plexus-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }
  /// Names of all that is in the folder, hidden files too.
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator{path_}) {
      all.insert(entry.path().filename().string());
    }
    return all;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// Writes a file; gives its path.
inline std::string written(const TemporaryFolder& folder, const std::string& name,
                           const std::string& text) {
  std::ofstream{folder / name, std::ios::binary} << text;
  return folder / name;
}

/// A text with something in it replaced, the first time that it stands there.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) throw std::invalid_argument{"nowhere stands " + what};
  return text.replace(at, what.size(), by);
}

/// A file of the tree, named from its root.
inline std::string in_tree(const std::string& name) { return PLEXUS_TREE "/" + name; }

}  // namespace plexus
