#include "models/reconfigurable/parameters.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/operations/permutation.hpp"

namespace plexus {

namespace {

/// Most words, start-up, cycles per word: what is made of them stays within 64 bits.
constexpr std::int64_t kMostOfATransfer = 1'000'000'000;

/// The presets of 1.7: what they set, beside the defaults.
const std::vector<std::pair<std::string, Json>>& presets() {
  static const std::vector<std::pair<std::string, Json>> all = [] {
    const Json link{{"startup", 1150}, {"cycles_per_word", 88}, {"tau_r", 0}};
    const auto with = [](Json base, const Json& more) {
      base.update(more);
      return base;
    };
    const Json figure4 = with(link, {{"nodes", 3125}, {"ports", 4}, {"beta_r", 10000}});
    return std::vector<std::pair<std::string, Json>>{
        {"figure4", figure4},
        {"c004", figure4},
        {"milord", with(link, {{"beta_r", 20000000}, {"grain", "phase"}})},
        {"electro-optical",
         {{"beta_r", 1},
          {"tau_r", 1},
          {"startup", 11500},
          {"cycles_per_word", 880},
          {"setters", "per-node"},
          {"grain", "link"}}},
        {"supernode", figure4},
        {"damp", with(figure4, {{"mode", "dynamic"}, {"batch", 1}})},
        {"t-rack", with(link, {{"nodes", 64},
                               {"ports", 2},
                               {"beta_r", 10000},
                               {"mode", "dynamic"},
                               {"topology", "ring"}})}};
  }();
  return all;
}

/// The parameter with the value of the chosen preset as its default, where the preset has one.
Parameter preset_first(Parameter parameter) {
  const Json shown = *parameter.shown_default;
  return with_default(
      parameter, shown,
      [name = parameter.name, fallback = parameter.fallback](const Values& values) -> Json {
        const std::string chosen = values.word("preset");
        for (const auto& [preset, sets] : presets()) {
          if (preset == chosen && sets.contains(name)) return sets.at(name);
        }
        return fallback(values);
      });
}

ReconfigurableShape shape_of(const Values& values) {
  return ReconfigurableShape::effective(nodes_asked(values), values.number("ports"));
}

bool has_mode(const Values& values, std::string_view mode) { return values.word("mode") == mode; }

Parameter preset_parameter() {
  std::vector<std::string> names{"none"};
  for (const auto& [name, sets] : presets()) names.push_back(name);
  return word("preset", names, "none", "a machine of the paper: other defaults");
}

/// nodes, ports and what a transfer costs.
std::vector<Parameter> link_parameters() {
  const auto transfer = [](const char* name, std::int64_t low, std::int64_t fallback,
                           const char* help) {
    return preset_first(integer(name, low, kMostOfATransfer, fallback, help));
  };
  return {
      preset_parameter(),
      preset_first(integer("nodes", 1, kMostNodes, 9, "nodes behind the switch")),
      preset_first(integer("ports", 1, kMostNodes, 2, "links of a node")),
      transfer("words", 1, 1, "words of one block or message"),
      transfer("startup", 0, 0, "cycles before the first word of a message"),
      transfer("bandwidth", 1, 1, "words that cross a link in a cycle"),
      transfer("cycles_per_word", 1, 1, "cycles of a word on a link slower than that"),
      transfer("handshake", 0, 0, "cycles of the rendezvous before each message"),
      preset_first(integer("beta_r", 0, 0, "cycles of a manager's command, whatever its links")),
      transfer("tau_r", 0, 0, "cycles of a manager for each link that it sets")};
}

Parameter mode_parameter(const std::vector<std::string>& offered, const std::string& fallback,
                         const std::string& reason) {
  const Parameter any = word("mode", words_of(kModes), fallback, "when links may change");
  return with_check(any, fmt::format("{}", fmt::join(offered, ", ")),
                    [offered, reason](const Json& value, const Values&) {
                      const auto mode = value.get<std::string>();
                      if (std::ranges::find(offered, mode) != offered.end()) return;
                      throw Refusal{RefusalClass::kFeature,
                                    fmt::format("--mode {} does not offer this: {}, choose {}.",
                                                mode, reason, fmt::join(offered, " or "))};
                    });
}

Parameter grain_parameter() {
  return preset_first(word("grain", {"phase", "link"}, "phase",
                           "links open with the whole of their phase, or each when it is set"));
}

}  // namespace

std::vector<Parameter> reconfigurable_parameters() {
  const auto quasi_dynamic = [](const Values& values) { return has_mode(values, "quasi-dynamic"); };
  const auto dynamic = [](const Values& values) { return has_mode(values, "dynamic"); };
  Parameter mode = preset_first(mode_parameter({"quasi-dynamic", "dynamic"}, "quasi-dynamic",
                                               "its links change while it runs"));
  const Parameter banks = only_with(
      integer("banks", 1, 2, 1, "2: the next configuration is loaded while this one works"),
      "--mode quasi-dynamic", quasi_dynamic);
  const Parameter swap = only_with(
      integer("swap", 0, 0, "cycles until a loaded configuration is active"), "--banks 2",
      [](const Values& values) { return values.has("banks") && values.number("banks") == 2; });
  Parameter setters = only_with(
      with_check(preset_first(word("setters", {"central", "per-node"}, "central",
                                   "one manager, or every node its own ends of links")),
                 "central, per-node",
                 [](const Json& value, const Values& before) {
                   if (value != "per-node" || before.number("banks") == 1) return;
                   throw Refusal{RefusalClass::kFeature,
                                 "--setters per-node does not offer --banks 2: nodes set one bank, "
                                 "choose --setters central or --banks 1."};
                 }),
      "--mode quasi-dynamic", quasi_dynamic);
  setters.misplaced = [](const Json& value, const Values&) {
    if (value != "per-node") return;
    throw Refusal{RefusalClass::kFeature,
                  "--setters per-node does not offer --mode dynamic: one manager serves the "
                  "requests, leave it out or choose --mode quasi-dynamic."};
  };
  return joined(
      {link_parameters(),
       {mode, only_with(grain_parameter(), "--mode quasi-dynamic", quasi_dynamic), banks, swap,
        setters,
        only_with(preset_first(integer("batch", 0, 1, "most requests of a command; 0: all")),
                  "--mode dynamic", dynamic),
        only_with(integer("request_latency", 0, 0, "cycles until a request is at the manager"),
                  "--mode dynamic", dynamic)}});
}

std::vector<Parameter> fixed_network_parameters() {
  const Parameter rows = with_default(
      integer("rows", 1, kMostNodes, 1, "rows of a torus"), "the largest divisor up to sqrt(nodes)",
      [](const Values& values) { return Json(default_rows(nodes_asked(values))); });
  return joined(
      {link_parameters(),
       {mode_parameter({"static", "quasi-static"}, "static", "its links last for the whole run"),
        grain_parameter(),
        preset_first(word("topology", words_of(kTopologies), "ring", "the fixed network")),
        only_with(rows, "--topology torus",
                  [](const Values& values) { return values.word("topology") == "torus"; })}});
}

Parameter with_bare_default(const Parameter& parameter, std::int64_t fallback) {
  return preset_first(
      with_default(parameter, fallback, [fallback](const Values&) { return Json(fallback); }));
}

Parameter reconfigurable_root_parameter(const char* help) {
  return node_parameter("root", 0, nodes_asked, help);
}

namespace {

Parameter any_numbering(Numbering otherwise, const std::vector<std::string>& words) {
  return with_default(
      as_feature(word("numbering", words, "rcp", "how the nodes are numbered")),
      otherwise == Numbering::kRcp
          ? Json("rcp")
          : Json(fmt::format("rcp where nodes = (ports + 1)^h, else {}", to_string(otherwise))),
      [otherwise](const Values& values) {
        const bool power = shape_of(values).is_power();
        return Json(std::string{to_string(power ? Numbering::kRcp : otherwise)});
      });
}

}  // namespace

Parameter numbering_parameter(Numbering otherwise) {
  return any_numbering(otherwise, {"rcp", "radix", "fit"});
}

Parameter clique_numbering_parameter(Numbering otherwise) {
  return with_check(
      any_numbering(otherwise, {"rcp", "radix", "fit"}), "rcp, radix",
      [otherwise](const Json& value, const Values& before) {
        if (value == "fit") {
          throw Refusal{RefusalClass::kFeature,
                        "--numbering fit does not offer cliques: choose rcp or radix."};
        }
        if (value == "radix" || otherwise == Numbering::kRcp || shape_of(before).is_power()) return;
        throw Refusal{RefusalClass::kFeature,
                      fmt::format("--numbering rcp offers this where nodes = (ports + 1)^h alone, "
                                  "not on {} nodes: choose radix.",
                                  nodes_asked(before))};
      });
}

Parameter split_steps_parameter() {
  Parameter parameter =
      or_word(integer("split_steps", 0, "auto", "steps that split the message"), "auto");
  parameter.range = "0 .. floor(log_(ports + 1) nodes), auto";
  parameter.check = [](const Json& value, const Values& before) {
    const int most = shape_of(before).whole_steps();
    if (value == "auto") return;
    if (value.is_number_integer() && value >= 0 && value <= most) return;
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--split-steps {} is out of range: choose 0 .. {} or auto.",
                              plain_text(value), most)};
  };
  return parameter;
}

