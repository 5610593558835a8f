#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl/frame/block.hpp"
#include "rtl/frame/twins.hpp"

namespace plexus {

/// No fault is planted: the block itself, not its double.
inline constexpr int kSound = -1;
/// The greatest number of a planted fault. Behind it: the block with one output, by number, that
/// shows the opposite in every bit.
inline constexpr int kLastFault = 128;

/// The double of a block, one file: the block behind pins that lie as `fault_i` says. Up to
/// kLastFault the faults of tests/rtl/faults.txt; then all outputs as they are but the one that
/// shows the opposite.
struct Double {
  std::vector<std::string> outputs;  ///< from number kLastFault + 1 on
  std::filesystem::path file;

  explicit Double(const std::string& block) : name_{block + "_double"} {
    std::string header;
    for (const TwinBlock& one : twin_blocks()) {
      if (one.name == block) header = text_of(source_of(one, {}).reference);
    }
    header.erase(0, header.find("module " + block));
    header.resize(header.find("\n);") + 4);
    outputs = names(header, R"(output\s+logic\s*(?:\[[^\]]*\])?\s*(\w+))");
    for (const auto& pin : names(header, R"(input\s+logic\s*(?:\[[^\]]*\])?\s*(\w+))")) {
      joined_[pin] = pin;
    }
    std::string sizes;
    for (const auto& size : names(header, R"(\bparameter\s+(?:int\s+unsigned|int|bit)\s+(\w+))")) {
      sizes += (sizes.empty() ? "#(." : ", .") + size + '(' + size + ')';
    }
    if (!sizes.empty()) sizes += ") ";
    read_faults(block);
    const std::string lies = lies_of_outputs() + lies_of_inputs();
    std::string pins;
    for (const auto& [pin, wire] : joined_) pins += ",\n    ." + pin + '(' + wire + ')';
    for (const auto& pin : outputs) pins += ",\n    ." + pin + '(' + shown_by_block(pin) + ')';
    const std::size_t list = header.find(") (");
    header.insert(header.find("(\n", list == std::string::npos ? 0 : list) + 2,
                  "  input logic [7:0] fault_i,\n");
    header.replace(0, 7 + block.size(), "module " + name_);
    write(header + numbers_ + wires_ + own_ + lies + "\n  " + block + ' ' + sizes + "u_" + block +
          " (" + pins.substr(1) + ");\nendmodule\n");
  }

 private:
  struct Lie {
    std::string fault, condition, place, value;
  };

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
  static std::string shown_by_block(const std::string& pin) {
    return pin.substr(0, pin.size() - 2);
  }

  /// What is seen of outputs, in place of the pins: those are seen through kLastFault's lies.
  [[nodiscard]] std::string seen(std::string text) const {
    for (const auto& pin : outputs) {
      text = std::regex_replace(text, std::regex{"(^|[^.\\w])" + pin + "\\b"}, "$1seen_" + pin);
    }
    return text;
  }

  void read_faults(const std::string& block) {
    static const std::regex line_of{R"(^(\w+)(?: \((.*)\))?:(?: (\w+)(\[.*\])? = (.*))?$)"};
    static const std::regex join{R"(^  \.(\w+)\((.*)\)$)"};
    std::ifstream list{PLEXUS_RTL_TESTS "/faults.txt"};
    std::vector<std::string> known;
    bool here = false;
    for (std::string line; std::getline(list, line);) {
      if (line.starts_with('[')) here = line == '[' + block + ']';
      if (!here || line.empty() || line.starts_with('[') || line.starts_with('#')) continue;
      std::smatch match;
      if (std::regex_match(line, match, join)) {
        joined_.at(match[1]) = match[2];
      } else if (line.starts_with(' ')) {
        own_ += seen(line) + '\n';
      } else {
        line.resize(std::min(line.size(), line.find("  #")));
        if (!std::regex_match(line, match, line_of)) {
          throw std::invalid_argument{"faults.txt says of " + block + ": " + line};
        }
        if (std::ranges::find(known, match[1]) == known.end()) {
          known.push_back(match[1]);
          numbers_ += "  localparam logic [7:0] " + known.back() + " = 8'd" +
                      std::to_string(known.size()) + ";\n";
        }
        if (match[3].matched) lies_[match[3]].push_back({match[1], match[2], match[4], match[5]});
      }
    }
    if (known.empty()) throw std::invalid_argument{"faults.txt knows no faults of " + block};
    numbers_ += "  logic [7:0] fault;\n  assign fault = fault_i;\n";
  }

  std::string lies_at(const std::string& pin, const std::string& wire, const std::string& truth) {
    wires_ += "  logic [$bits(" + pin + ")-1:0] " + wire + ";\n";
    std::string text = "  always_comb begin\n    " + wire + " = " + truth + ";\n";
    for (const Lie& lie : lies_[pin]) {
      text += "    if (fault == " + lie.fault +
              (lie.condition.empty() ? "" : " && (" + seen(lie.condition) + ')') + ") " + wire +
              lie.place + " = " + seen(lie.value) + ";\n";
    }
    return text + "  end\n";
  }

  std::string lies_of_inputs() {
    std::string text;
    for (auto& [pin, wire] : joined_) {
      if (!lies_.contains(pin)) continue;
      wire = "given_" + pin;
      text += lies_at(pin, wire, pin);
    }
    return text;
  }

  std::string lies_of_outputs() {
    std::string text;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::string& pin = outputs[i];
      wires_ += "  logic [$bits(" + pin + ")-1:0] " + shown_by_block(pin) + ";\n";
      const std::regex driven{"\\bseen_" + pin + R"((\[[^\]]*\])?\s*=[^=])"};
      if (std::regex_search(own_, driven)) {
        wires_ += "  logic [$bits(" + pin + ")-1:0] seen_" + pin + ";\n";
      } else {
        text += lies_at(pin, "seen_" + pin, shown_by_block(pin));
      }
      text += "  assign " + pin + " = fault_i == 8'd" + std::to_string(kLastFault + 1 + i) +
              " ? ~seen_" + pin + " : seen_" + pin + ";\n";
    }
    return text;
  }

  void write(const std::string& text) {
    const auto folder = std::filesystem::temp_directory_path() / "plexus_doubles";
    std::filesystem::create_directories(folder);
    file = folder / (name_ + ".sv");
    const std::string own = file.string() + std::to_string(getpid());
    std::ofstream{own} << text;
    std::filesystem::rename(own, file);  // other processes write the same
  }

  std::string name_;
  std::string numbers_, wires_, own_;             ///< parts of the double
  std::map<std::string, std::string> joined_;     ///< inputs of the block, and what they get
  std::map<std::string, std::vector<Lie>> lies_;  ///< by pin
};

}  // namespace plexus
