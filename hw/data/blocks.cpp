#include "hw/data/blocks.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace plexus {

void BlockList::add(Run run) {
  if (run.count == 0) return;
  if (!runs_.empty() && runs_.back().end() == run.first) {
    runs_.back().count += run.count;
  } else {
    runs_.push_back(run);
  }
}

Blocks::Blocks(std::span<const Run> runs, Slice slice) : slice_{slice} {
  BlockList joined;
  for (const Run& run : runs) joined.add(run);
  if (joined.runs().size() == 1) head_ = joined.runs().front();
  if (joined.runs().size() > 1) tail_ = Shared{std::vector<Run>{joined.runs()}};
}

std::uint64_t Blocks::count() const {
  if (!tail_) return head_.count;
  std::uint64_t sum = 0;
  for (const Run& run : *tail_) sum += run.count;
  return sum;
}

bool operator==(const Blocks& a, const Blocks& b) {
  return a.slice_ == b.slice_ && std::ranges::equal(a.runs(), b.runs());
}

std::ostream& operator<<(std::ostream& out, const Blocks& blocks) {
  const char* separator = "";
  for (const Run& run : blocks.runs()) {
    out << separator << run.first;
    if (run.count > 1) out << '-' << run.end() - 1;
    separator = " ";
  }
  return out << '[' << blocks.slice().first.count() << '+' << blocks.slice().count.count() << ']';
}

Blocks parse_blocks(const std::string& text) {
  const std::invalid_argument none{"'" + text + "' names no blocks: write 0-7 9[0+16]"};
  std::istringstream in{text};
  std::vector<Run> runs;
  std::uint64_t first = 0;
  while (std::isdigit((in >> std::ws).peek()) != 0 && in >> first) {
    Run run{first, 1};
    if (in.peek() == '-') {
      std::uint64_t last = 0;
      in.ignore() >> last;
      if (last < first) throw none;
      run.count = last - first + 1;
    }
    runs.push_back(run);
    if (in.peek() == '[') break;
  }
  std::int64_t start = -1;
  std::int64_t count = -1;
  char open = 0;
  char plus = 0;
  char close = 0;
  in.clear();
  const bool complete = in >> open >> start >> plus >> count >> close && in.peek() == EOF;
  if (!complete || open != '[' || plus != '+' || close != ']' || start < 0 || count < 0) {
    throw none;
  }
  return Blocks{runs, Slice{Words{start}, Words{count}}};
}

}  // namespace plexus
