#include "testbenches/outputs/vcd_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <numeric>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  ///< bytes of changes that lie together
constexpr std::size_t kMostKept = 32;                 ///< pieces that are kept in memory

/// The shortest names that a VCD allows, in the order `!`, `"`, ..
std::string code_of(std::size_t number) {
  constexpr char kFirst = '!';
  constexpr std::size_t kLetters = '~' - '!' + 1;
  std::string code;
  do {
    code += static_cast<char>(kFirst + static_cast<char>(number % kLetters));
    number /= kLetters;
  } while (number-- > 0);
  return code;
}

/// The eight bits of every letter.
constexpr auto kBitsOf = [] {
  std::array<std::array<char, 8>, 256> all{};
  for (std::size_t letter = 0; letter < all.size(); ++letter) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      all[letter][bit] = (letter >> (7 - bit) & 1U) != 0 ? '1' : '0';
    }
  }
  return all;
}();

/// Writes the last `count` of the eight bits of a letter, one at least, to where there is room for
/// eight.
char* put_last_bits(char* to, std::uint64_t letter, std::size_t count) {
  std::memcpy(to, kBitsOf[letter & 0xff].data() + (8 - count), count);
  return to + count;
}

void copy(std::istream& from, std::ostream& to) {
  std::vector<char> piece(std::size_t{1} << 20);
  while (from.read(piece.data(), static_cast<std::streamsize>(piece.size())), from.gcount() > 0) {
    to.write(piece.data(), from.gcount());
  }
}

std::vector<std::string_view> pieces(std::string_view name) {
  std::vector<std::string_view> all;
  while (!name.empty()) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    all.push_back(name.substr(0, dot));
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return all;
}

}  // namespace

std::string VcdWriter::Variable::full_name() const {
  const std::string whole = scope + '.' + name;
  return width > 1 && kind != Kind::kReal ? fmt::format("{}[{}:0]", whole, width - 1) : whole;
}

VcdWriter::VcdWriter(const std::filesystem::path& folder, std::int64_t from,
                     std::optional<std::int64_t> to)
    : from_{from}, to_{to}, folder_{folder} {}

VcdWriter::Id VcdWriter::add(const std::string& scope, const std::string& name, Kind kind,
                             unsigned width) {
  variables_.push_back({scope, name, kind, kind == Kind::kText ? 8 : width});
  codes_.push_back(code_of(codes_.size()));
  constexpr std::array kNothing{"0", "b0", "bz", "r0"};
  initial_.emplace_back(kNothing[static_cast<std::size_t>(kind)]);
  Ending ending;
  ending.kind = kind;
  ending.width = variables_.back().width;
  const std::string line = (kind == Kind::kBit ? "" : " ") + codes_.back() + '\n';
  std::ranges::copy(line, ending.letters.begin());
  ending.size = static_cast<std::uint8_t>(line.size());
  endings_.push_back(ending);
  return static_cast<Id>(variables_.size() - 1);
}

/// Where the value of a change goes, of at most so many letters.
char* VcdWriter::begin_change(std::size_t most) {
  if (now_ != written_) changes_.add('#', written_ = now_, '\n');
  return changes_.room(most + sizeof(Ending::letters));
}

/// The value of a change ends at `to`.
void VcdWriter::end_change(char* to, const Ending& ending) {
  std::memcpy(to, ending.letters.data(), ending.letters.size());
  changes_.wrote(to + ending.size);
  if (changes_.size() > kPiece) set_aside();
}

void VcdWriter::widen(Id variable, std::size_t width) {
  Ending& changed = endings_[variable];
  if (width <= changed.width) return;
  changed.width = variables_[variable].width = static_cast<unsigned>(width);
}

/// `value` with the letter that says what it is: `b101`, `r1.5`.
void VcdWriter::put(Id variable, std::string_view value) {
  if (now_ <= from_) {
    initial_[variable] = value;
  } else if (is_written()) {
    char* const to = begin_change(value.size());
    std::memcpy(to, value.data(), value.size());
    end_change(to + value.size(), endings_[variable]);
  }
}

void VcdWriter::bit(Id variable, bool value) {
  if (!is_written()) return put(variable, value ? "1" : "0");
  char* const to = begin_change(1);
  *to = value ? '1' : '0';
  end_change(to + 1, endings_[variable]);
}

void VcdWriter::bits(Id variable, std::uint64_t value) {
  const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(value)));
  widen(variable, count);
  const auto write = [&](char* to) {
    *to++ = 'b';
    const std::size_t first = (count - 1) % 8 + 1;  // bits of the highest byte
    to = put_last_bits(to, value >> (count - first), first);
    for (std::size_t left = count - first; left > 0; left -= 8) {
      to = put_last_bits(to, value >> (left - 8), 8);
    }
    return to;
  };
  if (is_written()) {
    end_change(write(begin_change(count + 1)), endings_[variable]);
  } else if (now_ <= from_) {
    initial_[variable].resize(count + 1);
    write(initial_[variable].data());
  }
}

void VcdWriter::digits(Id variable, std::string_view digits) {
  widen(variable, digits.size());
  std::string value{'b'};
  value += digits;
  put(variable, value);
}

