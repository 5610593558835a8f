#include "testbenches/outputs/outputs.hpp"

#include "testbenches/outputs/save_file.hpp"

namespace plexus {

Outputs::Outputs(const OutputRequest& request) : title_{request.title} {
  const auto save = request.vcd ? std::optional{save_path(*request.vcd)} : std::nullopt;
  refuse_same_file({request.vcd, save, request.trace, request.picture});
  if (request.trace) {
    trace_ = std::make_unique<TraceFile>(
        *request.trace, "--trace",
        TraceFacts{{"run", request.title.what}, {"parameters", request.title.facts}});
    story_.add(*trace_);
  }
  if (request.vcd) {
    wave_ = std::make_unique<WaveFile>(*request.vcd, request.range);
    story_.add(*wave_);
  }
  if (request.watcher != nullptr) story_.add(*request.watcher);
  if (request.picture) {
    picture_ = std::make_unique<PictureFile>(*request.picture);
    story_.add(picture_->run());
  }
}

Outputs::~Outputs() = default;

void Outputs::attach(machine& top) {
  if (story_.empty()) return;
  if (picture_) picture_->run().draw(top.layout(), top.name());
  top.listen(story_);
  if (wave_) wave_->attach(top, story_);
}

void Outputs::draw(const std::vector<Plot>& plots) {
  if (picture_) picture_->draw(plots);
}

void Outputs::draw(const Layout& layout) {
  if (picture_) picture_->run().draw(layout, "");
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
  if (picture_) picture_->complete(title_, failed_);
}

void Outputs::place() {
  if (trace_) trace_->place();
  if (wave_) wave_->place();
  if (picture_) picture_->place();
}

}  // namespace plexus
