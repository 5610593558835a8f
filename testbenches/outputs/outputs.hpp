#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/catalogue/plot.hpp"
#include "models/machine/machine.hpp"
#include "testbenches/outputs/picture_file.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/trace_file.hpp"
#include "testbenches/outputs/wave_file.hpp"

namespace plexus {

/// What a run is asked to show.
struct OutputRequest {
  std::optional<std::string> vcd;
  WaveRange range;  ///< of the wave
  std::optional<std::string> trace;
  std::vector<std::string> pictures;
  RunTitle title;  ///< stands above the picture
  /// Is told some bytes of the wave so far, each time that they are twice as many.
  std::function<void(double)> wave_grows;
  spectator_if* watcher = nullptr;  ///< looks on beside them, and outlives the run
};

/// All that a run shows: trace, wave, pictures. They look at the same rows, so they tell the same.
class Outputs {
 public:
  /// Opens the files. Throws Refusal (usage) where one cannot be written.
  explicit Outputs(const OutputRequest& request);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Has `watcher` look on beside them. Before `listen`.
  void add(spectator_if& watcher) { story_.add(watcher); }
  /// Has all look at `top`. Before its nodes hold anything. Costs nothing if nobody looks.
  void listen(machine& top);
  /// Has the wave look at its signals, when all of its parts are there.
  void attach(machine& top);
  /// There is no run: draws the machine alone. Throws Refusal (usage) for a picture that moves.
  void draw(const Layout& layout);
  /// There were several runs: draws what came out.
  void draw(const std::vector<Plot>& plots);
  /// The run is over, or `failed`. From then on `top` is not looked at.
  void end(const std::optional<Fault>& failed = std::nullopt);
  /// Shows in the wave the twins with which the run was in lockstep. After `end`.
  void accompany(const TwinRecord& twins) {
    if (wave_) wave_->accompany(twins, failed_ ? failed_->part : std::string{});
  }
  /// Writes the files to their end: also after a run that failed. Ends the run, class `output`, if
  /// there is no room for one.
  void complete();
  /// Puts the files, complete, in their places.
  void place();
  /// How the part of this full name is shown.
  [[nodiscard]] const PartView& view(const std::string& part) { return story_.views().of(part); }
  /// What is to be said of the files, in lines; may be empty.
  [[nodiscard]] std::string remarks() const { return wave_ ? wave_->remark() : std::string{}; }

 private:
  [[nodiscard]] std::string end_in_words();

  std::unique_ptr<TraceFile> trace_;
  std::unique_ptr<WaveFile> wave_;
  std::vector<std::unique_ptr<PictureFile>> pictures_;
  RunPicture picture_;       ///< what they show
  std::vector<Plot> plots_;  ///< in the place of a run
  RunTitle title_;
  Story story_;
  std::optional<Fault> failed_;
};

}  // namespace plexus
