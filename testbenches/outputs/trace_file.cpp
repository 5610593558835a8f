#include "testbenches/outputs/trace_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/core.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

/// How rows become text.
class TraceFormat {
 public:
  using Text = fmt::memory_buffer;

  virtual ~TraceFormat() = default;
  virtual void begin(Text&) {}
  virtual void row(const TraceRow& row, Text& text) = 0;
  virtual void end(Text&) {}
  /// Does it show what programs wait for? Where a row is an event, it does not.
  [[nodiscard]] virtual bool shows_waits() const { return false; }

 protected:
  template <typename... Arguments>
  static void put(Text& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  }
};

namespace {

/// What a row has: a transfer all columns, a `hold` and a `forget` no packet, a `set` its setting
/// alone.
bool has_packet(const TraceRow& row) {
  return row.kind != TraceKind::kHold && row.kind != TraceKind::kSetting;
}

/// The word for what happens.
std::string_view event_of(const TraceRow& row) {
  const bool forgets = row.kind == TraceKind::kHold && row.words < 0_words;
  return forgets ? kForgetEvent : to_string(row.kind);
}

// Rows are many and alike: numbers and words are appended one by one, without a format to read.

void add(TraceFormat::Text& text, std::string_view words) {
  text.append(words.data(), words.data() + words.size());
}

template <std::integral Number>
void add(TraceFormat::Text& text, Number number) {
  const fmt::format_int digits{number};
  add(text, std::string_view{digits.data(), digits.size()});
}

/// As the output operator writes them.
void add(TraceFormat::Text& text, const Blocks& blocks) {
  std::string_view separator;
  for (const Interval& interval : blocks.intervals()) {
    add(text, separator);
    add(text, interval.first);
    if (interval.count > 1) {
      add(text, "-");
      add(text, interval.end() - 1);
    }
    separator = " ";
  }
  add(text, "[");
  add(text, blocks.slice().first.count());
  add(text, "+");
  add(text, blocks.slice().count.count());
  add(text, "]");
}

/// The last column.
std::string subject(const TraceRow& row) {
  if (row.kind == TraceKind::kSetting) return row.setting.empty() ? "empty" : row.setting;
  TraceFormat::Text text;
  add(text, row.blocks);
  return {text.data(), text.size()};
}

/// RFC 4180: quotes around what holds a comma, a quote or the end of a line.
void add_csv(TraceFormat::Text& text, std::string_view words) {
  const auto asks = [](char letter) {
    return letter == ',' || letter == '"' || letter == '\r' || letter == '\n';
  };
  if (std::ranges::none_of(words, asks)) return add(text, words);
  text.push_back('"');
  for (const char letter : words) {
    if (letter == '"') text.push_back('"');
    text.push_back(letter);
  }
  text.push_back('"');
}

/// Packets that a setting tells to wait: `packet 4 from 1 waits for 0`, `3 wait for child 0`.
std::int64_t waiting_in(const std::string& setting) {
  std::int64_t waiting = 0;
  for (std::size_t at = setting.find(" wait"); at != std::string::npos;
       at = setting.find(" wait", at + 1)) {
    const std::size_t separator = setting.find_last_of(",;:", at);
    const std::size_t begin = separator == std::string::npos ? 0 : separator + 2;
    std::int64_t several = 1;
    std::from_chars(setting.data() + std::min(begin, at), setting.data() + at, several);
    waiting += several;
  }
  return waiting;
}

/// As a string of JSON; names of parts and blocks have nothing that needs an escape.
std::string json(const std::string& text) {
  const auto plain = [](char letter) {
    return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
  };
  return std::ranges::all_of(text, plain) ? '"' + text + '"' : nlohmann::json(text).dump();
}

class CsvFormat final : public TraceFormat {
 public:
  void begin(Text& text) override {
    put(text, "cycle,part,event,packet,source,destination,words,blocks\n");
  }

