#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/channel/trace.hpp"

namespace plexus {

/// Looks at a run: gets its rows cycle by cycle, those of a cycle in an order that depends on
/// nothing but what happened.
class spectator_if {
 public:
  virtual void see(const TraceRow& row) = 0;
  /// As of trace_sink_if.
  [[nodiscard]] virtual bool wants(const std::string& /*part*/) const { return true; }
  [[nodiscard]] virtual bool wants_waits() const { return false; }
  virtual void describe(const PartView& /*view*/) {}

 protected:
  ~spectator_if() = default;
};

/// All who look at a run. Sorts the rows of each cycle and numbers the packets 0, 1, 2, .. in the
/// order in which they set out, also where a `set` row names them: so all tell the same.
class Spectators final : public trace_sink_if {
 public:
  /// Before the parts begin to listen; `spectator` must outlive the run.
  void add(spectator_if& spectator) { all_.push_back(&spectator); }
  [[nodiscard]] bool empty() const { return all_.empty(); }

  /// Rows of one cycle come in any order; cycles never go back.
  void record(const TraceRow& row) override;
  [[nodiscard]] bool wants(const std::string& part) const override;
  [[nodiscard]] bool wants_waits() const override;
  void describe(const PartView& view) override;

  /// Cycle `before` has begun: shows the rows of those before it.
  void flush(Cycles before) {
    if (kept_ > 0 && rows_.front().cycle < before) flush();
  }
  /// No more rows will come of the present cycle.
  void flush();

 private:
  PacketId number(PacketId packet);
  void number_words(std::string& words);
  void drop_outdated_waits();

  static constexpr std::uint32_t kOutdated = UINT32_MAX;

  std::vector<spectator_if*> all_;
  std::vector<TraceRow> rows_;  ///< the first `kept_` are those of the present cycle
  std::size_t kept_ = 0;
  std::vector<std::uint32_t> order_;  ///< places in `rows_`
  std::unordered_map<PacketId, PacketId> numbers_;
};

}  // namespace plexus
