#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "testbenches/outputs/trace_format.hpp"
#include "testbenches/outputs/words.hpp"

namespace plexus {

namespace {

/// The events of the file: name, number, fields.
struct PajeEvent {
  std::string_view name;
  int number;
  std::string_view fields;
};
constexpr std::array kPajeEvents{
    PajeEvent{"DefineContainerType", 1, "Alias ContainerType Name"},
    PajeEvent{"DefineStateType", 3, "Alias ContainerType Name"},
    PajeEvent{"DefineLinkType", 5,
              "Alias ContainerType SourceContainerType DestContainerType Name"},
    PajeEvent{"DefineEntityValue", 6, "Alias EntityType Name Color"},
    PajeEvent{"CreateContainer", 7, "Time Alias Type Container Name"},
    PajeEvent{"DestroyContainer", 8, "Time Name Type"},
    PajeEvent{"SetState", 10, "Time Type Container Value"},
    PajeEvent{"StartLink", 14, "Time Type Container Value StartContainer Key"},
    PajeEvent{"EndLink", 15, "Time Type Container Value EndContainer Key"}};

/// Paje, which ViTE opens offline: a container for each part, what it does as its state, an arrow
/// from sender to receiver for each transfer. The time unit is a cycle.
class PajeFormat final : public TraceFormat {
 public:
  [[nodiscard]] bool shows_waits() const override { return true; }
  void look_up(PartViews& views) override {
    views_ = &views;
    words_.look_up(views);
  }

  void begin(TextBuffer& text) override {
    for (const PajeEvent& event : kPajeEvents) {
      text.add("%EventDef Paje", event.name, ' ', event.number, '\n');
      for (std::string_view left = event.fields; !left.empty();) {
        const std::string_view field = left.substr(0, left.find(' '));
        left.remove_prefix(std::min(field.size() + 1, left.size()));
        text.add("% ", field,
                 field == "Time"    ? " date"
                 : field == "Color" ? " color"
                                    : " string",
                 '\n');
      }
      text.add("%EndEventDef\n");
    }
    text.add(R"(1 M 0 "Machine"
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
    const std::uint64_t node = container_of_node(begins ? row.source : row.destination, text);
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
        const std::uint64_t part = container(said.view->part, said.view->label, text);
        if (words.empty()) return text.add("10 ", cycle.count(), " S p", part, " idle\n");
        const std::uint64_t known = value(words, said.view->kind, text);
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
  /// That of a node at the end of a transfer, of which nothing else need be known.
  std::uint32_t container_of_node(NodeId id, TextBuffer& text) {
    if (const PartView* const node = views_->node(id)) {
      return container(node->part, node->label, text);
    }
    const std::string name = "node " + std::to_string(id);
    return container(name, name, text);
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
  PartViews* views_ = nullptr;
  Cycles now_{0};
};

}  // namespace

std::unique_ptr<TraceFormat> paje_format() { return std::make_unique<PajeFormat>(); }

}  // namespace plexus
