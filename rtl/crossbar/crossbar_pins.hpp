#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>

#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/crossbar.hpp"
#include "hw/crossbar/setting.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

/// Messages are numbered modulo 2^32 on the pins.
inline constexpr unsigned kMessageWidth = 32;
inline constexpr std::uint64_t kMessageMask = 0xffff'ffff;

/// Ports of a twin that stands for a crossbar with `ports` of them: so few sizes serve all small
/// machines.
[[nodiscard]] constexpr std::size_t ports_of_twin(std::size_t ports) {
  return std::max<std::size_t>(32, std::bit_ceil(ports));
}

/// The crossbar whose links a manager sets.
[[nodiscard]] inline crossbar& crossbar_of(const config_manager& part) {
  return dynamic_cast<crossbar&>(*part.links.channel());
}

/// A block of those who set the links of a crossbar: of what stands behind the port `setup` of a
/// machine, not of what it has brought for nothing.
template <typename Bank, auto Has>
TwinBlock block_at_setup(std::size_t ports) {
  return {.built = Bank::parameters(ports),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            using Part = typename Bank::part_type;
            auto* const port = dynamic_cast<exchange_port<link_setup_if>*>(&object);
            auto* const part = port == nullptr ? nullptr : dynamic_cast<Part*>(&port->occupant());
            const bool has = part != nullptr && Has(*part, site);
            return has ? std::make_unique<Bank>(*part, site) : nullptr;
          }};
}

/// The number of the port with which one is joined, if it is.
using Peer = std::optional<std::size_t>;
inline Peer peer_of(const crossbar& links, const std::optional<CrossbarPort>& with) {
  return with ? Peer{links.index(*with)} : std::nullopt;
}

/// Pins by which a block is told what a message costs: the same for a whole run.
struct TransferInputs {
  Pin handshake{"handshake"}, startup{"startup"}, cycles_per_word{"cycles_per_word"};
  Pin whole_words{"whole_words"}, part_words{"part_words"};

  void tell(const RendezvousTiming& timing) {
    const std::int64_t words = timing.bandwidth.count();
    put(*this, timing.handshake, timing.startup, timing.cycles_per_word,
        words / timing.cycles_per_word, words % timing.cycles_per_word);
  }
};

}  // namespace plexus
