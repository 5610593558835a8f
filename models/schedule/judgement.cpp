#include "models/schedule/judgement.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/layout.hpp"
#include "models/schedule/races.hpp"
#include "models/schedule/segments.hpp"
#include "models/schedule/values.hpp"

namespace plexus {

namespace {

struct Spot {
  NodeId node;
  BufferPlace place;
  friend bool operator==(const Spot&, const Spot&) = default;
};
struct SpotHash {
  std::size_t operator()(const Spot& spot) const {
    const std::uint64_t buffer = static_cast<std::uint64_t>(spot.place.buffer) << 62;
    return std::hash<std::uint64_t>{}((buffer ^ spot.place.offset) * 0x9e3779b97f4a7c15ULL +
                                      spot.node);
  }
};

constexpr std::uint32_t kNoRow = UINT32_MAX;

/// What lies at a place, and the row that left it there.
struct Held {
  ValueId value = ValueTable::kNothing;
  std::uint32_t writer = kNoRow;
};

/// Follows the rows of one schedule.
class Interpreter {
 public:
  Interpreter(const Schedule& schedule, const JudgeRequest& request, NodeId nodes)
      : schedule_{schedule},
        operation_{request.operation},
        nodes_{nodes},
        data_{!schedule.sizes_only()},
        combines_in_turn_{!schedule.has_places()},
        segments_{schedule, request.operation, findings_},
        layout_{schedule, request.operation, nodes, schedule.root.value_or(request.root),
                segments_.pieces()},
        words_{layout_, segments_},
        producers_(schedule.rows.size()),
        messages_(schedule.rows.size()),
        volumes_(schedule.rows.size(), 0) {
    require_size();
  }

  Judgement judge() {
    match_ = find_match(schedule_, findings_);
    order_ = order_of(schedule_, match_, findings_);
    const bool circles = std::ranges::any_of(order_.forced, [](bool one) { return one; });
    if (data_ && layout_.has_start()) {
      count_threads();
      for (const std::size_t row : order_.rows) perform(row);
      if (!circles) look_for_races();
      if (layout_.has_end()) {
        look_at_results();
        look_for_unused();
      }
    }
    for (std::size_t row = 0; row < schedule_.rows.size(); ++row) {
      volumes_[row] = segments_.volume(schedule_.rows[row]);
    }
    const bool open = data_ && layout_.has_start() && !layout_.has_end();
    return {std::move(findings_),
            cost_of(schedule_, match_, order_, volumes_, data_ ? operation_ : std::nullopt, nodes_),
            nodes_, data_ && layout_.has_end(), open ? outcome() : std::vector<Holding>{}};
  }

