#include "models/ensemble/study.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/ensemble/formula.hpp"

namespace plexus {

namespace {

using paper_1986::Letters;
using paper_1986::value_of;

// ---- The tables ---------------------------------------------------------------------------------

/// What a cell of the paper's tables is, for all k, N, tau, b.
enum class Verdict {
  kRight,    ///< equal to its section's formula
  kBound,    ///< above it, as the paper claims
  kNoBound,  ///< for some k, N, tau, b below it
  kWrong,    ///< another formula than its section's
};

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kRight:
      return "right";
    case Verdict::kBound:
      return "valid bound";
    case Verdict::kNoBound:
      return "no bound";
    case Verdict::kWrong:
      break;
  }
  return "wrong";
}

/// The section of the paper that a cell sums up, by an equation that the algorithm cites.
struct Section {
  std::size_t cited = 0;          ///< place in the algorithm's list
  const char* words = "";         ///< behind its label
  const char* formula = nullptr;  ///< at the best real number of packets; none: the cell's own
};
/// Words stand alone.
constexpr std::size_t kNoneCited = 1000;

/// The unit of the run: the whole message, a block per processor, or one per pair of them.
enum class Unit { kMessage, kBlock, kPair };

/// One cell of tables 1 and 2; formulas as paper_1986::value_of reads them.
struct Cell {
  const char* column;  ///< of machines, as the paper names them
  const char* row;     ///< of operations, likewise
  struct {
    const char* machine;
    const char* operation;
    const char* algorithm;
  } run;
  Unit unit;
  const char* printed;
  Section section;
  Verdict verdict;
  /// What is wrong: an erratum's number, or `section 4` where the tables err against the paper's
  /// own sections; empty where nothing is.
  const char* erratum = "";
  const char* better = nullptr;  ///< what it should be, if that is another formula

  [[nodiscard]] const char* of_section() const {
    return section.formula == nullptr ? printed : section.formula;
  }
};

using enum Verdict;
using enum Unit;

// clang-format off
constexpr Cell kTable1[] = {
    {"Bus", "One to one", {"bus", "move", "direct"}, kMessage, "N/b + tau", {}, kRight},
    {"Bus", "One to all", {"bus", "broadcast", "direct"}, kMessage, "N/b + tau", {}, kRight},
    {"Bus", "All to all", {"bus", "allgather", "sequential"}, kBlock, "N/b + k tau", {}, kRight},
    {"Bus", "Scatter", {"bus", "scatter", "sequential"}, kBlock, "k tau + N/b", {}, kRight, "E18",
     "(k-1)(N/(k b) + tau)"},
    {"Bus", "Multiscatter", {"bus", "alltoall", "broadcast-rows"}, kPair, "N/b + k tau", {},
     kRight},
    {"Shared Memory", "One to one", {"shared-memory", "move", "write-read"}, kMessage, "2N/b + tau",
     {0, "", "2(N/b + tau)"}, kWrong, "section 4", "2N/b + 2 tau"},
    {"Shared Memory", "One to all", {"shared-memory", "broadcast", "write-read"}, kMessage,
     "(N/b + tau)(1 + k/k*)", {}, kRight},
    {"Shared Memory", "All to all", {"shared-memory", "allgather", "write-read"}, kBlock,
     "N(k+1)/(k* b) + 2 tau/k*", {0, "", "k/k* (N(k+1)/(k b) + 2 tau)"}, kWrong, "section 4",
     "N(k+1)/(k* b) + 2k tau/k*"},
    {"Shared Memory", "Scatter", {"shared-memory", "scatter", "write-read"}, kBlock,
     "(N/b + tau)(k+1)/k*", {kNoneCited, "text of 3.4(B)", "N/b + tau + (N/(k b) + tau) k/k*"},
     kWrong, "E19", "N/b (1 + 1/k*) + tau (1 + k/k*)"},
    {"Shared Memory", "Multiscatter", {"shared-memory", "alltoall", "write-read"}, kPair,
     "2(N/b + tau)(1 + k/k*)", {0, "", "2(N/(k b) + tau) k/k*"}, kBound, "",
     "2(N/(k b) + tau) k/k*"},
    {"Ring", "One to one", {"ring", "move", "pipelined"}, kMessage, "2N/b + k tau",
     {2, "", "pipeline(floor(k/2), N)"}, kBound},
    {"Ring", "One to all", {"ring", "broadcast", "two-way"}, kMessage, "2N/b + k tau",
     {1, "", "pipeline(floor(k/2), N)"}, kBound},
    {"Ring", "All to all", {"ring", "allgather", "daisy-chain"}, kBlock, "N/b + k tau",
     {0, "", "(k-1)(N/(k b) + tau)"}, kBound},
    {"Ring", "Scatter", {"ring", "scatter", "two-way"}, kBlock, "N/(2b) + k tau/2",
     {0, "", "N/(2b) + ceil(k/2) tau"}, kRight, "E20"},
    {"Ring", "Multiscatter", {"ring", "alltoall", "rotate"}, kPair, "N/(2b) + k tau",
     {0, ", value"}, kBound, "E24", "(k-1)(N/(2k b) + tau)"}};

