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

void require_packet_memory(std::int64_t packets, std::int64_t streams) {
  constexpr double kPacket = 120;  // in a queue
  require_memory(kPacket * static_cast<double>(packets) * static_cast<double>(streams));
}

}  // namespace plexus::paper_1986
