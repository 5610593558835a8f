#include "testbenches/prove/contract.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "testbenches/cost/blocks.hpp"

namespace plexus {

namespace {

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '$';
}

bool is_space(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }

/// All that a pattern finds in `text`, which outlives them.
std::vector<std::smatch> matches(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator{text.begin(), text.end(), pattern}, {}};
}

/// Where things stand in code without comments and strings.
class Scanner {
 public:
  explicit Scanner(const std::string& code) : code_{code} {}

  [[nodiscard]] std::size_t behind_space(std::size_t at) const {
    while (at < code_.size() && is_space(code_[at])) ++at;
    return at;
  }
  [[nodiscard]] std::string word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < code_.size() && is_word(code_[end])) ++end;
    return code_.substr(at, end - at);
  }
  /// Behind the bracket that closes the one at `at`.
  [[nodiscard]] std::size_t behind_brackets(std::size_t at) const {
    std::size_t depth = 0;
    for (; at < code_.size(); ++at) {
      if (std::string_view{"([{"}.find(code_[at]) != std::string_view::npos) ++depth;
      if (std::string_view{")]}"}.find(code_[at]) != std::string_view::npos && --depth == 0) {
        return at + 1;
      }
    }
    return at;
  }
  /// Behind the semicolon that ends a simple statement.
  [[nodiscard]] std::size_t behind_semicolon(std::size_t at) const {
    while (at < code_.size() && code_[at] != ';') {
      at = std::string_view{"([{"}.find(code_[at]) != std::string_view::npos ? behind_brackets(at)
                                                                             : at + 1;
    }
    return std::min(at + 1, code_.size());
  }
  /// Behind the statement that begins at `at`.
  [[nodiscard]] std::size_t behind_statement(std::size_t at) const {
    at = behind_space(at);
    const std::string word = word_at(at);
    if (word == "begin") return behind_block(at);
    if (word == "if" || word == "for") {
      std::size_t end = behind_statement(behind_brackets(behind_space(at + word.size())));
      const std::size_t next = behind_space(end);
      if (word == "if" && word_at(next) == "else") end = behind_statement(next + 4);
      return end;
    }
    return behind_semicolon(at);
  }

 private:
  [[nodiscard]] std::size_t behind_block(std::size_t at) const {
    std::size_t depth = 0;
    while (at < code_.size()) {
      const std::string word = word_at(at);
      if (word == "begin" || word == "case") ++depth;
      if ((word == "end" || word == "endcase") && --depth == 0) return at + word.size();
      at += std::max<std::size_t>(word.size(), 1);
    }
    return at;
  }

  const std::string& code_;
};

/// An assertion's place in a file: from its label to behind its semicolon.
struct Found {
  std::size_t begin = 0;
  std::size_t end = 0;
  Clause clause;
  bool concurrent = false;
  std::string body;  ///< what stands in its brackets
};