constexpr Cell kTable2[] = {
    {"Grid", "One to one", {"torus", "move", "multi-path"}, kMessage, "N/(2b) + (sqrt k + 6) tau",
     {0, ", i = sqrt k + 6", "pipeline(sqrt k + 6, N/4)"}, kNoBound, "section 4",
     "N/(2b) + 2(sqrt k + 5) tau"},
    {"Grid", "One to all", {"torus", "broadcast", "split-trees"}, kMessage, "N/b + sqrt k tau",
     {0, "", "pipeline(sqrt k, N/2)"}, kNoBound, "section 4", "N/b + 2(sqrt k - 1) tau"},
    {"Grid", "All to all", {"torus", "allgather", "alternating-direction"}, kBlock,
     "N/b + 2 sqrt k tau", {0, "", "(sqrt k - 1)(N/(sqrt k b)(1 + 1/sqrt k) + 2 tau)"}, kBound},
    {"Grid", "Scatter", {"torus", "scatter", "dimension-phases"}, kBlock, "N/b + 2 sqrt k tau",
     {0, " corrected", "N/(2b)(1 + 1/sqrt k) + sqrt k tau"}, kBound, "E21",
     "N/(2b)(1 + 1/sqrt k) + sqrt k tau"},
    {"Grid", "Multiscatter", {"torus", "alltoall", "dimension-phases"}, kPair,
     "2(N/b + sqrt k tau)", {0, "", "2(N/(sqrt k b) + sqrt k tau)"}, kBound, "E25",
     "(sqrt k - 1)(N/(k b) + 2 tau)"},
    {"Hypercube", "One to one", {"hypercube", "move", "multi-path"}, kMessage,
     "2N/(n b) + (2 + n) tau",
     {kNoneCited, "after prop. 3.2, i = n + 1", "pipeline(n + 1, N/n)"}, kNoBound, "section 4",
     "2N/(n b) + 2n tau"},
    {"Hypercube", "One to all", {"hypercube", "broadcast", "spanning-tree"}, kMessage,
     "2(N/b + n tau)", {1, "", "pipeline(n, N)"}, kBound},
    {"Hypercube", "All to all", {"hypercube", "allgather", "total-exchange"}, kBlock,
     "2N/(n b) + 2n tau", {}, kBound},
    {"Hypercube", "Scatter", {"hypercube", "scatter", "recursive"}, kBlock, "N/b + n tau", {},
     kBound},
    {"Hypercube", "Multiscatter", {"hypercube", "alltoall", "recursive-exchange"}, kPair,
     "n (N^2/(k b) + 2 tau)", {0, " with N for N^2", "n (N/(k b) + 2 tau)"}, kWrong, "E26",
     "n (N/(k b) + 2 tau)"},
    {"Switch", "One to one", {"omega", "move", "direct"}, kMessage, "N/b + tau", {}, kRight},
    {"Switch", "One to all", {"omega", "broadcast", "binary-tree"}, kMessage, "4(N/b + n tau)",
     {1, "", "2 pipeline(n - 1, N)"}, kBound},
    {"Switch", "All to all", {"omega", "allgather", "recursive-doubling"}, kBlock, "N/b + n tau",
     {}, kBound},
    {"Switch", "Scatter", {"omega", "scatter", "recursive"}, kBlock, "N/b + n tau", {}, kBound},
    {"Switch", "Multiscatter", {"omega", "alltoall", "exchange"}, kPair, "n (N^2/(k b) + 2 tau)",
     {kNoneCited, "3.5(F) with N for N^2", "n (N/(k b) + 2 tau)"}, kWrong, "E26, E27",
     "n (N/(2k b) + tau)"}};
