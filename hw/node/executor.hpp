#pragma once

#include <coroutine>
#include <cstddef>
#include <vector>

#include "hw/systemc.hpp"

namespace plexus {

class node;

/// Resumes the programs of a machine's nodes when what they wait for has happened. One
/// SC_METHOD for all of them: what goes on in the same time step costs the kernel one activation,
/// not one per processor.
class executor final : public sc_core::sc_module {
 public:
  explicit executor(sc_core::sc_module_name name);

  /// Resumes `rest`, of the program of `self`, in the present time step: in the evaluation phase
  /// that runs, when all who were due before have been resumed.
  void resume_soon(node& self, std::coroutine_handle<> rest) {
    if (!awake_) soon_.notify();
    awake_ = true;
    due_.push_back({rest, &self});
  }

 private:
  struct Due {
    std::coroutine_handle<> rest;
    node* self;
  };

  void resume_due();
  void look_ahead(std::size_t present) const;

  std::vector<Due> due_;
  sc_core::sc_event soon_{"soon"};
  bool awake_ = true;  ///< the method runs or is about to: at the start of the simulation, too
};

}  // namespace plexus
