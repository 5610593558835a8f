#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plexus {

/// Told where clauses would take more memory than a search may have.
struct TooManyClauses : std::exception {};
/// Told where it is time to end while clauses are made, or given to a solver.
struct TimeToEnd : std::exception {};

/// A set of clauses over variables 1, 2, ..: what has to hold. A literal is a variable or, negated,
/// minus a variable.
class Clauses {
 public:
  static constexpr std::size_t kMost = 48'000'000;  ///< literals and ends of clauses

  /// A new variable.
  int variable() { return ++variables_; }
  /// One of `literals` holds. Throws TooManyClauses beyond `kMost`.
  void add(std::initializer_list<int> literals) {
    literals_.insert(literals_.end(), literals);
    end();
  }
  void add(const std::vector<int>& literals) {
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    end();
  }
  /// At most so many of `literals` hold.
  void at_most(const std::vector<int>& literals, std::int64_t most);
  /// Literals that hold where at least 1, 2, .. `most` of `literals` do.
  std::vector<int> at_least(const std::vector<int>& literals, std::int64_t most);
  [[nodiscard]] int variables() const { return variables_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Clause by clause, each with a 0 behind it.
  [[nodiscard]] const std::vector<int>& literals() const { return literals_; }

 private:
  void count(std::vector<int>& counted, int literal, std::int64_t most);
  void end() {
    literals_.push_back(0);
    ++count_;
    if (literals_.size() > kMost) throw TooManyClauses{};
  }

  int variables_ = 0;
  std::size_t count_ = 0;
  std::vector<int> literals_;
};

enum class Answer : std::uint8_t {
  kYes,      ///< all clauses can hold
  kNo,       ///< they cannot
  kUnknown,  ///< not found out
};

/// Asks CaDiCaL whether clauses can hold. What it has learnt stays for the next question.
class Solver {
 public:
  /// Throws TimeToEnd when `stop` says so.
  explicit Solver(
      const Clauses& clauses, const std::function<bool()>& stop = [] { return false; });
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  /// Ends with `kUnknown` after so many conflicts, or when `stop` says so.
  [[nodiscard]] Answer solve(int conflicts, const std::function<bool()>& stop);
  /// After `kYes`: does the variable hold?
  [[nodiscard]] bool value(int variable) const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

/// Asks another solver, a program of its own (minisat, else cryptominisat5), in at most so many
/// seconds. Throws Refusal (`feature`) if there is none.
[[nodiscard]] Answer second_opinion(const Clauses& clauses, std::int64_t seconds);

}  // namespace plexus
