#include "rtl/frame/evidence.hpp"

namespace plexus {

void TwinEvidence::add(const TwinEvidence& more) {
  instances += more.instances;
  cycles += more.cycles;
  if (outputs.empty()) {
    outputs = more.outputs;
    return;
  }
  for (std::size_t i = 0; i < more.outputs.size(); ++i) {
    outputs[i].compared += more.outputs[i].compared;
    outputs[i].changed += more.outputs[i].changed;
  }
}

void EvidenceCount::add(const PinRow& outputs, const PinWords& cares, const PinWords& seen,
                        const PinWords& before) {
  if (outputs_.empty()) {
    for (const PinRow::Field& field : outputs.fields()) {
      if (field.number > 0) continue;
      outputs_.push_back({field.pin->name(), 0, 0});
      ends_.push_back(field.first + (field.pin->width() + 63) / 64);
    }
  }
  std::size_t word = 0;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    std::uint64_t compared = 0;
    std::uint64_t changed = 0;
    for (; word < ends_[i]; ++word) {
      compared |= cares[word];
      changed |= seen[word] ^ (before.empty() ? 0 : before[word]);
    }
    outputs_[i].compared += compared != 0 ? 1 : 0;
    outputs_[i].changed += changed != 0 ? 1 : 0;
  }
}

}  // namespace plexus
