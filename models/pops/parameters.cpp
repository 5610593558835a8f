#include "models/pops/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/pops/permutation.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kMostTransfer = 1'000'000'000;
constexpr std::int64_t kMostPops = 16'777'216;  ///< processors: memory sets the real limit

PopsShape shape_of(const Values& values) { return {values.node("d"), values.node("g")}; }

std::int64_t nodes_of(const Values& values) { return values.number("d") * values.number("g"); }

[[noreturn]] void refuse(const std::string& sentence, RefusalClass kind = RefusalClass::kRange) {
  throw Refusal{kind, sentence};
}

// ---- sets and lists of processors
// ------------------------------------------------------------------

/// k, t, m of `poly:k,t,m` or a, b, c of `load:a,b,c`.
std::array<std::uint64_t, 3> three_numbers(const std::string& name, const std::string& text) {
  const auto entries = split_at_commas(text.substr(text.find(':') + 1));
  std::array<std::uint64_t, 3> numbers{};
  bool good = entries.size() == numbers.size();
  for (std::size_t i = 0; good && i < numbers.size(); ++i) {
    const char* const end = entries[i].data() + entries[i].size();
    const auto [rest, error] = std::from_chars(entries[i].data(), end, numbers[i]);
    good = error == std::errc{} && rest == end && numbers[i] <= 1'000'000'000;
  }
  if (!good) {
    refuse(
        fmt::format("{} '{}' does not give three whole numbers from 0 to 1000000000: write them "
                    "as in {}1,3,7.",
                    option_of(name), text, text.substr(0, text.find(':') + 1)));
  }
  return numbers;
}

/// {x : (k x^2 + x) mod m < t}, ascending.
std::vector<NodeId> poly_set(const std::string& name, const std::string& text, NodeId nodes) {
  const auto [k, t, m] = three_numbers(name, text);
  if (m == 0) refuse(fmt::format("{} {}: the modulus must be at least 1.", option_of(name), text));
  std::vector<NodeId> set;
  for (std::uint64_t x = 0; x < nodes; ++x) {
    if ((k % m * (x * x % m) + x) % m < t) set.push_back(static_cast<NodeId>(x));
  }
  return set;
}

NodeId processor_of(const std::string& name, const Json& entry, std::int64_t nodes) {
  if (!entry.is_number_integer() || entry < 0 || entry >= nodes) {
    refuse(fmt::format("{} names {}, which is no processor: choose 0 .. {}.", option_of(name),
                       entry.dump(), nodes - 1));
  }
  return entry.get<NodeId>();
}

std::vector<NodeId> listed(const std::string& name, const Json& list, std::int64_t nodes) {
  std::vector<NodeId> set;
  for (const Json& entry : list) set.push_back(processor_of(name, entry, nodes));
  return set;
}

/// A set given as a list or as `poly:k,t,m`, in the order given.
std::vector<NodeId> set_of(const std::string& name, const Json& value, std::int64_t nodes) {
  if (value.is_array()) return listed(name, value, nodes);
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (!text.starts_with("poly:")) {
    refuse(fmt::format("{} '{}' is neither a list of processors nor poly:k,t,m.", option_of(name),
                       text));
  }
  return poly_set(name, text, static_cast<NodeId>(nodes));
}

/// Reads a list as JSON or with commas, and leaves words as they are.
Json read_list_or_word(const std::string& name, const std::string& text) {
  if (text.starts_with('[')) {
    Json list = parse_value(text);
    if (list.is_discarded()) {
      refuse(fmt::format("{} '{}' is no list: write it as JSON.", option_of(name), text));
    }
    return list;
  }
  const bool digits = !text.empty() && text.find_first_not_of("0123456789,+- ") == text.npos;
  if (!digits) return Json(text);
  Json list = Json::array();
  for (const std::string& entry : split_at_commas(text)) list.push_back(read_integer(name, entry));
  return list;
}

Parameter list_or_word(const std::string& name, const std::string& type, const std::string& range,
                       const std::string& help, const Json& shown,
                       std::function<Json(const Values&)> fallback,
                       std::function<void(const Json&, const Values&)> check) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = type;
  parameter.range = range;
  parameter.help = help;
  *parameter.shown_default = shown;
  parameter.fallback = std::move(fallback);
  parameter.read = [name](const std::string& text) { return read_list_or_word(name, text); };
  parameter.check = std::move(check);
  return parameter;
}

