#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/machine/layout.hpp"
#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

/// All that a picture of a run shows: the machine's layout, and what happened where and when. Who
/// draws it asks nothing else.
///
/// Figures (how long something was taken, how many words went when) are added up from every row
/// while the run goes. What a moment shows, who carried what and who held how much, is kept for the
/// cycles that are multiples of `stride()`, and there it is all of it. The stride is 1 until that
/// is more than one can look at, then it doubles.
class RunPicture final : public spectator_if {
 public:
  static constexpr std::int32_t kNowhere = -1;
  static constexpr std::uint64_t kMostDrawn = 4'000;  ///< packets, one by one

  /// For how long something carried anything at all.
  struct Taken {
    std::int64_t cycles = 0;
    std::int64_t since = 0;
    std::uint32_t by = 0;  ///< transfers on it now

    void begin(std::int64_t cycle) {
      if (by++ == 0) since = cycle;
    }
    void end(std::int64_t cycle) {
      if (--by == 0) cycles += cycle - since;
    }
  };
  /// A link, channel, node, element, ..
  struct Part {
    const PartView* view = nullptr;
    std::int32_t place = kNowhere;  ///< in the layout
    std::int32_t wire = kNowhere;
    Taken taken;
    bool flow = false;  ///< from one end of a network to the other, over wires that have names
    bool begins_inside = false;  ///< of a network: at no node
    bool ends_inside = false;
  };
  /// A wire of the layout in one of its directions.
  struct Flow {
    std::uint32_t wire = 0;
    bool forward = true;
    friend auto operator<=>(const Flow&, const Flow&) = default;
  };
  /// What a node does at a memory.
  enum class Access : std::uint8_t { kNone, kWrites, kReads };
  /// A packet on its way over a part.
  struct Transfer {
    std::uint32_t part = 0;
    PacketId packet = 0;
    NodeId source = 0;
    std::int32_t leaves = kNowhere;  ///< the place where it sets out
    std::vector<NodeId> receivers;   ///< several on a bus or a star
    std::int64_t from = 0;           ///< cycles: start,
    std::int64_t data = 0;           ///< the first word moves,
    std::int64_t to = 0;             ///< the end; that of the run if it never ended
    std::int64_t words = 0;
    std::string text{};  ///< `block 5 (pkt 3)`
    std::vector<Interval> blocks{};
    bool lost = false;          ///< it does not arrive
    std::vector<Flow> flows{};  ///< wires that it is on
    bool moves = false;         ///< from the beginning to the end of its wire
    Access access = Access::kNone;
    std::uint64_t order = 0;  ///< among all that set out
  };
  /// From a cycle on a part says something else.
  struct Saying {
    std::uint32_t part = 0;
    bool holds = false;  ///< what a node holds, else what the part does
    std::int64_t cycle = 0;
    std::string text;
    std::int64_t until = 0;
  };
  /// A packet in an element: from which input to which outputs, or why not.
  struct Way {
    PacketId packet = 0;
    std::int32_t input = 0;
    std::vector<std::int32_t> outputs;
    std::string hindered;  ///< `waits for 1`, `dropped`
    friend bool operator==(const Way&, const Way&) = default;
  };
  using Carried = std::pair<Flow, PacketId>;  ///< a wire, and what is on it
  /// What an element passes on from one cycle to another.
  struct Setting {
    std::uint32_t part = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::vector<Way> ways;
    std::vector<Carried> carried;
  };
  /// How much the nodes of a place hold, results in part in proportion to their operands, ..
  struct Level {
    std::uint32_t place = 0;
    std::int64_t cycle = 0;
    double words = 0;  ///< from now on
    std::int64_t until = 0;
  };
  /// What a node has of some blocks that follow each other has changed.
  struct Gain {
    std::int64_t cycle = 0;
    NodeId node = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    bool operands = false;  ///< `amount`: operands of its partial result; else words that it gained
    double amount = 0;      ///< of each block; words less than 0: given away
  };
  /// How long something was taken.
  struct Busy {
    std::string label;
    std::int64_t cycles = 0;
    std::int32_t part = kNowhere;
  };
  /// What the nodes of a place sent and received in all.
  struct Sum {
    std::uint64_t sent = 0;
    std::int64_t words_sent = 0;
    std::uint64_t received = 0;
    std::int64_t words_received = 0;
  };

  /// What is drawn: the machine that has this layout and the name `top`.
  void draw(Layout layout, const std::string& top);

