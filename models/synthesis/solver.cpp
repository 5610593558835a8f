#include "models/synthesis/solver.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/system/process.hpp"
#include "models/system/scratch.hpp"

namespace plexus {

/// One literal more: `counted` has literals that hold where at least 1, 2, .. `most` of them do.
void Clauses::count(std::vector<int>& counted, int literal, std::int64_t most) {
  const auto room = static_cast<std::size_t>(
      std::min<std::int64_t>(most, static_cast<std::int64_t>(counted.size()) + 1));
  std::vector<int> next(room);
  for (std::size_t j = 0; j < room; ++j) {
    next[j] = variable();
    if (j < counted.size()) add({-counted[j], next[j]});
    if (j == 0) {
      add({-literal, next[j]});
    } else {
      add({-literal, -counted[j - 1], next[j]});
    }
  }
  counted = std::move(next);
}

std::vector<int> Clauses::at_least(const std::vector<int>& literals, std::int64_t most) {
  std::vector<int> counted;
  for (const int literal : literals) count(counted, literal, most);
  return counted;
}

void Clauses::at_most(const std::vector<int>& literals, std::int64_t most) {
  constexpr std::size_t kFew = 6;
  if (static_cast<std::int64_t>(literals.size()) <= most) return;
  if (most == 0) {
    for (const int literal : literals) add({-literal});
    return;
  }
  if (most == 1 && literals.size() <= kFew) {
    for (std::size_t i = 0; i < literals.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add({-literals[i], -literals[j]});
    }
    return;
  }
  std::vector<int> counted;
  for (const int literal : literals) {
    if (static_cast<std::int64_t>(counted.size()) == most) {
      add({-literal, -counted.back()});  // one more may not come
    }
    count(counted, literal, most);
  }
}

class Solver::Inside {
 public:
  CaDiCaL::Solver cadical;
};

namespace {

class Stop final : public CaDiCaL::Terminator {
 public:
  explicit Stop(const std::function<bool()>& stop) : stop_{&stop} {}
  bool terminate() override { return (*stop_)(); }

 private:
  const std::function<bool()>* stop_;
};

}  // namespace

Solver::Solver(const Clauses& clauses, const std::function<bool()>& stop)
    : inside_{std::make_unique<Inside>()} {
  constexpr std::size_t kOften = 1 << 16;  // literals between two looks at the time
  inside_->cadical.set("quiet", 1);
  std::size_t given = 0;
  for (const int literal : clauses.literals()) {
    if (++given % kOften == 0 && stop()) throw TimeToEnd{};
    inside_->cadical.add(literal);
  }
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Answer Solver::solve(int conflicts, const std::function<bool()>& stop) {
  constexpr int kYes = 10;
  constexpr int kNo = 20;
  Stop ends{stop};
  inside_->cadical.connect_terminator(&ends);
  inside_->cadical.limit("conflicts", conflicts);
  const int answer = inside_->cadical.solve();
  inside_->cadical.disconnect_terminator();
  if (answer == kYes) return Answer::kYes;
  return answer == kNo ? Answer::kNo : Answer::kUnknown;
}

bool Solver::value(int variable) const { return inside_->cadical.val(variable) > 0; }

namespace {

bool write_dimacs(const std::string& path, const Clauses& clauses) {
  std::ofstream out{path};
  out << "p cnf " << clauses.variables() << ' ' << clauses.count() << '\n';
  for (const int literal : clauses.literals()) out << literal << (literal == 0 ? '\n' : ' ');
  return static_cast<bool>(out.flush());
}

}  // namespace

Answer second_opinion(const Clauses& clauses, std::int64_t seconds) {
  constexpr int kYes = 10;
  constexpr int kNo = 20;
  constexpr int kNoProgram = 127;
  const ScratchFolder folder;
  const std::string file = folder.path() / "clauses";
  if (!write_dimacs(file, clauses)) {
    throw Refusal{RefusalClass::kFeature,
                  "--confirm needs room for a file in the folder of temporary files: make some, or "
                  "leave it out."};
  }
  const std::string limit = std::to_string(seconds);
  const std::vector<std::vector<std::string>> programs{
      {"minisat", "-verb=0", "-cpu-lim=" + limit, file},
      {"cryptominisat5", "--verb=0", "--maxtime=" + limit, file}};
  for (const auto& words : programs) {
    Tool tool{words};
    if (!tool.started()) continue;
    const int status = tool.end().status;
    if (status == kNoProgram) continue;
    if (status == kYes) return Answer::kYes;
    return status == kNo ? Answer::kNo : Answer::kUnknown;
  }
  throw Refusal{RefusalClass::kFeature,
                "--confirm asks a second solver, and there is none: install minisat or "
                "cryptominisat5, or leave it out."};
}

}  // namespace plexus
