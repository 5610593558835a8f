#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <ostream>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/values.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/outputs/vcd_writer.hpp"
#include "testbenches/prove/proof.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

/// One `plexus prove`.
struct ProofWords {
  std::string block;  ///< BLOCK=FILE
  ProofRequest request;
  std::optional<std::string> time_limit;
  std::optional<std::string> vcd;
  bool json = false;
  WordsLeft rest;  ///< sizes
};

/// What is said behind `prove` goes to `words`.
void declare_prove(CLI::App& app, ProofWords& words) {
  app.allow_extras();
  app.description(
      "Proves what a SystemVerilog block promises, for all inputs and for ever, or shows the "
      "shortest way to break it. BLOCK=FILE.sv asks it of your file.");
  app.footer("plexus prove BLOCK --help shows the sizes.");
  declare(app, "BLOCK", words.block);
  declare(app, "--property NAME", words.request.properties,
          "only this one; may stand several times");
  declare(app, "--equivalent", words.request.equivalent,
          "of FILE.sv: its outputs are those of the block in every cycle");
  declare(app, "--time-limit S", words.time_limit,
          "seconds of the whole answer, default 60; what they are too short for is held or "
          "undecided. Each tool has 3 GB");
  declare(app, "--vcd FILE", words.vcd, "a wave of the first way to break a property");
  declare(app, "--json", words.json, "the answer as one JSON object");
}

/// The block that is named, of which help is to be given or something proved.
BlockSource block_asked(const std::string& name) {
  if (auto block = find_block(name)) return *block;
  refuse("'{}' is no block:{}", name,
         guess(name, block_names(), " plexus prove --help names them."));
}

/// Its help: of all blocks, or of one.
void show(const Catalogue& /*catalogue*/, ProofWords& words, const HelpPage& page,
          std::ostream& out) {
  const std::string name = words.block.substr(0, words.block.find('='));
  page.print_head(out, name.empty() ? "" : fmt::format("prove {}[=FILE.sv]", name));
  out << '\n';
  if (name.empty()) {
    print_term(out, "blocks", {fmt::format("{}", fmt::join(block_names(), ", "))});
  } else {
    const BlockSource block = block_asked(name);
    print_paragraph(out, block.help);
    print_sizes(out << '\n', block);
  }
  out << '\n';
  page.print_options(out);
  page.print_foot(out);
}

/// Completes what is asked of the block.
void complete_request(const ProofWords& words, const std::string& name, ProofRequest& request) {
  CLI::App app{"", "plexus prove " + name};
  add_sizes(app, request.block);
  const Texts said = read_rest(app, words.rest);
  for (const BlockParameter& parameter : request.block.parameters) {
    const std::string* const text = find_text(said, parameter.option());
    const std::int64_t value = text == nullptr
                                   ? parameter.fallback
                                   : read_integer(parameter.key(), *text, parameter.range());
    parameter.check(value);
    request.sizes.emplace_back(parameter.name, value);
  }
  if (words.time_limit) {
    const std::int64_t seconds = read_integer("time_limit", *words.time_limit, "1 .. 86400");
    if (seconds < 1 || seconds > 86400) {
      refuse(RefusalClass::kRange, "--time-limit {} is out of range: choose 1 .. 86400.", seconds);
    }
    request.seconds = static_cast<unsigned>(seconds);
  }
  if (name != words.block) {
    request.users = find_users_block(request.block, words.block.substr(name.size() + 1));
  }
  if (request.equivalent && !request.users) {
    refuse(
        "--equivalent compares a file with the block: name it, as in plexus prove {}=mine.sv "
        "--equivalent.",
        name);
  }
}

std::string verdict_of(const Json& property) {
  const std::string verdict = property["verdict"];
  std::string words;
  if (verdict == "proved") {
    words = fmt::format("proved    {}", plain_text(property["how"]));
  } else if (verdict == "refuted") {
    words = property.contains("trace")
                ? fmt::format("refuted   in cycle {}", property["cycles"].get<std::size_t>() - 1)
                : "refuted   it never happens";
  } else if (verdict == "held") {
    words =
        fmt::format("held      for {} cycles, the time was over", plain_text(property["cycles"]));
  } else {
    words = property["cycles"] == 0 ? "undecided the time was over"
                                    : fmt::format(
                                          "undecided not seen in {} cycles, the time was "
                                          "over",
                                          plain_text(property["cycles"]));
  }
  const auto trigger = property.find("trigger");
  if (trigger != property.end()) {
    words += trigger->is_null()     ? "; vacuous: what it speaks of never happens"
             : trigger->is_string() ? "; not seen to apply so far"
                                    : fmt::format("; first applies in cycle {}", trigger->dump());
  }
  return words;
}

