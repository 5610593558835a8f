#include "testbenches/outputs/wave_file.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/time/clock_period.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kCycle = 10;  ///< ns
constexpr std::int64_t kHalf = kCycle / 2;

/// The last nanosecond of a cycle.
constexpr std::int64_t end_of(Cycles cycle) { return kCycle * (cycle.count() + 1) - 1; }

std::int64_t nanoseconds_now() {
  return static_cast<std::int64_t>(std::llround(sc_core::sc_time_stamp().to_seconds() * 1e9));
}

// ---- patterns --------------------------------------------------------------------------------

/// `*` and `?` do not mean a dot.
bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    for (std::size_t used = 0;; ++used) {
      if (fits(pattern.substr(1), name.substr(used))) return true;
      if (used == name.size() || name[used] == '.') return false;
    }
  }
  if (name.empty()) return false;
  const bool same = pattern.front() == '?' ? name.front() != '.' : pattern.front() == name.front();
  return same && fits(pattern.substr(1), name.substr(1));
}

/// The same at the end of a name, from a dot on.
bool fits_end(const std::string& pattern, std::string_view name) {
  while (true) {
    if (fits(pattern, name)) return true;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return false;
    name.remove_prefix(dot + 1);
  }
}

// ---- FST -------------------------------------------------------------------------------------

constexpr const char* kConverter = "vcd2fst";

/// The program that makes an FST, as a path; empty if it is not installed.
std::string converter() {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string program =
        (fs::path{folders.substr(begin, end - begin)} / kConverter).string();
    if (::access(program.c_str(), X_OK) == 0) return program;
    begin = end + 1;
  }
  return {};
}

/// Holds back the signals that end the program while others make files for it.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
    ::sigprocmask(SIG_BLOCK, &ending, &before_);
  }
  ~SignalsHeld() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// Begins to make the FST `to` out of the VCD `from`; the process, 0 if there is none. Signals end
/// it.
pid_t start_converter(std::string from, std::string to) {
  const std::string program = converter();
  std::array<char*, 4> arguments{const_cast<char*>(kConverter), from.data(), to.data(), nullptr};
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_WRONLY, 0);
  }
  posix_spawnattr_t ended;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&ended);
  posix_spawnattr_setsigmask(&ended, &none);
  posix_spawnattr_setflags(&ended, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int failed =
      ::posix_spawn(&process, program.c_str(), &silent, &ended, arguments.data(), environ);
  posix_spawnattr_destroy(&ended);
  posix_spawn_file_actions_destroy(&silent);
  return failed == 0 ? process : 0;
}

/// Writes the content of two files to `out`, if it is the same.
bool copy_same(const std::string& one, const std::string& other, std::ostream& out) {
  std::ifstream first{one, std::ios::binary};
  std::ifstream second{other, std::ios::binary};
  std::array<char, 1 << 16> piece{};
  std::array<char, 1 << 16> same{};
  do {
    first.read(piece.data(), piece.size());
    second.read(same.data(), same.size());
    const auto count = static_cast<std::size_t>(first.gcount());
    if (first.gcount() != second.gcount()) return false;
    if (std::memcmp(piece.data(), same.data(), count) != 0) return false;
    out.write(piece.data(), first.gcount());
  } while (first && second);
  return first.eof() && second.eof();
}

bool is_fst(const std::string& path) { return path.ends_with(".fst"); }

// ---- save file -------------------------------------------------------------------------------

/// How the save files begin that are written here.
constexpr const char* kMade = "[*] GTKWave save file, made by Plexus";

/// Has somebody arranged the rows of the save file `path` and saved them?
bool is_arranged(const fs::path& path) {
  std::ifstream in{path};
  std::string line;
  return std::getline(in, line) && !line.starts_with(kMade);
}

/// GTKWave's codes for how a row looks.
constexpr const char* kHexadecimal = "@22";
constexpr const char* kDecimal = "@24";
constexpr const char* kBinary = "@28";
constexpr const char* kText = "@820";

/// Signals that are read bit by bit.
bool is_mask(std::string_view name) {
  constexpr std::array<std::string_view, 6> kMasks{"held_mask", "reads", "readers",
                                                   "requests",  "state", "writes"};
  return std::ranges::find(kMasks, name) != kMasks.end();
}

