#include "hw/router/packet_router.hpp"
#include "models/fat-tree/tree_routes.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_turn_decode_adapter {

/// Pins of ft_turn_decode.sv.
struct Inputs {
  Pin level{"level"};              ///< of the router
  Pin from_parent{"from_parent"};  ///< where the packet came from: this, the next, or child 0
  Pin from_child{"from_child"};
  Pin mask{"mask"};  ///< levels at which it turns
};

struct Outputs {
  Pin go_up{"go_up"}, go_child{"go_child", 1};
};

using Lane = twin<Inputs, Outputs>;

/// Twin of what a router of a binary tree reads of headers that turn or flood, in front of the
/// router's own route function; others it does not see.
class turn_twin final : public twins_before<Lane, packet_route_if, packet_router> {
 public:
  turn_twin(packet_router& of, const tree_routes_if& tree, const TwinSite& site)
      : twins_before{of.decision,
                     of,
                     site,
                     parameters(tree.levels()),
                     {std::string{of.name()} + ".ft_turn_decode"}},
        tree_{&tree} {}

  static Parameters parameters(unsigned levels) { return {{"Levels", levels}}; }

  void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
             RouterPorts& ports) const override {
    model.route(router, input, header, ports);
    const auto wires = tree_->wires(header);
    if (wires && wires->kind != 0) const_cast<turn_twin*>(this)->answer(input, *wires, ports);
  }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return model.port_name(port);
  }

 private:
  void answer(std::uint32_t input, const tree_routes_if::Wires& wires, RouterPorts& ports) {
    Lane& lane = active_lane();
    const std::uint64_t all = (std::uint64_t{1} << tree_->levels()) - 1;
    lane.in.from_parent.set(input == 0);
    lane.in.from_child.set(input == 2);
    lane.in.mask.set(wires.kind == 1 ? wires.header : all);
    lane.ask();
    if (replaces()) {
      ports = {};
      if (lane.seen.go_up.on()) ports.push_back(0);
      for (std::uint32_t child = 0; child < 2; ++child) {
        if (lane.seen.go_child.get(child) != 0) ports.push_back(1 + child);
      }
      for (const std::uint32_t port : ports) {
        if (part.output(port) == nullptr) wrong_now(lane, "sends a packet up from the root");
      }
      return;
    }
    clear(lane.out);
    for (const std::uint32_t port : ports) {
      port == 0 ? lane.out.go_up.set(1) : lane.out.go_child.set_bit(port - 1);
    }
    lane.agree();
  }

  void made(Lane& lane) override { lane.in.level.set(tree_->place_of(part.number()).level); }

  const tree_routes_if* tree_;
};

TwinBlock ft_turn_decode_block() {
  return {
      .part = "models/fat-tree/tree_routes.hpp",
      .sizes = "arity 2, any height",
      .help = "Where a router of a binary tree copies a packet with a mask of levels",
      .built = turn_twin::parameters(3),
      .attach = [](sc_core::sc_object& object, const TwinSite& site) -> std::unique_ptr<twin_bank> {
        auto* const part = dynamic_cast<packet_router*>(&object);
        if (part == nullptr) return nullptr;
        const auto* const tree = dynamic_cast<const tree_routes_if*>(&part->route());
        if (tree == nullptr || tree->arity() != 2) return nullptr;
        return std::make_unique<turn_twin>(*part, *tree, site);
      }};
}

}  // namespace plexus::ft_turn_decode_adapter
