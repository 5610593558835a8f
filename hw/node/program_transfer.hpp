#pragma once

#include <type_traits>
#include <utility>

#include "hw/channel/shared_transfer.hpp"
#include "hw/node/node.hpp"
#include "hw/node/program.hpp"

namespace plexus {

/// A transfer for which a program asks `Part`: one of its kind, `Kind`.
template <typename Part, typename Kind>
class ProgramTransfer : public Action, private Kind {
 public:
  /// `keeps`: the node stores what the packet carries at the end.
  template <typename... Of>
  explicit ProgramTransfer(Part& part, bool keeps, Of&&... of)
      : Kind{std::forward<Of>(of)...}, part_{&part}, keeps_{keeps} {}

  auto start() {
    auto& asked = static_cast<Kind&>(*this);
    if constexpr (std::is_void_v<decltype(part_->ask(asked))>) {
      part_->ask(asked);
    } else {
      return part_->ask(asked) && (keep(), true);
    }
  }
  [[nodiscard]] bool is_ready() const { return Kind::is_needless(); }
  Packet result() { return std::move(this->packet); }

 private:
  void keep() {
    if (keeps_) self().store(this->packet.blocks());
  }
  void started() override { self().resumed(); }  // who looks at it sees that it has begun
  void ended() override {
    keep();
    complete();
  }
  void note_wait(WaitFor what) override { self().note_wait(what); }

  Part* part_;
  bool keeps_;
};

}  // namespace plexus
