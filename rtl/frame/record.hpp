#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"
#include "rtl/frame/pin.hpp"

namespace plexus {

/// What the twins of a run were told and showed, and what the model showed, in the cycles in which
/// they were compared: for waves. Lanes are rows of their own, states are words, and a pin with a
/// bit for each of something says for which: `0-3,7`.
struct TwinRecord {
  enum class Side : std::uint8_t { kTold, kModel, kTwin };
  enum class Look : std::uint8_t { kBit, kNumber, kWords };
  struct Row {
    std::string part;  ///< `ring.links.link_0_to_1`
    std::string name;  ///< `beat_count`, `destination_1`
    /// Another part that it belongs to, of which that one consists: `omega.stage_0.element_1`,
    /// whose `state` it is; or the same part and name.
    std::pair<std::string, std::string> place;
    Side side = Side::kTold;
    Look look = Look::kNumber;
    unsigned width = 1;    ///< bits
    bool output = false;   ///< its pair, model and twin, stands in neighbouring rows
    bool differs = false;  ///< from the other side, in the last cycle
    bool lives = false;    ///< it shows something else than 0 at some time
  };
  struct Change {
    Cycles cycle;
    std::uint32_t row = 0;
    bool there = true;        ///< or nothing is compared from here on
    std::uint64_t value = 0;  ///< of words: their place in `texts`
  };

  std::vector<Row> rows;        ///< those of a part together
  std::vector<Change> changes;  ///< by cycle, once `sort` has been called
  std::vector<std::string> texts;

  void sort();
};

/// Writes the record, while the run goes on.
class TwinRecorder {
 public:
  /// `shows`: is a part of this full name wanted?
  using Shows = std::function<bool(const std::string& part)>;

  /// Later cycles than `to` are not recorded.
  TwinRecorder(Shows shows, std::optional<Cycles> to) : shows_{std::move(shows)}, to_{to} {}

  /// One lane of a block.
  class Lane {
   public:
    /// `cares`: bits of which the model says something in this cycle.
    void add(Cycles cycle, const PinWords& told, const PinWords& expected, const PinWords& cares,
             const PinWords& seen);
    /// From this cycle on nothing is compared.
    void rest(Cycles cycle);

   private:
    friend class TwinRecorder;

    /// Some bits of a pin that are one value.
    struct Part {
      const Pin* pin = nullptr;
      std::size_t first = 0;  ///< bit of the row's values
      unsigned width = 0;
      TwinRecord::Look look = TwinRecord::Look::kNumber;
      bool set = false;  ///< a text is made of a number for each bit, not of a value's name
      std::uint32_t row = 0;
      bool output = false;
    };
    struct Shown {
      bool known = false;
      bool there = false;
      std::uint64_t value = 0;
    };

    void show(const Part& part, std::uint32_t row, Cycles cycle, const PinWords& values);
    void show_nothing(std::uint32_t row, Cycles cycle);
    void change(std::uint32_t row, Cycles cycle, bool there, std::uint64_t value);

    TwinRecorder* recorder_ = nullptr;
    std::vector<Part> parts_;
    std::vector<Shown> shown_;     ///< by row of the lane
    std::uint32_t first_row_ = 0;  ///< the lane's
    bool compares_ = false;
  };

  /// Where a field of an output belongs: part and signal.
  using Place =
      std::function<std::pair<std::string, std::string>(const Pin& pin, std::size_t field)>;

  /// Begins to record the part `name`; null: nobody wants to see it. `file`: the block's own, which
  /// says what its pins are. `compares`: there is a model.
  [[nodiscard]] std::unique_ptr<Lane> lane(const std::string& name,
                                           const std::filesystem::path& file,
                                           const Parameters& parameters, const PinRow& in,
                                           const PinRow& out, const Place& place, bool compares);
  [[nodiscard]] bool shows(const std::string& part) const { return !shows_ || shows_(part); }
  /// All that was recorded, by cycle.
  [[nodiscard]] const TwinRecord& record();

 private:
  using Ranges = std::map<std::string, std::string>;  ///< `Ports*Width` by `data_i`

  const Ranges& ranges_of(const std::filesystem::path& file);
  void add_parts(Lane& lane, const std::string& name, const Ranges& ranges,
                 const Parameters& parameters, const PinRow& pins, const Place& place);
  std::uint64_t text(std::string words);

  Shows shows_;
  std::optional<Cycles> to_;
  TwinRecord record_;
  std::unordered_map<std::string, std::uint64_t> texts_;  ///< places
  std::map<std::filesystem::path, Ranges> ranges_;
};

}  // namespace plexus
