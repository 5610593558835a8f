#include "testbenches/outputs/outputs.hpp"

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr const char* kNothingMoves = "Nothing moves in this run";

}  // namespace

Outputs::Outputs(const OutputRequest& request) : title_{request.title} {
  if (request.trace) {
    trace_ = std::make_unique<TraceFile>(
        *request.trace, "--trace",
        TraceFacts{{"run", request.title.what}, {"parameters", request.title.facts}});
    story_.add(*trace_);
  }
  if (request.vcd) {
    wave_ = std::make_unique<WaveFile>(*request.vcd, request.range);
    wave_->tell_growth(request.wave_grows);
    story_.add(*wave_);
  }
  if (request.watcher != nullptr) story_.add(*request.watcher);
  for (const std::string& path : request.pictures) {
    pictures_.push_back(std::make_unique<PictureFile>(path));
  }
  if (!pictures_.empty()) story_.add(picture_);
}

Outputs::~Outputs() = default;

void Outputs::listen(machine& top) {
  if (story_.empty()) return;
  if (!pictures_.empty()) picture_.draw(top.layout(), top.name());
  top.listen(story_);
}

void Outputs::attach(machine& top) {
  if (wave_) wave_->attach(top, story_);
}

void Outputs::draw(const std::vector<Plot>& plots) { plots_ = plots; }

void Outputs::draw(const Layout& layout) {
  for (const auto& file : pictures_) file->require_still(kNothingMoves);
  if (!pictures_.empty()) picture_.draw(layout, "");
}

void Outputs::end(const std::optional<Fault>& failed) {
  failed_ = failed;
  if (wave_) wave_->end();
  story_.flush();
}

void Outputs::complete() {
  story_.flush();
  if (trace_) trace_->complete();
  if (wave_) wave_->complete(failed_);
  if (pictures_.empty()) return;
  if (plots_.empty()) {
    picture_.end(failed_);
    title_.what += end_in_words();
    if (picture_.count() == 0 && !failed_) {
      for (const auto& file : pictures_) file->require_still(kNothingMoves);
    }
  }
  for (const auto& file : pictures_) {
    if (plots_.empty()) {
      file->complete(picture_, title_);
    } else {
      file->complete(plots_, title_);
    }
  }
}

/// How the run ended, as it stands behind its name.
std::string Outputs::end_in_words() {
  if (!failed_)
    return picture_.cycles() > 0
               ? fmt::format(": {} cycle{}", picture_.cycles(), picture_.cycles() == 1 ? "" : "s")
               : "";
  const std::string where = failed_->part.empty() ? "" : " at " + view(failed_->part).label;
  return fmt::format(": stopped in cycle {}: {}{}", failed_->cycle.count(), failed_->kind, where);
}

void Outputs::place() {
  if (trace_) trace_->place();
  if (wave_) wave_->place();
  for (const auto& file : pictures_) file->place();
}

}  // namespace plexus
