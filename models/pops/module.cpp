#include "models/pops/module.hpp"

#include <utility>

namespace plexus {

namespace {

Program take_part(Program program, coupler_bank& stars) {
  co_await std::move(program);
  stars.leave();
}

}  // namespace

pops_machine::pops_machine(sc_core::sc_module_name name, PopsShape shape, const OpticalRules& rules,
                           pops_data& data, const ConstructionOrder& order)
    : machine_of{name, shape.nodes(), NodeContext{}, order, shape, &stars, &data},
      stars{"stars", shape.g, shape.d, rules},
      shape_{shape} {
  stars.attach(data);
}

void pops_machine::load(const std::function<Program(pops_node&)>& make) {
  for (NodeId x = 0; x < size(); ++x) {
    stars.join();
    node(x).run(take_part(make(node(x)), stars));
  }
}

void pops_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  stars.listen(sink);
}

}  // namespace plexus
