#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/system/output_file.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/text_buffer.hpp"

namespace plexus {

class TraceFormat;

/// The event of a `hold` row whose words are less than none: a node holds the blocks no longer.
inline constexpr std::string_view kForgetEvent = "forget";

/// What a timeline tells of the run as a whole: names and values.
using TraceFacts = std::vector<std::pair<std::string, std::string>>;

/// Writes the events of a run to a file, in the form that its name's ending asks for:
///
/// - `.csv`, `.jsonl`: a row per event with the columns cycle, part, event, packet, source,
///   destination, words, blocks. Rows of one cycle are sorted, so that equal runs give equal
///   files. What does not apply is left empty (`null`): a `hold` has no packet, a `set` has
///   nothing but its part's new setting, which stands in the column `blocks`.
/// - `.perfetto.json`: a timeline for the Perfetto or Chrome trace viewer. A track per part, a bar
///   per transfer, arrows from hop to hop, a mark per other event, what programs wait for, and
///   counters of what is under way; 1 cycle shows as 10 ns, as in the wave.
/// - `.paje`: states and arrows for ViTE; the time unit is a cycle.
///
/// Rows go to disk cycle by cycle.
class TraceFile final : public spectator_if {
 public:
  /// Throws Refusal (usage) on another ending, or if the file cannot be written.
  explicit TraceFile(const std::string& path, const std::string& option = "--trace",
                     TraceFacts facts = {});
  ~TraceFile();

  void see(const SeenRow& row) override;
  void look_up(PartViews& views) override;
  [[nodiscard]] bool wants_waits() const override;

  /// Writes the file to its end; also when the run has failed, for what led to the failure.
  void complete();
  /// Puts the file in its place.
  void place();

 private:
  void write();

  std::unique_ptr<TraceFormat> format_;
  OutputFile file_;
  TextBuffer text_;  ///< not written yet
};

}  // namespace plexus
