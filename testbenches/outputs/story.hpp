#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/observe/operands.hpp"
#include "hw/observe/trace.hpp"
#include "testbenches/outputs/first_met.hpp"

namespace plexus {

/// A packet's way over a part, from its `send` to its `receive` or `drop`.
struct Transfer {
  std::uint64_t number = 0;  ///< 1, 2, .. in the order in which they begin
  Cycles begun{0};
  Cycles startup{0};
  PacketId packet = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Words words{0};
  Blocks blocks;
  bool again = false;  ///< it got lost on this part before

  [[nodiscard]] Cycles data_from() const { return begun + startup; }
};

/// How parts are shown, by number and by full name.
class PartViews {
 public:
  /// Of a part that has not introduced itself its name is shown.
  std::uint32_t number(std::string_view part);
  /// Mostly that of the part that comes behind number `before`.
  std::uint32_t number_behind(std::uint32_t before, std::string_view part);
  void add(const PartView& view);
  /// Stays where it is.
  [[nodiscard]] const PartView& operator[](std::uint32_t number) const { return views_[number]; }
  [[nodiscard]] const PartView& of(std::string_view part) { return views_[number(part)]; }
  /// Of node `id`; null: no node has introduced itself by this number.
  [[nodiscard]] const PartView* node(NodeId id) const {
    return id < nodes_.size() ? nodes_[id] : nullptr;
  }
  [[nodiscard]] bool empty() const { return views_.empty(); }

 private:
  std::uint32_t shown(std::uint32_t number);

  NamesMet names_;
  std::deque<PartView> views_;
  std::vector<const PartView*> nodes_;  ///< by their numbers
};

/// A row as spectators get it: that of the trace, with numbers in the place of what is looked up by
/// name. What it refers to lives until the run's spectators do (`view`) or the row has been seen.
struct SeenRow {
  Cycles cycle{0};
  TraceKind kind{};
  std::uint32_t part = 0;  ///< one for each part, from 0; says nothing of an order
  std::uint64_t rank = 0;
  PacketId packet = 0;  ///< 0, 1, 2, .. in the order in which packets set out
  NodeId source = 0;
  NodeId destination = 0;
  Words words{0};
  Cycles startup{0};
  Blocks blocks;
  const PartView* view = nullptr;       ///< of the part
  const PartSetting* setting = &kIdle;  ///< of a `set` row
  std::shared_ptr<const Waits> waits;   ///< of a `wait` row
  /// Which one begins with this `send`, or ends with this `receive` or `drop`; null: none, its
  /// begin was not told.
  const Transfer* transfer = nullptr;

  static inline const PartSetting kIdle{};
};

/// Looks at a run: gets its rows cycle by cycle, those of a cycle in an order that depends on
/// nothing but what happened.
class spectator_if {
 public:
  virtual void see(const SeenRow& row) = 0;
  /// Before the first part introduces itself. `views` outlive what is seen.
  virtual void look_up(PartViews& /*views*/) {}
  /// As of operands_sink_if: all rows of earlier cycles have been seen.
  virtual void combined(const OperandsRow& /*row*/) {}
  /// As of trace_sink_if.
  virtual bool wants(const PartView& /*view*/) { return true; }
  [[nodiscard]] virtual bool wants_waits() const { return false; }

 protected:
  ~spectator_if() = default;
};

/// What a run shows, told once to all who look at it: rows of each cycle in an order, packets
/// numbered 0, 1, 2, .. in the order in which they set out, also where a setting names them, and
/// each transfer paired with its end. Rows stay where they have been noted; what is sorted are
/// their ranks, kind by kind.
class Story final : public trace_sink_if, public operands_sink_if {
 public:
  /// Before the parts begin to listen; `spectator` must outlive the run.
  void add(spectator_if& spectator);
  [[nodiscard]] bool empty() const { return all_.empty(); }

  /// Rows of one cycle come in any order; cycles never go back.
  void record(const TraceRow& row) override;
  bool wants(const PartView& view) override;
  [[nodiscard]] bool wants_waits() const override;
  [[nodiscard]] std::uint32_t number_of(const std::string& part) override {
    return views_.number(part);
  }
  void combined(const OperandsRow& row) override;

  [[nodiscard]] PartViews& views() { return views_; }
  /// Cycle `before` has begun: shows the rows of those before it.
  void flush(Cycles before) {
    if (kept_ > 0 && rows_.front().cycle < before) flush();
  }
  /// No more rows will come of the present cycle.
  void flush();

 private:
  /// A row's place in `rows_` and what mostly says when it comes.
  struct Key {
    std::uint64_t rank;
    std::uint32_t place;
  };
  static constexpr std::size_t kKinds = 6;

  struct Kept : SeenRow {
    PartSetting* own = nullptr;  ///< of `settings_`, whose packets are numbered when it is shown
  };

  [[nodiscard]] std::vector<Key>& keys(TraceKind kind) {
    return keys_[static_cast<std::size_t>(kind)];
  }
  /// What a program waits for.
  struct Wait {
    std::shared_ptr<const Waits> told;  ///< in what was shown last
    std::shared_ptr<const Waits> now;  ///< in the present cycle, if it is the one of number `cycle`
    std::uint64_t cycle = 0;
    bool is_told = false;
  };

  /// What is on its way over a part.
  struct Carried {
    std::vector<Transfer> transfers;
    std::optional<PacketId> lost;  ///< the last one that did not arrive
  };

  [[nodiscard]] std::uint32_t part_of(const TraceRow& row);
  bool note_wait(std::uint32_t part, const std::shared_ptr<const Waits>& waits);
  void sort(std::vector<Key>& keys) const;
  void show_transfer(SeenRow& row);
  void show(const SeenRow& row);
  void show_waits();

  std::vector<spectator_if*> all_;
  std::vector<Kept> rows_;  ///< the first `kept_` are those of the present cycle
  std::uint32_t kept_ = 0;
  std::array<std::vector<Key>, kKinds> keys_;  ///< of the present cycle, by kind
  std::deque<PartSetting> settings_;           ///< the first `settings_kept_`: of the rows kept
  std::size_t settings_kept_ = 0;
  PartViews views_;
  std::array<std::uint32_t, kKinds> latest_{};  ///< by kind: the part of the last row
  KeysMet packets_;
  std::vector<Carried> carried_;   ///< by part
  std::uint64_t transfers_ = 0;    ///< that have begun
  std::vector<Wait> waits_;        ///< by part
  std::uint64_t cycles_seen_ = 1;  ///< with the present one
  bool shown_ = false;             ///< a row of the present cycle
};

}  // namespace plexus
