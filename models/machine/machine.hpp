#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/node/executor.hpp"
#include "hw/node/node.hpp"
#include "hw/node/timer.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "models/machine/layout.hpp"

namespace plexus {

class Statistics;

/// In which order the nodes of a machine are constructed; empty: by rising number. It must not
/// matter; a test says so.
using ConstructionOrder = std::vector<NodeId>;

/// Nodes, the executor that resumes their programs, and the barrier that keeps them in step: what
/// all machines have in common. A machine owns all of its hardware; what joins the nodes is added
/// by the machines derived from it.
class machine : public sc_core::sc_module {
 public:
  ~machine() override;

  [[nodiscard]] NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] plexus::node& any_node(NodeId id) { return *nodes_[id]; }
  [[nodiscard]] const plexus::node& any_node(NodeId id) const { return *nodes_[id]; }

  /// Who waits for what: a sentence that names the first programs that have not ended; empty if
  /// all have.
  [[nodiscard]] std::string waiting_text() const;
  /// Full name of the first node whose program has not ended; the machine's if all have.
  [[nodiscard]] std::string first_waiting() const;

  /// How the machine is drawn. A machine that has a picture of its own gives the one that stands
  /// beside its shape.
  [[nodiscard]] virtual Layout layout() const { return circle_layout(basename(), size()); }

  /// Is a transfer in progress?
  [[nodiscard]] virtual bool busy() const = 0;
  /// When the last transfer ended.
  [[nodiscard]] virtual Cycles completed() const = 0;
  /// What the hardware itself knows to be wrong after a run, in a sentence; nothing if all is well.
  [[nodiscard]] virtual std::optional<std::string> left_over() const { return std::nullopt; }
  /// Sends the trace of all parts to `sink`. Before the simulation starts.
  virtual void listen(trace_sink_if& sink);
  /// Adds the figures of the hardware over a run of `cycles`. Called after the run.
  virtual void report(Cycles cycles, Statistics& statistics) const;

 private:
  // They go before the nodes.
  std::unique_ptr<executor> programs_;
  std::unique_ptr<barrier> steps_;

 public:
  executor& programs;
  barrier& steps;
  timer alarms;

 protected:
  /// `context` is that of the derived machine's nodes and not constructed yet: `share` fills it.
  machine(sc_core::sc_module_name name, NodeId nodes, NodeContext& context);
  /// Enters in the context what all nodes share. To be called before the first node is made.
  void share();

  std::vector<std::unique_ptr<plexus::node>> nodes_;

 private:
  NodeContext* shared_;
};

/// A machine whose nodes are of the type `Node`.
template <typename Node>
class machine_of : public machine {
 public:
  [[nodiscard]] Node& node(NodeId id) { return static_cast<Node&>(*nodes_[id]); }
  [[nodiscard]] const Node& node(NodeId id) const { return static_cast<const Node&>(*nodes_[id]); }

  /// Gives every node the program that `make` returns for it.
  void load(const std::function<Program(Node&)>& make) {
    for (NodeId id = 0; id < size(); ++id) node(id).run(make(node(id)));
  }

 protected:
  /// `nodes` nodes named node_0, node_1, .., made in `order`.
  machine_of(sc_core::sc_module_name name, NodeId nodes, typename Node::Context context,
             const ConstructionOrder& order)
      : machine{name, nodes, context_}, context_{std::move(context)} {
    share();
    for (NodeId place = 0; place < nodes; ++place) {
      const NodeId id = order.empty() ? place : order[place];
      const std::string node_name = "node_" + std::to_string(id);
      nodes_[id] = std::make_unique<Node>(node_name.c_str(), id, context_);
    }
  }

  typename Node::Context context_;
};

}  // namespace plexus
