#include "hw/observe/phrases.hpp"

#include <array>

namespace plexus {

// Alone in its file, so that a program can bring another table.
std::string_view phrase(Phrase which) {
  static constexpr std::array<std::string_view, kPhrases> kTable{
      "blocked",
      "exchange",
      "lower broadcast",
      "set",
      "straight",
      "upper broadcast",
      "packet ",
      "pkt ",
      " from ",
      " of ",
      " to ",
      " and ",
      "dropped",
      "waits for {}",
      "merged into that from {}",
      "merged into that of {}",
      " waits",
      "{} waits for {}",
      "{} wait for {}",

      "node {} to ",
      "COLLISION of nodes",
      "node {} writes",
      "node {} reads",
      "serves node {}",
      "node {} waits",
      "to {}",
      "begins phase {}",
      "phase {} is loaded",
      "{} request, {}",
      "{} requests, first {}",
      "sets {}",
      "sets phase {}: {} links",
      "sets {} of {} links asked for",
      "swaps to phase {}",
      "waits for the ports of {}",
      "empty",

      "a packet on {}",
      "the end of a send on {}",
      "the end of a lock step",
      "the end of a phase",
      "a row of its schedule",
      "a later cycle",
      "a channel of the bus",
      "a channel of the bus and a packet on it",
      "the end of its transaction on the bus",
      "the end of its transaction on the bus and a packet",
      "a packet on the bus",
      "a slot of the memory",
      "the end of its access to the memory",
      "{} of {} packets",
      "its coupler and its receiver",
      "a message, up to slot {}",
      "the end of a slot in which it sends",
      "the end of a slot in which it listens",
      "node {} at port {} in phase {}",
      "something that no part of the machine has promised",
      " and more",

      "waits for ",
      "all",
      "a packet",
      "a channel",
      "a channel and a packet",
      "a slot",
      "sends",
      "sends to",
      "uses its slot",
      "listens",
      "works",

      "block",
      "blocks",
      " blocks",
      " again",
      "start-up",
      " words"};
  return kTable[static_cast<std::size_t>(which)];
}

}  // namespace plexus
