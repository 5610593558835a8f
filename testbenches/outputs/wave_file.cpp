#include "testbenches/outputs/wave_file.hpp"

#include <sysc/tracing/sc_tracing_ids.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "hw/time/clock_period.hpp"

namespace plexus {

/// The clock that a wave shows, and the cycle that it has reached. No part listens to it.
class wave_clock final : public sc_core::sc_module {
 public:
  explicit wave_clock(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(wave_clock);
    SC_METHOD(tick);
  }

  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, cycle_, "cycle");
    sc_core::sc_trace(file, clock_, "clock");
  }

  /// Takes the values of the present time step.
  void show() {
    cycle_ = static_cast<std::uint64_t>(period_.now().count());
    clock_ = sc_core::sc_time_stamp() - period_.time(period_.now()) < half();
  }

 private:
  /// Two edges per cycle, as long as others have something to do: who waits until all else that
  /// happens in this time step has happened, sees whether anything is left for later ones.
  void tick() {
    show();
    if (sc_core::sc_pending_activity_at_current_time()) {
      next_trigger(sc_core::SC_ZERO_TIME);
    } else if (sc_core::sc_pending_activity_at_future_time()) {
      next_trigger(half());
    }
  }
  [[nodiscard]] sc_core::sc_time half() const { return period_.time(1_cycles) / 2; }

  ClockPeriod period_;
  std::uint64_t cycle_ = 0;
  bool clock_ = false;
};

