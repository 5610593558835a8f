#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hw/link/link.hpp"
#include "hw/rule/port_guard.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

/// Twins of guards at the ends of a bank's links, a lane per node, each with its `part`. In both
/// modes the verdict falls when all that begins in the cycle has begun.
template <typename Lane, typename Part>
class guard_twins : public twins_of<Lane, Part>, public port_judge_if, public link_observer_if {
 public:
  guard_twins(Part& of, link_bank& links, const TwinSite& site, const Parameters& size,
              PartNames names)
      : twins_of<Lane, Part>{of, site, size, std::move(names)}, links_{&links} {
    links.observe(*this);
    links.judge.in_front(*this);
  }
  void judge() override {}
  void begun(std::uint32_t number) override {
    link& started = links_->links()[number];
    begins(started);
    started_.push_back(&started);
  }

 protected:
  virtual void begins(link& started) = 0;
  [[nodiscard]] virtual bool sees_breach(const Lane& lane) const = 0;
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    return (lane.part->reads() | lane.part->writes()) != 0;
  }
  void looked(Cycles /*cycle*/) override {
    const auto violated = [this](const port_guard& guard) {
      return std::ranges::any_of(this->active(), [&](twin_lane* one) {
        return this->of(*one).part == &guard && sees_breach(this->of(*one));
      });
    };
    for (twin_lane* const one : this->active()) {
      if (!sees_breach(this->of(*one))) continue;
      links_->raise_violation(started_, violated);
      this->wrong(*one, "sees a broken rule in a cycle in which nothing begins there");
    }
    started_.clear();
  }

  link_bank* links_;
  std::vector<link*> started_;  ///< in this cycle
};

}  // namespace plexus