Parameter set_parameter(const std::string& name, const std::string& range, const std::string& help,
                        const Json& shown, std::function<Json(const Values&)> fallback,
                        std::function<void(const std::vector<NodeId>&)> check) {
  return list_or_word(name, "list of integers or word", range, help, shown, std::move(fallback),
                      [name, check = std::move(check)](const Json& value, const Values& before) {
                        const auto set = set_of(name, value, nodes_of(before));
                        if (check) check(set);
                      });
}

Image image_of(const Json& value, const PopsShape& pops) {
  if (value.is_string()) return named_permutation(pops, value.get<std::string>());
  if (!value.is_array() || value.size() != pops.nodes()) {
    refuse(fmt::format("--permutation: write a name, or the destinations of all {} processors.",
                       pops.nodes()));
  }
  Image image = listed("permutation", value, pops.nodes());
  std::vector<bool> reached(image.size(), false);
  for (const NodeId y : image) {
    if (reached[y]) refuse(fmt::format("--permutation sends two data to processor {}.", y));
    reached[y] = true;
  }
  return image;
}

std::vector<std::pair<NodeId, NodeId>> messages_of(const Json& value, std::int64_t nodes) {
  std::vector<std::pair<NodeId, NodeId>> messages;
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (!text.starts_with("load:")) {
      refuse(
          fmt::format("--messages '{}' is neither a list of [source, destination] nor "
                      "load:a,b,c.",
                      text));
    }
    const auto [a, b, c] = three_numbers("messages", text);
    const auto n = static_cast<std::uint64_t>(nodes);
    if (c * n > 100'000'000) refuse("--messages: more than 100000000 messages: choose fewer.");
    for (std::uint64_t x = 0; x < n; ++x) {
      for (std::uint64_t t = 0; t < c; ++t) {
        const std::uint64_t to = (a % n * x + b % n * (t % n) + 1) % n;
        if (to != x) messages.emplace_back(static_cast<NodeId>(x), static_cast<NodeId>(to));
      }
    }
    return messages;
  }
  if (!value.is_array()) refuse("--messages: write a list of [source, destination] as JSON.");
  for (const Json& entry : value) {
    if (!entry.is_array() || entry.size() != 2) {
      refuse(fmt::format("--messages: {} is no [source, destination].", entry.dump()));
    }
    const NodeId source = processor_of("messages", entry[0], nodes);
    const NodeId destination = processor_of("messages", entry[1], nodes);
    if (source != destination) messages.emplace_back(source, destination);  // others are dropped
  }
  return messages;
}

std::vector<std::vector<RawMessage>> transmissions_of(const Json& value, std::int64_t nodes) {
  if (!value.is_array()) refuse("--transmissions: write a list of slots as JSON.");
  std::vector<std::vector<RawMessage>> slots;
  for (const Json& slot : value) {
    if (!slot.is_array()) refuse("--transmissions: a slot is a list of messages.");
    std::vector<RawMessage>& messages = slots.emplace_back();
    for (const Json& entry : slot) {
      const bool good = entry.is_object() && entry.contains("source") &&
                        entry.contains("message") && entry.contains("receivers") &&
                        entry.size() == 3 && entry["receivers"].is_array();
      if (!good) {
        refuse(
            fmt::format("--transmissions: {} is no message: write its source, message and "
                        "receivers, a list.",
                        entry.dump()));
      }
      RawMessage message{processor_of("transmissions", entry["source"], nodes),
                         listed("transmissions", entry["receivers"], nodes)};
      if (message.receivers.empty()) {
        refuse("--transmissions: a message without receivers drives no coupler: name one.");
      }
      std::ranges::sort(message.receivers);
      std::vector<NodeId>& to = message.receivers;
      to.erase(std::unique(to.begin(), to.end()), to.end());
      messages.push_back(std::move(message));
    }
  }
  return slots;
}

// ---- the parameters
// ----------------------------------------------------------------------------------

