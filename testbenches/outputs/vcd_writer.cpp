#include "testbenches/outputs/vcd_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <numeric>
#include <sstream>

namespace plexus {

namespace {

constexpr std::size_t kSpill = std::size_t{1} << 22;  ///< bytes of changes kept in memory

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

std::array<char, 64> digits_of(std::uint64_t value, std::size_t& count) {
  std::array<char, 64> digits{};
  count = std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(value)));
  for (std::size_t i = 0; i < count; ++i) {
    digits[i] = (value >> (count - 1 - i) & 1U) != 0 ? '1' : '0';
  }
  return digits;
}

const std::array<std::array<char, 8>, 256>& letters() {
  static const auto table = [] {
    std::array<std::array<char, 8>, 256> all{};
    for (std::size_t letter = 0; letter < all.size(); ++letter) {
      for (std::size_t bit = 0; bit < 8; ++bit) {
        all[letter][bit] = (letter >> (7 - bit) & 1U) != 0 ? '1' : '0';
      }
    }
    return all;
  }();
  return table;
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
  return static_cast<Id>(variables_.size() - 1);
}

void VcdWriter::begin_change() {
  if (now_ != written_) fmt::format_to(std::back_inserter(changes_), "#{}\n", written_ = now_);
}

void VcdWriter::end_change(Id variable) {
  const std::string_view code = codes_[variable];
  if (variables_[variable].kind != Kind::kBit) changes_.push_back(' ');
  changes_.append(code.data(), code.data() + code.size());
  changes_.push_back('\n');
  if (changes_.size() > kSpill) spill();
}

/// `value` with the letter that says what it is: `b101`, `r1.5`.
void VcdWriter::put(Id variable, std::string_view value) {
  if (now_ <= from_) {
    initial_[variable] = value;
    return;
  }
  if (!is_written()) return;
  begin_change();
  changes_.append(value.data(), value.data() + value.size());
  end_change(variable);
}

void VcdWriter::bits(Id variable, std::uint64_t value) {
  std::size_t count = 0;
  const std::array<char, 64> found = digits_of(value, count);
  digits(variable, {found.data(), count});
}

void VcdWriter::digits(Id variable, std::string_view digits) {
  Variable& changed = variables_[variable];
  changed.width = std::max(changed.width, static_cast<unsigned>(digits.size()));
  std::array<char, 72> value{'b'};
  if (digits.size() < value.size()) {
    std::ranges::copy(digits, value.begin() + 1);
    put(variable, {value.data(), digits.size() + 1});
  } else {
    put(variable, "b" + std::string{digits});
  }
}

void VcdWriter::text(Id variable, std::string_view text) {
  if (text.empty()) return put(variable, "bz");
  Variable& changed = variables_[variable];
  changed.width = std::max(changed.width, 8 * static_cast<unsigned>(text.size()));
  const auto first = static_cast<unsigned char>(text.front());
  // What reads it fills it up with zeros.
  const auto skipped = static_cast<std::size_t>(std::countl_zero(first));
  const auto write = [&](char* to) {
    *to = 'b';
    std::memcpy(to + 1, letters()[first].data() + skipped, 8 - skipped);
    to += 1 + 8 - skipped;
    for (const char letter : text.substr(1)) {
      std::memcpy(to, letters()[static_cast<unsigned char>(letter)].data(), 8);
      to += 8;
    }
  };
  const std::size_t length = 1 + 8 * text.size() - skipped;
  if (is_written()) {
    begin_change();
    const std::size_t before = changes_.size();
    changes_.resize(before + length);
    write(changes_.data() + before);
    end_change(variable);
  } else if (now_ <= from_) {
    initial_[variable].resize(length);
    write(initial_[variable].data());
  }
}

void VcdWriter::real(Id variable, double value) { put(variable, fmt::format("r{:.16g}", value)); }

void VcdWriter::late(std::int64_t time, Id variable, std::string_view digits) {
  Variable& changed = variables_[variable];
  const bool bit = changed.kind == Kind::kBit;
  if (!bit) changed.width = std::max(changed.width, static_cast<unsigned>(digits.size()));
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

void VcdWriter::spill() {
  errno = 0;
  if (!body_) {
    body_.reset(new TemporaryFile(temporary_for("The wave", folder_)));
    spilled_.open(body_->path(), std::ios::binary);
  }
  spilled_.write(changes_.data(), static_cast<std::streamsize>(changes_.size()));
  changes_.clear();
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
    } else if (body.peek() != std::ifstream::traits_type::eof()) {
      out << body.rdbuf();
    }
    body_.reset();
  } else if (!late_.empty()) {
    std::istringstream body{fmt::to_string(changes_)};
    merge(body, out);
  } else {
    out.write(changes_.data(), static_cast<std::streamsize>(changes_.size()));
  }
  const std::int64_t last = to_ ? std::min(*to_, end) : end;
  if (last > written_ && last > std::min(from_, end)) out << '#' << last << '\n';
}

}  // namespace plexus
