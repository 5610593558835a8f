#include "testbenches/cost/blocks.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <deque>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/installation.hpp"
#include "rtl/frame/block.hpp"
#include "testbenches/command/help_page.hpp"
#include "testbenches/command/words.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostOfASize = 1'000'000;

std::string read_source(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file || fs::is_directory(path)) {
    refuse("The file {} cannot be read: name a SystemVerilog file.", path.string());
  }
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// Names of blocks and packages, and their files.
const std::map<std::string, fs::path>& rtl_files() {
  static const std::map<std::string, fs::path> files = [] {
    std::map<std::string, fs::path> found;
    std::error_code absent;  // no sources beside an installed program: no blocks
    for (const auto& entry : fs::recursive_directory_iterator{source_folder() / "rtl", absent}) {
      if (entry.path().parent_path().filename() == "bench") continue;  // they drive blocks
      if (entry.path().extension() == ".sv") found[entry.path().stem().string()] = entry.path();
    }
    for (const TwinBlock& block : twin_blocks()) {  // those of a program of one's own
      if (fs::path{block.room}.is_absolute()) found[block.name] = block.file();
    }
    return found;
  }();
  return files;
}

/// Of `files`, those of which `source` has instances, `name #(` or `name instance (`, and packages
/// that it names, in the order in which they are met.
std::vector<std::string> used_in(const std::string& source,
                                 const std::map<std::string, fs::path>& files) {
  static const std::regex instance{R"(\b([a-z]\w*)\s*(?:#\s*\(|::|\s\w+\s*\())"};
  const std::string plain = code_of(source);
  std::vector<std::string> names;
  for (std::sregex_iterator found{plain.begin(), plain.end(), instance}, end; found != end;
       ++found) {
    if (files.contains((*found)[1])) names.push_back((*found)[1]);
  }
  return names;
}

std::optional<std::int64_t> number_in(const std::string& text, const char* pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex{pattern})) return std::nullopt;
  return std::stoll(found[1]);
}

/// An element of a list of parameters: its words, and the comment behind it or above it.
struct HeadItem {
  std::string words;
  std::string comment;
};

/// The elements of the list that begins behind the parenthesis at `at`.
std::vector<HeadItem> items_of(const std::string& source, std::size_t at) {
  std::vector<HeadItem> items(1);
  std::string above;    // a comment in a line of its own
  bool alone = true;    // nothing stands in this line so far
  bool behind = false;  // the last comma stands in this line
  std::size_t depth = 1;
  for (; depth > 0 && at < source.size(); ++at) {
    const char letter = source[at];
    if (source.compare(at, 2, "//") == 0) {
      const std::size_t end = std::min(source.find('\n', at), source.size());
      const std::size_t text = std::min(source.find_first_not_of("/ ", at), end);
      const std::string comment = source.substr(text, end - text);
      const bool of_last = behind && items.back().words.empty();
      if (alone) {
        above = comment;
      } else {
        items[items.size() - (of_last ? 2 : 1)].comment = comment;
      }
      at = end - 1;
    } else if (source.compare(at, 2, "/*") == 0) {
      at = std::min(source.find("*/", at), source.size() - 2) + 1;
    } else if (letter == ',' && depth == 1) {
      items.emplace_back();
      behind = true;
    } else if (letter == '\n') {
      if (!alone) above.clear();
      alone = true;
      behind = false;
    } else if (std::isspace(static_cast<unsigned char>(letter)) == 0) {
      alone = false;
      depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
      if (depth == 0) break;
      HeadItem& item = items.back();
      if (item.words.empty()) item.comment = std::exchange(above, "");
      item.words += letter;
      continue;
    }
    if (!items.back().words.empty() && items.back().words.back() != ' ') items.back().words += ' ';
  }
  return items;
}

