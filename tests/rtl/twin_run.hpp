#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "rtl/frame/block.hpp"
#include "rtl/frame/twin_mode.hpp"
#include "rtl/frame/twins.hpp"
#include "tests/rtl/mutant.hpp"
#include "tests/rtl/part_run.hpp"

namespace plexus {

/// No fault is planted: the block itself, not its faulty double.
inline constexpr int kSound = -1;
/// Behind it: the block with one output, by number, that shows the opposite in every bit.
inline constexpr int kOutput = 128;

/// The double of a block, one file: tests/rtl/<block>_faulty.sv with the faults that `fault_i`
/// plants up to kOutput, and behind it all outputs as they are but the one that shows the opposite.
struct Double {
  std::vector<std::string> outputs;  ///< from number kOutput + 1 on
  std::filesystem::path file;

  explicit Double(const std::string& block) {
    std::string text;
    for (const TwinBlock& one : twin_blocks()) {
      if (one.name == block) text = text_of(source_of(one, {}).reference);
    }
    text.erase(0, text.find("module " + block));
    text.resize(text.find("\n);") + 4);
    const std::string faulty = text_of(PLEXUS_RTL_TESTS "/" + block + "_faulty.sv");
    outputs = names(text, R"(output\s+logic\s*(?:\[[^\]]*\])?\s*(\w+))");
    const std::string highest =
        names(faulty, R"(input\s+logic\s*\[(\d+):0\]\s*fault_i)").at(0);  // bit of its fault_i
    std::string sizes;
    for (const auto& name : names(faulty, R"(\bparameter\s+(?:int\s+unsigned|int|bit)\s+(\w+))")) {
      sizes += (sizes.empty() ? " #(." : ", .") + name + '(' + name + ')';
    }
    std::string body = "\n  logic [" + highest + ":0] planted;\n  assign planted = fault_i[7] ? " +
                       "'0 : fault_i[" + highest + ":0];\n  " + block + "_faulty" + sizes +
                       (sizes.empty() ? "" : ")") + " faulty (.fault_i(planted)";
    for (const auto& name : names(text, R"(input\s+logic\s*(?:\[[^\]]*\])?\s*(\w+))")) {
      body += ", ." + name + '(' + name + ')';
    }
    std::string wires;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::string own = "own_" + outputs[i];
      body += ", ." + outputs[i] + '(' + own + ')';
      wires += "\n  logic [$bits(" + outputs[i] + ")-1:0] " + own + ";\n  assign " + outputs[i] +
               " = fault_i == 8'd" + std::to_string(kOutput + 1 + i) + " ? ~" + own + " : " + own +
               ";";
    }
    const std::string name = block + "_double";
    text.replace(0, 7 + block.size(), "module " + name);
    const std::size_t pins =
        text.find("(\n", text.find(") (") == std::string::npos ? 0 : text.find(") ("));
    text.insert(pins + 2, "  input logic [7:0] fault_i,\n");
    text += wires + body + ");\nendmodule\n\n" + faulty;
    const auto folder = std::filesystem::temp_directory_path() / "plexus_doubles";
    std::filesystem::create_directories(folder);
    file = folder / (name + ".sv");
    const std::string own = file.string() + std::to_string(getpid());
    std::ofstream{own} << text;
    std::filesystem::rename(own, file);  // other processes write the same
  }

 private:
  static std::string text_of(const std::filesystem::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
  }
  static std::vector<std::string> names(const std::string& text, const std::string& pattern) {
    const std::regex all{pattern};
    std::vector<std::string> found;
    for (std::sregex_iterator at{text.begin(), text.end(), all}, end; at != end; ++at) {
      found.push_back((*at)[1]);
    }
    return found;
  }
};

/// Twins of `block` on `part` and all that it contains. `planted`: as numbered in the double's
/// file, tests/rtl/<block>_faulty.sv; 0 is the double without a fault. From kOutput on: an output.
inline std::unique_ptr<Twins> attach_twins(sc_core::sc_object& part, const std::string& block,
                                           TwinMode mode, int planted = kSound,
                                           const std::string& wave = {}) {
  TwinOptions options;
  std::string asked = block;
  if (planted != kSound) {
    asked += '=' + Double{block}.file.string();
    options.ties["fault_i"] = static_cast<std::uint64_t>(planted);
  } else if (const Mutant mutant = mutant_of(block); !mutant.file.empty()) {
    asked += '=' + mutant.file.string();
    options.ties["fault_i"] = mutant.fault;
  }
  (mode == TwinMode::kReplace ? options.rtl : options.lockstep).push_back(asked);
  options.wave = wave;
  auto twins = std::make_unique<Twins>(std::move(options));
  twins->attach(part);
  twins->require_all_attached();
  return twins;
}

/// A part behind its port, as in the module that has both.
template <typename If>
class place_for final : public sc_core::sc_module {
 public:
  explicit place_for(If& part, sc_core::sc_module_name name = "place")
      : sc_module{name}, port_{"port", part} {}
  /// What stands there: twins, once they are attached.
  If* operator->() const { return &port_.occupant(); }

 private:
  exchange_port<If> port_;
};

/// Every output of a block is compared: `run`, a run in lockstep with a planted fault, ends at the
/// one that shows the opposite. `free`: outputs that nothing is expected of.
inline void check_every_output(const std::string& block, const std::function<void(int)>& run,
                               const std::vector<std::string>& free = {}) {
  const Double doubles{block};
  REQUIRE_FALSE(doubles.outputs.empty());
  for (std::size_t i = 0; i < doubles.outputs.size(); ++i) {
    const std::string name = doubles.outputs[i].substr(0, doubles.outputs[i].size() - 2);
    if (std::ranges::find(free, name) != free.end()) continue;
    const FreshKernel kernel;
    const auto fault = fault_in([&] {
      run(kOutput + 1 + static_cast<int>(i));
      return 0;
    });
    CAPTURE(block, name);
    REQUIRE(fault);
    CHECK(fault->kind == "lockstep");
    CHECK_THAT(figure(*fault, "signal"), Catch::StartsWith('"' + name));
  }
}

}  // namespace plexus
