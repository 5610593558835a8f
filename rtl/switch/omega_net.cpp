#include <algorithm>

#include "hw/switch/combine_element.hpp"
#include "hw/switch/pass_switch.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::omega_net_adapter {

constexpr unsigned kDataWidth = 32;  // packets are numbered modulo 2^32 on the pins

/// Pins of omega_net.sv.
struct Inputs {
  Pin load = Pin{"load"}.once(), startup{"startup"}, words{"words"}, bandwidth{"bandwidth"};
  Pin valid{"valid"}, bcast{"bcast"}, destination{"destination", "Ports"}, data{"data", kDataWidth};
};
struct Outputs {
  Pin busy{"busy"}, done{"done"}, conflict{"conflict", 1};
  Pin state = Pin{"state", 2}.of({"straight", "exchange", "upper-broadcast", "lower-broadcast"});
  Pin valid{"valid"}, data{"data", kDataWidth}, delivered{"delivered"}, lost{"lost"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of an unbuffered omega network of plain elements, routed by destination tags.
class omega_net_twin final : public twins_before<Lane, pass_stream_if, pass_switch> {
 public:
  omega_net_twin(exchange_port<pass_stream_if>& port, pass_switch& net, const TwinSite& site)
      : twins_before{port, net, site, parameters(net.wiring().ports), net.name()} {}

  static Parameters parameters(NodeId ports) { return {{"Ports", ports}, {"CostWidth", 64}}; }

  void stream(pass_if& pass) override {
    Lane& lane = active_lane();
    clear(lane.in);
    put(lane.in, 1, part.timing().startup, pass.pass_words(), part.timing().bandwidth);
    for (const SwitchRequest& request : pass.requests()) {
      const bool all = request.destination == kEveryPort;
      put_at(request.source, lane.in.valid, 1, all, all ? 0 : request.destination, request.packet);
    }
    end_ = pass.pass_end();
    passing_ = true;
    if (!replaces()) model.stream(pass);
  }

 private:
  [[nodiscard]] const omega_element& element(std::size_t index) const {
    const std::uint32_t elements = part.wiring().elements;
    const auto at = static_cast<std::uint32_t>(index);
    return part.stage(at / elements)[at % elements];
  }
  [[nodiscard]] std::pair<std::string, std::string> place(const twin_lane& lane, const Pin& pin,
                                                          std::size_t field) const override {
    const bool of_element = pin.name() == "conflict" || pin.name() == "state";
    if (!of_element) return twin_bank::place(lane, pin, field);
    return {element(field).name(), pin.name()};
  }

  void expect(Lane& lane, Cycles cycle) override {
    const bool busy = cycle < end_;
    const bool done = cycle + 1_cycles == end_;
    put(lane.out, busy, done);
    for (Pin* pin : {&lane.out.valid, &lane.out.delivered, &lane.out.lost}) pin->clear();
    for (std::size_t index = 0; index < lane.out.conflict.fields(); ++index) {
      const omega_element& one = element(index);
      put_at(index, lane.out.conflict, one.decision().conflicts > 0, one.state());
    }
    const SwitchOutcome& outcome = part.outcome();
    const auto requests = part.requests();
    for (NodeId port = 0; busy && port < part.wiring().ports; ++port) {
      if (outcome.at_port[port] == kNobody) continue;
      put_at(port, lane.out.valid, 1, requests[outcome.at_port[port]].packet);
    }
    for (std::size_t i = 0; done && i < requests.size(); ++i) {
      (outcome.carrier[i] == i ? lane.out.delivered : lane.out.lost).set_bit(requests[i].source);
    }
  }

  void follow(Lane& lane, Cycles cycle) override {
    const bool busy = lane.seen.busy.on();
    const bool done = lane.seen.done.on();
    if (cycle > end_ + kPatience) wrong(lane, "does not end the pass");
    if (!passing_) {
      if (busy || done) wrong(lane, "is busy after the end of a pass");
    } else if (!busy) {
      wrong(lane, "is idle before the end of a pass");
    } else if (done) {
      at_next_cycle([this, outcome = outcome_of(lane)] { part.finish(outcome); });
    }
    if (done) passing_ = false;
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    return replaces() ? lane.seen.busy.on() : cycle < end_;
  }

  /// What became of the messages, by the outputs of the last cycle: each source must be told an
  /// end, and delivered is what has come out.
  SwitchOutcome outcome_of(Lane& lane) {
    const auto requests = part.requests();
    const SwitchWiring& wiring = part.wiring();
    SwitchOutcome outcome;
    outcome.at_port.assign(wiring.ports, kNobody);
    outcome.blocked.assign(wiring.stages + std::size_t{1}, 0);
    for (NodeId port = 0; port < wiring.ports; ++port) {
      if (!lane.seen.valid.bit(port)) continue;
      const auto found =
          std::ranges::find(requests, lane.seen.data.get(port),
                            [](const auto& asked) { return asked.packet & 0xffff'ffff; });
      if (found == requests.end()) {
        wrong(lane, "shows at port {} a message that did not go in", port);
        continue;
      }
      outcome.at_port[port] = static_cast<std::uint32_t>(found - requests.begin());
    }
    lane.out.delivered.clear();
    lane.out.lost.clear();
    for (std::uint32_t i = 0; i < requests.size(); ++i) {
      const NodeId source = requests[i].source;
      const bool delivered =
          lane.seen.delivered.bit(source) && std::ranges::count(outcome.at_port, i) > 0;
      outcome.carrier.push_back(delivered ? i : kNobody);
      (delivered ? lane.out.delivered : lane.out.lost).set_bit(source);
    }
    for (std::size_t index = 0; index < lane.out.conflict.fields(); ++index) {
      if (!lane.seen.conflict.bit(index)) continue;
      ++outcome.blocked[index / wiring.elements];
      ++outcome.conflicts;
    }
    return outcome;
  }

  Cycles end_{0};         ///< of the present pass: the cycle after its last one
  bool passing_ = false;  ///< a pass has not ended
};

/// Has it plain elements?
constexpr auto kIsPlain = [](pass_switch& net, const TwinSite&) {
  return net.wiring().is_omega() && net.wiring().most == 2 &&
         dynamic_cast<const combine_element*>(&net.stage(0)[0]) == nullptr;
};

TwinBlock omega_net_block() { return block_of<omega_net_twin, kIsPlain>(8); }

}  // namespace plexus::omega_net_adapter
