#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A part of a project of one's own, which `--part ROLE=NAME` puts in the place of a standard one.
struct OwnPart {
  std::string role;  ///< kind of the standard part: `bus_arbiter`
  std::string name;  ///< `round-robin`
  std::string help;  ///< one line
  /// Makes one and binds it to `port`; null if `port` is for something else.
  std::function<std::unique_ptr<sc_core::sc_module>(exchange_port_if& port, const char* name)>
      stand_behind{};
};

/// `Module`, an ordinary sc_module that implements `If`, in the place of what stands behind ports
/// with this role: by name (`route`, `grants`), where the standard part is no SystemC object. It is
/// made as `Module{name, standard}`; the standard part may be asked.
template <typename If, typename Module, typename Standard = If>
OwnPart own_part_at(const std::string& role, std::string name, std::string help) {
  const auto stand_behind = [role](exchange_port_if& any,
                                   const char* module) -> std::unique_ptr<sc_core::sc_module> {
    auto* const port = dynamic_cast<exchange_port<If>*>(&any);
    if (port == nullptr || port->role() != role) return nullptr;
    auto part = std::make_unique<Module>(module, dynamic_cast<Standard&>(port->standard()));
    port->bind(*part);
    return part;
  };
  return {role, std::move(name), std::move(help), stand_behind};
}

/// The same in the place of parts of the kind `Standard`, whose role is `Standard::role_if`: the
/// standard part tells what sizes the place has.
template <typename Standard, typename Module>
OwnPart own_part(std::string name, std::string help) {
  return own_part_at<typename Standard::role_if, Module, const Standard>(
      Standard::kKind, std::move(name), std::move(help));
}

/// Puts `parts` in all places of `top` that are theirs, as children of the modules that have the
/// ports. What is returned must outlive the run. Before twins are attached. Throws Refusal
/// (feature) if a part finds no place.
[[nodiscard]] std::vector<std::unique_ptr<sc_core::sc_module>> exchange_parts(
    sc_core::sc_object& top, const std::vector<OwnPart>& parts);

}  // namespace plexus