const char* look_of(const VcdWriter::Variable& variable) {
  if (variable.kind == VcdWriter::Kind::kBit) return kBinary;
  if (variable.kind == VcdWriter::Kind::kText) return kText;
  return is_mask(variable.name) ? kHexadecimal : kDecimal;
}

constexpr int kRed = 1;   ///< of rows on which something was lost
constexpr int kBlue = 5;  ///< of twins

/// GTKWave's colours: 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 indigo, 7 violet; 0 its own.
int colour_of(PartKind kind) {
  switch (kind) {
    case PartKind::kNode:
      return 4;
    case PartKind::kLink:
      return 3;
    case PartKind::kChannel:
      return 2;
    case PartKind::kElement:
      return 6;
    case PartKind::kStore:
      return 7;
    case PartKind::kControl:
      break;
  }
  return 0;
}

constexpr int kWindow = 1500;     ///< pixels
constexpr int kRow = 21;          ///< height of a row
constexpr int kAroundRows = 190;  ///< height of all else
constexpr int kAroundWave = 110;  ///< width of all else but the names
constexpr int kLetter = 8;
constexpr int kMostRows = 40;  ///< that a screen shows

/// A twin's pin without the ending that says its direction, which is the model's name of it.
std::string bare(const std::string& pin) { return pin.substr(0, pin.rfind('_')); }

/// How little a pin tells by itself: 0 for whether the part does something.
std::size_t telling(const std::string& pin) {
  constexpr std::array kTelling{"busy", "state", "packet", "grant", "valid", "reads", "writes"};
  std::size_t rank = 0;
  while (rank < kTelling.size() && pin.find(kTelling[rank]) == std::string::npos) ++rank;
  return rank;
}

/// How far GTKWave is zoomed so that `length` ns are seen beside names of `names` pixels.
double zoom_of(std::int64_t length, int names) {
  // It shows 2 to the power of the negated zoom time units on 200 pixels, and rounds down.
  const double frames = (kWindow - names - kAroundWave) / 200.0;
  const auto shown = static_cast<double>(std::max<std::int64_t>(length, 1));
  return -std::log2(std::ceil(shown * 1.01 / frames) + 0.01);
}

void write_head(std::ostream& out, const std::string& wave, std::int64_t from, std::int64_t to,
                std::size_t rows, int names, std::optional<Cycles> failed) {
  const std::string save = fs::path{WaveFile::save_path(wave)}.filename().string();
  // GTKWave finds the dump beside the save file where both names begin alike.
  fmt::print(out,
             "{}: 10 ns are one cycle\n"
             "[dumpfile] \"/{}\"\n[savefile] \"/{}\"\n[timestart] {}\n[size] {} {}\n[pos] -1 -1\n"
             "*{:.6f} {}{}\n[sst_expanded] 0\n[signals_width] {}\n",
             kMade, fs::path{wave}.filename().string(), save, from, kWindow,
             kAroundRows + kRow * static_cast<int>(rows), zoom_of(to - from, names),
             failed ? std::to_string(kCycle * failed->count()) : "-1",
             " -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
             names);
}

/// A group of rows, which `body` writes.
template <typename Body>
void write_group(std::ostream& out, const std::string& name, bool open, const Body& body) {
  out << (open ? "@800200\n-" : "@c00200\n-") << name << '\n';
  body();
  out << (open ? "@1000200\n-" : "@1401200\n-") << name << '\n';
}

}  // namespace

bool means(const std::string& pattern, const std::string& name) {
  const bool is_label = pattern.find(' ') != std::string::npos;
  return is_label ? pattern == view_of(name).label : fits_end(pattern, name);
}

WaveFile::WaveFile(const std::string& path, WaveRange range, const std::string& option)
    : path_{path},
      range_{std::move(range)},
      wave_{option, path},
      save_{option, save_path(path)},
      vcd_{wave_.folder(), kCycle * range_.from.count(),
           range_.to ? std::optional{end_of(*range_.to)} : std::nullopt},
      meant_(range_.parts.size(), false) {
  if (!shows_everything()) {
    words_.look_only_at([this](const std::string& part) { return wants(part); });
  }
  refuse_same_file({path, save_.path().string()});
  keeps_save_file_ = is_arranged(save_.path());
  if (is_fst(path) && converter().empty()) {
    throw Refusal{RefusalClass::kUsage,
                  option + ' ' + path +
                      " asks for an FST, which vcd2fst makes, and that is not installed; it comes "
                      "with GTKWave. Or name a file that ends in .vcd."};
  }
}

