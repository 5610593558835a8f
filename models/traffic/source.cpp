#include "models/traffic/source.hpp"

#include <algorithm>

#include "hw/data/mixed.hpp"
#include "models/traffic/log.hpp"

namespace plexus {

TrafficSource::TrafficSource(const TrafficSetting& setting, NodeId node, NodeId nodes)
    : setting_{&setting},
      state_{mixed_bits(mixed_bits(setting.seed) + node)},
      node_{node},
      nodes_{nodes} {
  next_.born = Cycles{-1};
  next_.words = setting.words;
  const TrafficPattern& pattern = setting.pattern;
  const bool alone = nodes == 1 && !setting.to_itself;
  const bool at_home = pattern.kind == TrafficPattern::Kind::kFixed && !setting.to_itself &&
                       !setting.recorded && pattern.destinations[node] == node;
  silent_ = !setting.recorded && (alone || at_home || setting.load <= 0);
  // A burst may be under way from the beginning, as at any later time.
  if (setting.burst > 1) burst_ = happens(setting.load);
  advance();
}

std::uint64_t TrafficSource::draw() { return mixed_bits(state_ += kMixedStep); }

bool TrafficSource::happens(double probability) {
  return static_cast<double>(draw() >> 11) * 0x1p-53 < probability;
}

/// Is there a packet in the next cycle? On-off: a burst ends with probability 1 / burst after each
/// of its cycles, and begins so that `load` of all cycles lie in bursts.
bool TrafficSource::offers() {
  const double load = setting_->load;
  if (setting_->burst <= 1) return happens(load);
  const double ends = 1 / setting_->burst;
  if (burst_) {
    burst_ = load >= 1 || !happens(ends);
  } else {
    burst_ = happens(ends * load / (1 - load));
  }
  return burst_;
}

void TrafficSource::advance() {
  const Cycles end = setting_->end();
  if (setting_->recorded) {
    const std::vector<Offer>& packets = (*setting_->recorded)[node_];
    const bool more = recorded_ < packets.size() && packets[recorded_].born < end;
    next_ = more ? packets[recorded_++] : Offer{kNever, 0, 1};
    return;
  }
  Cycles born = next_.born + 1_cycles;
  while (!silent_ && born < end && !offers()) born += 1_cycles;
  if (silent_ || born >= end) {
    next_.born = kNever;
    return;
  }
  next_.born = born;
  next_.destination = destination();
}

NodeId TrafficSource::destination() {
  const TrafficPattern& pattern = setting_->pattern;
  switch (pattern.kind) {
    case TrafficPattern::Kind::kFixed:
      return pattern.destinations[node_];
    case TrafficPattern::Kind::kHotspot: {
      const bool may = setting_->to_itself || node_ != pattern.hot;
      if (may && happens(pattern.share)) return pattern.hot;
      break;
    }
    case TrafficPattern::Kind::kUniform:
      break;
  }
  return any_node();
}

/// All equally likely (to one part in 2^32 / nodes): multiply and shift, Lemire 2019 without
/// rejection.
NodeId TrafficSource::any_node() {
  const std::uint64_t count = setting_->to_itself ? nodes_ : nodes_ - 1;
  const auto other = static_cast<NodeId>((draw() >> 32) * count >> 32);
  return setting_->to_itself || other < node_ ? other : other + 1;
}

// ---- queues -------------------------------------------------------------------------------------

SourceQueues::SourceQueues(const TrafficSetting& setting, NodeId nodes, TrafficLog& log)
    : setting_{&setting}, log_{&log}, left_(nodes, 0) {
  sources_.reserve(nodes);
  births_.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    sources_.emplace_back(setting, node, nodes);
    births_.push_back(sources_.back().next().born);
  }
  counted_ = sources_;
}

void SourceQueues::begin_cycle(Cycles now) {
  for (auto due = log_->next_backlog(); due && *due <= now; due = log_->next_backlog()) {
    log_->note_backlog(waiting(*due));
  }
}

void SourceQueues::leave(NodeId node, Cycles now) {
  ++left_[node];
  go_on(node);
  refuse(node, now);  // others of the same cycle
}

void SourceQueues::drop(NodeId node, Cycles now) {
  while (births_[node] <= now) {
    go_on(node);
    ++dropped_;
  }
  tell_dropped(dropped_);
}

/// So many have been dropped in all.
void SourceQueues::tell_dropped(std::uint64_t packets) {
  for (; told_dropped_ < packets; ++told_dropped_) log_->dropped_at_source();
}

void SourceQueues::go_on(NodeId node) {
  ++gone_;
  sources_[node].advance();
  births_[node] = sources_[node].next().born;
}

std::uint64_t SourceQueues::waiting(Cycles now) {
  std::uint64_t more = 0;
  for (TrafficSource& source : counted_) {
    for (; source.next().born < now; source.advance()) ++more;
  }
  offered_ += more;
  // All of them since the count before: in batches, which lie within the measured cycles or not.
  if (more > 0) log_->offered(now - 1_cycles, more);
  if (setting_->source_queue) return offered_ - gone_;
  // One place for a packet that the network has not taken: those behind it are lost, if not yet
  // dropped.
  const auto held = static_cast<std::uint64_t>(
      std::ranges::count_if(births_, [now](Cycles birth) { return birth < now; }));
  if (offered_ > gone_ + held) tell_dropped(dropped_ + offered_ - gone_ - held);
  return held;
}

}  // namespace plexus
