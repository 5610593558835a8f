#include "testbenches/outputs/trace_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hw/observe/words.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

/// How rows become text.
class TraceFormat {
 public:
  virtual ~TraceFormat() = default;
  virtual void begin(TextBuffer&) {}
  virtual void row(const SeenRow& row, TextBuffer& text) = 0;
  virtual void end(TextBuffer&) {}
  /// Does it show what programs wait for? Where a row is an event, it does not.
  [[nodiscard]] virtual bool shows_waits() const { return false; }
};

namespace {

/// What a row has: a transfer all columns, a `hold` and a `forget` no packet, a `set` its setting
/// alone.
bool has_packet(const SeenRow& row) {
  return row.kind != TraceKind::kHold && row.kind != TraceKind::kSetting;
}

/// The word for what happens.
const ShortText& event_of(const SeenRow& row) {
  static constexpr auto kEvents = [] {
    using enum TraceKind;
    return std::array{ShortText{to_string(kReceive)}, ShortText{to_string(kHold)},
                      ShortText{to_string(kSetting)}, ShortText{to_string(kDrop)},
                      ShortText{to_string(kSend)},    ShortText{to_string(kWait)}};
  }();
  static constexpr ShortText kForget{kForgetEvent};
  const bool forgets = row.kind == TraceKind::kHold && row.words < 0_words;
  return forgets ? kForget : kEvents[static_cast<std::size_t>(row.kind)];
}

/// Several intervals, or none, without the slice.
void add_intervals(TextBuffer& text, std::span<const Interval> intervals) {
  std::string_view separator;
  for (const Interval& interval : intervals) {
    text.add(std::exchange(separator, " "), interval.first);
    if (interval.count > 1) text.add('-', interval.end() - 1);
  }
}

/// As the output operator writes them, and `behind`.
void add_blocks(TextBuffer& text, const Blocks& blocks, std::string_view behind) {
  const Slice slice = blocks.slice();
  const Interval* const only = blocks.only_interval();
  if (only == nullptr || only->count == 0) {
    add_intervals(text, blocks.intervals());
    text.add('[', slice.first.count(), '+', slice.count.count(), ']', behind);
  } else if (only->count == 1) {
    text.add(only->first, '[', slice.first.count(), '+', slice.count.count(), ']', behind);
  } else {
    text.add(only->first, '-', only->end() - 1, '[', slice.first.count(), '+', slice.count.count(),
             ']', behind);
  }
}

/// The last column of a `set`.
std::string subject(const SeenRow& row) {
  return is_idle(*row.setting) ? std::string{phrase(Phrase::kEmpty)} : in_words(*row.setting);
}

/// As a string of JSON; names of parts and blocks have nothing that needs an escape.
void add_json(TextBuffer& text, std::string_view words) {
  const auto plain = [](char letter) {
    return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
  };
  if (std::ranges::all_of(words, plain)) {
    text.add('"', words, '"');
  } else {
    text.add(nlohmann::json(std::string{words}).dump());
  }
}

/// What a format writes of each part in every row, by part.
class PartTexts {
 public:
  /// `write(text)` writes it when it is needed first.
  template <typename Write>
  std::string_view of(const SeenRow& row, Write write) {
    if (row.part >= texts_.size()) texts_.resize(row.part + std::size_t{1});
    std::string& found = texts_[row.part];
    if (found.empty()) {
      TextBuffer text;
      write(text);
      found = text.view();
    }
    return found;
  }

 private:
  std::vector<std::string> texts_;
};

class CsvFormat final : public TraceFormat {
 public:
  void begin(TextBuffer& text) override {
    text.add("cycle,part,event,packet,source,destination,words,blocks\n");
  }

  void row(const SeenRow& row, TextBuffer& text) override {
    const std::string_view part = parts_.of(row, [&](TextBuffer& name) {
      name.add(',');
      name.add_csv(row.name);
      name.add(',');
    });
    if (row.kind == TraceKind::kSetting) {
      text.add(row.cycle.count(), part, event_of(row), ",,,,,");
      text.add_csv(subject(row));
      text.add('\n');
      return;
    }
    if (has_packet(row)) {
      text.add(row.cycle.count(), part, event_of(row), ',', row.packet, ',', row.source, ',',
               row.destination, ',', std::abs(row.words.count()), ',');
    } else {
      text.add(row.cycle.count(), part, event_of(row), ",,", row.source, ',', row.destination, ',',
               std::abs(row.words.count()), ',');
    }
    add_blocks(text, row.blocks, "\n");
  }

