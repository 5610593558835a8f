#include <optional>

#include "hw/router/packet_router.hpp"
#include "hw/router/tree_routes.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_turn_decode_adapter {

namespace {

/// One question: where a packet came from, and the levels at which it turns.
struct Question {
  std::uint32_t input = 0;
  std::uint64_t mask = 0;
};

struct Lane final : twin_lane {
  Lane(twin_bank& bank, const packet_router& part, unsigned of_router)
      : twin_lane{bank, std::string{part.name()} + ".ft_turn_decode"} {
    level.set(of_router);
  }

  void put(const Question& question) {
    from_parent.set(question.input == 0);
    from_child.set(question.input == 2);
    mask.set(question.mask);
  }

  In level{*this, "level"};
  In from_parent{*this, "from_parent"};
  In from_child{*this, "from_child"};
  In mask{*this, "mask"};
  Out go_up{*this, "go_up"};
  Out go_child{*this, "go_child", 1};
  std::optional<Question> differs;  ///< first question of this cycle on which twin and part differ
  RouterPorts model;                ///< the part's answer to it
};

/// Twin of what a router of a binary tree reads of headers that turn or flood; others it does not
/// see. Its inputs stay until it is asked again.
class turn_twin final : public twins_of<Lane> {
 public:
  turn_twin(packet_router& part, const tree_routes_if& tree, const TwinSite& site)
      : twins_of{site, parameters(tree.levels())},
        part_{&part},
        tree_{&tree},
        asker_{*this, part.decision.occupant()} {
    part.decision.in_front(asker_);
  }

  static Parameters parameters(unsigned levels) { return {{"Levels", levels}}; }

 private:
  /// Stands before the router's own route function.
  struct Asker final : packet_route_if {
    Asker(turn_twin& by, const packet_route_if& part) : twin{&by}, own{&part} {}
    void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
               RouterPorts& ports) const override {
      own->route(router, input, header, ports);
      twin->answer(input, header, ports);
    }
    [[nodiscard]] std::string port_name(std::uint32_t port) const override {
      return own->port_name(port);
    }
    turn_twin* twin;
    const packet_route_if* own;
  };

  void answer(std::uint32_t input, std::uint64_t header, RouterPorts& ports) {
    const auto wires = tree_->wires(header);
    if (!wires || wires->kind == 0) return;
    Lane& lane = own_lane();
    activate(lane);
    const std::uint64_t all = (std::uint64_t{1} << tree_->levels()) - 1;
    const Question question{input, wires->kind == 1 ? wires->header : all};
    lane.put(question);
    lane.ask();
    RouterPorts shown;
    if (lane.go_up.on()) shown.push_back(0);
    for (std::uint32_t child = 0; child < 2; ++child) {
      if (lane.go_child.seen(child) != 0) shown.push_back(1 + child);
    }
    if (replaces()) {
      ports = shown;
    } else if (shown != ports && !lane.differs) {
      lane.differs = question;
      lane.model = ports;
    }
  }

  Lane& own_lane() { return lane(0, *part_, tree_->place_of(part_->number()).level); }
  void make_all() override { own_lane(); }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.differs) return;
    lane.put(*lane.differs);
    lane.ask();
    lane.go_up.expect(0);
    lane.go_child.expect(0);
    for (const std::uint32_t port : lane.model) {
      port == 0 ? lane.go_up.expect(1) : lane.go_child.expect(port - 1, 1);
    }
  }

  packet_router* part_;
  const tree_routes_if* tree_;
  Asker asker_;
};

}  // namespace

TwinBlock ft_turn_decode_block() {
  return {
      .name = "ft_turn_decode",
      .part = "hw/router/tree_routes.hpp",
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
