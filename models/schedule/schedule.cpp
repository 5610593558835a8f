#include "models/schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/scheduled_operation.hpp"

namespace plexus {

namespace {

constexpr std::array kKinds{"send", "receive", "reduce", "compute", "copy", "combine"};
constexpr const char* kHeader = "node,thread,operation,peer,blocks,after";
constexpr std::size_t kColumns = 6;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in{line};
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(trimmed(cell));
  if (line.ends_with(',')) cells.emplace_back();
  return cells;
}

/// Reads the rows of one file.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_{file} {}

  Schedule read(std::istream& in) {
    Schedule schedule;
    schedule.file = file_;
    bool header = false;
    std::size_t room = kMostItems;
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const std::string row = trimmed(text);
      if (row.empty() || row.starts_with('#')) continue;
      if (!header && row.starts_with("operation ")) {
        schedule.operation = operation_of(trimmed(row.substr(10)));
      } else if (!header && row.starts_with("root ")) {
        schedule.root = number<NodeId>(trimmed(row.substr(5)), "the root");
      } else if (!header && row.starts_with("nodes ")) {
        schedule.least_nodes = number<NodeId>(trimmed(row.substr(6)), "the number of nodes");
      } else if (!header && row == "in place") {
        schedule.in_place = true;
      } else if (!header && row.starts_with("start ")) {
        schedule.start.push_back(parse_holding(row.substr(6), file_, line_, room));
      } else if (!header && row.starts_with("end ")) {
        schedule.end.push_back(parse_holding(row.substr(4), file_, line_, room));
      } else if (row.starts_with("pieces")) {
        schedule.pieces = number<std::int64_t>(trimmed(row.substr(6)), "the number of pieces");
        if (schedule.pieces < 1) refuse("a block has at least one piece");
      } else if (!header) {
        if (row != kHeader) refuse(fmt::format("the first row must be '{}'", kHeader));
        header = true;
      } else {
        schedule.rows.push_back(row_of(row));
        require_one_kind(schedule.rows.back());
      }
    }
    if (!header) refuse(fmt::format("there is no row '{}'", kHeader));
    if (schedule.rows.empty()) refuse("there are no rows behind the header");
    return schedule;
  }

 private:
  /// Empty for `custom`, which the lines of the file say.
  [[nodiscard]] std::string operation_of(const std::string& name) const {
    const auto operation = scheduled_operation(name);
    if (operation) return operation == ScheduledOperation::kCustom ? std::string{} : name;
    std::vector<std::string> names;
    for (const ScheduledOperation one : kScheduledOperations) names.emplace_back(to_string(one));
    refuse(
        fmt::format("'{}' is no operation of a schedule: write {}", name, fmt::join(names, ", ")));
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    refuse_line(file_, std::max<std::size_t>(line_, 1), sentence);
  }

  template <typename Number>
  Number number(const std::string& text, const std::string& what) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      refuse(fmt::format("'{}' is no number where {} belongs", text, what));
    }
    return value;
  }

  /// Blocks have a place of their own at each node, so rows name them or buffers.
  void require_one_kind(const ScheduleRow& row) {
    if (row.kind == RowKind::kCompute) return;
    const bool places = !row.places.empty();
    if (!first_) first_ = {line_, places};
    if (first_->second == places) return;
    refuse(fmt::format("line {} names {}, this one {}: write i, o and s all over, or nowhere",
                       first_->first, places ? "blocks" : "places", places ? "places" : "blocks"));
  }

  ScheduleRow row_of(const std::string& text) const {
    const std::vector<std::string> cells = cells_of(text);
    if (cells.size() != kColumns) {
      refuse(fmt::format("there are {} cells in place of {}: {}", cells.size(), kColumns, kHeader));
    }
    ScheduleRow row;
    row.line = line_;
    row.node = number<NodeId>(cells[0], "a node");
    row.thread = number<std::uint32_t>(cells[1], "a thread");
    const auto kind = std::ranges::find(kKinds, cells[2]);
    if (kind == kKinds.end()) {
      refuse(fmt::format("'{}' is no operation: write {}", cells[2], fmt::join(kKinds, ", ")));
    }
    row.kind = static_cast<RowKind>(kind - kKinds.begin());
    if (row.kind == RowKind::kCompute) {
      if (!cells[3].empty()) refuse("work has no peer: leave the cell empty");
    } else if (row.kind == RowKind::kCopy || row.kind == RowKind::kCombine) {
      const auto from = parse_places(cells[3]);
      if (!from) {
        refuse(fmt::format("'{}' are no places where {} takes from: write i0-3, o0 or s2", cells[3],
                           cells[2]));
      }
      row.from = *from;
    } else {
      const std::size_t colon = cells[3].find(':');
      row.peer = number<NodeId>(cells[3].substr(0, colon), "a peer");
      if (colon != std::string::npos) {
        row.tag = number<std::uint32_t>(cells[3].substr(colon + 1), "a tag");
      }
      if (row.peer == row.node) refuse(fmt::format("node {} is its own peer", row.node));
    }
    read_data(cells[4], row);
    std::istringstream after{cells[5]};
    for (std::string name; after >> name;) {
      const std::size_t dot = name.find('.');
      if (dot == std::string::npos)
        refuse(fmt::format("'{}' is no row: write thread.number", name));
      row.after.push_back({number<std::uint32_t>(name.substr(0, dot), "a thread"),
                           number<std::uint32_t>(name.substr(dot + 1), "a row of it")});
    }
    return row;
  }

  void read_data(const std::string& cell, ScheduleRow& row) const {
    const bool work = row.kind == RowKind::kCompute;
    const std::string unit = work ? " cycles" : " words";
    if (cell.ends_with(unit)) {
      row.count = number<std::int64_t>(trimmed(cell.substr(0, cell.size() - unit.size())), unit);
      if (row.count < (work ? 0 : 1)) refuse(fmt::format("'{}' is too little", cell));
      return;
    }
    if (work) refuse("work is written in cycles, as in '12 cycles'");
    if (const auto places = parse_places(cell)) {
      row.places = *places;
      if (!row.from.empty() && count_of(row.from) != count_of(row.places)) {
        refuse(
            fmt::format("{} places for what lies at {}", count_of(row.places), count_of(row.from)));
      }
      return;
    }
    if (!row.from.empty()) refuse(fmt::format("'{}' are no places: write i0-3, o0 or s2", cell));
    try {
      row.blocks = parse_blocks(cell.find('[') == std::string::npos ? cell + "[0+0]" : cell);
    } catch (const std::invalid_argument&) {
      refuse(fmt::format("'{}' names no blocks: write 0-7 9, or 12 words", cell));
    }
    if (row.blocks.empty()) refuse("a row names at least one block");
  }

  std::string file_;
  std::size_t line_ = 0;
  std::optional<std::pair<std::size_t, bool>> first_;  ///< row with data: its line, names places
};

}  // namespace

