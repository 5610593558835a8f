#include "models/ensemble/equations.hpp"

#include "models/catalogue/json.hpp"

namespace plexus::paper_1986 {

PacketWish packet_wish(const Values& values) {
  const Json& asked = values.at("packets");
  if (asked == "formula") return PacketRule::kFormula;
  if (asked == "optimal") return PacketRule::kOptimal;
  return asked.get<std::int64_t>();
}

std::vector<Parameter> with_packets(std::vector<Parameter> parameters) {
  return joined({std::move(parameters), {packets_parameter()}});
}

std::vector<Words> even_parts(Words words, std::int64_t most) {
  std::vector<Words> sizes;
  for (std::int64_t parts = 1; parts <= most; ++parts) {
    const EvenSplit split{words, parts};
    sizes.push_back(split.largest());
    if (split.smaller() != split.largest() && split.smaller() > 0_words) {
      sizes.push_back(split.smaller());
    }
  }
  return sizes;
}

void require_packet_memory(std::int64_t packets, std::int64_t streams) {
  constexpr double kPacket = 120;  // in a queue
  require_memory(kPacket * static_cast<double>(packets) * static_cast<double>(streams));
}

}  // namespace plexus::paper_1986
