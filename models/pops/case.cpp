#include "models/pops/case.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/number.hpp"
#include "models/catalogue/size_of_nodes.hpp"
#include "models/pops/permutation.hpp"
#include "models/traffic/setting.hpp"

namespace plexus::pops {

namespace {

constexpr std::int64_t kMostTransfer = 1'000'000'000;
constexpr std::int64_t kMostPops = 16'777'216;  ///< processors: memory sets the real limit

PopsShape shape_of(const Values& values) { return {values.node("d"), values.node("g")}; }

std::int64_t nodes_of(const Values& values) { return values.number("d") * values.number("g"); }

[[noreturn]] void refuse(const std::string& sentence, RefusalClass kind = RefusalClass::kRange) {
  throw Refusal{kind, sentence};
}

// ---- What values say ----------------------------------------------------------------------------

/// k, t, m of `poly:k,t,m` or a, b, c of `load:a,b,c`.
std::array<std::uint64_t, 3> three_numbers(const std::string& name, const std::string& text) {
  const std::size_t colon = text.find(':') + 1;
  const auto entries = split_at_commas(text.substr(colon));
  std::array<std::uint64_t, 3> numbers{};
  bool good = entries.size() == numbers.size();
  for (std::size_t i = 0; good && i < numbers.size(); ++i) {
    const auto number = number_of<std::uint64_t>(entries[i]);
    good = number && *number <= 1'000'000'000;
    numbers[i] = number.value_or(0);
  }
  if (!good) {
    refuse(
        fmt::format("{} '{}' does not give three whole numbers from 0 to 1000000000: write them "
                    "as in {}1,3,7.",
                    option_of(name), text, text.substr(0, colon)));
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

/// Sorted, each once.
std::vector<NodeId> as_set(std::vector<NodeId> list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

/// Processors as a list or as `poly:k,t,m`, in the order given.
std::vector<NodeId> set_of(const std::string& name, const Json& value, const PopsShape& pops) {
  if (value.is_array()) return listed(name, value, pops.nodes());
  const std::string text = plain_text(value);
  if (text.starts_with("poly:")) return poly_set(name, text, pops.nodes());
  refuse(fmt::format("{} '{}' is neither a list of processors nor poly:k,t,m.", option_of(name),
                     text));
}

Image image_of(const Json& value, const PopsShape& pops) {
  if (value.is_string()) return named_image(pops, value.get<std::string>());
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

std::vector<bool> active_of(const Json& value, const PopsShape& pops) {
  std::vector<bool> active(pops.nodes(), value == "all");
  if (value == "all") return active;
  if (!value.is_array()) {
    refuse(fmt::format("--active {} is neither a list nor all.", value.dump()));
  }
  for (const NodeId x : listed("active", value, pops.nodes())) active[x] = true;
  return active;
}

std::vector<NodeId> selected_of(const Json& value, const PopsShape& pops) {
  return as_set(set_of("selected", value, pops));
}

std::vector<NodeId> destinations_of(const Json& value, const PopsShape& pops) {
  std::vector<NodeId> set = set_of("destinations", value, pops);
  for (std::size_t i = 1; i < set.size(); ++i) {
    if (set[i] > set[i - 1]) continue;
    refuse(fmt::format("--destinations must rise, and {} stands behind {}.", set[i], set[i - 1]));
  }
  return set;
}

std::vector<std::pair<NodeId, NodeId>> load_pattern(const std::string& text, std::uint64_t n) {
  const auto [a, b, c] = three_numbers("messages", text);
  if (c * n > 100'000'000) refuse("--messages: more than 100000000 messages: choose fewer.");
  std::vector<std::pair<NodeId, NodeId>> messages;
  for (std::uint64_t x = 0; x < n; ++x) {
    for (std::uint64_t t = 0; t < c; ++t) {
      const std::uint64_t to = (a % n * x + b % n * (t % n) + 1) % n;
      if (to != x) messages.emplace_back(static_cast<NodeId>(x), static_cast<NodeId>(to));
    }
  }
  return messages;
}

std::vector<std::pair<NodeId, NodeId>> messages_of(const Json& value, const PopsShape& pops) {
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text.starts_with("load:")) return load_pattern(text, pops.nodes());
    refuse(fmt::format("--messages '{}' is neither a list of [source, destination] nor load:a,b,c.",
                       text));
  }
  if (!value.is_array()) refuse("--messages: write a list of [source, destination] as JSON.");
  std::vector<std::pair<NodeId, NodeId>> messages;
  for (const Json& entry : value) {
    if (!entry.is_array() || entry.size() != 2) {
      refuse(fmt::format("--messages: {} is no [source, destination].", entry.dump()));
    }
    const auto ends = listed("messages", entry, pops.nodes());
    if (ends[0] != ends[1]) messages.emplace_back(ends[0], ends[1]);  // others are dropped
  }
  return messages;
}

std::vector<std::vector<RawMessage>> transmissions_of(const Json& value, const PopsShape& pops) {
  const std::int64_t nodes = pops.nodes();
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
            fmt::format("--transmissions: {} is no message: write it as {{\"source\": 0, "
                        "\"message\": \"a\", \"receivers\": [1]}}.",
                        entry.dump()));
      }
      messages.push_back({processor_of("transmissions", entry["source"], nodes),
                          as_set(listed("transmissions", entry["receivers"], nodes))});
      if (messages.back().receivers.empty()) {
        refuse("--transmissions: a message without receivers drives no coupler: name one.");
      }
    }
  }
  return slots;
}

