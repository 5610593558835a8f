#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/rule/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"

/// The language of Saad and Schultz 1986, in which the costs of all its machines are written: the
/// letters of its equations, when they are free of rounding, and predictions that cite it.
namespace plexus::paper_1986 {

// ---- Letters ------------------------------------------------------------------------------------

/// tau: cycles to start a transfer.
[[nodiscard]] constexpr double tau(LinkTiming link) {
  return static_cast<double>(link.startup.count());
}
/// b: words that a link carries in a cycle.
[[nodiscard]] constexpr double b(LinkTiming link) {
  return static_cast<double>(link.bandwidth.count());
}
/// A count as the equations take it.
[[nodiscard]] constexpr double real(std::int64_t count) { return static_cast<double>(count); }
[[nodiscard]] constexpr double real(Words words) { return real(words.count()); }

// ---- Rounding: where m/b is the ceil(m/b) of the machine ----------------------------------------

[[nodiscard]] constexpr bool divides(std::int64_t divisor, Words words) {
  return words.count() % divisor == 0;
}
/// A transfer of `words` fills its last cycle.
[[nodiscard]] constexpr bool bandwidth_divides(Words words, LinkTiming link) {
  return divides(link.bandwidth.count(), words);
}
/// `packets` >= 1 packets of `words` in all are equal, and each fills its last cycle.
[[nodiscard]] constexpr bool packets_divide(Words words, std::int64_t packets, LinkTiming link) {
  return divides(packets, words) && bandwidth_divides(Words{words.count() / packets}, link);
}

// ---- Predictions --------------------------------------------------------------------------------

/// The source of what stands in a section, "3.4(B)", as reports and lists name it.
[[nodiscard]] inline std::string section(const std::string& number) {
  return "Saad and Schultz 1986, " + number;
}

/// What an equation of a section says, in cycles, and how a run stands to it.
[[nodiscard]] inline Prediction printed(std::string equation, const std::string& number,
                                        double cycles, Relation relation) {
  return {std::move(equation), section(number), cycles, relation};
}

/// The channels of the paper are half duplex; under another rule its figures are yardsticks.
[[nodiscard]] inline std::vector<Prediction> half_duplex(PortRule rule,
                                                         std::vector<Prediction> predictions) {
  return full_duplex(rule) ? beyond_the_paper(std::move(predictions)) : predictions;
}

}  // namespace plexus::paper_1986
