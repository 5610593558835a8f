#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/traffic/log.hpp"
#include "tests/hw/tlm/platforms.hpp"
#include "tests/run_bench.hpp"

namespace plexus {

/// Do packets that went through a network arrive in the cycles in which `plexus run MACHINE traffic
/// --recorded` delivers the same offers? All figures of their latencies, in twenty parts of the
/// run, and one by one those of some cycles.
inline void check_against_recorded(const Platform& platform, const PacketNotes& seen) {
  const FreshKernel kernel;
  REQUIRE(seen.notes.size() == seen.offers.size());
  Json recorded = Json::array();
  Cycles last{0};
  for (const NetworkPacket& offer : seen.offers) {
    recorded.push_back(
        {offer.offered.count(), offer.source, offer.destination, offer.words.count()});
  }
  for (const PacketNotes::Note& note : seen.notes) last = std::max(last, note.arrived);
  const auto figures = [&](Cycles warmup, Cycles measure) {
    TrafficSetting setting;
    setting.warmup = warmup;
    setting.measure = measure;
    TrafficLog log{setting, platform.ports};
    for (const PacketNotes::Note& note : seen.notes) {
      log.arrived(note.arrived, note.packet.offered, note.entered);
    }
    Statistics statistics;
    log.report(statistics);
    Json values = platform.shape;
    values.update(
        {{"recorded", recorded}, {"warmup", warmup.count()}, {"measure", measure.count()}});
    const Report report = run_report(platform.machine, "traffic", "synthetic", values);
    const FreshKernel next;
    for (const char* of : {"latency", "source_wait", "network_latency"}) {
      for (const char* figure : {"_mean", "_confidence", "_p50", "_p90", "_p99", "_max"}) {
        const std::string name = std::string{of} + figure;
        if (!report.statistics.contains(name)) continue;
        CAPTURE(name, warmup.count(), measure.count());
        CHECK(report.statistics[name] == statistics.json()[name]);
      }
    }
    if (warmup == 0_cycles) CHECK(report.statistics["delivered"] == seen.notes.size());
  };
  figures(0_cycles, last);
  for (std::int64_t part = 1; part < 8; ++part) {
    const std::size_t at = seen.notes.size() * static_cast<std::size_t>(part) / 8;
    figures(seen.notes[at].arrived - 1_cycles, 1_cycles);
  }
}

}  // namespace plexus
