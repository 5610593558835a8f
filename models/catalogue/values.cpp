#include "models/catalogue/values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/number.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();
/// Larger numbers are refused, on the command line and in files.
constexpr std::int64_t kLargest = 1'000'000'000'000;
/// Most words, start-up and bandwidth: sums and products of the cost functions stay within 64 bits.
constexpr std::int64_t kLargestTransfer = 1'000'000'000;

[[noreturn]] void out_of_range(const std::string& name, const std::string& value,
                               const std::string& range, RefusalClass kind = RefusalClass::kRange) {
  throw Refusal{kind,
                fmt::format("{} {} is out of range: choose {}.", option_of(name), value, range)};
}

/// For `4x4`: how a list is written.
std::string hint_at_list(const std::string& text) {
  const bool crossed = text.find_first_not_of("0123456789x") == std::string::npos &&
                       text.find('x') != std::string::npos && !text.starts_with("0x") &&
                       text.front() != 'x' && text.back() != 'x';
  if (!crossed) return {};
  std::string list = text;
  std::ranges::replace(list, 'x', ',');
  return ", a list of several as " + list;
}

std::string range_text(std::int64_t low, std::int64_t high) {
  return high == kUnbounded ? fmt::format(">= {}", low) : fmt::format("{} .. {}", low, high);
}

/// Number of single-letter edits from one word to the other.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

}  // namespace

bool Values::has(const std::string& name) const { return values_->contains(name); }
const Json& Values::at(const std::string& name) const { return values_->at(name); }
void Values::set(const std::string& name, Json value) { (*values_)[name] = std::move(value); }
std::int64_t Values::number(const std::string& name) const { return at(name); }
NodeId Values::node(const std::string& name) const { return at(name); }
bool Values::flag(const std::string& name) const { return at(name); }
std::string Values::word(const std::string& name) const { return at(name); }
std::vector<std::int64_t> Values::list(const std::string& name) const { return at(name); }

std::string option_of(const std::string& name) {
  std::string option = "--" + name;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string Parameter::option() const { return option_of(name); }

std::string nearest(const std::string& said, const std::vector<std::string>& candidates) {
  std::string text = said;
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  std::string best;
  std::size_t distance = std::max<std::size_t>(2, text.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const bool begins = text.size() >= 3 && candidate.starts_with(text);
    const std::size_t candidate_distance = begins ? 1 : edit_distance(text, candidate);
    if (candidate_distance < distance) {
      best = candidate;
      distance = candidate_distance;
    }
  }
  return best;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    entries.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

std::int64_t read_integer(const std::string& name, const std::string& text,
                          const std::string& range) {
  const std::string digits = text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
  const bool whole = !digits.empty() && std::ranges::all_of(digits, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  if (!whole) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("{} '{}' is not a whole number: write it in decimal digits{}.",
                              option_of(name), text, hint_at_list(text))};
  }
  std::int64_t number = 0;
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc{} || number > kLargest || number < -kLargest) {
    out_of_range(name, text,
                 !range.empty()          ? range
                 : text.starts_with('-') ? fmt::format("at least -{}", kLargest)
                                         : fmt::format("at most {}", kLargest));
  }
  return number;
}

Parameter integer(const std::string& name, std::int64_t low, std::int64_t high, Json fallback,
                  const std::string& help, RefusalClass kind) {
  Parameter parameter = free_text(name, "integer", range_text(low, high), fallback, help);
  parameter.read = [=](const std::string& text) {
    return Json(read_integer(name, text, high == kUnbounded ? "" : range_text(low, high)));
  };
  parameter.check = [=](const Json& value, const Values&) {
    if (!value.is_number_integer()) {
      throw Refusal{RefusalClass::kRange,
                    fmt::format("{} {} is not a whole number: choose {}.", option_of(name),
                                value.dump(), range_text(low, high))};
    }
    if (value < low || value > high) out_of_range(name, value.dump(), range_text(low, high), kind);
    if (value > kLargest) {
      out_of_range(name, value.dump(), fmt::format("at most {}", kLargest), kind);
    }
  };
  return parameter;
}

Parameter integer(const std::string& name, std::int64_t low, Json fallback,
                  const std::string& help) {
  return integer(name, low, kUnbounded, std::move(fallback), help);
}

Parameter word(const std::string& name, const std::vector<std::string>& words,
               const std::string& fallback, const std::string& help) {
  Parameter parameter =
      free_text(name, "word", fmt::format("{}", fmt::join(words, ", ")), fallback, help);
  parameter.check = [=, range = parameter.range](const Json& value, const Values&) {
    if (value.is_string() && std::ranges::find(words, value.get<std::string>()) != words.end()) {
      return;
    }
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    const std::string near = nearest(text, words);
    throw Refusal{RefusalClass::kRange,
                  fmt::format("{} '{}' is none of {}{}", option_of(name), text, range,
                              near.empty() ? "." : fmt::format(": did you mean '{}'?", near))};
  };
  return parameter;
}

