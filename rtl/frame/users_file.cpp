#include "rtl/frame/users_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <pugixml.hpp>
#include <regex>
#include <set>

#include "models/catalogue/values.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Node = pugi::xml_node;

std::string attribute(const Node& node, const char* name) { return node.attribute(name).value(); }

/// `in a`, `in a and b`, `in a, b and c`
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  }
  return text;
}

std::string bits(unsigned width) { return std::to_string(width) + (width == 1 ? " bit" : " bits"); }

/// The value of a constant, `32'h1f`; -1 if it is none or too large.
int value_of(const Node& constant) {
  const std::string text = attribute(constant, "name");
  const std::size_t sign = text.find("'h");
  const std::size_t digits = text.find("'sh");
  if (std::strcmp(constant.name(), "const") != 0) return -1;
  if (sign == std::string::npos && digits == std::string::npos) return -1;
  const std::string number = text.substr(digits != std::string::npos ? digits + 3 : sign + 2);
  if (number.size() > 8 || number.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return -1;
  }
  return static_cast<int>(std::strtoul(number.c_str(), nullptr, 16));
}

/// Reads the netlist of one XML.
class Reader {
 public:
  Reader(const Node& root, ModuleFace& face) : face_{face} {
    for (const Node& file : root.child("files")) {
      files_[attribute(file, "id")] = fs::path{attribute(file, "filename")}.filename().string();
    }
    const Node netlist = root.child("netlist");
    for (const Node& type : netlist.child("typetable")) types_[attribute(type, "id")] = type;
    for (const Node& module : netlist.children("module")) {
      const bool top = module.attribute("topModule").as_bool();
      if (top) read_pins(module);
      drivers_.clear();
      scopes_.assign(1, declared(module));
      walk(module, top);
      judge_drivers(module, top);
    }
  }

 private:
  /// What drives a variable, or some bits of it.
  struct Driver {
    Node process;            ///< in which it stands
    std::string element;     ///< of an array: `[1]`, or `?` if it is not known which
    int low = 0, high = -1;  ///< high < 0: all bits
    bool known = true;       ///< which bits

    [[nodiscard]] bool whole() const { return known && high < 0 && element.empty(); }
    [[nodiscard]] bool meets(const Driver& other) const {
      if (whole() || other.whole()) return true;
      if (!known || !other.known || element != other.element) return false;
      return high < 0 || other.high < 0 || (low <= other.high && other.low <= high);
    }
  };
  using Scope = std::map<std::string, Node, std::less<>>;  ///< variables by name

  /// `mine.sv:12` of a node's `loc`, which is file, line, column, and where it ends.
  [[nodiscard]] std::string place(const Node& node) const {
    const std::string loc = attribute(node, "loc");
    const std::size_t line = loc.find(',') + 1;
    const auto file = files_.find(loc.substr(0, line - 1));
    return (file == files_.end() ? loc : file->second) + ':' +
           loc.substr(line, loc.find(',', line) - line);
  }

  [[nodiscard]] unsigned width_of(const std::string& type) const {
    const auto found = types_.find(type);
    if (found == types_.end()) return 0;
    const Node node = found->second;
    const std::string kind = node.name();
    if (kind == "basicdtype") {
      if (!node.attribute("left")) return 1;
      return static_cast<unsigned>(
          std::abs(node.attribute("left").as_int() - node.attribute("right").as_int()) + 1);
    }
    unsigned width = 0;
    if (kind == "structdtype" || kind == "uniondtype") {
      for (const Node& member : node.children("memberdtype")) {
        const unsigned one = width_of(attribute(member, "sub_dtype_id"));
        width = kind == "structdtype" ? width + one : std::max(width, one);
      }
      return width;
    }
    width = width_of(attribute(node, "sub_dtype_id"));
    if (const Node range = node.child("range")) {
      width *= static_cast<unsigned>(
          std::abs(value_of(range.first_child()) - value_of(range.last_child())) + 1);
    }
    return width;
  }

  [[nodiscard]] bool is_array(const std::string& type) const {
    const auto found = types_.find(type);
    if (found == types_.end()) return false;
    const std::string kind = found->second.name();
    return kind == "unpackarraydtype" ||
           (kind == "refdtype" && is_array(attribute(found->second, "sub_dtype_id")));
  }

