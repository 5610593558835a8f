#include <string>

#include "models/catalogue/json.hpp"
#include "models/omega/analysis.hpp"
#include "models/omega/case.hpp"
#include "models/omega/traffic.hpp"

namespace plexus {

SwitchTrafficCase switch_traffic_case(const Values& values) {
  SwitchTrafficCase at;
  at.network = network_of(values);
  at.setting = traffic_setting(values);
  if (values.has("permutation")) at.setting.pattern.destinations = permutation_of(values);
  const std::string switching = values.word("switching");
  if (switching == "buffered") {
    at.fifos = fifos_of(values);
    at.fifos.bypass = values.word("flow") == "bypass";
  } else {
    at.switching = switching == "unbuffered-drop" ? Switching::kDrop : Switching::kRetry;
  }
  return at;
}

}  // namespace plexus

namespace plexus::omega {

namespace {

const Statistic kPatelThroughput{"patel_throughput", "",
                                 "unbuffered-drop: throughput by Patel's recurrence"};
const Statistic kPatelAcceptance{"patel_acceptance", "", "unbuffered-drop: acceptance by the same"};

std::vector<Parameter> parameters() {
  const auto buffered = [](const Values& values) { return values.word("switching") == "buffered"; };
  const auto permuted = [](const Values& values) {
    return values.has("pattern") && values.word("pattern") == "permutation";
  };
  const auto in_words = [=](const Values& values) {
    return buffered(values) && values.has("pattern");
  };
  const std::string with_buffers = "--switching buffered";
  return joined(
      {{switch_nodes_parameter(), network_parameter(), radix_parameter(),
        recorded_parameter(one_side, true), pattern_parameter(),
        only_with(permutation_parameter(), "--pattern permutation", permuted), load_parameter(0.5),
        burst_parameter(),
        word("switching", {"buffered", "unbuffered-drop", "unbuffered-retry"}, "buffered",
             "queues in the elements; or what is blocked is dropped, or tries again"),
        only_with(traffic_words_parameter(), with_buffers + " and --recorded none", in_words),
        only_with(fifo_depth_parameter(4), with_buffers, buffered),
        only_with(word("flow", {"registered", "bypass"}, "registered",
                       "a place that becomes free: taken in the next cycle, or in the same"),
                  with_buffers, buffered),
        only_with(arbitration_parameter(), with_buffers, buffered), source_queue_parameter(),
        switch_seed_parameter()},
       measured_cycles_parameters()});
}

/// Refuses networks that cannot route by destination alone.
void prepare_synthetic(SwitchTrafficCase& at) {
  if (at.switching == Switching::kBuffered) {
    static_cast<void>(tag_weights(at.network));
  } else if (!at.network.steered_by_tag()) {
    throw Refusal{RefusalClass::kFeature,
                  "--network benes routes no packets by their destination alone: choose another "
                  "--network."};
  }
  if (at.switching != Switching::kBuffered && longest_packet(at.setting) > 1) {
    throw Refusal{RefusalClass::kFeature,
                  "--recorded has packets of several words, and a pass of an unbuffered switch "
                  "carries one word: choose --switching buffered."};
  }
}

/// Patel's recurrence, where it speaks of the run.
void analysed(const SwitchTrafficCase& at, const switch_traffic& /*top*/, Statistics& statistics) {
  if (at.switching != Switching::kDrop || at.setting.recorded || at.setting.burst > 1 ||
      at.setting.pattern.kind != TrafficPattern::Kind::kUniform ||
      at.network.kind() == NetworkKind::kDataManipulator) {
    return;
  }
  statistics.set(kPatelThroughput, rounded(patel_throughput(at.network, at.setting.load)));
  statistics.set(kPatelAcceptance, rounded(patel_acceptance(at.network, at.setting.load)));
}

}  // namespace

Algorithm<SwitchTrafficCase> traffic_synthetic() {
  return {.operation = "traffic",
          .name = "synthetic",
          .summary = "every node offers packets with probability --load per cycle",
          .is_default = true,
          .parameters = parameters(),
          .prepare = prepare_synthetic,
          .equations = {{.label = "p' = 1 - (1 - p/r)^r",
                         .place = "Patel 1981, per stage, for --switching unbuffered-drop"}},
          .statistics = analysed,
          .declared = {kPatelThroughput, kPatelAcceptance}};
}

}  // namespace plexus::omega
