#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/json.hpp"

namespace plexus {

/// A figure that runs report, declared once where it is measured.
struct Statistic {
  std::string name;  ///< the specification's
  std::string unit;  ///< cycles, words, transfers, ...; empty for a share
  std::string help;  ///< one line

  friend bool operator==(const Statistic&, const Statistic&) = default;
};

// What `topology` tells of every machine of nodes and links.
inline const Statistic kNodes{"nodes", "nodes", "nodes of the machine"};
inline const Statistic kLinks{"links", "links",
                              "links that join two parts, both directions as one"};
inline const Statistic kDegree{"degree", "links", "most links of a node"};
inline const Statistic kDiameter{"diameter", "links", "largest distance between two nodes"};
[[nodiscard]] inline std::vector<Statistic> topology_statistics() {
  return {kNodes, kLinks, kDegree, kDiameter};
}

/// The figures of one run by name, in the order in which they are noted.
class Statistics {
 public:
  /// Notes a figure; one of the same name is replaced.
  void set(const Statistic& declared, Json value) { values_[declared.name] = std::move(value); }
  /// Takes figures out that an algorithm does not define.
  void erase(const Statistic& declared) { values_.erase(declared.name); }
  [[nodiscard]] const Json& json() const { return values_; }

 private:
  Json values_ = Json::object();
};

}  // namespace plexus