Parameter free_text(const std::string& name, const std::string& type, const std::string& range,
                    const Json& fallback, const std::string& help) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = type;
  parameter.range = range;
  parameter.help = help;
  *parameter.shown_default = fallback;
  parameter.fallback = [fallback](const Values&) { return fallback; };
  parameter.read = [](const std::string& text) { return Json(text); };
  return parameter;
}

Parameter flag(const std::string& name, bool fallback, const std::string& help) {
  Parameter parameter = free_text(name, "boolean", "true, false", fallback, help);
  parameter.read = [name](const std::string& text) {
    if (text != "true" && text != "false") out_of_range(name, text, "true or false");
    return Json(text == "true");
  };
  parameter.check = [name](const Json& value, const Values&) {
    if (!value.is_boolean()) out_of_range(name, value.dump(), "true or false");
  };
  return parameter;
}

namespace {

/// A list as JSON, or of whole numbers between commas.
Json read_list(const std::string& name, const std::string& text) {
  if (text.starts_with('[')) {
    Json list = parse_value(text);
    if (!list.is_discarded()) return list;
    throw Refusal{RefusalClass::kRange,
                  fmt::format("{} '{}' is no list: separate whole numbers by commas, as in 4,4.",
                              option_of(name), text)};
  }
  Json list = Json::array();
  for (const std::string& entry : split_at_commas(text)) list.push_back(read_integer(name, entry));
  return list;
}

}  // namespace

Parameter list_or_word(const std::string& name, const std::string& type, const std::string& range,
                       const Json& fallback, const std::string& help,
                       std::function<void(const Json&, const Values&)> check) {
  Parameter parameter = free_text(name, type, range, fallback, help);
  parameter.read = [name](const std::string& text) {
    const bool listed = text.find_first_of("[0123456789+-") == 0;
    return listed ? read_list(name, text) : Json(text);
  };
  parameter.check = std::move(check);
  return parameter;
}

Parameter decimal(const std::string& name, double low, double high, double fallback,
                  const std::string& help) {
  Parameter parameter =
      free_text(name, "number", fmt::format("{} .. {}", low, high), fallback, help);
  parameter.read = [name, range = parameter.range](const std::string& text) {
    const auto value = number_of<double>(text);
    const auto share =
        text.ends_with('%') ? number_of<double>(text.substr(0, text.size() - 1)) : std::nullopt;
    if (share) {
      throw Refusal{RefusalClass::kRange, fmt::format("{} {} is a percentage: write {} instead.",
                                                      option_of(name), text, *share / 100)};
    }
    if (!value) out_of_range(name, "'" + text + "'", range);
    return Json(*value);
  };
  parameter.check = [name, low, high, range = parameter.range](const Json& value, const Values&) {
    const bool good =
        value.is_number() && value.get<double>() >= low && value.get<double>() <= high;
    if (!good) out_of_range(name, value.dump(), range);
  };
  return parameter;
}

Parameter integers(const std::string& name, std::int64_t low, Json fallback,
                   const std::string& help) {
  const bool any = low == std::numeric_limits<std::int64_t>::min();
  const std::string list_range = any ? "whole numbers, separated by commas"
                                     : fmt::format("whole numbers >= {}, separated by commas", low);
  Parameter parameter = free_text(name, "list of integers", list_range, fallback, help);
  parameter.read = [name](const std::string& text) { return read_list(name, text); };
  parameter.check = [=](const Json& value, const Values&) {
    const auto good = [low](const Json& entry) {
      return entry.is_number_integer() && entry >= low && entry <= kLargest;
    };
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), good)) {
      out_of_range(name, value.dump(), list_range);
    }
  };
  return parameter;
}

Parameter with_default(Parameter parameter, const Json& shown,
                       std::function<Json(const Values&)> fallback) {
  *parameter.shown_default = shown;
  parameter.fallback = std::move(fallback);
  return parameter;
}

Parameter as_feature(Parameter parameter) {
  parameter.feature = true;
  return parameter;
}

Parameter with_check(Parameter parameter, const std::string& range,
                     std::function<void(const Json&, const Values&)> check) {
  parameter.range = range;
  parameter.check = [first = parameter.check, then = std::move(check)](const Json& value,
                                                                       const Values& before) {
    first(value, before);
    then(value, before);
  };
  return parameter;
}

Parameter only_with(Parameter parameter, const std::string& condition,
                    std::function<bool(const Values&)> applies) {
  const std::string told = "; only with " + parameter.condition;  // which `condition` has in it
  if (parameter.help.ends_with(told)) parameter.help.resize(parameter.help.size() - told.size());
  parameter.help += "; only with " + condition;
  parameter.condition = condition;
  parameter.applies = std::move(applies);
  return parameter;
}

std::vector<Parameter> transfer_parameters() {
  return {integer("words", 1, kLargestTransfer, 64, "words of one block or message"),
          integer("startup", 0, kLargestTransfer, 0, "cycles before the first word of a transfer"),
          integer("bandwidth", 1, kLargestTransfer, 1, "words that cross a channel in a cycle")};
}