  void row(const TraceRow& row, Text& text) override {
    add(text, row.cycle.count());
    add(text, ",");
    add_csv(text, row.part);
    add(text, ",");
    add(text, event_of(row));
    add(text, ",");
    if (has_packet(row)) add(text, row.packet);
    if (row.kind == TraceKind::kSetting) {
      add(text, ",,,,");
      add_csv(text, subject(row));
    } else {
      add(text, ",");
      add(text, row.source);
      add(text, ",");
      add(text, row.destination);
      add(text, ",");
      add(text, std::abs(row.words.count()));
      add(text, ",");
      add(text, row.blocks);
    }
    add(text, "\n");
  }
};

class JsonLinesFormat final : public TraceFormat {
 public:
  void row(const TraceRow& row, Text& text) override {
    put(text, R"({{"cycle":{},"part":{},"event":"{}","packet":)", row.cycle.count(), json(row.part),
        event_of(row));
    if (has_packet(row)) {
      put(text, "{}", row.packet);
    } else {
      put(text, "null");
    }
    if (row.kind == TraceKind::kSetting) {
      put(text, R"(,"source":null,"destination":null,"words":null)");
    } else {
      put(text, R"(,"source":{},"destination":{},"words":{})", row.source, row.destination,
          std::abs(row.words.count()));
    }
    put(text, ",\"blocks\":{}}}\n", json(subject(row)));
  }
};

/// The trace event format of Chrome, which Perfetto reads too. A part is a thread of the module
/// that contains it; transfers that overlap on one part get a thread each, because bars must not.
/// Arrows join the bars of a packet, hop by hop: they are bound to whole bars (`bind_id`), because
/// the format's separate flow events are dropped where no bar encloses them.
class TimelineFormat final : public TraceFormat {
 public:
  explicit TimelineFormat(TraceFacts facts) : facts_{std::move(facts)} {}

  [[nodiscard]] bool shows_waits() const override { return true; }

  void begin(Text& text) override {
    put(text, R"({{"displayTimeUnit":"ns","otherData":{{"cycle":"10 ns")");
    for (const auto& [name, value] : facts_) put(text, ",{}:{}", json(name), json(value));
    put(text, R"(}},"traceEvents":[)");
    meta(text, "process_name", 0, 0, "name", json("counters"));
  }

  void row(const TraceRow& row, Text& text) override {
    if (row.cycle != now_) count(text);
    now_ = row.cycle;
    Part& part = part_of(row, text);
    if (row.kind == TraceKind::kWait) {
      wait(part, row, text);
      return;
    }
    if (row.kind == TraceKind::kSend) {
      lane_of(part, text) = row;
      ++packets_;
      words_ += row.words;
      return;
    }
    if (row.kind == TraceKind::kSetting) {
      const std::int64_t waiting = waiting_in(row.setting);
      waiting_ += waiting - std::exchange(part.waiting, waiting);
    }
    const bool ends = row.kind == TraceKind::kReceive || row.kind == TraceKind::kDrop;
    const auto lane = std::ranges::find_if(part.lanes, [&](const Lane& other) {
      return ends && other.sent && other.sent->packet == row.packet;
    });
    if (lane != part.lanes.end()) {
      --packets_;
      words_ = words_ - lane->sent->words;
      bar(part, *lane, text);
    }
    if (lane == part.lanes.end() || row.kind == TraceKind::kDrop) mark(part, row, text);
  }

  /// What has not ended when the run does, ends there.
  void end(Text& text) override {
    count(text);
    for (auto& [name, part] : parts_) {
      for (Lane& lane : part.lanes) {
        if (lane.sent) bar(part, lane, text);
      }
      end_wait(part, text);
    }
    put(text, "\n]}}\n");
  }

 private:
  struct Lane {
    int id = 0;
    std::optional<TraceRow> sent;  ///< the transfer in progress
  };
  struct Part {
    int module = 0;
    std::uint64_t rank = 0;
    std::string name;
    std::vector<Lane> lanes;
    int waits = 0;     ///< thread of what its program waits for
    std::string wait;  ///< in words; none: for nothing
    Cycles since{0};
    std::int64_t waiting = 0;  ///< packets in it
  };

  Part& part_of(const TraceRow& row, Text& text) {
    const auto [place, is_new] = parts_.try_emplace(row.part);
    Part& part = place->second;
    if (!is_new) return part;
    const std::size_t dot = row.part.rfind('.');
    const bool nested = dot != std::string::npos;
    const std::string module = nested ? row.part.substr(0, dot) : row.part;
    int& id = modules_[module];
    if (id == 0) {
      id = ++ids_;
      meta(text, "process_name", id, id, "name", json(module));
    }
    part.module = id;
    part.rank = row.rank;
    part.name = nested ? row.part.substr(dot + 1) : row.part;
    add_lane(part, text);
    return part;
  }

  void add_lane(Part& part, Text& text) {
    const std::size_t number = part.lanes.size() + 1;
    const int id = part.lanes.emplace_back(Lane{++ids_, std::nullopt}).id;
    const std::string name = number == 1 ? part.name : fmt::format("{} ({})", part.name, number);
    name_thread(part, id, name, text);
  }

  void name_thread(const Part& part, int id, const std::string& name, Text& text) {
    meta(text, "thread_name", part.module, id, "name", json(name));
    meta(text, "thread_sort_index", part.module, id, "sort_index", std::to_string(part.rank));
  }

