#pragma once

#include <coroutine>
#include <cstddef>

#include "hw/kernel/worklist.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class node;
struct NodeContext;

/// Resumes the programs of a machine's nodes when what they wait for has happened. One
/// SC_METHOD for all of them: what goes on in the same time step costs the kernel one activation,
/// not one per processor.
class executor final : public sc_core::sc_module {
 public:
  explicit executor(sc_core::sc_module_name name);

  /// Resumes `rest`, of the program of `self`, in the present time step: in the evaluation phase
  /// that runs, when all who were due before have been resumed.
  void resume_soon(node& self, std::coroutine_handle<> rest) {
    if (!due_.put({&self, rest})) resume_apart({&self, rest});
  }

 private:
  struct Due {
    node* self;  // in the order in which a waiter has them
    std::coroutine_handle<> rest;
  };

  void resume_apart(Due due);
  void resume_due();
  /// How far the look at what comes goes.
  enum class Looks { kAtPrograms, kAtLinks, kAtAll };
  template <Looks kLooks>
  void look_ahead(std::size_t present, const NodeContext& context) const;
  template <Looks kLooks>
  void resume_until(std::size_t end, std::size_t next) const;
  void resume(std::size_t place) const;

  Worklist<Due> due_;  ///< not empty: awake
  sc_core::sc_event soon_{"soon"};
  bool awake_ = true;  ///< the method runs or is about to: at the start of the simulation, too
};

}  // namespace plexus