/// A number with decimals.
Parameter decimal(const std::string& name, double fallback, double low, const std::string& help) {
  constexpr double kMost = 1000;
  Parameter parameter;
  parameter.name = name;
  parameter.type = "number";
  parameter.range = fmt::format("{} .. {}", low, kMost);
  parameter.help = help;
  *parameter.shown_default = fallback;
  parameter.fallback = [fallback](const Values&) { return Json(fallback); };
  const auto out_of_range = [=](const std::string& text) {
    refuse(
        fmt::format("{} {} is out of range: choose {} .. {}.", option_of(name), text, low, kMost));
  };
  parameter.read = [out_of_range](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size();
    if (!good || !std::isfinite(value)) out_of_range('\'' + text + '\'');
    return Json(value);
  };
  parameter.check = [=](const Json& value, const Values&) {
    const bool good =
        value.is_number() && value.get<double>() >= low && value.get<double>() <= kMost;
    if (!good) out_of_range(value.dump());
  };
  return parameter;
}

std::vector<Parameter> shape_parameters() {
  const Parameter groups =
      with_check(integer("g", 1, kMostPops, 4, "groups", RefusalClass::kSize), ">= 1",
                 [](const Json& value, const Values& before) {
                   const std::int64_t nodes = value.get<std::int64_t>() * before.number("d");
                   if (nodes <= kMostPops) return;
                   refuse(fmt::format("--d {} times --g {} are {} processors, and {} are the most: "
                                      "choose fewer.",
                                      before.number("d"), value.dump(), nodes, kMostPops),
                          RefusalClass::kSize);
                 });
  Parameter degree = integer("d", 1, kMostPops, 4, "processors of a group: fan-in of a coupler",
                             RefusalClass::kSize);
  degree.range = ">= 1";
  return {degree, groups};
}

std::vector<Parameter> slot_parameters() {
  return {integer("words", 1, kMostTransfer, 1, "words of one datum"),
          integer("startup", 0, kMostTransfer, 0, "guard cycles before the payload of a slot"),
          integer("bandwidth", 1, kMostTransfer, 1, "words that cross a coupler in a cycle")};
}

Parameter processor(const std::string& name, const Json& shown,
                    std::function<Json(const Values&)> fallback, const std::string& help) {
  return with_default(within(integer(name, 0, 0, help), "0 .. d g - 1", 0,
                             [](const Values& before) { return nodes_of(before) - 1; }),
                      shown, std::move(fallback));
}

Json zero(const Values& /*before*/) { return Json(0); }

Parameter permutation_parameter(const std::string& fallback) {
  return list_or_word(
      "permutation", "word or list of integers",
      "reverse, rotate-group, transpose, affine:a,b, bit-reversal, shuffle, group-reversal, "
      "group-rotate, or the destination of every processor",
      "where every datum goes", fallback, [fallback](const Values&) { return Json(fallback); },
      [](const Json& value, const Values& before) {
        static_cast<void>(image_of(value, shape_of(before)));
      });
}

/// The largest divisor of d that is at most g.
Json default_subgroup(const Values& before) {
  const std::int64_t d = before.number("d");
  std::int64_t M = std::min(d, before.number("g"));
  while (d % M != 0) --M;
  return Json(M);
}

Parameter subgroup_parameter(bool divides) {
  const Parameter M = with_default(
      integer("subgroup", 1, 1, "M: processors whose arrays are summed, elements of an array"),
      "largest divisor of d up to g", default_subgroup);
  return with_check(
      M, divides ? "1 .. d, a divisor of d" : "1 .. d",
      [divides](const Json& value, const Values& before) {
        const std::int64_t d = before.number("d");
        if (value > d || (divides && d % value.get<std::int64_t>() != 0)) {
          refuse(fmt::format("--subgroup {} does not fit into groups of --d {}: choose "
                             "{}.",
                             value.dump(), d, divides ? "a divisor of it" : "at most as many"),
                 RefusalClass::kSize);
        }
      });
}

