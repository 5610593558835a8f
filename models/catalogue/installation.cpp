#include "models/catalogue/installation.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

namespace plexus {

namespace {

namespace fs = std::filesystem;

/// `share/plexus` above a file of an installation; empty: it is none.
fs::path share_above(const fs::path& file) {
  std::error_code absent;
  fs::path folder = fs::canonical(file, absent).parent_path();
  for (int levels = 0; levels < 4 && folder.has_relative_path(); ++levels) {
    folder = folder.parent_path();
    if (fs::exists(folder / "share/plexus/rtl/plexus_pkg.sv", absent)) {
      return folder / "share/plexus";
    }
  }
  return {};
}

/// Of the library that all programs with twins share, or of this program.
const fs::path& share() {
  static const fs::path found = [] {
    Dl_info library{};
    const void* const place = dlsym(RTLD_DEFAULT, "plexus_verilator_place");
    if (place != nullptr && dladdr(place, &library) != 0) {
      if (const fs::path above = share_above(library.dli_fname); !above.empty()) return above;
    }
    return share_above("/proc/self/exe");
  }();
  return found;
}

fs::path cache() {
  const char* const named = std::getenv("XDG_CACHE_HOME");
  if (named != nullptr && *named == '/') return fs::path{named} / "plexus";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path{home} / ".cache/plexus";
  return fs::temp_directory_path() / ("plexus-" + std::to_string(getuid()));
}

}  // namespace

fs::path source_folder() { return share().empty() ? fs::path{PLEXUS_SOURCES} : share(); }

fs::path header_folder() {
  return share().empty() ? fs::path{PLEXUS_SOURCES}
                         : share().parent_path().parent_path() / "include";
}

std::string header_prefix() { return share().empty() ? "" : "plexus/"; }

fs::path kept_folder(const std::string& kind) {
  const bool own = share().empty() && access(PLEXUS_BUILD, W_OK) == 0;
  return (own ? fs::path{PLEXUS_BUILD} : cache()) / kind;
}

}  // namespace plexus
