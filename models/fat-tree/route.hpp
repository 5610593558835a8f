#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw/router/packet_router.hpp"
#include "hw/router/terminal.hpp"
#include "models/fat-tree/header.hpp"
#include "models/fat-tree/shape.hpp"
#include "models/fat-tree/tree_routes.hpp"

namespace plexus {

/// Port 0 of a router leads to its parent (the root has none), port 1 + u to child u.
inline constexpr std::uint32_t kParentPort = 0;
constexpr std::uint32_t child_port(NodeId child) { return 1 + child; }

/// How the routers of a fat tree choose. Routers are numbered from level 1 up,
/// within a level from left to right.
class tree_route final : public packet_route_if,
                         public packet_addressing_if,
                         public tree_routes_if {
 public:
  explicit tree_route(const FatTreeShape& tree, bool sends_sets = false);

  [[nodiscard]] NodeId arity() const override { return tree_.arity(); }
  [[nodiscard]] unsigned levels() const override { return tree_.height(); }
  [[nodiscard]] bool sends_sets() const override { return sends_sets_; }
  /// The index is the y of router (level, y).
  [[nodiscard]] Place place_of(std::uint32_t router) const override;
  [[nodiscard]] std::optional<Wires> wires(std::uint64_t header) const override;
  [[nodiscard]] std::uint32_t number_of(unsigned level, NodeId index) const {
    return first_of_level_[level] + index;
  }

  /// Of a packet with receivers: makes the set known to all routers. Else the mask is the word.
  [[nodiscard]] std::uint64_t header_word(const Header& header) override;
  [[nodiscard]] std::uint64_t header_word(NodeId destination) const override {
    return TreeHeader::unicast(destination).word();
  }
  void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
             RouterPorts& ports) const override;
  [[nodiscard]] std::string port_name(std::uint32_t port) const override;

 private:
  void route_turn(Place here, std::uint32_t input, TreeHeader header, RouterPorts& ports) const;
  void route_flood(Place here, std::uint32_t input, RouterPorts& ports) const;
  void route_multicast(Place here, std::uint32_t input, const std::vector<NodeId>& set,
                       RouterPorts& ports) const;

  FatTreeShape tree_;
  bool sends_sets_;
  unsigned bits_ = 0;  ///< log2 of the arity where it is a power of two, else 0
  std::vector<std::uint32_t> first_of_level_;  ///< by level, from 1 on
  std::vector<std::uint8_t> level_of_;         ///< by router
  std::vector<std::vector<NodeId>> sets_;      ///< ascending, of the multicast headers
};

}  // namespace plexus
