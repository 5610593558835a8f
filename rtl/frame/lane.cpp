#include "rtl/frame/lane.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/verilated.hpp"
#include "rtl/frame/verilator_hooks.hpp"

namespace plexus {

namespace {

using Row = std::vector<std::string>;  ///< of the context: direction and signal, then its values

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.at(0).size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += "  " + row[0] + std::string(widths[0] - row[0].size(), ' ');
    for (std::size_t i = 1; i < row.size(); ++i) {
      text += "  " + std::string(widths[i] - row[i].size(), ' ') + row[i];
    }
    text += '\n';
  }
  return text;
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

}  // namespace

twin_lane::twin_lane(twin_bank& bank, std::string name) : bank_{&bank}, name_{std::move(name)} {
  VerilatedContext& context = bank.clock().context();
  const std::uint64_t now = context.time();
  context.time(0);  // Verilator 5.032 takes no model at another time
  model_.reset(bank.verilated_.make(context, rtl_name(name_).c_str()));
  context.time(now);
  for (const VerilatedPin& pin : model_->pins()) {
    const std::string pin_name{pin.name};
    if (pin_name == "clk_i") clock_ = static_cast<std::uint8_t*>(pin.at);
    if (pin_name == "rst_ni") reset_ = static_cast<std::uint8_t*>(pin.at);
    if (!pin.input) continue;
    std::memset(pin.at, 0, bytes_of(pin.width));
    const auto tie = bank.site_.ties.find(pin_name);
    if (tie == bank.site_.ties.end()) continue;
    std::memcpy(pin.at, &tie->second, std::min<std::size_t>(bytes_of(pin.width), 8));
  }
}

twin_lane::~twin_lane() = default;

void twin_lane::bind(std::span<Pin> inputs, std::span<Pin> model, std::span<Pin> twin) {
  in_ = inputs;
  out_ = model;
  seen_ = twin;
  for (const std::span<Pin> pins : {in_, out_, seen_}) {
    for (Pin& pin : pins) {
      pin.bind(model_->pins(), pins.data() == in_.data(), bank_->parameters_,
               bank_->site_.source.block);
    }
  }
}

void twin_lane::reset() {
  drive(in_);
  if (clock_ != nullptr && reset_ != nullptr) {
    *clock_ = 0;
    evaluate();
    rise();
    *reset_ = 1;
  }
  if (clock_ == nullptr) before_.assign(in_.begin(), in_.end());
  changed_ = true;
  ask();
}

void twin_lane::evaluate() {
  changed_ = false;
  try {
    model_->eval();
  } catch (const std::runtime_error& error) {  // from vl_fatal
    raise({"rtl",
           ClockPeriod{}.now(),
           name_,
           "The twin of " + name_ + " cannot go on. Verilator says: " + error.what(),
           {}});
  }
  if (std::exchange(rtl_assertion_failed, false)) broken_ = true;
}

void twin_lane::drive(std::span<const Pin> pins) {
  for (const Pin& pin : pins) {
    if (pin.width() > 0 && pin.drive()) changed_ = true;
  }
}

void twin_lane::settle() {
  drive(in_);
  if (clock_ != nullptr) *clock_ = 0;
  if (clock_ != nullptr || changed_) evaluate();
  for (Pin& pin : seen_) {
    if (pin.before_) pin.take();
  }
}

void twin_lane::rise() {
  if (clock_ == nullptr) return;
  *clock_ = 1;
  evaluate();
}

void twin_lane::hold() {
  drive(in_);
  if (changed_) evaluate();
  if (clock_ == nullptr && bank_->clock().shows()) before_.assign(in_.begin(), in_.end());
}

void twin_lane::look() {
  for (Pin& pin : seen_) {
    if (!pin.before_) pin.take();
  }
}

void twin_lane::agree() {
  if (!disagrees_ && differs()) {
    disagrees_ = true;
    remember(ClockPeriod{}.now());
  }
  for (Pin& pin : out_) pin.free();
}

/// Up to the edge with which a cycle begins, a wave shows what has no clock as it was in the cycle
/// before.
void twin_lane::show_before() {
  if (clock_ != nullptr) return settle();
  drive(before_);
  if (changed_) evaluate();
}

std::pair<std::string, std::string> twin_lane::place(const Pin& pin, std::size_t field) const {
  return {name_, pin.field_name(field)};
}

void twin_lane::remember(Cycles cycle) {
  const auto copy = [](PinWords& words, std::span<const Pin> pins, PinWords Pin::*part) {
    words.clear();
    for (const Pin& pin : pins) words.insert(words.end(), (pin.*part).begin(), (pin.*part).end());
  };
  Moment& now = moments_[turn_];
  now.cycle = cycle;
  copy(now.told, in_, &Pin::words_);
  copy(now.expected, out_, &Pin::words_);
  copy(now.cares, out_, &Pin::cares_);
  if (bank_->replaces()) std::ranges::fill(now.cares, 0);
  copy(now.seen, seen_, &Pin::words_);
}

