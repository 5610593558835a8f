#include "testbenches/outputs/vcd_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  ///< bytes of changes that lie together
constexpr std::size_t kMostUnwritten = std::size_t{1} << 20;  ///< letters that are written together

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

/// The eight bits of every letter, one behind the other, and as much again that is copied in vain.
constexpr auto kBitsOf = [] {
  std::array<char, std::size_t{8} * 257> all{};
  for (std::size_t letter = 0; letter < 256; ++letter) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      all[8 * letter + bit] = (letter >> (7 - bit) & 1U) != 0 ? '1' : '0';
    }
  }
  return all;
}();

/// Writes the last `count` of the eight bits of a letter, to where there is room for eight.
char* put_last_bits(char* to, std::uint64_t letter, std::size_t count) {
  std::memcpy(to, kBitsOf.data() + 8 * (letter & 0xff) + (8 - count), 8);
  return to + count;
}

/// `b101`: the digits of a number, the first of them 1 unless it is 0. At most so many letters, and
/// as many places are touched.
constexpr std::size_t kMostOfNumber = 1 + 64 + 8;
char* put_number(char* to, std::uint64_t number) {
  const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(number)));
  const std::size_t first = (count - 1) % 8 + 1;  // bits of the highest byte
  *to = 'b';
  to = put_last_bits(to + 1, number >> (count - first), first);
  for (std::size_t left = count - first; left > 0; left -= 8) {
    to = put_last_bits(to, number >> (left - 8), 8);
  }
  return to;
}

/// The same of letters, eight bits each. What reads it fills it up with zeros.
constexpr std::size_t most_of_text(std::size_t letters) { return 1 + 8 * letters + 8; }
char* put_text(char* to, std::string_view letters) {
  *to++ = 'b';
  const auto first = static_cast<unsigned char>(letters.front());
  to = put_last_bits(to, first, static_cast<std::size_t>(8 - std::countl_zero(first)));
  for (const char letter : letters.substr(1)) {
    to = put_last_bits(to, static_cast<unsigned char>(letter), 8);
  }
  return to;
}

/// Takes a value from where changes are kept.
template <typename Value>
Value take(const char*& from) {
  Value value{};
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
  return value;
}

std::string_view take_letters(const char*& from) {
  const auto size = take<std::uint32_t>(from);
  return {std::exchange(from, from + size), size};
}

/// And puts it there.
template <typename Value>
char* give(char* to, Value value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
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
  std::string whole = scope + '.' + name;
  if (width > 1 && kind != Kind::kReal) whole += '[' + std::to_string(width - 1) + ":0]";
  return whole;
}

VcdWriter::VcdWriter(std::int64_t from, std::optional<std::int64_t> to) : from_{from}, to_{to} {}

double VcdWriter::size() const {
  constexpr double kLettersOfByte = 8;
  return kLettersOfByte * static_cast<double>(kPiece * pieces_.size() + changes_.size());
}

VcdWriter::Id VcdWriter::add(const std::string& scope, const std::string& name, Kind kind,
                             unsigned width) {
  variables_.push_back({scope, name, kind, kind == Kind::kText ? 8 : width});
  codes_.push_back(code_of(codes_.size()));
  constexpr std::array kNothing{"0", "b0", "bz", "r0"};
  initial_.emplace_back(kNothing[static_cast<std::size_t>(kind)]);
  widths_.push_back(variables_.back().width);
  endings_.emplace_back((kind == Kind::kBit ? "" : " ") + codes_.back() + '\n');
  return static_cast<Id>(variables_.size() - 1);
}

/// Keeps a change; what follows goes to the place that is returned, at most so many letters.
/// `kept_to` says where it ends.
inline char* VcdWriter::keep(Kept what, Id variable, std::size_t most) {
  if (now_ != written_) keep_time();
  char* const to = changes_.room(sizeof(std::uint32_t) + most);
  return give(to, 8 * variable + static_cast<std::uint32_t>(what));
}

/// All changes that follow happen now.
void VcdWriter::keep_time() {
  written_ = now_;
  char* const to = changes_.room(sizeof(std::uint32_t) + sizeof now_);
  changes_.wrote(give(give(to, static_cast<std::uint32_t>(Kept::kTime)), now_));
}

inline void VcdWriter::kept_to(char* end) {
  changes_.wrote(end);
  if (changes_.size() > kPiece) set_aside();
}