  void read_pins(const Node& module) {
    for (const Node& var : module.children("var")) {
      const std::string type = attribute(var, "dtype_id");
      const std::string name = attribute(var, "origName");
      if (var.attribute("dir")) {
        face_.pins.push_back(
            {name, attribute(var, "dir"), place(var), width_of(type), is_array(type)});
      } else if (var.attribute("param") || var.attribute("localparam")) {
        face_.sizes.push_back({name, place(var), !var.attribute("param")});
      }
    }
  }

  static Scope declared(const Node& block) {
    Scope scope;
    for (const Node& var : block.children("var")) scope[attribute(var, "name")] = var;
    return scope;
  }

  /// Looks for processes in a module and in its generated blocks.
  void walk(const Node& block, bool top) {
    for (const Node& node : block.children()) {
      const std::string kind = node.name();
      if (kind == "begin") {
        scopes_.push_back(declared(node));
        walk(node, top);
        scopes_.pop_back();
      } else if (kind == "always") {
        tell_edges(node, top);
        collect(node, node);
      } else if (kind == "initial") {  // in whose place Verilator may have found `assign x = 3;`
        const Node assign = node.child("assign");
        if (attribute(assign, "loc") == attribute(node, "loc")) add(assign.last_child(), node);
      } else if (kind == "contassign") {
        add(node.last_child(), node);
      } else if (kind == "instance") {
        for (const Node& port : node.children("port")) {
          const std::string direction = attribute(port, "direction");
          if (direction == "out" && port.first_child()) add(port.first_child(), port);
        }
      }
    }
  }

  /// Everything that is assigned within a process.
  void collect(const Node& node, const Node& process) {
    for (const Node& child : node.children()) {
      const std::string kind = child.name();
      if (kind == "assign" || kind == "assigndly") {
        add(child.last_child(), process);
      } else {
        scopes_.push_back(declared(child));
        collect(child, process);
        scopes_.pop_back();
      }
    }
  }

  /// The left side of an assignment.
  void add(Node left, const Node& process) {
    if (std::strcmp(left.name(), "concat") == 0) {
      for (const Node& part : left.children()) add(part, process);
      return;
    }
    Driver driver{process, "", 0, -1, true};
    for (; std::strcmp(left.name(), "varref") != 0; left = left.first_child()) {
      const std::string kind = left.name();
      if (kind == "sel") {
        const int low = value_of(left.child("const"));
        const int wide = value_of(left.last_child());
        driver.known = driver.known &&
                       std::strcmp(left.first_child().next_sibling().name(), "const") == 0 &&
                       low >= 0 && wide > 0 && driver.high < 0;
        driver.low = low;
        driver.high = low + wide - 1;
      } else if (kind == "arraysel") {
        const int element = value_of(left.last_child());
        driver.known = driver.known && element >= 0;
        driver.element = '[' + std::to_string(element) + ']' + driver.element;
      } else {
        return;  // something else: nothing is said of it
      }
      if (!left.first_child()) return;
    }
    const std::string name = attribute(left, "name");
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto var = scope->find(name);
      if (var == scope->end()) continue;
      drivers_[var->second.hash_value()].push_back(driver);
      variables_[var->second.hash_value()] = var->second;
      return;
    }
  }

  void judge_drivers(const Node& module, bool top) {
    for (const auto& [key, drivers] : drivers_) {
      const Node var = variables_.at(key);
      for (std::size_t i = 1; i < drivers.size(); ++i) {
        const auto other = std::find_if(
            drivers.begin(), drivers.begin() + static_cast<long>(i), [&](const Driver& one) {
              return attribute(one.process, "loc") != attribute(drivers[i].process, "loc") &&
                     one.meets(drivers[i]);
            });
        if (other == drivers.begin() + static_cast<long>(i)) continue;
        face_.wrong.push_back(place(drivers[i].process) + ": `" + attribute(var, "origName") +
                              "` has two drivers: the other one is at " + place(other->process) +
                              '.');
        break;
      }
    }
    if (!top) return;
    for (const Node& var : module.children("var")) {
      if (attribute(var, "dir") != "output") continue;
      const auto driven = drivers_.find(var.hash_value());
      const std::string name = attribute(var, "origName");
      if (driven == drivers_.end()) {
        face_.told.push_back(place(var) + ": nothing drives the output `" + name +
                             "`: it keeps what --twin-seed has given it.");
        continue;
      }
      const std::string missing =
          undriven_bits(driven->second, width_of(attribute(var, "dtype_id")));
      if (missing.empty()) continue;
      face_.told.push_back(place(var) + ": nothing drives " + missing + " of the output `" + name +
                           "`: what --twin-seed has given stays there.");
    }
  }

  static std::string undriven_bits(const std::vector<Driver>& drivers, unsigned width) {
    std::set<int> missing;
    for (unsigned bit = 0; bit < width; ++bit) missing.insert(static_cast<int>(bit));
    for (const Driver& driver : drivers) {
      if (!driver.known || driver.high < 0) return {};
      for (int bit = driver.low; bit <= driver.high; ++bit) missing.erase(bit);
    }
    if (missing.empty()) return {};
    if (missing.size() == 1) return "bit " + std::to_string(*missing.begin());
    return std::to_string(missing.size()) + " bits from bit " + std::to_string(*missing.begin()) +
           " on";
  }

  void tell_edges(const Node& always, bool top) {
    const Node edges = always.child("sentree");
    if (!edges) return;
    std::vector<std::string> others;
    bool rises = false;
    for (const Node& item : edges.children("senitem")) {
      const std::string edge = attribute(item, "edgeType");
      const std::string signal = attribute(item.child("varref"), "name");
      if (edge != "POS" && edge != "NEG") continue;
      const bool clock = signal == "clk_i" || !top;
      if (edge == "POS" && clock && !rises) {
        rises = true;
      } else {
        others.push_back((edge == "NEG" ? "the falling edge of `" : "the rising edge of `") +
                         signal + '`');
      }
    }
    if (others.empty()) return;
    face_.told.push_back(
        place(always) + ": " +
        (rises ? "a reset that does not wait for the clock: also at " + listed(others) +
                     ". That runs; the reset stands during the first edge alone."
               : "a process works at " + listed(others) +
                     ", and the block's at the rising edge of `clk_i` alone: what it does between "
                     "the edges is seen in another cycle."));
  }

  ModuleFace& face_;
  std::map<std::string, std::string> files_;
  std::map<std::string, Node> types_;
  std::vector<Scope> scopes_;
  std::map<std::size_t, std::vector<Driver>> drivers_;  ///< by variable
  std::map<std::size_t, Node> variables_;
};