 private:
  PartTexts parts_;
};

class JsonLinesFormat final : public TraceFormat {
 public:
  void row(const SeenRow& row, TextBuffer& text) override {
    const std::string_view part = parts_.of(row, [&](TextBuffer& name) {
      name.add(R"(,"part":)");
      add_json(name, row.name);
      name.add(R"(,"event":")");
    });
    text.add(R"({"cycle":)", row.cycle.count(), part, event_of(row), R"(","packet":)");
    if (has_packet(row)) {
      text.add(row.packet);
    } else {
      text.add("null");
    }
    if (row.kind == TraceKind::kSetting) {
      text.add(R"(,"source":null,"destination":null,"words":null,"blocks":)");
      add_json(text, subject(row));
      text.add("}\n");
      return;
    }
    text.add(R"(,"source":)", row.source, R"(,"destination":)", row.destination, R"(,"words":)",
             std::abs(row.words.count()), R"(,"blocks":")");
    add_blocks(text, row.blocks, "\"}\n");
  }

 private:
  PartTexts parts_;
};

/// The trace event format of Chrome, which Perfetto reads too. A part is a thread of the module
/// that contains it; transfers that overlap on one part get a thread each, because bars must not.
/// Arrows join the bars of a packet, hop by hop: they are bound to whole bars (`bind_id`), because
/// the format's separate flow events are dropped where no bar encloses them.
class TimelineFormat final : public TraceFormat {
 public:
  explicit TimelineFormat(TraceFacts facts) : facts_{std::move(facts)} {}

  [[nodiscard]] bool shows_waits() const override { return true; }

  void begin(TextBuffer& text) override {
    text.add(R"({"displayTimeUnit":"ns","otherData":{"cycle":"10 ns")");
    for (const auto& [name, value] : facts_) {
      text.add(',');
      add_json(text, name);
      text.add(':');
      add_json(text, value);
    }
    text.add(R"(},"traceEvents":[)");
    name_process(0, "counters", text);
  }

  void row(const SeenRow& row, TextBuffer& text) override {
    if (row.cycle != now_) count(text);
    now_ = row.cycle;
    Part& part = part_of(row, text);
    if (row.kind == TraceKind::kWait) {
      wait(part, row, text);
      return;
    }
    if (row.kind == TraceKind::kSend) {
      lane_of(part, text).carries = *row.transfer;
      ++packets_;
      words_ += row.words;
      return;
    }
    if (row.kind == TraceKind::kSetting) {
      const std::int64_t waiting = waiting_in(*row.setting);
      waiting_ += waiting - std::exchange(part.waiting, waiting);
    }
    const auto lane = std::ranges::find_if(part.lanes, [&](const Lane& other) {
      return row.transfer != nullptr && other.carries &&
             other.carries->number == row.transfer->number;
    });
    if (lane != part.lanes.end()) {
      --packets_;
      words_ = words_ - row.transfer->words;
      bar(*lane, text);
    }
    if (lane == part.lanes.end() || row.kind == TraceKind::kDrop) mark(part, row, text);
  }

  /// What has not ended when the run does, ends there.
  void end(TextBuffer& text) override {
    count(text);
    std::vector<Part*> all;
    for (Part& part : parts_) all.push_back(&part);
    std::ranges::sort(all, {}, [](const Part* part) { return part->full_name; });
    for (Part* const part : all) {
      for (Lane& lane : part->lanes) {
        if (lane.carries) bar(lane, text);
      }
      end_wait(*part, text);
    }
    text.add("\n]}\n");
  }

 private:
  using Separator = LettersUpTo<2>;
  using Place = LettersUpTo<40>;  ///< `"pid":1,"tid":7,"ts":`
  struct Lane {
    Place place;
    std::optional<Transfer> carries;
  };
  struct Part {
    int module = 0;  ///< 0: not met yet
    std::uint64_t rank = 0;
    std::string_view full_name;
    std::string_view name;
    std::vector<Lane> lanes;
    std::optional<Place> waits;  ///< of what its program waits for, once it has waited
    std::string wait;            ///< in words; none: for nothing
    Cycles since{0};
    std::int64_t waiting = 0;  ///< packets in it
  };
  /// Where the ways of a packet have led so far; mostly there is one.
  struct Ways {
    NodeId first = 0;
    bool begun = false;
    std::vector<NodeId> others;
  };

