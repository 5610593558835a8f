#include "hw/router/vc_router.hpp"

#include <algorithm>

#include "hw/router/router_bank.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

std::size_t vc_router::place_of(std::uint32_t channel) const {
  if (channel >= bank_->lanes_) {
    raise("program", name(), "It was asked for channel {}: it has {}, counted through its ports.",
          channel, bank_->lanes_);
  }
  return bank_->lane_at(number_, channel);
}

std::uint32_t vc_router::held(std::uint32_t queue) const {
  return bank_->queues_[place_of(queue)].held;
}

const Flit& vc_router::first(std::uint32_t queue) const {
  const std::size_t place = place_of(queue);
  if (bank_->queues_[place].held == 0) {
    raise("program", name(), "It was asked for the first flit of queue {}, which is empty.", queue);
  }
  return bank_->first_of(place);
}

Cycles vc_router::born(std::uint32_t queue) const {
  static_cast<void>(first(queue));  // there must be one
  return bank_->born(place_of(queue));
}

const RouterPacket& vc_router::packet(std::uint32_t queue) const {
  return bank_->packets_[first(queue).packet];
}

std::uint32_t vc_router::taken(std::uint32_t queue) const {
  const std::uint16_t taken = bank_->queues_[place_of(queue)].taken;
  return taken == router_bank::kNone ? kNoChannel : taken;
}

std::uint32_t vc_router::need(std::uint32_t queue) const {
  return bank_->room_of(packet(queue).words, false);
}

void vc_router::route(std::uint32_t queue, ChannelOptions& options) const {
  RouteHeader header = packet(queue).header;
  options.clear();
  bank_->route_->route(number_, queue / bank_->setting_.channels, queue % bank_->setting_.channels,
                       header, options);
  const auto to_closed = [this](const ChannelOption& option) {
    return bank_->closed(bank_->port_at(number_, option.port));
  };
  if (std::ranges::any_of(options.all(), to_closed)) options.clear();
}

std::uint32_t vc_router::credits(std::uint32_t output) const {
  return bank_->credits_[place_of(output)];
}

std::uint32_t vc_router::skipped(std::uint32_t arbiter) const {
  const std::uint32_t arbiters = 2 * bank_->lanes_ / bank_->setting_.channels;
  if (arbiter >= arbiters) {
    raise("program", name(), "It was asked for arbiter {}: it has {}.", arbiter, arbiters);
  }
  return bank_->skipped_[arbiter];
}

std::optional<ArrivingFlit> vc_router::arriving(std::uint32_t port) const {
  return bank_->coming_to(bank_->lane_at(number_, port * bank_->setting_.channels));
}

std::optional<ArrivingFlit> vc_router::leaving(std::uint32_t port) const {
  const std::uint32_t target = bank_->target_[bank_->port_at(number_, port)];
  return target == kNoChannel ? std::nullopt : bank_->coming_to(target);
}

std::uint64_t vc_router::returning() const {
  std::uint64_t all = 0;
  for (std::uint32_t port = 0; port < bank_->setting_.ports; ++port) {
    const std::uint32_t first = port * bank_->setting_.channels;
    all |= std::uint64_t{bank_->coming_back_to(bank_->lane_at(number_, first))} << first;
  }
  return all;
}

std::uint64_t vc_router::giving_back() const {
  std::uint64_t all = 0;
  for (std::uint32_t port = 0; port < bank_->setting_.ports; ++port) {
    const std::uint32_t feeder = bank_->feeder_[bank_->port_at(number_, port)];
    if (feeder == kNoChannel) continue;
    all |= std::uint64_t{bank_->coming_back_to(feeder)} << port * bank_->setting_.channels;
  }
  return all;
}

void vc_router::end_of_elaboration() {
  const auto check = [this](const auto& ports) {
    for (int i = 0; i < ports.size(); ++i) {
      const auto* const bound = dynamic_cast<const flit_link*>(ports[i]);
      if (bound != nullptr && bound->is_of(*bank_)) continue;
      report_wiring(
          "{} is bound to {}, which is no link of {}: a router's flits go by links of its "
          "network.",
          ports.name(), name_of(*ports[i]), bank_->name());
    }
  };
  check(inputs);
  check(outputs);
  for (int i = 0; i < inputs.size(); ++i) {
    bank_->in_[bank_->port_at(number_, inputs[i]->receiver_port())] = inputs[i];
  }
  for (int i = 0; i < outputs.size(); ++i) {
    bank_->out_[bank_->port_at(number_, outputs[i]->sender_port())] = outputs[i];
  }
  if (!grants.exchanged()) return;
  bank_->judged_.resize(bank_->routers_.size(), false);
  bank_->judged_[number_] = true;
  bank_->watched_ = true;
}

std::string vc_router::queue_name(std::uint32_t queue) const {
  const std::uint32_t channels = bank_->setting_.channels;
  return fmt::format("{}.input_{}_channel_{}", name(), queue / channels, queue % channels);
}

void vc_router::trace(sc_core::sc_trace_file* file) const {
  for (std::uint32_t lane = 0; lane < bank_->lanes_; ++lane) {
    sc_core::sc_trace(file, bank_->queues_[bank_->lane_at(number_, lane)].held,
                      queue_name(lane) + ".held");
  }
}

}  // namespace plexus
