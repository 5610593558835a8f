#include "rtl/frame/twin_clock.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "rtl/frame/bank.hpp"
#include "rtl/frame/verilated.hpp"
#include "rtl/frame/verilator_hooks.hpp"

namespace plexus {

namespace {

constexpr int kNanosecondsPerCycle = 10;  // of the wave, as everywhere

}  // namespace

/// Verilator's own file ends the process when the disk is full. A scope with dots in its name is
/// one in another here, as in the waves of the model.
class twin_clock::WaveFile final : public VerilatedVcdFile {
 public:
  bool open(const std::string& name) override {
    out_.open(name, std::ios::binary | std::ios::trunc);
    return out_.is_open();
  }
  void close() override {
    if (!head_over_) out_ << head_;
    out_.close();
  }
  ssize_t write(const char* bytes, ssize_t count) override {
    if (!head_over_) {
      head_.append(bytes, static_cast<std::size_t>(count));
      if (head_.find("$enddefinitions") == std::string::npos) return count;
      head_over_ = true;
      nest_scopes();
    } else {
      out_.write(bytes, count);
    }
    return count;
  }
  [[nodiscard]] bool good() const { return out_.good(); }

 private:
  void nest_scopes() {
    std::istringstream lines{head_};
    std::vector<std::ptrdiff_t> opened;  // by scopes of the head: dots in the names
    for (std::string line; std::getline(lines, line);) {
      const std::size_t name = line.find("$scope module ");
      const bool leaves = line.find("$upscope") != std::string::npos;
      if (name != std::string::npos) {
        opened.push_back(std::ranges::count(line, '.'));
        for (std::size_t dot = 0; (dot = line.find('.')) != std::string::npos;) {
          line.replace(dot, 1, " $end\n$scope module ");
        }
      } else if (leaves && !opened.empty()) {
        for (; opened.back() > 0; --opened.back()) out_ << "$upscope $end\n";
        opened.pop_back();
      }
      out_ << line;
      if (!lines.eof()) out_ << '\n';
    }
    head_.clear();
  }