template <typename All>
std::vector<std::string> names_of(const All& all) {
  std::vector<std::string> names;
  for (const auto& one : all) names.push_back(one.name);
  return names;
}

/// `: did you mean `busy`?`, among those of `users` that `block` does not have.
template <typename All>
std::string near_miss(const std::string& name, const All& users, const All& block) {
  std::vector<std::string> left;
  for (const auto& one : users) {
    if (std::ranges::find(block, one.name, &All::value_type::name) == block.end()) {
      left.push_back(one.name);
    }
  }
  const std::string near = nearest(name, left);
  return near.empty() ? "." : ": did you mean `" + near + "`?";
}

std::string article(const std::string& direction) {
  return (direction == "output" || direction.starts_with("in") ? "an " : "a ") + direction;
}

}  // namespace

ModuleFace ModuleFace::read(const fs::path& xml, const TwinSource& source) {
  ModuleFace face;
  pugi::xml_document document;
  if (!document.load_file(xml.c_str())) return face;
  Reader{document.child("verilator_xml"), face};
  std::ifstream file{source.file()};
  static const std::regex latch{R"(^(?!.*//.*always_latch).*\balways_latch\b)"};
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    if (!std::regex_search(text, latch)) continue;
    face.told.push_back(source.file().filename().string() + ':' + std::to_string(line) +
                        ": a latch, as always_latch says: it is open while a cycle lasts.");
  }
  return face;
}

std::vector<std::string> misfits(const TwinSource& source, const ModuleFace& block,
                                 ModuleFace& users) {
  std::vector<std::string> wrong;
  const std::string file = source.users_file.filename().string();
  for (const ModuleFace::Size& size : block.sizes) {
    if (size.local) continue;
    const auto own = std::ranges::find(users.sizes, size.name, &ModuleFace::Size::name);
    if (own == users.sizes.end()) {
      wrong.push_back(file + " has no parameter `" + size.name + '`' +
                      near_miss(size.name, users.sizes, block.sizes));
    } else if (own->local) {
      wrong.push_back(own->place + ": `" + size.name +
                      "` is a localparam, and a parameter of the block: a run sets it.");
    }
  }
  for (const ModuleFace::Pin& pin : block.pins) {
    const auto own = std::ranges::find(users.pins, pin.name, &ModuleFace::Pin::name);
    if (own == users.pins.end()) {
      wrong.push_back(file + " has no " + pin.direction + " `" + pin.name + '`' +
                      near_miss(pin.name, users.pins, block.pins));
    } else if (own->direction != pin.direction) {
      wrong.push_back(own->place + ": `" + pin.name + "` is " + article(own->direction) + ", and " +
                      article(pin.direction) + " of the block.");
    } else if (own->array) {
      wrong.push_back(own->place + ": `" + pin.name + "` is an array, and in the block " +
                      bits(pin.width) + " in a row: write [" + std::to_string(pin.width - 1) +
                      ":0].");
    } else if (own->width != pin.width) {
      wrong.push_back(own->place + ": `" + pin.name + "` has " + bits(own->width) +
                      ", and in the block " + bits(pin.width) + '.');
    }
  }
  for (const ModuleFace::Pin& pin : users.pins) {
    if (std::ranges::find(block.pins, pin.name, &ModuleFace::Pin::name) != block.pins.end()) {
      continue;
    }
    users.told.push_back(pin.place + ": the block has no pin `" + pin.name +
                         "`: " + (pin.direction == "input" ? "it is 0." : "nobody looks at it."));
  }
  return wrong;
}

