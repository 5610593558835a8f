#include "rtl/frame/record.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string_view>

namespace plexus {

namespace {

/// The factors of a pin's declared width: `Ports` and `Width` of `Ports*Width`.
std::vector<std::string> factors_of(const std::string& range) {
  std::vector<std::string> factors;
  std::istringstream words{range};
  for (std::string factor; std::getline(words, factor, '*');) factors.push_back(factor);
  return factors;
}

/// A bit for each of something, no number of so many bits: `[Ports-1:0]` beside `[PortWidth-1:0]`.
/// Levels and dimensions of a tree or a cube are the bits of a node's number, but in a mask of
/// them.
bool is_set(const std::string& pin, const std::vector<std::string>& factors) {
  if (factors.empty()) return false;
  const bool mask = pin.find("mask") != std::string::npos;
  return std::ranges::all_of(factors, [mask](const std::string& factor) {
    if (factor == "Levels" || factor == "Dims") return mask;
    const bool count = std::isalpha(static_cast<unsigned char>(factor[0])) != 0;
    return count && !factor.ends_with("Width") && factor != "Data";
  });
}

bool bit_of(const PinWords& values, std::size_t bit) {
  return (values[bit / 64] >> bit % 64 & 1) != 0;
}

/// `0-3,7`; `none`.
std::string set_of(const PinWords& values, std::size_t first, unsigned width) {
  std::string text;
  for (unsigned i = 0; i < width; ++i) {
    if (!bit_of(values, first + i)) continue;
    unsigned last = i;
    while (last + 1 < width && bit_of(values, first + last + 1)) ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(i);
    if (last > i) text += (last > i + 1 ? '-' : ',') + std::to_string(last);
    i = last;
  }
  return text.empty() ? "none" : text;
}

std::uint64_t number_of(const PinWords& values, std::size_t first, unsigned width) {
  std::uint64_t number = values[first / 64] >> first % 64;
  const auto in_first = static_cast<unsigned>(64 - first % 64);
  if (width > in_first) number |= values[first / 64 + 1] << in_first;
  return width == 64 ? number : number & ((std::uint64_t{1} << width) - 1);
}

bool any_of(const PinWords& values, std::size_t first, unsigned width) {
  for (unsigned i = 0; i < width; ++i) {
    if (bit_of(values, first + i)) return true;
  }
  return false;
}

}  // namespace

void TwinRecord::sort() { std::ranges::stable_sort(changes, {}, &Change::cycle); }

const TwinRecord& TwinRecorder::record() {
  record_.sort();
  return record_;
}

const TwinRecorder::Ranges& TwinRecorder::ranges_of(const std::filesystem::path& file) {
  const auto [known, is_new] = ranges_.try_emplace(file);
  if (!is_new) return known->second;
  std::ifstream in{file};
  static const std::regex pin{R"(^\s*(?:input|output)\s+logic\s*\[([A-Za-z0-9_*]+)-1:0\]\s*(\w+))"};
  for (std::string line; std::getline(in, line);) {
    if (std::smatch match; std::regex_search(line, match, pin)) known->second[match[2]] = match[1];
  }
  return known->second;
}

std::uint64_t TwinRecorder::text(std::string words) {
  const auto [known, is_new] = texts_.try_emplace(std::move(words), record_.texts.size());
  if (is_new) record_.texts.push_back(known->first);
  return known->second;
}

/// A pin is a row of fields as its table says. Where fields are bits, they are a set, and where the
/// table says nothing, what the block declares counts: `[Nodes*Nodes-1:0]` is a set for each node.
void TwinRecorder::add_parts(Lane& lane, const std::string& name, const Ranges& ranges,
                             const Parameters& parameters, const PinRow& pins, const Place& place) {
  const bool outputs = place != nullptr;
  using Look = TwinRecord::Look;
  const Pin* pin = nullptr;
  for (const PinRow::Field& field : pins.fields()) {
    if (field.pin == pin || field.pin->width() == 0) continue;
    pin = field.pin;
    const auto declared = ranges.find(pin->name() + (outputs ? "_o" : "_i"));
    const auto factors =
        declared == ranges.end() ? std::vector<std::string>{} : factors_of(declared->second);
    const bool named = !pin->values().empty();
    const bool bits = pin->fields() > 1 && pin->field_width() == 1 && !named;
    const bool set = !named && pin->width() > 1 && (bits || is_set(pin->name(), factors));
    std::size_t count = pin->fields();
    unsigned width = pin->field_width();
    if (bits || (set && pin->is_whole())) {
      count = 1;
      const auto size = std::ranges::find(parameters, factors.empty() ? "" : factors.front(),
                                          &Parameters::value_type::first);
      const bool divides = factors.size() > 1 && size != parameters.end() && size->second > 0 &&
                           pin->width() % size->second == 0;
      if (divides) count = static_cast<std::size_t>(size->second);
      width = static_cast<unsigned>(pin->width() / count);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t first = i * width;
      Lane::Part part{pin,
                      field.first * 64 + first,
                      std::min<unsigned>(width, static_cast<unsigned>(pin->width() - first)),
                      named || set        ? Look::kWords
                      : pin->width() == 1 ? Look::kBit
                                          : Look::kNumber,
                      set,
                      static_cast<std::uint32_t>(record_.rows.size()),
                      outputs};
      const std::string own = count == 1 ? pin->name() : pin->name() + '_' + std::to_string(i);
      const bool is_field = outputs && count == pin->fields();
      TwinRecord::Row row{name,
                          own,
                          is_field ? place(*pin, i) : std::pair{name, own},
                          outputs ? TwinRecord::Side::kTwin : TwinRecord::Side::kTold,
                          part.look,
                          part.width,
                          outputs};
      if (outputs && lane.compares_) {
        row.side = TwinRecord::Side::kModel;
        record_.rows.push_back(row);
        row.side = TwinRecord::Side::kTwin;
      }
      record_.rows.push_back(row);
      lane.parts_.push_back(part);
    }
  }
}

std::unique_ptr<TwinRecorder::Lane> TwinRecorder::lane(const std::string& name,
                                                       const std::filesystem::path& file,
                                                       const Parameters& parameters,
                                                       const PinRow& in, const PinRow& out,
                                                       const Place& place, bool compares) {
  if (!shows(name)) return nullptr;
  auto lane = std::make_unique<Lane>();
  lane->recorder_ = this;
  lane->compares_ = compares;
  lane->first_row_ = static_cast<std::uint32_t>(record_.rows.size());
  const Ranges& ranges = ranges_of(file);
  add_parts(*lane, name, ranges, parameters, out, place);
  add_parts(*lane, name, ranges, parameters, in, nullptr);
  lane->shown_.resize(record_.rows.size() - lane->first_row_);
  return lane;
}

void TwinRecorder::Lane::add(Cycles cycle, const PinWords& told, const PinWords& expected,
                             const PinWords& cares, const PinWords& seen) {
  if (recorder_->to_ && cycle > *recorder_->to_) return;
  for (const Part& part : parts_) {
    if (!part.output) {
      show(part, part.row, cycle, told);
      continue;
    }
    show(part, part.row + (compares_ ? 1 : 0), cycle, seen);
    if (!compares_) continue;
    if (any_of(cares, part.first, part.width)) {
      show(part, part.row, cycle, expected);
    } else {
      show_nothing(part.row, cycle);
    }
    bool differs = false;
    for (std::size_t bit = part.first; bit < part.first + part.width; ++bit) {
      differs = differs || (bit_of(cares, bit) && bit_of(seen, bit) != bit_of(expected, bit));
    }
    auto& rows = recorder_->record_.rows;
    rows[part.row].differs = rows[part.row + 1].differs = differs;
  }
}

void TwinRecorder::Lane::rest(Cycles cycle) {
  if (recorder_->to_ && cycle > *recorder_->to_) return;
  for (std::uint32_t i = 0; i < shown_.size(); ++i) {
    if (recorder_->record_.rows[first_row_ + i].side == TwinRecord::Side::kModel) {
      show_nothing(first_row_ + i, cycle);
    }
  }
}

void TwinRecorder::Lane::show(const Part& part, std::uint32_t row, Cycles cycle,
                              const PinWords& values) {
  if (!part.set) {
    const std::uint64_t number = number_of(values, part.first, part.width);
    const bool named = part.look == TwinRecord::Look::kWords;
    if (number != 0) recorder_->record_.rows[row].lives = true;
    change(row, cycle, true,
           named ? recorder_->text(number < part.pin->values().size()
                                       ? std::string{part.pin->values()[number]}
                                       : std::to_string(number))
                 : number);
    return;
  }
  if (any_of(values, part.first, part.width)) recorder_->record_.rows[row].lives = true;
  change(row, cycle, true, recorder_->text(set_of(values, part.first, part.width)));
}

void TwinRecorder::Lane::show_nothing(std::uint32_t row, Cycles cycle) {
  change(row, cycle, false, 0);
}

void TwinRecorder::Lane::change(std::uint32_t row, Cycles cycle, bool there, std::uint64_t value) {
  Shown& shown = shown_[row - first_row_];
  if (shown.known && shown.there == there && shown.value == value) return;
  shown = {true, there, value};
  recorder_->record_.changes.push_back({cycle, row, there, value});
}

}  // namespace plexus
