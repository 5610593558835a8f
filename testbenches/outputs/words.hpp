#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbenches/outputs/story.hpp"
#include "testbenches/outputs/text_buffer.hpp"

namespace plexus {

/// `block 5 (pkt 3)`, `block 0 w16-31 (pkt 3)`: what a transfer carries comes first, because narrow
/// rows show the beginning alone. `whole`: words of a block.
[[nodiscard]] std::string words_of_transfer(PacketId packet, const Blocks& blocks, Words whole);

/// `block 5`, `blocks 0-3 7`, `12 blocks` where the list would be long.
[[nodiscard]] std::string words_of_blocks(const Blocks& blocks);

/// What a program waits for as rows have it; of null nothing.
[[nodiscard]] std::string words_of_waits(const Waits* waits, PartViews& views);

/// What the parts of a run do, in words, as rows: one per link, channel, element, bank, and two per
/// node, what it holds and what its program waits for.
class RunWords {
 public:
  struct Row {
    const PartView* view = nullptr;
    bool holds = false;  ///< what a node holds, else what the part does
    std::string text;    ///< of the cycle that was settled last; empty: idle
    bool lost = false;   ///< something on it did not arrive
  };
  using Tell = std::function<void(std::uint32_t row, const std::string& text)>;

  /// Looks at those parts alone that `wants` takes. Before the first row.
  void look_only_at(std::function<bool(const PartView&)> wants) { wants_ = std::move(wants); }
  void look_up(PartViews& views) { views_ = &views; }
  void see(const SeenRow& row);
  /// All rows of cycle `now` have been seen: tells what has changed since the cycle settled before.
  void settle(Cycles now, const Tell& tell);
  /// The next cycle after the one settled last in which words change although nothing happens: the
  /// end of a start-up.
  [[nodiscard]] std::optional<Cycles> next() const;

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Words of a whole block, as far as they are known.
  [[nodiscard]] Words whole() const { return whole_; }

 private:
  struct Carried {
    Transfer transfer;
    Words whole{0};  ///< of a block, as far as it was known then
  };
  /// What a node holds.
  struct Held {
    struct Run {
      std::uint64_t first;
      std::uint64_t end;
    };
    std::vector<Run> runs;  ///< of blocks, rising, none next to another
    std::uint64_t blocks = 0;
    Words words{0};

    std::map<std::uint64_t, Words> partly;  ///< words of blocks of which it does not hold all

    /// `whole`: words of a block.
    void add(const Blocks& gained, Words gained_words, Words whole);
    void remove(const Blocks& lost, Words lost_words, Words whole);
    void add_run(Run added);
    void remove_run(Run removed);
    /// Appends what is held to `text`. `whole`: words of a block.
    void write(TextBuffer& text, Words whole) const;
  };
  struct Part {
    std::int64_t does = -1;  ///< number of its row, if there is one
    std::int64_t holds = -1;
    std::vector<Carried> carried;
    std::string setting;
    std::string ends;  ///< of what drives it, as the label of a link has them
    std::string wait;
    Held held;
    bool dirty = false;
    bool gained = false;             ///< since the last time that it was settled
    bool changed = false;            ///< likewise what it does
    bool lost = false;               ///< something on it did not arrive
    const PartView* view = nullptr;  ///< null: not met yet
    bool wanted = true;
  };
  using DataBegins = std::pair<std::int64_t, std::uint32_t>;  ///< cycle, part
  struct Later {
    bool operator()(const DataBegins& a, const DataBegins& b) const { return a.first > b.first; }
  };

  std::string_view words_of(const Part& part, Cycles now);
  void write(const Part& part, Cycles now);
  std::uint32_t row_of(std::int64_t& number, const Part& part, bool holds);
  void touch(std::uint32_t part);

  std::function<bool(const PartView&)> wants_;
  std::vector<Row> rows_;
  std::vector<Part> parts_;  ///< by their numbers
  std::vector<std::uint32_t> dirty_;
  PartViews* views_ = nullptr;
  TextBuffer text_;  ///< what a row says now
  std::priority_queue<DataBegins, std::vector<DataBegins>, Later> begins_;
  Words whole_{0};  ///< of a block: the most that is known of one
};

}  // namespace plexus