  Part& part_of(const SeenRow& row, TextBuffer& text) {
    if (row.part >= parts_.size()) parts_.resize(row.part + std::size_t{1});
    Part& part = parts_[row.part];
    if (part.module != 0) return part;
    const std::size_t dot = row.name.rfind('.');
    const bool nested = dot != std::string_view::npos;
    const std::string_view module = nested ? row.name.substr(0, dot) : row.name;
    int& id = modules_[std::string{module}];
    if (id == 0) {
      id = ++ids_;
      name_process(id, module, text);
    }
    part.module = id;
    part.rank = row.rank;
    part.full_name = row.name;
    part.name = nested ? row.name.substr(dot + 1) : row.name;
    add_lane(part, text);
    return part;
  }

  void add_lane(Part& part, TextBuffer& text) {
    const std::size_t number = part.lanes.size() + 1;
    const int id = ++ids_;
    part.lanes.push_back({place_of(part, id), std::nullopt});
    std::string name{part.name};
    if (number > 1) name += " (" + std::to_string(number) + ')';
    name_thread(part, id, name, text);
  }

  static Place place_of(const Part& part, int id) {
    TextBuffer text;
    text.add(R"("pid":)", part.module, R"(,"tid":)", id, R"(,"ts":)");
    return Place{text.view()};
  }

  void name_process(int id, std::string_view name, TextBuffer& text) {
    text.add(next(), R"({"ph":"M","name":"process_name","pid":)", id, R"(,"tid":)", id,
             R"(,"args":{"name":)");
    add_json(text, name);
    text.add("}}");
  }

  void name_thread(const Part& part, int id, std::string_view name, TextBuffer& text) {
    text.add(next(), R"({"ph":"M","name":"thread_name","pid":)", part.module, R"(,"tid":)", id,
             R"(,"args":{"name":)");
    add_json(text, name);
    text.add("}}", next(), R"({"ph":"M","name":"thread_sort_index","pid":)", part.module,
             R"(,"tid":)", id, R"(,"args":{"sort_index":)", part.rank, "}}");
  }

  /// Where a transfer that starts now is drawn.
  Lane& lane_of(Part& part, TextBuffer& text) {
    for (Lane& lane : part.lanes) {
      if (!lane.carries) return lane;
    }
    add_lane(part, text);
    return part.lanes.back();
  }

  void bar(Lane& lane, TextBuffer& text) {
    const Transfer& sent = *lane.carries;
    text.add(next(), R"({"ph":"X","cat":"transfer","name":"packet )", sent.packet, "\",",
             lane.place, microseconds(sent.begun), R"(,"dur":)", microseconds(now_ - sent.begun),
             R"(,"bind_id":")", sent.packet);
    add_way(sent, text);
    text.add(R"("flow_out":true,"args":{"cycle":)", sent.begun.count(), R"(,"packet":)",
             sent.packet, ',');
    add_data(text, sent.source, sent.destination, sent.words, sent.blocks);
    lane.carries.reset();
  }