/// One parameter of the head of a module; nothing if its value is no number.
std::optional<BlockParameter> parameter_in(const HeadItem& item) {
  static const std::regex declared{
      R"(^(?:(int|int unsigned|integer|bit|logic ?\[\d+:0\]) )?(\w+) ?= ?(?:\d+'([bdh]))?([0-9a-fA-F]+) ?$)"};
  std::smatch found;
  if (!std::regex_match(item.words, found, declared)) return std::nullopt;
  BlockParameter parameter;
  parameter.flag = found[1] == "bit";
  parameter.name = found[2];
  const int base = found[3] == "b" ? 2 : found[3] == "h" ? 16 : 10;
  parameter.fallback = std::stoll(found[4], nullptr, base);
  parameter.help = item.comment;
  const bool counts = !found[1].matched || found[1].str().starts_with("int");
  const bool may_be_none = parameter.fallback == 0 || !counts;
  parameter.least =
      number_in(parameter.help, R"(at least (\d+))")
          .value_or(number_in(parameter.help, R"((\d+) or more)").value_or(may_be_none ? 0 : 1));
  parameter.power_of_two = parameter.help.find("power of two") != std::string::npos;
  return parameter;
}

void read_head(BlockSource& block, const std::string& source) {
  const std::regex head{R"(\bmodule\s+)" + block.name + R"(\b\s*(#\s*\()?)"};
  const std::string code = code_of(source);
  std::smatch begins;
  if (!std::regex_search(code, begins, head)) {
    refuse("{} holds no module '{}': a file is called as its module.", block.path.string(),
           block.name);
  }
  std::istringstream lines{source.substr(0, static_cast<std::size_t>(begins.position()))};
  for (std::string line; std::getline(lines, line) && !block.help.ends_with('.');) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(begin, 3, "///") != 0) continue;
    block.help += (block.help.empty() ? "" : " ") + line.substr(std::min(begin + 4, line.size()));
  }
  const std::size_t end = block.help.find(". ");
  if (end != std::string::npos) block.help.resize(end + 1);
  if (!begins[1].matched) return;
  bool settable = true;  // a localparam is not, nor those behind it
  for (HeadItem& item :
       items_of(source, static_cast<std::size_t>(begins[0].second - code.begin()))) {
    for (const auto& [word, says] : {std::pair{"parameter ", true}, {"localparam ", false}}) {
      if (!item.words.starts_with(word)) continue;
      settable = says;
      item.words.erase(0, std::string_view{word}.size());
    }
    if (!settable) continue;
    if (auto parameter = parameter_in(item)) block.parameters.push_back(std::move(*parameter));
  }
}

/// What a block is built from, in the order in which the names are met: nothing else is read, so
/// that files beside it cannot change an answer. `met`: modules that need no file.
void collect_files(BlockSource& block, const std::map<std::string, fs::path>& files,
                   std::set<std::string> met) {
  std::deque<fs::path> wanted{block.path};
  while (!wanted.empty()) {
    const fs::path path = wanted.front();
    wanted.pop_front();
    std::string source = read_source(path);
    if (block.files.empty() && block.parameters.empty()) read_head(block, source);
    for (const std::string& part : used_in(source, files)) {
      if (met.insert(part).second) wanted.push_back(files.at(part));
    }
    block.files.emplace_back(path, std::move(source));
  }
}

}  // namespace

std::string code_of(const std::string& source) {
  std::string code = source;
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
  };
  for (std::size_t at = 0; at < source.size(); ++at) {
    std::size_t end = at;
    if (source.compare(at, 2, "//") == 0) {
      end = std::min(source.find('\n', at), source.size());
    } else if (source.compare(at, 2, "/*") == 0) {
      end = std::min(source.find("*/", at + 2), source.size() - 2) + 2;
    } else if (source[at] == '"') {
      end = at + 1;
      while (end < source.size() && source[end] != '"') end += source[end] == '\\' ? 2 : 1;
      ++end;
    } else {
      continue;
    }
    blank(at, end);
    at = end - 1;
  }
  return code;
}

