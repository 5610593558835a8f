#include "models/ensemble/study.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/ensemble/pipelining.hpp"

namespace plexus {

namespace {

// ---- What the formulas take ---------------------------------------------------------------------

/// The paper's letters: k processors, N words in all, tau and b of a transfer, ks = k*.
struct Letters {
  double k = 0;
  double N = 0;
  double tau = 0;
  double b = 1;
  double ks = 1;

  [[nodiscard]] double n() const { return std::log2(k); }
  [[nodiscard]] LinkTiming timing() const {
    return {Cycles{std::llround(tau)}, Words{std::llround(b)}};
  }
  [[nodiscard]] double root() const { return std::sqrt(k); }  ///< side of the grid
};

using Formula = double (*)(const Letters&);

/// t(nu) at its real minimum: (sqrt(N/b) + sqrt((i - 1) tau))^2.
double pipeline(const Letters& at, double i, double N) {
  return printed_pipeline_minimum(std::max(1.0, i), N, at.timing());
}

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

/// A formula as text and as function.
struct Expression {
  const char* text;
  Formula value;
};

/// The section of the paper that a cell sums up, by an equation that the algorithm cites.
struct Section {
  std::size_t cited = 0;    ///< place in the algorithm's list
  const char* words = "";   ///< behind its label
  Formula value = nullptr;  ///< none: the cell's own
};
/// Words stand alone.
constexpr std::size_t kNoneCited = 1000;

/// The unit of the run: the whole message, a block per processor, or one per pair of them.
enum class Unit { kMessage, kBlock, kPair };

/// One cell of tables 1 and 2.
struct Cell {
  struct {
    const char* column;  ///< of machines
    const char* row;     ///< of operations
  } paper;               ///< as the paper names them
  struct {
    const char* machine;
    const char* operation;
    const char* algorithm;
  } run;
  Unit unit;
  Expression printed;
  Section section;
  Verdict verdict;
  /// What is wrong: an erratum's number, or `section 4` where the tables err against the paper's
  /// own sections; empty where nothing is.
  const char* erratum = "";
  std::optional<Expression> better = std::nullopt;

