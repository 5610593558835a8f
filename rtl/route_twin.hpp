#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/route.hpp"
#include "rtl/route_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// What a route_twin has to know of the routers beside which it stands.
struct RoutePart {
  std::string machine;  ///< full name
  std::string block;    ///< `torus_route` or `cube_route`
  NodeId nodes = 0;
};

/// Puts Verilated routers in the place of those of a machine's nodes, or beside them: one model
/// per node, made when it is first asked. Its inputs stay until it is asked again.
///
/// `kReplace`: the twins alone say where a packet goes on. `kLockstep`: the part says it, and every
/// output is compared for every question; the first difference ends the run in that cycle.
class route_twin final : public route_if, public clocked_twin_if {
 public:
  /// `part` and `clock` must outlive the simulation.
  route_twin(route_if& part, RoutePart described, TwinMode mode, twin_clock& clock,
             RouteModelMaker make);
  ~route_twin() override;

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override;

  void show(VerilatedVcdC& wave) override;
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  struct Lane;  // the router of one node
  struct Question {
    Lane* lane;
    std::optional<unsigned> model;
    RouteOutputs twin;
  };

  Lane& lane_of(NodeId node);
  [[nodiscard]] std::string name_of(NodeId node) const;

  route_if* part_;
  RoutePart described_;
  twin_clock* clock_;
  RouteModelMaker make_;
  TwinMode mode_;
  std::map<NodeId, std::unique_ptr<Lane>> lanes_;
  std::vector<Question> asked_;  ///< in this cycle
};

}  // namespace plexus
