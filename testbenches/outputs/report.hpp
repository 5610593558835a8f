#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/verdict.hpp"
#include "rtl/frame/evidence.hpp"
#include "testbenches/catalogue.hpp"

namespace plexus {

/// The report as the one JSON object of the contract (design.md 7).
[[nodiscard]] Json report_json(const CatalogueEntry& algorithm, const Values& values,
                               const Report& report);
/// The same for people: a short table, the paper's formulas beside the measured cycles.
void print_report(std::ostream& out, const CatalogueEntry& algorithm, const Values& values,
                  const Report& report);

/// What the twins of a run have shown: how many there were, what was compared, what has moved. The
/// member `twins` of the report.
[[nodiscard]] Json twins_json(const std::vector<TwinEvidence>& evidence, std::uint32_t seed);
/// The same for people.
void print_twins(std::ostream& out, const Json& twins);

/// `{machine, operation, algorithm, error: {class, message}}`.
[[nodiscard]] Json error_json(const Request& request, const std::string& kind,
                              const std::string& message);
/// The same with cycle, part and figures of a broken rule.
[[nodiscard]] Json fault_json(const Request& request, const Fault& fault);

}  // namespace plexus