  /// The arrows along which a transfer lies, and whether one leads to it: from the transfer that
  /// brought the packet to this one's source. Of a packet that goes two ways each has its own.
  void add_way(const Transfer& sent, TextBuffer& text) {
    constexpr std::string_view kGoesOn = R"(","flow_in":true,)";
    constexpr std::string_view kBegins = R"(",)";
    if (sent.packet >= ways_.size()) ways_.resize(sent.packet + 1);
    Ways& ways = ways_[sent.packet];
    if (!std::exchange(ways.begun, true)) {
      ways.first = sent.destination;
      text.add(kBegins);
    } else if (ways.first == sent.source) {
      ways.first = sent.destination;
      text.add(kGoesOn);
    } else {
      const auto before = std::ranges::find(ways.others, sent.source);
      text.add('.', before - ways.others.begin() + 1);
      text.add(before != ways.others.end() ? kGoesOn : kBegins);
      if (before != ways.others.end()) {
        *before = sent.destination;
      } else {
        ways.others.push_back(sent.destination);
      }
    }
  }

  /// A program waits for something else from now on.
  void wait(Part& part, const SeenRow& row, TextBuffer& text) {
    const std::string& words = waits_.of(row.waits);
    if (words == part.wait) return;
    end_wait(part, text);
    part.wait = words;
    part.since = now_;
  }

  void end_wait(Part& part, TextBuffer& text) {
    if (!part.wait.empty() && now_ > part.since) {
      if (!part.waits) {
        const int id = ++ids_;
        part.waits = place_of(part, id);
        name_thread(part, id, std::string{part.name} + " program", text);
      }
      text.add(next(), R"({"ph":"X","cat":"wait","name":)");
      add_json(text, part.wait);
      text.add(',', *part.waits, microseconds(part.since), R"(,"dur":)",
               microseconds(now_ - part.since), '}');
    }
    part.wait.clear();
  }

  /// What is under way since the cycle that has just ended.
  void count(TextBuffer& text) {
    const auto counter = [&](std::string_view name, std::int64_t value, std::int64_t& written) {
      if (value == written) return;
      written = value;
      text.add(next(), R"({"ph":"C","name":")", name, R"(","pid":0,"ts":)", microseconds(now_),
               R"(,"args":{")", name, "\":", value, "}}");
    };
    counter("packets under way", packets_, packets_told_);
    counter("words under way", words_.count(), words_told_);
    counter("packets in queues", waiting_, waiting_told_);
  }

  void mark(const Part& part, const SeenRow& row, TextBuffer& text) {
    const ShortText& event = event_of(row);
    const Place& place = part.lanes.front().place;
    text.add(next(), R"({"ph":"i","s":"t","cat":")", event, R"(","name":)");
    if (row.kind == TraceKind::kSetting) {
      std::string name{"set "};
      name += subject(row);
      add_json(text, name);
      text.add(',', place, microseconds(row.cycle), R"(,"args":{"cycle":)", row.cycle.count(),
               R"(,"setting":)");
      add_json(text, in_words(*row.setting));
      text.add("}}");
      return;
    }
    text.add('"', event, ' ');
    add_blocks(text, row.blocks, "\",");
    text.add(place, microseconds(row.cycle), R"(,"args":{"cycle":)", row.cycle.count(), ',');
    if (has_packet(row)) text.add(R"("packet":)", row.packet, ',');
    add_data(text, row.source, row.destination, row.words, row.blocks);
  }

  /// The arguments that end an event of a transfer or a `hold`.
  static void add_data(TextBuffer& text, NodeId source, NodeId destination, Words words,
                       const Blocks& blocks) {
    text.add(R"("source":)", source, R"(,"destination":)", destination, R"(,"words":)",
             std::abs(words.count()), R"(,"blocks":")");
    add_blocks(text, blocks, "\"}}");
  }

  /// What stands before the next event.
  Separator next() { return std::exchange(separator_, Separator{",\n"}); }

  /// The format's unit of time; a cycle is 0.01 of it.
  static Hundredths microseconds(Cycles cycles) { return {cycles.count()}; }

  TraceFacts facts_;
  std::vector<Part> parts_;             ///< by their numbers
  std::map<std::string, int> modules_;  ///< by full name
  std::vector<Ways> ways_;              ///< by packet
  WaitWords waits_;
  int ids_ = 0;  ///< given to modules and lanes so far
  Cycles now_{0};
  std::int64_t packets_ = 0;  ///< under way
  Words words_{0};
  std::int64_t packets_told_ = 0;
  std::int64_t words_told_ = 0;
  std::int64_t waiting_ = 0;  ///< packets that parts say to wait in them
  std::int64_t waiting_told_ = 0;
  Separator separator_{"\n"};
};

/// Paje, which ViTE opens offline: a container for each part, what it does as its state, an arrow
/// from sender to receiver for each transfer. The time unit is a cycle.
class PajeFormat final : public TraceFormat {
 public:
  [[nodiscard]] bool shows_waits() const override { return true; }

  void begin(TextBuffer& text) override {
    text.add(R"(%EventDef PajeDefineContainerType 1
% Alias string
% ContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 3
% Alias string
% ContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 5
% Alias string
% ContainerType string
% SourceContainerType string
% DestContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 6
% Alias string
% EntityType string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 7
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 8
% Time date
% Name string
% Type string
%EndEventDef
%EventDef PajeSetState 10
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajeStartLink 14
% Time date
% Type string
% Container string
% Value string
% StartContainer string
% Key string
%EndEventDef
%EventDef PajeEndLink 15
% Time date
% Type string
% Container string
% Value string
% EndContainer string
% Key string
%EndEventDef
1 M 0 "Machine"
1 P M "Part"
3 S P "State"
5 L M P P "Transfer"
6 idle S "idle" "0.9 0.9 0.9"
6 packet L "packet" "0.0 0.45 0.7"
7 0 m M 0 "machine"
)");
  }

  void row(const SeenRow& row, TextBuffer& text) override {
    if (row.cycle != now_) settle(row.cycle, text);
    now_ = row.cycle;
    words_.see(row);
    if (row.transfer == nullptr) return;
    const bool begins = row.kind == TraceKind::kSend;
    const std::uint64_t node = container_of_node(row, begins ? row.source : row.destination, text);
    text.add(begins ? "14 " : "15 ", now_.count(), " L m packet p", node, " k",
             row.transfer->number, '\n');
  }