std::string squeezed(const std::string& text) {
  std::string line;
  for (const char letter : text) {
    if (!is_space(letter)) {
      line += letter;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

/// The first string in `text`, without its quotes.
std::string first_string(const std::string& text) {
  static const std::regex quoted{
      R"(\$(?:error|fatal|warning|info)\s*\(\s*(?:\d+\s*,\s*)?"([^"]*)\")"};
  std::smatch found;
  return std::regex_search(text, found, quoted) ? found[1].str() : std::string{};
}

std::vector<Found> assertions_of(const std::string& source, const std::string& code) {
  static const std::array<std::pair<std::string_view, Clause::Kind>, 3> kKinds{
      std::pair{std::string_view{"assert"}, Clause::Kind::kAssert},
      std::pair{std::string_view{"assume"}, Clause::Kind::kAssume},
      std::pair{std::string_view{"cover"}, Clause::Kind::kCover}};
  const Scanner scan{code};
  std::vector<Found> all;
  for (std::size_t at = 0; at < code.size();) {
    const std::string word = scan.word_at(at);
    const auto* const kind =
        std::ranges::find_if(kKinds, [&](const auto& one) { return one.first == word; });
    if (word.empty() || kind == kKinds.end() || (at > 0 && code[at - 1] == '`')) {
      at += std::max<std::size_t>(word.size(), 1);
      continue;
    }
    Found found;
    found.clause.kind = kind->second;
    found.begin = at;
    // the label before it
    std::size_t before = at;
    while (before > 0 && is_space(code[before - 1])) --before;
    if (before > 0 && code[before - 1] == ':') {
      std::size_t end = before - 1;
      while (end > 0 && is_space(code[end - 1])) --end;
      std::size_t begin = end;
      while (begin > 0 && is_word(code[begin - 1])) --begin;
      if (begin < end) {
        found.clause.label = code.substr(begin, end - begin);
        found.begin = begin;
      }
    }
    std::size_t open = scan.behind_space(at + word.size());
    for (std::string next = scan.word_at(open); next == "property" || next == "final";
         next = scan.word_at(open)) {
      found.concurrent = next == "property";
      open = scan.behind_space(open + next.size());
    }
    if (code[open] == '#') open = scan.behind_space(open + 2);  // `#0`: deferred
    if (open >= code.size() || code[open] != '(') {
      at += word.size();
      continue;
    }
    const std::size_t close = scan.behind_brackets(open);
    found.body = squeezed(code.substr(open + 1, close - open - 2));
    std::size_t end = scan.behind_space(close);
    if (scan.word_at(end) == "else") {
      found.end = scan.behind_statement(end + 4);
    } else {
      found.end = scan.behind_semicolon(close);
    }
    found.clause.message = first_string(source.substr(close, found.end - close));
    at = found.end;
    all.push_back(std::move(found));
  }
  return all;
}

/// A property after `@(..)` and `disable iff (..)`.
struct Property {
  std::string clock = "clk_i";
  std::string disabled;
  std::string trigger;
  std::string holds;
  bool later = false;  ///< `|=>`
};

Property property_of(std::string body) {
  Property property;
  const auto take_brackets = [&](std::size_t open) {
    const std::size_t close = Scanner{body}.behind_brackets(open);
    std::string inside = body.substr(open + 1, close - open - 2);
    body = squeezed(body.substr(std::min(body.find_first_not_of(' ', close), body.size())));
    return inside;
  };
  if (body.starts_with('@')) {
    std::string event = take_brackets(body.find('('));
    property.clock = event.substr(event.find_last_of(" (") + 1);
  }
  if (body.starts_with("disable iff")) property.disabled = take_brackets(body.find('('));
  property.holds = body;
  std::size_t depth = 0;
  for (std::size_t at = 0; at + 2 < body.size(); ++at) {
    if (std::string_view{"([{"}.find(body[at]) != std::string_view::npos) ++depth;
    if (std::string_view{")]}"}.find(body[at]) != std::string_view::npos) --depth;
    const std::string_view arrow = std::string_view{body}.substr(at, 3);
    if (depth > 0 || (arrow != "|->" && arrow != "|=>")) continue;
    property.trigger = body.substr(0, at);
    property.holds = body.substr(at + 3);
    property.later = arrow == "|=>";
    break;
  }
  return property;
}

const char* word_of(Clause::Kind kind) {
  return kind == Clause::Kind::kAssert   ? "assert"
         : kind == Clause::Kind::kAssume ? "assume"
                                         : "cover";
}

/// Does it speak of the cycle before? Then Yosys needs a clocked process.
bool is_sampled(const Found& found) {
  static const std::regex sampled{R"(\$(past|stable|rose|fell|changed)\b)"};
  return found.concurrent && std::regex_search(found.body, sampled);
}

/// An assertion as Yosys reads it, in one line.
std::string rewritten(const Found& found, std::size_t number) {
  if (!found.concurrent) return fmt::format("{} ({});", word_of(found.clause.kind), found.body);
  const Property property = property_of(found.body);
  std::string when = property.disabled.empty() ? "1'b1" : fmt::format("!({})", property.disabled);
  std::string before;
  if (property.later) {
    const std::string kept = fmt::format("triggered_{}_q", number);
    before = fmt::format("logic {}; always @(posedge {}) {} <= {} && ({}); ", kept, property.clock,
                         kept, when, property.trigger);
    when += " && " + kept;
  } else if (!property.trigger.empty()) {
    when += fmt::format(" && ({})", property.trigger);
  }
  const std::string process =
      is_sampled(found) ? fmt::format("always @(posedge {})", property.clock) : "always @*";
  return fmt::format("{}{} if ({}) {} ({});", before, process, when, word_of(found.clause.kind),
                     property.holds);
}

struct Change {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// Clocked processes that do nothing but assert: their heads, to be made combinational.
std::vector<Change> process_heads(const std::string& code, const std::vector<Found>& assertions) {
  static const std::regex head{R"(\balways(?:_ff)?\s*@\s*\(\s*posedge\s+\w+\s*\))"};
  const Scanner scan{code};
  std::vector<Change> changes;
  for (const std::smatch& found : matches(code, head)) {
    const auto begin = static_cast<std::size_t>(found.position());
    const std::size_t behind = begin + static_cast<std::size_t>(found.length());
    const std::size_t end = scan.behind_statement(behind);
    std::string rest = code.substr(behind, end - behind);
    bool asserts = false;
    for (const Found& one : assertions) {
      if (one.begin < behind || one.end > end) continue;
      asserts = true;
      std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(one.begin - behind),
                  one.end - one.begin, ' ');
    }
    if (asserts && rest.find("<=") == std::string::npos) {
      changes.push_back({begin, behind, "always_comb"});
    }
  }
  return changes;
}

/// Regions of a file that synthesis does not see: from behind `` `ifndef SYNTHESIS`` to ``
/// `endif``.
std::vector<std::pair<std::size_t, std::size_t>> regions_of(const std::string& code) {
  const std::string opens = "`ifndef SYNTHESIS";
  std::vector<std::pair<std::size_t, std::size_t>> regions;
  for (std::size_t at = code.find(opens); at != std::string::npos; at = code.find(opens, at)) {
    at += opens.size();
    std::size_t depth = 1;
    std::size_t end = at;
    while (depth > 0 && (end = code.find('`', end)) != std::string::npos) {
      if (code.compare(end, 4, "`ifn") == 0 || code.compare(end, 4, "`ifd") == 0) ++depth;
      if (code.compare(end, 6, "`endif") == 0 && --depth == 0) break;
      ++end;
    }
    end = std::min(end, code.size());
    regions.emplace_back(at, end);
    at = end;
  }
  return regions;
}

/// Behind the item of a module that begins at `at`: a declaration, a process, a loop, a function,
/// an assertion.
std::size_t behind_item(const std::string& code, std::size_t at) {
  const Scanner scan{code};
  at = scan.behind_space(at);
  const std::string word = scan.word_at(at);
  if (word == "function") {
    return std::min(code.find("endfunction", at), code.size() - 11) + 11;
  }
  if (word.starts_with("always") || word == "initial") {
    at = scan.behind_space(at + word.size());
    if (code[at] == '@') at = scan.behind_brackets(code.find('(', at));
  }
  return scan.behind_statement(at);
}

std::set<std::string> words_in(const std::string& code) {
  static const std::regex word{R"([A-Za-z_]\w*)"};
  std::set<std::string> words;
  for (const std::smatch& found : matches(code, word)) words.insert(found.str());
  return words;
}

/// Names that a module's body declares: signals, functions, types, blocks, instances.
std::set<std::string> declared_in(const std::string& body) {
  static const std::regex declaration{
      R"(\b(?:logic|reg|wire|bit|int|integer|byte|genvar|\w+_e)\b(?:\s+unsigned|\s+signed)?\s*(?:\[[^\]]*\]\s*)*([A-Za-z_]\w*(?:\s*(?:\[[^\]]*\]\s*)*(?:=[^,;]*)?,\s*[A-Za-z_]\w*)*))"};
  static const std::regex other{
      R"((?:\bfunction\b[^;(]*?(\w+)\s*[;(])|(?:\bbegin\s*:\s*(gen_\w+))|(?:\b[a-z]\w*\s+(?:#\s*\([^;]*?\)\s*)?(\w+)\s*\(\s*\.))"};
  std::set<std::string> names;
  for (const std::smatch& found : matches(body, declaration))
    for (const std::string& word : words_in(found[1])) names.insert(word);
  for (const std::smatch& found : matches(body, other)) {
    for (std::size_t group = 1; group <= 3; ++group) {
      if (found[group].matched) names.insert(found[group]);
    }
  }
  return names;
}

/// Names to which a process or an assignment gives values.
std::set<std::string> assigned_in(const std::string& item) {
  static const std::regex gives{R"(([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:<=|=(?!=)))"};
  std::set<std::string> names;
  const std::string word = Scanner{item}.word_at(Scanner{item}.behind_space(0));
  if (!word.starts_with("always") && word != "assign" && word != "initial") return names;
  for (const std::smatch& found : matches(item, gives)) names.insert(found[1]);
  return names;
}

/// The head of a module: places of `module`, of its name's end, of its pins, and behind its `);`.
struct Head {
  std::size_t begin = 0;
  std::size_t behind_name = 0;
  std::size_t pins = 0;
  std::size_t end = 0;
};

Head head_of(const std::string& code, const std::string& block) {
  const std::regex named{R"(\bmodule\s+)" + block + R"(\b)"};
  std::smatch found;
  if (!std::regex_search(code, found, named)) return {};
  const Scanner scan{code};
  Head head;
  head.begin = static_cast<std::size_t>(found.position());
  head.behind_name = head.begin + static_cast<std::size_t>(found.length());
  head.pins = scan.behind_space(head.behind_name);
  if (code[head.pins] == '#') {
    head.pins = scan.behind_space(scan.behind_brackets(scan.behind_space(head.pins + 1)));
  }
  head.end = scan.behind_semicolon(head.pins);
  return head;
}

std::vector<std::string> pins_in(const std::string& code, const Head& head) {
  static const std::regex pin{R"(\b(?:input|output)\b[^,;]*?\b(\w+)\s*(?=,|\)\s*;))"};
  const std::string list = code.substr(head.pins, head.end - head.pins);
  std::vector<std::string> pins;
  for (const std::smatch& found : matches(list, pin)) pins.push_back(found[1]);
  return pins;
}

}  // namespace

std::optional<std::pair<std::size_t, std::string>> unknown_function(const std::string& source) {
  static const std::regex found{
      R"(\$(?:display|write|error|info|warning|fatal)\b[^;]*;)"
      R"(|(\$(?:readmem[bh]|fopen|time|stime|realtime|u?random|isunknown)\b))"};
  const std::string code = code_of(source);
  for (const std::smatch& at : matches(code, found)) {
    if (!at[1].matched) continue;  // a message, with what it tells
    const auto lines = std::count(code.begin(), code.begin() + at.position(), '\n');
    return std::pair{static_cast<std::size_t>(lines) + 1, at[1].str()};
  }
  return std::nullopt;
}

Contract read_contract(const std::string& source) {
  const std::string code = code_of(source);
  const std::vector<Found> assertions = assertions_of(source, code);
  std::vector<Change> changes = process_heads(code, assertions);
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    changes.push_back({assertions[i].begin, assertions[i].end, rewritten(assertions[i], i)});
  }
  std::ranges::sort(changes, {}, &Change::begin);
  Contract contract;
  std::size_t at = 0;
  unsigned line = 1;
  const auto add = [&](const std::string& text) {
    line += static_cast<unsigned>(std::ranges::count(text, '\n'));
    contract.text += text;
  };
  std::size_t next = 0;
  unsigned last_line = 0;
  for (const Change& change : changes) {
    add(source.substr(at, change.begin - at));
    at = change.end;
    const bool is_clause = next < assertions.size() && change.begin == assertions[next].begin;
    if (is_clause) {
      if (line == last_line) add("\n");  // a clause is known by its line
      Clause clause = assertions[next].clause;
      clause.late = is_sampled(assertions[next++]);
      clause.line = last_line = line;
      if (clause.label.empty()) clause.label = fmt::format("line_{}", line);
      contract.clauses.push_back(std::move(clause));
    }
    add(change.text);
    const auto lines = std::count(source.begin() + static_cast<std::ptrdiff_t>(change.begin),
                                  source.begin() + static_cast<std::ptrdiff_t>(change.end), '\n');
    add(std::string(static_cast<std::size_t>(lines), '\n'));
  }
  add(source.substr(at));
  return contract;
}

OutsideContract contract_outside(const std::string& source, const std::string& block,
                                 const std::string& judged, const std::string& name) {
  const std::string code = code_of(source);
  const Head head = head_of(code, block);
  const auto regions = regions_of(code);
  std::string body = code.substr(head.end);  // without regions
  for (const auto& [begin, end] : regions) {
    std::fill(body.begin() + static_cast<std::ptrdiff_t>(begin - head.end),
              body.begin() + static_cast<std::ptrdiff_t>(end - head.end), ' ');
  }
  OutsideContract outside;
  outside.text = fmt::format("module {}{}\n", name,
                             source.substr(head.behind_name, head.end - head.behind_name));
  std::size_t depth = 0;  // constants of the module, not of blocks in it
  for (std::size_t at = 0; at < body.size();) {
    const Scanner scan{body};
    const std::string word = scan.word_at(at);
    if (word == "begin" || word == "function" || word == "case") ++depth;
    if (word == "end" || word == "endfunction" || word == "endcase") --depth;
    const std::size_t end = word == "localparam" ? scan.behind_semicolon(at)
                                                 : at + std::max<std::size_t>(word.size(), 1);
    if (word == "localparam" && depth == 0) {
      outside.text += "  " + squeezed(body.substr(at, end - at)) + '\n';
      std::fill(body.begin() + static_cast<std::ptrdiff_t>(at),
                body.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    }
    at = end;
  }
  static const std::regex parameter{R"(\bparameter\b[^,)=]*?(\w+)\s*=)"};
  const std::string list = code.substr(head.behind_name, head.pins - head.behind_name);
  std::string sizes;
  for (const std::smatch& found : matches(list, parameter)) {
    sizes += fmt::format("{}.{}({})", sizes.empty() ? "" : ", ", found[1].str(), found[1].str());
  }
  std::string pins;
  for (const std::string& pin : pins_in(code, head)) {
    pins += fmt::format("{}.{}({})", pins.empty() ? "" : ", ", pin, pin);
  }
  outside.text += fmt::format("  {} {}twin ({});\n", judged,
                              sizes.empty() ? "" : fmt::format("#({}) ", sizes), pins);
  std::vector<std::string> items;
  for (const auto& [begin, end] : regions) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t next = std::min(behind_item(code, at), end);
      items.push_back(source.substr(at, next - at));
      at = next;
    }
  }
  // What speaks of the block's own names is left out, and with it what is worked out of them.
  std::set<std::string> inner = declared_in(body);
  std::vector<bool> inside(items.size());
  for (bool grows = true; std::exchange(grows, false);) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string plain = code_of(items[i]);
      const std::set<std::string> own = declared_in(plain);
      if (inside[i] || std::ranges::none_of(words_in(plain), [&](const auto& word) {
            return inner.contains(word) && !own.contains(word);
          })) {
        continue;
      }
      inside[i] = grows = true;
      inner.insert(own.begin(), own.end());
      inner.merge(assigned_in(plain));
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!inside[i]) {
      outside.text += items[i];
      continue;
    }
    for (const Clause& clause : read_contract(items[i]).clauses) {
      const bool assumed = clause.kind == Clause::Kind::kAssume;
      (assumed ? outside.not_granted : outside.left_out).push_back(clause.label);
    }
  }
  outside.text += "endmodule\n";
  return outside;
}

std::vector<PinsBeside> meant_beside(const std::string& source) {
  static const std::regex pin{R"(\boutput\b.*?\b(\w+)\s*(?:,|\)|$))"};
  static const std::regex beside{
      R"(has a meaning only beside (!?)(\w+)(?:, as (\w+)(?: and (\w+))?)?)"};
  std::vector<PinsBeside> pairs;
  PinsBeside pending;
  std::size_t at = 0;
  std::smatch told;
  std::vector<std::string> others;
  while (at < source.size()) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string line = source.substr(at, end - at);
    at = end + 1;
    const bool comment = line.find("///") != std::string::npos;
    const std::string code = line.substr(0, std::min(line.find("//"), line.size()));
    if (comment && std::regex_search(line, told, beside)) {
      pending = {"", told[2], told[1].length() == 0};
      for (const std::size_t other : {3U, 4U}) {
        if (told[other].matched) pairs.push_back({told[other], pending.valid, pending.at});
      }
    }
    std::smatch found;
    if (!pending.valid.empty() && std::regex_search(code, found, pin)) {
      pairs.push_back({found[1], pending.valid, pending.at});
      pending = {};
    }
    if (code.starts_with(");")) break;
  }
  return pairs;
}

}  // namespace plexus
