#pragma once

#include "models/catalogue/json_fwd.hpp"
#include "models/traffic/setting.hpp"

namespace plexus {

/// The packets of a recording, for a machine of so many nodes. `value` is a list of
/// [cycle, source, destination] or [cycle, source, destination, words], the name of a JSON file
/// that holds one, or the name of a `.csv` file as `--trace` writes it, of which every row with the
/// event `send` is a packet; but one that is sent again on the same way, as it was blocked, counts
/// once. Rows may come in any order; those of one source and cycle keep theirs.
/// Throws Refusal: usage (no such file, no recording), range (a number).
[[nodiscard]] RecordedTraffic read_recording(const Json& value, NodeId nodes);

}  // namespace plexus