  std::ofstream out_;
  std::string head_;  ///< what declares the signals, until it is whole
  bool head_over_ = false;
};

twin_clock::twin_clock(sc_core::sc_module_name name, std::string wave, std::uint32_t seed,
                       const TwinView& view)
    : sc_module{name},
      seed_{seed},
      context_{std::make_unique<VerilatedContext>()},
      path_{std::move(wave)},
      view_{view} {
  ::Verilated::threadContextp(context_.get());  // where models enter their scopes
  HW_PROCESSES(twin_clock);
  SC_METHOD(tick);
  sensitive << beat_;
  dont_initialize();
  SC_METHOD(begin_cycle);
  sensitive << begin_;
  dont_initialize();
  SC_METHOD(settle);
  sensitive << settled_;
  dont_initialize();
  // What no reset has set is not 0 on a chip: it is random here, the same for every seed.
  context_->threads(1);  // or Verilator starts one for each core, and none has work
  // Where changes are counted it is 0: none of them is chance.
  context_->randReset(covers() ? 0 : 2);
  context_->randSeed(static_cast<int>(seed));
  rtl_assertion_failed = false;
  if (!view.replay.empty()) replay_ = std::make_unique<TwinReplay>(view.replay);
  if (view.records || !path_.empty()) {
    recorder_ = std::make_unique<TwinRecorder>(view.shows, view.to);
  }
  if (path_.empty()) return;
  context_->traceEverOn(true);
  file_ = std::make_unique<WaveFile>();
  wave_ = std::make_unique<VerilatedVcdC>(file_.get());
  wave_->set_time_unit("1ns");
  wave_->set_time_resolution("1ns");
}

twin_clock::~twin_clock() {
  if (wave_) wave_->close();
  ::Verilated::threadContextp(::Verilated::defaultContextp());  // for the models of the next run
}

sc_core::sc_time twin_clock::half() const {
  return sc_core::sc_time::from_value(clock_.time(1_cycles).value() / 2);
}

void twin_clock::start_of_simulation() {
  if (!wave_) return;
  for (twin_bank* twin : twins_) twin->show(*wave_);
  wave_->open(path_.c_str());
  if (!wave_->isOpen()) lose("--rtl-vcd");
}

void twin_clock::tick() {
  const Cycles cycle = clock_.now();
  if (wave_ && !dumped_) {
    for (twin_bank* twin : twins_) twin->drive();
    if (cycle > view_.from) draw(view_.from, 0);  // as they are before the first edge
  }
  for (twin_bank* twin : twins_) twin->low(cycle);
  if (cycle > 0_cycles) draw(cycle, kNanosecondsPerCycle / 2);
  for (twin_bank* twin : twins_) twin->high(cycle);
  draw(cycle, 0);
  for (twin_bank* twin : twins_) {
    if (!over()) twin->look(cycle);
  }
  if (fault_) raise_fault();
  if (difference_) raise(*difference_);
  bool more = false;
  for (twin_bank* twin : twins_) more = twin->turn_over(cycle) || more;
  if (more) beat_.notify(clock_.time(1_cycles));
}

void twin_clock::begin_cycle() {
  for (const auto& what : std::exchange(next_, {})) what();
}

void twin_clock::settle() {
  for (twin_bank* twin : std::exchange(settle_, {})) twin->settled();
}

void twin_clock::at_next_cycle(std::function<void()> what) {
  next_.push_back(std::move(what));
  begin_.notify(clock_.time(clock_.now() + 1_cycles) - sc_core::sc_time_stamp());
}

void twin_clock::call_settled(twin_bank& twin) {
  if (std::ranges::find(settle_, &twin) == settle_.end()) settle_.push_back(&twin);
  settled_.notify(sc_core::SC_ZERO_TIME);
}

void twin_clock::fail(const Fault& fault) {
  if (!fault_) fault_ = fault;
  wake();
}

void twin_clock::differ(const Fault& fault) {
  if (!difference_) difference_ = fault;
}

void twin_clock::add_assertions(Fault& fault) {
  std::string assertions = take_rtl_errors();
  const std::string where = rtl_name(fault.part) + '.';  // the message has it already
  for (std::size_t at = 0; (at = assertions.find(where)) != std::string::npos;) {
    assertions.erase(at, where.size());
  }
  constexpr std::size_t kMost = 300;  // letters: those that follow from the first say less
  const std::size_t end = assertions.find("; ", kMost);
  if (end != std::string::npos) assertions = assertions.substr(0, end) + "; and so on";
  if (!assertions.empty()) fault.message += " The twin says: " + assertions + '.';
}

void twin_clock::raise_fault() {
  add_assertions(*fault_);
  fault_->cycle = clock_.now();
  raise(*fault_);
}

void twin_clock::lose(const std::string& option) {
  raise({"output",
         {},
         "",
         option + " could not be written to its end: make room or name a file elsewhere.",
         {}});
}

void twin_clock::write_coverage() {
  try {
    context_->coveragep()->write(view_.coverage.c_str());
  } catch (const std::runtime_error&) {  // from vl_fatal
    lose("--twin-coverage");
  }
}

void twin_clock::draw(Cycles cycle, int before_edge) {
  const std::int64_t time = cycle.count() * kNanosecondsPerCycle - before_edge;
  context_->time(static_cast<std::uint64_t>(time));
  if (!wave_ || cycle < view_.from || (view_.to && cycle > *view_.to)) return;
  wave_->dump(static_cast<std::uint64_t>(time));
  dumped_ = true;
  if (!file_->good()) lose("--rtl-vcd");
}

void twin_clock::finish() {
  if (covers()) write_coverage();
  if (replay_ && !replay_->finish()) lose("--twin-replay");
  if (!wave_) return;
  if (wave_->isOpen() && !dumped_) draw(view_.from, 0);
  wave_->close();
  if (!file_->good()) lose("--rtl-vcd");
}

}  // namespace plexus
