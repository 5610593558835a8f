#include "models/catalogue/own_part.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

/// What is made while this exists is a child of the module to which `port` belongs.
class at_port {
 public:
  explicit at_port(const sc_core::sc_object& port) {
    sc_core::sc_object* above = port.get_parent_object();
    while (above != nullptr && dynamic_cast<sc_core::sc_module*>(above) == nullptr) {
      above = above->get_parent_object();
    }
    sc_core::sc_get_curr_simcontext()->hierarchy_push(dynamic_cast<sc_core::sc_module*>(above));
  }
  at_port(const at_port&) = delete;
  at_port& operator=(const at_port&) = delete;
  ~at_port() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
};

void find_ports(sc_core::sc_object& part, std::vector<sc_core::sc_object*>& ports) {
  if (dynamic_cast<exchange_port_if*>(&part) != nullptr) ports.push_back(&part);
  for (sc_core::sc_object* const child : part.get_child_objects()) find_ports(*child, ports);
}

/// `wanted`; where the module of `port` has a child of that name, with the port's behind it.
std::string free_name(const sc_core::sc_object& port, const std::string& wanted) {
  const sc_core::sc_object* const above = port.get_parent_object();
  const std::string full = (above == nullptr ? "" : std::string{above->name()} + '.') + wanted;
  return sc_core::sc_find_object(full.c_str()) == nullptr ? wanted : wanted + '_' + port.basename();
}

}  // namespace

std::vector<std::unique_ptr<sc_core::sc_module>> exchange_parts(sc_core::sc_object& top,
                                                                const std::vector<OwnPart>& parts) {
  std::vector<std::unique_ptr<sc_core::sc_module>> made;
  if (parts.empty()) return made;
  std::vector<sc_core::sc_object*> ports;
  find_ports(top, ports);
  for (const OwnPart& part : parts) {
    std::string name = part.name;
    std::ranges::replace(name, '-', '_');
    const std::size_t before = made.size();
    std::set<std::string> roles;
    for (sc_core::sc_object* const object : ports) {
      auto& port = dynamic_cast<exchange_port_if&>(*object);
      roles.insert(port.role());
      const at_port here{*object};
      const std::string free = free_name(*object, name);
      if (auto own = part.stand_behind(port, free.c_str())) made.push_back(std::move(own));
    }
    if (made.size() > before) continue;
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("The machine as it is asked for has no {} in whose place {} could "
                              "stand: {}.",
                              part.role, part.name,
                              roles.empty() ? "none of its parts can be exchanged"
                                            : fmt::format("parts that can be exchanged here are {}",
                                                          fmt::join(roles, ", ")))};
  }
  return made;
}

}  // namespace plexus