/// Pins in rows, cycles in columns.
void print_trace(std::ostream& out, const Json& trace) {
  std::size_t name = 5;
  std::size_t width = 1;
  const std::size_t cycles = trace[0]["values"].size();
  for (const Json& pin : trace) {
    name = std::max(name, pin["name"].get_ref<const std::string&>().size());
    width = std::max(width, pin["values"][0].get_ref<const std::string&>().size());
  }
  constexpr std::size_t kColumns = 100;
  const std::size_t in_a_row = std::max<std::size_t>(1, (kColumns - name - 6) / (width + 1));
  for (std::size_t from = 0; from < cycles; from += in_a_row) {
    const std::size_t to = std::min(from + in_a_row, cycles);
    fmt::print(out, "    {:<{}}", "cycle", name + 2);
    const std::size_t column = std::max(width, std::to_string(cycles - 1).size());
    for (std::size_t cycle = from; cycle < to; ++cycle) fmt::print(out, " {:>{}}", cycle, column);
    out << '\n';
    for (const Json& pin : trace) {
      fmt::print(out, "    {:<{}}", pin["name"].get_ref<const std::string&>(), name + 2);
      for (std::size_t cycle = from; cycle < to; ++cycle) {
        fmt::print(out, " {:>{}}", pin["values"][cycle].get_ref<const std::string&>(), column);
      }
      out << '\n';
    }
  }
}

bool is_unfinished(const Json& answer) {
  return std::ranges::any_of(answer["properties"], [](const Json& one) {
    return one["verdict"] == "held" || one["verdict"] == "undecided";
  });
}

void print_answer(std::ostream& out, const ProofWords& words, const Json& answer) {
  const ProofRequest& request = words.request;
  fmt::print(out, "{}{}: {} with {}\n", request.block.name,
             request.users ? '=' + request.users->path.string() : "",
             request.equivalent ? "compared" : "asked",
             fmt::join(answer["tools"].get<std::vector<std::string>>(), " and "));
  if (!request.sizes.empty()) out << "\nparameters\n";
  for (const auto& [name, size] : answer["parameters"].items()) {
    fmt::print(out, "  {:<20} {}\n", name, size.dump());
  }
  if (!answer["assumptions"].empty()) out << "\nassumed never to happen\n";
  for (const Json& one : answer["assumptions"]) {
    fmt::print(out, "  {:<20} {}\n", plain_text(one["name"]), plain_text(one["says"]));
  }
  fmt::print(out, "\n{}\n", request.equivalent ? "outputs" : "properties");
  std::size_t longest = 20;
  for (const Json& one : answer["properties"]) {
    longest = std::max(longest, one["name"].get_ref<const std::string&>().size());
  }
  for (const Json& one : answer["properties"]) {
    fmt::print(out, "  {:<{}} {}\n", plain_text(one["name"]), longest, verdict_of(one));
  }
  const auto names = [&](const char* key) { return answer[key].get<std::vector<std::string>>(); };
  if (const auto left_out = names("left_out"); !left_out.empty()) {
    fmt::print(out, "\nNot asked, since they speak of registers that are ours: {}.\n",
               fmt::join(left_out, ", "));
  }
  if (const auto assumed = names("not_granted"); !assumed.empty()) {
    fmt::print(out,
               "\nNot taken for granted, since they speak of registers that are ours: {}.\nWhat is "
               "refuted may need inputs that break them.\n",
               fmt::join(assumed, ", "));
  }
  if (is_unfinished(answer)) {
    fmt::print(out,
               "\nThe time, {} s, was too short: --time-limit S gives more, smaller sizes need "
               "less.\n",
               request.seconds);
  }
  for (const Json& one : answer["properties"]) {
    if (!one.contains("trace")) continue;
    fmt::print(out, "\n{} in cycle {}: {}\n", plain_text(one["name"]),
               one["cycles"].get<std::size_t>() - 1,
               one["says"] == "" ? "it does not hold" : plain_text(one["says"]));
    print_trace(out, one["trace"]);
  }
}

/// A name in a wave.
std::string plain_name(std::string name) {
  std::ranges::replace_if(
      name, [](char letter) { return letter == ' ' || letter == '.'; }, '_');
  return name;
}