Parameter active_parameter(bool one_per_group) {
  const auto fallback = [one_per_group](const Values& before) {
    if (!one_per_group) return Json("all");
    Json list = Json::array();
    for (std::int64_t i = 0; i < before.number("g"); ++i) list.push_back(i * before.number("d"));
    return list;
  };
  return list_or_word(
      "active", "list of integers or word", "all, or processors 0 .. d g - 1", "who sends",
      one_per_group ? "the first of each group" : "all", fallback,
      [](const Json& value, const Values& before) {
        if (value == "all") return;
        if (!value.is_array()) {
          refuse(fmt::format("--active {} is neither a list nor all.", value.dump()));
        }
        static_cast<void>(listed("active", value, nodes_of(before)));
      });
}

Parameter destinations_parameter() {
  return set_parameter(
      "destinations", "rising processors 0 .. d g - 1, or poly:k,t,m", "where datum 0, 1, .. goes",
      "poly:1,3,7", [](const Values&) { return Json("poly:1,3,7"); },
      [](const std::vector<NodeId>& set) {
        for (std::size_t i = 1; i < set.size(); ++i) {
          if (set[i] > set[i - 1]) continue;
          refuse(fmt::format("--destinations must rise, and {} stands behind {}.", set[i],
                             set[i - 1]));
        }
      });
}

Parameter messages_parameter() {
  return list_or_word(
      "messages", "list of pairs or word", "[[source, destination], ..] or load:a,b,c",
      "messages in the order in which they wait", "load:3,1,2",
      [](const Values&) { return Json("load:3,1,2"); },
      [](const Json& value, const Values& before) {
        static_cast<void>(messages_of(value, nodes_of(before)));
      });
}

Parameter transmissions_parameter() {
  return list_or_word(
      "transmissions", "list of slots",
      R"([[{"source": 0, "message": "a", "receivers": [1]}, ..], ..])",
      "who sends what in each slot", "one message from the first to the last processor",
      [](const Values& before) {
        Json message = {{"source", 0}, {"message", "a"}};
        message["receivers"] = Json::array({nodes_of(before) - 1});
        return Json::array({Json::array({message})});
      },
      [](const Json& value, const Values& before) {
        static_cast<void>(transmissions_of(value, nodes_of(before)));
      });
}

void add_knob(std::vector<Parameter>& list, PopsKnob knob, const PopsAlgorithm& algorithm) {
  switch (knob) {
    case PopsKnob::kEnds:
      list.push_back(processor("source", 0, zero, "processor that has the datum"));
      list.push_back(processor(
          "destination", "the last processor",
          [](const Values& before) { return Json(nodes_of(before) - 1); },
          "processor that gets it"));
      return;
    case PopsKnob::kRoot:
      list.push_back(processor("root", 0, zero, "processor that sends to all, or gets all"));
      return;
    case PopsKnob::kPermutation:
      list.push_back(permutation_parameter("reverse"));
      return;
    case PopsKnob::kIntragroup:
      list.push_back(permutation_parameter("group-rotate"));
      return;
    case PopsKnob::kBit:
      list.push_back(integer("bit", 0, 0, "bit of the processors' numbers along which data move"));
      return;
    case PopsKnob::kActive:
    case PopsKnob::kOnePerGroup:
      list.push_back(active_parameter(knob == PopsKnob::kOnePerGroup));
      return;
    case PopsKnob::kDirection:
      list.push_back(
          word("direction", {"right", "left", "down", "up"}, "right", "where data move"));
      list.push_back(flag("wrap", true, "edges are joined; otherwise their nodes do not send out"));
      return;
    case PopsKnob::kSubgroup:
      list.push_back(subgroup_parameter(std::string{algorithm.operation} == "consecutive-sum"));
      return;
    case PopsKnob::kSelected:
      list.push_back(set_parameter("selected", "processors 0 .. d g - 1, or poly:k,t,m",
                                   "selected processors", "poly:1,3,7",
                                   [](const Values&) { return Json("poly:1,3,7"); }, {}));
      return;
    case PopsKnob::kDestinations:
      list.push_back(destinations_parameter());
      return;
    case PopsKnob::kFirstDestination:
      list.push_back(integer("first_destination", -1, 0, -1,
                             "destination before the first: 0 as printed leaves processor 0 out"));
      return;
    case PopsKnob::kMultiTx:
      list.push_back(flag("multi_tx", false, "a different message on every coupler of a sender"));
      return;
    case PopsKnob::kMultiRx:
      list.push_back(flag("multi_rx", false, "a message from every coupler of a receiver"));
      return;
    case PopsKnob::kMessages:
      list.push_back(messages_parameter());
      return;
    case PopsKnob::kTransmissions:
      list.push_back(transmissions_parameter());
      return;
  }
}

