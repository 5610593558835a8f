#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"

/// The equations that the 1986 paper uses for several of its machines, each once; and how a case
/// comes to its number of packets.
namespace plexus::paper_1986 {

/// A message on its way: over how many links, how many words, in how many packets.
struct Pipeline {
  std::int64_t hops = 1;
  Words words{1};
  std::int64_t packets = 1;
};
template <typename Case>
using PipelineOf = std::function<Pipeline(const Case&)>;

/// (3.3): one message hop by hop.
template <typename Case>
Equation<Case> whole_message(PipelineOf<Case> of) {
  return {
      .label = "(3.3)",
      .place = section("3.1(C)"),
      .formula =
          [of](const Case& at) {
            const Pipeline way = of(at);
            return printed_whole_message(real(way.hops), real(way.words), at.timing);
          },
      .relation =
          [of](const Case& at) { return equal_if(bandwidth_divides(of(at).words, at.timing)); }};
}

/// t(nu) of 3.1(C): packets one behind the other.
template <typename Case>
Equation<Case> pipeline(PipelineOf<Case> of) {
  return {.label = "t(nu)",
          .place = section("3.1(C)"),
          .formula =
              [of](const Case& at) {
                const Pipeline way = of(at);
                return printed_pipeline(real(way.packets), real(way.hops), real(way.words),
                                        at.timing);
              },
          .relation =
              [of](const Case& at) {
                const Pipeline way = of(at);
                return equal_if(packets_divide(way.words, way.packets, at.timing));
              }};
}

/// t(nu) at its real minimum: `label` of section `number`.
template <typename Case>
Equation<Case> pipeline_minimum(std::string label, const std::string& number, PipelineOf<Case> of,
                                Relation relation = Relation::kAtLeast) {
  return {.label = std::move(label),
          .place = section(number),
          .formula =
              [of](const Case& at) {
                const Pipeline way = of(at);
                return printed_pipeline_minimum(real(way.hops), real(way.words), at.timing);
              },
          .relation = [relation](const Case&) { return relation; }};
}

/// (3.4): the best number of packets. No count of cycles: it is listed.
template <typename Case>
Equation<Case> best_packets() {
  return {.label = "(3.4)", .place = section("3.1(C)")};
}

/// What `--packets` asks for: a number, or the rule by which it is found.
enum class PacketRule { kFormula, kOptimal };
using PacketWish = std::variant<std::int64_t, PacketRule>;
[[nodiscard]] PacketWish packet_wish(const Values& values);

/// The parameters of an operation that cuts its message: the same with `packets`.
[[nodiscard]] std::vector<Parameter> with_packets(std::vector<Parameter> parameters);

/// The sizes of `words` cut into 1 .. `most` even parts.
[[nodiscard]] std::vector<Words> even_parts(Words words, std::int64_t most);

/// The packets that wait at a source in each of `streams` must find room: refuses (`size`).
void require_packet_memory(std::int64_t packets, std::int64_t streams);

/// Settles the packets of a case, `at.packets`, as `at.packet_wish` asks: by the paper's formula,
/// for `total` words over `hops` links, or as those of 1 .. words with the fewest cycles by the
/// exact count, which `search` finds.
template <typename Case, typename Search>
void settle_packets_by(Case& at, std::int64_t hops, Words total, Search search,
                       std::int64_t streams) {
  if (const auto* given = std::get_if<std::int64_t>(&at.packet_wish)) {
    at.packets = *given;
  } else if (std::get<PacketRule>(at.packet_wish) == PacketRule::kFormula) {
    at.packets = formula_packets(hops, total, at.timing);
  } else {
    at.packets = search();
  }
  require_packet_memory(at.packets, streams);
}

/// The same where the message is cut as a whole or in up to `streams` even parts.
template <typename Case, typename Exact>
void settle_packets(Case& at, std::int64_t hops, Words total, Exact exact, std::int64_t streams = 2,
                    std::int64_t margin = 0) {
  const auto search = [&] {
    const auto cycles = [&](std::int64_t nu) {
      at.packets = nu;
      return exact(at);
    };
    return optimal_packets(at.words.count(), even_parts(at.words, streams), cycles, margin);
  };
  settle_packets_by(at, hops, total, search, streams);
}

/// `packets`, which runs report beside the hardware's figures.
inline const Statistic kPackets{"packets", "packets", "packets that the message was cut into"};
inline constexpr auto report_packets = [](const auto& at, const auto& /*top*/,
                                          Statistics& statistics) {
  statistics.set(kPackets, at.packets);
};

}  // namespace plexus::paper_1986
