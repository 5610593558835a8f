#pragma once

#include <optional>
#include <string>

#include "hw/rule/fault.hpp"
#include "models/system/output_file.hpp"
#include "rtl/frame/record.hpp"
#include "testbenches/outputs/wave_file.hpp"

namespace plexus {

/// The wave of a run's twins, `--rtl-vcd`: a VCD or an FST, as the ending of its name says, and a
/// save file beside it. It shows what the twins were told and show, beside what their models show,
/// and below, for who wants to know more, the pins and registers inside, as Verilator writes them.
class TwinWave final : public spectator_if {
 public:
  /// Throws Refusal (usage) as WaveFile.
  TwinWave(const std::string& path, WaveRange range);

  void see(const SeenRow& /*row*/) override {}
  bool wants(const PartView& /*view*/) override { return false; }
  void look_up(PartViews& views) override { views_ = &views; }

  /// Where what is inside is to be written, a VCD.
  [[nodiscard]] std::string inside() const { return inside_.path().string(); }
  /// The run is over, and `inside` whole: writes both files to their ends. `failed`: how it ended.
  void complete(const TwinRecord& record, const std::optional<Fault>& failed);
  /// Puts both in their places.
  void place() { files_.place(); }
  /// As that of WaveFile.
  [[nodiscard]] std::string remark() const;

 private:
  WaveRange range_;
  WaveFiles files_;
  TemporaryFile inside_;
  PartViews* views_ = nullptr;
  bool shows_nothing_ = false;
};

}  // namespace plexus