WaveFile::~WaveFile() = default;

std::string WaveFile::save_path(const std::string& path) {
  return fs::path{path}.replace_extension(".gtkw").string();
}

bool WaveFile::wants(const std::string& part) const {
  if (shows_everything()) return true;
  const auto [known, is_new] = wanted_.try_emplace(part, false);
  if (!is_new) return known->second;
  bool& wanted = known->second;
  for (std::size_t i = 0; i < range_.parts.size(); ++i) {
    if (!means(range_.parts[i], part)) continue;
    wanted = meant_[i] = true;
  }
  return wanted;
}

void WaveFile::attach(const sc_core::sc_module& top, Story& story) {
  story_ = &story;
  top_ = top.name();
  raw_ = std::make_unique<raw_signals>(
      vcd_, [this](const std::string& signal) { return wants(signal); }, [this] { step(); });
  const auto shown = [&](const char* name, VcdWriter::Kind kind) -> std::optional<VcdWriter::Id> {
    if (!wants(top_ + '.' + name)) return std::nullopt;
    return vcd_.add(top_, name, kind);
  };
  cycle_ = shown("cycle", VcdWriter::Kind::kBits);
  clock_ = shown("clock", VcdWriter::Kind::kBit);
  // Pins cost the parts time, so they are asked for only where a pattern may mean some.
  if (shows_everything() || std::ranges::find(meant_, false) != meant_.end() ||
      std::ranges::any_of(range_.parts, [](const std::string& part) {
        return part.find('.') != std::string::npos;
      })) {
    trace_tree(raw_.get(), top);
  }
  for (std::size_t i = 0; i < meant_.size(); ++i) {
    if (meant_[i]) continue;
    throw Refusal{
        RefusalClass::kUsage,
        fmt::format("--wave-parts {} means no part of {}: name some as traces do, {}.node_0 "
                    "or node_*.",
                    range_.parts[i], top_, top_)};
  }
}

// ---- while it runs ---------------------------------------------------------------------------

void WaveFile::see(const SeenRow& row) { words_.see(row); }

/// A time step has ended. What happened in the one before is all known now.
void WaveFile::step() {
  const std::int64_t time = nanoseconds_now();
  if (time == now_) return;
  if (now_ >= 0) leave();
  pass_time(time);
  now_ = time;
}

/// Writes down all of the time step `now_`.
void WaveFile::leave() {
  story_->flush(Cycles{now_ / kCycle + 1});
  vcd_.at(now_);
  show_clock(now_);
  raw_->write();
  words_.settle(Cycles{now_ / kCycle},
                [this](std::uint32_t row, const std::string& text) { say(row, text); });
}

/// What changes by itself between the present time step and the one of time `until`. Where nothing
/// but the clock does for long, it is shown for a while at both ends, and not drawn between them.
void WaveFile::pass_time(std::int64_t until) {
  constexpr std::int64_t kShown = 500 * kCycle;
  std::int64_t time = now_;
  std::int64_t event = now_;
  while (true) {
    std::int64_t next = until;
    const auto data = words_.next();
    if (clock_ || cycle_) {
      std::int64_t edge = (time / kHalf + 1) * kHalf;
      const std::int64_t quiet_to = data ? std::min(until, kCycle * data->count()) : until;
      const std::int64_t again = (quiet_to / kCycle) * kCycle - kShown;
      if (time >= 0 && edge > event + kShown && edge < again - kShown) {
        stop_clock(edge);
        edge = again;
      }
      next = std::min(next, edge);
    }
    const bool begins = data && kCycle * data->count() <= next;
    if (begins) next = kCycle * data->count();
    if (next >= until || time < 0) return;
    time = next;
    vcd_.at(time);
    show_clock(time);
    if (begins) {
      event = time;
      words_.settle(*data, [this](std::uint32_t row, const std::string& text) { say(row, text); });
    }
  }
}

/// The clock is not drawn from here on, until it is shown again.
void WaveFile::stop_clock(std::int64_t time) {
  if (clock_stops_) return;
  clock_stops_ = true;
  vcd_.at(time);
  if (clock_) vcd_.digits(*clock_, "z");
  if (cycle_) vcd_.digits(*cycle_, "z");
}

