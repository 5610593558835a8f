#pragma once

#include "hw/tlm/tlm_network.hpp"

namespace plexus {

/// A transaction on its way.
struct tlm_exchange::Transit {
  enum class Stage {
    kOver,       ///< the place is free
    kComing,     ///< not at the target yet
    kAsked,      ///< the target has the request
    kServed,     ///< and has sent END_REQ
    kAnswered,   ///< and BEGIN_RESP, or its like
    kResponded,  ///< the initiator has BEGIN_RESP, or its call is to go on
    kEnded,      ///< and has sent END_RESP
  };
  Stage stage = Stage::kOver;
  std::uint32_t place = 0;
  Payload* payload = nullptr;  ///< null: its initiator has gone, see `abandon`
  Words request{0};            ///< of its packet
  NodeId source = 0;
  NodeId target = 0;
  std::uint64_t address = 0;  ///< as the initiator gave it
  std::uint64_t number = 0;   ///< among the requests of its source to its target
  bool blocking = false;      ///< b_transport, which waits for `go_on`
  bool target_waits = false;  ///< for END_RESP
  std::unique_ptr<sc_core::sc_event> go_on;
};

/// What waits to be sent by a port of a network.
struct tlm_exchange::Gate {
  struct Packet {
    Transit* transit;
    Cycles offered;
    Words words;
    bool response;
  };
  network_port_if* port = nullptr;
  std::deque<Packet> packets;
};

/// Both sockets of a port.
struct tlm_exchange::Port {
  // As the target of an initiator.
  Transit* request = nullptr;     ///< END_REQ is owed
  std::deque<Transit*> waiting;   ///< requests that have not been offered yet
  std::uint32_t outstanding = 0;  ///< that have
  std::deque<Transit*> responses;
  Transit* response = nullptr;  ///< END_RESP is to come
  // As the initiator at a target.
  std::deque<Transit*> requests;
  Transit* asked = nullptr;     ///< END_REQ is to come, or b_transport to be called
  Transit* answered = nullptr;  ///< END_RESP is owed
  struct Order {
    std::uint64_t sent = 0;                     ///< to this port
    std::uint64_t come = 0;                     ///< all before have
    std::map<std::uint64_t, Transit*> early{};  ///< that have overtaken others
  };
  std::map<NodeId, Order> order;  ///< by source
};

}  // namespace plexus
