#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "testbenches/outputs/cycle_rows.hpp"
#include "testbenches/outputs/raw_signals.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/twin_rows.hpp"
#include "testbenches/outputs/vcd_writer.hpp"
#include "testbenches/outputs/wave_files.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

/// Which part of a run a wave shows.
struct WaveRange {
  Cycles from{0};
  std::optional<Cycles> to;
  /// Names of parts, with `*` for any letters but the dot and `?` for one: `link_0_to_*`,
  /// `links.link_3_to_4`, `0 -> 1`; with a signal's name behind, `link_3_to_4.*`, its pins. None:
  /// everything.
  std::vector<std::string> parts;
};

/// Is the twin of a part to be shown: the part, or one of its signals?
[[nodiscard]] bool shows_twin(const WaveRange& range, const PartView& view);

/// The wave of a run: a VCD or an FST, as the ending of its name says, and beside it a save file
/// that tells GTKWave what to show of it and how (`ring.vcd`, `ring.gtkw`). Time unit 1 ns, 1 cycle
/// = 10 ns.
///
/// It has a row of words for whatever a part does (RunWords), and below, for who wants to know
/// more, the signals that parts trace by themselves.
class WaveFile final : public spectator_if {
 public:
  /// Throws Refusal (usage) if one of the two files cannot be written, and for an FST where nothing
  /// here can write one.
  explicit WaveFile(const std::string& path, WaveRange range = {},
                    const std::string& option = "--vcd");
  ~WaveFile();
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Has `grows` told some bytes of the wave so far, each time that they are twice as many.
  void tell_growth(std::function<void(double)> grows) { grows_ = std::move(grows); }
  /// Shows `top` and all that is in it. `story` is that of its run, to which it belongs. After the
  /// construction of `top` and after its parts have begun to listen, before the simulation starts.
  /// Throws Refusal (usage) for a pattern that means no part.
  void attach(const sc_core::sc_module& top, Story& story);

  void see(const SeenRow& row) override;
  bool wants(const PartView& view) override { return shows(view.part, view.label); }
  [[nodiscard]] bool wants_waits() const override { return true; }
  void look_up(PartViews& views) override;

  /// The run is over, or has failed: shows its last time step. From then on nothing of what was
  /// shown is looked at.
  void end();
  /// Shows the twins beside what they are compared with, the part `failed` first, in which
  /// something went wrong, or the one that differs; empty: none. After the end of the run; `twins`
  /// lives as long.
  void accompany(const TwinRecord& twins, const std::string& failed);
  /// Writes both files to their ends, also after a run that `failed`: its cycle gets the marker,
  /// and the row of its part is red. Does nothing if nothing ran.
  void complete(const std::optional<Fault>& failed = std::nullopt);
  /// Puts both in their places.
  void place();
  /// A save file that somebody has arranged is kept, and this says so; may be empty.
  [[nodiscard]] std::string remark() const;

 private:
  [[nodiscard]] bool shows_everything() const { return range_.parts.empty(); }
  /// A part; without a label a signal.
  [[nodiscard]] bool shows(const std::string& name, std::string_view label = {});
  void step();
  void leave();
  void pass_time(std::int64_t until);
  void say(std::uint32_t row, const std::string& text);
  void show_clock(std::int64_t time);
  void stop_clock(std::int64_t time);
  void write_save_file(const std::optional<Fault>& failed);
  void write_twins(std::ostream& out, const std::map<std::string, VcdWriter::Id>& words) const;

  WaveRange range_;
  WaveFiles files_;
  VcdWriter vcd_;
  RunWords words_;
  PartViews* views_ = nullptr;
  Story* story_ = nullptr;
  std::unique_ptr<raw_signals> raw_;
  std::vector<VcdWriter::Id> ids_;  ///< by row of words
  std::string top_;                 ///< name of the machine
  std::optional<TwinRows> twins_;
  VcdWriter::Id first_of_twins_ = 0;  ///< of their variables, which come last
  bool differs_ = false;              ///< one of them, from its model
  std::optional<CycleRows> cycle_;
  bool clock_stops_ = false;  ///< it is not drawn at present
  std::optional<VcdWriter::Id> clock_;
  std::vector<bool> meant_;                       ///< by pattern: it means a part
  std::unordered_map<std::string, bool> wanted_;  ///< by name, as far as asked
  std::int64_t now_ = -1;                         ///< the time step that is shown next, ns
  std::int64_t end_ = 0;
  std::int64_t shown_until_ = 0;  ///< a little longer, so that the last values can be read
  bool ended_ = false;
  std::function<void(double)> grows_;
  double told_ = 64 << 20;  ///< bytes of the wave at which it is told next
};

/// Calls `trace` of `top` and of every object below it.
void trace_tree(sc_core::sc_trace_file* file, const sc_core::sc_object& top);

}  // namespace plexus
