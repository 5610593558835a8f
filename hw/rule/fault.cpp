#include "hw/rule/fault.hpp"

#include <optional>
#include <stdexcept>
#include <string_view>

#include "hw/channel/bindings.hpp"

namespace plexus {

namespace {

constexpr const char* kPrefix = "/plexus/";
// A report's text is the message, then what else a fault says, in lines that begin with these.
constexpr const char* kPart = "\n  part: ";
constexpr const char* kFigure = "\n  figure: ";
constexpr const char* kContext = "\n  context:\n";

/// Takes what stands behind the last `mark` off the end of `text`; nothing if it does not stand
/// there.
std::optional<std::string> take_behind(std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  std::string behind = text.substr(at + mark.size());
  text.erase(at);
  return behind;
}

}  // namespace

void raise(const Fault& fault) {
  std::string text = fault.message;
  if (!fault.part.empty()) text += kPart + fault.part;
  for (const auto& [name, value] : fault.figures) text += kFigure + name + " = " + value;
  if (!fault.context.empty()) text += kContext + fault.context;
  SC_REPORT_ERROR((kPrefix + fault.kind).c_str(), text.c_str());
  throw std::logic_error{fault.message};  // not reached: a SystemC error throws
}

void raise(const std::string& kind, const std::string& part, const Figures& figures,
           const std::string& message) {
  raise({kind, {}, part, message, {figures.begin(), figures.end()}});
}

void ClockPeriod::end_of_time() {
  raise("limit", "",
        "The run lasts longer than the simulation can count, 1.8e15 cycles: choose fewer words or "
        "a shorter start-up.");
}

void ClockPeriod::too_short() {
  report_wiring(
      "A cycle is shorter than the kernel's time resolution, {}: give the network a longer period, "
      "or call sc_set_time_resolution(1, SC_PS) before anything else.",
      sc_core::sc_get_time_resolution().to_string());
}

Fault fault_of(const sc_core::sc_report& report, const ClockPeriod& clock) {
  const std::string id = report.get_msg_type();
  Fault fault;
  fault.cycle = clock.cycles(report.get_time());
  const bool ours = id.starts_with(kPrefix);
  fault.kind = ours ? id.substr(std::string{kPrefix}.size()) : "internal";
  std::string text = report.get_msg();
  fault.context = take_behind(text, kContext).value_or("");
  while (const std::size_t at = text.rfind(kFigure) + 1) {
    const std::string figure = text.substr(at - 1 + std::string_view{kFigure}.size());
    text.erase(at - 1);
    const std::size_t equals = figure.find(" = ");
    fault.figures.insert(fault.figures.begin(),
                         {figure.substr(0, equals), figure.substr(equals + 3)});
  }
  fault.part = take_behind(text, kPart).value_or("");
  fault.message = ours ? text : id + ": " + text;
  return fault;
}

}  // namespace plexus
