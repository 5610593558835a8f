#include "hw/bus/grant_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/ranges.h>

#include "hw/channel/bindings.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

void GrantQueue::ask(NodeId node, NodeSet readers, Cycles now) {
  askers_[node].asks = true;
  askers_[node].since = now;
  asked_.push_back({node, std::move(readers)});
}

void GrantQueue::gather() {
  std::ranges::sort(asked_, {}, &BusRequest::writer);
  gathered_ = std::exchange(asked_, {});
  const auto before = static_cast<std::ptrdiff_t>(waiting_.size());
  waiting_.insert(waiting_.end(), gathered_.begin(), gathered_.end());
  std::ranges::inplace_merge(waiting_, waiting_.begin() + before, {}, &BusRequest::writer);
}

std::span<const BusRequest> GrantQueue::waiting(const NodeFlags& closed) {
  if (closed.count() == 0) return waiting_;
  open_.clear();
  std::ranges::copy_if(waiting_, std::back_inserter(open_),
                       [&](const BusRequest& request) { return !closed.any(request.readers); });
  return open_;
}

std::uint32_t GrantQueue::start(NodeId node, Words words, Cycles now) {
  Asker& asker = askers_[node];
  asker.asks = false;
  asker.waited += now - asker.since;
  ++figures_.granted;
  ++figures_.active;
  figures_.words += words;
  if (free_.empty()) return used_++;
  const std::uint32_t place = free_.top();
  free_.pop();
  return place;
}

void GrantQueue::settle() {
  released_.clear();
  std::erase_if(waiting_, [this](const BusRequest& request) { return !asks(request.writer); });
  figures_.peak_active = std::max(figures_.peak_active, figures_.active);
  figures_.peak_waiting = std::max<std::uint64_t>(figures_.peak_waiting, waiting_.size());
}

void GrantQueue::judge(const std::string& arbiter, std::span<const NodeId> grants, bool could,
                       Cycles now) {
  constexpr Cycles kMost{1'000};
  if (std::ranges::adjacent_find(grants, std::greater_equal<>{}) != grants.end()) {
    raise("program", arbiter, "It grants to nodes {}: name them by rising number, each once.",
          fmt::join(grants, ", "));
  }
  if (!could || !grants.empty()) held_back_ = Cycles{-1};
  if (!could) return;
  if (held_back_ < 0_cycles) held_back_ = now;
  if (now - held_back_ < kMost) return;
  raise("starvation", arbiter,
        "For {} cycles it has granted nothing, though {} wait, node {} first, and what they "
        "want is free.",
        kMost.count(), waiting_.size(), waiting_.front().writer);
}

void GrantQueue::end(NodeId node, std::uint32_t place, Cycles busy, Cycles now) {
  released_.push_back(node);
  free_.push(place);
  --figures_.active;
  figures_.busy += busy;
  figures_.last_end = now;
}

void check_ports(const char* kind, const char* word, const char* name, NodeId processors,
                 std::span<const sc_core::sc_port_base* const> ports, const char* use) {
  if (ports.empty() || ports.size() == processors) return;
  report_wiring("{} {} is for {} processors, and {} ports, {} among them, are bound to {}: {}",
                kind, name, processors, ports.size(), ports.front()->name(), use,
                ports.size() > processors
                    ? fmt::format("make the {} for as many as there are, or leave one out.", word)
                    : "bind one of each processor.");
}

}  // namespace plexus