void VcdWriter::keep_letters(Kept what, Id variable, std::string_view letters) {
  char* const to = keep(what, variable, sizeof(std::uint32_t) + letters.size());
  char* const text = give(to, static_cast<std::uint32_t>(letters.size()));
  std::memcpy(text, letters.data(), letters.size());
  kept_to(text + letters.size());
}

inline void VcdWriter::widen(Id variable, std::size_t width) {
  if (width <= widths_[variable]) return;
  widths_[variable] = variables_[variable].width = static_cast<unsigned>(width);
}

/// `value` with the letter that says what it is: `b101`, `r1.5`.
void VcdWriter::put(Id variable, std::string_view value) {
  if (is_initial_) {
    initial_[variable] = value;
  } else if (is_written_) {
    keep_letters(Kept::kValue, variable, value);
  }
}

void VcdWriter::bit(Id variable, bool value) {
  if (is_written_) {
    kept_to(keep(value ? Kept::kHigh : Kept::kLow, variable, 0));
  } else if (is_initial_) {
    initial_[variable].assign(1, value ? '1' : '0');
  }
}

void VcdWriter::bits(Id variable, std::uint64_t value) {
  widen(variable, static_cast<std::size_t>(std::bit_width(value)));
  if (is_written_ && value < 256) {
    kept_to(give(keep(Kept::kByte, variable, 1), static_cast<std::uint8_t>(value)));
  } else if (is_written_) {
    kept_to(give(keep(Kept::kNumber, variable, sizeof value), value));
  } else if (is_initial_) {
    std::array<char, kMostOfNumber> letters{};
    initial_[variable].assign(letters.data(), put_number(letters.data(), value));
  }
}

/// As changes of the variable say them; those of a bit stand alone.
std::string VcdWriter::value_of(Id variable, std::string_view digits) {
  const bool bit = variables_[variable].kind == Kind::kBit;
  if (!bit) widen(variable, digits.size());
  return std::string(bit ? 0 : 1, 'b').append(digits);
}

void VcdWriter::digits(Id variable, std::string_view digits) {
  put(variable, value_of(variable, digits));
}

void VcdWriter::text(Id variable, std::string_view text) {
  if (text.empty()) return put(variable, "bz");
  widen(variable, 8 * text.size());
  if (is_written_) {
    keep_letters(Kept::kText, variable, text);
  } else if (is_initial_) {
    std::string& initial = initial_[variable];
    initial.resize(most_of_text(text.size()));
    initial.resize(static_cast<std::size_t>(put_text(initial.data(), text) - initial.data()));
  }
}

void VcdWriter::real(Id variable, double value) { put(variable, fmt::format("r{:.16g}", value)); }

void VcdWriter::late(std::int64_t time, Id variable, std::string_view digits) {
  put_late(time, variable, value_of(variable, digits));
}

void VcdWriter::late_text(std::int64_t time, Id variable, std::string_view letters) {
  if (letters.empty()) return put_late(time, variable, "bz");
  widen(variable, 8 * letters.size());
  std::string value(most_of_text(letters.size()), ' ');
  value.resize(static_cast<std::size_t>(put_text(value.data(), letters) - value.data()));
  put_late(time, variable, std::move(value));
}

void VcdWriter::put_late(std::int64_t time, Id variable, std::string value) {
  if (time <= from_) {
    initial_[variable] = std::move(value);
  } else if (!to_ || time <= *to_) {
    const bool bit = variables_[variable].kind == Kind::kBit;
    late_.push_back({time, value + (bit ? "" : " ") + codes_[variable]});
  }
}