void WaveFile::show_clock(std::int64_t time) {
  if (time % kHalf != 0) return;
  const bool rises = time % kCycle == 0;
  if (clock_) vcd_.bit(*clock_, rises);
  const bool goes_on = rises && std::exchange(clock_stops_, false);
  if (!cycle_ || !rises) return;
  const std::int64_t cycle = time / kCycle;
  vcd_.bits(*cycle_, static_cast<std::uint64_t>(cycle));
  std::int64_t step = 10;
  if (goes_on) {  // and the rulers have stood still
    for (std::size_t i = 0; step <= cycle; ++i, step *= 10) {
      vcd_.bits(ruler(i), static_cast<std::uint64_t>(cycle - cycle % step));
    }
    step = 10;
  }
  for (std::size_t i = 0; cycle > 0 && cycle % step == 0; ++i, step *= 10) {
    vcd_.bits(ruler(i), static_cast<std::uint64_t>(cycle));
  }
}

/// The row of the cycle by 10^(number + 1).
VcdWriter::Id WaveFile::ruler(std::size_t number) {
  while (rulers_.size() <= number) {
    const std::string name = "cycle_by_1" + std::string(rulers_.size() + 1, '0');
    rulers_.push_back(vcd_.add(top_, name, VcdWriter::Kind::kBits));
  }
  return rulers_[number];
}

void WaveFile::say(std::uint32_t number, const std::string& text) {
  while (ids_.size() <= number) {
    const RunWords::Row& row = words_.rows()[ids_.size()];
    ids_.push_back(vcd_.add(row.view.part, row.holds ? "holds" : "does", VcdWriter::Kind::kText));
  }
  vcd_.text(ids_[number], text);
}

std::string WaveFile::remark() const {
  std::string text;
  if (ended_ && kCycle * range_.from.count() > end_) {
    text += fmt::format("{} shows nothing: the run was over in cycle {}, before --wave-from {}.\n",
                        path_, end_ / kCycle, range_.from.count());
  }
  if (keeps_save_file_) {
    text += fmt::format("{} is as you arranged it: remove it to have it made anew.\n",
                        save_path(path_));
  }
  return text;
}

void WaveFile::end() {
  if (!raw_ || !sc_core::sc_start_of_simulation_invoked()) return;
  step();
  raw_->sample();
  leave();
  end_ = now_;
  shown_until_ = with_tail(end_);
  raw_.reset();
  ended_ = true;
}

void WaveFile::accompany(const TwinPins& twins, const std::string& different,
                         const std::string& signal) {
  if (!ended_) return;
  std::vector<std::optional<VcdWriter::Id>> ids;
  for (const TwinPins::Pin& pin : twins.pins) {
    ids.emplace_back();
    if (pin.name == "clk_i" || pin.name == "rst_ni" || !wants(pin.part)) continue;
    const auto kind = pin.width == 1 ? VcdWriter::Kind::kBit : VcdWriter::Kind::kBits;
    ids.back() = vcd_.add(pin.part + ".twin", pin.name, kind);
    twins_[pin.part].push_back(*ids.back());
  }
  for (const TwinPins::Change& change : twins.changes) {
    if (!ids[change.pin]) continue;
    vcd_.late(change.time, *ids[change.pin], change.value);
    shown_until_ = std::max(shown_until_, change.time);
  }
  different_ = different;
  signal_ = signal;
}

void WaveFile::complete(const std::optional<Fault>& failed) {
  end();
  if (!ended_) return;
  write_save_file(failed);
  if (is_fst(path_)) {
    const TemporaryFile vcd = temporary_for("The wave " + path_, wave_.folder());
    {
      std::ofstream out{vcd.path(), std::ios::binary};
      vcd_.finish(out, shown_until_, "none");  // else the converter writes that of the clock
      if (!out.flush()) lose_output("The wave " + path_, errno);
    }
    convert(vcd.path().string());
  } else {
    vcd_.finish(wave_.stream(), shown_until_);
  }
  wave_.complete();
  save_.complete();
}

void WaveFile::place() {
  if (!ended_) return;
  wave_.commit();
  if (!keeps_save_file_) save_.commit();
}