/// What comes now belongs to another cycle, of which nothing is said yet.
void twin_lane::turn_over() {
  for (Pin& pin : in_) {
    if (pin.once_) pin.clear();
  }
  drive(in_);  // a wave shows what nobody evaluates any more
  turn_ = (turn_ + 1) % moments_.size();
  moments_[turn_].cycle = Cycles{-1};
  disagrees_ = false;
  for (Pin& pin : out_) pin.free();
}

bool twin_lane::differs() const {
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (out_[i].differs(seen_[i])) return true;
  }
  return false;
}

std::vector<twin_lane::Field> twin_lane::fields_of(std::span<const Pin> pins) {
  std::vector<Field> all;
  std::size_t first = 0;
  for (const Pin& pin : pins) {
    for (std::size_t field = 0; field < pin.fields(); ++field) all.push_back({&pin, field, first});
    first += (pin.width() + 63) / 64;
  }
  return all;
}

Fault twin_lane::difference() const {
  const Moment& now = moments_[turn_];
  Fault fault{"lockstep", now.cycle, "", "", {}};
  for (const Field& field : fields_of(out_)) {
    const std::uint64_t model = field.of(now.expected);
    const std::uint64_t twin = field.of(now.seen);
    if (((model ^ twin) & field.of(now.cares)) == 0) continue;
    const auto [part, signal] = place(*field.pin, field.number);
    fault.part = part;
    fault.message = "Twin and model of " + part + " differ in cycle " +
                    std::to_string(now.cycle.count()) + ": " + signal + " is " +
                    std::to_string(twin) + " in the twin and " + std::to_string(model) +
                    " in the model. Look at this cycle in the waves of both, --vcd and --rtl-vcd.";
    fault.figures = {{"signal", quoted(signal)},
                     {"model", std::to_string(model)},
                     {"twin", std::to_string(twin)}};
    break;
  }
  add_context(fault);
  return fault;
}

void twin_lane::add_context(Fault& fault) const {
  fault.context = context_text();
  fault.figures.emplace_back("context", context_json());
}

/// Those of the cycles that are remembered, oldest first.
std::vector<const twin_lane::Moment*> twin_lane::moments() const {
  std::vector<const Moment*> found;
  for (std::size_t i = 1; i <= moments_.size(); ++i) {
    const Moment& moment = moments_[(turn_ + i) % moments_.size()];
    if (moment.cycle >= 0_cycles) found.push_back(&moment);
  }
  return found;
}

/// Rows that say nothing, all 0 in a pin of many fields, are left out.
std::string twin_lane::context_text() const {
  const auto cycles = moments();
  if (cycles.empty()) return {};
  const bool replaces = bank_->replaces();
  std::vector<Row> rows{{"cycle"}};
  for (const Moment* one : cycles) rows[0].push_back(std::to_string(one->cycle.count()));
  for (const Field& field : fields_of(in_)) {
    Row row{"in   " + field.name()};
    bool dull = field.pin->fields() > 1;
    for (const Moment* one : cycles) {
      dull = dull && field.of(one->told) == 0;
      row.push_back(field.pin->text(field.of(one->told)));
    }
    if (!dull) rows.push_back(row);
  }
  for (const Field& field : fields_of(out_)) {
    Row model{"out  " + field.name()};
    Row twin{"     twin"};
    bool dull = field.pin->fields() > 1;
    bool same = true;
    for (const Moment* one : cycles) {
      const std::uint64_t seen = field.of(one->seen);
      const std::uint64_t expected = field.of(one->expected);
      const std::uint64_t cares = field.of(one->cares);
      const bool wrong = ((seen ^ expected) & cares) != 0;
      dull = dull && seen == 0 && (cares == 0 || expected == 0);
      same = same && !wrong && cares != 0;
      model.push_back(cares != 0 ? field.pin->text(expected)
                      : replaces ? field.pin->text(seen)
                                 : "-");
      twin.push_back(field.pin->text(seen) + (wrong ? " <" : ""));
    }
    if (dull) continue;
    rows.push_back(model);
    if (!same && !replaces) rows.push_back(twin);
  }
  return "What " + name_ +
         (replaces
              ? " was told and showed:\n"
              : " was told and was to show, and beside it what the twin showed (- is free):\n") +
         table(rows);
}

std::string twin_lane::context_json() const {
  const auto values = [](std::span<const Pin> pins, const PinWords& words, const PinWords* cares) {
    std::string text;
    for (const Field& field : fields_of(pins)) {
      if (cares != nullptr && field.of(*cares) == 0) continue;
      text += (text.empty() ? "{" : ", ") + quoted(field.name()) + ": " +
              field.pin->json(field.of(words));
    }
    return text.empty() ? "{}" : text + '}';
  };
  std::string all;
  for (const Moment* one : moments()) {
    all += (all.empty() ? "" : ", ") + ("{\"cycle\": " + std::to_string(one->cycle.count())) +
           ", \"inputs\": " + values(in_, one->told, nullptr) +
           ", \"model\": " + values(out_, one->expected, &one->cares) +
           ", \"twin\": " + values(seen_, one->seen, nullptr) + '}';
  }
  return '[' + all + ']';
}

}  // namespace plexus
