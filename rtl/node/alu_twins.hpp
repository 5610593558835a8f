#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "hw/link/link.hpp"
#include "hw/node/alu_node.hpp"
#include "models/express-mesh/line_watch.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

// What the twins of the parts of nodes with arithmetic units share.

/// By what a pin `op` is shown.
inline const ValueNames kOperatorWords{"sum", "max", "min", "parity", "mat2"};

/// What an operand is on a twin's wires: its number, or the operator's neutral element if it is
/// missing.
[[nodiscard]] inline std::uint64_t bits_of(Operator op, const Operand& operand) {
  if (operand.present()) return operand.number();
  if (op == Operator::kMin) return ~std::uint64_t{0};
  return op == Operator::kMat2 ? Operand::matrix({1, 0, 0, 1}).number() : 0;
}

/// Bits of a twin's input that says how many cycles a hop takes.
inline constexpr unsigned kHopWidth = 64;

/// Names of the twins `part` of a machine's nodes.
[[nodiscard]] inline PartNames alu_names(alu_host_if& host, const std::string& part) {
  return {host.nodes(), [&host, part](std::uint64_t node) {
            return std::string{host.alu(static_cast<NodeId>(node)).name()} + '.' + part;
          }};
}

/// Where Algorithm 1 runs on a line: nodes of a whole segment, terminals, and how long it takes.
struct LineRun {
  explicit LineRun(const LineRole& role)
      : full{std::min(role.length, role.nodes)},
        terminals{(role.nodes + role.length - 1) / role.length},
        cycles{(full - 1) * role.mesh_hop + (terminals - 1) * role.express_hop} {}

  std::uint32_t full, terminals;
  Cycles cycles;
};
/// The register in which a node has the result of that.
[[nodiscard]] inline const Operand& result_of(const alu_node& node, const LineRole& role) {
  return role.mirrored ? node.second() : node.partial();
}
inline void keep(alu_node& node, const LineRole& role, std::uint64_t result) {
  role.mirrored ? node.keep_second(Operand{result}) : node.keep(Operand{result});
}

/// A packet that leaves the model's node in the present cycle.
struct PinDeparture {
  bool now = false;
  PacketId packet = 0;
  std::uint64_t bits = 0;
};

/// Twins of parts that send: in the part's place, what arrives is what they have sent.
template <typename Lane>
class alu_twins : public twins_of<Lane, alu_host_if>, public line_watch_if {
 public:
  alu_twins(alu_host_if& host, const TwinSite& site, const Parameters& parameters, PartNames names)
      : twins_of<Lane, alu_host_if>{host, site, parameters, std::move(names)} {
    host.add_watch(*this);
  }
  void leaves(alu_node& /*self*/, unsigned /*channel*/, const Packet& /*packet*/) override {}
  void arrives(alu_node& /*self*/, unsigned /*channel*/, Packet& /*packet*/) override {}

 protected:
  [[nodiscard]] alu_node& node_of(const Lane& lane) const {
    return this->part.alu(static_cast<NodeId>(lane.number() % this->part.nodes()));
  }
  [[nodiscard]] static Cycles now() { return ClockPeriod{}.now(); }

  static PinDeparture departure(Operator op, const Packet& packet) {
    const auto& record = static_cast<const Record&>(*packet.payload());
    return {true, packet.id(), bits_of(op, record.operand)};
  }

  /// In the part's place: what leaves is what the twin shows as `data`.
  void take_sent(PinDeparture& sent, const Pin& data) {
    if (sent.now) sent.bits = sent_[sent.packet] = data.get();
  }

  /// What has come by `packet`, after it has been made what a twin has sent, if one has: it stands
  /// on the pin `valid` and the one behind it, with the next edge.
  std::uint64_t take(Pin& valid, Operator op, Packet& packet) {
    const auto& record = static_cast<const Record&>(*packet.payload());
    const auto sent = sent_.extract(packet.id());
    const std::uint64_t bits = sent ? sent.mapped() : bits_of(op, record.operand);
    if (bits != bits_of(op, record.operand)) {
      auto changed = std::make_unique<Record>(record);
      changed->operand = Operand{bits};
      packet = Packet{packet.id(),     packet.source(), packet.destination(), packet.words(),
                      packet.blocks(), packet.header(), std::move(changed)};
    }
    (&valid)[0].set(1);
    (&valid)[1].set(bits);
    return bits;
  }

 private:
  std::unordered_map<PacketId, std::uint64_t> sent_;  ///< by twins, not arrived yet
};

/// For attach_to: does the algorithm have the part? Throws SizeMissing if the run's operator has no
/// circuit: a text grows without bound, a word of W bits does not.
inline constexpr auto kPlays = [](const alu_host_if& host, const TwinSite& site) {
  const std::string& part = site.source.block;
  if (!host.plays(part.c_str())) return false;
  if (host.alu_context().op != Operator::kConcat) return true;
  throw SizeMissing{"The twin of " + part +
                    " has no room for texts: choose an --op other than concat."};
};

}  // namespace plexus