/// Pins of the first property that is refuted, with a marker in the cycle in which it breaks.
void write_wave(OutputFile& file, const ProofWords& words, const Json& property) {
  constexpr std::int64_t kCycle = 10;
  VcdWriter wave{0, std::nullopt};
  const std::string scope = words.request.block.name;
  const Json& trace = property["trace"];
  const std::size_t cycles = trace[0]["values"].size();
  std::vector<VcdWriter::Id> pins;
  const VcdWriter::Id clock = wave.add(scope, "clk_i", VcdWriter::Kind::kBit);
  const std::string broken =
      fmt::format("broken {}", property["name"].get_ref<const std::string&>());
  const VcdWriter::Id marker = wave.add(scope, plain_name(broken), VcdWriter::Kind::kBit);
  for (const Json& pin : trace) {
    pins.push_back(wave.add(scope, plain_name(pin["name"]), VcdWriter::Kind::kBits,
                            pin["width"].get<unsigned>()));
  }
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    wave.at(kCycle * static_cast<std::int64_t>(cycle));
    wave.bit(clock, false);
    for (std::size_t i = 0; i < pins.size(); ++i) {
      std::string digits;
      for (const char digit : trace[i]["values"][cycle].get_ref<const std::string&>()) {
        const unsigned value = static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
        for (int bit = 3; bit >= 0; --bit) digits += (value >> bit & 1U) != 0 ? '1' : '0';
      }
      wave.digits(pins[i], digits.substr(digits.size() - trace[i]["width"].get<std::size_t>()));
    }
    wave.bit(marker, cycle + 1 == cycles);
    wave.at(kCycle * static_cast<std::int64_t>(cycle) + kCycle / 2);
    wave.bit(clock, true);
  }
  wave.finish(file.stream(), kCycle * static_cast<std::int64_t>(cycles));
  file.commit();
}

/// Tells a person who waits what is being asked.
class Watch {
 public:
  Watch(std::ostream& err, const ProofRequest& request) : request_{request}, err_{err} {
    if (Terminal::of(err).person) teller_ = std::jthread{[this](auto stop) { show(stop); }};
  }

  void tell(const std::string& what) {
    const std::lock_guard lock{mutex_};
    what_ = what;
  }

 private:
  void show(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    Progress progress{err_};
    std::unique_lock lock{mutex_};
    const auto never = [] { return false; };
    while (!stop.stop_requested()) {
      awake_.wait_for(lock, stop, std::chrono::milliseconds{250}, never);
      const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - begin;
      progress.tell(fmt::format("{}: {}; {:.0f} s of at most {}", request_.block.name, what_,
                                so_far.count(), request_.seconds));
    }
  }

  const ProofRequest& request_;
  std::ostream& err_;
  std::mutex mutex_;
  std::string what_;
  std::condition_variable_any awake_;
  std::jthread teller_;  ///< the last member: it uses the others
};

/// Proves it: kVerified if all is proved, kWrong if something is refuted, kFaulted if the time was
/// over before.
int carry_out_proof(const Catalogue& /*catalogue*/, ProofWords& read, std::ostream& out,
                    std::ostream& err, Ending /*ending*/) {
  if (read.block.empty()) {
    refuse("No block is named: say plexus prove BLOCK; plexus prove --help names them.");
  }
  const std::string block = read.block.substr(0, read.block.find('='));
  read.request.block = block_asked(block);
  complete_request(read, block, read.request);
  std::optional<OutputFile> wave;
  if (read.vcd && !read.vcd->ends_with(".vcd")) {
    refuse("--vcd {} does not end in .vcd: name it so.", *read.vcd);
  }
  if (read.vcd) wave.emplace("--vcd", *read.vcd);
  std::vector<std::pair<std::string, double>> times;
  std::optional<Watch> watch{std::in_place, err, read.request};
  read.request.tell = [&](const std::string& what) { watch->tell(what); };
  Json answer = prove(read.request, times);
  watch.reset();
  Json sizes = Json::object();
  for (const BlockParameter& parameter : read.request.block.parameters) {
    const auto size = std::ranges::find(read.request.sizes, parameter.name,
                                        &std::pair<std::string, std::int64_t>::first);
    sizes[parameter.key()] = size->second;
  }
  answer["block"] = read.request.block.name;
  answer["parameters"] = std::move(sizes);
  answer["version"] = PLEXUS_VERSION;
  if (read.request.users) answer["file"] = read.request.users->path.string();
  bool refuted = false;
  for (const Json& one : answer["properties"]) {
    if (one["verdict"] == "refuted" && one.contains("trace") && !refuted && wave) {
      write_wave(*wave, read, one);
    }
    refuted = refuted || one["verdict"] == "refuted";
  }
  if (read.json) {
    out << dumped(answer) << '\n';
  } else {
    print_answer(out, read, answer);
  }
  for (const auto& [name, seconds] : times) fmt::print(err, "{:>9.2f} s  {}\n", seconds, name);
  return refuted ? kWrong : is_unfinished(answer) ? kFaulted : kVerified;
}

}  // namespace

std::unique_ptr<Command> make_prove() {
  return std::make_unique<RequestCommand<ProofWords, declare_prove, carry_out_proof, show>>();
}

}  // namespace plexus
