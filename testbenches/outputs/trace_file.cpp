#include "testbenches/outputs/trace_file.hpp"

#include <cerrno>
#include <utility>

#include "testbenches/outputs/trace_format.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

std::unique_ptr<TraceFormat> format_of(const std::string& path, const std::string& option,
                                       TraceFacts facts) {
  if (path.empty()) {
    refuse(option + " names no file; give it one, as in " + option + " trace.csv.");
  }
  if (path.ends_with(".csv")) return csv_format();
  if (path.ends_with(".jsonl")) return json_lines_format();
  if (path.ends_with(".perfetto.json")) return timeline_format(std::move(facts));
  if (path.ends_with(".paje")) return paje_format();
  refuse(option + ' ' + path +
         " has none of the endings .csv, .jsonl, .perfetto.json and .paje; name the file so that "
         "it has one.");
}

}  // namespace

TraceFile::TraceFile(const std::string& path, const std::string& option, TraceFacts facts)
    : format_{format_of(path, option, std::move(facts))}, file_{option, path} {
  format_->begin(text_);
}

TraceFile::~TraceFile() = default;

void TraceFile::look_up(PartViews& views) { format_->look_up(views); }

bool TraceFile::wants_waits() const { return format_->shows_waits(); }

void TraceFile::see(const SeenRow& row) {
  constexpr std::size_t kMostKept = std::size_t{1} << 20;
  if (row.kind == TraceKind::kWait && !format_->shows_waits()) return;
  format_->row(row, text_);
  if (text_.size() > kMostKept) write();
}

void TraceFile::write() {
  errno = 0;
  file_.stream().write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
  file_.require_room();
}

void TraceFile::complete() {
  format_->end(text_);
  write();
  file_.complete();
}

void TraceFile::place() { file_.commit(); }

}  // namespace plexus
