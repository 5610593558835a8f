#pragma once

#include <span>

#include "hw/fast/worklist.hpp"
#include "hw/node/program.hpp"
#include "hw/systemc.hpp"

namespace plexus {

struct NodeContext;

/// Resumes the programs of a machine's nodes when what they wait for has happened. One
/// SC_METHOD for all of them: what goes on in the same time step costs the kernel one activation,
/// not one per processor.
class executor final : public sc_core::sc_module {
 public:
  explicit executor(sc_core::sc_module_name name);

  /// Resumes `rest` in the present time step: in the evaluation phase that runs, when all who were
  /// due before have been resumed.
  void resume_soon(const Rest& rest) {
    if (!due_.put(rest)) resume_apart(rest);
  }

 private:
  void resume_apart(const Rest& rest);
  void resume_due();
  /// How far the look at what comes goes.
  enum class Looks { kAtPrograms, kAtLinks, kAtAll };
  template <Looks kLooks>
  static void look_ahead(const Rest* present, const NodeContext& context);
  template <Looks kLooks>
  static void resume_all(std::span<const Rest> rests);

  Worklist<Rest> due_;      ///< not empty: awake
  Worklist<Rest> resumed_;  ///< those that are being resumed
  sc_core::sc_event soon_{"soon"};
  bool awake_ = true;  ///< the method runs or is about to: at the start of the simulation, too
};

}  // namespace plexus
