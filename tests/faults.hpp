#pragma once

#include <optional>
#include <string>

#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// The fault with which `work` ends; nothing if it ends well.
template <typename Work>
std::optional<Fault> fault_in(Work&& work) {
  try {
    static_cast<void>(work());
  } catch (const sc_core::sc_report& report) {
    return fault_of(report);
  }
  return std::nullopt;
}

/// That of what was built, which runs to its end.
inline std::optional<Fault> fault_of_run() {
  return fault_in([] { sc_core::sc_start(); });
}

/// The class of the fault; `none` if `work` ends well.
template <typename Work>
std::string fault_kind(Work&& work) {
  const std::optional<Fault> fault = fault_in(work);
  return fault ? fault->kind : "none";
}

/// The figure `name` of a fault.
inline std::string figure(const Fault& fault, const std::string& name) {
  for (const auto& [key, value] : fault.figures) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace plexus
