#include "rtl/frame/lane.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/verilated.hpp"
#include "rtl/frame/verilator_hooks.hpp"

namespace plexus {

namespace {

/// Values of one row of the context, cycle by cycle.
struct Row {
  std::string head;  ///< direction, signal
  std::vector<std::string> cells;
};

std::string signal_name(const Pin& pin, std::size_t field) {
  return pin.fields() == 1 ? pin.name() : pin.name() + '_' + std::to_string(field);
}

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(row.cells.size() + 1);
    widths[0] = std::max(widths[0], row.head.size());
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      widths[i + 1] = std::max(widths[i + 1], row.cells[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    text += "  " + row.head + std::string(widths[0] - row.head.size(), ' ');
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      text += "  " + std::string(widths[i + 1] - row.cells[i].size(), ' ') + row.cells[i];
    }
    text += '\n';
  }
  return text;
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// Rows of single bits and the like that say nothing: all zero, in a pin of many fields.
bool dull(const Pin& pin, const std::vector<std::uint64_t>& values) {
  return pin.fields() > 1 && std::ranges::all_of(values, [](auto value) { return value == 0; });
}

}  // namespace

twin_lane::twin_lane(twin_bank& bank, std::string name) : bank_{&bank}, name_{std::move(name)} {
  VerilatedContext& context = bank.clock().context();
  const std::uint64_t now = context.time();
  context.time(0);  // Verilator 5.032 takes no model at another time
  model_.reset(bank.verilated_.make(context, rtl_name(name_).c_str()));
  context.time(now);
  cycles_.fill(Cycles{-1});
  for (const VerilatedPin& pin : model_->pins()) {
    const std::string pin_name{pin.name};
    if (pin_name == "clk_i") clock_ = static_cast<std::uint8_t*>(pin.at);
    if (pin_name == "rst_ni") reset_ = static_cast<std::uint8_t*>(pin.at);
    (pin.input ? words_.inputs : words_.outputs) += words_of(pin.width);
    if (!pin.input) continue;
    const unsigned bytes = pin.width <= 8    ? 1
                           : pin.width <= 16 ? 2
                           : pin.width <= 32 ? 4
                           : pin.width <= 64 ? 8
                                             : (pin.width + 31) / 32 * 4;
    std::memset(pin.at, 0, bytes);
    const auto tie = bank.site_.ties.find(pin_name);
    if (tie != bank.site_.ties.end()) {
      std::memcpy(pin.at, &tie->second, std::min(bytes, 8U));  // little endian
    }
  }
  room_.resize(kRemembered * words_.size() + 1);  // one that a last, partial field may touch
  words_.begin_at(room_.data());
  steps_.resize(words_.outputs);
  words_.steps = steps_.data();
}

twin_lane::~twin_lane() = default;

const VerilatedPin& twin_lane::pin(const std::string& name, bool input) const {
  for (const VerilatedPin& pin : model_->pins()) {
    if (pin.name == name && pin.input == input) return pin;
  }
  throw UnusableSource{"The twin of " + bank_->site_.source.block + " has no pin " + name + '.'};
}

bool* twin_lane::add(In& pin) {
  ins_.push_back(&pin);
  return &changed_;
}

std::pair<const LaneWords*, std::size_t> twin_lane::add(Out& pin) {
  outs_.push_back(&pin);
  (pin.looked_ == Out::Looked::kBeforeEdge ? looks_before_ : looks_after_) = true;
  return {&words_, first_word(pin, false)};
}

std::size_t twin_lane::first_word(const Pin& pin, bool input) const {
  std::size_t first = 0;
  for (const VerilatedPin& other : model_->pins()) {
    if (other.at == pin.at_) break;
    if (other.input == input) first += words_of(other.width);
  }
  return first;
}

void twin_lane::reset() {
  if (clock_ != nullptr && reset_ != nullptr) {
    *clock_ = 0;
    evaluate();
    *clock_ = 1;
    evaluate();
    *reset_ = 1;
  }
  changed_ = true;
  settle();
}

void twin_lane::evaluate() {
  told_changed_ = told_changed_ || changed_;
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
  if (rtl_assertion_failed) note_assertion();
}

void twin_lane::settle() {
  if (clock_ == nullptr) {
    if (changed_) evaluate();
  } else if (changed_ || bank_->clock().shows() || !model_->lower_clock()) {
    *clock_ = 0;
    evaluate();
  }
  if (looks_before_) model_->read_outputs(words_.seen);
}

void twin_lane::next() {
  if (!changed_ && !looks_before_ && clock_ != nullptr && model_->tick(words_.seen)) {
    if (rtl_assertion_failed) note_assertion();
  } else {
    settle();
    rise();
    look();
  }
}

void twin_lane::note_assertion() {
  rtl_assertion_failed = false;
  broken_ = true;
}

void twin_lane::rise() {
  if (clock_ == nullptr) return;
  *clock_ = 1;
  evaluate();
}

void twin_lane::look() {
  if (!looks_before_) return model_->read_outputs(words_.seen);
  if (!looks_after_) return;
  scratch_.resize(words_.outputs);
  model_->read_outputs(scratch_.data());
  for (const Out* out : outs_) {
    if (out->looked_ == Out::Looked::kBeforeEdge) continue;
    std::copy_n(scratch_.data() + out->first_, out->count_, words_.seen + out->first_);
  }
}

void twin_lane::ask() {
  settle();
  look();
}

/// Combinational twins show, up to the edge with which a cycle begins, the cycle before.
void twin_lane::show_before() {
  if (clock_ != nullptr) return;
  now_.clear();
  for (const In* in : ins_) {
    for (std::size_t field = 0; field < in->fields(); ++field) now_.push_back(in->get(field));
  }
  set_inputs(before_);
}

void twin_lane::show_now() {
  if (clock_ != nullptr) return;
  set_inputs(now_);
  before_ = now_;
}

void twin_lane::set_inputs(const std::vector<std::uint64_t>& values) {
  std::size_t next = 0;
  for (In* in : ins_) {
    for (std::size_t field = 0; field < in->fields(); ++field, ++next) {
      in->set(field, next < values.size() ? values[next] : 0);
    }
  }
  if (changed_) evaluate();
}

std::pair<std::string, std::string> twin_lane::place(const Out& pin, std::size_t field) const {
  return {name_, signal_name(pin, field)};
}

void twin_lane::remember(Cycles cycle) {
  cycles_[turn_] = cycle;
  if (!changed_ && !told_changed_) return;  // they are the last cycle's
  model_->read_inputs(words_.told);
  told_changed_ = false;
}

void twin_lane::turn_over() {
  const std::uint64_t* const before = words_.told;
  if (++turn_ == kRemembered) turn_ = 0;
  cycles_[turn_] = Cycles{-1};
  words_.begin_at(room_.data() + turn_ * words_.size());
  std::copy_n(before, words_.inputs + words_.outputs, words_.told);  // until they change
  forget_expected();
}

Cycles twin_lane::take(Cycles cycle, Cycles last) {
  const std::size_t outputs = words_.outputs;
  std::vector<std::uint64_t>& told = scratch_;  // then what is expected, and which bits count
  told.assign(words_.told, words_.told + words_.inputs);
  told.insert(told.end(), words_.expected, words_.expected + 2 * outputs);
  std::uint64_t* const expected = told.data() + words_.inputs;
  const std::uint64_t* const cares = expected + outputs;
  const auto grow = [&] {
    for (std::size_t i = 0; i < outputs; ++i) expected[i] += steps_[i];
  };
  const auto row = [&](std::size_t number) {
    return room_.data() + (turn_ + number) % kRemembered * words_.size();
  };
  std::array<std::uint64_t*, kRemembered> seen;
  for (std::size_t i = 0; i < kRemembered; ++i) seen[i] = row(i + 1) + words_.inputs;
  grow();
  const auto asked = static_cast<std::size_t>((last - cycle).count());
  const std::size_t taken = model_->run({asked, expected, steps_.data(), cares, seen});
  if (taken == 0) return cycle;
  if (rtl_assertion_failed) note_assertion();
  // The last of them are remembered.
  const std::size_t first = taken > kRemembered ? taken - kRemembered : 0;
  for (std::size_t i = 0; i < outputs; ++i) expected[i] += first * steps_[i];
  for (std::size_t i = first; i < taken; ++i) {
    std::uint64_t* const words = row(i + 1);
    std::copy_n(told.data(), words_.inputs, words);
    std::copy_n(expected, 2 * outputs, words + words_.inputs + outputs);
    cycles_[(turn_ + i + 1) % kRemembered] = cycle + Cycles{static_cast<std::int64_t>(i) + 1};
    grow();
  }
  turn_ = (turn_ + taken) % kRemembered;
  words_.begin_at(room_.data() + turn_ * words_.size());
  return cycle + Cycles{static_cast<std::int64_t>(taken)};
}

bool twin_lane::differs() const {
  const std::uint64_t* const seen = words_.seen;
  const std::uint64_t* const expected = words_.expected;
  const std::uint64_t* const cares = words_.cares;
  for (std::size_t i = 0; i < words_.outputs; ++i) {
    if (((seen[i] ^ expected[i]) & cares[i]) != 0) return true;
  }
  return false;
}

/// Of the first output, in the order of the block's file, and its first field.
Fault twin_lane::difference(Cycles cycle) const {
  const Out* wrong = nullptr;
  std::size_t field = 0;
  for (auto out = outs_.begin(); wrong == nullptr; ++out) {
    for (field = 0; field < (*out)->fields(); ++field) {
      if (!(*out)->differs(words_, field)) continue;
      wrong = *out;
      break;
    }
  }
  const auto [part, signal] = place(*wrong, field);
  const std::uint64_t model = wrong->value(words_.expected, field);
  const std::uint64_t twin = wrong->value(words_.seen, field);
  Fault fault{"lockstep",
              cycle,
              part,
              "Twin and model of " + part + " differ in cycle " + std::to_string(cycle.count()) +
                  ": " + signal + " is " + std::to_string(twin) + " in the twin and " +
                  std::to_string(model) +
                  " in the model. Look at this cycle in the waves of both, --vcd and --rtl-vcd.",
              {{"signal", quoted(signal)},
               {"model", std::to_string(model)},
               {"twin", std::to_string(twin)}}};
  add_context(fault);
  return fault;
}

void twin_lane::add_context(Fault& fault) const {
  fault.context = context_text();
  fault.figures.emplace_back("context", context_json());
}

std::vector<std::pair<Cycles, LaneWords>> twin_lane::moments() const {
  std::vector<std::pair<Cycles, LaneWords>> found;
  for (std::size_t i = 1; i <= kRemembered; ++i) {
    const std::size_t turn = (turn_ + i) % kRemembered;
    LaneWords words = words_;
    words.begin_at(const_cast<std::uint64_t*>(room_.data()) + turn * words.size());
    if (cycles_[turn] >= 0_cycles) found.emplace_back(cycles_[turn], words);
  }
  return found;
}

std::string twin_lane::context_text() const {
  const auto cycles = moments();
  if (cycles.empty()) return {};
  std::vector<Row> rows{{"cycle", {}}};
  for (const auto& [cycle, words] : cycles) rows[0].cells.push_back(std::to_string(cycle.count()));
  for (const In* in : ins_) {
    const std::size_t first = first_word(*in, true);
    for (std::size_t field = 0; field < in->fields(); ++field) {
      Row row{"in   " + signal_name(*in, field), {}};
      std::vector<std::uint64_t> values;
      for (const auto& [cycle, words] : cycles) {
        values.push_back(in->field_of(words.told + first, field));
        row.cells.push_back(in->text(values.back()));
      }
      if (!dull(*in, values)) rows.push_back(row);
    }
  }
  for (const Out* out : outs_) {
    for (std::size_t field = 0; field < out->fields(); ++field) {
      Row model{"out  " + signal_name(*out, field), {}};
      Row twin{"     twin", {}};
      std::vector<std::uint64_t> values;
      bool differs = false;
      for (const auto& [cycle, words] : cycles) {
        const std::uint64_t seen = out->value(words.seen, field);
        const std::uint64_t expected = out->value(words.expected, field);
        const bool cares = out->value(words.cares, field) != 0;
        const bool wrong = out->differs(words, field);
        values.insert(values.end(), {seen, cares ? expected : 0});
        model.cells.push_back(cares               ? out->text(expected)
                              : bank_->replaces() ? out->text(seen)
                                                  : "-");
        twin.cells.push_back(wrong ? out->text(seen) + " <" : out->text(seen));
        differs = differs || wrong || !cares;
      }
      if (dull(*out, values)) continue;
      rows.push_back(model);
      if (differs && !bank_->replaces()) rows.push_back(twin);
    }
  }
  const std::string head =
      bank_->replaces()
          ? "What " + name_ + " was told and showed:\n"
          : "What " + name_ +
                " was told and was to show, and beside it what the twin showed (- is free):\n";
  return head + table(rows);
}

std::string twin_lane::context_json() const {
  const auto value = [](const Pin& pin, std::uint64_t number) {
    return pin.values_ != nullptr && number < pin.values_->size() ? quoted((*pin.values_)[number])
                                                                  : std::to_string(number);
  };
  const auto entry = [](std::string& text, const std::string& name, const std::string& json) {
    text += (text.empty() ? "" : ", ") + quoted(name) + ": " + json;
  };
  std::string all;
  for (const auto& [cycle, words] : moments()) {
    std::string inputs;
    std::string model;
    std::string twin;
    for (const In* in : ins_) {
      const std::size_t first = first_word(*in, true);
      for (std::size_t field = 0; field < in->fields(); ++field) {
        entry(inputs, signal_name(*in, field), value(*in, in->field_of(words.told + first, field)));
      }
    }
    for (const Out* out : outs_) {
      for (std::size_t field = 0; field < out->fields(); ++field) {
        const std::string name = signal_name(*out, field);
        entry(twin, name, value(*out, out->value(words.seen, field)));
        if (out->value(words.cares, field) == 0) continue;
        entry(model, name, value(*out, out->value(words.expected, field)));
      }
    }
    all += (all.empty() ? "" : ", ") + ("{\"cycle\": " + std::to_string(cycle.count()));
    all += ", \"inputs\": {" + inputs + "}, \"model\": {" + model + "}, \"twin\": {" + twin + "}}";
  }
  return '[' + all + ']';
}

}  // namespace plexus
