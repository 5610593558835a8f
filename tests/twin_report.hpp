#pragma once

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"

namespace plexus {

/// The report of a run without what its twins have shown, which it must tell unless it is refused.
inline Json without_twins(Json report) {
  CHECK(report.contains("twins") != report.contains("error"));
  report.erase("twins");
  return report;
}

}  // namespace plexus
