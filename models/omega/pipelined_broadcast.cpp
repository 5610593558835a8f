#include "models/omega/pipelined_broadcast.hpp"

#include <utility>

#include "models/omega/pipelined_costs.hpp"

namespace plexus {

namespace {

/// Settles the number of packets, and how the passes are counted.
void settle(SwitchCase& prepared, const PipelinedBroadcast& of) {
  const auto search = [&] {
    return PipelinedCosts{prepared.machine(), of.maps(prepared.nodes(), prepared.root)}
        .optimal_packets(prepared.words);
  };
  constexpr std::int64_t kStreams = 2;
  paper_1986::settle_packets_by(prepared, of.links(prepared), prepared.words, search, kStreams);
  prepared.count = [maps_of = of.maps](const SwitchCase& at) {
    const PipelinedMaps maps = maps_of(at.nodes(), at.root);
    const auto passes_of_step = static_cast<std::int64_t>(maps.maps.size());
    return SwitchCount{PipelinedCosts{at.machine(), maps}.tally({at.words, at.packets}),
                       passes_of_step * maps.steps(at.packets)};
  };
}

/// Each message carries its packet.
Blocks packet_of_message(EvenSplit packets, const SwitchMessage& message) {
  return {Interval{0, 1}, {packets.first(message.packet), packets.size(message.packet)}};
}

NodeProgram<processor> programs_pipelined_broadcast(const SwitchCase& at, switch_machine& top,
                                                    const PipelinedBroadcast& of) {
  const EvenSplit split{at.words, at.packets};
  return played(at, top, pipelined_plan(of.maps(at.nodes(), at.root), split),
                blocks_of([split](std::size_t, const SwitchMessage& message) {
                  return packet_of_message(split, message);
                }));
}

}  // namespace

Algorithm<SwitchCase> pipelined_broadcast(Algorithm<SwitchCase> algorithm, PipelinedBroadcast of) {
  algorithm.operation = "broadcast";
  algorithm.parameters = switch_packet_parameters();
  algorithm.prepare = [of](SwitchCase& at) { settle(at, of); };
  algorithm.programs = [of](const SwitchCase& at, switch_machine& top) {
    return programs_pipelined_broadcast(at, top, of);
  };
  algorithm.exact = counted_cycles;
  algorithm.statistics = [](const SwitchCase& at, const switch_machine&, Statistics& statistics) {
    statistics.set(paper_1986::kPackets, at.packets);
  };
  algorithm.declared = {paper_1986::kPackets};
  return algorithm;
}

}  // namespace plexus
