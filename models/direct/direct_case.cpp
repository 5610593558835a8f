#include "models/direct/direct_case.hpp"

#include "models/catalogue/field.hpp"

namespace plexus {

void DirectCase::read(const Values& values) {
  fill<DirectCase>(*this, values,
                   common_fields<DirectCase>(
                       {{"port_rule", &DirectCase::rule, kPortRules},
                        {"schedule", inside(&DirectCase::scheduled, &ScheduleSlot::name)}}));
  if (values.has("packets")) packet_wish = paper_1986::packet_wish(values);
}

}  // namespace plexus
