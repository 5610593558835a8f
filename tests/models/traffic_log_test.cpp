#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"
#include "models/traffic/log.hpp"

using namespace plexus;

namespace {

/// One packet of made-up traffic.
struct Trip {
  std::int64_t born;
  std::int64_t left;
  std::int64_t arrived;  ///< the run is over at this time: it is inside
  bool dropped = false;  ///< inside, at `arrived`
};

constexpr NodeId kSources = 5;
constexpr std::int64_t kWarmup = 70;
constexpr std::int64_t kMeasure = 400;  // 20 batches of 20 cycles
constexpr std::int64_t kEnd = kWarmup + kMeasure;

std::vector<Trip> trips(unsigned seed) {
  std::minstd_rand random{seed};
  std::vector<Trip> all;
  for (std::int64_t now = 0; now < kEnd; ++now) {
    for (NodeId node = 0; node < kSources; ++node) {
      if (random() % 4 != 0) continue;
      const std::int64_t left = now + static_cast<std::int64_t>(random() % 7);
      all.push_back(
          {now, left, left + 1 + static_cast<std::int64_t>(random() % 13), random() % 9 == 0});
    }
  }
  return all;
}

/// The log of these trips, told cycle by cycle as a machine does.
Json told(const std::vector<Trip>& all) {
  TrafficSetting setting;
  setting.warmup = Cycles{kWarmup};
  setting.measure = Cycles{kMeasure};
  TrafficLog log{setting, kSources};
  for (std::int64_t now = 0; now <= kEnd; ++now) {
    for (const Trip& trip : all) {
      if (trip.arrived != now || trip.dropped) continue;
      log.arrived(Cycles{now}, Cycles{trip.born}, Cycles{trip.left}, 3);
    }
    if (log.next_backlog() == Cycles{now}) {
      log.note_backlog(static_cast<std::uint64_t>(std::ranges::count_if(
          all, [&](const Trip& trip) { return trip.born < now && trip.left >= now; })));
    }
    for (const Trip& trip : all) {
      if (trip.born == now && now < kEnd) log.offered(Cycles{now});
      if (trip.dropped && trip.arrived == now && now < kEnd) log.dropped_inside(Cycles{trip.left});
    }
  }
  Statistics figures;
  log.report(figures);
  return figures.json();
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / double(values.size());
}

/// Of the mean of `values`.
double standard_error(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean_of(values), 2);
  return std::sqrt(squares / double(values.size() - 1) / double(values.size()));
}

}  // namespace

TEST_CASE("a log's figures are those of the list of all packets", "[traffic][log]") {
  const auto seed = GENERATE(1U, 2U, 3U);
  const std::vector<Trip> all = trips(seed);
  const Json figures = told(all);
  std::vector<double> latency, wait, network;
  std::vector<std::vector<double>> by_batch(20);
  std::size_t offered = 0, delivered = 0;
  for (const Trip& trip : all) {
    if (trip.born >= kWarmup) ++offered;
    if (trip.dropped || trip.arrived > kEnd) continue;
    ++delivered;
    if (trip.arrived <= kWarmup) continue;
    latency.push_back(double(trip.arrived - trip.born));
    wait.push_back(double(trip.left - trip.born));
    network.push_back(double(trip.arrived - trip.left));
    by_batch[static_cast<std::size_t>((trip.arrived - kWarmup - 1) / 20)].push_back(latency.back());
  }
  const double node_cycles = double(kMeasure) * kSources;
  CHECK(figures["offered"] == Approx(double(offered) / node_cycles).margin(1e-6));
  CHECK(figures["accepted"] == Approx(double(latency.size()) / node_cycles).margin(1e-6));
  CHECK(figures["accepted_words"] ==
        Approx(3.0 * double(latency.size()) / node_cycles).margin(1e-6));
  CHECK(figures["latency_mean"] == Approx(mean_of(latency)).margin(1e-6));
  CHECK(figures["source_wait_mean"] == Approx(mean_of(wait)).margin(1e-6));
  CHECK(figures["network_latency_mean"] == Approx(mean_of(network)).margin(1e-6));
  std::vector<double> means;
  for (const auto& batch : by_batch) means.push_back(mean_of(batch));
  // Of Student's distribution with 19 degrees of freedom.
  CHECK(figures["latency_confidence"] == Approx(2.093 * standard_error(means)).margin(1e-6));
  std::ranges::sort(latency);
  const auto percentile = [&](double share) {
    return latency[static_cast<std::size_t>(std::ceil(share * double(latency.size()))) - 1];
  };
  CHECK(figures["latency_p50"] == percentile(0.5));
  CHECK(figures["latency_p90"] == percentile(0.9));
  CHECK(figures["latency_p99"] == percentile(0.99));
  CHECK(figures["latency_max"] == latency.back());
  CHECK(figures["delivered"] == delivered);
  CHECK(figures["saturated"] == false);
  CHECK(figures["warmup_short"] == false);
}