std::vector<std::string> missing_names(const TwinSource& source, const std::string& text,
                                       const ModuleFace& block) {
  const std::size_t named = text.find("module " + source.block);
  const std::size_t begin = named != std::string::npos ? named : text.find("module ");
  if (begin == std::string::npos || block.pins.empty()) return {};
  const std::string head = text.substr(begin, text.find(");", begin) - begin);
  static const std::regex word{R"((\w+)(\s*(?:[=,;)\n/]|$))?)"};  // and behind a name
  ModuleFace users;
  for (std::sregex_iterator at{head.begin(), head.end(), word}, end; at != end; ++at) {
    const std::string one = (*at)[1];
    const auto pin = std::ranges::find(block.pins, one, &ModuleFace::Pin::name);
    if (pin != block.pins.end()) {
      users.pins.push_back(*pin);
    } else if ((*at)[2].matched) {
      users.pins.push_back({one, "", ""});
      users.sizes.push_back({one, ""});
    }
  }
  return misfits(source, block, users);
}

std::string meaning_of(const std::string& messages) {
  struct Meaning {
    const char* code;
    const char* sentence;  ///< behind what it speaks of, unless that is named here
  };
  static constexpr Meaning kMeanings[]{
      {"LATCH", "keeps its value on some way through its process: a latch. Give it a value first."},
      {"UNOPTFLAT", "depends on itself within a cycle: a loop without a register."},
      {"MULTIDRIVEN", "has two drivers"},
      {"BLKANDNBLK", "is given values by = and by <=: it has two drivers."},
      {"ASSIGNIN", "is an input, and is given a value here."},
      {"COMBDLY", "A process without a clock gives a value by <=: write =."},
      {"NEEDTIMINGOPT", "Something waits for a time, and a twin knows cycles alone: take it out."},
  };
  static const std::regex message{R"(%(?:Error|Warning)-(\w+): ([^\s:]+):(\d+):[^\n]*)"};
  static const std::regex quoted{R"('([\w.]+)')"};
  static const std::regex driver{R"(([^\s:]+):(\d+):\d+: \.\.\. Location of (first|other) driver)"};
  const auto place = [](const std::string& file, const std::string& line) {
    return fs::path{file}.filename().string() + ':' + line;
  };
  std::string text;
  for (std::sregex_iterator at{messages.begin(), messages.end(), message}, end; at != end; ++at) {
    const auto meaning =
        std::ranges::find_if(kMeanings, [&](const Meaning& one) { return (*at)[1] == one.code; });
    if (meaning == std::end(kMeanings)) continue;
    std::string where = place((*at)[2], (*at)[3]);
    std::string sentence = meaning->sentence;
    const std::string line = at->str();
    if (std::smatch name; sentence[0] > 'Z' && std::regex_search(line, name, quoted)) {
      const std::string whole = name[1];
      sentence = '`' + whole.substr(whole.rfind('.') + 1) + "` " + sentence;
    }
    if (sentence.ends_with("drivers")) {
      const std::string behind{at->suffix()};
      std::sregex_iterator first{behind.begin(), behind.end(), driver};
      const auto other = first == end ? end : std::next(first);
      if (other != end) {
        where = place((*other)[1], (*other)[2]);
        sentence += ": the other one is at " + place((*first)[1], (*first)[2]);
      }
      sentence += '.';
    }
    text += where + ": " + sentence + '\n';
  }
  return text;
}

}  // namespace plexus
