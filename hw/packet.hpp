#pragma once

#include <cstdint>
#include <utility>

#include "hw/blocks.hpp"
#include "hw/prefetch.hpp"
#include "hw/units.hpp"

namespace plexus {

/// Number of a packet, unique within a run. A packet that is passed on keeps it.
using PacketId = std::uint64_t;

/// What travels over a channel in one transfer. A value that never changes; copies share what they
/// hold, so that a packet is as cheap to pass on as a pointer. Counts its owners without locks: a
/// simulation runs in one thread.
class Packet {
 public:
  /// No packet: no words and nothing in it.
  Packet() = default;
  /// Packet `id`, made by `source`, for `destination` where hardware routes it. It costs `words` on
  /// a channel, headers excluded, and carries `blocks`.
  Packet(PacketId id, NodeId source, NodeId destination, Words words, Blocks blocks)
      : body_{new Body{words, std::move(blocks), 1, source, destination, id}} {}
  Packet(const Packet& other) : body_{other.body_} {
    if (body_ != nullptr) ++body_->owners;
  }
  Packet(Packet&& other) noexcept : body_{std::exchange(other.body_, nullptr)} {}
  Packet& operator=(Packet other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~Packet() {
    if (body_ != nullptr && --body_->owners == 0) delete body_;
  }

  [[nodiscard]] PacketId id() const { return body().id; }
  [[nodiscard]] NodeId source() const { return body().source; }
  [[nodiscard]] NodeId destination() const { return body().destination; }
  [[nodiscard]] Words words() const { return body().words; }
  [[nodiscard]] const Blocks& blocks() const { return body().blocks; }

  void prefetch_body() const { prefetch(body_, sizeof *body_); }

  /// The packet after its contents have been exchanged.
  [[nodiscard]] Packet carrying(Words words, Blocks blocks) const {
    return {id(), source(), destination(), words, std::move(blocks)};
  }

 private:
  struct Body {
    Words words{0};
    Blocks blocks;
    std::uint64_t owners = 0;
    NodeId source = 0;
    NodeId destination = 0;
    PacketId id = 0;
  };

  [[nodiscard]] const Body& body() const { return body_ != nullptr ? *body_ : kNone; }

  static const Body kNone;
  Body* body_ = nullptr;
};

inline const Packet::Body Packet::kNone{};

}  // namespace plexus
