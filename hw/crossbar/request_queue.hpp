#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "hw/channel/crossbar.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Requests for links at a manager, each a number. A request is there `request_latency` after it
/// was made. Whenever the manager is idle it serves, by time of arrival, then number, the first
/// `batch` (0: all) of those that may be: link i of a command of n is open beta_r + i tau_r later,
/// the manager idle beta_r + n tau_r later.
class RequestQueue {
 public:
  /// `figures`, the manager's, must outlive the queue.
  RequestQueue(const SettingPolicy& policy, ManagerFigures& figures)
      : policy_{policy}, figures_{&figures} {}

  void ask(std::uint32_t number, Cycles now) {
    under_way_.emplace(now + policy_.request_latency, number);
  }
  /// What has arrived by now waits. True: something has.
  bool come_in(Cycles now) {
    const std::size_t before = waiting_.size();
    while (!under_way_.empty() && under_way_.begin()->first <= now) {
      waiting_.insert(under_way_.extract(under_way_.begin()));
    }
    figures_->most_waiting = std::max<std::uint64_t>(figures_->most_waiting, waiting_.size());
    return waiting_.size() > before;
  }
  /// By arrival, then number.
  [[nodiscard]] const std::set<std::pair<Cycles, std::uint32_t>>& waiting() const {
    return waiting_;
  }
  [[nodiscard]] bool idle(Cycles now) const { return now >= idle_from_; }

  /// A command of the idle manager begins for those that `may(number)` be served, if there are any.
  template <typename May>
  void serve(Cycles now, const May& may) {
    served_.clear();
    const std::size_t most = policy_.batch == 0 ? waiting_.size() : policy_.batch;
    for (auto one = waiting_.begin(); one != waiting_.end() && served_.size() < most;) {
      if (!may(one->second)) {
        ++one;
        continue;
      }
      served_.push_back(one->second);
      figures_->request_wait += now - one->first;
      one = waiting_.erase(one);
    }
    if (served_.empty()) return;
    const Cycles busy = policy_.timing.command(std::ssize(served_));
    idle_from_ = now + busy;
    ++figures_->commands;
    figures_->busy += busy;
  }
  /// Of the latest command, in order.
  [[nodiscard]] const std::vector<std::uint32_t>& served() const { return served_; }
  /// The links of the command that has begun now open by its timing.
  void grant(Cycles now) {
    std::int64_t links = 0;
    for (const std::uint32_t number : served_) {
      granted_.add(now + policy_.timing.command(++links), number);
    }
  }
  /// The manager is idle from now on, whatever its timing says.
  void end_command(Cycles now) { idle_from_ = now; }

  [[nodiscard]] bool opens(Cycles now) const { return !granted_.empty() && granted_.next() <= now; }
  /// Links that open next, in order: until the next call.
  const std::vector<std::uint32_t>& open() { return granted_.take_next(); }
  /// The next cycle behind `now` in which something comes of what is known, if there is one.
  [[nodiscard]] std::optional<Cycles> next(Cycles now) const {
    std::optional<Cycles> next;
    const auto sooner = [&](Cycles cycle) {
      if (cycle > now && (!next || cycle < *next)) next = cycle;
    };
    if (!granted_.empty()) sooner(granted_.next());
    if (!under_way_.empty()) sooner(under_way_.begin()->first);
    if (!waiting_.empty()) sooner(idle_from_);
    return next;
  }

 private:
  SettingPolicy policy_;
  ManagerFigures* figures_;
  std::set<std::pair<Cycles, std::uint32_t>> under_way_;  ///< by arrival
  std::set<std::pair<Cycles, std::uint32_t>> waiting_;    ///< likewise
  std::vector<std::uint32_t> served_;                     ///< of the present command
  CalendarQueue<std::uint32_t> granted_;                  ///< links, by opening
  Cycles idle_from_{0};
};

}  // namespace plexus
