#include "models/traffic/recording.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/number.hpp"

namespace plexus {

namespace {

[[noreturn]] void refuse(RefusalClass kind, const std::string& complaint) {
  throw Refusal{kind, "--recorded " + complaint};
}

/// One row of a recording: cycle, source, destination, words.
using Row = std::array<std::int64_t, 4>;

void add(RecordedTraffic& traffic, const Row& row) {
  const auto [cycle, source, destination, words] = row;
  const auto nodes = static_cast<std::int64_t>(traffic.size());
  if (cycle < 0 || cycle >= kMostTrafficCycles || source < 0 || source >= nodes ||
      destination < 0 || destination >= nodes || words < 1 || words > kMostPacketWords) {
    refuse(
        RefusalClass::kRange,
        fmt::format("has the packet [{}, {}, {}, {}], which is out of range: a cycle in 0 .. {}, "
                    "source and destination in 0 .. {}, words in 1 .. {}.",
                    cycle, source, destination, words, kMostTrafficCycles - 1, nodes - 1,
                    kMostPacketWords));
  }
  traffic[static_cast<std::size_t>(source)].push_back(
      {Cycles{cycle}, static_cast<NodeId>(destination), static_cast<std::uint32_t>(words)});
}

std::string content_of(const std::string& path) {
  std::error_code ignored;
  std::ifstream in;
  if (std::filesystem::is_regular_file(path, ignored)) in.open(path);
  if (!in.is_open()) {
    refuse(
        RefusalClass::kUsage,
        fmt::format("'{}' is no file that can be read: name a .csv or .json file, or none.", path));
  }
  return {std::istreambuf_iterator<char>{in}, {}};
}

void read_list(const Json& list, RecordedTraffic& traffic) {
  constexpr const char* kForm =
      "is no recording: write [[cycle, source, destination], ..], words as a fourth number.";
  if (!list.is_array()) refuse(RefusalClass::kUsage, kForm);
  for (const Json& packet : list) {
    Row row{0, 0, 0, 1};
    if (!packet.is_array() || packet.size() < 3 || packet.size() > row.size()) {
      refuse(RefusalClass::kUsage, kForm);
    }
    for (std::size_t i = 0; i < packet.size(); ++i) {
      if (!packet[i].is_number_integer()) refuse(RefusalClass::kUsage, kForm);
      row[i] = packet[i].get<std::int64_t>();
    }
    add(traffic, row);
  }
}

/// The fields of a line, without quotes around them; commas between quotes belong to a field.
std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (line[i] != ',' || quoted)) continue;
    std::string_view field = line.substr(begin, i - begin);
    if (field.size() > 1 && field.front() == '"' && field.back() == '"') {
      field = field.substr(1, field.size() - 2);
    }
    fields.push_back(field);
    begin = i + 1;
  }
  return fields;
}

void read_trace(const std::string& path, std::string_view text, RecordedTraffic& traffic) {
  constexpr std::array<std::string_view, 4> kNumbers{"cycle", "source", "destination", "words"};
  constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
  std::array<std::size_t, 4> places{kMissing, kMissing, kMissing, kMissing};
  std::size_t event = kMissing;
  std::size_t packet = kMissing;
  std::set<std::array<std::string, 3>> sent;  // packet, source and destination
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::size_t number_of_line = 0;
  bool sends = false;
  while (!text.empty()) {
    ++number_of_line;
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::vector<std::string_view> fields = fields_of(line);
    if (number_of_line == 1) {
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] == "event") event = i;
        if (fields[i] == "packet") packet = i;
        for (std::size_t k = 0; k < kNumbers.size(); ++k) {
          if (fields[i] == kNumbers[k]) places[k] = i;
        }
      }
      if (std::ranges::find(places.begin(), places.end() - 1, kMissing) == places.end() - 1) {
        continue;
      }
      refuse(RefusalClass::kUsage,
             fmt::format("'{}' has no columns cycle, source and destination.", path));
    }
    if (line.empty() || (event < fields.size() && fields[event] != "send")) continue;
    Row row{0, 0, 0, 1};
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k] == kMissing) continue;  // words: one, as in a list
      const std::string_view field = places[k] < fields.size() ? fields[places[k]] : "";
      const auto number = number_of<std::int64_t>(field);
      if (!number) {
        refuse(RefusalClass::kUsage,
               fmt::format("'{}', line {}: '{}' is no whole number.", path, number_of_line, field));
      }
      row[k] = *number;
    }
    sends = true;
    if (packet < fields.size() &&
        !sent.insert({std::string{fields[packet]}, std::to_string(row[1]), std::to_string(row[2])})
             .second) {
      continue;  // what was blocked tries again
    }
    add(traffic, row);
  }
  if (!sends) {
    refuse(RefusalClass::kUsage, fmt::format("'{}' has no row of a packet that is sent.", path));
  }
}

}  // namespace

RecordedTraffic read_recording(const Json& value, NodeId nodes) {
  RecordedTraffic traffic(nodes);
  if (value.is_string()) {
    const auto path = value.get<std::string>();
    const std::string text = path.starts_with('[') ? path : content_of(path);
    if (path.ends_with(".csv")) {
      read_trace(path, text, traffic);
    } else {
      const Json list = Json::parse(text, nullptr, false);
      read_list(list, traffic);
    }
  } else {
    read_list(value, traffic);
  }
  for (std::vector<Offer>& of_node : traffic) {
    std::ranges::stable_sort(of_node, {}, &Offer::born);
  }
  return traffic;
}

}  // namespace plexus
