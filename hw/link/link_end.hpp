#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <typeinfo>

#include "hw/channel/link.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A module without the role `link_end_if` at one end of a channel: it is told by events, and what
/// arrives waits here until it takes it.
class event_end final : public link_end_if {
 public:
  /// `of`: the channel, `port`: what is bound to it, for their names. Both must outlive this.
  event_end(const channel_if& of, const sc_core::sc_port_base& port);
  void sent(unsigned port) override;
  void received(unsigned port, Packet&& packet) override;

  [[nodiscard]] bool arrived() const { return packet_.words() > 0_words; }
  [[nodiscard]] Packet take();
  [[nodiscard]] const sc_core::sc_event& sent_event() const { return sent_; }
  [[nodiscard]] const sc_core::sc_event& arrived_event() const { return arrived_; }
  [[nodiscard]] const sc_core::sc_port_base& port() const { return *port_; }

 private:
  const channel_if* of_;
  const sc_core::sc_port_base* port_;
  Packet packet_;
  sc_core::sc_event sent_;
  sc_core::sc_event arrived_;
};

/// Those of a bank or a switch, which owns them.
class EventEnds {
 public:
  /// Who is told of what happens at `port`, which is bound to `channel`: the port's module, or
  /// events made for it.
  [[nodiscard]] link_end_if& at(const sc_core::sc_port_base& port, const channel_if& channel);
  /// The guard of the module of the port that was asked for last: a free one, if no rule binds it.
  [[nodiscard]] port_guard& guard();
  [[nodiscard]] const sc_core::sc_event& never() const { return never_; }

 private:
  sc_core::sc_event never_;
  std::deque<event_end> made_;
  std::deque<port_guard> free_;
  const sc_core::sc_port_base* port_ = nullptr;  ///< asked for last: one has many channels
  link_end_if* module_ = nullptr;                ///< its module; null: that one looks at events
  port_guard* guard_ = nullptr;                  ///< of that module; null: not asked for yet
};

/// Who is told of what happens at one end of a channel: the module at whose port the channel is
/// bound, by the number of the binding, or the events that a module without that role looks at.
/// The part of a channel that all kinds of them share.
class LinkEnd {
 public:
  link_end_if* part = nullptr;
  port_guard* guard = nullptr;

  /// For `register_port` of `channel`, whose `role` (`sender`, `receiver`) is at this end: `port`
  /// is bound to `bound` there. Returns the number of the binding. A second time: a wiring error.
  template <typename If>
  unsigned bind(sc_core::sc_port_base& port, const If& bound, const channel_if& channel,
                const std::string& role, EventEnds& events) {
    bind_part(port, channel, role, events);
    const auto& all = static_cast<const sc_core::sc_port_b<If>&>(port);
    int number = 0;
    while (all[number] != &bound) ++number;
    return static_cast<unsigned>(number);
  }
  /// Nobody is bound here: a wiring error.
  void check_bound(const channel_if& channel, const std::string& role) const;
  /// Full name of who is here.
  [[nodiscard]] std::string name() const;
  /// What a module sees that looks at events; of one that is told directly they never come, and
  /// nothing stays. `of`: the channel's.
  [[nodiscard]] const sc_core::sc_event& sent_event(const EventEnds& of) const {
    return events() != nullptr ? events()->sent_event() : of.never();
  }
  [[nodiscard]] const sc_core::sc_event& arrived_event(const EventEnds& of) const {
    return events() != nullptr ? events()->arrived_event() : of.never();
  }
  [[nodiscard]] bool arrived() const { return events() != nullptr && events()->arrived(); }
  [[nodiscard]] Packet take(const channel_if& from) const;

 private:
  /// The events, if it is a module that looks at them; null if not.
  [[nodiscard]] event_end* events() const;
  void bind_part(sc_core::sc_port_base& port, const channel_if& channel, const std::string& role,
                 EventEnds& events);
};

/// Is a port of type `type`, as `register_port` gets it, one of this interface?
template <typename If>
[[nodiscard]] bool is_port_of(const char* type) {
  return std::string_view{type} == typeid(If).name();
}

}  // namespace plexus
