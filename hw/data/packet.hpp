#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "hw/data/blocks.hpp"
#include "hw/data/node_set.hpp"
#include "hw/data/shared.hpp"
#include "hw/fast/prefetch.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Number of a packet, unique within a run. A packet that is passed on keeps it.
using PacketId = std::uint64_t;

/// What a network routes a packet by, where a destination alone does not say it.
struct Header {
  std::uint64_t mask = 0;  ///< bits that routers read: levels to turn at, channels to take
  NodeSet receivers{};     ///< nodes that are to get the packet
  NodeSet channels{};      ///< couplers to light, by the group to which they lead, where they
                           ///< are not just those of the receivers; none: they are
  std::optional<Interval> onward{};  ///< its receiver is a relay, which passes it on to these nodes

  friend bool operator==(const Header&, const Header&) = default;
};

/// What a packet carries beside blocks: an operand, a record. What it is, sender and receiver know.
class Payload {
 public:
  virtual ~Payload() = default;
  /// As waves and traces show it.
  virtual void print(std::ostream& out) const = 0;
};

/// What travels over a channel in one transfer. A value that never changes; copies share what they
/// hold.
class Packet {
 public:
  /// No packet: no words and nothing in it.
  Packet() = default;
  /// Packet `id`, made by `source`, for `destination` where hardware routes it. It costs `words` on
  /// a channel, headers excluded, and carries `blocks`.
  Packet(PacketId id, NodeId source, NodeId destination, Words words, Blocks blocks)
      : contents_{Contents{std::move(blocks), source, destination, id, {}}}, words_{words} {}
  /// The same with a header, and with a payload beside the blocks if there is one.
  Packet(PacketId id, NodeId source, NodeId destination, Words words, Blocks blocks, Header header,
         std::unique_ptr<const Payload> payload = {})
      : contents_{Contents{std::move(blocks), source, destination, id,
                           std::make_unique<const More>(std::move(header), std::move(payload))}},
        words_{words} {}

  Packet(const Packet&) = default;
  Packet& operator=(const Packet&) = default;
  Packet(Packet&& other) noexcept
      : contents_{std::move(other.contents_)}, words_{std::exchange(other.words_, 0_words)} {}
  Packet& operator=(Packet&& other) noexcept {
    contents_ = std::move(other.contents_);
    words_ = std::exchange(other.words_, 0_words);
    return *this;
  }
  ~Packet() = default;

  [[nodiscard]] PacketId id() const { return contents().id; }
  [[nodiscard]] NodeId source() const { return contents().source; }
  [[nodiscard]] NodeId destination() const { return contents().destination; }
  [[nodiscard]] Words words() const { return words_; }
  [[nodiscard]] const Blocks& blocks() const { return contents().blocks; }
  /// The same where it is certain that there is a packet.
  [[nodiscard]] const Blocks& blocks_sent() const { return (*contents_).blocks; }
  /// Empty where the destination says it all.
  [[nodiscard]] const Header& header() const {
    return contents().more ? contents().more->header : kNoHeader;
  }
  /// Calls visit(node) for all who are to get the packet: those that its header names, or without
  /// one its destination.
  template <typename Visit>
  void for_each_receiver(const Visit& visit) const {
    contents().more ? contents().more->header.receivers.for_each(visit) : visit(destination());
  }
  [[nodiscard]] bool is_for(NodeId node) const {
    return contents().more ? header().receivers.contains(node) : destination() == node;
  }
  /// Null without one.
  [[nodiscard]] const Payload* payload() const {
    return contents().more ? contents().more->payload.get() : nullptr;
  }

  /// Asks for what the other members read: large machines do not fit the computer's caches.
  void prefetch_contents() const { prefetch(contents_.address(), sizeof(Contents)); }

  /// Cheaper than an assignment where one of the two is no packet.
  void swap(Packet& other) noexcept {
    contents_.swap(other.contents_);
    std::swap(words_, other.words_);
  }

  /// The packet after its contents have been exchanged.
  [[nodiscard]] Packet carrying(Words words, Blocks blocks) const {
    return {id(), source(), destination(), words, std::move(blocks)};
  }

 private:
  /// What few packets have.
  struct More {
    More(Header&& by, std::unique_ptr<const Payload>&& what)
        : header{std::move(by)}, payload{std::move(what)} {}
    Header header;
    std::unique_ptr<const Payload> payload;
  };
  struct Contents {
    Blocks blocks;
    NodeId source = 0;
    NodeId destination = 0;
    PacketId id = 0;
    std::unique_ptr<const More> more;
  };

  [[nodiscard]] const Contents& contents() const { return contents_ ? *contents_ : kNone; }

  static const Contents kNone;
  static const Header kNoHeader;
  Shared<Contents> contents_;
  Words words_{0};  ///< kept here: links need nothing else of most packets
};

inline const Packet::Contents Packet::kNone{};
inline const Header Packet::kNoHeader{};

}  // namespace plexus
