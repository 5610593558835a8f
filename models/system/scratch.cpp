#include "models/system/scratch.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "models/catalogue/refusal.hpp"

namespace plexus {

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "plexus-tool-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Refusal{RefusalClass::kUsage, "No folder for temporary files can be made."};
  }
  path_ = pattern;
  removed_.emplace(path_.c_str());
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::uint64_t short_number(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace plexus