void VcdWriter::text(Id variable, std::string_view text) {
  if (text.empty()) return put(variable, "bz");
  widen(variable, 8 * text.size());
  const auto first = static_cast<unsigned char>(text.front());
  // What reads it fills it up with zeros.
  const auto shown = static_cast<std::size_t>(8 - std::countl_zero(first));
  const auto write = [&](char* to) {
    *to = 'b';
    to = put_last_bits(to + 1, first, shown);
    for (const char letter : text.substr(1)) {
      to = put_last_bits(to, static_cast<unsigned char>(letter), 8);
    }
    return to;
  };
  const std::size_t length = 1 + 8 * (text.size() - 1) + shown;
  if (is_written()) {
    end_change(write(begin_change(length)), endings_[variable]);
  } else if (now_ <= from_) {
    initial_[variable].resize(length);
    write(initial_[variable].data());
  }
}

void VcdWriter::real(Id variable, double value) { put(variable, fmt::format("r{:.16g}", value)); }

void VcdWriter::late(std::int64_t time, Id variable, std::string_view digits) {
  const bool bit = variables_[variable].kind == Kind::kBit;
  if (!bit) widen(variable, digits.size());
  const std::string value = (bit ? "" : "b") + std::string{digits};
  if (time <= from_) {
    initial_[variable] = value;
  } else if (!to_ || time <= *to_) {
    late_.push_back({time, value + (bit ? "" : " ") + codes_[variable]});
  }
}

/// The changes of `body` and the late ones, by time.
void VcdWriter::merge(std::istream& body, std::ostream& out) {
  auto next = late_.begin();
  const auto catch_up = [&](std::int64_t before) {
    for (; next != late_.end() && next->time < before; ++next) {
      if (next->time != written_) out << '#' << (written_ = next->time) << '\n';
      out << next->line << '\n';
    }
  };
  written_ = -1;
  for (std::string line; std::getline(body, line);) {
    if (line.starts_with('#')) {
      const std::int64_t time = std::stoll(line.substr(1));
      catch_up(time);
      written_ = time;
    }
    out << line << '\n';
  }
  catch_up(INT64_MAX);
}

/// The latest changes are a piece, and the next ones begin another.
void VcdWriter::set_aside() {
  kept_.push_back(std::exchange(changes_, {}));
  if (kept_.size() == kMostKept) spill();
  static_cast<void>(changes_.room(kPiece + kPiece / 16));
}

/// All changes so far go to the file.
void VcdWriter::spill() {
  errno = 0;
  if (!body_) {
    body_.reset(new TemporaryFile(temporary_for("The wave", folder_)));
    spilled_.open(body_->path(), std::ios::binary);
  }
  kept_.push_back(std::exchange(changes_, {}));
  for (const TextBuffer& piece : kept_) {
    spilled_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
  }
  kept_.clear();
  if (!spilled_) lose_output("The wave", errno);
}

void VcdWriter::finish(std::ostream& out, std::int64_t end, std::string_view date) {
  std::vector<Id> order(variables_.size());
  std::iota(order.begin(), order.end(), Id{0});
  std::vector<std::vector<std::string_view>> paths;
  for (const Variable& variable : variables_) paths.push_back(pieces(variable.scope));
  std::ranges::stable_sort(order, [&](Id a, Id b) { return paths[a] < paths[b]; });

  fmt::memory_buffer header;
  const auto line = [&]<typename... Parts>(fmt::format_string<Parts...> text, Parts&&... parts) {
    fmt::format_to(std::back_inserter(header), text, std::forward<Parts>(parts)...);
  };
  if (!date.empty()) line("$date\n     {}\n$end\n", date);
  line("$version\n     Plexus\n$end\n$timescale\n     1 ns\n$end\n");
  std::vector<std::string_view> open;
  for (const Id id : order) {
    const auto& path = paths[id];
    const auto same = std::ranges::mismatch(open, path).in1 - open.begin();
    while (static_cast<std::ptrdiff_t>(open.size()) > same) {
      line("$upscope $end\n");
      open.pop_back();
    }
    while (open.size() < path.size()) {
      open.push_back(path[open.size()]);
      line("$scope module {} $end\n", open.back());
    }
    const Variable& shown = variables_[id];
    const char* const type = shown.kind == Kind::kReal ? "real" : "reg";
    const unsigned width = shown.kind == Kind::kReal ? 64 : shown.width;
    line("$var {} {} {} {}", type, width, codes_[id], shown.name);
    if (width > 1 && shown.kind != Kind::kReal) line(" [{}:0]", width - 1);
    line(" $end\n");
  }
  for (std::size_t i = 0; i < open.size(); ++i) line("$upscope $end\n");
  line("$enddefinitions $end\n#{}\n$dumpvars\n", std::min(from_, end));
  for (std::size_t id = 0; id < variables_.size(); ++id) {
    line("{}{}{}\n", initial_[id], variables_[id].kind == Kind::kBit ? "" : " ", codes_[id]);
  }
  line("$end\n");
  out.write(header.data(), static_cast<std::streamsize>(header.size()));

  if (body_) {
    spill();
    spilled_.close();
    std::ifstream body{body_->path(), std::ios::binary};
    if (!spilled_ || !body) lose_output("The wave", errno);
    if (!late_.empty()) {
      merge(body, out);
    } else {
      copy(body, out);
    }
    body_.reset();
  } else {
    kept_.push_back(std::exchange(changes_, {}));
    if (!late_.empty()) {
      std::string all;
      for (const TextBuffer& piece : kept_) all += piece.view();
      std::istringstream body{std::move(all)};
      merge(body, out);
    } else {
      for (const TextBuffer& piece : kept_) {
        out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      }
    }
  }
  const std::int64_t last = to_ ? std::min(*to_, end) : end;
  if (last > written_ && last > std::min(from_, end)) out << '#' << last << '\n';
}

}  // namespace plexus