// ---- Parameters ---------------------------------------------------------------------------------

/// A list or a word, which `read` understands: what it refuses is refused before the run.
template <typename Read>
Parameter understood(const std::string& name, const std::string& type, const std::string& range,
                     const Json& fallback, const std::string& help, Read read) {
  return list_or_word(name, type, range, fallback, help,
                      [read](const Json& value, const Values& before) {
                        static_cast<void>(read(value, shape_of(before)));
                      });
}

Parameter processor(const std::string& name, const std::string& help) {
  return within(integer(name, 0, 0, help), "0 .. d g - 1", 0,
                [](const Values& before) { return nodes_of(before) - 1; });
}

/// The largest divisor of d that is at most g.
Json default_subgroup(const Values& before) {
  const std::int64_t d = before.number("d");
  std::int64_t M = std::min(d, before.number("g"));
  while (d % M != 0) --M;
  return Json(M);
}

std::vector<Parameter> shape_parameters() {
  Parameter degree = integer("d", 1, kMostPops, 4, "processors of a group: fan-in of a coupler",
                             RefusalClass::kSize);
  degree.range = ">= 1";
  degree.of_nodes = [](const Parameter&, std::int64_t nodes) {
    return std::to_string(lower_factor(nodes));
  };
  Parameter groups = integer("g", 1, kMostPops, 4, "groups", RefusalClass::kSize);
  groups.of_nodes = [](const Parameter&, std::int64_t nodes) {
    return std::to_string(nodes / lower_factor(nodes));
  };
  return {degree,
          with_check(std::move(groups), ">= 1", [](const Json& value, const Values& before) {
            const std::int64_t d = before.number("d");
            const std::int64_t nodes = value.get<std::int64_t>() * d;
            if (nodes <= kMostPops) return;
            refuse(fmt::format("--d {} times --g {} are {} processors, and {} "
                               "are the most: choose fewer.",
                               d, value.dump(), nodes, kMostPops),
                   RefusalClass::kSize);
          })};
}

std::vector<Parameter> optical_parameters() {
  const Optics optics;
  constexpr double kMost = 1000;
  return {
      decimal("stage_loss", 0, kMost, optics.stage_loss, "excess loss of a 2 x 2 stage in dB"),
      decimal("connector_loss", 0, kMost, optics.connector_loss, "loss of the connectors in dB"),
      decimal("transmit_power", -kMost, kMost, optics.transmit_power,
              "power of a transmitter in dBm"),
      decimal("sensitivity", -kMost, kMost, optics.sensitivity, "sensitivity of a receiver in dBm"),
      decimal("reserve", 0, kMost, optics.reserve, "reserve of the budget in dB")};
}

}  // namespace

std::vector<Parameter> parameters(std::vector<Parameter> own) {
  return joined(
      {shape_parameters(),
       {integer("words", 1, kMostTransfer, 1, "words of one datum"),
        integer("startup", 0, kMostTransfer, 0, "guard cycles before the payload of a slot"),
        integer("bandwidth", 1, kMostTransfer, 1, "words that cross a coupler in a cycle")},
       std::move(own),
       {word("on_fault", {"abort", "drop"}, "abort",
             "what conflicts do: end the run, or lose their messages")},
       optical_parameters()});
}

