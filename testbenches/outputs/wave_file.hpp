#pragma once

#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "hw/systemc.hpp"
#include "testbenches/outputs/output_file.hpp"

namespace plexus {

class wave_clock;

/// The wave of a run: a VCD, and beside it a save file that tells GTKWave what to show of it and
/// how (`ring.vcd`, `ring.gtkw`). Time unit 1 ns, 1 cycle = 10 ns.
class WaveFile {
 public:
  /// Throws Refusal (usage) if one of the two files cannot be written.
  explicit WaveFile(const std::string& path, const std::string& option = "--vcd");
  ~WaveFile();
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Where the save file of the wave `path` is written.
  [[nodiscard]] static std::string save_path(const std::string& path);

  /// Shows `top` and all that is in it. After its construction, before the simulation starts.
  /// Adds a clock, which runs as long as anything else has something to do; so one wave per run.
  void attach(sc_core::sc_module& top);

  /// The run is over, or has failed: shows its last time step. From then on nothing of what was
  /// shown is looked at.
  void end();
  /// Puts both files in their places, also after a failure. Does nothing if nothing ran.
  void finish();

 private:
  struct Close {
    void operator()(sc_core::sc_trace_file* file) const;
  };

  OutputFile vcd_;
  OutputFile save_;
  std::optional<TemporaryFile> raw_;  ///< what the kernel writes
  std::unique_ptr<wave_clock> clock_;
  std::unique_ptr<sc_core::sc_trace_file, Close> file_;  ///< closed before raw_ is removed
  bool ended_ = false;
};

/// Calls `trace` of `top` and of every object below it.
void trace_tree(sc_core::sc_trace_file* file, const sc_core::sc_object& top);

/// Copies a VCD so that equal runs give equal bytes: leaves out the day and the tool's version.
/// Every point in time, the first one too, is written once; empty lines are not.
void copy_vcd(std::istream& vcd, std::ostream& out);

/// Writes a GTKWave save file for a VCD, of which it reads the header: the top module's own
/// signals, an overview of what the parts are busy with, then a group per part with a radix per
/// signal. Parts stand in the order in which data flows: a node, the links that leave it, the next
/// node.
void write_save_file(std::istream& vcd, std::ostream& out);

}  // namespace plexus
