#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/frame/twins.hpp"

namespace plexus {

/// What a liar shows in a cycle in which nothing is to be shown: all ones.
inline constexpr const char* kOnesForNothing = "own == '0 ? '1 : own";

/// Twins beside `part` of a block that is sound but for `output`: that shows `lie`, an expression
/// of what it should show, `own`, and of the block's inputs.
inline std::unique_ptr<Twins> attach_liar(sc_core::sc_object& part, const std::string& block,
                                          const std::string& output,
                                          const std::string& lie = kOnesForNothing) {
  std::filesystem::path own;
  for (const TwinBlock& one : twin_blocks()) {
    if (one.name == block) own = source_of(one, {}).reference;
  }
  std::ifstream in{own};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  text.erase(0, text.find("module " + block));
  text.resize(text.find("\n);") + 4);
  const std::regex pin{R"((input|output)\s+logic\s*(\[[^\]]*\])?\s*(\w+))"};
  const std::regex size{R"(\bparameter\s+int\s+(\w+))"};
  std::string connected;
  std::string wires;
  for (std::sregex_iterator at{text.begin(), text.end(), pin}, end; at != end; ++at) {
    const std::string name = (*at)[3];
    const bool lies = name == output;
    connected += (connected.empty() ? "." : ", .") + name + '(' + (lies ? "own" : name) + ')';
    if (!lies) continue;
    wires = "  logic " + (*at)[2].str() + " own;\n  assign " + name + " = " + lie + ";\n";
  }
  std::string sizes;
  for (std::sregex_iterator at{text.begin(), text.end(), size}, end; at != end; ++at) {
    sizes += (sizes.empty() ? "#(." : ", .") + (*at)[1].str() + '(' + (*at)[1].str() + ')';
  }
  text.replace(0, 7 + block.size(), "module liar");
  text += wires + "  " + block + ' ' + sizes + (sizes.empty() ? "" : ") ") + "honest (" +
          connected + ");\nendmodule\n";
  const auto folder =
      std::filesystem::temp_directory_path() / "plexus_liars" / (std::to_string(getpid()) + output);
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "liar.sv";
  std::ofstream{file} << text;
  auto twins = std::make_unique<Twins>(TwinOptions{{}, {block + '=' + file.string()}, {}, {}});
  twins->attach(part);
  std::filesystem::remove_all(folder);
  return twins;
}

}  // namespace plexus
