#include "hw/rule/port_guard.hpp"

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

constexpr unsigned kPorts = 6;
const DimensionMasks kDimensions{0b000011, 0b001100, 0b110000};

/// What each rule allows, word by word.
bool allowed(PortRule rule, std::uint64_t reads, std::uint64_t writes) {
  int all_reads = 0;
  int all_writes = 0;
  bool half_duplex = true;
  bool one_read_per_dimension = true;
  for (unsigned dimension = 0; dimension < kPorts / 2; ++dimension) {
    int dimension_reads = 0;
    for (unsigned port = 2 * dimension; port < 2 * dimension + 2; ++port) {
      const bool read = (reads >> port & 1) != 0;
      const bool written = (writes >> port & 1) != 0;
      dimension_reads += read ? 1 : 0;
      all_writes += written ? 1 : 0;
      half_duplex = half_duplex && !(read && written);
    }
    all_reads += dimension_reads;
    one_read_per_dimension = one_read_per_dimension && dimension_reads <= 1;
  }
  switch (rule) {
    case PortRule::kRingStrict:
      return half_duplex && one_read_per_dimension;
    case PortRule::kAllHalf:
      return half_duplex;
    case PortRule::kAllFull:
      return true;
    case PortRule::kUniform:
      return all_reads == 0 || all_writes == 0;
    case PortRule::kOneInOneOut:
      return half_duplex && all_reads <= 1 && all_writes <= 1;
    case PortRule::kOnePort:
      break;
  }
  return all_reads + all_writes <= 1;
}

}  // namespace

TEST_CASE("a port guard allows what the specification's table allows, and nothing else",
          "[port_guard]") {
  const auto rule = GENERATE(from_range(kPortRules));
  CAPTURE(std::string{to_string(rule)});
  for (std::uint64_t reads = 0; reads < 1U << kPorts; ++reads) {
    for (std::uint64_t writes = 0; writes < 1U << kPorts; ++writes) {
      port_guard guard{rule, kDimensions};
      bool doubtful = false;
      for (unsigned port = 0; port < kPorts; ++port) {
        if ((reads >> port & 1) != 0) doubtful |= guard.begin_read(port);
        if ((writes >> port & 1) != 0) doubtful |= guard.begin_write(port);
      }
      CAPTURE(reads, writes);
      REQUIRE(guard.violation() != allowed(rule, reads, writes));
      REQUIRE(doubtful >= guard.violation());  // links look no further otherwise
    }
  }
}

TEST_CASE("a channel that is no longer used does not count", "[port_guard]") {
  port_guard guard{PortRule::kOnePort, kDimensions};
  guard.begin_read(5);
  guard.end_read(5);
  guard.begin_write(0);
  CHECK_FALSE(guard.violation());
  guard.begin_read(1);
  CHECK(guard.violation());
  guard.end_write(0);
  CHECK_FALSE(guard.violation());
}

TEST_CASE("a port guard watches all of 64 channels", "[port_guard]") {
  const DimensionMasks dimensions{std::uint64_t{3} << 62};
  port_guard guard{PortRule::kRingStrict, dimensions};
  guard.begin_read(62);
  CHECK_FALSE(guard.violation());
  guard.begin_read(63);
  CHECK(guard.violation());
}

TEST_CASE("a port rule is read by the word that it is written with", "[port_guard]") {
  for (const PortRule rule : kPortRules) CHECK(parse_port_rule(to_string(rule)) == rule);
  CHECK_FALSE(parse_port_rule("ring"));
  CHECK_FALSE(parse_port_rule(""));
}