  void see(const SeenRow& row) override;
  void combined(const OperandsRow& row) override;
  [[nodiscard]] bool wants_waits() const override { return true; }
  void look_up(PartViews& views) override { words_.look_up(views); }
  /// All rows have been seen. What set out in the time step in which the run `failed`, at the part
  /// that stopped it, counts as lost.
  void end(const std::optional<Fault>& failed = std::nullopt);

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// Does a place stand for several nodes?
  [[nodiscard]] bool grouped() const { return grouped_; }
  /// Are packets drawn one by one?
  [[nodiscard]] bool single() const { return count_ <= kMostDrawn && !grouped_; }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<Transfer>& transfers() const { return transfers_; }
  [[nodiscard]] const std::vector<Saying>& sayings() const { return sayings_; }
  [[nodiscard]] const std::vector<Setting>& settings() const { return settings_; }
  [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }
  [[nodiscard]] const std::vector<Sum>& sums() const { return sums_; }
  [[nodiscard]] std::int64_t cycles() const { return cycles_; }
  /// Most that a node holds at once, in the unit of levels.
  [[nodiscard]] double most_held() const { return most_held_; }
  /// Cycles from one moment of which all is known to the next.
  [[nodiscard]] std::int64_t stride() const { return stride_; }
  /// Transfers of all rows, whether they are kept or not.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Who held what from when on: all of it, or nothing where it is more than one can look at.
  [[nodiscard]] const std::vector<Gain>& gains() const { return gains_; }
  [[nodiscard]] bool gains_lost() const { return gains_lost_; }
  /// Operands of a whole result; 0: nothing is combined.
  [[nodiscard]] double operands() const { return result_; }
  /// Words of a whole block, as far as they are known.
  [[nodiscard]] Words block_words() const { return words_.whole(); }
  /// Phases in their order: the first cycle of each, and what it is called.
  [[nodiscard]] const std::vector<std::pair<std::int64_t, std::string>>& phases() const {
    return phases_;
  }
  /// Words that were on their way from each place (by number, of the layout) in each cycle of
  /// pieces of the run: those of a transfer are spread evenly over the cycles that it takes. `bins`
  /// pieces of bin_cycles() at most, of which the last may be cut by the end of the run.
  [[nodiscard]] std::vector<std::vector<double>> load() const;
  [[nodiscard]] std::int64_t bin_cycles() const { return bin_; }
  /// Where no wire is drawn for a transfer: the places between which a moment shows it.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> straight(
      const Transfer& transfer) const;
  /// Cycles in which each wire carried something; of its two directions, the busier one.
  [[nodiscard]] std::vector<std::int64_t> busy_wires() const;
  /// Has a wire carried something in either of its directions?
  [[nodiscard]] bool goes_both_ways() const;
  /// All that was ever taken, by falling cycles.
  [[nodiscard]] std::vector<Busy> busiest() const;

 private:
  struct Moving {
    Transfer transfer;
    Blocks blocks;
    Words whole{0};  ///< of a block, as far as it was known then
  };
  /// From when to when moments show a way that is always drawn in the same manner.
  struct Shown {
    std::int64_t from = 0;
    std::int64_t to = 0;
  };
  struct Node {
    double words = 0;
    double own = 0;                    ///< of results in part, its own operands alone
    std::int64_t operands = 0;         ///< of its partial value
    std::map<BlockId, double> partly;  ///< words of results in part, by block
    double told = 0;                   ///< of all of it, to its place
    double most = 0;                   ///< that it has held at a time
    std::vector<Interval> given{};     ///< blocks that it has had from the start, untold
  };
  /// Who had a run of blocks first.
  struct Origin {
    BlockId end = 0;
    NodeId node = 0;
    bool told = false;
  };
  /// A packet that goes through a network in hops of its parts, and waits between them.
  struct Journey {
    std::uint32_t place = 0;  ///< where it set out
    std::int64_t from = 0;
    std::int64_t words = 0;
    std::int32_t moving = 0;  ///< hops of it, in progress
    std::int32_t waiting = 0;
  };
  struct Filled {
    std::int64_t since = 0;
    double words = 0;
  };
  struct Passing {
    std::vector<Way> ways;
    std::int64_t since = 0;
    std::vector<Carried> carried;
  };

  std::uint32_t part_of(const PartView& view);
  std::int32_t find_place(const std::string& name) const;
  std::int32_t place(NodeId node) const;
  std::int32_t receiving(NodeId node) const;
  void settle(std::int64_t before);
  void take_wires(const Transfer& transfer, bool begins);
  void set_out(Moving& moving);
  void add_flow(std::vector<Flow>& flows, std::int32_t from, std::int32_t to) const;
  void arrive(Moving&& moving, bool arrived = true);
  void pass(std::uint32_t part, std::vector<Way> ways);
  std::vector<Carried> carried_at(std::uint32_t place, const std::vector<Way>& ways) const;
  bool is_shown(std::int64_t from, std::int64_t to) const;
  bool shows_anew(const std::vector<Flow>& flows, std::int64_t from, std::int64_t to);
  void fill(NodeId number);
  void gain(std::int64_t cycle, NodeId node, const Blocks& blocks, bool operands, double amount);
  void say(std::uint32_t part, bool holds, std::int64_t cycle, const std::string& text);
  void thin_out();
  void note_origin(NodeId node, const Blocks& blocks, bool told);
  std::uint64_t not_given(NodeId node, const Blocks& blocks) const;
  void give();
  void say_given();
  void begin_journey(const Transfer& transfer, const Part& part);
  void end_journey(const Transfer& transfer, const Part& part);
  void add_load(std::uint32_t place, std::int64_t words, std::int64_t from, std::int64_t to,
                bool arrived = true);

  Layout layout_;
  bool grouped_ = false;
  std::string top_;
  RunWords words_;
  std::vector<Part> parts_;
  std::unordered_map<const PartView*, std::uint32_t> by_view_;  ///< parts
  std::unordered_map<std::string, std::int32_t> places_;        ///< by name below the machine
  std::unordered_map<std::string, std::int32_t> wires_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> between_;  ///< wires
  std::vector<std::vector<std::uint32_t>> at_;                                ///< wires, by place
  std::vector<std::int32_t> place_of_node_;
  std::map<NodeId, std::int32_t> receives_at_;  ///< where it is drawn once more for that
  std::map<std::uint64_t, Moving> moving_;      ///< by number
  std::vector<std::uint64_t> started_;          ///< of those that set out in this cycle
  std::map<std::pair<std::uint32_t, NodeId>, std::vector<NodeId>> receivers_;  ///< part, sender
  std::map<std::pair<std::uint32_t, NodeId>, Access> accesses_;                ///< likewise
  std::map<std::uint32_t, std::vector<Way>> set_;                    ///< in this cycle, by part
  std::map<std::uint32_t, Passing> passing_;                         ///< by part
  std::map<std::pair<std::uint32_t, std::int32_t>, Taken> outputs_;  ///< of elements
  std::vector<std::array<Taken, 2>> wire_taken_;
  std::map<std::vector<Flow>, Shown> shown_;
  std::vector<Transfer> transfers_;
  std::vector<Setting> settings_;
  std::vector<Saying> sayings_;
  std::map<std::pair<std::uint32_t, bool>, Saying> said_;  ///< last
  std::vector<Level> levels_;
  std::vector<Gain> gains_;
  bool gains_lost_ = false;
  std::map<BlockId, Origin> origins_;                     ///< by the first block of a run
  bool combines_ = false;                                 ///< nodes combine what they hold
  bool tells_holds_ = false;                              ///< nodes tell what they hold
  std::map<PacketId, Journey> journeys_;                  ///< of packets that are on one
  std::unordered_map<PacketId, std::vector<Flow>> ends_;  ///< of a network, by packet on its way
  std::int64_t arrivals_ = 0;                             ///< that words over time know
  std::int64_t under_way_ = 0;                            ///< cycles that they took in all
  std::set<BlockId> results_;                             ///< that are whole somewhere
  std::int64_t combined_ = -1;                            ///< when the last of them became so
  std::vector<Filled> filled_;                            ///< by place
  std::vector<Node> nodes_;
  std::vector<Sum> sums_;
  std::vector<std::pair<std::int64_t, std::string>> phases_;
  std::vector<std::vector<double>> load_;  ///< by place and bin
  std::int64_t bin_ = 1;
  std::int64_t stride_ = 1;
  std::uint64_t count_ = 0;
  std::int64_t now_ = -1;
  std::int64_t cycles_ = 0;
  double most_held_ = 0;
  double result_ = 0;  ///< operands of a result; 0: nothing is combined
};

}  // namespace plexus