void refuse_line(const std::string& file, std::size_t line, const std::string& sentence) {
  std::string text = fmt::format("{}:{}: {}.", file, line, sentence);
  std::ranges::replace(text, '\0', ' ');  // where an exception's text would end
  throw Refusal{RefusalClass::kUsage, text};
}

bool Schedule::sizes_only() const {
  return std::ranges::any_of(rows, [](const ScheduleRow& row) {
    return row.kind != RowKind::kCompute && row.blocks.empty() && row.places.empty();
  });
}

bool Schedule::has_places() const {
  return std::ranges::any_of(rows, [](const ScheduleRow& row) { return !row.places.empty(); });
}

NodeId Schedule::nodes() const {
  NodeId count = least_nodes;
  for (const ScheduleRow& row : rows) count = std::max({count, row.node + 1, row.peer + 1});
  for (const auto* const holdings : {&start, &end}) {
    for (const Holding& holding : *holdings) count = std::max(count, holding.node + 1);
  }
  return count;
}

Holding parse_holding(const std::string& text, const std::string& file, std::size_t line,
                      std::size_t& room) {
  const auto refuse = [&](const std::string& sentence) { refuse_line(file, line, sentence); };
  const auto item = [&](const std::string& digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
      refuse(fmt::format("'{}' is no number", digits));
    }
    if (value >= kMostItems) {
      refuse(fmt::format("{} is too large: nodes and items are at most {}", value, kMostItems - 1));
    }
    return value;
  };
  const auto take = [&](std::size_t items) {
    if (items > room) refuse(fmt::format("there are more than {} items", kMostItems));
    room -= items;
  };
  Holding holding;
  holding.line = line;
  std::istringstream in{text};
  std::string word;
  in >> word;
  holding.node = static_cast<NodeId>(item(word));
  while (in >> word) {
    if (const auto places = parse_places(word)) {
      if (!holding.items.empty()) refuse("places come before the items that lie there");
      holding.places.insert(holding.places.end(), places->begin(), places->end());
      continue;
    }
    if (const std::size_t dash = word.find('-'); dash != std::string::npos) {
      const std::uint64_t first = item(word.substr(0, dash));
      const std::uint64_t last = item(word.substr(dash + 1));
      if (last < first) refuse(fmt::format("'{}' are no items", word));
      take(last - first + 1);
      for (std::uint64_t i = 0; i <= last - first; ++i) holding.items.push_back({first + i});
      continue;
    }
    take(1);
    auto& sum = holding.items.emplace_back();
    std::istringstream parts{word};
    for (std::string part; std::getline(parts, part, '+');) sum.push_back(item(part));
  }
  if (holding.places.empty() || count_of(holding.places) != holding.items.size()) {
    refuse(
        fmt::format("there are {} places and {} items: write a node, places and as many items, "
                    "as in '0 i0-3 10-13' or '1 o0 3+7'",
                    count_of(holding.places), holding.items.size()));
  }
  return holding;
}

