#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "hw/data/node_set.hpp"
#include "hw/optical/coupler_bank.hpp"

namespace plexus {

void coupler_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  if (couplers() > kMostModules) return;
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    const std::uint64_t to = index / groups();
    const std::uint64_t from = index % groups();
    sink.describe({coupler_name(index), fmt::format("group {} -> {}", from, to), PartKind::kChannel,
                   fmt::format("coupler {:05} {:05}", from, to)});
  }
}

std::vector<NodeId> coupler_bank::groups_of(const Message& message) const {
  std::vector<NodeId> groups{message.groups.begin(), message.groups.end()};
  if (groups.empty()) {
    for (const NodeId receiver : message.receivers.nodes()) groups.push_back(receiver / degree());
  }
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

const Message* coupler_bank::shown(std::uint64_t index) const {
  const StarState* const page = pages_[index / kPage];
  if (page == nullptr || conflicts_.couplers.contains(index)) return nullptr;
  const StarState& star = page[index % kPage];
  return star.slot == stamp_ ? star.message : nullptr;
}

std::vector<Acceptance> coupler_bank::accepted() const {
  std::vector<Acceptance> all;
  for (const NodeId receiver : receiving_)
    all.push_back({receiver, processors_[receiver].accepted});
  for (const auto& [receiver, message] : more_) all.push_back({receiver, message});
  return all;
}

void coupler_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (NodeId node = 0; node < nodes(); ++node) {
    const auto ends = [](const std::string& driver) {
      return driver.empty()
                 ? std::vector<std::pair<std::string, std::string>>{}
                 : std::vector<std::pair<std::string, std::string>>{{"processor", driver}};
    };
    visit({transmitters_[node].full_name(), "transmitters", ends(transmitters_[node].driver())});
    visit({receivers_[node].full_name(), "receivers", ends(receivers_[node].driver())});
  }
  for (std::uint64_t index = 0; index < couplers(); ++index) {
    if (modules_.empty()) visit({coupler_name(index), "pops_coupler", {}});
    visit({coupler_arbiters_.name_of(index),
           coupler_arbiters_.kind(),
           {{"coupler", coupler_name(index)}}});
  }
  for (NodeId node = 0; node < nodes(); ++node) {
    visit({receiver_arbiters_.name_of(node),
           receiver_arbiters_.kind(),
           {{"receivers", receivers_[node].full_name()}}});
  }
}

/// All messages of the present slot.
void coupler_bank::record_messages(bool sent) const {
  for (std::size_t i = 0; i < messages_.size(); ++i) record(*messages_[i], packets_ + i, sent);
}

void coupler_bank::record(const Message& message, PacketId packet, bool sent) const {
  std::map<NodeId, std::vector<NodeId>> receivers;  // by group
  for (const NodeId group : message.groups) receivers[group];
  for (const NodeId receiver : message.receivers.nodes()) {
    receivers[receiver / degree()].push_back(receiver);
  }
  for (const auto& [group, nodes] : receivers) {
    const NodeSet set{nodes};
    const std::uint64_t coupler = grid_.index_of(group, message.source);
    TraceRow row{.cycle = cycles_.now(),
                 .kind = sent                                               ? TraceKind::kSend
                         : takes_message(conflicts_, message, group, grid_) ? TraceKind::kDrop
                                                                            : TraceKind::kReceive,
                 .rank = coupler,
                 .part = coupler_name(coupler),
                 .part_kind = PartKind::kChannel,
                 .packet = packet,
                 .source = message.source,
                 .destination = set.empty() ? group * degree()
                                            : static_cast<NodeId>(set.intervals().front().first),
                 .words = words_,
                 .startup = rules_.slot.startup};
    if (message.into_memory || message.for_relay) {
      row.blocks = Blocks{Interval{message.data[0], 1}, {0_words, words_}};
    }
    sink_->record(row);
    if (nodes.empty()) continue;
    row.kind = TraceKind::kSetting;  // who drives it and who takes it
    if (sent) row.setting = Driven{message.source, set};
    sink_->record(row);
  }
}

void coupler_bank::record_hold(NodeId node, const Message& message) const {
  sink_->record({.cycle = cycles_.now(),
                 .kind = TraceKind::kHold,
                 .rank = node,
                 .part = processor_name(node),
                 .part_kind = PartKind::kNode,
                 .source = node,
                 .destination = node,
                 .words = rules_.words,
                 .blocks = Blocks{Interval{message.data[0], 1}, {0_words, rules_.words}}});
}

/// A collided coupler says so, with its senders, behind what it was sent.
void coupler_bank::record_collisions() const {
  for (const auto& [index, messages] : conflicts_.couplers) {
    Collided setting;
    for (const Message* const message : messages) setting.senders.push_back(message->source);
    sink_->record(
        set_row(cycles_.now(), index, coupler_name(index), PartKind::kChannel, std::move(setting)));
  }
}

CouplerWave& coupler_bank::wave() const {
  if (!wave_) wave_ = std::make_unique<CouplerWave>();
  return *wave_;
}

/// `messages`: of the slot that has begun; none: it has ended.
void coupler_bank::show(std::span<const Message* const> messages) const {
  wave_->show(messages, grid_, [this](NodeId node) { return processors_[node].stored; });
}

void coupler_bank::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, slot_, prefix + "slots");
  sc_core::sc_trace(file, in_slot_, prefix + "in_slot");
  sc_core::sc_trace(file, driven_, prefix + "driven");
}

void pops_coupler::trace(sc_core::sc_trace_file* file) const {
  bank_->wave().trace_coupler(file, index_, std::string{name()} + '.');
}

}  // namespace plexus
