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

}  // namespace

void twin_lane::make(twin_bank& bank, std::string name, std::uint64_t number) {
  bank_ = &bank;
  name_ = std::move(name);
  number_ = number;
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
  if (TwinReplay* const replay = bank.clock().replay()) {
    replayed_ = replay->begin(bank.site_.source.block, name_, bank.parameters_, model_->pins());
  }
  const auto [in, out, seen] = pins();
  for (const auto& [row, own] : {std::pair{&in_, in}, {&out_, out}, {&seen_, seen}}) {
    row->bind(own, row == &in_, model_->pins(), bank.parameters_, bank.site_.source.block);
  }
  const bool counted = bank.clock().covers();  // of one instance, which starts from 0
  if (bank.replaces() || bank.site_.source.users_file.empty() || counted) return;
  for (const int bits : {0, 1}) {
    shadows_.push_back(std::make_unique<twin_shadow>(context, bank.verilated_, rtl_name(name_),
                                                     bits, seen, bank.parameters_));
  }
}

/// The lane knows its part by now.
void twin_lane::reset() {
  if (TwinRecorder* const recorder = bank_->clock().recorder()) {
    const auto where = [this](const Pin& pin, std::size_t field) {
      return bank_->place(*this, pin, field);
    };
    recorded_ = recorder->lane(name_, bank_->site_.source.reference, bank_->parameters_, in_, out_,
                               where, !bank_->replaces());
  }
  drive(in_.values);
  if (clock_ != nullptr && reset_ != nullptr) {
    *clock_ = 0;
    evaluate();
    rise();
    *reset_ = 1;
  }
  before_ = in_.values;
  changed_ = true;
  ask();
  find_unset();
}

void twin_lane::find_unset() {
  for (const PinRow::Field& field : out_.fields()) {
    const bool differs = std::ranges::any_of(shadows_, [&](const auto& shadow) {
      return field.of(shadow->seen().values) != field.of(seen_.values);
    });
    if (differs) unset_ += (unset_.empty() ? "" : ", ") + field.name();
  }
}

void twin_lane::evaluate() {
  changed_ = false;
  try {
    model_->eval();
    if (TwinReplay* const replay = bank_->clock().replay()) {
      replay->evaluated(replayed_, model_->pins());
    }
    for (std::size_t i = 0; i < shadows_.size() && !rtl_assertion_failed; ++i) {
      shadows_[i]->evaluate(*model_);
    }
  } catch (const std::runtime_error& error) {  // from vl_fatal
    raise({"rtl",
           ClockPeriod{}.now(),
           name_,
           "The twin of " + name_ + " cannot go on. Verilator says: " + error.what(),
           {}});
  }
  if (std::exchange(rtl_assertion_failed, false)) broken_ = true;
}

void twin_lane::settle() {
  drive(in_.values);
  if (clock_ != nullptr) *clock_ = 0;
  if (clock_ != nullptr || changed_) evaluate();
  take(true);
}

void twin_lane::take(bool before) {
  seen_.take(before);
  for (const auto& shadow : shadows_) shadow->take(before);
}

bool twin_lane::differs() const {
  return out_.differs(seen_) || std::ranges::any_of(shadows_, [&](const auto& shadow) {
           return out_.differs(shadow->seen());
         });
}

void twin_lane::rise() {
  if (clock_ == nullptr) return;
  *clock_ = 1;
  evaluate();
}

void twin_lane::hold() {
  drive(in_.values);
  if (changed_) evaluate();
  if (bank_->clock().shows()) before_ = in_.values;
}

void twin_lane::ask() {
  settle();
  look();
}

void twin_lane::step() {
  settle();
  rise();
  look();
}

void twin_lane::agree() {
  if (!disagrees_) {
    answers_ = true;
    disagrees_ = differs();
    remember(ClockPeriod{}.now());
  }
  free();
}

/// Up to the edge with which a cycle begins, a wave shows what has no clock as it was in the cycle
/// before.
void twin_lane::show_before() {
  if (clock_ != nullptr) return settle();
  drive(before_);
  if (changed_) evaluate();
}

void twin_lane::remember(Cycles cycle) {
  Moment& now = moments_[turn_];
  const Moment& last = moments_[(turn_ + moments_.size() - 1) % moments_.size()];
  now.told = in_.values;
  now.expected = out_.values;
  now.cares = out_.cares;
  if (bank_->replaces()) std::ranges::fill(now.cares, 0);
  bank_->evidence_.add(out_, now.cares, seen_.values, now.cycle == cycle ? now.seen : last.seen);
  now.cycle = cycle;
  now.seen = seen_.values;
  if (recorded_) recorded_->add(cycle, now.told, now.expected, now.cares, now.seen);
  now.shadows.clear();
  for (const auto& shadow : shadows_) now.shadows.push_back(shadow->seen().values);
}

/// What comes now belongs to another cycle, of which nothing is said yet.
void twin_lane::turn_over() {
  in_.end_cycle();
  if (bank_->clock().shows()) drive(in_.values);  // what nobody evaluates any more
  turn_ = (turn_ + 1) % moments_.size();
  moments_[turn_].cycle = Cycles{-1};
  answers_ = disagrees_ = false;
  free();
}

bool twin_lane::Moment::differs(const PinRow::Field& field) const {
  const auto from = [&](const PinWords& shown) {
    return ((field.of(shown) ^ field.of(expected)) & field.of(cares)) != 0;
  };
  return from(seen) || std::ranges::any_of(shadows, from);
}