Schedule parse_schedule(std::istream& in, const std::string& file) { return Reader{file}.read(in); }

Schedule read_schedule(const std::string& path) {
  std::ifstream in{path};
  if (!in || std::filesystem::is_directory(path)) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("{}: the file cannot be read; name a schedule.", path)};
  }
  return parse_schedule(in, path);
}

namespace {

void write_holding(std::ostream& out, const char* what, const Holding& holding) {
  out << what << ' ' << holding.node << ' ' << to_text(holding.places);
  for (const auto& items : holding.items) out << fmt::format(" {}", fmt::join(items, "+"));
  out << '\n';
}

}  // namespace

void write_schedule(std::ostream& out, const Schedule& schedule) {
  if (!schedule.operation.empty()) out << "operation " << schedule.operation << '\n';
  if (schedule.pieces != 1) out << "pieces " << schedule.pieces << '\n';
  if (schedule.root) out << "root " << *schedule.root << '\n';
  if (schedule.least_nodes > 0) out << "nodes " << schedule.least_nodes << '\n';
  if (schedule.in_place) out << "in place\n";
  for (const Holding& holding : schedule.start) write_holding(out, "start", holding);
  for (const Holding& holding : schedule.end) write_holding(out, "end", holding);
  out << kHeader << '\n';
  for (const ScheduleRow& row : schedule.rows) {
    out << row.node << ',' << row.thread << ',' << kKinds[static_cast<std::size_t>(row.kind)]
        << ',';
    if (row.kind == RowKind::kCompute) {
      out << ',' << row.count << " cycles,";
    } else {
      if (row.from.empty()) {
        out << row.peer;
        if (row.tag != 0) out << ':' << row.tag;
      } else {
        out << to_text(row.from);
      }
      out << ',';
      if (!row.places.empty()) {
        out << to_text(row.places);
      } else if (row.blocks.empty()) {
        out << row.count << " words";
      } else {
        std::ostringstream text;
        text << row.blocks;
        std::string blocks = text.str();
        if (row.blocks.slice().count == 0_words) blocks.resize(blocks.find('['));
        out << blocks;
      }
      out << ',';
    }
    const char* separator = "";
    for (const RowName& name : row.after) {
      out << separator << name.thread << '.' << name.number;
      separator = " ";
    }
    out << '\n';
  }
}

}  // namespace plexus
