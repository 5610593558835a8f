#pragma once

#include "models/omega/play.hpp"

namespace plexus {

/// What the broadcasts in packets differ in.
struct PipelinedBroadcast {
  PipelinedMaps (*maps)(NodeId nodes, NodeId root);  ///< who sends to whom
  std::int64_t (*links)(const SwitchCase& at);       ///< of the paper's pipeline, for its formula
};

/// A broadcast in packets one behind the other down an emulated ring or tree: adds to name, summary
/// and equations what both have.
[[nodiscard]] Algorithm<SwitchCase> pipelined_broadcast(Algorithm<SwitchCase> algorithm,
                                                        PipelinedBroadcast of);

}  // namespace plexus
