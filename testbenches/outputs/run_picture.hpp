#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/machine/layout.hpp"
#include "testbenches/outputs/spectators.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

/// All that a picture of a run shows: the machine's layout, and what happened where and when. Who
/// draws it asks nothing else.
class RunPicture final : public spectator_if {
 public:
  static constexpr std::int32_t kNowhere = -1;

  /// A link, channel, node, element, ..
  struct Part {
    PartView view;
    std::int32_t place = kNowhere;  ///< in the layout
    std::int32_t wire = kNowhere;
    std::int64_t busy = 0;     ///< cycles in which it carried something
    std::int64_t idle_at = 0;  ///< end of the transfers so far
  };
  /// A packet on its way over a part.
  struct Transfer {
    std::uint32_t part = 0;
    PacketId packet = 0;
    NodeId source = 0;
    std::vector<NodeId> receivers;  ///< several on a bus or a star
    std::int64_t from = 0;          ///< cycles: start,
    std::int64_t data = 0;          ///< the first word moves,
    std::int64_t to = 0;            ///< the end; that of the run if it never ended
    std::int64_t words = 0;
    std::string text;   ///< `block 5 (pkt 3)`
    bool lost = false;  ///< it does not arrive
  };
  /// From a cycle on a part says something else.
  struct Saying {
    std::uint32_t part = 0;
    bool holds = false;  ///< what a node holds, else what the part does
    std::int64_t cycle = 0;
    std::string text;
  };
  /// A node gains words.
  struct Gain {
    NodeId node = 0;
    std::int64_t cycle = 0;
    std::int64_t words = 0;  ///< held from now on
  };

  /// What is drawn: the machine that has this layout and the name `top`.
  void draw(Layout layout, const std::string& top);

  void see(const SeenRow& row) override;
  [[nodiscard]] bool wants_waits() const override { return true; }
  void describe(const PartView& view) override { words_.describe(view); }
  /// All rows have been seen. What set out in the time step in which the run `failed`, at the part
  /// that stopped it, counts as lost.
  void end(const std::optional<Fault>& failed = std::nullopt);

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<Transfer>& transfers() const { return transfers_; }
  [[nodiscard]] const std::vector<Saying>& sayings() const { return sayings_; }
  [[nodiscard]] const std::vector<Gain>& gains() const { return gains_; }
  [[nodiscard]] std::int64_t cycles() const { return cycles_; }
  /// Most words that a node holds.
  [[nodiscard]] std::int64_t most_held() const { return most_held_; }
  /// Transfers that are not kept one by one, because there are too many to look at.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  /// Words that left each place (by number, of the layout) in each of `kBins` equal pieces of the
  /// run; for runs that are too large to be drawn packet by packet.
  [[nodiscard]] std::vector<std::vector<double>> load(std::size_t bins) const;

 private:
  struct Load {
    std::uint32_t place;
    std::int64_t from;
    std::int64_t words;
  };

  std::uint32_t part_of(const std::string& name);
  std::int32_t find_place(const std::string& name) const;
  void settle(std::int64_t before);

  Layout layout_;
  std::string top_;
  RunWords words_;
  std::vector<Part> parts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of parts, by full name
  std::unordered_map<std::string, std::int32_t> places_;    ///< by name below the machine
  std::unordered_map<std::string, std::int32_t> wires_;
  std::vector<Transfer> transfers_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> moving_;  ///< transfers, by part
  std::unordered_map<std::uint32_t, std::vector<NodeId>> pending_;      ///< receivers, by part
  std::vector<Saying> sayings_;
  std::vector<Gain> gains_;
  std::unordered_map<NodeId, std::int64_t> held_;
  std::vector<Load> loads_;
  std::int64_t now_ = -1;
  std::int64_t cycles_ = 0;
  std::int64_t most_held_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace plexus
