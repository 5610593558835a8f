#pragma once

#include <optional>
#include <string>
#include <utility>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Routers of the nodes of a machine.
class route_if {
 public:
  virtual ~route_if() = default;
  /// The channel by which a packet leaves node `here` on its way to `destination`; nothing at the
  /// destination. Combinational.
  [[nodiscard]] virtual std::optional<unsigned> next(NodeId here, NodeId destination) = 0;
};

/// Routers that are part of a machine, with something in their place or not.
class route_part : public sc_core::sc_object, public route_if {
 public:
  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) final {
    return twin_ == nullptr ? decide(here, destination) : twin_->next(here, destination);
  }
  /// The same by the routers themselves.
  [[nodiscard]] virtual std::optional<unsigned> decide(NodeId here, NodeId destination) const = 0;
  [[nodiscard]] virtual NodeId nodes() const = 0;
  /// Puts other routers in their place. Before the simulation starts.
  void set_twin(route_if& twin) { twin_ = &twin; }
  [[nodiscard]] const std::string& machine() const { return machine_; }

 protected:
  /// `machine`: full name, for the twins of its nodes' routers.
  route_part(const char* name, std::string machine)
      : sc_object{sc_core::sc_gen_unique_name(name)}, machine_{std::move(machine)} {}

 private:
  std::string machine_;
  route_if* twin_ = nullptr;
};

}  // namespace plexus
