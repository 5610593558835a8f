#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "tests/every_machine.hpp"
#include "tests/predictions.hpp"
#include "tests/thinned.hpp"

/// What the equations of the ensemble architectures say stands to the exact count as they state,
/// and no count is below its bound: every algorithm, over grids of sizes, without a kernel. That
/// the count is what the hardware takes is the matter of tests/machines.
namespace plexus::holding {
namespace {

struct Family {
  std::string machine;
  std::vector<Json> sizes;  ///< what the machine's own parameters are
  std::vector<std::string> rules{"all-half", "all-full"};
  bool obeys = true;  ///< every algorithm keeps the rules, so that their bounds are for it
};

std::vector<Family> families() {
  std::vector<Family> all{{"bus", {}},   {"shared-memory", {}}, {"ring", {}},
                          {"torus", {}}, {"hypercube", {}},     {"omega", {}}};
  for (int k = 2; k <= 9; ++k) {
    all[0].sizes.push_back({{"nodes", k}, {"k_star", 1 + k / 3}});
    for (int slots = 1; slots <= k; slots += 2) {
      all[1].sizes.push_back({{"nodes", k}, {"k_star", slots}});
    }
  }
  for (int k = 3; k <= 15; ++k) all[2].sizes.push_back({{"nodes", k}});
  for (int x = 3; x <= 9; ++x) {
    for (int y = 3; y <= 9; y += 2) all[3].sizes.push_back({{"sides", {x, y}}});
  }
  for (const Json& sides : {Json{4, 4}, {6, 6}, {8, 8}, {5}, {3, 5, 4}, {3, 3, 3, 3}}) {
    all[3].sizes.push_back({{"sides", sides}});
  }
  for (const Json& sides : {Json{1}, {1, 1}, {2, 2}, {5, 5}, {1, 6}, {3, 2, 4}}) {
    all[3].sizes.push_back({{"sides", sides}, {"wrap", false}});
  }
  for (int n = 0; n <= 10; ++n) all[4].sizes.push_back({{"dimension", n}});
  for (int k = 2; k <= 64; k *= 2) all[5].sizes.push_back({{"nodes", k}});
  for (const int k : {3, 5, 6, 7, 12}) {
    all[5].sizes.push_back({{"nodes", k}, {"network", "crossbar"}});
  }
  all.push_back({"torus", all[3].sizes, {"ring-strict"}, false});
  all.push_back({"hypercube", all[4].sizes, {"uniform", "one-port"}, false});
  return all;
}

/// Does it keep the rule all-full alone?
bool both_directions(const CatalogueEntry& entry) {
  return entry.name == "both-ways" || entry.name == "all-ports";
}

/// Of a run that the machine offers: the first equation that does not hold, or the bound, which is
/// asked for unless it is known: it is the same for any number of packets.
std::string broken(const CatalogueEntry& entry, const Json& given, bool obeys,
                   std::map<std::string, std::optional<Cycles>>& bounds) {
  const auto run = entry.prepare(complete(entry.parameters, given));
  const std::vector<Prediction> predictions = run->predictions();
  if (predictions.empty() || predictions.back().equation != "exact") return "no exact count";
  const Cycles cycles{static_cast<std::int64_t>(predictions.back().cycles)};
  for (const Prediction& prediction : predictions) {
    if (prediction.holds(cycles)) continue;
    return prediction.equation + ": " + std::to_string(prediction.cycles) + " is not " +
           to_string(prediction.relation) + " for " + std::to_string(cycles.count());
  }
  if (!obeys) return "";
  Json whole = given;
  whole.erase("packets");
  const auto [bound, is_new] = bounds.try_emplace(whole.dump());
  if (is_new) bound->second = run->lower_bound();
  return bound->second > cycles ? "the bound is above the count" : "";
}

/// Every point of the family's grid, or of each `one_of` one that is drawn by a fixed seed.
void check_grid(const Family& family, unsigned one_of) {
  std::mt19937 draw{7};
  std::map<std::string, int> looked_at;
  for (const CatalogueEntry& entry : every_machine().algorithms) {
    if (entry.machine != family.machine || !entry.simulates || entry.operation == "traffic")
      continue;
    const auto takes = [&](const std::string& name) {
      return std::ranges::find(entry.parameters, name, &Parameter::name) != entry.parameters.end();
    };
    if (!takes("words") || entry.name == "schedule" || takes("permutation")) continue;
    const std::string name = entry.operation + ' ' + entry.name;
    int& runs = looked_at[name];
    std::map<std::string, std::optional<Cycles>> bounds;
    for (const Json& size : family.sizes) {
      for (const auto& [startup, bandwidth] : {std::pair{0, 1}, {1, 2}, {4, 3}, {100, 1}}) {
        for (const int words : {1, 2, 5, 6, 12, 25, 48}) {
          for (const int packets : {1, 2, 3, 4, 12, 25}) {
            if (packets > words || (packets > 1 && !takes("packets"))) continue;
            for (const std::string& rule : family.rules) {
              if (draw() % one_of != 0) continue;
              Json given{{"words", words}, {"startup", startup}, {"bandwidth", bandwidth}};
              given.update(size);
              if (takes("packets")) given["packets"] = packets;
              if (takes("port_rule")) given["port_rule"] = rule;
              try {
                const bool obeys = family.obeys && (rule == "all-full" || !both_directions(entry));
                const std::string wrong = broken(entry, given, obeys, bounds);
                ++runs;
                if (wrong.empty()) continue;
                FAIL_CHECK(family.machine << ' ' << name << ' ' << given.dump() << ": " << wrong);
              } catch (const Refusal&) {  // not of this size, or not there under this rule
              }
            }
          }
        }
      }
    }
  }
  for (const auto& [name, runs] : looked_at) {
    CAPTURE(family.machine, family.rules, name);
    CHECK(runs >= 28 / static_cast<int>(one_of));
  }
}

}  // namespace

TEST_CASE("every equation holds for the exact count of its algorithm, and the bound is below it",
          "[cost][prediction]") {
  check_grid(GENERATE(from_range(families())), 7 * static_cast<unsigned>(thinning()));
}

TEST_CASE("the same over the whole grid", "[cost][prediction][.full]") {
  check_grid(GENERATE(from_range(families())), 1);
}

}  // namespace plexus::holding
