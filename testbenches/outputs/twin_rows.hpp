#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "rtl/frame/record.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

/// The rows of a wave that show twins: of each output a pair, what the model shows and what its
/// twin, in the cycle in which they were compared, and what both were told.
class TwinRows {
 public:
  /// Adds all of `record` to `vcd`, behind what has been written there. `different`: the part that
  /// differs from its twin, if one does.
  TwinRows(VcdWriter& vcd, const TwinRecord& record, const std::string& different,
           PartViews& views);

  [[nodiscard]] bool empty() const { return parts_.empty(); }
  [[nodiscard]] std::int64_t end() const { return end_; }  ///< ns, of the last change
  [[nodiscard]] std::size_t longest_label() const { return longest_; }
  /// How many rows the group of the part that differs takes; 0: none does.
  [[nodiscard]] std::size_t rows_of_difference() const;

  /// Writes a group for each part, that of the part which differs first and open, the rows in which
  /// it differs red and above all. Above a group's rows stands what `above` has for its part, below
  /// what `below` writes.
  using More = std::function<void(const std::string& part)>;
  void write_groups(std::ostream& out, const More& above, const More& below = {}) const;

  /// The variables that tell most of twins at a glance, at most `most`: states, who is busy.
  struct Telling {
    std::string label;
    VcdWriter::Id id;
  };
  [[nodiscard]] std::vector<Telling> telling(std::size_t most) const;

 private:
  struct Group {
    const PartView* view = nullptr;
    std::vector<std::size_t> rows;  ///< those that show something at some time
  };

  void write_part(std::ostream& out, const Group& group) const;
  [[nodiscard]] std::string label_of(const TwinRecord::Row& row) const;

  VcdWriter& vcd_;
  const TwinRecord& record_;
  PartViews& views_;
  std::string different_;
  std::vector<VcdWriter::Id> ids_;      ///< by row
  std::map<std::string, Group> parts_;  ///< in the order in which they are shown
  std::int64_t end_ = 0;
  std::size_t longest_ = 0;
};

/// The part of a record that is to be shown first: `failed`, where something went wrong, or the
/// first one that differs; empty: none.
[[nodiscard]] std::string different_part(const TwinRecord& record, const std::string& failed);

}  // namespace plexus
