#include "testbenches/outputs/trace_replay.hpp"

#include <fstream>
#include <functional>
#include <istream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"
#include "testbenches/outputs/trace_file.hpp"

namespace plexus {

namespace {

/// One row as JSON: of a CSV all values are strings, an empty one is null.
using Columns = std::map<std::string, Json>;

TraceKind kind_of(const std::string& word) {
  if (word == kForgetEvent) return TraceKind::kHold;
  for (const TraceKind kind : {TraceKind::kReceive, TraceKind::kHold, TraceKind::kSetting,
                               TraceKind::kDrop, TraceKind::kSend}) {
    if (word == to_string(kind)) return kind;
  }
  throw std::invalid_argument{"no event is called '" + word + "'"};
}

std::uint64_t number(const Json& value) {
  if (value.is_null()) return 0;
  return value.is_string() ? std::stoull(value.get<std::string>()) : value.get<std::uint64_t>();
}

TraceRow row_of(const Columns& columns) {
  const auto at = [&](const char* name) -> const Json& {
    const auto found = columns.find(name);
    if (found == columns.end()) {
      throw std::invalid_argument{std::string{"there is no column '"} + name + "'"};
    }
    return found->second;
  };
  const auto count = [&](const char* name) { return static_cast<std::int64_t>(number(at(name))); };
  TraceRow row;
  row.cycle = Cycles{count("cycle")};
  row.part = at("part").get<std::string>();
  row.kind = kind_of(at("event").get<std::string>());
  row.packet = number(at("packet"));
  row.source = static_cast<NodeId>(number(at("source")));
  row.destination = static_cast<NodeId>(number(at("destination")));
  row.words = Words{count("words")};
  if (at("event").get<std::string>() == kForgetEvent) row.words = 0_words - row.words;
  const Json& last = at("blocks");
  const std::string subject = last.is_null() ? std::string{} : last.get<std::string>();
  if (row.kind != TraceKind::kSetting) row.blocks = parse_blocks(subject);
  return row;
}

/// The cells of the next line, quotes taken off; nothing at the end.
std::optional<std::vector<std::string>> read_cells(std::istream& in) {
  if (in.peek() == std::istream::traits_type::eof()) return std::nullopt;
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (char letter = 0; in.get(letter) && (quoted || letter != '\n');) {
    if (letter == '"' && quoted && in.peek() == '"') {
      cells.back() += static_cast<char>(in.get());
    } else if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      cells.emplace_back();
    } else if (quoted || letter != '\r') {
      cells.back() += letter;
    }
  }
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (cells.front().starts_with(kByteOrderMark)) cells.front().erase(0, kByteOrderMark.size());
  return cells;
}

/// Hands out the rows of a file, nothing at its end.
using NextRow = std::function<std::optional<Columns>()>;

/// Of a CSV, by the names in its first line.
NextRow csv_rows(std::istream& in) {
  const auto names = read_cells(in).value_or(std::vector<std::string>{});
  return [&in, names]() -> std::optional<Columns> {
    const auto cells = read_cells(in);
    if (!cells) return std::nullopt;
    if (cells->size() != names.size()) throw std::invalid_argument{"cells are missing"};
    Columns columns;
    for (const std::string& name : names) columns[name] = nullptr;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!(*cells)[i].empty()) columns[names[i]] = (*cells)[i];
    }
    return columns;
  };
}

NextRow json_lines(std::istream& in) {
  return [&in]() -> std::optional<Columns> {
    std::string line;
    if (!std::getline(in, line)) return std::nullopt;
    return Json::parse(line).get<Columns>();
  };
}

}  // namespace

std::vector<TraceRow> read_trace(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  if (!in) throw std::invalid_argument{path + " cannot be read"};
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".jsonl")) {
    throw std::invalid_argument{path + " ends neither in .csv nor in .jsonl"};
  }
  std::vector<TraceRow> rows;
  const NextRow next = csv ? csv_rows(in) : json_lines(in);
  try {
    while (const auto columns = next()) rows.push_back(row_of(*columns));
  } catch (const std::exception& error) {  // of the row, the number or the JSON library
    throw std::invalid_argument{path + ", row " + std::to_string(rows.size() + 1) + ": " +
                                error.what()};
  }
  return rows;
}

Replay replay(const std::vector<TraceRow>& rows, BlockSpace space) {
  Replay told;
  std::multiset<std::pair<std::string, PacketId>> moving;
  Cycles now{0};
  for (const TraceRow& row : rows) {
    const auto contradicts = [&](const std::string& what) {
      throw std::invalid_argument{"cycle " + std::to_string(row.cycle.count()) + ", " + row.part +
                                  ": " + what};
    };
    if (row.cycle < now) contradicts("the trace goes back in time");
    now = row.cycle;
    switch (row.kind) {
      case TraceKind::kSend:
        ++told.hops;
        told.word_hops += row.words;
        moving.emplace(row.part, row.packet);
        break;
      case TraceKind::kReceive:
      case TraceKind::kDrop: {
        const auto sent = moving.find({row.part, row.packet});
        if (sent == moving.end()) contradicts("a packet arrives that was never sent");
        moving.erase(sent);
        if (row.kind == TraceKind::kReceive) {
          told.cycles = now;
        } else {
          --told.hops;
          told.word_hops -= row.words;
        }
        break;
      }
      case TraceKind::kHold: {
        Memory& memory = told.memories.try_emplace(row.source, space).first->second;
        if (row.words < 0_words) {
          if (!memory.forget(row.blocks)) contradicts("words are forgotten that were not there");
        } else if (!memory.add(row.blocks)) {
          contradicts("words are stored that were there before");
        }
        break;
      }
      case TraceKind::kSetting:
      case TraceKind::kWait:
        break;
    }
  }
  told.unfinished = moving.size();
  return told;
}

}  // namespace plexus
