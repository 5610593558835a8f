#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/channel/trace.hpp"
#include "hw/node/processor.hpp"
#include "hw/systemc.hpp"
#include "hw/time/barrier.hpp"
#include "models/machine/layout.hpp"

namespace plexus {

/// In which order the processors of a machine are constructed; empty: by rising number. It must
/// not matter; a test says so.
using ConstructionOrder = std::vector<NodeId>;

/// Processors, the executor that resumes their programs, and the barrier that keeps them in
/// step: what all machines have in common. What joins the processors is added by the machines.
class machine : public sc_core::sc_module {
 public:
  machine(sc_core::sc_module_name name, NodeId nodes, unsigned channels, ProcessorContext context,
          const ConstructionOrder& order);
  ~machine() override;

  [[nodiscard]] NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] processor& node(NodeId id) { return *nodes_[id]; }
  [[nodiscard]] const processor& node(NodeId id) const { return *nodes_[id]; }

  /// Gives every processor the program that `make` returns for it.
  void load(const std::function<Program(processor&)>& make);

  /// Who waits for what: a sentence that names the first programs that have not ended; empty if
  /// all have.
  [[nodiscard]] std::string waiting_text() const;
  /// Full name of the first processor whose program has not ended; the machine's if all have.
  [[nodiscard]] std::string first_waiting() const;

  /// How the machine is drawn. A machine that has a picture of its own gives the one that stands
  /// beside its shape.
  [[nodiscard]] virtual Layout layout() const { return circle_layout(basename(), size()); }

  /// Is a transfer in progress?
  [[nodiscard]] virtual bool busy() const = 0;
  /// When the last transfer ended.
  [[nodiscard]] virtual Cycles completed() const = 0;
  /// Sends the trace of all parts to `sink`. Before the simulation starts.
  virtual void listen(trace_sink_if& sink);
  /// Tells `pacer` what relays pass on. Before the simulation starts.
  void pace_relays(relay_pacer_if& pacer) { context_.relays = &pacer; }

  executor programs;
  barrier steps;

 protected:
  ProcessorContext context_;

 private:
  std::vector<std::unique_ptr<processor>> nodes_;
};

}  // namespace plexus
