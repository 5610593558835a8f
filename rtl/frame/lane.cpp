#include "rtl/frame/lane.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "hw/time/clock_period.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/verilated.hpp"

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
  model_.reset(bank.verilated_.make(bank.clock().context(), rtl_name(name_).c_str()));
  for (const VerilatedPin& pin : model_->pins()) {
    const std::string pin_name{pin.name};
    if (pin_name == "clk_i") clock_ = static_cast<std::uint8_t*>(pin.at);
    if (pin_name == "rst_ni") reset_ = static_cast<std::uint8_t*>(pin.at);
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

OutputRows& twin_lane::add(Out& pin) {
  outs_.push_back(&pin);
  return rows_;
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
  if (bank_->clock().take_assertion()) broken_ = true;
}

void twin_lane::settle() {
  if (clock_ == nullptr) {
    if (changed_) evaluate();
  } else if (changed_ || bank_->clock().shows() || !model_->lower_clock()) {
    *clock_ = 0;
    evaluate();
  }
  for (Out* out : outs_) {
    if (out->looked_ == Out::Looked::kBeforeEdge) out->look();
  }
}

void twin_lane::rise() {
  if (clock_ == nullptr) return;
  *clock_ = 1;
  evaluate();
}

void twin_lane::look() {
  for (Out* out : outs_) {
    if (out->looked_ == Out::Looked::kAfterEdge) out->look();
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
  const std::size_t last = (next_moment_ + kRemembered - 1) % kRemembered;
  if (moments_[last].cycle != cycle) next_moment_ = (next_moment_ + 1) % kRemembered;
  Moment& moment = moments_[(next_moment_ + kRemembered - 1) % kRemembered];
  moment.cycle = cycle;
  moment.inputs.clear();
  for (const In* in : ins_) {
    for (std::size_t field = 0; field < in->fields(); ++field) {
      moment.inputs.push_back(in->get(field));
    }
  }
  moment.outputs = rows_;
}

void twin_lane::expect_nothing() {
  std::ranges::fill(rows_.cares, std::uint8_t{0});
  std::ranges::fill(rows_.expected, std::uint64_t{0});
}

void twin_lane::compare(Cycles cycle) {
  const std::size_t rows = rows_.seen.size();
  std::size_t row = 0;
  while (row < rows && (rows_.cares[row] == 0 || rows_.expected[row] == rows_.seen[row])) ++row;
  if (row == rows) return;
  const auto wrong = std::ranges::find_if(outs_, [row](const Out* out) {
    return row >= out->first_ && row < out->first_ + out->fields();
  });
  const auto [part, signal] = place(**wrong, row - (*wrong)->first_);
  const std::uint64_t model = rows_.expected[row];
  const std::uint64_t twin = rows_.seen[row];
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
  raise(fault);
}

void twin_lane::add_context(Fault& fault) const {
  fault.context = context_text();
  fault.figures.emplace_back("context", context_json());
}

std::vector<const twin_lane::Moment*> twin_lane::moments() const {
  std::vector<const Moment*> found;
  for (std::size_t i = 0; i < kRemembered; ++i) {
    const Moment& moment = moments_[(next_moment_ + i) % kRemembered];
    if (moment.cycle >= 0_cycles) found.push_back(&moment);
  }
  return found;
}

std::string twin_lane::context_text() const {
  const auto cycles = moments();
  if (cycles.empty()) return {};
  std::vector<Row> rows{{"cycle", {}}};
  for (const Moment* moment : cycles)
    rows[0].cells.push_back(std::to_string(moment->cycle.count()));
  std::size_t next = 0;
  for (const In* in : ins_) {
    for (std::size_t field = 0; field < in->fields(); ++field, ++next) {
      Row row{"in   " + signal_name(*in, field), {}};
      std::vector<std::uint64_t> values;
      for (const Moment* moment : cycles) {
        values.push_back(moment->inputs[next]);
        row.cells.push_back(in->text(values.back()));
      }
      if (!dull(*in, values)) rows.push_back(row);
    }
  }
  for (const Out* out : outs_) {
    for (std::size_t field = 0; field < out->fields(); ++field) {
      const std::size_t at = out->first_ + field;
      Row model{"out  " + signal_name(*out, field), {}};
      Row twin{"     twin", {}};
      std::vector<std::uint64_t> values;
      bool differs = false;
      for (const Moment* moment : cycles) {
        const OutputRows& outputs = moment->outputs;
        const std::uint64_t seen = outputs.seen[at];
        const bool cares = outputs.cares[at] != 0;
        const bool wrong = cares && outputs.expected[at] != seen;
        values.insert(values.end(), {seen, cares ? outputs.expected[at] : 0});
        model.cells.push_back(cares               ? out->text(outputs.expected[at])
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
    return number < pin.values_.size() ? quoted(pin.values_[number]) : std::to_string(number);
  };
  const auto entry = [](std::string& text, const std::string& name, const std::string& json) {
    text += (text.empty() ? "" : ", ") + quoted(name) + ": " + json;
  };
  std::string all;
  for (const Moment* moment : moments()) {
    std::string inputs;
    std::string model;
    std::string twin;
    std::size_t next = 0;
    for (const In* in : ins_) {
      for (std::size_t field = 0; field < in->fields(); ++field) {
        entry(inputs, signal_name(*in, field), value(*in, moment->inputs[next++]));
      }
    }
    for (const Out* out : outs_) {
      for (std::size_t field = 0; field < out->fields(); ++field) {
        const std::size_t at = out->first_ + field;
        const OutputRows& outputs = moment->outputs;
        entry(twin, signal_name(*out, field), value(*out, outputs.seen[at]));
        if (outputs.cares[at] == 0) continue;
        entry(model, signal_name(*out, field), value(*out, outputs.expected[at]));
      }
    }
    all += (all.empty() ? "" : ", ") + ("{\"cycle\": " + std::to_string(moment->cycle.count()));
    all += ", \"inputs\": {" + inputs + "}, \"model\": {" + model + "}, \"twin\": {" + twin + "}}";
  }
  return '[' + all + ']';
}

}  // namespace plexus
