#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/catalogue/json_fwd.hpp"

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
  void set(const Statistic& declared, Json value);
  void set(const Statistic& declared, bool value);
  void set(const Statistic& declared, std::int64_t value);
  void set(const Statistic& declared, std::uint64_t value);
  void set(const Statistic& declared, double value);
  void set(const Statistic& declared, std::string_view value);
  void set(const Statistic& declared, const char* value) { set(declared, std::string_view{value}); }
  void set(const Statistic& declared, const std::string& value) {
    set(declared, std::string_view{value});
  }
  void set(const Statistic& declared, const std::vector<std::int64_t>& values);
  void set(const Statistic& declared, const std::vector<std::uint64_t>& values);
  void set(const Statistic& declared, const std::vector<double>& values);
  void set(const Statistic& declared, const std::vector<std::string>& values);
  template <std::signed_integral T>
  void set(const Statistic& declared, T value) {
    set(declared, std::int64_t{value});
  }
  template <std::unsigned_integral T>
  void set(const Statistic& declared, T value) {
    set(declared, std::uint64_t{value});
  }

  /// Takes figures out that an algorithm does not define.
  void erase(const Statistic& declared);
  [[nodiscard]] const Json& json() const { return *values_; }

 private:
  JsonBox values_;
};

}  // namespace plexus