  /// Where a transfer that starts now is drawn.
  std::optional<TraceRow>& lane_of(Part& part, Text& text) {
    for (Lane& lane : part.lanes) {
      if (!lane.sent) return lane.sent;
    }
    add_lane(part, text);
    return part.lanes.back().sent;
  }

  void meta(Text& text, std::string_view what, int module, int lane, std::string_view key,
            const std::string& value) {
    separate(text);
    put(text, R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"{}":{}}}}})", what, module,
        lane, key, value);
  }

  void bar(const Part& part, Lane& lane, Text& text) {
    const TraceRow& sent = *lane.sent;
    separate(text);
    put(text, R"({{"ph":"X","cat":"transfer","name":"packet {}","pid":{},"tid":{},"ts":{},)",
        sent.packet, part.module, lane.id, microseconds(sent.cycle));
    put(text, R"("dur":{},)", microseconds(now_ - sent.cycle));
    const auto [way, goes_on] = way_of(sent);
    put(text, R"("bind_id":"{}",{}"flow_out":true,)", way, goes_on ? R"("flow_in":true,)" : "");
    arguments(sent, text);
    lane.sent.reset();
  }

  /// The arrows along which a transfer lies, and whether one leads to it: from the transfer that
  /// brought the packet to this one's source. Of a packet that goes two ways each has its own.
  std::pair<std::string, bool> way_of(const TraceRow& sent) {
    std::vector<NodeId>& ends = ways_[sent.packet];
    const auto before = std::ranges::find(ends, sent.source);
    const bool goes_on = before != ends.end();
    const auto number = before - ends.begin();
    if (goes_on) {
      *before = sent.destination;
    } else {
      ends.push_back(sent.destination);
    }
    return {
        number == 0 ? fmt::format("{}", sent.packet) : fmt::format("{}.{}", sent.packet, number),
        goes_on};
  }

  /// A program waits for something else from now on.
  void wait(Part& part, const TraceRow& row, Text& text) {
    const std::string words = words_of_wait(row.setting);
    if (words == part.wait) return;
    end_wait(part, text);
    part.wait = words;
    part.since = now_;
  }

  void end_wait(Part& part, Text& text) {
    if (!part.wait.empty() && now_ > part.since) {
      if (part.waits == 0) {
        part.waits = ++ids_;
        name_thread(part, part.waits, part.name + " program", text);
      }
      separate(text);
      put(text, R"({{"ph":"X","cat":"wait","name":{},"pid":{},"tid":{},"ts":{},"dur":{}}})",
          json(part.wait), part.module, part.waits, microseconds(part.since),
          microseconds(now_ - part.since));
    }
    part.wait.clear();
  }

  /// What is under way since the cycle that has just ended.
  void count(Text& text) {
    const auto counter = [&](const char* name, std::int64_t value, std::int64_t& written) {
      if (value == written) return;
      written = value;
      separate(text);
      put(text, R"({{"ph":"C","name":"{}","pid":0,"ts":{},"args":{{"{}":{}}}}})", name,
          microseconds(now_), name, value);
    };
    counter("packets under way", packets_, packets_told_);
    counter("words under way", words_.count(), words_told_);
    counter("packets in queues", waiting_, waiting_told_);
  }

  void mark(const Part& part, const TraceRow& row, Text& text) {
    separate(text);
    put(text, R"({{"ph":"i","s":"t","cat":"{0}","name":{1},"pid":{2},"tid":{3},"ts":{4},)",
        event_of(row), json(fmt::format("{} {}", event_of(row), subject(row))), part.module,
        part.lanes.front().id, microseconds(row.cycle));
    arguments(row, text);
  }

  static void arguments(const TraceRow& row, Text& text) {
    put(text, R"("args":{{"cycle":{},)", row.cycle.count());
    if (row.kind == TraceKind::kSetting) {
      put(text, R"("setting":{}}}}})", json(row.setting));
      return;
    }
    if (has_packet(row)) put(text, R"("packet":{},)", row.packet);
    put(text, R"("source":{},"destination":{},"words":{},"blocks":{}}}}})", row.source,
        row.destination, std::abs(row.words.count()), json(subject(row)));
  }

  void separate(Text& text) { put(text, "{}", std::exchange(separator_, ",\n")); }

  /// The format's unit of time; a cycle is 0.01 of it.
  static std::string microseconds(Cycles cycles) {
    const auto hundredths = static_cast<char>(cycles.count() % 100);
    std::string text = std::to_string(cycles.count() / 100) + ".00";
    text[text.size() - 2] = static_cast<char>('0' + hundredths / 10);
    text.back() = static_cast<char>('0' + hundredths % 10);
    return text;
  }

  TraceFacts facts_;
  std::map<std::string, Part> parts_;             ///< by full name
  std::map<std::string, int> modules_;            ///< by full name
  std::map<PacketId, std::vector<NodeId>> ways_;  ///< where each way of a packet has led so far
  int ids_ = 0;                                   ///< given to modules and lanes so far
  Cycles now_{0};
  std::int64_t packets_ = 0;  ///< under way
  Words words_{0};
  std::int64_t packets_told_ = 0;
  std::int64_t words_told_ = 0;
  std::int64_t waiting_ = 0;  ///< packets that parts say to wait in them
  std::int64_t waiting_told_ = 0;
  std::string_view separator_ = "\n";
};