  void end(TextBuffer& text) override {
    settle(now_ + 1_cycles, text);
    std::vector<std::uint32_t> all(containers_.size());
    std::iota(all.begin(), all.end(), 0U);
    std::ranges::sort(all, {}, [&](std::uint32_t number) { return containers_.name(number); });
    for (const std::uint32_t number : all) text.add("8 ", now_.count(), " p", number, " P\n");
    text.add("8 ", now_.count(), " m M\n");
  }

 private:
  /// All rows of cycle `now_` are there: what has changed, then and before cycle `before`.
  void settle(Cycles before, TextBuffer& text) {
    const auto tell = [&](Cycles cycle) {
      words_.settle(cycle, [&](std::uint32_t row, const std::string& words) {
        const RunWords::Row& said = words_.rows()[row];
        if (said.holds) return;
        const std::uint64_t part = container(said.view.part, said.view.label, text);
        if (words.empty()) return text.add("10 ", cycle.count(), " S p", part, " idle\n");
        const std::uint64_t known = value(words, said.view.kind, text);
        text.add("10 ", cycle.count(), " S p", part, " v", known, '\n');
      });
    };
    tell(now_);
    for (auto next = words_.next(); next && *next < before; next = words_.next()) tell(*next);
  }

  /// The number of the container of a part or node.
  std::uint32_t container(std::string_view part, const std::string& label, TextBuffer& text) {
    const std::size_t before = containers_.size();
    const std::uint32_t number = containers_.number(part);
    if (number == before) {
      text.add("7 ", now_.count(), " p", number, " P m \"", quotable(label), "\"\n");
    }
    return number;
  }
  /// That of a node at the end of a transfer.
  std::uint32_t container_of_node(const SeenRow& row, NodeId number, TextBuffer& text) {
    name_.clear();
    name_.add(row.name.substr(0, row.name.find('.')), ".node_", number);
    return container(name_.view(), "node " + std::to_string(number), text);
  }
  std::uint32_t value(const std::string& words, PartKind kind, TextBuffer& text) {
    const std::size_t before = values_.size();
    const std::uint32_t number = values_.number(words);
    if (number == before) {
      constexpr std::array<std::string_view, 6> kColours{"0.0 0.62 0.45",  "0.9 0.62 0.0",
                                                         "0.84 0.37 0.0",  "0.8 0.47 0.65",
                                                         "0.34 0.71 0.91", "0.5 0.5 0.5"};
      text.add("6 v", number, " S \"", quotable(words), "\" \"",
               kColours[static_cast<std::size_t>(kind)], "\"\n");
    }
    return number;
  }
  static std::string quotable(std::string words) {
    std::ranges::replace(words, '"', '\'');
    return words;
  }

  RunWords words_;
  NamesMet containers_;  ///< by full name
  NamesMet values_;      ///< by words
  TextBuffer name_;
  Cycles now_{0};
};

std::unique_ptr<TraceFormat> format_of(const std::string& path, const std::string& option,
                                       TraceFacts facts) {
  if (path.empty()) {
    throw Refusal{RefusalClass::kUsage,
                  option + " names no file; give it one, as in " + option + " trace.csv."};
  }
  if (path.ends_with(".csv")) return std::make_unique<CsvFormat>();
  if (path.ends_with(".jsonl")) return std::make_unique<JsonLinesFormat>();
  if (path.ends_with(".perfetto.json")) return std::make_unique<TimelineFormat>(std::move(facts));
  if (path.ends_with(".paje")) return std::make_unique<PajeFormat>();
  throw Refusal{RefusalClass::kUsage,
                option + ' ' + path +
                    " has none of the endings .csv, .jsonl, .perfetto.json and .paje; name the "
                    "file so that it has one."};
}

}  // namespace

TraceFile::TraceFile(const std::string& path, const std::string& option, TraceFacts facts)
    : format_{format_of(path, option, std::move(facts))}, file_{option, path} {
  format_->begin(text_);
}

TraceFile::~TraceFile() = default;

bool TraceFile::wants_waits() const { return format_->shows_waits(); }

void TraceFile::see(const SeenRow& row) {
  constexpr std::size_t kMostKept = std::size_t{1} << 20;
  if (row.kind == TraceKind::kWait && !format_->shows_waits()) return;
  format_->row(row, text_);
  if (text_.size() > kMostKept) write();
}

void TraceFile::write() {
  errno = 0;
  file_.stream().write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
  file_.require_room();
}

void TraceFile::complete() {
  format_->end(text_);
  write();
  file_.complete();
}

void TraceFile::place() { file_.commit(); }

}  // namespace plexus
