#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "hw/node/node.hpp"

namespace plexus {

/// What an endpoint of a node is: a way to others (link ports, the tap of a bus, a coupler or a
/// network) or a unit beside its memory, with ports and verbs of its own. It has a type `Setting`,
/// of what it shares with its like in the other nodes of a machine, and is made of its node and of
/// that. Of the following it says itself what it has.
class endpoint {
 public:
  explicit endpoint(node& self) : self_{&self} {}

  /// Elaboration ends: what its ports are bound to is known.
  void bound() {}
  /// Adds what the program waits for there.
  void list_waits(Waits& /*waits*/) const {}
  /// The same as a number: see `node::wait_state`.
  [[nodiscard]] std::optional<std::uint64_t> wait_state() const { return std::nullopt; }
  /// Shows what its ports do, before the node's state, ..
  void trace_ports(sc_core::sc_trace_file* /*file*/, const std::string& /*prefix*/) const {}
  /// .. and what it holds, behind it. `prefix`: the node's name and a dot.
  void trace(sc_core::sc_trace_file* /*file*/, const std::string& /*prefix*/) const {}

  /// What the program is likely to touch there when it goes on, and behind its ports, is fetched
  /// ahead of its resumption.
  static constexpr bool kLooksAhead = false;
  void prefetch_ports() const {}
  void prefetch_channels() const {}

 protected:
  ~endpoint() = default;
  [[nodiscard]] node& self() const { return *self_; }

 private:
  node* self_;
};

/// A node with these endpoints. Their ports are ports of the module, which plays their roles; what
/// programs say to it (`self.send(..)`, `self.write(..)`) is said to the endpoint that has the
/// verb. A kind of node is a name for a list of them.
template <typename... Endpoints>
class node_of : public node, public Endpoints... {
 public:
  /// Where the nodes of a machine note what is common to all of them.
  struct Context : NodeContext, Endpoints::Setting... {
    Context(NodeContext common = {}) : NodeContext{std::move(common)} {  // NOLINT: it is one
      if constexpr ((Endpoints::kLooksAhead || ...)) {
        prefetch_endpoints = [](const node& next) {
          (static_cast<const node_of&>(next).Endpoints::prefetch_ports(), ...);
        };
        NodeContext::prefetch_channels = [](const node& next) {
          (static_cast<const node_of&>(next).Endpoints::prefetch_channels(), ...);
        };
      }
    }
  };

  /// `context` must outlive the node.
  node_of(sc_core::sc_module_name name, NodeId id, const Context& context)
      : node{name, id, context}, Endpoints{*this, context}... {}

  [[nodiscard]] const Context& context() const {
    return static_cast<const Context&>(node::context());
  }

  void trace(sc_core::sc_trace_file* file) const final {
    const std::string prefix = std::string{name()} + '.';
    (Endpoints::trace_ports(file, prefix), ...);
    node::trace(file);
    (Endpoints::trace(file, prefix), ...);
  }

 private:
  void end_of_elaboration() final {
    (Endpoints::bound(), ...);
    node::end_of_elaboration();
  }
  void list_waits(Waits& waits) const final { (Endpoints::list_waits(waits), ...); }
  [[nodiscard]] std::optional<std::uint64_t> wait_state() const final {
    if constexpr (sizeof...(Endpoints) == 1) return (Endpoints::wait_state(), ...);
    return std::nullopt;
  }
};

}  // namespace plexus
