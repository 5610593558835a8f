#include "hw/node/alu_ports.hpp"

#include <stdexcept>
#include <utility>

#include "hw/rule/fault.hpp"

namespace plexus {

alu_ports::alu_ports(node& self, const Setting& setting)
    : endpoint{self},
      setting_{&setting},
      guard_{PortRule::kOneInOneOut, setting.dimensions},
      links_{std::make_unique<LinkEnds[]>(setting.links)} {
  if (setting.links > port_guard::kMostPorts) {
    throw std::invalid_argument{"a node has at most 64 channels, not " +
                                std::to_string(setting.links)};
  }
  guard_.widen(setting.ports, setting.full_duplex);
}

void alu_ports::bound() {
  const auto joined = static_cast<unsigned>(channels.size());
  if (joined > setting_->links) {
    report_wiring("{} has room for {} channels, and {} are bound to {}. Make it with more.",
                  self().name(), setting_->links, joined, channels.name());
  }
  for (unsigned channel = 0; channel < joined; ++channel) {
    const duplex_if& link = *channels[static_cast<int>(channel)];
    links_[channel] = {link.tx(), link.rx()};
  }
  for (int i = 0; i < taps.size(); ++i) taps_.push_back(taps[i]);
}

void alu_ports::leave(unsigned channel, std::uint32_t tap, Packet&& packet) {
  if (has(channel)) {
    links_[channel].leaving->send(std::move(packet));
  } else if (bus_tap_if* const joined = tap_at(channel)) {
    joined->send(tap, std::move(packet));
  } else {
    violation(channel, "no-link", "sends by");
  }
}

bool alu_ports::same(unsigned a, unsigned b) const {
  if (a == b) return true;
  const bus_tap_if* const tap = tap_at(a);
  return tap != nullptr && tap == tap_at(b);
}

bus_tap_if* alu_ports::tap_at(unsigned channel) const {
  for (bus_tap_if* const tap : taps_) {
    if (channel >= tap->channel() && channel < tap->channel() + tap->channels()) return tap;
  }
  return nullptr;
}

std::string alu_ports::channel_name(unsigned channel, bool leaving) const {
  if (const bus_tap_if* const tap = tap_at(channel)) return tap->full_name();
  if (!has(channel)) return "channel " + std::to_string(channel);
  return leaving ? links_[channel].leaving->full_name() : links_[channel].entering->full_name();
}

void alu_ports::violation(unsigned channel, const std::string& rule,
                          const std::string& sentence) const {
  raise("port-rule", channel_name(channel), Figures{{"node", self().id()}, {"rule", rule}},
        "Node {} {} {}, which breaks the rule {}. Choose an algorithm that keeps it.", self().id(),
        sentence, channel_name(channel), rule);
}

}  // namespace plexus