std::string BlockParameter::key() const {
  const bool capitals =
      std::ranges::none_of(name, [](unsigned char letter) { return std::islower(letter) != 0; });
  std::string key;
  for (const char letter : name) {
    const auto plain = static_cast<unsigned char>(letter);
    if (!capitals && std::isupper(plain) != 0 && !key.empty()) key += '_';
    key += static_cast<char>(std::tolower(plain));
  }
  return key;
}

std::string BlockParameter::option() const {
  std::string option = "--" + key();
  std::ranges::replace(option, '_', '-');
  return option;
}

std::string BlockParameter::range() const {
  if (flag) return "0 or 1";
  return fmt::format("{} .. {}{}", least, kMostOfASize, power_of_two ? ", a power of two" : "");
}

void BlockParameter::check(std::int64_t value) const {
  const bool outside = flag ? value != 0 && value != 1 : value < least || value > kMostOfASize;
  if (outside) {
    refuse(RefusalClass::kRange, "{} {} is out of range: choose {}.", option(), value, range());
  }
  if (power_of_two && !std::has_single_bit(static_cast<std::uint64_t>(value))) {
    refuse(RefusalClass::kSize, "{} {} is no power of two: choose {} or {}.", option(), value,
           std::bit_floor(static_cast<std::uint64_t>(value)),
           std::bit_ceil(static_cast<std::uint64_t>(value)));
  }
}

std::vector<std::string> block_names() {
  std::vector<std::string> names;
  for (const auto& [name, path] : rtl_files()) {
    if (!name.ends_with("_pkg")) names.push_back(name);
  }
  return names;
}

std::optional<BlockSource> find_block(const std::string& name) {
  BlockSource block;
  if (name.ends_with(".sv")) {
    block.path = name;
    block.name = block.path.stem().string();
  } else {
    const auto known = rtl_files().find(name);
    if (known == rtl_files().end()) return std::nullopt;
    block.path = known->second;
    block.name = name;
  }
  collect_files(block, rtl_files(), {block.name});
  return block;
}

BlockSource find_users_block(const BlockSource& block, const fs::path& file) {
  BlockSource users;
  users.path = file;
  users.parameters = block.parameters;
  static const std::regex module{R"(\bmodule\s+(?:automatic\s+|static\s+)?(\w+))"};
  const std::string source = code_of(read_source(file));
  std::set<std::string> modules;
  for (std::sregex_iterator found{source.begin(), source.end(), module}, end; found != end;
       ++found) {
    modules.insert((*found)[1]);
  }
  for (const std::string& wanted : {block.name, file.stem().string()}) {
    if (users.name.empty() && modules.contains(wanted)) users.name = wanted;
  }
  if (users.name.empty() && modules.size() == 1) users.name = *modules.begin();
  if (users.name.empty()) {
    refuse(
        "The file {} has {}: one of them must be named {}, the block in whose place it is to "
        "stand.",
        file.string(), modules.empty() ? "no module" : "several modules", block.name);
  }
  std::map<std::string, fs::path> files = rtl_files();
  for (const auto& entry : fs::directory_iterator{fs::absolute(file).parent_path()}) {
    if (entry.path().extension() == ".sv") files[entry.path().stem().string()] = entry.path();
  }
  collect_files(users, files, modules);
  return users;
}

void print_sizes(std::ostream& out, const BlockSource& block) {
  for (const BlockParameter& size : block.parameters) {
    print_term(
        out, size.option(),
        {size.help.empty() ? size.range() : size.help,
         fmt::format("{}default {}", size.help.empty() ? "" : size.range() + "; ", size.fallback)});
  }
}

void add_sizes(CLI::App& app, const BlockSource& block) {
  for (const BlockParameter& parameter : block.parameters) {
    add_text(app, parameter.option() + ",--" + parameter.name, parameter.flag ? "1" : "");
  }
}

}  // namespace plexus