std::vector<Parameter> machine_parameters() {
  return joined({shape_parameters(), optical_parameters()});
}

std::vector<Parameter> ends_parameters() {
  return {processor("source", "processor that has the datum"),
          with_default(processor("destination", "processor that gets it"), "the last processor",
                       [](const Values& before) { return Json(nodes_of(before) - 1); })};
}

Parameter root_parameter() { return processor("root", "processor that sends to all, or gets all"); }

Parameter image_parameter(const std::string& fallback) {
  return understood(
      "permutation", "word or list of integers",
      "reverse, rotate-group, transpose, affine:a,b, bit-reversal, shuffle, group-reversal, "
      "group-rotate, or the destination of every processor",
      fallback, "where every datum goes", image_of);
}

Parameter bit_parameter() {
  return integer("bit", 0, 0, "bit of the processors' numbers along which data move");
}

Parameter active_parameter(bool one_per_group) {
  const Parameter all =
      as_feature(understood("active", "list of integers or word", "all, or processors 0 .. d g - 1",
                            "all", "who sends", active_of));
  if (!one_per_group) return all;
  return with_default(all, "the first of each group", [](const Values& before) {
    Json list = Json::array();
    for (std::int64_t i = 0; i < before.number("g"); ++i) list.push_back(i * before.number("d"));
    return list;
  });
}

std::vector<Parameter> direction_parameters() {
  return {word("direction", words_of(kDirections), "right", "where data move"),
          flag("wrap", true, "edges are joined; otherwise their nodes do not send out")};
}

Parameter subgroup_parameter(bool divides) {
  const Parameter M = with_default(
      integer("subgroup", 1, 1, "M: processors whose arrays are summed, elements of an array"),
      "largest divisor of d up to g", default_subgroup);
  return with_check(
      M, divides ? "1 .. d, a divisor of d" : "1 .. d",
      [divides](const Json& value, const Values& before) {
        const std::int64_t d = before.number("d");
        if (value <= d && !(divides && d % value.get<std::int64_t>() != 0)) return;
        refuse(fmt::format("--subgroup {} does not fit into groups of --d {}: choose {}.",
                           value.dump(), d, divides ? "a divisor of it" : "at most as many"),
               RefusalClass::kSize);
      });
}

Parameter selected_parameter() {
  return understood("selected", "list of integers or word",
                    "processors 0 .. d g - 1, or poly:k,t,m", "poly:1,3,7", "selected processors",
                    selected_of);
}

Parameter destinations_parameter() {
  return understood("destinations", "list of integers or word",
                    "rising processors 0 .. d g - 1, or poly:k,t,m", "poly:1,3,7",
                    "where datum 0, 1, .. goes", destinations_of);
}

Parameter first_destination_parameter() {
  return integer("first_destination", -1, 0, -1,
                 "destination before the first: 0 as printed leaves processor 0 out");
}

Parameter multi_tx_parameter() {
  return flag("multi_tx", false, "a different message on every coupler of a sender");
}

Parameter multi_rx_parameter() {
  return flag("multi_rx", false, "a message from every coupler of a receiver");
}

Parameter messages_parameter() {
  return understood("messages", "list of pairs or word",
                    "[[source, destination], ..] or load:a,b,c", "load:3,1,2",
                    "messages in the order in which they wait", messages_of);
}

Parameter transmissions_parameter() {
  return with_default(understood("transmissions", "list of slots",
                                 R"([[{"source": 0, "message": "a", "receivers": [1]}, ..], ..])",
                                 {}, "who sends what in each slot", transmissions_of),
                      "one message from the first to the last processor", [](const Values& before) {
                        Json message = {{"source", 0}, {"message", "a"}};
                        message["receivers"] = Json::array({nodes_of(before) - 1});
                        return Json::array({Json::array({message})});
                      });
}

// ---- What algorithms need -----------------------------------------------------------------------

void require_powers_of_two(const PopsCase& at, const char* algorithm) {
  if (at.shape.powers_of_two()) return;
  refuse(fmt::format("--algorithm {} needs powers of two as --d and --g, not {} and {}.", algorithm,
                     at.shape.d, at.shape.g),
         RefusalClass::kSize);
}

