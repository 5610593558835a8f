#include "models/machine/machine.hpp"

#include <string>
#include <utility>

namespace plexus {

machine::machine(sc_core::sc_module_name name, NodeId nodes, unsigned channels,
                 ProcessorContext context, const ConstructionOrder& order)
    : sc_module{name},
      programs{"programs"},
      steps{"steps"},
      context_{std::move(context)},
      nodes_(nodes) {
  context_.nodes = nodes;
  context_.programs = &programs;
  context_.steps = &steps;
  for (NodeId place = 0; place < nodes; ++place) {
    const NodeId id = order.empty() ? place : order[place];
    const std::string node_name = "node_" + std::to_string(id);
    nodes_[id] = std::make_unique<processor>(node_name.c_str(), id, channels, context_);
  }
}

machine::~machine() {
  while (!nodes_.empty()) nodes_.pop_back();  // the kernel finds at once what was made last
}

void machine::load(const std::function<Program(processor&)>& make) {
  for (const auto& node : nodes_) node->run(make(*node));
}

std::string machine::waiting_text() const {
  constexpr int kMostNamed = 8;
  int waiting = 0;
  std::string text;
  for (const auto& node : nodes_) {
    if (node->done() || ++waiting > kMostNamed) continue;
    text +=
        std::string{waiting > 1 ? "; " : "Waiting: "} + node->name() + " for " + node->waits_for();
  }
  if (waiting > kMostNamed) text += "; and " + std::to_string(waiting - kMostNamed) + " others";
  return text.empty() ? text : text + '.';
}

std::string machine::first_waiting() const {
  for (const auto& node : nodes_) {
    if (!node->done()) return node->name();
  }
  return name();
}

void machine::listen(trace_sink_if& sink) {
  context_.sink = &sink;
  if (!sink.wants_waits()) return;
  for (const auto& node : nodes_) {
    if (sink.wants(node->name())) node->tell_waits();
  }
}

}  // namespace plexus
