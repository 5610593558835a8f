#pragma once

#include <cstdint>
#include <string>

#include "models/system/output_file.hpp"

namespace plexus {

class VcdWriter;

/// The file of a wave, a VCD or an FST as the ending of its name says, and the save file beside it,
/// which stays as it is where somebody has arranged it.
class WaveFiles {
 public:
  /// Throws Refusal (usage) if one of the two cannot be written, and for an FST where nothing here
  /// can make one. `option` names the wave.
  WaveFiles(const std::string& option, const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return wave_.folder(); }
  [[nodiscard]] std::ostream& save() { return save_.stream(); }
  /// Completes both, the wave up to `end` ns.
  void complete(VcdWriter& wave, std::int64_t end);
  /// Puts both in their places.
  void place();
  /// Says so of a save file that is kept; may be empty.
  [[nodiscard]] std::string remark() const;

 private:
  std::string path_;
  OutputFile wave_;
  OutputFile save_;
  bool keeps_save_file_ = false;  ///< somebody has arranged it
};

}  // namespace plexus