std::vector<Parameter> optical_parameters() {
  const Optics optics;
  constexpr double kAny = -1000;
  return {decimal("stage_loss", optics.stage_loss, 0, "excess loss of a 2 x 2 stage in dB"),
          decimal("connector_loss", optics.connector_loss, 0, "loss of the connectors in dB"),
          decimal("transmit_power", optics.transmit_power, kAny, "power of a transmitter in dBm"),
          decimal("sensitivity", optics.sensitivity, kAny, "sensitivity of a receiver in dBm"),
          decimal("reserve", optics.reserve, 0, "reserve of the budget in dB")};
}

}  // namespace

std::vector<Parameter> pops_parameters(const PopsAlgorithm& algorithm) {
  std::vector<Parameter> list = joined({shape_parameters(), slot_parameters()});
  for (const PopsKnob knob : algorithm.knobs) add_knob(list, knob, algorithm);
  list.push_back(word("on_fault", {"abort", "drop"}, "abort",
                      "what conflicts do: end the run, or lose their messages"));
  return joined({std::move(list), optical_parameters()});
}

std::vector<Parameter> pops_machine_parameters() {
  return joined({shape_parameters(), optical_parameters()});
}

PopsCase pops_case(const Values& values) {
  PopsCase at;
  at.shape = shape_of(values);
  if (values.has("words")) {  // not asked for by a question about the machine itself
    at.words = values.words();
    at.rules.slot = values.timing();
    at.rules.words = at.words;
    at.rules.drop = values.word("on_fault") == "drop";
  }
  const auto real = [&](const char* name) { return values.at(name).get<double>(); };
  at.optics = {real("stage_loss"), real("connector_loss"), real("transmit_power"),
               real("sensitivity"), real("reserve")};
  at.rules.feasible = at.optics.feasible(at.shape.d);
  const auto set = [&](const char* name) { return set_of(name, values.at(name), at.nodes()); };
  if (values.has("multi_tx")) at.rules.multi_tx = values.flag("multi_tx");
  if (values.has("multi_rx")) at.rules.multi_rx = values.flag("multi_rx");
  if (values.has("source")) at.source = values.node("source");
  if (values.has("destination")) at.destination = values.node("destination");
  if (values.has("root")) at.root = values.node("root");
  if (values.has("permutation")) at.image = image_of(values.at("permutation"), at.shape);
  if (values.has("bit")) {
    at.bit = static_cast<NodeId>(std::min<std::int64_t>(values.number("bit"), 1'000'000));
    at.active.assign(at.nodes(), true);
  }
  if (values.has("active") && values.at("active") != "all") {
    at.active.assign(at.nodes(), false);
    for (const NodeId x : set("active")) at.active[x] = true;
  }
  if (values.has("direction")) {
    const std::string word = values.word("direction");
    at.direction = word == "right"  ? MeshDirection::kRight
                   : word == "left" ? MeshDirection::kLeft
                   : word == "down" ? MeshDirection::kDown
                                    : MeshDirection::kUp;
    at.wrap = values.flag("wrap");
  }
  if (values.has("subgroup")) at.subgroup = values.node("subgroup");
  if (values.has("selected")) {
    at.selected = set("selected");
    std::ranges::sort(at.selected);
    at.selected.erase(std::unique(at.selected.begin(), at.selected.end()), at.selected.end());
  }
  if (values.has("destinations")) at.destinations = set("destinations");
  if (values.has("first_destination")) at.first_destination = values.number("first_destination");
  if (values.has("messages")) at.messages = messages_of(values.at("messages"), at.nodes());
  if (values.has("transmissions")) {
    at.transmissions = transmissions_of(values.at("transmissions"), at.nodes());
  }
  return at;
}

}  // namespace plexus
