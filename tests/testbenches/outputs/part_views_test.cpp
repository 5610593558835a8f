#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/way_rows.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/machine/machine.hpp"
#include "tests/every_machine.hpp"

namespace plexus {

namespace {

/// Who has introduced itself, and who tells something.
struct Heard final : trace_sink_if {
  bool wants(const PartView& view) override {
    views.insert_or_assign(view.part, view);
    return true;
  }
  void record(const TraceRow& row) override {
    if (!views.contains(row.part)) strangers.insert(row.part);
    told.insert(row.part);
  }
  [[nodiscard]] bool wants_waits() const override { return true; }

  std::map<std::string, PartView> views;
  std::set<std::string> told;
  std::set<std::string> strangers;  ///< that have not
};

}  // namespace

TEST_CASE("a way through a switch introduces itself when a packet takes it first", "[part_view]") {
  struct Count final : trace_sink_if {
    bool wants(const PartView& view) override { return views.push_back(view), true; }
    void record(const TraceRow& row) override { parts.push_back(row.part); }
    std::vector<PartView> views;
    std::vector<std::string> parts;
  } heard;
  WayRows ways;
  for (int i = 0; i < 2; ++i) ways.record(heard, "omega.switch.port_2", "5", {.source = 2});
  CHECK(heard.parts == std::vector<std::string>(2, "omega.switch.port_2_to_5"));
  REQUIRE(heard.views.size() == 1);
  CHECK(heard.views.front() == view_between("omega.switch.port_2_to_5", PartKind::kLink, "2", "5"));
}

TEST_CASE("no part of a machine tells anything before it has introduced itself",
          "[part_view][machines]") {
  std::set<std::string> machines;
  for (const std::string& machine : every_machine().machines()) {
    for (const std::string& operation : every_machine().operations(machine)) {
      const CatalogueEntry* const entry = every_machine().find(machine, operation);
      if (entry == nullptr || !entry->simulates) continue;
      CAPTURE(machine, operation);
      const FreshKernel kernel;
      Heard heard;
      try {
        const auto experiment = entry->prepare(complete(entry->parameters, Json::object()));
        const auto top = experiment->build({});
        if (top == nullptr) continue;
        top->listen(heard);
        experiment->load(*top);
        sc_core::sc_start(ClockPeriod{}.time(200_cycles));
      } catch (const Refusal&) {
        continue;  // its defaults make no sense
      }
      CHECK(heard.strangers == std::set<std::string>{});
      for (const std::string& part : heard.told) {
        const PartView& view = heard.views[part];
        CAPTURE(part);
        CHECK_FALSE(view.label.empty());
        CHECK(view.from.empty() == view.to.empty());
        CHECK((view.kind == PartKind::kNode) == view.node.has_value());
      }
      if (!heard.told.empty()) machines.insert(machine);
    }
  }
  CHECK(machines.size() == every_machine().machines().size());
}

}  // namespace plexus