// clang-format on

// ---- The runs -----------------------------------------------------------------------------------

/// What the command line asks for.
struct Setting {
  explicit Setting(const Values& values)
      : nodes{values.number("nodes")},
        total_words{values.number("total_words")},
        startup{values.number("startup")},
        bandwidth{values.number("bandwidth")},
        k_star{values.number("k_star")} {}

  /// Words of the unit that an operation delivers: rounded up, so that the padding is traffic.
  [[nodiscard]] std::int64_t words(Unit unit) const {
    const std::int64_t units = count(unit);
    return (total_words + units - 1) / units;
  }
  [[nodiscard]] Letters letters(Unit unit) const {
    return {static_cast<double>(nodes), static_cast<double>(words(unit) * count(unit)),
            static_cast<double>(startup), static_cast<double>(bandwidth),
            static_cast<double>(k_star)};
  }

  std::int64_t nodes;
  std::int64_t total_words;
  std::int64_t startup;
  std::int64_t bandwidth;
  std::int64_t k_star;

 private:
  [[nodiscard]] std::int64_t count(Unit unit) const {
    if (unit == Unit::kMessage) return 1;
    return unit == Unit::kBlock ? nodes : nodes * nodes;
  }
};

/// The side of a square of `nodes`; 0 if there is none.
std::int64_t side_of(std::int64_t nodes) {
  const auto side = std::llround(std::sqrt(static_cast<double>(nodes)));
  return side * side == nodes ? side : 0;
}

/// Why a column's machine does not exist with so many processors; empty if it does.
std::string missing_machine(const std::string& machine, std::int64_t nodes) {
  if (machine == "torus" && side_of(nodes) < 3) return "no square of sides >= 3";
  const bool power = std::has_single_bit(static_cast<std::uint64_t>(nodes));
  if ((machine == "hypercube" || machine == "omega") && (!power || nodes < 4)) {
    return "no power of two >= 4";
  }
  return "";
}

/// The parameters of a cell's run: size, words, timing, the farthest destination, the best packets.
Json given(const Cell& cell, const CatalogueEntry& algorithm, const Setting& at) {
  const std::string machine = cell.run.machine;
  Json values{{"words", at.words(cell.unit)}, {"startup", at.startup}, {"bandwidth", at.bandwidth}};
  std::int64_t farthest = at.nodes / 2;
  if (machine == "torus") {
    const std::int64_t side = side_of(at.nodes);
    values["sides"] = {side, side};
    farthest = side / 2 * (side + 1);
  } else if (machine == "hypercube") {
    values["dimension"] = std::bit_width(static_cast<std::uint64_t>(at.nodes)) - 1;
    farthest = at.nodes - 2;  // n - 1 hops: of the n paths one has n + 1, more than to the antipode
  } else {
    values["nodes"] = at.nodes;
  }
  if (std::string{cell.run.operation} == "move") {
    values["source"] = 0;
    values["destination"] = farthest;
  }
  for (const Parameter& parameter : algorithm.parameters) {
    if (parameter.name == "packets") values["packets"] = "optimal";
    if (parameter.name == "k_star") values["k_star"] = at.k_star;
  }
  return values;
}

/// What a cell's run says.
struct Outcome {
  std::optional<Report> report;
  std::string why_not;  ///< why there is no report
};

