#include "models/catalogue/control_group.hpp"

#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <memory>
#include <new>

#include <catch2/catch.hpp>

#include "models/catalogue/memory_limit.hpp"
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
  std::ofstream{group + "/memory.limit_in_bytes"} << "9223372036854771712";  // it has none
  CHECK(left_by_control_group(group) == std::nullopt);
}

#ifndef __SANITIZE_ADDRESS__  // which ends the process
TEST_CASE("the kernel lends no memory that it does not have", "[memory_limit]") {
  watch_memory();
  const auto all =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  const auto most = static_cast<std::size_t>(0.97 * all);  // not touched
  CHECK_THROWS_AS(std::make_unique_for_overwrite<char[]>(most), std::bad_alloc);
  CHECK(memory_ran_out());
  watch_memory();
  CHECK_FALSE(memory_ran_out());
}
#endif
