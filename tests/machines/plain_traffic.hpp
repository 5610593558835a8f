#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/trace.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/machine/machine.hpp"
#include "tests/every_machine.hpp"
#include "tests/run_bench.hpp"

/// What the plain simulators of traffic share: packets at random, and what is compared.
namespace plexus::plain {

/// A packet enters a link or leaves it: cycle, `send` or `receive`, number of the packet.
using Event = std::tuple<std::int64_t, TraceKind, std::uint64_t>;

/// One packet of a recording.
struct Recorded {
  std::int64_t cycle;
  std::uint32_t source;
  std::uint32_t destination;
  std::uint32_t words;
};

inline Json json_of(const std::vector<Recorded>& packets) {
  Json list = Json::array();
  for (const Recorded& one : packets) {
    list.push_back(Json{one.cycle, one.source, one.destination, one.words});
  }
  return list;
}

/// Random packets, at most one per node and cycle, from rare to more than a network can carry.
inline std::vector<Recorded> random_packets(std::mt19937_64& random, std::uint32_t nodes,
                                            std::int64_t cycles, std::uint32_t most_words,
                                            bool to_itself) {
  const double load = std::array{0.05, 0.3, 0.7, 1.0}[random() % 4];
  const auto hot = static_cast<std::uint32_t>(random() % nodes);
  const bool has_hot = random() % 3 == 0;
  std::vector<Recorded> packets;
  for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
    for (std::uint32_t source = 0; source < nodes; ++source) {
      if (std::generate_canonical<double, 53>(random) >= load) continue;
      auto destination = static_cast<std::uint32_t>(random() % nodes);
      if (has_hot && random() % 4 == 0) destination = hot;
      if (!to_itself && destination == source) destination = (source + 1) % nodes;
      const auto words = static_cast<std::uint32_t>(1 + random() % most_words);
      packets.push_back({cycle, source, destination, words});
    }
  }
  return packets;
}

/// The number of a packet of a machine that numbers them by itself: who sends to whom.
inline std::uint64_t pair_number(std::uint64_t source, std::uint64_t destination) {
  return source << 32U | destination;
}

/// Notes the events of a run.
class Events final : public trace_sink_if {
 public:
  void record(const TraceRow& row) override {
    if (row.kind != TraceKind::kSend && row.kind != TraceKind::kReceive) return;
    all.emplace_back(row.cycle.count(), row.kind, row.packet);
    pairs.emplace_back(row.cycle.count(), row.kind, pair_number(row.source, row.destination));
  }
  std::vector<Event> all;
  std::vector<Event> pairs;
};

struct Seen {
  std::vector<Event> events;
  std::vector<Event> pairs;  ///< the same, with who sends to whom in the place of the number
  Json figures;
};

/// A run of the machine; `meddle` may put something in the place of its parts before it begins.
inline Seen run_machine(const std::string& name, const Json& given,
                        const ConstructionOrder& order = {},
                        const std::function<void(machine&)>& meddle = {}) {
  const CatalogueEntry& entry = *every_machine().find(name, "traffic", "synthetic");
  const FreshKernel kernel;
  Events events;
  const auto experiment = entry.prepare(complete(entry.parameters, given));
  const auto top = experiment->build(order);
  top->listen(events);
  if (meddle) meddle(*top);
  experiment->load(*top);
  sc_core::sc_start();
  CHECK(experiment->check(*top).value_or("") == "");
  std::ranges::sort(events.all);
  std::ranges::sort(events.pairs);
  return {std::move(events.all), std::move(events.pairs),
          experiment->statistics(top.get(), top->completed()).json()};
}

/// What a plain simulator measures itself.
struct PlainFigures {
  std::vector<std::int64_t> latency;
  std::vector<std::int64_t> wait;
  std::uint64_t dropped = 0;

  void arrived(std::int64_t now, std::int64_t born, std::int64_t left) {
    latency.push_back(now - born);
    wait.push_back(left - born);
  }
};

inline void check_figures(const Json& seen, PlainFigures plain) {
  const auto check_one = [&](const std::string& name, std::vector<std::int64_t> values) {
    std::ranges::sort(values);
    double sum = 0;
    for (const std::int64_t value : values) sum += static_cast<double>(value);
    const auto count = static_cast<double>(values.size());
    CAPTURE(name, values.size());
    CHECK(seen[name + "_mean"].get<double>() ==
          Approx(values.empty() ? 0 : sum / count).margin(1e-6));
    CHECK(seen[name + "_max"] == (values.empty() ? 0 : values.back()));
    // The least value that half of them do not exceed.
    CHECK(seen[name + "_p50"] == (values.empty() ? 0 : values[(values.size() + 1) / 2 - 1]));
  };
  check_one("latency", plain.latency);
  check_one("source_wait", plain.wait);
  CHECK(seen["dropped"] == plain.dropped);
}

}  // namespace plexus::plain