Outcome run(const Cell& cell, const Catalogue& catalogue, const Runner& runner, const Setting& at) {
  if (std::string why = missing_machine(cell.run.machine, at.nodes); !why.empty()) return {{}, why};
  const CatalogueEntry* entry =
      catalogue.find(cell.run.machine, cell.run.operation, cell.run.algorithm);
  if (entry == nullptr) return {{}, "not in this build"};
  try {
    return {
        runner({cell.run.machine, cell.run.operation, cell.run.algorithm, given(cell, *entry, at)}),
        {}};
  } catch (const Refusal& refusal) {
    return {{}, std::string{"refused: "} + to_string(refusal.kind())};
  }
}

std::optional<double> exact_of(const Report& report) {
  for (const Prediction& prediction : report.predictions) {
    if (prediction.equation == "exact") return prediction.cycles;
  }
  return std::nullopt;
}

// ---- What is shown ------------------------------------------------------------------------------

/// A figure for people: at most one decimal.
std::string shown(double value) {
  if (!std::isfinite(value)) return "-";
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (std::nearbyint(value) == value && std::abs(value) < 9e15) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

/// Is `figure` at most `bound`, as far as a double can tell?
bool within(double figure, double bound) { return figure <= bound * (1 + 1e-9) + 1e-9; }

/// The section that a cell sums up, as it is cited.
std::string cited(const Cell& cell, const Catalogue& catalogue) {
  const Section& section = cell.section;
  const CatalogueEntry* entry =
      catalogue.find(cell.run.machine, cell.run.operation, cell.run.algorithm);
  const bool listed = entry != nullptr && section.cited < entry->equations.size();
  return (listed ? entry->equations[section.cited].equation : "") + section.words;
}

/// One cell, worked out.
struct Answer {
  std::string equation;  ///< of the section
  double printed = 0;
  double section = 0;
  Outcome outcome;
  bool holds = false;  ///< here: neither the section's formula nor the measured cycles are above it
};

Answer work_out(const Cell& cell, const Catalogue& catalogue, const Runner& runner,
                const Setting& at) {
  const Letters letters = at.letters(cell.unit);
  Answer answer{cited(cell, catalogue), value_of(cell.printed, letters),
                value_of(cell.of_section(), letters), run(cell, catalogue, runner, at), false};
  const auto& report = answer.outcome.report;
  answer.holds = within(answer.section, answer.printed) &&
                 (!report || within(static_cast<double>(report->cycles.count()), answer.printed));
  return answer;
}

/// Does the cell hold here, and what is it in general?
std::string judgement(const Cell& cell, const Answer& answer) {
  const bool sound = cell.verdict == Verdict::kRight || cell.verdict == Verdict::kBound;
  std::string text = answer.holds ? "yes" : "NO";
  if (answer.holds && !sound) text = "as a bound, here";
  if (!answer.holds && sound) {
    text = within(answer.section, answer.printed) ? "but for whole words and packets"
                                                  : "at other sizes";
  }
  text += fmt::format(": {}", to_string(cell.verdict));
  if (cell.erratum[0] != '\0') text += fmt::format(" ({})", cell.erratum);
  return text;
}

Json cell_json(int table, const Cell& cell, const Answer& answer, const Setting& at) {
  Json json{{"table", table},
            {"column", cell.column},
            {"row", cell.row},
            {"machine", cell.run.machine},
            {"operation", cell.run.operation},
            {"algorithm", cell.run.algorithm},
            {"printed", {{"expression", cell.printed}, {"cycles", number(answer.printed)}}},
            {"section", {{"equation", answer.equation}, {"cycles", number(answer.section)}}}};
  const auto& report = answer.outcome.report;
  const auto exact = report ? exact_of(*report) : std::nullopt;
  json["exact"] = exact ? number(*exact) : Json();
  json["measured"] = report ? Json(report->cycles.count()) : Json();
  if (!report) json["why_not"] = answer.outcome.why_not;
  json["holds"] = answer.holds;
  json["verdict"] = to_string(cell.verdict);
  json["erratum"] = cell.erratum[0] == '\0' ? Json() : Json(cell.erratum);
  if (cell.better != nullptr) {
    json["should_be"] = {{"expression", cell.better},
                         {"cycles", number(value_of(cell.better, at.letters(cell.unit)))}};
  }
  return json;
}

std::vector<std::string> cell_row(const Cell& cell, const Answer& answer, const Setting& at) {
  const auto& report = answer.outcome.report;
  const auto exact = report ? exact_of(*report) : std::nullopt;
  std::string better;
  if (cell.better != nullptr) {
    better =
        fmt::format("{} = {}", cell.better, shown(value_of(cell.better, at.letters(cell.unit))));
  }
  return {fmt::format("{}: {}", cell.column, cell.row),
          cell.printed,
          shown(answer.printed),
          answer.equation,
          shown(answer.section),
          fmt::format("{} {}", cell.run.operation, cell.run.algorithm),
          exact ? shown(*exact) : std::string{"-"},
          report ? std::to_string(report->cycles.count()) : answer.outcome.why_not,
          judgement(cell, answer),
          better};
}

/// An alltoall moves the square of it, on each machine: beyond that one waits for hours.
constexpr std::int64_t kMostStudied = 4096;

StudyReport reproduce_ensemble(const Catalogue& catalogue, const Runner& runner,
                               const Values& values) {
  const Setting at{values};
  StudyReport study;
  study.json = {{"study", "ensemble"}, {"parameters", values.json()}, {"cells", Json::array()}};
  study.title = "Tables 1 and 2 of Saad and Schultz 1986";
  study.opening = {
      fmt::format("The summary of the paper's section 4, for k = {} processors, N = {} words in "
                  "all, tau = {}, "
                  "b = {}, k* = {}; n = log2 k.",
                  at.nodes, at.total_words, at.startup, at.bandwidth, at.k_star)};
  const std::vector<std::string> columns{"cell",     "printed",  "cycles",
                                         "section",  "cycles",   "simulated",
                                         "exact",    "measured", "does the cell hold?",
                                         "should be"};
  int table = 0;
  for (const std::span<const Cell> cells : {std::span{kTable1}, std::span{kTable2}}) {
    StudyTable text{.title = fmt::format("Table {}", ++table),
                    .columns = columns,
                    .rows = {},
                    .called = {{2, "printed"}, {4, "section"}}};
    for (const Cell& cell : cells) {
      const Answer answer = work_out(cell, catalogue, runner, at);
      if (answer.outcome.report) study.good = study.good && good(*answer.outcome.report);
      study.json["cells"].push_back(cell_json(table, cell, answer, at));
      text.rows.push_back(cell_row(cell, answer, at));
    }
    study.tables.push_back(std::move(text));
  }
  study.json["good"] = study.good;
  study.notes = {
      "section: the equation that the cell sums up, at its best real number of packets. exact: our "
      "count, in whole packets and cycles. measured: the simulated hardware.",
      "The tables claim upper bounds of the best times. A cell holds here if neither its section's "
      "equation nor the measured cycles are above it. For other k, N, tau, b: \"right\" is equal "
      "to "
      "the equation, a \"valid bound\" never below it, \"no bound\" sometimes, and \"wrong\" is a "
      "formula of another kind. \"But for whole words and packets\": only what is rounded up to "
      "them is above the cell.",
      "E1 .. E30 are the errata of docs/errata.md; \"section 4\" marks cells that err against the "
      "paper's own sections. The last column is what these give.",
      "A move goes to the farthest node, on the hypercube to one n - 1 hops away, which takes "
      "longer. Messages are cut into packets for the fewest cycles. N is rounded up to whole "
      "blocks."};
  return study;
}

}  // namespace

Study ensemble_study() {
  const auto k_star = k_star_parameter(
      "nodes / 4",
      [](const Values& values) {
        return Json(std::max<std::int64_t>(1, values.number("nodes") / 4));
      },
      "channels of the bus, slots of the shared memory");
  return {
      "ensemble",
      "tables 1 and 2 of Saad and Schultz 1986, each cell beside the simulated machine",
      {integer("nodes", 3, kMostStudied, 16,
               "processors of every machine; a power of four suits all", RefusalClass::kSize),
       integer("total_words", 1, 1024, "words in all, the paper's N"),
       integer("startup", 0, 160, "cycles before the first word of a transfer, the paper's tau"),
       integer("bandwidth", 1, 1, "words that cross a channel in a cycle, the paper's b"), k_star},
      reproduce_ensemble};
}

}  // namespace plexus