/// Paje, which ViTE opens offline: a container for each part, what it does as its state, an arrow
/// from sender to receiver for each transfer. The time unit is a cycle.
class PajeFormat final : public TraceFormat {
 public:
  [[nodiscard]] bool shows_waits() const override { return true; }

  void begin(Text& text) override {
    put(text, "{}", R"(%EventDef PajeDefineContainerType 1
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

  void row(const TraceRow& row, Text& text) override {
    if (row.cycle != now_) settle(row.cycle, text);
    now_ = row.cycle;
    words_.see(row);
    if (row.kind == TraceKind::kSend) {
      std::vector<std::string>& keys = moving_[row.part + ' ' + std::to_string(row.packet)];
      keys.push_back(fmt::format("k{}", ++links_));
      put(text, "14 {} L m packet {} {}\n", now_.count(), node(row, row.source, text), keys.back());
    }
    if (row.kind == TraceKind::kReceive || row.kind == TraceKind::kDrop) {
      std::vector<std::string>& keys = moving_[row.part + ' ' + std::to_string(row.packet)];
      if (keys.empty()) return;
      put(text, "15 {} L m packet {} {}\n", now_.count(), node(row, row.destination, text),
          keys.back());
      keys.pop_back();
    }
  }

  void end(Text& text) override {
    settle(now_ + 1_cycles, text);
    for (const auto& [name, alias] : parts_) put(text, "8 {} {} P\n", now_.count(), alias);
    put(text, "8 {} m M\n", now_.count());
  }

 private:
  /// All rows of cycle `now_` are there: what has changed, then and before cycle `before`.
  void settle(Cycles before, Text& text) {
    const auto tell = [&](Cycles cycle) {
      words_.settle(cycle, [&](std::uint32_t row, const std::string& words) {
        const RunWords::Row& said = words_.rows()[row];
        if (said.holds) return;
        const std::string part = container(said.view.part, said.view.label, text);
        put(text, "10 {} S {} {}\n", cycle.count(), part, value(words, said.view.kind, text));
      });
    };
    tell(now_);
    for (auto next = words_.next(); next && *next < before; next = words_.next()) tell(*next);
  }

  std::string container(const std::string& part, const std::string& label, Text& text) {
    const auto [place, is_new] = parts_.try_emplace(part, fmt::format("p{}", parts_.size()));
    if (is_new) put(text, "7 {} {} P m \"{}\"\n", now_.count(), place->second, quotable(label));
    return place->second;
  }
  /// The container of a node at the end of a transfer.
  std::string node(const TraceRow& row, NodeId number, Text& text) {
    const std::string top = row.part.substr(0, row.part.find('.'));
    return container(fmt::format("{}.node_{}", top, number), fmt::format("node {}", number), text);
  }
  std::string value(const std::string& words, PartKind kind, Text& text) {
    if (words.empty()) return "idle";
    const auto [place, is_new] = values_.try_emplace(words, fmt::format("v{}", values_.size()));
    if (is_new) {
      constexpr std::array kColours{"0.0 0.62 0.45", "0.9 0.62 0.0",   "0.84 0.37 0.0",
                                    "0.8 0.47 0.65", "0.34 0.71 0.91", "0.5 0.5 0.5"};
      put(text, "6 {} S \"{}\" \"{}\"\n", place->second, quotable(words),
          kColours[static_cast<std::size_t>(kind)]);
    }
    return place->second;
  }
  static std::string quotable(std::string words) {
    std::ranges::replace(words, '"', '\'');
    return words;
  }

  RunWords words_;
  std::map<std::string, std::string> parts_;                ///< alias by full name
  std::map<std::string, std::string> values_;               ///< alias by words
  std::map<std::string, std::vector<std::string>> moving_;  ///< keys by part and packet
  std::uint64_t links_ = 0;
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

void TraceFile::see(const TraceRow& row) {
  constexpr std::size_t kMostKept = std::size_t{1} << 16;
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