  [[nodiscard]] Formula of_section() const {
    return section.value == nullptr ? printed.value : section.value;
  }
};

// ---- The tables ---------------------------------------------------------------------------------

const std::vector<Cell>& bus_cells() {
  using enum Verdict;
  static const Expression all{"N/b + k tau",
                              [](const Letters& at) { return at.N / at.b + at.k * at.tau; }};
  static const Expression one{"N/b + tau", [](const Letters& at) { return at.N / at.b + at.tau; }};
  static const std::vector<Cell> cells{
      {{"Bus", "One to one"}, {"bus", "move", "direct"}, Unit::kMessage, one, {}, kRight},
      {{"Bus", "One to all"}, {"bus", "broadcast", "direct"}, Unit::kMessage, one, {}, kRight},
      {{"Bus", "All to all"}, {"bus", "allgather", "sequential"}, Unit::kBlock, all, {}, kRight},
      {{"Bus", "Scatter"},
       {"bus", "scatter", "sequential"},
       Unit::kBlock,
       {"k tau + N/b", all.value},
       {},
       kRight,
       "E18",
       Expression{"(k-1)(N/(k b) + tau)",
                  [](const Letters& at) { return (at.k - 1) * (at.N / (at.k * at.b) + at.tau); }}},
      {{"Bus", "Multiscatter"},
       {"bus", "alltoall", "broadcast-rows"},
       Unit::kPair,
       all,
       {},
       kRight},
  };
  return cells;
}

const std::vector<Cell>& shared_cells() {
  using enum Verdict;
  static const std::vector<Cell> cells{
      {{"Shared Memory", "One to one"},
       {"shared-memory", "move", "write-read"},
       Unit::kMessage,
       {"2N/b + tau", [](const Letters& at) { return 2 * at.N / at.b + at.tau; }},
       {0, "", [](const Letters& at) { return 2 * (at.N / at.b + at.tau); }},
       kWrong,
       "section 4",
       Expression{"2N/b + 2 tau", [](const Letters& at) { return 2 * at.N / at.b + 2 * at.tau; }}},
      {{"Shared Memory", "One to all"},
       {"shared-memory", "broadcast", "write-read"},
       Unit::kMessage,
       {"(N/b + tau)(1 + k/k*)",
        [](const Letters& at) { return (at.N / at.b + at.tau) * (1 + at.k / at.ks); }},
       {0, "", [](const Letters& at) { return (at.N / at.b + at.tau) * (1 + at.k / at.ks); }},
       kRight},
      {{"Shared Memory", "All to all"},
       {"shared-memory", "allgather", "write-read"},
       Unit::kBlock,
       {"N(k+1)/(k* b) + 2 tau/k*",
        [](const Letters& at) { return at.N * (at.k + 1) / (at.ks * at.b) + 2 * at.tau / at.ks; }},
       {0, "",
        [](const Letters& at) {
          return at.k / at.ks * (at.N * (at.k + 1) / (at.k * at.b) + 2 * at.tau);
        }},
       kWrong,
       "section 4",
       Expression{"N(k+1)/(k* b) + 2k tau/k*",
                  [](const Letters& at) {
                    return at.N * (at.k + 1) / (at.ks * at.b) + 2 * at.k * at.tau / at.ks;
                  }}},
      {{"Shared Memory", "Scatter"},
       {"shared-memory", "scatter", "write-read"},
       Unit::kBlock,
       {"(N/b + tau)(k+1)/k*",
        [](const Letters& at) { return (at.N / at.b + at.tau) * (at.k + 1) / at.ks; }},
       {kNoneCited, "text of 3.4(B)",
        [](const Letters& at) {
          return at.N / at.b + at.tau + (at.N / (at.k * at.b) + at.tau) * at.k / at.ks;
        }},
       kWrong,
       "E19",
       Expression{"N/b (1 + 1/k*) + tau (1 + k/k*)",
                  [](const Letters& at) {
                    return at.N / at.b * (1 + 1 / at.ks) + at.tau * (1 + at.k / at.ks);
                  }}},
      {{"Shared Memory", "Multiscatter"},
       {"shared-memory", "alltoall", "write-read"},
       Unit::kPair,
       {"2(N/b + tau)(1 + k/k*)",
        [](const Letters& at) { return 2 * (at.N / at.b + at.tau) * (1 + at.k / at.ks); }},
       {0, "",
        [](const Letters& at) { return 2 * (at.N / (at.k * at.b) + at.tau) * at.k / at.ks; }},
       kBound,
       "",
       Expression{
           "2(N/(k b) + tau) k/k*",
           [](const Letters& at) { return 2 * (at.N / (at.k * at.b) + at.tau) * at.k / at.ks; }}},
  };
  return cells;
}

const std::vector<Cell>& ring_cells() {
  using enum Verdict;
  static const Expression two{"2N/b + k tau",
                              [](const Letters& at) { return 2 * at.N / at.b + at.k * at.tau; }};
  static const Formula half_way = [](const Letters& at) {
    return pipeline(at, std::floor(at.k / 2), at.N);
  };
  static const std::vector<Cell> cells{
      {{"Ring", "One to one"},
       {"ring", "move", "pipelined"},
       Unit::kMessage,
       two,
       {2, "", half_way},
       kBound},
      {{"Ring", "One to all"},
       {"ring", "broadcast", "two-way"},
       Unit::kMessage,
       two,
       {1, "", half_way},
       kBound},
      {{"Ring", "All to all"},
       {"ring", "allgather", "daisy-chain"},
       Unit::kBlock,
       {"N/b + k tau", [](const Letters& at) { return at.N / at.b + at.k * at.tau; }},
       {0, "", [](const Letters& at) { return (at.k - 1) * (at.N / (at.k * at.b) + at.tau); }},
       kBound},
      {{"Ring", "Scatter"},
       {"ring", "scatter", "two-way"},
       Unit::kBlock,
       {"N/(2b) + k tau/2",
        [](const Letters& at) { return at.N / (2 * at.b) + at.k * at.tau / 2; }},
       {0, "", [](const Letters& at) { return at.N / (2 * at.b) + std::ceil(at.k / 2) * at.tau; }},
       kRight,
       "E20"},
      {{"Ring", "Multiscatter"},
       {"ring", "alltoall", "rotate"},
       Unit::kPair,
       {"N/(2b) + k tau", [](const Letters& at) { return at.N / (2 * at.b) + at.k * at.tau; }},
       {0, ", value"},
       kBound,
       "E24",
       Expression{
           "(k-1)(N/(2k b) + tau)",
           [](const Letters& at) { return (at.k - 1) * (at.N / (2 * at.k * at.b) + at.tau); }}},
  };
  return cells;
}

const std::vector<Cell>& grid_cells() {
  using enum Verdict;
  static const std::vector<Cell> cells{
      {{"Grid", "One to one"},
       {"torus", "move", "multi-path"},
       Unit::kMessage,
       {"N/(2b) + (sqrt k + 6) tau",
        [](const Letters& at) { return at.N / (2 * at.b) + (at.root() + 6) * at.tau; }},
       {0, ", i = sqrt k + 6",
        [](const Letters& at) { return pipeline(at, at.root() + 6, at.N / 4); }},
       kNoBound,
       "section 4",
       Expression{
           "N/(2b) + 2(sqrt k + 5) tau",
           [](const Letters& at) { return at.N / (2 * at.b) + 2 * (at.root() + 5) * at.tau; }}},
      {{"Grid", "One to all"},
       {"torus", "broadcast", "split-trees"},
       Unit::kMessage,
       {"N/b + sqrt k tau", [](const Letters& at) { return at.N / at.b + at.root() * at.tau; }},
       {0, "", [](const Letters& at) { return pipeline(at, at.root(), at.N / 2); }},
       kNoBound,
       "section 4",
       Expression{"N/b + 2(sqrt k - 1) tau",
                  [](const Letters& at) { return at.N / at.b + 2 * (at.root() - 1) * at.tau; }}},
      {{"Grid", "All to all"},
       {"torus", "allgather", "alternating-direction"},
       Unit::kBlock,
       {"N/b + 2 sqrt k tau",
        [](const Letters& at) { return at.N / at.b + 2 * at.root() * at.tau; }},
       {0, "",
        [](const Letters& at) {
          return (at.root() - 1) * (at.N / (at.root() * at.b) * (1 + 1 / at.root()) + 2 * at.tau);
        }},
       kBound},
      {{"Grid", "Scatter"},
       {"torus", "scatter", "dimension-phases"},
       Unit::kBlock,
       {"N/b + 2 sqrt k tau",
        [](const Letters& at) { return at.N / at.b + 2 * at.root() * at.tau; }},
       {0, " corrected",
        [](const Letters& at) {
          return at.N / (2 * at.b) * (1 + 1 / at.root()) + at.root() * at.tau;
        }},
       kBound,
       "E21",
       Expression{"N/(2b)(1 + 1/sqrt k) + sqrt k tau",
                  [](const Letters& at) {
                    return at.N / (2 * at.b) * (1 + 1 / at.root()) + at.root() * at.tau;
                  }}},
      {{"Grid", "Multiscatter"},
       {"torus", "alltoall", "dimension-phases"},
       Unit::kPair,
       {"2(N/b + sqrt k tau)",
        [](const Letters& at) { return 2 * (at.N / at.b + at.root() * at.tau); }},
       {0, "",
        [](const Letters& at) { return 2 * (at.N / (at.root() * at.b) + at.root() * at.tau); }},
       kBound,
       "E25",
       Expression{"(sqrt k - 1)(N/(k b) + 2 tau)",
                  [](const Letters& at) {
                    return (at.root() - 1) * (at.N / (at.k * at.b) + 2 * at.tau);
                  }}},
  };
  return cells;
}

const std::vector<Cell>& hypercube_cells() {
  using enum Verdict;
  static const std::vector<Cell> cells{
      {{"Hypercube", "One to one"},
       {"hypercube", "move", "multi-path"},
       Unit::kMessage,
       {"2N/(n b) + (2 + n) tau",
        [](const Letters& at) { return 2 * at.N / (at.n() * at.b) + (2 + at.n()) * at.tau; }},
       {kNoneCited, "after prop. 3.2, i = n + 1",
        [](const Letters& at) { return pipeline(at, at.n() + 1, at.N / at.n()); }},
       kNoBound,
       "section 4",
       Expression{
           "2N/(n b) + 2n tau",
           [](const Letters& at) { return 2 * at.N / (at.n() * at.b) + 2 * at.n() * at.tau; }}},
      {{"Hypercube", "One to all"},
       {"hypercube", "broadcast", "spanning-tree"},
       Unit::kMessage,
       {"2(N/b + n tau)", [](const Letters& at) { return 2 * (at.N / at.b + at.n() * at.tau); }},
       {1, "", [](const Letters& at) { return pipeline(at, at.n(), at.N); }},
       kBound},
      {{"Hypercube", "All to all"},
       {"hypercube", "allgather", "total-exchange"},
       Unit::kBlock,
       {"2N/(n b) + 2n tau",
        [](const Letters& at) { return 2 * at.N / (at.n() * at.b) + 2 * at.n() * at.tau; }},
       {},
       kBound},
      {{"Hypercube", "Scatter"},
       {"hypercube", "scatter", "recursive"},
       Unit::kBlock,
       {"N/b + n tau", [](const Letters& at) { return at.N / at.b + at.n() * at.tau; }},
       {},
       kBound},
      {{"Hypercube", "Multiscatter"},
       {"hypercube", "alltoall", "recursive-exchange"},
       Unit::kPair,
       {"n (N^2/(k b) + 2 tau)",
        [](const Letters& at) { return at.n() * (at.N * at.N / (at.k * at.b) + 2 * at.tau); }},
       {0, " with N for N^2",
        [](const Letters& at) { return at.n() * (at.N / (at.k * at.b) + 2 * at.tau); }},
       kWrong,
       "E26",
       Expression{"n (N/(k b) + 2 tau)",
                  [](const Letters& at) { return at.n() * (at.N / (at.k * at.b) + 2 * at.tau); }}},
  };
  return cells;
}

const std::vector<Cell>& switch_cells() {
  using enum Verdict;
  static const std::vector<Cell> cells{
      {{"Switch", "One to one"},
       {"omega", "move", "direct"},
       Unit::kMessage,
       {"N/b + tau", [](const Letters& at) { return at.N / at.b + at.tau; }},
       {0, "", [](const Letters& at) { return at.N / at.b + at.tau; }},
       kRight},
      {{"Switch", "One to all"},
       {"omega", "broadcast", "binary-tree"},
       Unit::kMessage,
       {"4(N/b + n tau)", [](const Letters& at) { return 4 * (at.N / at.b + at.n() * at.tau); }},
       {1, "", [](const Letters& at) { return 2 * pipeline(at, at.n() - 1, at.N); }},
       kBound},
      {{"Switch", "All to all"},
       {"omega", "allgather", "recursive-doubling"},
       Unit::kBlock,
       {"N/b + n tau", [](const Letters& at) { return at.N / at.b + at.n() * at.tau; }},
       {},
       kBound},
      {{"Switch", "Scatter"},
       {"omega", "scatter", "recursive"},
       Unit::kBlock,
       {"N/b + n tau", [](const Letters& at) { return at.N / at.b + at.n() * at.tau; }},
       {},
       kBound},
      {{"Switch", "Multiscatter"},
       {"omega", "alltoall", "exchange"},
       Unit::kPair,
       {"n (N^2/(k b) + 2 tau)",
        [](const Letters& at) { return at.n() * (at.N * at.N / (at.k * at.b) + 2 * at.tau); }},
       {kNoneCited, "3.5(F) with N for N^2",
        [](const Letters& at) { return at.n() * (at.N / (at.k * at.b) + 2 * at.tau); }},
       kWrong,
       "E26, E27",
       Expression{"n (N/(2k b) + tau)",
                  [](const Letters& at) { return at.n() * (at.N / (2 * at.k * at.b) + at.tau); }}},
  };
  return cells;
}

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
  Answer answer{cited(cell, catalogue), cell.printed.value(letters), cell.of_section()(letters),
                run(cell, catalogue, runner, at), false};
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
  if (!answer.holds && sound && within(answer.section, answer.printed)) {
    text = "but for whole words and packets";
  }
  text += fmt::format(": {}", to_string(cell.verdict));
  if (cell.erratum[0] != '\0') text += fmt::format(" ({})", cell.erratum);
  return text;
}

Json cell_json(int table, const Cell& cell, const Answer& answer, const Setting& at) {
  Json json{{"table", table},
            {"column", cell.paper.column},
            {"row", cell.paper.row},
            {"machine", cell.run.machine},
            {"operation", cell.run.operation},
            {"algorithm", cell.run.algorithm},
            {"printed", {{"expression", cell.printed.text}, {"cycles", number(answer.printed)}}},
            {"section", {{"equation", answer.equation}, {"cycles", number(answer.section)}}}};
  const auto& report = answer.outcome.report;
  const auto exact = report ? exact_of(*report) : std::nullopt;
  json["exact"] = exact ? number(*exact) : Json();
  json["measured"] = report ? Json(report->cycles.count()) : Json();
  if (!report) json["why_not"] = answer.outcome.why_not;
  json["holds"] = answer.holds;
  json["verdict"] = to_string(cell.verdict);
  json["erratum"] = cell.erratum[0] == '\0' ? Json() : Json(cell.erratum);
  if (cell.better) {
    json["should_be"] = {{"expression", cell.better->text},
                         {"cycles", number(cell.better->value(at.letters(cell.unit)))}};
  }
  return json;
}

std::vector<std::string> cell_row(const Cell& cell, const Answer& answer, const Setting& at) {
  const auto& report = answer.outcome.report;
  const auto exact = report ? exact_of(*report) : std::nullopt;
  const std::string better = cell.better
                                 ? fmt::format("{} = {}", cell.better->text,
                                               shown(cell.better->value(at.letters(cell.unit))))
                                 : std::string{};
  return {fmt::format("{}: {}", cell.paper.column, cell.paper.row),
          cell.printed.text,
          shown(answer.printed),
          answer.equation,
          shown(answer.section),
          fmt::format("{} {}", cell.run.operation, cell.run.algorithm),
          exact ? shown(*exact) : std::string{"-"},
          report ? std::to_string(report->cycles.count()) : answer.outcome.why_not,
          judgement(cell, answer),
          better};
}

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
  using Columns = std::vector<const std::vector<Cell>*>;
  const std::vector<Columns> tables{{&bus_cells(), &shared_cells(), &ring_cells()},
                                    {&grid_cells(), &hypercube_cells(), &switch_cells()}};
  for (std::size_t table = 0; table < tables.size(); ++table) {
    StudyTable text{fmt::format("Table {}", table + 1), columns, {}};
    for (const std::vector<Cell>* column : tables[table]) {
      for (const Cell& cell : *column) {
        const Answer answer = work_out(cell, catalogue, runner, at);
        if (answer.outcome.report) study.good = study.good && good(*answer.outcome.report);
        study.json["cells"].push_back(cell_json(static_cast<int>(table) + 1, cell, answer, at));
        text.rows.push_back(cell_row(cell, answer, at));
      }
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
      {integer("nodes", 3, kMostNodes, 16, "processors of every machine; a power of four suits all",
               RefusalClass::kSize),
       integer("total_words", 1, 1024, "words in all, the paper's N"),
       integer("startup", 0, 160, "cycles before the first word of a transfer, the paper's tau"),
       integer("bandwidth", 1, 1, "words that cross a channel in a cycle, the paper's b"), k_star},
      reproduce_ensemble};
}

}  // namespace plexus