/// The lines of changes that were kept together, and the late ones that come between them.
void VcdWriter::write_changes(const TextBuffer& changes, std::ostream& out) {
  const auto line = [&](Id variable, std::size_t most, const auto& put_value) {
    const Ending& ending = endings_[variable];
    char* const end = put_value(lines_.room(most + sizeof ending.letters));
    std::memcpy(end, ending.letters.data(), sizeof ending.letters);
    lines_.wrote(end + ending.size);
  };
  const char* from = changes.data();
  const char* const end = from + changes.size();
  while (from != end) {
    if (lines_.size() > kMostUnwritten) write_lines(out);
    const auto head = take<std::uint32_t>(from);
    const Id variable = head / 8;
    switch (Kept{head % 8}) {
      case Kept::kTime: {
        const auto time = take<std::int64_t>(from);
        write_late(time);
        lines_.add('#', written_ = time, '\n');
        break;
      }
      case Kept::kLow:
        line(variable, 1, [](char* to) { return *to = '0', to + 1; });
        break;
      case Kept::kHigh:
        line(variable, 1, [](char* to) { return *to = '1', to + 1; });
        break;
      case Kept::kByte:
      case Kept::kNumber: {
        const bool small = Kept{head % 8} == Kept::kByte;
        const std::uint64_t number = small ? take<std::uint8_t>(from) : take<std::uint64_t>(from);
        line(variable, kMostOfNumber, [&](char* to) { return put_number(to, number); });
        break;
      }
      case Kept::kText: {
        const std::string_view text = take_letters(from);
        line(variable, most_of_text(text.size()), [&](char* to) { return put_text(to, text); });
        break;
      }
      case Kept::kValue: {
        const std::string_view value = take_letters(from);
        line(variable, value.size(), [&](char* to) { return std::ranges::copy(value, to).out; });
        break;
      }
    }
  }
}

void VcdWriter::write_lines(std::ostream& out) {
  out.write(lines_.data(), static_cast<std::streamsize>(lines_.size()));
  lines_.clear();
}

/// Those that come before time `before`.
void VcdWriter::write_late(std::int64_t before) {
  for (; next_late_ < late_.size() && late_[next_late_].time < before; ++next_late_) {
    const Late& next = late_[next_late_];
    if (next.time != written_) lines_.add('#', written_ = next.time, '\n');
    lines_.add(next.line, '\n');
  }
}

/// The latest changes are a piece, and the next ones begin another.
void VcdWriter::set_aside() {
  pieces_.push_back(std::exchange(changes_, {}));
  static_cast<void>(changes_.room(kPiece + kPiece / 16));
}

/// Variables of one scope that were made one after the other, and where they belong.
struct VcdWriter::Run {
  std::vector<std::string_view> path;
  Id first;
  Id end;
};

std::vector<VcdWriter::Run> VcdWriter::runs_by_path() const {
  std::vector<Run> runs;
  for (Id id = 0; id < variables_.size(); ++id) {
    if (id == 0 || variables_[id].scope != variables_[id - 1].scope) {
      runs.push_back({pieces(variables_[id].scope), id, id});
    }
    runs.back().end = id + 1;
  }
  std::ranges::stable_sort(runs, {}, &Run::path);
  return runs;
}

void VcdWriter::write_header(std::int64_t end, std::string_view date) {
  if (!date.empty()) lines_.add("$date\n     ", date, "\n$end\n");
  lines_.add("$version\n     Plexus\n$end\n$timescale\n     1 ns\n$end\n");
  std::vector<std::string_view> open;
  const auto close = [&](std::size_t size) {
    for (; open.size() > size; open.pop_back()) lines_.add("$upscope $end\n");
  };
  for (const Run& run : runs_by_path()) {
    close(static_cast<std::size_t>(std::ranges::mismatch(open, run.path).in1 - open.begin()));
    while (open.size() < run.path.size()) {
      open.push_back(run.path[open.size()]);
      lines_.add("$scope module ", open.back(), " $end\n");
    }
    for (Id id = run.first; id < run.end; ++id) {
      const Variable& shown = variables_[id];
      const bool real = shown.kind == Kind::kReal;
      lines_.add("$var ", real ? "real" : "reg", ' ', real ? 64 : shown.width, ' ', codes_[id], ' ',
                 shown.name);
      if (shown.width > 1 && !real) lines_.add(" [", shown.width - 1, ":0]");
      lines_.add(" $end\n");
    }
  }
  close(0);
  lines_.add("$enddefinitions $end\n#", std::min(from_, end), "\n$dumpvars\n");
  for (std::size_t id = 0; id < variables_.size(); ++id) lines_.add(initial_[id], endings_[id]);
  lines_.add("$end\n");
}

void VcdWriter::finish(std::ostream& out, std::int64_t end, std::string_view date) {
  write_header(end, date);
  written_ = -1;
  pieces_.push_back(std::exchange(changes_, {}));
  for (TextBuffer& piece : pieces_) write_changes(std::exchange(piece, {}), out);
  write_late(INT64_MAX);
  const std::int64_t last = to_ ? std::min(*to_, end) : end;
  if (last > written_ && last > std::min(from_, end)) lines_.add('#', last, '\n');
  write_lines(out);
}

}  // namespace plexus
