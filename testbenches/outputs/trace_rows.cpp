#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hw/observe/words.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/outputs/trace_format.hpp"

namespace plexus {

namespace {

/// Several intervals, or none, without the slice.
void add_intervals(TextBuffer& text, std::span<const Interval> intervals) {
  std::string_view separator;
  for (const Interval& interval : intervals) {
    text.add(std::exchange(separator, " "), interval.first);
    if (interval.count > 1) text.add('-', interval.end() - 1);
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
      name.add_csv(row.view->part);
      name.add(',');
    });
    if (row.kind == TraceKind::kSetting) {
      text.add(row.cycle.count(), part, event_of(row), ",,,,,");
      text.add_csv(subject(row));
      text.add('\n');
      return;
    }
    text.add(row.cycle.count(), part, event_of(row), ',');
    if (has_packet(row)) text.add(row.packet);
    text.add(',', row.source, ',', row.destination, ',', std::abs(row.words.count()), ',');
    add_listed(text, row.blocks, "\n");
  }

 private:
  PartTexts parts_;
};

class JsonLinesFormat final : public TraceFormat {
 public:
  void row(const SeenRow& row, TextBuffer& text) override {
    const std::string_view part = parts_.of(row, [&](TextBuffer& name) {
      name.add(R"(,"part":)");
      add_json(name, row.view->part);
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
    add_listed(text, row.blocks, "\"}\n");
  }

 private:
  PartTexts parts_;
};

}  // namespace

std::unique_ptr<TraceFormat> csv_format() { return std::make_unique<CsvFormat>(); }

std::unique_ptr<TraceFormat> json_lines_format() { return std::make_unique<JsonLinesFormat>(); }

std::string_view event_of(const SeenRow& row) {
  const bool forgets = row.kind == TraceKind::kHold && row.words < 0_words;
  return forgets ? kForgetEvent : to_string(row.kind);
}

void add_listed(TextBuffer& text, const Blocks& blocks, std::string_view behind) {
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

std::string subject(const SeenRow& row) {
  return is_idle(*row.setting) ? std::string{phrase(Phrase::kEmpty)} : in_words(*row.setting);
}

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

}  // namespace plexus
