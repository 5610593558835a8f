#include "testbenches/tools/yosys.hpp"

#include <sstream>

#include <fmt/format.h>

namespace plexus {

namespace {

std::string missing_yosys(const std::string& purpose) {
  return fmt::format("yosys cannot be run, and without it {}: install the package yosys.", purpose);
}

}  // namespace

std::string yosys_version(const std::string& purpose) {
  std::istringstream words{run_tool({"yosys", "-V"}, missing_yosys(purpose)).said};
  std::string name;
  std::string number;
  words >> name >> number;
  return name + ' ' + number;
}

ToolEnded run_yosys(const std::string& script, const std::string& purpose,
                    std::optional<Deadline> until) {
  return run_tool({"yosys", "-p", script}, missing_yosys(purpose), until);
}

}  // namespace plexus
