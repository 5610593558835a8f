#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

/// Yardsticks: what it costs to write the rows of a ring's allgather to a file, in plain C++. The
/// rows of a hop are made in the order of the nodes, noted with all that they say, sorted cycle by
/// cycle and put as letters into one buffer. Names are strings that are there.
namespace plexus::plain {

/// Letters on their way to a file.
class letters {
 public:
  explicit letters(const std::string& path) : file_{std::fopen(path.c_str(), "wb")} {}
  ~letters() {
    flush();
    std::fclose(file_);
  }
  letters(const letters&) = delete;
  letters& operator=(const letters&) = delete;

  letters& operator<<(std::string_view text) {
    std::memcpy(end_, text.data(), text.size());
    end_ += text.size();
    return *this;
  }
  letters& operator<<(std::uint64_t number) {
    end_ = std::to_chars(end_, end_ + 20, number).ptr;
    return *this;
  }
  /// A row is over; none is longer than a thousand letters.
  void end_row() {
    ++rows_;
    if (end_ + 1000 > buffer_.data() + buffer_.size()) flush();
  }
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

 private:
  void flush() {
    std::fwrite(buffer_.data(), 1, static_cast<std::size_t>(end_ - buffer_.data()), file_);
    end_ = buffer_.data();
  }

  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
  char* end_ = buffer_.data();
  std::FILE* file_;
  std::uint64_t rows_ = 0;
};

struct TraceRow {
  std::uint64_t cycle;
  std::uint32_t kind;  ///< 0 receive, 1 hold, 2 send
  std::uint32_t rank;
  std::uint64_t packet;
  std::uint32_t source;
  std::uint32_t destination;
};

/// Calls write(row) for all rows of the allgather of blocks of four words on `nodes` nodes, in the
/// order in which a trace has them.
template <typename Write>
void ring_rows(std::uint32_t nodes, Write write) {
  constexpr std::uint64_t kHop = 4;
  std::vector<TraceRow> rows;
  std::vector<std::uint64_t> order;
  for (std::uint32_t step = 0; step <= nodes - 1; ++step) {
    const std::uint64_t cycle = kHop * step;
    for (std::uint32_t v = 0; v < nodes; ++v) {
      const std::uint32_t next = v + 1 == nodes ? 0 : v + 1;
      const std::uint64_t received = (v + nodes - step + 1) % nodes;
      const std::uint64_t sent = (v + nodes - step) % nodes;
      if (step > 0) rows.push_back({cycle, 0, v, received, v, next});
      if (step > 0) rows.push_back({cycle, 1, next, received, next, next});
      if (step < nodes - 1) rows.push_back({cycle, 2, v, sent, v, next});
    }
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      order.push_back(std::uint64_t{rows[i].kind} << 60 | std::uint64_t{rows[i].rank} << 28 | i);
    }
    std::ranges::sort(order);
    for (const std::uint64_t key : order) write(rows[key & ((1U << 28) - 1)]);
    rows.clear();
    order.clear();
  }
}

inline std::vector<std::string> ring_names(std::uint32_t nodes, const std::string& begin,
                                           bool links) {
  std::vector<std::string> names;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    std::string name = begin + std::to_string(v);
    if (links) name += "_to_" + std::to_string((v + 1) % nodes);
    names.push_back(name);
  }
  return names;
}

/// A table; returns its rows.
inline std::uint64_t write_csv(std::uint32_t nodes, const std::string& path) {
  const auto links = ring_names(nodes, "ring.links.link_", true);
  const auto parts = ring_names(nodes, "ring.node_", false);
  letters out{path};
  ring_rows(nodes, [&](const TraceRow& row) {
    out << row.cycle << "," << (row.kind == 1 ? parts : links)[row.rank];
    if (row.kind == 1) {
      out << ",hold,,";
    } else {
      out << (row.kind == 0 ? ",receive," : ",send,") << row.packet << ",";
    }
    out << row.source << "," << row.destination << ",4," << row.packet << "[0+4]\n";
    out.end_row();
  });
  return out.rows();
}

/// A timeline: a bar for each hop, a mark for each block that is stored; returns the events.
inline std::uint64_t write_timeline(std::uint32_t nodes, const std::string& path) {
  std::vector<std::string> lanes;
  for (std::uint32_t lane = 0; lane < 2 * nodes; ++lane) {
    lanes.push_back(R"("pid":1,"tid":)" + std::to_string(lane) + R"(,"ts":)");
  }
  std::vector<std::uint64_t> begun(nodes, 0);
  std::vector<std::uint32_t> led_to(nodes, ~0U);  // where the hops of a packet have led so far
  letters out{path};
  const auto time = [&](std::uint64_t cycles) {
    out << cycles / 100 << (cycles % 100 < 10 ? ".0" : ".") << cycles % 100;
  };
  const auto data = [&](const TraceRow& row) {
    out << R"("source":)" << row.source << R"(,"destination":)" << row.destination
        << R"(,"words":4,"blocks":")" << row.packet << "[0+4]\"}}";
  };
  ring_rows(nodes, [&](const TraceRow& row) {
    if (row.kind == 2) {
      begun[row.rank] = row.cycle;
      return;
    }
    out << ",\n";
    if (row.kind == 1) {
      out << R"({"ph":"i","s":"t","cat":"hold","name":"hold )" << row.packet << "[0+4]\","
          << lanes[nodes + row.rank];
      time(row.cycle);
      out << R"(,"args":{"cycle":)" << row.cycle << ",";
    } else {
      out << R"({"ph":"X","cat":"transfer","name":"packet )" << row.packet << "\","
          << lanes[row.rank];
      time(begun[row.rank]);
      out << R"(,"dur":)";
      time(row.cycle - begun[row.rank]);
      out << R"(,"bind_id":")" << row.packet << "\","
          << (led_to[row.packet] == row.source ? R"("flow_in":true,)" : "")
          << R"("flow_out":true,"args":{"cycle":)" << begun[row.rank] << R"(,"packet":)"
          << row.packet << ",";
      led_to[row.packet] = row.destination;
    }
    data(row);
    out.end_row();
  });
  return out.rows();
}

}  // namespace plexus::plain
