#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace plexus {

/// A port of a router.
struct RouterPort {
  std::uint32_t router = 0;
  std::uint32_t port = 0;

  friend bool operator==(const RouterPort&, const RouterPort&) = default;
};

/// How the routers of a network are joined to each other and to their nodes, as a value: all that
/// the hardware is built from. A node may enter at one router and leave at another, as at the two
/// sides of a multistage network.
struct RouterWiring {
  /// Router by router, of each output: the input at the other end of its link, if it has one.
  std::vector<std::optional<RouterPort>> links;
  std::vector<RouterPort> entries;  ///< by node: the input at which its packets enter
  std::vector<RouterPort> exits;    ///< by node: the output at which those for it leave

  /// Of `routers` routers with `ports` ports and a node each, which is at the last one.
  /// `behind(router, port)`: the other end of the link at any other output, if there is one.
  template <typename Behind>
  [[nodiscard]] static RouterWiring with_nodes(std::uint32_t routers, std::uint32_t ports,
                                               const Behind& behind) {
    RouterWiring wiring;
    for (std::uint32_t router = 0; router < routers; ++router) {
      for (std::uint32_t port = 0; port + 1 < ports; ++port) {
        wiring.links.push_back(behind(router, port));
      }
      wiring.links.emplace_back();
      wiring.entries.push_back({router, ports - 1});
    }
    wiring.exits = wiring.entries;
    return wiring;
  }
};

}  // namespace plexus
