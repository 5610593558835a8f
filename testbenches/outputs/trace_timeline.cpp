#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hw/observe/words.hpp"
#include "testbenches/outputs/trace_format.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

namespace {

/// The trace event format of Chrome, which Perfetto reads too. A part is a thread of the module
/// that contains it; transfers that overlap on one part get a thread each, because bars must not.
/// Arrows join the bars of a packet, hop by hop: they are bound to whole bars (`bind_id`), because
/// the format's separate flow events are dropped where no bar encloses them.
class TimelineFormat final : public TraceFormat {
 public:
  explicit TimelineFormat(TraceFacts facts) : facts_{std::move(facts)} {}

  [[nodiscard]] bool shows_waits() const override { return true; }
  void look_up(PartViews& views) override { views_ = &views; }

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
  struct Lane {
    std::string place;  ///< `"pid":1,"tid":7,"ts":`
    std::optional<Transfer> carries;
  };
  struct Part {
    int module = 0;  ///< 0: not met yet
    std::uint64_t rank = 0;
    std::string_view full_name;
    std::string_view name;
    std::vector<Lane> lanes;
    std::optional<std::string> waits;  ///< of what its program waits for, once it has waited
    std::string wait;                  ///< in words; none: for nothing
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
    const std::string_view name = row.view->part;
    const std::size_t dot = name.rfind('.');
    const bool nested = dot != std::string_view::npos;
    const std::string_view module = nested ? name.substr(0, dot) : name;
    int& id = modules_[std::string{module}];
    if (id == 0) {
      id = ++ids_;
      name_process(id, module, text);
    }
    part.module = id;
    part.rank = row.rank;
    part.full_name = name;
    part.name = nested ? name.substr(dot + 1) : name;
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

  static std::string place_of(const Part& part, int id) {
    TextBuffer text;
    text.add(R"("pid":)", part.module, R"(,"tid":)", id, R"(,"ts":)");
    return std::string{text.view()};
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
    const std::string words = words_of_waits(row.waits.get(), *views_);
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
    const std::string_view event = event_of(row);
    const std::string& place = part.lanes.front().place;
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
    add_listed(text, row.blocks, "\",");
    text.add(place, microseconds(row.cycle), R"(,"args":{"cycle":)", row.cycle.count(), ',');
    if (has_packet(row)) text.add(R"("packet":)", row.packet, ',');
    add_data(text, row.source, row.destination, row.words, row.blocks);
  }

  /// The arguments that end an event of a transfer or a `hold`.
  static void add_data(TextBuffer& text, NodeId source, NodeId destination, Words words,
                       const Blocks& blocks) {
    text.add(R"("source":)", source, R"(,"destination":)", destination, R"(,"words":)",
             std::abs(words.count()), R"(,"blocks":")");
    add_listed(text, blocks, "\"}}");
  }

  /// What stands before the next event.
  std::string_view next() { return std::exchange(separator_, ",\n"); }

  /// The format's unit of time; a cycle is 0.01 of it.
  static Hundredths microseconds(Cycles cycles) { return {cycles.count()}; }

  TraceFacts facts_;
  std::vector<Part> parts_;             ///< by their numbers
  std::map<std::string, int> modules_;  ///< by full name
  std::vector<Ways> ways_;              ///< by packet
  PartViews* views_ = nullptr;
  int ids_ = 0;  ///< given to modules and lanes so far
  Cycles now_{0};
  std::int64_t packets_ = 0;  ///< under way
  Words words_{0};
  std::int64_t packets_told_ = 0;
  std::int64_t words_told_ = 0;
  std::int64_t waiting_ = 0;  ///< packets that parts say to wait in them
  std::int64_t waiting_told_ = 0;
  std::string_view separator_ = "\n";
};

}  // namespace

std::unique_ptr<TraceFormat> timeline_format(TraceFacts facts) {
  return std::make_unique<TimelineFormat>(std::move(facts));
}

}  // namespace plexus
