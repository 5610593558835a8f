#include "models/schedule/algorithm.hpp"

#include <utility>

#include "models/catalogue/json.hpp"
#include "models/schedule/own_size.hpp"

namespace plexus {

Parameter schedule_parameter() {
  Parameter parameter = free_text(
      "schedule", "file",
      "a schedule (.xml, .goal and others, too); direct: blocks go straight; ring: they go round",
      "direct", "who sends what to whom after what");
  parameter.check = [](const Json& value, const Values&) {
    if (value.is_string() && !value.get<std::string>().empty()) return;
    throw Refusal{RefusalClass::kUsage, "--schedule: name a file."};
  };
  return parameter;
}

std::vector<Parameter> with_size(std::vector<Parameter> parameters, const std::string& size,
                                 const Json& fallback) {
  const auto other = [fallback](const Values&) { return fallback; };
  for (Parameter& parameter : parameters) {
    if (parameter.name != size) continue;
    parameter = with_default(std::move(parameter), fallback, other);
  }
  return parameters;
}

std::vector<Parameter> with_full_duplex(std::vector<Parameter> parameters) {
  for (Parameter& parameter : parameters) {
    if (parameter.name == "port_rule") parameter = port_rule_parameter(PortRule::kAllFull);
  }
  return parameters;
}

}  // namespace plexus
