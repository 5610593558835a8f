#include "testbenches/outputs/twin_pins.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

namespace plexus {

namespace {

/// Reads the header up to the first value: names of the pins by the wave's short ones.
using Codes = std::multimap<std::string, std::uint32_t>;

Codes read_header(std::istream& in, TwinPins& twins) {
  struct Scope {
    std::string name;
    bool has_signals = false;
  };
  Codes codes;
  std::vector<Scope> scopes;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words{line};
    std::string word;
    words >> word;
    if (word == "$enddefinitions") break;
    if (word == "$scope") {
      std::string kind;
      Scope scope;
      words >> kind >> scope.name;
      scopes.push_back(scope);
    } else if (word == "$upscope" && !scopes.empty()) {
      scopes.pop_back();
    } else if (word == "$var" && !scopes.empty()) {
      std::string kind;
      std::string code;
      TwinPins::Pin pin;
      words >> kind >> pin.width >> code >> pin.name;
      scopes.back().has_signals = true;
      const bool inside = std::any_of(scopes.begin(), scopes.end() - 1,
                                      [](const Scope& scope) { return scope.has_signals; });
      if (inside) continue;
      for (const Scope& scope : scopes) pin.part += (pin.part.empty() ? "" : ".") + scope.name;
      codes.emplace(code, static_cast<std::uint32_t>(twins.pins.size()));
      twins.pins.push_back(pin);
    }
  }
  return codes;
}

}  // namespace

std::string TwinPins::Pin::full_name() const {
  const std::string whole = part + '.' + name;
  return width > 1 ? whole + '[' + std::to_string(width - 1) + ":0]" : whole;
}

bool is_output(const TwinPins::Pin& pin) { return pin.name.ends_with("_o"); }

TwinPins read_twin_pins(const std::string& path) {
  TwinPins twins;
  std::ifstream in{path, std::ios::binary};
  const Codes codes = read_header(in, twins);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '$') continue;
    if (line[0] == '#') {
      std::from_chars(line.data() + 1, line.data() + line.size(), twins.end);
      continue;
    }
    const std::size_t space = line.find(' ');
    const bool vector = line[0] == 'b' && space != std::string::npos;
    const std::string code = vector ? line.substr(space + 1) : line.substr(1);
    const auto [first, last] = codes.equal_range(code);
    if (first == last) continue;
    std::string value = vector ? line.substr(1, space - 1) : line.substr(0, 1);
    if (vector) value.erase(0, std::min(value.find('1'), value.size() - 1));  // 000101
    for (auto one = first; one != last; ++one) {
      twins.changes.push_back({twins.end, one->second, value});
    }
  }
  return twins;
}

}  // namespace plexus
