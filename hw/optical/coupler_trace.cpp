#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "hw/data/node_set.hpp"
#include "hw/optical/coupler_bank.hpp"

namespace plexus {

void coupler_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  if (couplers() > kMostModules) return;  // each introduces itself when it carries something
  for (std::uint64_t index = 0; index < couplers(); ++index) introduce(index);
}

void coupler_bank::introduce(std::uint64_t index) const {
  const std::uint64_t to = index / groups();
  const std::uint64_t from = index % groups();
  sink_->wants({coupler_name(index), fmt::format("group {} -> {}", from, to), PartKind::kChannel,
                fmt::format("coupler {:05} {:05}", from, to)});
}

const Packet* coupler_bank::shown(std::uint64_t index) const {
  const StarState* const page = pages_[index / kPage];
  if (page == nullptr || conflicts_.couplers.contains(index)) return nullptr;
  const StarState& star = page[index % kPage];
  return star.slot == stamp_ ? star.packet : nullptr;
}

std::vector<Acceptance> coupler_bank::accepted() const {
  std::vector<Acceptance> all;
  for (const NodeId receiver : receiving_)
    all.push_back({receiver, processors_[receiver].accepted});
  for (const auto& [receiver, packet] : more_) all.push_back({receiver, packet});
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

/// All packets of the present slot.
void coupler_bank::record_packets(bool sent) const {
  for (std::size_t i = 0; i < packets_.size(); ++i) record(*packets_[i], carried_ + i, sent);
}

void coupler_bank::record(const Packet& packet, PacketId number, bool sent) const {
  std::map<NodeId, std::vector<NodeId>> receivers;  // by group
  packet.header().channels.for_each([&](NodeId group) { receivers[group]; });
  packet.for_each_receiver([&](NodeId node) { receivers[node / degree()].push_back(node); });
  for (const auto& [group, nodes] : receivers) {
    const NodeSet set{nodes};
    const std::uint64_t coupler = grid_.index_of(group, packet.source());
    const TraceKind kind = sent ? TraceKind::kSend
                           : is_lost_to_group(conflicts_, packet, group, grid_)
                               ? TraceKind::kDrop
                               : TraceKind::kReceive;
    if (sent && couplers() > kMostModules) introduce(coupler);
    TraceRow row =
        packet_row(cycles_.now(), kind, coupler, coupler_name(coupler), packet, packet.source(),
                   set.empty() ? group * degree() : nodes.front(), rules_.slot.startup);
    row.packet = number;
    sink_->record(row);
    if (nodes.empty()) continue;
    row.kind = TraceKind::kSetting;  // who drives it and who takes it
    if (sent) row.setting = Driven{packet.source(), set};
    sink_->record(row);
  }
}

/// A collided coupler says so, with its senders, behind what it was sent.
void coupler_bank::record_collisions() const {
  for (const auto& [index, packets] : conflicts_.couplers) {
    Collided setting;
    for (const Packet* const packet : packets) setting.senders.push_back(packet->source());
    sink_->record(set_row(cycles_.now(), index, coupler_name(index), std::move(setting)));
  }
}

CouplerWave& coupler_bank::wave() const {
  if (!wave_) wave_ = std::make_unique<CouplerWave>();
  return *wave_;
}

/// `packets`: of the slot that has begun; none: it has ended.
void coupler_bank::show(std::span<const Packet* const> packets) const {
  wave_->show(packets, grid_, [this](NodeId node) { return processors_[node].stored; });
}

void coupler_bank::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, figures_.slots, prefix + "slots");
  sc_core::sc_trace(file, in_slot_, prefix + "in_slot");
  sc_core::sc_trace(file, driven_, prefix + "driven");
}

void pops_coupler::trace(sc_core::sc_trace_file* file) const {
  bank_->wave().trace_coupler(file, index_, std::string{name()} + '.');
}

}  // namespace plexus
