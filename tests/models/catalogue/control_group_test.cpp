#include "models/catalogue/control_group.hpp"

#include <fstream>

#include <catch2/catch.hpp>

#include "tests/testbenches/files.hpp"

using namespace plexus;

TEST_CASE("a control group leaves its limit without what it uses", "[memory_limit]") {
  const TemporaryFolder folder;
  const std::string group = folder / "";
  const auto write = [&](const char* name, const char* text) {
    std::ofstream{group + '/' + name} << text;
  };
  CHECK(left_by_control_group(group) == std::nullopt);
  write("memory.max", "max\n");
  CHECK(left_by_control_group(group) == std::nullopt);
  write("memory.max", "1000000\n");
  CHECK(left_by_control_group(group) == 1000000.0);
  write("memory.current", "600000\n");
  CHECK(left_by_control_group(group) == 400000.0);
  write("memory.stat", "anon 5\ninactive_file 150000\nactive_file 50000\n");  // can be given back
  CHECK(left_by_control_group(group) == 600000.0);
  write("memory.current", "100000\n");  // counted at another time than the files
  CHECK(left_by_control_group(group) == 1000000.0);
  write("memory.current", "2000000\n");
  CHECK(left_by_control_group(group) == 0.0);
}

TEST_CASE("a control group of the first version has other names", "[memory_limit]") {
  const TemporaryFolder folder;
  const std::string group = folder / "";
  std::ofstream{group + "/memory.limit_in_bytes"} << 500000;
  std::ofstream{group + "/memory.usage_in_bytes"} << 200000;
  CHECK(left_by_control_group(group) == 300000.0);
}