 private:
  /// Numbers of a file may be anything.
  void require_size() const {
    constexpr double kMost = 3e7;
    constexpr double kMostNamed = 5e6;  // what lies at each of them is kept
    double places = 0;
    for (const ScheduleRow& row : schedule_.rows) {
      for (const PlaceRun& run : segments_.places(row)) {
        places += static_cast<double>(run.offsets.count);
      }
    }
    if (!data_ || !layout_.has_start()) return;
    if (layout_.ends() > kMost) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("{}: {} nodes, of {} pieces, are too many to be followed: at most "
                                "{} places can be.",
                                schedule_.file, nodes_, layout_.numbers(), kMost)};
    }
    if (places > kMostNamed) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("{}: its rows name {} places, which are too many to be followed: "
                                "at most {} can be.",
                                schedule_.file, places, kMostNamed)};
    }
  }

  void count_threads() {
    std::map<NodeId, std::uint32_t> first;
    for (const ScheduleRow& row : schedule_.rows) {
      const auto [found, is_new] = first.emplace(row.node, row.thread);
      if (!is_new && found->second != row.thread) accesses_.try_emplace(row.node);
    }
  }

  [[nodiscard]] const ScheduleRow& at(std::size_t row) const { return schedule_.rows[row]; }

  Held& held(NodeId node, BufferPlace place) {
    const auto [found, is_new] = held_.try_emplace(Spot{node, place});
    if (is_new) {
      if (const auto atom = layout_.start(node, place)) found->second.value = values_.of(*atom);
    }
    return found->second;
  }

  void note(std::size_t row, BufferPlace place, AccessKind kind, ValueId value, bool changes) {
    const auto found = accesses_.find(at(row).node);
    if (found == accesses_.end()) return;
    found->second.push_back({place, static_cast<std::uint32_t>(row), kind, value, changes});
  }

  void comes_from(std::size_t row, std::uint32_t producer) {
    auto& all = producers_[row];
    if (producer != kNoRow && (all.empty() || all.back() != producer)) all.push_back(producer);
  }

  /// The places under their one name; those that are not there are told and left out.
  std::vector<BufferPlace> places_of(std::size_t row, const Places& named) {
    const NodeId node = at(row).node;
    std::vector<BufferPlace> places;
    Places none;
    for_each_place(named, [&](BufferPlace place) {
      if (!layout_.exists(node, place)) add_place(none, place);
      places.push_back(layout_.canonical(node, place));
    });
    if (!none.empty()) {
      findings_.push_back({FindingKind::kNoSuchPlace, at(row).line,
                           fmt::format("there is no {} at node {}: {} has {}", words_.places(none),
                                       node, operation_ ? to_string(*operation_) : "it",
                                       words_.room(layout_, node, none.front().buffer))});
    }
    return places;
  }

  std::vector<ValueId> read(std::size_t row, const Places& named) {
    std::vector<ValueId> values;
    Places empty;
    for (const BufferPlace place : places_of(row, named)) {
      const Held& here = held(at(row).node, place);
      if (here.value == ValueTable::kNothing) add_place(empty, place);
      const bool bad = here.value == ValueTable::kNothing || order_.forced[row];
      values.push_back(bad ? ValueTable::kUnknown : here.value);
      comes_from(row, here.writer);
      note(row, place, AccessKind::kRead, values.back(), false);
    }
    tell_empty(row, empty);
    return values;
  }

  void tell_empty(std::size_t row, const Places& empty) {
    if (empty.empty() || order_.forced[row]) return;
    const RowKind kind = at(row).kind;
    findings_.push_back({FindingKind::kReadBeforeWrite, at(row).line,
                         fmt::format("node {} {} {}, where nothing lies by then", at(row).node,
                                     kind == RowKind::kSend   ? "sends"
                                     : kind == RowKind::kCopy ? "copies"
                                                              : "combines",
                                     words_.places(empty))});
  }

  void write(std::size_t row, const Places& named, const std::vector<ValueId>& values) {
    const std::vector<BufferPlace> places = places_of(row, named);
    for (std::size_t i = 0; i < places.size(); ++i) {
      Held& here = held(at(row).node, places[i]);
      const ValueId value = i < values.size() ? values[i] : ValueTable::kUnknown;
      note(row, places[i], AccessKind::kWrite, value, here.value != value);
      here = {value, static_cast<std::uint32_t>(row)};
    }
  }

  void combine(std::size_t row, const Places& named, const std::vector<ValueId>& values) {
    const std::vector<BufferPlace> places = places_of(row, named);
    Places empty;
    for (std::size_t i = 0; i < places.size(); ++i) {
      Held& here = held(at(row).node, places[i]);
      if (here.value == ValueTable::kNothing) add_place(empty, places[i]);
      const ValueId more = i < values.size() ? values[i] : ValueTable::kUnknown;
      ValueId value = ValueTable::kUnknown;
      if (here.value != ValueTable::kNothing) value = values_.sum(here.value, more);
      if (value >= first_row_.size()) first_row_.resize(value + 1, kNoRow);
      if (first_row_[value] == kNoRow) first_row_[value] = static_cast<std::uint32_t>(row);
      note(row, places[i], AccessKind::kReduce, value, true);
      comes_from(row, here.writer);
      here = {value, static_cast<std::uint32_t>(row)};
    }
    tell_empty(row, empty);
  }

  /// What a receive or reduce takes.
  std::vector<ValueId> taken(std::size_t row) {
    const std::size_t partner = match_.partner[row];
    if (partner == schedule_.rows.size() || order_.forced[row]) return {};
    comes_from(row, static_cast<std::uint32_t>(partner));
    return std::move(messages_[partner]);
  }

  void perform(std::size_t row) {
    const Places places = segments_.places(at(row));
    switch (at(row).kind) {
      case RowKind::kSend:
        messages_[row] = read(row, places);
        break;
      case RowKind::kReceive:
        write(row, places, taken(row));
        break;
      case RowKind::kReduce:
        if (operation_ && !layout_.sums()) {
          findings_.push_back({FindingKind::kWrongResult, at(row).line,
                               fmt::format("nothing is combined in {}", to_string(*operation_))});
        }
        combine(row, places, taken(row));
        break;
      case RowKind::kCopy:
        write(row, places, read(row, at(row).from));
        break;
      case RowKind::kCombine:
        combine(row, places, read(row, at(row).from));
        break;
      case RowKind::kCompute:
        break;
    }
  }

  void look_for_races() {
    for (auto& [node, accesses] : accesses_) {
      find_races(
          schedule_, match_, order_, node, std::move(accesses), combines_in_turn_,
          [this](const Places& places) { return words_.places(places); }, findings_);
    }
  }

  /// What rows have left, node by node.
  [[nodiscard]] std::vector<Holding> outcome() const {
    for (const Buffer buffer : {Buffer::kOutput, Buffer::kInput}) {
      std::map<std::pair<NodeId, std::uint64_t>, ValueId> left;
      for (const auto& [spot, held] : held_) {
        const bool written = held.writer != kNoRow && !values_.terms(held.value).empty();
        if (written && spot.place.buffer == buffer) {
          left.emplace(std::pair{spot.node, spot.place.offset}, held.value);
        }
      }
      std::vector<Holding> all;
      std::size_t room = kMostItems;
      for (const auto& [at, value] : left) {
        if (all.empty() || all.back().node != at.first) all.push_back({at.first, {}, {}, 1});
        add_place(all.back().places, {buffer, at.second});
        auto& items = all.back().items.emplace_back();
        for (const Term& term : values_.terms(value)) {
          if (term.times > room) {
            throw Refusal{
                RefusalClass::kSize,
                fmt::format("{}: its rows leave more than {} items, counted at each place.",
                            schedule_.file, kMostItems)};
          }
          room -= term.times;
          items.insert(items.end(), term.times, term.atom);
        }
      }
      if (!all.empty()) return all;
    }
    return {};
  }

  // ---- results
  // -----------------------------------------------------------------------------------

  /// Places as they come; of very many only the first ones, and how many more there are.
  struct SomePlaces {
    Places first{};
    std::uint64_t more = 0;

    void add(BufferPlace place) {
      constexpr std::size_t kMostRuns = 100;
      add_place(first, place);
      if (first.size() <= kMostRuns) return;
      first.pop_back();
      ++more;
    }
    [[nodiscard]] std::uint64_t count() const { return count_of(first) + more; }
  };

  /// Results that have the same fault, at one node.
  struct Fault {
    SomePlaces places;
    SomePlaces results;  ///< what the places had to hold, where they hold nothing
    std::size_t line = 1;
    std::vector<std::size_t> lines;
  };
  using Faults = std::map<std::tuple<FindingKind, NodeId, std::string>, Fault>;

  void look_at_results() {
    Faults faults;
    std::unordered_map<std::uint64_t, ValueId> wanted;  // at places that rows have written
    layout_.for_each_end([&](NodeId node, BufferPlace place, std::uint64_t result) {
      const auto found = held_.find({node, place});
      if (found == held_.end()) {
        const std::vector<Term> want = layout_.terms_of(result);
        const auto atom = layout_.start(node, place);
        const std::array<Term, 1> got{Term{atom.value_or(0), 1}};
        const std::span<const Term> here = std::span{got}.first(atom ? 1 : 0);
        if (!std::ranges::equal(here, want)) {
          compare(faults, {node, place, result, kNoRow, kNoRow}, here, want);
        }
        return;
      }
      const Held& here = found->second;
      const auto [known, is_new] = wanted.try_emplace(result, ValueTable::kNothing);
      if (is_new) known->second = values_.of(layout_.terms_of(result));
      if (here.writer != kNoRow) results_.push_back(here.writer);
      if (here.value == known->second || here.value == ValueTable::kUnknown) return;
      const std::uint32_t combined =
          here.value < first_row_.size() ? first_row_[here.value] : kNoRow;
      compare(faults, {node, place, result, here.writer, combined}, values_.terms(here.value),
              values_.terms(known->second));
    });
    for (const auto& [what, fault] : faults) {
      const auto& [kind, node, text] = what;
      const std::string since =
          fault.lines.empty() ? "" : fmt::format(", since line {}", fmt::join(fault.lines, ", "));
      findings_.push_back({kind, fault.line,
                           fmt::format("node {} at the end: {} {}{}", node, told(fault.places),
                                       text.empty() ? nothing_in_place_of(fault) : text, since),
                           fault.lines});
    }
    if (untold_ == 0) return;
    findings_.push_back(
        {FindingKind::kWrongResult, 1,
         fmt::format("{} more places do not hold what they have to at the end", untold_)});
  }

  [[nodiscard]] std::string told(const SomePlaces& places) const {
    const std::string first = words_.places(places.first);
    return places.more == 0 ? first : fmt::format("{} and {} more", first, places.more);
  }

  [[nodiscard]] std::string nothing_in_place_of(const Fault& fault) const {
    if (fault.results.count() == 1) {
      const auto want = layout_.terms_of(fault.results.first.front().offsets.first);
      return fmt::format("holds nothing in place of {}", words_.value(layout_, want));
    }
    if (!operation_) return "hold nothing, and something has to lie at each";
    return fmt::format("hold nothing in place of {}{}", layout_.sums() ? "the sums of " : "",
                       told(fault.results));
  }

  /// A place that does not hold the result that it has to, who wrote it, and who combined first
  /// what lies there.
  struct WrongPlace {
    NodeId node = 0;
    BufferPlace place;
    std::uint64_t result = 0;
    std::uint32_t writer = kNoRow;
    std::uint32_t combined = kNoRow;
  };

  void compare(Faults& faults, const WrongPlace& wrong, std::span<const Term> got,
               std::span<const Term> want) {
    constexpr std::size_t kMostFaults = 10'000;
    if (faults.size() >= kMostFaults) {
      ++untold_;
      return;
    }
    const auto tell = [&](FindingKind kind, const std::string& text,
                          std::uint32_t cause) -> Fault& {
      Fault& fault = faults[{kind, wrong.node, text}];
      fault.places.add(wrong.place);
      if (wrong.writer != kNoRow) fault.line = std::max(fault.line, at(wrong.writer).line);
      if (cause == kNoRow || cause == wrong.writer) return fault;
      const std::size_t line = at(cause).line;
      if (std::ranges::find(fault.lines, line) == fault.lines.end()) fault.lines.push_back(line);
      return fault;
    };
    if (got.empty()) {
      const char* const text = combines_in_turn_ ? "not there" : "";
      Fault& fault = tell(FindingKind::kWrongResult, text, kNoRow);
      if (!combines_in_turn_) fault.results.add({Buffer::kBlocks, wrong.result});
      return;
    }
    std::vector<Term> missing;
    std::vector<Term> doubled;
    bool foreign = false;
    std::size_t w = 0;
    for (const Term& term : got) {
      for (; w < want.size() && want[w].atom < term.atom; ++w) missing.push_back(want[w]);
      if (w == want.size() || want[w].atom != term.atom) {
        foreign = true;
        continue;
      }
      if (term.times > want[w].times) doubled.push_back(term);
      if (term.times < want[w].times) missing.push_back(want[w]);
      ++w;
    }
    for (; w < want.size(); ++w) missing.push_back(want[w]);
    if (foreign) {
      tell(FindingKind::kWrongResult,
           fmt::format("holds {} in place of {}", words_.value(layout_, got),
                       words_.value(layout_, want)),
           kNoRow);
      return;
    }
    if (!missing.empty()) {
      tell(FindingKind::kMissing, fmt::format("lacks {}", words_.parts(layout_, missing)), kNoRow);
    }
    if (!doubled.empty()) {
      tell(FindingKind::kDoubled,
           fmt::format("has {} more than once", words_.parts(layout_, doubled)), wrong.combined);
    }
  }

  /// Marks all that the results come from, and tells the rest.
  void look_for_unused() {
    std::vector<bool> used(schedule_.rows.size(), false);
    std::vector<std::uint32_t> open = results_;
    while (!open.empty()) {
      const std::uint32_t row = open.back();
      open.pop_back();
      if (used[row]) continue;
      used[row] = true;
      open.insert(open.end(), producers_[row].begin(), producers_[row].end());
    }
    std::set<std::size_t> told;
    for (const Finding& finding : findings_) told.insert(finding.line);
    for (std::size_t row = 0; row < schedule_.rows.size(); ++row) {
      const ScheduleRow& here = at(row);
      const bool takes = here.kind == RowKind::kReceive || here.kind == RowKind::kReduce;
      // Of a message the sender's row is told.
      if (used[row] || here.kind == RowKind::kCompute || takes || told.contains(here.line))
        continue;
      const std::size_t partner = match_.partner[row];
      if (here.kind == RowKind::kSend && partner < schedule_.rows.size()) {
        findings_.push_back({FindingKind::kUnused,
                             here.line,
                             fmt::format("nothing that has to be held at the end comes from this "
                                         "message to node {}, which line {} takes",
                                         here.peer, at(partner).line),
                             {at(partner).line}});
      } else {
        findings_.push_back({FindingKind::kUnused, here.line,
                             "nothing that has to be held at the end comes from this row"});
      }
    }
  }

  const Schedule& schedule_;
  std::optional<ScheduledOperation> operation_;
  NodeId nodes_;
  bool data_;
  bool combines_in_turn_;
  std::vector<Finding> findings_;
  Segments segments_;
  DataLayout layout_;
  SegmentNames words_;
  ScheduleMatch match_;
  RowOrder order_;
  ValueTable values_;
  std::unordered_map<Spot, Held, SpotHash> held_;
  std::map<NodeId, std::vector<Access>> accesses_;     ///< of nodes with several threads
  std::vector<std::vector<std::uint32_t>> producers_;  ///< by row: those that it takes from
  std::vector<std::vector<ValueId>> messages_;         ///< by row that sends, until it is taken
  std::vector<std::uint32_t> first_row_;               ///< by value: the row that combined it first
  std::vector<std::uint32_t> results_;                 ///< rows that left the results
  std::size_t untold_ = 0;  ///< places with faults, where they are too many
  std::vector<double> volumes_;
};

}  // namespace

Judgement judge(const Schedule& schedule, const JudgeRequest& request) {
  JudgeRequest asked = request;
  if (asked.operation == ScheduledOperation::kCustom)
    asked.operation.reset();  // all is in the file
  return Interpreter{schedule, asked, schedule.nodes()}.judge();
}

}  // namespace plexus
