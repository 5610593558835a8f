#pragma once

#include <string>
#include <unordered_set>
#include <utility>

#include "hw/observe/trace.hpp"

namespace plexus {

/// Rows of the ways from ports through a switch, `PORT_to_END`: parts that introduce themselves
/// when a packet takes them first.
class WayRows {
 public:
  void record(trace_sink_if& sink, const std::string& port, const std::string& end, TraceRow row) {
    row.part = port + "_to_" + end;
    if (met_.insert(row.part).second) {
      sink.wants(view_between(row.part, PartKind::kLink, std::to_string(row.source), end));
    }
    sink.record(row);
  }

 private:
  std::unordered_set<std::string> met_;
};

}  // namespace plexus
