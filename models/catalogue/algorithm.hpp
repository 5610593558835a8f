#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/entry.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/operations/operation.hpp"
#include "models/operations/standard.hpp"

/// How an algorithm and a machine are described. `Case` is the machine's case: the parameters of
/// one run, read once; it names the hardware's type, `Case::Module`, whose nodes, of type
/// `Case::Node`, run the programs.
namespace plexus {

/// One numbered equation of a paper: it stands here and nowhere else.
template <typename Case>
struct Equation {
  std::string label{};  ///< "(3.28)"
  std::string place{};  ///< paper and section
  /// Cycles, never rounded. Empty: a formula for something else than cycles, which is listed only.
  std::function<double(const Case&)> formula{};
  /// How measured cycles stand to the formula. Empty: `approximate`.
  std::function<Relation(const Case&)> relation{};
  /// Does it speak of this case? Empty: always.
  std::function<bool(const Case&)> applies{};
  std::string part{};  ///< ", the sum": which part of the equation, where it has several
  std::string form{};  ///< ", first line": the same, as part of the prediction's name
};

/// What each node runs, once what it needs has been worked out for the run.
template <typename Node>
using NodeProgram = std::function<Program(Node&)>;

/// One algorithm of one operation on one machine: all that is said of it anywhere.
template <typename Case>
struct Algorithm {
  using Node = typename Case::Node;
  using Module = typename Case::Module;

  std::string operation{};
  std::string name{};
  std::string summary{};  ///< one line
  bool is_default = false;
  std::vector<Parameter> parameters{};  ///< all that it takes, in the order of lists and reports

  /// Completes the case and refuses what the algorithm cannot do. Empty: nothing to do.
  std::function<void(Case&)> prepare{};
  /// What every node holds before and must hold after. Empty: what the operation says of the case.
  std::function<Operation(const Case&)> data{};
  /// What every node runs.
  std::function<Program(Node&, const Case&)> program{};
  /// The same, where something is worked out first that all nodes share. One of the two is given.
  std::function<NodeProgram<Node>(const Case&, Module&)> programs{};
  /// In the place of all of these: answers a question without a run.
  std::function<void(const Case&, Statistics&)> answer{};