Parameter channels_parameter() {
  return with_check(
      integer("channels", 1, 1, "links side by side"), "1 .. ports",
      [](const Json& value, const Values& before) {
        if (value <= before.number("ports")) return;
        throw Refusal{RefusalClass::kSize,
                      fmt::format("--channels {} needs as many ports at a node, and "
                                  "--ports is {}: choose 1 .. {}.",
                                  value.dump(), before.number("ports"), before.number("ports"))};
      });
}

Parameter node_permutation_parameter() { return permutation_parameter(nodes_asked); }

std::vector<Parameter> network_parameters() {
  std::vector<Parameter> shape;
  for (const Parameter& one : fixed_network_parameters()) {
    const bool of_shape = one.name == "preset" || one.name == "nodes" || one.name == "ports" ||
                          one.name == "topology" || one.name == "rows";
    if (of_shape) shape.push_back(one);
  }
  return shape;
}

ReconfigurableCase reconfigurable_case(const Values& values) {
  using At = ReconfigurableCase;
  using Link = RendezvousTiming;
  const auto policy = [](auto... part) { return inside(&At::policy, part...); };
  require_memory(memory_of(static_cast<double>(values.number("nodes")), 0));
  At at;
  fill<At>(at, values,
           {{"nodes", &At::nodes},
            {"ports", &At::ports},
            {"words", &At::words},
            {"startup", inside(&At::link, &Link::startup)},
            {"bandwidth", inside(&At::link, &Link::bandwidth)},
            {"cycles_per_word", inside(&At::link, &Link::cycles_per_word)},
            {"handshake", inside(&At::link, &Link::handshake)},
            {"beta_r", policy(&SettingPolicy::timing, &SettingTiming::fixed)},
            {"tau_r", policy(&SettingPolicy::timing, &SettingTiming::per_link)},
            {"mode", &At::mode, kModes},
            {"grain", policy(&SettingPolicy::grain), std::array{Grain::kPhase, Grain::kLink}},
            {"setters", policy(&SettingPolicy::setters),
             std::array{Setters::kCentral, Setters::kPerNode}},
            {"banks", policy(&SettingPolicy::banks)},
            {"swap", policy(&SettingPolicy::swap)},
            {"batch", policy(&SettingPolicy::batch)},
            {"request_latency", policy(&SettingPolicy::request_latency)},
            {"root", &At::root},
            {"numbering", &At::numbering, kNumberings},
            {"split_steps", &At::split_steps},
            {"topology", &At::topology, kTopologies},
            {"rows", &At::rows},
            {"source", &At::source},
            {"destination", &At::destination},
            {"channels", &At::channels}});
  if (values.has("permutation")) {
    at.permutation = permutation_of(values.at("permutation"), at.nodes);
  }
  at.policy.dynamic = at.mode == ReconfigurableMode::kDynamic;
  return at;
}

}  // namespace plexus
