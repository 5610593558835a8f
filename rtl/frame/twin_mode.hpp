#pragma once

namespace plexus {

/// How a part's twin takes part in a run.
enum class TwinMode {
  kReplace,   ///< `--rtl`: in the place of the model
  kLockstep,  ///< `--lockstep`: beside the model, every output compared in every cycle
};

}  // namespace plexus
