#include "models/schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

constexpr std::array kKinds{"send", "receive", "reduce", "compute"};
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
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const std::string row = trimmed(text);
      if (row.empty() || row.starts_with('#')) continue;
      if (!header && row.starts_with("operation ")) {
        schedule.operation = trimmed(row.substr(10));
      } else if (row.starts_with("pieces")) {
        schedule.pieces = number<std::int64_t>(trimmed(row.substr(6)), "the number of pieces");
        if (schedule.pieces < 1) refuse("a block has at least one piece");
      } else if (!header) {
        if (row != kHeader) refuse(fmt::format("the first row must be '{}'", kHeader));
        header = true;
      } else {
        schedule.rows.push_back(row_of(row));
      }
    }
    if (!header) refuse(fmt::format("there is no row '{}'", kHeader));
    if (schedule.rows.empty()) refuse("there are no rows behind the header");
    return schedule;
  }

 private:
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
    try {
      row.blocks = parse_blocks(cell.find('[') == std::string::npos ? cell + "[0+0]" : cell);
    } catch (const std::invalid_argument&) {
      refuse(fmt::format("'{}' names no blocks: write 0-7 9, or 12 words", cell));
    }
    if (row.blocks.empty()) refuse("a row names at least one block");
  }

  std::string file_;
  std::size_t line_ = 0;
};

/// Rows of a node by their names.
using Names = std::map<std::tuple<NodeId, std::uint32_t, std::uint32_t>, std::size_t>;

Names names_of(const Schedule& schedule) {
  Names names;
  std::map<std::pair<NodeId, std::uint32_t>, std::uint32_t> counts;
  for (std::size_t i = 0; i < schedule.rows.size(); ++i) {
    const ScheduleRow& row = schedule.rows[i];
    names[{row.node, row.thread, counts[{row.node, row.thread}]++}] = i;
  }
  return names;
}

/// Refuses rows that wait for each other in a circle.
void require_order(const Schedule& schedule, const ScheduleMatch& match, const Names& names) {
  const std::size_t count = schedule.rows.size();
  std::vector<std::vector<std::size_t>> then(count);
  std::vector<std::size_t> left(count, 0);
  const auto add = [&](std::size_t before, std::size_t after) {
    then[before].push_back(after);
    ++left[after];
  };
  std::map<std::pair<NodeId, std::uint32_t>, std::size_t> last;
  for (std::size_t i = 0; i < count; ++i) {
    const ScheduleRow& row = schedule.rows[i];
    if (const auto before = last.find({row.node, row.thread}); before != last.end()) {
      add(before->second, i);
    }
    last[{row.node, row.thread}] = i;
    for (const RowName& name : row.after) {
      const auto found = names.find({row.node, name.thread, name.number});
      if (found == names.end()) {
        refuse_line(schedule.file, row.line,
                    fmt::format("node {} has no row {}.{} to wait for", row.node, name.thread,
                                name.number));
      }
      add(found->second, i);
    }
    if (row.kind == RowKind::kSend) add(i, match.partner[i]);
  }
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < count; ++i) {
    if (left[i] == 0) ready.push_back(i);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::size_t row = ready.back();
    ready.pop_back();
    ++done;
    for (const std::size_t next : then[row]) {
      if (--left[next] == 0) ready.push_back(next);
    }
  }
  if (done == count) return;
  const auto stuck = std::ranges::find_if(left, [](std::size_t waits) { return waits > 0; });
  refuse_line(schedule.file, schedule.rows[static_cast<std::size_t>(stuck - left.begin())].line,
              "the row waits for itself, by way of others: no order of the rows is possible");
}

}  // namespace

void refuse_line(const std::string& file, std::size_t line, const std::string& sentence) {
  throw Refusal{RefusalClass::kUsage, fmt::format("{}:{}: {}.", file, line, sentence)};
}

bool Schedule::sizes_only() const {
  return std::ranges::any_of(rows, [](const ScheduleRow& row) {
    return row.kind != RowKind::kCompute && row.blocks.empty();
  });
}

NodeId Schedule::nodes() const {
  NodeId count = 0;
  for (const ScheduleRow& row : rows) count = std::max({count, row.node + 1, row.peer + 1});
  return count;
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

void write_schedule(std::ostream& out, const Schedule& schedule) {
  if (!schedule.operation.empty()) out << "operation " << schedule.operation << '\n';
  if (schedule.pieces != 1) out << "pieces " << schedule.pieces << '\n';
  out << kHeader << '\n';
  for (const ScheduleRow& row : schedule.rows) {
    out << row.node << ',' << row.thread << ',' << kKinds[static_cast<std::size_t>(row.kind)]
        << ',';
    if (row.kind == RowKind::kCompute) {
      out << ',' << row.count << " cycles,";
    } else {
      out << row.peer;
      if (row.tag != 0) out << ':' << row.tag;
      out << ',';
      if (row.blocks.empty()) {
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

ScheduleMatch match_rows(const Schedule& schedule) {
  using Way = std::tuple<NodeId, NodeId, std::uint32_t>;
  std::map<Way, std::vector<std::size_t>> sends;
  std::map<Way, std::vector<std::size_t>> receives;
  for (std::size_t i = 0; i < schedule.rows.size(); ++i) {
    const ScheduleRow& row = schedule.rows[i];
    if (row.kind == RowKind::kCompute) continue;
    if (row.kind == RowKind::kSend) {
      sends[{row.node, row.peer, row.tag}].push_back(i);
    } else {
      receives[{row.peer, row.node, row.tag}].push_back(i);
    }
  }
  ScheduleMatch match{std::vector<std::size_t>(schedule.rows.size(), schedule.rows.size())};
  const auto pair_up = [&](const std::map<Way, std::vector<std::size_t>>& ours,
                           const std::map<Way, std::vector<std::size_t>>& theirs,
                           const char* missing) {
    for (const auto& [way, rows] : ours) {
      const auto others = theirs.find(way);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const ScheduleRow& row = schedule.rows[rows[i]];
        if (others == theirs.end() || i >= others->second.size()) {
          refuse_line(schedule.file, row.line,
                      fmt::format("node {} {} node {}, which {} it", row.node,
                                  row.kind == RowKind::kSend ? "sends to" : "receives from",
                                  row.peer, missing));
        }
        const std::size_t other = others->second[i];
        const ScheduleRow& partner = schedule.rows[other];
        if (row.blocks != partner.blocks || row.count != partner.count) {
          refuse_line(
              schedule.file, row.line,
              fmt::format("the row at the other end, in line {}, names other data", partner.line));
        }
        match.partner[rows[i]] = other;
      }
    }
  };
  pair_up(sends, receives, "has no row that receives");
  pair_up(receives, sends, "has no row that sends");
  require_order(schedule, match, names_of(schedule));
  return match;
}

}  // namespace plexus