void require_d_up_to_g(const PopsCase& at, const char* algorithm) {
  if (at.shape.d <= at.shape.g) return;
  refuse(fmt::format("--algorithm {} needs a --d of at most --g {}, not {}.", algorithm, at.shape.g,
                     at.shape.d),
         RefusalClass::kSize);
}

void require_d_above_one(const PopsCase& at, const char* algorithm) {
  if (at.shape.d > 1) return;
  refuse(fmt::format("--algorithm {} needs a --d of at least 2, not 1.", algorithm),
         RefusalClass::kSize);
}

void require_knob(bool given, const char* option, const char* algorithm) {
  if (given) return;
  refuse(fmt::format("--algorithm {0} needs {1} true, and it is false: give {1} true, or choose "
                     "another algorithm.",
                     algorithm, option),
         RefusalClass::kFeature);
}

Prepare needs_powers_of_two(const char* algorithm) {
  return [algorithm](const PopsCase& at) { require_powers_of_two(at, algorithm); };
}

// ---- Costs --------------------------------------------------------------------------------------

Equation<PopsCase> slots_formula(std::string label, const std::string& place,
                                 std::function<double(const PopsCase&)> slots,
                                 Relation (*relation)(const PopsCase&),
                                 bool (*applies)(const PopsCase&)) {
  return {std::move(label), section(place),
          [slots = std::move(slots)](const PopsCase& at) { return slots(at) * real(at.slot()); },
          relation, applies};
}

Equation<PopsCase> simulated(std::string label, const std::string& place,
                             double (*moves)(const PopsCase&),
                             Relation (*relation)(const PopsCase&)) {
  return slots_formula(
      std::move(label), place,
      [moves](const PopsCase& at) {
        return static_cast<double>(at.shape.move_slots()) * moves(at);
      },
      relation);
}

double hypercube_moves(const PopsCase& at) { return at.shape.bits(); }

}  // namespace plexus::pops

namespace plexus {

PopsCase pops_case(const Values& values) {
  using At = PopsCase;
  const auto slot = [](auto part) { return inside(&At::rules, &OpticalRules::slot, part); };
  /// What `read` says of the shape.
  const auto understood = [](auto part, auto read) {
    return
        [part, read](At& at, const Json& value) { std::invoke(part, at) = read(value, at.shape); };
  };
  At at;
  at.shape = pops::shape_of(values);
  if (values.has("bit")) at.active.assign(at.nodes(), !values.has("active"));
  fill<At>(at, values,
           {{"stage_loss", inside(&At::optics, &Optics::stage_loss)},
            {"connector_loss", inside(&At::optics, &Optics::connector_loss)},
            {"transmit_power", inside(&At::optics, &Optics::transmit_power)},
            {"sensitivity", inside(&At::optics, &Optics::sensitivity)},
            {"reserve", inside(&At::optics, &Optics::reserve)},
            {"words", &At::words},
            {"startup", slot(&LinkTiming::startup)},
            {"bandwidth", slot(&LinkTiming::bandwidth)},
            {"on_fault", inside(&At::rules, &OpticalRules::drop), "drop"},
            {"multi_tx", inside(&At::rules, &OpticalRules::multi_tx)},
            {"multi_rx", inside(&At::rules, &OpticalRules::multi_rx)},
            {"source", &At::source},
            {"destination", &At::destination},
            {"root", &At::root},
            {"permutation", understood(&At::image, pops::image_of)},
            {"bit",
             [](At& bits, const Json& value) {  // those beyond any processor's are all alike
               constexpr std::int64_t kMost = 1'000'000;
               bits.bit = static_cast<NodeId>(std::min(value.get<std::int64_t>(), kMost));
             }},
            {"active", understood(&At::active, pops::active_of)},
            {"direction", &At::direction, kDirections},
            {"wrap", &At::wrap},
            {"subgroup", &At::subgroup},
            {"selected", understood(&At::selected, pops::selected_of)},
            {"destinations", understood(&At::destinations, pops::destinations_of)},
            {"first_destination", &At::first_destination},
            {"messages", understood(&At::messages, pops::messages_of)},
            {"transmissions", understood(&At::transmissions, pops::transmissions_of)}});
  at.rules.words = at.words;
  at.rules.feasible = at.optics.feasible(at.shape.d);
  return at;
}

}  // namespace plexus
