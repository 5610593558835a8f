#include "testbenches/outputs/outputs.hpp"

namespace plexus {

Outputs::Outputs(const OutputRequest& request) {
  if (request.trace) {
    trace_ = std::make_unique<TraceFile>(*request.trace);
    spectators_.add(*trace_);
  }
  if (request.vcd) {
    wave_ = std::make_unique<WaveFile>(*request.vcd, request.range);
    spectators_.add(*wave_);
  }
}

Outputs::~Outputs() = default;

void Outputs::attach(machine& top) {
  if (spectators_.empty()) return;
  top.listen(spectators_);
  if (wave_) wave_->attach(top, spectators_);
}

void Outputs::end(std::optional<Cycles> failed) {
  failed_ = failed;
  if (wave_) wave_->end();
  spectators_.flush();
}

void Outputs::finish() {
  spectators_.flush();
  if (trace_) trace_->finish();
  if (wave_) wave_->finish(failed_);
}

}  // namespace plexus
