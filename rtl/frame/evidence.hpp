#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rtl/frame/pin.hpp"

namespace plexus {

/// What a run has seen of one output of a block, in all its twins.
struct OutputEvidence {
  std::string name;
  std::uint64_t compared = 0;  ///< cycles in which it was compared with the model
  std::uint64_t changed = 0;   ///< cycles in which it was another than in the one before
};

/// What the twins of one block have shown in a run.
struct TwinEvidence {
  std::string block;
  std::string users_file;  ///< that stood in its place; empty: its own
  bool replaces = false;   ///< in the place of the model
  Parameters sizes;        ///< of the first of them
  std::uint64_t instances = 0;
  std::uint64_t cycles = 0;  ///< stepped, of all instances
  std::vector<OutputEvidence> outputs;

  void add(const TwinEvidence& more);
};

/// Counts what the twins of a bank show.
class EvidenceCount {
 public:
  /// A cycle of one of them: `outputs` had these values, after `before`, or empty: after 0.
  void add(const PinRow& outputs, const PinWords& cares, const PinWords& seen,
           const PinWords& before);
  [[nodiscard]] const std::vector<OutputEvidence>& outputs() const { return outputs_; }

 private:
  std::vector<std::size_t> ends_;  ///< of the words of each output in the row
  std::vector<OutputEvidence> outputs_;
};

}  // namespace plexus