/// Has the FST made out of `vcd`: twice, at the same time, since the converter does not notice
/// every piece that it fails to write.
void WaveFile::convert(const std::string& vcd) {
  const std::string lost = "The wave " + path_ + ", which vcd2fst makes,";
  const SignalsHeld held;
  constexpr auto kNamed = TemporaryFile::Name::kHidden;  // it makes more beside them
  const TemporaryFile once = temporary_for(lost, wave_.folder(), kNamed);
  const TemporaryFile again = temporary_for(lost, wave_.folder(), kNamed);
  const std::array<std::string, 2> made{once.path().string(), again.path().string()};
  std::array<pid_t, 2> processes{};
  for (std::size_t i = 0; i < made.size(); ++i) processes[i] = start_converter(vcd, made[i]);
  const auto succeeds = [](pid_t process) {
    int status = 0;
    return process > 0 && ::waitpid(process, &status, 0) == process && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
  };
  const bool first = succeeds(processes[0]);
  const bool second = succeeds(processes[1]);
  for (const std::string& file : made) ::unlink((file + ".hier").c_str());  // of one that gave up
  if (!first || !second || !copy_same(made[0], made[1], wave_.stream())) lose_output(lost);
}

// ---- save file -------------------------------------------------------------------------------

void WaveFile::write_row(std::ostream& out, const char* look, int colour, const std::string& label,
                         VcdWriter::Id id) const {
  out << look << '\n';
  if (colour != 0) out << "[color] " << colour << '\n';
  const std::string name = vcd_.variables()[id].full_name();
  if (label.empty()) {
    out << name << '\n';
  } else {
    out << "+{" << label << "} " << name << '\n';
  }
}

/// The pins of the model of a part.
std::vector<VcdWriter::Id> WaveFile::model_pins(const std::string& part) const {
  std::vector<VcdWriter::Id> pins;
  for (VcdWriter::Id id = 0; id < vcd_.variables().size(); ++id) {
    const VcdWriter::Variable& pin = vcd_.variables()[id];
    if (pin.scope == part && pin.kind != VcdWriter::Kind::kText) pins.push_back(id);
  }
  return pins;
}

/// How many rows the open group of the part that differs takes.
std::size_t WaveFile::rows_of_difference() const {
  const auto different = twins_.find(different_);
  if (different == twins_.end()) return 0;
  return model_pins(different_).size() + different->second.size() + 5;
}

/// Both sides of each part that has a twin: what it does in words, the model's pins, each with the
/// twin's beside it. Open is the group of the part that differs; what differs is red and comes
/// first.
void WaveFile::write_twins(std::ostream& out,
                           const std::map<std::string, std::string>& words) const {
  if (twins_.empty()) return;
  std::map<std::string, std::string> parts;  // by the order of their rows
  for (const auto& [part, ids] : twins_) {
    parts[std::string(1, part == different_ ? '0' : '1') + words_.view(part).order] = part;
  }
  write_group(out, "model and twin", !different_.empty(), [&] {
    for (const auto& in_order : parts) {
      const std::string& part = in_order.second;
      write_group(out, words_.view(part).label, part == different_, [&] {
        if (const auto row = words.find(part); row != words.end()) {
          out << kText << '\n' << "+{model says} " << row->second << '\n';
        }
        std::map<std::string, std::pair<std::vector<VcdWriter::Id>, std::vector<VcdWriter::Id>>>
            pins;
        for (const VcdWriter::Id id : model_pins(part)) {
          pins[vcd_.variables()[id].name].first.push_back(id);
        }
        for (const VcdWriter::Id id : twins_.at(part)) {
          const std::string& name = vcd_.variables()[id].name;
          pins[pins.contains(name) ? name : bare(name)].second.push_back(id);
        }
        const auto differs = [&](const std::string& name) {
          return part == different_ && (name == signal_ || name == bare(signal_));
        };
        for (const bool different : {true, false}) {
          for (const auto& [name, sides] : pins) {
            if (differs(name) != different) continue;
            for (const VcdWriter::Id id : sides.first) {
              write_row(out, look_of(vcd_.variables()[id]), different ? kRed : 0, "model " + name,
                        id);
            }
            for (const VcdWriter::Id id : sides.second) {
              const VcdWriter::Variable& pin = vcd_.variables()[id];
              write_row(out, look_of(pin), different ? kRed : kBlue, "twin " + pin.name, id);
            }
          }
        }
      });
    }
  });
}