namespace {

namespace fs = std::filesystem;

/// Keeps the kernel from printing reports of one kind, as long as it lives.
class Silence {
 public:
  explicit Silence(const char* id)
      : id_{id}, before_{sc_core::sc_report_handler::set_actions(id, sc_core::SC_DO_NOTHING)} {}
  ~Silence() { sc_core::sc_report_handler::set_actions(id_, before_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  const char* id_;
  sc_core::sc_actions before_;
};

/// Writes down the values of the present time step. The kernel does so when time advances, which it
/// does not do after an error.
void show_last_instant(sc_core::sc_trace_file& file) {
  struct Kernel : sc_core::sc_trace_file {
    using sc_core::sc_trace_file::cycle;
  };
  (file.*&Kernel::cycle)(false);
}

/// A name in pieces, numbers apart: compares so that node_2 comes before node_10.
using NaturalKey = std::vector<std::pair<std::uint64_t, std::string>>;

NaturalKey natural_key(const std::string& name) {
  NaturalKey key;
  for (std::size_t at = 0; at < name.size();) {
    const auto is_digit = [](unsigned char letter) { return std::isdigit(letter) != 0; };
    const bool digits = is_digit(static_cast<unsigned char>(name[at]));
    const auto end = std::find_if(
        name.begin() + static_cast<std::ptrdiff_t>(at), name.end(),
        [&](char letter) { return is_digit(static_cast<unsigned char>(letter)) != digits; });
    const std::string piece{name.begin() + static_cast<std::ptrdiff_t>(at), end};
    if (digits && piece.size() < 19) {
      key.emplace_back(std::stoull(piece), "");
    } else {
      key.emplace_back(0, piece);
    }
    at += piece.size();
  }
  return key;
}

/// A variable as the header of a VCD declares it.
struct Variable {
  std::string name;   ///< `packet`
  std::string range;  ///< `[63:0]`, or nothing
  int width = 1;
};

/// Variables by the full name of what they belong to.
using Scopes = std::map<std::string, std::vector<Variable>>;

Scopes read_header(std::istream& vcd) {
  Scopes scopes;
  std::vector<std::string> path;
  for (std::string word; vcd >> word && word != "$enddefinitions";) {
    if (!word.starts_with('$')) continue;
    std::vector<std::string> section;
    for (std::string part; vcd >> part && part != "$end";) section.push_back(part);
    if (word == "$upscope" && !path.empty()) path.pop_back();
    if (word == "$scope" && section.size() > 1) path.push_back(section[1]);
    if (word != "$var" || section.size() < 4) continue;
    std::string scope;
    for (const std::string& name : path) scope += (scope.empty() ? "" : ".") + name;
    scopes[scope].push_back(
        {section[3], section.size() > 4 ? section[4] : std::string{}, std::stoi(section[1])});
  }
  return scopes;
}

/// Where a part stands among the others: by its name, but a link behind the node that it leaves.
NaturalKey place_of(const std::string& scope, const Scopes& scopes) {
  static const std::regex link_name{R"((.*)\.[^.]+\.(link_(\d+)_to_[^.]+))"};
  std::smatch parts;
  if (std::regex_match(scope, parts, link_name)) {
    const std::string node = parts[1].str() + ".node_" + parts[3].str();
    if (scopes.contains(node)) return natural_key(node + '.' + parts[2].str());
  }
  return natural_key(scope);
}

template <std::size_t Size>
bool is_one_of(const std::string& name, const std::array<std::string_view, Size>& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Signals that are read bit by bit.
constexpr std::array<std::string_view, 6> kMasks{"holds",    "reads", "readers",
                                                 "requests", "state", "writes"};
/// Signals that tell at a glance what a part is doing.
constexpr std::array<std::string_view, 5> kOverview{"busy", "held_blocks", "occupancy",
                                                    "queue_depth", "waiting"};

/// GTKWave's codes for how a row looks.
constexpr const char* kHexadecimal = "@22";
constexpr const char* kDecimal = "@24";
constexpr const char* kBinary = "@28";

const char* radix_of(const Variable& variable) {
  if (variable.width == 1) return kBinary;
  return is_one_of(variable.name, kMasks) ? kHexadecimal : kDecimal;
}

void show_signal(std::ostream& out, const std::string& scope, const Variable& variable) {
  out << radix_of(variable) << '\n' << scope << '.' << variable.name << variable.range << '\n';
}

}  // namespace

void WaveFile::Close::operator()(sc_core::sc_trace_file* file) const {
  const Silence nothing_was_traced{sc_core::SC_ID_TRACING_CLOSE_EMPTY_FILE_};
  sc_core::sc_close_vcd_trace_file(file);
}

WaveFile::WaveFile(const std::string& path, const std::string& option)
    : vcd_{option, path}, save_{option, save_path(path)}, raw_{vcd_.temporary().string() + ".vcd"} {
  refuse_same_file({path, save_.path().string()});
}

std::string WaveFile::save_path(const std::string& path) {
  return fs::path{path}.replace_extension(".gtkw").string();
}

WaveFile::~WaveFile() = default;

void WaveFile::attach(sc_core::sc_module& top) {
  const Silence time_unit{sc_core::SC_ID_TRACING_TIMESCALE_UNIT_};
  const Silence old_interface{sc_core::SC_ID_IEEE_1666_DEPRECATION_};        // sc_signal::trace
  file_.reset(sc_core::sc_create_vcd_trace_file(vcd_.temporary().c_str()));  // adds the .vcd
  file_->set_time_unit(1, sc_core::SC_NS);
  clock_ = std::make_unique<wave_clock>("wave_clock");
  clock_->trace(file_.get());
  trace_tree(file_.get(), top);
}

void WaveFile::end() {
  if (!file_ || !sc_core::sc_start_of_simulation_invoked()) return;
  clock_->show();
  show_last_instant(*file_);
  file_.reset();
  ended_ = true;
}

void WaveFile::finish() {
  end();
  if (!ended_) return;
  std::ifstream raw{raw_->path(), std::ios::binary};
  if (!raw) throw std::runtime_error{"The kernel could not write " + vcd_.path().string() + "."};
  copy_vcd(raw, vcd_.stream());
  raw.clear();
  raw.seekg(0);
  write_save_file(raw, save_.stream());
  vcd_.commit();
  save_.commit();
  raw_.reset();
}

void trace_tree(sc_core::sc_trace_file* file, const sc_core::sc_object& top) {
  top.trace(file);
  for (const sc_core::sc_object* const part : top.get_child_objects()) trace_tree(file, *part);
}

void copy_vcd(std::istream& vcd, std::ostream& out) {
  out << "$version\n     Plexus\n$end\n";
  std::string time;  // written last
  for (std::string line; std::getline(vcd, line);) {
    if (line.starts_with("$date") || line.starts_with("$version")) {
      while (line.find("$end") == std::string::npos && std::getline(vcd, line)) continue;
      continue;
    }
    if (line.empty()) continue;
    if (line.starts_with("$dumpvars") && time.empty()) out << (time = "#0") << '\n';
    if (line.starts_with('#')) {
      if (line == time) continue;
      time = line;
    }
    out << line << '\n';
  }
}

void write_save_file(std::istream& vcd, std::ostream& out) {
  const Scopes scopes = read_header(vcd);
  std::vector<std::pair<NaturalKey, std::string>> order;
  for (const auto& [scope, variables] : scopes) order.emplace_back(place_of(scope, scopes), scope);
  std::ranges::sort(order);

  out << "[*] GTKWave save file, made by Plexus: 10 ns are one cycle\n[timestart] 0\n";
  const auto group = [&](const std::string& name, bool open, const auto& rows) {
    out << (open ? "@800200\n-" : "@c00200\n-") << name << '\n';
    rows();
    out << (open ? "@1000200\n-" : "@1401200\n-") << name << '\n';
  };
  const auto is_root = [](const std::string& scope) {
    return scope.find('.') == std::string::npos;
  };
  for (const auto& [key, scope] : order) {
    if (!is_root(scope)) continue;
    for (const Variable& variable : scopes.at(scope)) show_signal(out, scope, variable);
  }
  group("overview", true, [&] {
    for (const auto& [key, scope] : order) {
      for (const Variable& variable : scopes.at(scope)) {
        if (is_one_of(variable.name, kOverview)) show_signal(out, scope, variable);
      }
    }
  });
  for (const auto& [key, scope] : order) {
    if (is_root(scope)) continue;
    group(scope.substr(scope.find('.') + 1), false, [&, &part = scope] {
      for (const Variable& variable : scopes.at(part)) show_signal(out, part, variable);
    });
  }
}

}  // namespace plexus