TEST_CASE("a batch of a single packet counts for the confidence, one of none does not",
          "[traffic][log]") {
  std::vector<Trip> all;
  std::vector<double> latency;
  for (std::int64_t batch = 0; batch < 4; ++batch) {
    const std::int64_t born = kWarmup + 20 * batch + 1;
    all.push_back({born, born, born + 2 + batch * batch});
    latency.push_back(double(2 + batch * batch));
  }
  // Of Student's distribution with 3 degrees of freedom.
  CHECK(told(all)["latency_confidence"] == Approx(3.182 * standard_error(latency)).margin(1e-3));
  all.resize(2);  // the fewest that say anything: with 1 degree of freedom
  latency.resize(2);
  CHECK(told(all)["latency_confidence"] == Approx(12.706 * standard_error(latency)).margin(1e-3));
  all.resize(1);
  CHECK(told(all)["latency_confidence"] == 0);
}

TEST_CASE("accepted load has the standard error of its batches, acceptance the share that entered",
          "[traffic][log]") {
  TrafficSetting setting;
  setting.warmup = 10_cycles;
  setting.measure = 40_cycles;  // 20 batches of two cycles
  TrafficLog log{setting, 2};
  std::vector<double> packets(20, 0);
  const auto arrivals = [](std::int64_t now) { return now % 3 == 0 ? 2 : now % 5 == 0 ? 1 : 0; };
  std::uint64_t waiting = 0;
  for (std::int64_t now = 0; now <= 50; ++now) {
    for (int i = 0; i < arrivals(now); ++i) {
      log.arrived(Cycles{now}, Cycles{now - 1}, Cycles{now - 1});
      if (now > 10) ++packets[static_cast<std::size_t>((now - 11) / 2)];
    }
    waiting = static_cast<std::uint64_t>(now / 10);  // one in ten cycles stays at its source
    if (log.next_backlog() == Cycles{now}) log.note_backlog(waiting);
    if (now == 50) break;
    log.offered(Cycles{now}, 2);
    if (now % 8 == 1) log.dropped_inside(Cycles{now});
  }
  CHECK(log.offered_load() == Approx(80.0 / 80));
  CHECK(log.accepted_load() == Approx(20 * mean_of(packets) / 80));
  CHECK(log.accepted_error() == Approx(20 * standard_error(packets) / 80));
  // 100 - 5 have entered at the end, 20 - 1 at the beginning; 5 that entered since were dropped.
  CHECK(log.acceptance() == Approx((95.0 - 19 - 5) / 80));
}

TEST_CASE(
    "a network is saturated where queues grow over all of the measurement, by 2 % of the offers",
    "[traffic][log]") {
  const auto saturated = [](auto backlog) {
    TrafficSetting setting;
    setting.measure = 400_cycles;
    TrafficLog log{setting, 1};
    for (std::int64_t now = 0; now <= 400; ++now) {
      if (log.next_backlog() == Cycles{now}) log.note_backlog(backlog(now));
      if (now < 400) log.offered(Cycles{now});
    }
    return log.saturated();
  };
  using Count = std::uint64_t;
  CHECK(saturated([](std::int64_t now) { return Count(now) / 10; }));
  CHECK(saturated([](std::int64_t now) { return Count(now) * 9 / 400; }));        // 9 of 400
  CHECK_FALSE(saturated([](std::int64_t now) { return Count(now) * 8 / 400; }));  // 2 %, no more
  CHECK_FALSE(saturated([](std::int64_t now) { return Count(now < 200 ? now : 400 - now); }));
  CHECK_FALSE(saturated([](std::int64_t now) { return Count(now >= 300 ? 100 : 0); }));
}

TEST_CASE("a warm-up is short where the first batches stray from the others by more than chance",
          "[traffic][log]") {
  const auto is_short = [](std::int64_t early, std::int64_t noise) {
    TrafficSetting setting;
    setting.warmup = 100_cycles;
    setting.measure = 400_cycles;  // batches of 20 cycles
    TrafficLog log{setting, 1};
    for (std::int64_t now = 101; now <= 500; ++now) {
      const std::int64_t batch = (now - 101) / 20;
      const std::int64_t latency = 10 + (batch < 2 ? early : 0) + (batch % 2 == 0 ? noise : 0);
      log.arrived(Cycles{now}, Cycles{now - latency}, Cycles{now - 2});
    }
    return log.warmup_short();
  };
  CHECK_FALSE(is_short(0, 0));
  CHECK_FALSE(is_short(0, 4));
  CHECK_FALSE(is_short(2, 6));
  CHECK(is_short(9, 0));
  CHECK(is_short(20, 4));
}

TEST_CASE("what is offered before the measured cycles, or behind them, does not count",
          "[traffic][log]") {
  TrafficSetting setting;
  setting.warmup = 10_cycles;
  setting.measure = 40_cycles;
  TrafficLog log{setting, 1};
  for (const Cycles born : {9_cycles, 10_cycles, 49_cycles, 50_cycles}) log.offered(born);
  Statistics figures;
  log.report(figures);
  CHECK(figures.json()["offered"] == 2.0 / 40);
}
