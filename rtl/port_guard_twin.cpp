#include "rtl/port_guard_twin.hpp"

#include <algorithm>
#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

struct port_guard_twin::Lane {
  const port_guard* part = nullptr;
  NodeId node = 0;
  std::string name;
  std::unique_ptr<port_guard_model_if> model;
  bool active = false;  ///< is clocked
};

port_guard_twin::port_guard_twin(link_bank& links, TwinMode mode, twin_clock& clock,
                                 PortGuardModelMaker make)
    : links_{&links},
      clock_{&clock},
      make_{make ? std::move(make) : make_port_guard_model},
      mode_{mode} {
  links.add_pacer(*this);
  links.leave_rules();
  clock.add(*this);
}

port_guard_twin::~port_guard_twin() = default;

port_guard_twin::Lane& port_guard_twin::lane_of(const port_guard& guard, NodeId node) {
  std::unique_ptr<Lane>& lane = lanes_[node];
  if (!lane) {
    lane = std::make_unique<Lane>();
    lane->part = &guard;
    lane->node = node;
    const sc_core::sc_object* machine = links_->get_parent_object();
    if (machine != nullptr) lane->name = std::string{machine->name()} + '.';
    lane->name += "node_" + std::to_string(node) + ".port_guard";
    lane->model = make_(clock_->context(), rtl_name(lane->name), guard);
  }
  return *lane;
}

void port_guard_twin::activate(Lane& lane) {
  if (lane.active) return;
  lane.active = true;
  active_.insert(std::ranges::upper_bound(active_, lane.node, {}, &Lane::node), &lane);
}

bool port_guard_twin::start(link& started) {
  activate(lane_of(started.sender_guard(), started.source()));
  activate(lane_of(started.receiver_guard(), started.destination()));
  started_.push_back(&started);
  clock_->wake();
  return false;
}

void port_guard_twin::show(VerilatedVcdC& wave) {
  for (link& one : links_->links()) {
    lane_of(one.sender_guard(), one.source());
    lane_of(one.receiver_guard(), one.destination());
  }
  for (const auto& [node, lane] : lanes_) lane->model->show(wave);
}

void port_guard_twin::present(Cycles cycle) {
  cycle_ = cycle;
  for (Lane* lane : active_) lane->model->low();
}

void port_guard_twin::edge() {
  for (Lane* lane : active_) {
    lane->model->edge(cycle_, *lane->part);
    if (clock_->asserted()) {
      clock_->fail(lane->name, "The twin of " + lane->name + " breaks its own contract.");
    }
  }
}

bool port_guard_twin::look(Cycles cycle) {
  const auto twin_says = [this](const port_guard& guard) {
    const auto lane = std::ranges::find(active_, &guard, &Lane::part);
    return lane != active_.end() && (*lane)->model->outputs().breach;
  };
  bool violated = false;
  for (const Lane* lane : active_) {
    const PortGuardOutputs twin = lane->model->outputs();
    violated = violated || twin.breach;
    if (mode_ == TwinMode::kReplace) {
      if (!twin.breach) continue;
      links_->raise_violation(started_, cycle, twin_says);
      clock_->fail(lane->name, "The twin of " + lane->name +
                                   " sees a broken rule in a cycle in which nothing begins there.");
    } else {
      const Lockstep lockstep{[lane] { return lane->name; }, cycle};
      lockstep.check("breach", lane->part->violation(), twin.breach);
      lockstep.check("sticky", 0, twin.sticky);  // the first breach ends the run
      lockstep.check("first_cycle", 0, twin.first_cycle);
    }
  }
  if (violated) links_->raise_violation(started_, cycle, twin_says);
  started_.clear();
  std::erase_if(active_, [](Lane* lane) {
    lane->active = (lane->part->reads() | lane->part->writes()) != 0;
    return !lane->active;
  });
  return !active_.empty();
}

}  // namespace plexus
