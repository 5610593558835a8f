#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>

#include "hw/channel/exchange_port.hpp"
#include "hw/crossbar/clique_steering.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::clique_steer_adapter {

namespace {

constexpr NodeId kMostNodes = 1024;

struct Question {
  int index = 0;
  NodeId destination = 0;
};

struct Lane final : twin_lane {
  Lane(twin_bank& bank, const clique_steering& part, NodeId of, unsigned digit_width)
      : twin_lane{bank, std::string{part.name()} + ".node_" + std::to_string(of)},
        destination{*this, "destination", digit_width},
        node{of} {}

  void put(const clique_steering& part, const Question& question) {
    own_digit.set(static_cast<std::uint64_t>(part.digit(node, question.index)));
    index.set(static_cast<std::uint64_t>(question.index));
    for (int i = 0; i < part.digits(); ++i) {
      destination.set(static_cast<std::size_t>(i),
                      static_cast<std::uint64_t>(part.digit(question.destination, i)));
    }
  }

  In own_digit{*this, "own_digit"};
  In index{*this, "index"};
  In destination;
  Out port{*this, "port"};
  Out keep{*this, "keep"};
  NodeId node;
  std::optional<Question> differs;  ///< first block of this cycle on which twin and part differ
};

/// Twins of what every node of a clique asks for each block that it holds, a lane per node.
class clique_steer_twins final : public twins_of<Lane>, public clique_steering_if {
 public:
  clique_steer_twins(exchange_port<clique_steering_if>& port, const clique_steering& part,
                     const TwinSite& site)
      : twins_of{site, parameters(part.radix(), part.digits())},
        part_{&part},
        model_{&port.in_front(*this)} {}

  static unsigned digit_width(std::int64_t radix) {
    return std::max(3U, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(radix))));
  }
  static Parameters parameters(std::int64_t radix, int digits) {
    return {{"Digits", static_cast<std::uint64_t>(std::max(3, digits))},
            {"DigitWidth", digit_width(radix)}};
  }

  [[nodiscard]] std::optional<std::uint32_t> port(NodeId own, int index,
                                                  NodeId destination) override {
    Lane& lane = active_lane(own, *part_, own, digit_width(part_->radix()));
    lane.put(*part_, {index, destination});
    lane.ask();
    const auto shown =
        lane.keep.on() ? std::nullopt : std::optional{static_cast<std::uint32_t>(lane.port.seen())};
    if (replaces()) return shown;
    const auto model = model_->port(own, index, destination);
    if (shown != model && !lane.differs) lane.differs = {index, destination};
    return model;
  }

 private:
  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) {
      lane(node, *part_, node, digit_width(part_->radix()));
    }
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.differs) return;
    lane.put(*part_, *lane.differs);
    lane.ask();
    const auto model = model_->port(lane.node, lane.differs->index, lane.differs->destination);
    lane.keep.expect(model ? 0 : 1);
    if (model) lane.port.expect(*model);
  }

  const clique_steering* part_;
  clique_steering_if* model_;  ///< what the twins stand in front of
};

constexpr auto kIsSmall = [](const clique_steering& part, const TwinSite& site) {
  require_size(part.nodes() <= kMostNodes, site, "up to " + std::to_string(kMostNodes) + " nodes");
  return true;
};

}  // namespace

TwinBlock clique_steer_block() {
  return {
      .name = "clique_steer",
      .part = "hw/crossbar/clique_steering.hpp",
      .sizes = "up to 1024 nodes",
      .help = "By which port of a clique a block goes on, or that it stays",
      .built = clique_steer_twins::parameters(3, 3),
      .attach = attach_before<clique_steering_if, clique_steering, clique_steer_twins, kIsSmall>};
}

}  // namespace plexus::clique_steer_adapter