/// The row of cycles whose numbers can be read where the wave from `from` to `to` stands beside
/// `names` pixels of names: every cycle, every tenth, every hundredth, ..
std::optional<VcdWriter::Id> WaveFile::ruler_of(std::int64_t from, std::int64_t to,
                                                int names) const {
  if (!cycle_) return std::nullopt;
  constexpr double kDigit = 7;  // pixels
  const double digits = static_cast<double>(std::to_string(to / kCycle).size());
  const double most = (kWindow - names - kAroundWave) / (kDigit * digits + 6);
  double steps = static_cast<double>(to - from) / static_cast<double>(kCycle);
  VcdWriter::Id ruler = *cycle_;
  for (const VcdWriter::Id next : rulers_) {
    if (steps <= most) break;
    ruler = next;
    steps /= 10;
  }
  return ruler;
}

/// Rows in the order in which data flow: what a node holds, what leaves it, the next node. Groups
/// that are closed at first: what programs wait for, if there is much else, and the pins of each
/// part.
void WaveFile::write_save_file(const std::optional<Fault>& failed) {
  struct Row {
    std::string order;
    bool does = false;
    VcdWriter::Id id = 0;
    const RunWords::Row* words = nullptr;
    bool operator<(const Row& other) const {
      return std::tie(order, does) < std::tie(other.order, other.does);
    }
  };
  std::vector<Row> overview;
  std::vector<Row> waits;
  std::map<std::string, std::vector<VcdWriter::Id>> pins;  // by the order of their part
  std::vector<bool> worded(vcd_.variables().size(), false);
  std::size_t longest = 8;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const RunWords::Row& row = words_.rows()[i];
    const bool waits_only = row.view.kind == PartKind::kNode && !row.holds;
    (waits_only ? waits : overview).push_back({row.view.order, !row.holds, ids_[i], &row});
    worded[ids_[i]] = true;
    longest = std::max(longest, row.view.label.size() + (row.holds ? 6 : 0));
  }
  std::ranges::sort(overview, std::less<>{});
  std::ranges::sort(waits, std::less<>{});
  std::map<std::string, std::string> words_of_part;  // full names of rows
  for (const Row& row : overview) {
    if (row.does && !twins_.empty())
      words_of_part[row.words->view.part] = vcd_.variables()[row.id].full_name();
  }
  constexpr std::string_view kModel = "model ";
  for (const auto& [part, ids] : twins_) {
    for (const VcdWriter::Id id : ids) {
      worded[id] = true;
      longest = std::max(longest, kModel.size() + vcd_.variables()[id].name.size());
    }
  }
  const int names = kLetter * static_cast<int>(longest) + 40;
  const std::int64_t from = std::min(kCycle * range_.from.count(), end_);
  const std::int64_t to = range_.to ? std::min(end_of(*range_.to), shown_until_) : shown_until_;
  const std::optional<VcdWriter::Id> ruler = ruler_of(from, to, names);
  const std::string* part = nullptr;  // whose pins are `its_pins`
  std::vector<VcdWriter::Id>* its_pins = nullptr;
  for (VcdWriter::Id id = 0; id < worded.size(); ++id) {
    if (worded[id] || id == ruler) continue;
    if (const std::string& next = vcd_.variables()[id].scope; part == nullptr || *part != next) {
      part = &next;
      its_pins = &pins[words_.view(next).order];
    }
    its_pins->push_back(id);
  }

  const bool all_fit = overview.size() + waits.size() <= kMostRows;
  const auto rows =
      std::min<std::size_t>(kMostRows, overview.size() + 8 + (all_fit ? waits.size() : 0));
  const std::size_t difference = rows_of_difference();
  std::ostream& out = save_.stream();
  write_head(out, path_, from, to, rows + difference, names,
             failed ? std::optional{failed->cycle} : std::nullopt);
  const auto group = [&out](const std::string& name, bool open, const auto& body) {
    write_group(out, name, open, body);
  };
  if (ruler) write_row(out, kDecimal, 0, "cycle", *ruler);
  write_twins(out, words_of_part);
  group("overview", true, [&] {
    for (const Row& row : overview) {
      const std::string label = row.words->view.label + (row.words->holds ? " holds" : "");
      const bool guilty = failed && row.words->view.part == failed->part;
      write_row(out, kText, row.words->lost || guilty ? kRed : colour_of(row.words->view.kind),
                label, row.id);
    }
  });
  if (!waits.empty()) {
    group("programs", all_fit, [&] {
      for (const Row& row : waits) write_row(out, kText, 5, row.words->view.label, row.id);
    });
  }
  if (pins.empty()) return;
  group("pins", false, [&] {
    for (const auto& in_order : pins) {
      const auto& ids = in_order.second;
      const std::string& scope = vcd_.variables()[ids.front()].scope;
      group(scope == top_ ? top_ : scope.substr(scope.find('.') + 1), false, [&] {
        for (const VcdWriter::Id id : ids) {
          write_row(out, look_of(vcd_.variables()[id]), 0, "", id);
        }
      });
    }
  });
}

