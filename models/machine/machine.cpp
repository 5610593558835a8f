#include "models/machine/machine.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "hw/observe/words.hpp"

namespace plexus {

machine::machine(sc_core::sc_module_name name, NodeId nodes, NodeContext& context)
    : sc_module{name},
      programs_{std::make_unique<executor>("programs")},
      steps_{std::make_unique<barrier>("steps")},
      programs{*programs_},
      steps{*steps_},
      alarms{"alarms"},
      nodes_(nodes),
      shared_{&context} {}

machine::~machine() {
  // The kernel looks for a module from the first one on and for a port from the last one on, and
  // puts the last one in the gap. With these two gone, one module of the kernel and the last node
  // stand in their places, near the first one; the ports of that node stand at the end as before.
  // So does the next one: taking down a machine is not quadratic.
  steps_.reset();
  programs_.reset();
  while (!nodes_.empty()) nodes_.pop_back();
}

void machine::share() {
  shared_->nodes = nodes_.size();
  shared_->programs = &programs;
  shared_->steps = &steps;
  shared_->alarms = &alarms;
}

std::string machine::waiting_text() const {
  constexpr int kMostNamed = 8;
  constexpr std::size_t kMostLetters = 300;  // of what a node waits for
  int waiting = 0;
  std::string text;
  for (const auto& node : nodes_) {
    if (node->done() || ++waiting > kMostNamed) continue;
    text += std::string{waiting > 1 ? "; " : "Waiting: "} + node->name() + " for " +
            in_words(node->waits(), kMostLetters);
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
  shared_->sink = &sink;
  for (const auto& one : nodes_) one->show_to(sink);
}

void machine::report(Cycles /*cycles*/, Statistics& /*statistics*/) const {}

}  // namespace plexus
