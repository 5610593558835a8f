#include "rtl/router/tree.hpp"

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
  turn_twin(packet_router& of, const TwinSite& site)
      : twins_before{of.decision, of, site, parameters(tree_of(of)->levels()),
                     std::string{of.name()} + ".ft_turn_decode"},
        tree_{tree_of(of)} {}

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
    put(lane.in, kFree, input == 0, input == 2, wires.kind == 1 ? wires.header : all);
    lane.ask();
    if (replaces()) {
      ports = {};
      if (lane.seen.go_up.on()) ports.push_back(0);
      for (std::uint32_t child = 0; child < 2; ++child) {
        if (lane.seen.go_child.bit(child)) ports.push_back(1 + child);
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

constexpr auto kIsBinary = [](const packet_router& part, const TwinSite&) {
  return tree_of(part) != nullptr && tree_of(part)->arity() == 2;
};

TwinBlock ft_turn_decode_block() { return block_of<turn_twin, kIsBinary>(3); }

}  // namespace plexus::ft_turn_decode_adapter