Fault twin_lane::difference() const {
  const Moment& now = moments_[turn_];
  Fault fault{"lockstep", now.cycle, "", "", {}};
  const auto fields = out_.fields();
  const auto wrong =
      std::ranges::find_if(fields, [&](const PinRow::Field& field) { return now.differs(field); });
  const std::string model = std::to_string(wrong->of(now.expected));
  const std::string twin = std::to_string(wrong->of(now.seen));
  const auto [part, signal] = bank_->place(*this, *wrong->pin, wrong->number);
  fault.part = part;
  fault.message = fmt::format(
      "Twin and model of {} differ in cycle {}: {} is {} in the twin and {} in the model. --vcd "
      "shows both sides of this cycle in one wave.",
      part, now.cycle.count(), signal, twin, model);
  fault.figures = {{"signal", '"' + signal + '"'}, {"model", model}, {"twin", twin}};
  std::vector<std::string> starts{twin};
  for (const PinWords& seen : now.shadows) starts.push_back(std::to_string(wrong->of(seen)));
  if (std::ranges::count(starts, twin) != static_cast<std::ptrdiff_t>(starts.size())) {
    fault.message = fmt::format(
        "The twin of {} shows in cycle {} what nothing has set: {} is {} in one that starts from "
        "--twin-seed {}, {} in one that starts with all registers 0, {} with all of them 1, and {} "
        "in the model. A register has no reset, or nothing drives the output.",
        part, now.cycle.count(), signal, twin, bank_->clock().seed(), starts[1], starts[2], model);
    fault.figures.emplace_back("starts",
                               fmt::format("[{}, {}, {}]", starts[0], starts[1], starts[2]));
  }
  add_context(fault);
  return fault;
}

void twin_lane::add_context(Fault& fault) const {
  fault.context = context_text();
  fault.figures.emplace_back("context", context_json());
  if (!unset_.empty() && fault.kind == "rtl") {
    fault.context += "  After the reset these outputs show what nothing has set: " + unset_ + '\n';
  }
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

/// Of the outputs those that differ, and a state; or where none differs those in which something
/// changes. Of many inputs likewise; and of both no more than can be read.
std::string twin_lane::context_text() const {
  const auto cycles = moments();
  if (cycles.empty()) return {};
  const bool replaces = bank_->replaces();
  std::vector<Row> rows{{"cycle"}};
  for (const Moment* one : cycles) rows[0].push_back(std::to_string(one->cycle.count()));
  constexpr std::size_t kMany = 12;  // rows of a side
  std::size_t left_out = 0;
  std::size_t shown = 0;
  const auto changes = [&](const PinRow::Field& field, PinWords Moment::*values) {
    return std::ranges::any_of(cycles, [&](const Moment* one) {
      return field.of(one->*values) != field.of(cycles.front()->*values);
    });
  };
  const auto leave_out = [&](bool dull) {
    const bool leaves = dull || shown == kMany;
    ++(leaves ? left_out : shown);
    return leaves;
  };
  const auto inputs = in_.fields();
  for (const PinRow::Field& field : inputs) {
    const bool still = !changes(field, &Moment::told);
    const bool nothing = field.of(cycles.front()->told) == 0 && field.pin->fields() > 1;
    if (leave_out(still && (nothing || inputs.size() > kMany))) continue;
    Row row{"in   " + field.name()};
    for (const Moment* one : cycles) row.push_back(field.text(field.of(one->told)));
    rows.push_back(row);
  }
  const auto outputs = out_.fields();
  const auto ever = [&](const PinRow::Field& field) {
    return std::ranges::any_of(cycles, [&](const Moment* one) { return one->differs(field); });
  };
  const bool agree = std::ranges::none_of(outputs, ever);
  shown = 0;
  for (const PinRow::Field& field : outputs) {
    const bool state = !field.pin->values().empty() && field.pin->fields() == 1;
    if (leave_out(agree ? !changes(field, &Moment::seen) : !ever(field) && !state)) continue;
    Row model{"out  " + field.name()};
    Row twin{"     twin"};
    bool same = true;
    for (const Moment* one : cycles) {
      const bool cares = field.of(one->cares) != 0;
      const bool wrong = one->differs(field);
      const std::string seen = field.text(field.of(one->seen));
      same = same && cares && !wrong;
      model.push_back(cares ? field.text(field.of(one->expected)) : replaces ? seen : "-");
      twin.push_back(seen + (wrong ? " <" : ""));
    }
    rows.push_back(model);
    if (!same && !replaces) rows.push_back(twin);
  }
  return "What " + name_ +
         (replaces
              ? " was told and showed:\n"
              : " was told and was to show, and beside it what the twin showed (- is free):\n") +
         table(rows) +
         (left_out == 0
              ? ""
              : "  (" + std::to_string(left_out) + " more rows are in the error of --json)\n");
}

std::string twin_lane::context_json() const {
  const auto object = [](const PinRow& row, const PinWords& values, const PinWords* cares) {
    std::string text;
    for (const PinRow::Field& field : row.fields()) {
      if (cares != nullptr && field.of(*cares) == 0) continue;
      text += (text.empty() ? "\"" : ", \"") + field.name() + "\": " + field.json(field.of(values));
    }
    return '{' + text + '}';
  };
  std::string all;
  for (const Moment* one : moments()) {
    all += (all.empty() ? "" : ", ") + ("{\"cycle\": " + std::to_string(one->cycle.count())) +
           ", \"inputs\": " + object(in_, one->told, nullptr) +
           ", \"model\": " + object(out_, one->expected, &one->cares) +
           ", \"twin\": " + object(seen_, one->seen, nullptr) + '}';
  }
  return '[' + all + ']';
}

}  // namespace plexus