Parameter within(Parameter parameter, const std::string& range, std::int64_t low,
                 std::function<std::int64_t(const Values&)> high) {
  parameter.range = range;
  parameter.check = [name = parameter.name, whole = parameter.check, low, high = std::move(high)](
                        const Json& value, const Values& before) {
    const std::int64_t most = high(before);
    if (value.is_number_integer() && (value < low || value > most)) {
      out_of_range(name, value.dump(), fmt::format("{} .. {}", low, most));
    }
    whole(value, before);
  };
  return parameter;
}

Parameter node_parameter(const std::string& name, Json fallback,
                         std::function<std::int64_t(const Values&)> count,
                         const std::string& help) {
  return within(integer(name, 0, std::move(fallback), help), "0 .. nodes - 1", 0,
                [count = std::move(count)](const Values& before) { return count(before) - 1; });
}

std::vector<Parameter> source_and_destination(
    const std::function<std::int64_t(const Values&)>& count, const std::string& shown,
    std::function<Json(const Values&)> destination) {
  const Parameter end =
      with_default(node_parameter("destination", 0, count, "processor that gets the message"),
                   shown, std::move(destination));
  return {node_parameter("source", 0, count, "processor that has the message"),
          with_check(end, "0 .. nodes - 1, not the source",
                     [count](const Json& value, const Values& before) {
                       if (value != before.at("source")) return;
                       if (count(before) > 1) {
                         out_of_range("destination", value.dump(), "a node other than the source");
                       }
                       throw Refusal{RefusalClass::kRange,
                                     "A move needs a node to go to, and there is one node alone: "
                                     "choose a larger machine."};
                     })};
}

std::int64_t nodes_asked(const Values& values) { return values.number("nodes"); }

Json half_way_round(const Values& values) {
  const std::int64_t nodes = nodes_asked(values);
  return Json((values.number("source") + nodes / 2) % nodes);
}

Parameter k_star_parameter(const Json& shown, std::function<Json(const Values&)> fallback,
                           const std::string& help) {
  return with_default(within(integer("k_star", 1, 1, help), "1 .. nodes", 1, nodes_asked), shown,
                      std::move(fallback));
}

Parameter packets_parameter() {
  Parameter parameter = integer("packets", 1, 1, "packets that a message is cut into");
  parameter.type = "integer or word";
  parameter.range = "1 .. words, optimal, formula";
  parameter.read = [](const std::string& text) {
    if (text == "optimal" || text == "formula") return Json(text);
    if (const std::string near = nearest(text, {"optimal", "formula"}); !near.empty()) {
      throw Refusal{RefusalClass::kRange,
                    fmt::format("--packets '{}' is neither a number nor a rule: did you mean "
                                "'{}'?",
                                text, near)};
    }
    return Json(read_integer("packets", text));
  };
  parameter.check = [](const Json& value, const Values& before) {
    if (value == "optimal" || value == "formula") return;
    const std::int64_t words = before.number("words");
    if (!value.is_number_integer() || value < 1 || value > words) {
      out_of_range("packets", value.dump(),
                   fmt::format("1 .. {} (the words), optimal or formula", words));
    }
  };
  return parameter;
}

std::int64_t packets_of(const Values& values, const std::function<std::int64_t()>& formula,
                        const std::function<std::int64_t()>& optimal, std::int64_t streams) {
  constexpr double kPacket = 120;  // in a queue
  const Json& asked = values.at("packets");
  const std::int64_t packets = asked == "formula"   ? formula()
                               : asked == "optimal" ? optimal()
                                                    : asked.get<std::int64_t>();
  require_memory(kPacket * static_cast<double>(packets) * static_cast<double>(streams));
  return packets;
}

Parameter port_rule_parameter(PortRule fallback) {
  std::vector<std::string> rules;
  for (const PortRule rule : kPortRules) rules.emplace_back(to_string(rule));
  return word("port_rule", rules, std::string{to_string(fallback)},
              "which channels of a node may work at the same time");
}

Values complete(const std::vector<Parameter>& parameters, const Json& given) {
  Values values;
  for (const Parameter& parameter : parameters) {
    const bool is_given = given.contains(parameter.name);
    if (parameter.applies && !parameter.applies(values)) {
      if (!is_given) continue;
      if (parameter.misplaced) parameter.misplaced(given.at(parameter.name), values);
      throw Refusal{RefusalClass::kUsage, fmt::format("{} applies only with {}.",
                                                      parameter.option(), parameter.condition)};
    }
    Json value = is_given ? given.at(parameter.name) : parameter.fallback(values);
    if (parameter.check) parameter.check(value, values);
    values.set(parameter.name, std::move(value));
  }
  for (const auto& [name, value] : given.items()) {
    if (values.has(name)) continue;
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("There is no parameter {} here: leave it out.", name)};
  }
  return values;
}

std::vector<Parameter> joined(std::initializer_list<std::vector<Parameter>> lists) {
  std::vector<Parameter> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace plexus