  std::vector<Equation<Case>> equations{};
  /// Our own count, which holds to the cycle. Empty where only a simulation can tell.
  std::function<std::optional<Cycles>(const Case&)> exact{};
  /// Cycles that no algorithm can beat; nothing where none is known. Empty: the machine's, for the
  /// operation.
  std::function<std::optional<Cycles>(const Case&)> lower_bound{};
  /// Does the machine's bound hold for the case? Empty: yes.
  std::function<bool(const Case&)> is_bounded{};
  /// Figures beside those of the hardware.
  std::function<void(const Case&, const Module&, Statistics&)> statistics{};
  std::vector<Statistic> declared{};  ///< those figures, as `list` shows them
  bool keeps_messages = false;        ///< one for each block, from the beginning to the end
  /// A check beside that of the operation, over the whole machine. Empty: none.
  std::function<std::optional<std::string>(const Case&, const Module&)> check{};
  std::vector<std::string> blocks{};  ///< parts with twins that this algorithm has besides
  /// The paper's equations hold on this machine's knobs as they are, whatever `beyond_paper` says.
  bool within_paper = false;
  /// Parts with twins, in the place of the machine's and `blocks`.
  std::optional<std::vector<std::string>> only_blocks{};
};

/// A machine: how a case is read, what hardware it is built of, what the hardware reports.
template <typename Case>
struct MachineKind {
  std::string name{};
  std::function<Case(const Values&)> read{};
  std::function<std::unique_ptr<typename Case::Module>(const Case&, const Operation&,
                                                       const ConstructionOrder&)>
      build{};
  std::function<double(const Case&)> memory{};  ///< bytes that the hardware needs: an estimate
  std::vector<std::string> blocks{};            ///< parts with twins that all algorithms have
  std::vector<Statistic> declared{};            ///< figures of the hardware
  std::function<Layout(const Case&)> layout{};  ///< how it is drawn, without being built
  /// Cycles that no algorithm of an operation can beat; nothing where none is known.
  std::map<std::string, std::function<std::optional<Cycles>(const Case&)>> lower_bounds{};
  /// The same of an operation among those, found otherwise: the greater one counts. Empty: none.
  std::function<Cycles(const Case&, const std::string& operation)> network_bound{};
  /// Does the case have a knob that the paper's machine does not have? Then its equations are
  /// yardsticks (`approximate`). Empty: never.
  std::function<bool(const Case&)> beyond_paper{};
  /// Nodes hold nothing before, and after just what they had to get: what they have at the start
  /// is their programs' business.
  bool memories_begin_empty = false;
  /// Figures that follow from the case, behind those of the hardware. Empty: none.
  std::function<void(const Case&, const typename Case::Module&, Statistics&)> statistics{};
  /// A check beside that of the operation. Empty: none.
  std::function<std::optional<std::string>(const Case&, const Operation&,
                                           const typename Case::Module&)>
      check{};
};

/// Declares functions `Algorithm<Case> name()` in `plexus::machine`, one for each line of `list`.
#define PLEXUS_DECLARE_ALGORITHM(name) Algorithm<ListedCase> name();
#define PLEXUS_DECLARE_ALGORITHMS(machine, Case, list) \
  namespace machine {                                  \
  using ListedCase = Case;                             \
  list(PLEXUS_DECLARE_ALGORITHM)                       \
  }
/// Adds all of them through the MachineList `add`.
#define PLEXUS_ADD_ALGORITHM(name) add(name());
#define PLEXUS_ADD_ALGORITHMS(machine, list) \
  {                                          \
    using namespace machine;                 \
    list(PLEXUS_ADD_ALGORITHM)               \
  }

/// A run of an algorithm on a machine: the catalogue's view of the two.
template <typename Case>
class CaseExperiment final : public Experiment {
 public:
  CaseExperiment(std::shared_ptr<const MachineKind<Case>> kind,
                 std::shared_ptr<const Algorithm<Case>> algorithm, const Values& values)
      : kind_{std::move(kind)}, algorithm_{std::move(algorithm)}, at_{kind_->read(values)} {
    require_memory(memory_of_hardware());  // before anything is worked out that is as large
    if (algorithm_->prepare) algorithm_->prepare(at_);
    if (algorithm_->data) {
      operation_ = algorithm_->data(at_);
    } else if constexpr (SaysItsOperation<Case>) {
      operation_ = standard_operation(algorithm_->operation, facts_of(at_));
    }
    if (kind_->memories_begin_empty) operation_ = arrivals_of(std::move(operation_));
  }

  [[nodiscard]] double memory() const override { return memory_of_hardware() + memory_of_data(); }

  [[nodiscard]] std::unique_ptr<machine> build(const ConstructionOrder& order) override {
    if (algorithm_->answer) return nullptr;
    return kind_->build(at_, operation_, order);
  }

  void load(machine& top) override {
    auto& module = static_cast<Module&>(top);
    place(operation_, top);
    if (algorithm_->programs) {
      programs_ = algorithm_->programs(at_, module);
      module.load(programs_);
    } else if (algorithm_->program) {
      module.load([this](Node& self) { return algorithm_->program(self, at_); });
    }
  }

  [[nodiscard]] std::optional<std::string> check(const machine& top) const override {
    if (auto problem = top.left_over()) return problem;
    if (auto problem = violation_of(operation_, top)) return problem;
    const auto& module = static_cast<const Module&>(top);
    if (kind_->check) {
      if (auto problem = kind_->check(at_, operation_, module)) return problem;
    }
    return algorithm_->check ? algorithm_->check(at_, module) : std::nullopt;
  }

  [[nodiscard]] std::optional<Layout> layout() const override {
    return kind_->layout ? std::optional{kind_->layout(at_)} : std::nullopt;
  }

  [[nodiscard]] Statistics statistics(const machine* top, Cycles cycles) const override {
    Statistics statistics;
    if (algorithm_->answer) {
      algorithm_->answer(at_, statistics);
    } else {
      top->report(cycles, statistics);
      const auto& module = static_cast<const Module&>(*top);
      if (kind_->statistics) kind_->statistics(at_, module, statistics);
      if (algorithm_->statistics) algorithm_->statistics(at_, module, statistics);
    }
    return statistics;
  }

  [[nodiscard]] std::optional<Cycles> lower_bound() const override {
    if (algorithm_->lower_bound) return algorithm_->lower_bound(at_);
    const auto known = kind_->lower_bounds.find(algorithm_->operation);
    if (known == kind_->lower_bounds.end()) return std::nullopt;
    if (algorithm_->is_bounded && !algorithm_->is_bounded(at_)) return std::nullopt;
    const std::optional<Cycles> bound = known->second(at_);
    if (!bound || !kind_->network_bound) return bound;
    return std::max(*bound, kind_->network_bound(at_, algorithm_->operation));
  }

