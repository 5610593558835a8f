#include "hw/rule/fault.hpp"

#include <sstream>
#include <stdexcept>

#include "hw/time/clock_period.hpp"

namespace plexus {

namespace {

constexpr const char* kPrefix = "/plexus/";
constexpr char kField = '\x1f';  // separates the fields of a fault inside the report's text

}  // namespace

void raise(const Fault& fault) {
  std::string text = fault.message + kField + fault.part + kField + fault.context;
  for (const auto& [name, value] : fault.figures) text += kField + name + kField + value;
  SC_REPORT_ERROR((kPrefix + fault.kind).c_str(), text.c_str());
  throw std::logic_error{fault.message};  // not reached: a SystemC error throws
}

void ClockPeriod::end_of_time() {
  raise({"limit",
         {},
         "",
         "The run lasts longer than the simulation can count, 1.8e15 cycles: choose fewer words or "
         "a shorter start-up.",
         {}});
}

Fault fault_of(const sc_core::sc_report& report) {
  const std::string id = report.get_msg_type();
  Fault fault;
  fault.cycle = ClockPeriod{}.cycles(report.get_time());
  const bool ours = id.starts_with(kPrefix);
  fault.kind = ours ? id.substr(std::string{kPrefix}.size()) : "internal";
  std::vector<std::string> fields;
  std::istringstream text{report.get_msg()};
  for (std::string field; std::getline(text, field, kField);) fields.push_back(field);
  if (!fields.empty()) fault.message = fields[0];
  if (!ours) fault.message = id + ": " + fault.message;
  if (fields.size() > 1) fault.part = fields[1];
  if (fields.size() > 2) fault.context = fields[2];
  for (std::size_t i = 3; i + 1 < fields.size(); i += 2) {
    fault.figures.emplace_back(fields[i], fields[i + 1]);
  }
  return fault;
}

}  // namespace plexus
