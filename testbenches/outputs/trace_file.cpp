#include "testbenches/outputs/trace_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "models/catalogue/refusal.hpp"

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

/// What a row has: a transfer all columns, a `hold` no packet, a `set` its setting alone.
bool has_packet(const TraceRow& row) {
  return row.kind != TraceKind::kHold && row.kind != TraceKind::kSetting;
}

/// The last column.
std::string subject(const TraceRow& row) {
  if (row.kind != TraceKind::kSetting) return fmt::to_string(fmt::streamed(row.blocks));
  return row.setting.empty() ? "empty" : row.setting;
}

/// RFC 4180: quotes around what holds a comma, a quote or the end of a line.
std::string csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

std::string json(const std::string& text) { return nlohmann::json(text).dump(); }

class CsvFormat final : public TraceFormat {
 public:
  void begin(Text& text) override {
    put(text, "cycle,part,event,packet,source,destination,words,blocks\n");
  }

  void row(const TraceRow& row, Text& text) override {
    put(text, "{},{},{},", row.cycle.count(), csv(row.part), to_string(row.kind));
    if (has_packet(row)) put(text, "{}", row.packet);
    if (row.kind == TraceKind::kSetting) {
      put(text, ",,,");
    } else {
      put(text, ",{},{},{}", row.source, row.destination, row.words.count());
    }
    put(text, ",{}\n", csv(subject(row)));
  }
};

class JsonLinesFormat final : public TraceFormat {
 public:
  void row(const TraceRow& row, Text& text) override {
    put(text, R"({{"cycle":{},"part":{},"event":"{}","packet":)", row.cycle.count(), json(row.part),
        to_string(row.kind));
    if (has_packet(row)) {
      put(text, "{}", row.packet);
    } else {
      put(text, "null");
    }
    if (row.kind == TraceKind::kSetting) {
      put(text, R"(,"source":null,"destination":null,"words":null)");
    } else {
      put(text, R"(,"source":{},"destination":{},"words":{})", row.source, row.destination,
          row.words.count());
    }
    put(text, ",\"blocks\":{}}}\n", json(subject(row)));
  }
};

/// The trace event format of Chrome, which Perfetto reads too. A part is a thread of the module
/// that contains it; transfers that overlap on one part get a thread each, because bars must not.
class TimelineFormat final : public TraceFormat {
 public:
  void begin(Text& text) override {
    put(text, R"({{"displayTimeUnit":"ns","otherData":{{"cycle":"10 ns"}},"traceEvents":[)");
  }

  void row(const TraceRow& row, Text& text) override {
    now_ = row.cycle;
    Part& part = part_of(row, text);
    if (row.kind == TraceKind::kSend) {
      lane_of(part, text) = row;
      return;
    }
    const bool ends = row.kind == TraceKind::kReceive || row.kind == TraceKind::kDrop;
    const auto lane = std::ranges::find_if(part.lanes, [&](const Lane& other) {
      return ends && other.sent && other.sent->packet == row.packet;
    });
    if (lane != part.lanes.end()) bar(part, *lane, text);
    if (lane == part.lanes.end() || row.kind == TraceKind::kDrop) mark(part, row, text);
  }

  /// Transfers that have not ended when the run does, end there.
  void end(Text& text) override {
    for (auto& [name, part] : parts_) {
      for (Lane& lane : part.lanes) {
        if (lane.sent) bar(part, lane, text);
      }
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
    arguments(sent, text);
    lane.sent.reset();
  }

  void mark(const Part& part, const TraceRow& row, Text& text) {
    separate(text);
    put(text, R"({{"ph":"i","s":"t","cat":"{0}","name":{1},"pid":{2},"tid":{3},"ts":{4},)",
        to_string(row.kind), json(fmt::format("{} {}", to_string(row.kind), subject(row))),
        part.module, part.lanes.front().id, microseconds(row.cycle));
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
        row.destination, row.words.count(), json(subject(row)));
  }

  void separate(Text& text) { put(text, "{}", std::exchange(separator_, ",\n")); }

  /// The format's unit of time; a cycle is 0.01 of it.
  static std::string microseconds(Cycles cycles) {
    return fmt::format("{}.{:02}", cycles.count() / 100, cycles.count() % 100);
  }

  std::map<std::string, Part> parts_;   ///< by full name
  std::map<std::string, int> modules_;  ///< by full name
  int ids_ = 0;                         ///< given to modules and lanes so far
  Cycles now_{0};
  std::string_view separator_ = "\n";
};

std::unique_ptr<TraceFormat> format_of(const std::string& path, const std::string& option) {
  if (path.empty()) {
    throw Refusal{RefusalClass::kUsage,
                  option + " names no file; give it one, as in " + option + " trace.csv."};
  }
  if (path.ends_with(".csv")) return std::make_unique<CsvFormat>();
  if (path.ends_with(".jsonl")) return std::make_unique<JsonLinesFormat>();
  if (path.ends_with(".perfetto.json")) return std::make_unique<TimelineFormat>();
  throw Refusal{RefusalClass::kUsage, option + ' ' + path +
                                          " has none of the endings .csv, .jsonl and "
                                          ".perfetto.json; name the file so that it has one."};
}

}  // namespace

TraceFile::TraceFile(const std::string& path, const std::string& option)
    : format_{format_of(path, option)}, file_{option, path} {
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
  file_.stream().write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

void TraceFile::finish() {
  format_->end(text_);
  write();
  file_.commit();
}

}  // namespace plexus
