#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/text_buffer.hpp"
#include "testbenches/outputs/trace_file.hpp"

namespace plexus {

/// How rows become text.
class TraceFormat {
 public:
  virtual ~TraceFormat() = default;
  virtual void begin(TextBuffer&) {}
  virtual void look_up(PartViews&) {}
  virtual void row(const SeenRow& row, TextBuffer& text) = 0;
  virtual void end(TextBuffer&) {}
  /// Does it show what programs wait for? Where a row is an event, it does not.
  [[nodiscard]] virtual bool shows_waits() const { return false; }
};

[[nodiscard]] std::unique_ptr<TraceFormat> csv_format();
[[nodiscard]] std::unique_ptr<TraceFormat> json_lines_format();
[[nodiscard]] std::unique_ptr<TraceFormat> timeline_format(TraceFacts facts);
[[nodiscard]] std::unique_ptr<TraceFormat> paje_format();

/// What a row has: a transfer all columns, a `hold` and a `forget` no packet, a `set` its setting
/// alone.
[[nodiscard]] inline bool has_packet(const SeenRow& row) {
  return row.kind != TraceKind::kHold && row.kind != TraceKind::kSetting;
}
/// The word for what happens.
[[nodiscard]] std::string_view event_of(const SeenRow& row);
/// Blocks as the output operator writes them, and `behind`.
void add_listed(TextBuffer& text, const Blocks& blocks, std::string_view behind);
/// The last column of a `set`.
[[nodiscard]] std::string subject(const SeenRow& row);
/// As a string of JSON; names of parts and blocks have nothing that needs an escape.
void add_json(TextBuffer& text, std::string_view words);

}  // namespace plexus