  [[nodiscard]] std::vector<Prediction> predictions() const override {
    std::vector<Prediction> all;
    for (const Equation<Case>& equation : algorithm_->equations) {
      if (!equation.formula || (equation.applies && !equation.applies(at_))) continue;
      all.push_back({equation.label + equation.form, equation.place + equation.part,
                     equation.formula(at_),
                     equation.relation ? equation.relation(at_) : Relation::kApproximate});
    }
    if (algorithm_->exact) {
      if (const auto count = algorithm_->exact(at_)) all.push_back(plexus::exact(*count));
    }
    const bool beyond =
        kind_->beyond_paper && !algorithm_->within_paper && kind_->beyond_paper(at_);
    return beyond ? beyond_the_paper(std::move(all)) : all;
  }

  [[nodiscard]] const Case& at() const { return at_; }

 private:
  using Node = typename Case::Node;
  using Module = typename Case::Module;

  [[nodiscard]] double memory_of_hardware() const {
    return kind_->memory && !algorithm_->answer ? kind_->memory(at_) : 0;
  }

  [[nodiscard]] double memory_of_data() const {
    if constexpr (SaysItsOperation<Case>) {
      return memory_of(operation_, facts_of(at_).nodes, algorithm_->keeps_messages);
    }
    return 0;
  }

  std::shared_ptr<const MachineKind<Case>> kind_;
  std::shared_ptr<const Algorithm<Case>> algorithm_;
  Case at_;
  Operation operation_;
  NodeProgram<Node> programs_;  ///< outlives the programs that it has made
};

/// Enters algorithms of one machine in the catalogue, in the order of the calls.
template <typename Case>
class MachineList {
 public:
  MachineList(Catalogue& catalogue, MachineKind<Case> kind)
      : catalogue_{&catalogue}, kind_{std::make_shared<const MachineKind<Case>>(std::move(kind))} {}

  void operator()(Algorithm<Case> described) const {
    const auto algorithm = std::make_shared<const Algorithm<Case>>(std::move(described));
    CatalogueEntry entry;
    entry.machine = kind_->name;
    entry.operation = algorithm->operation;
    entry.name = algorithm->name;
    entry.summary = algorithm->summary;
    entry.is_default = algorithm->is_default;
    entry.parameters = algorithm->parameters;
    for (const Equation<Case>& equation : algorithm->equations) {
      const CitedEquation cited{equation.label, equation.place};
      if (entry.equations.empty() || entry.equations.back() != cited) {
        entry.equations.push_back(cited);
      }
    }
    entry.blocks = algorithm->only_blocks.value_or(kind_->blocks);
    entry.blocks.insert(entry.blocks.end(), algorithm->blocks.begin(), algorithm->blocks.end());
    if (!algorithm->answer) entry.statistics = kind_->declared;
    entry.statistics.insert(entry.statistics.end(), algorithm->declared.begin(),
                            algorithm->declared.end());
    entry.simulates = !algorithm->answer;
    entry.has_picture = entry.simulates || kind_->layout;
    entry.prepare = [kind = kind_, algorithm](const Values& values) -> std::unique_ptr<Experiment> {
      return std::make_unique<CaseExperiment<Case>>(kind, algorithm, values);
    };
    enter(*catalogue_, std::move(entry));
  }

  /// The operation `topology`, algorithm `structure`, of a machine that has no other: takes the
  /// parameters of the machine's shape, tells the figures `declared`, which `answer` notes, and can
  /// be drawn.
  void topology(std::vector<Parameter> parameters, std::vector<Statistic> declared,
                std::function<void(const Case&, Statistics&)> answer) const {
    (*this)(Algorithm<Case>{.operation = "topology",
                            .name = "structure",
                            .summary = "the machine itself",
                            .is_default = true,
                            .parameters = std::move(parameters),
                            .answer = std::move(answer),
                            .declared = std::move(declared),
                            .only_blocks = std::vector<std::string>{}});
  }

 private:
  Catalogue* catalogue_;
  std::shared_ptr<const MachineKind<Case>> kind_;
};

}  // namespace plexus