void write_twin_save_file(std::ostream& out, const std::string& wave, const TwinPins& twins,
                          std::optional<Cycles> failed) {
  std::map<std::string, std::vector<const TwinPins::Pin*>> parts;  // by the order of their rows
  std::map<std::string, std::string> labels;
  std::size_t longest = 12;
  for (const TwinPins::Pin& pin : twins.pins) {
    const PartView view = view_of(pin.part);
    parts[view.order].push_back(&pin);
    labels[view.order] = view.label;
    longest = std::max(longest, pin.name.size() + view.label.size() + 1);
  }
  std::vector<bool> lives(twins.pins.size(), false);  // does it change in the run?
  for (const TwinPins::Change& change : twins.changes) {
    lives[change.pin] = lives[change.pin] || change.time > 0;
  }
  const std::size_t each =
      std::max<std::size_t>(1, kMostRows / std::max<std::size_t>(1, parts.size()));
  std::vector<const TwinPins::Pin*> overview;
  for (const auto& [order, pins] : parts) {
    std::vector<const TwinPins::Pin*> told;
    for (const TwinPins::Pin* const pin : pins) {
      const auto number = static_cast<std::size_t>(pin - twins.pins.data());
      // Masks and data are read where the groups are opened.
      const bool tells = pin->width <= 32 && !is_mask(bare(pin->name));
      if (is_output(*pin) && lives[number] && tells) told.push_back(pin);
    }
    std::ranges::stable_sort(told, std::less<>{},
                             [](const TwinPins::Pin* pin) { return telling(pin->name); });
    told.resize(std::min(told.size(), each));
    overview.insert(overview.end(), told.begin(), told.end());
  }
  const std::size_t rows = std::min<std::size_t>(kMostRows, overview.size() + parts.size() + 4);
  write_head(out, wave, 0, with_tail(twins.end), rows, kLetter * static_cast<int>(longest) + 40,
             failed);
  const auto write_pin = [&](const TwinPins::Pin& pin, const std::string& before, int colour) {
    const bool mask = pin.width > 1 && is_mask(bare(pin.name));
    out << (pin.width == 1 ? kBinary : mask ? kHexadecimal : kDecimal) << '\n';
    if (colour != 0) out << "[color] " << colour << '\n';
    out << "+{" << before << pin.name << "} " << pin.full_name() << '\n';
  };
  write_group(out, "overview", true, [&] {
    for (const TwinPins::Pin* const pin : overview) {
      write_pin(*pin, view_of(pin->part).label + ' ', kBlue);
    }
  });
  for (const auto& in_order : parts) {
    const auto& pins = in_order.second;
    write_group(out, labels[in_order.first], false, [&] {
      for (const bool output : {true, false}) {
        for (const TwinPins::Pin* const pin : pins) {
          if (is_output(*pin) == output) write_pin(*pin, "", 0);
        }
      }
    });
  }
}

std::int64_t with_tail(std::int64_t end) {
  constexpr std::int64_t kTail = 16;  // the share of the run that is shown after its end
  return end + kCycle * std::max<std::int64_t>(1, (end / kCycle + kTail - 1) / kTail);
}

void trace_tree(sc_core::sc_trace_file* file, const sc_core::sc_object& top) {
  top.trace(file);
  for (const sc_core::sc_object* const part : top.get_child_objects()) trace_tree(file, *part);
}

}  // namespace plexus
