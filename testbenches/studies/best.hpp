#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/plot.hpp"
#include "models/catalogue/prediction.hpp"

namespace plexus {

/// An algorithm that takes part, with what is asked of its parameters, but `words`.
struct Contender {
  const CatalogueEntry* entry = nullptr;
  Json given = Json::object();
  std::string refused{};  ///< why it does not, after all
  std::string way{};      ///< of a schedule's that is not its default: `--schedule WAY`

  [[nodiscard]] std::string name() const { return entry->name + (way.empty() ? "" : " " + way); }
};

/// What plays a schedule that `one` does not name takes part in each way in which its operation is
/// done; what else there is as it is.
[[nodiscard]] std::vector<Contender> in_all_ways(const Contender& one);

/// What one of them took for messages of a size.
struct Measured {
  std::size_t contender = 0;
  std::int64_t cycles = 0;
  std::int64_t bound = 0;             ///< of its run; 0: none is known
  std::optional<double> predicted{};  ///< by its first formula
  std::string equation{};
  Relation relation = Relation::kEqual;  ///< of the cycles to what is predicted
};

/// All of them, for messages of a size.
struct Contest {
  std::int64_t words = 0;
  std::vector<Measured> places{};  ///< the fastest first, of equals the first in the catalogue
};

/// Sizes for which the same one is the fastest.
struct Reign {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::size_t contender = 0;
};

/// Which algorithm of an operation is the fastest, over sizes of messages.
class BestStudy {
 public:
  /// `run` as for other studies.
  BestStudy(std::vector<Contender> contenders, Runner run);

  /// Runs all for sizes from one to another, each twice the one before it; who cannot run with a
  /// size does not take part in that one. Throws Refusal where none runs with any.
  void measure(std::int64_t from, std::int64_t to);

  [[nodiscard]] const std::vector<Contest>& contests() const { return contests_; }
  /// For people and for programs; `asked` says what all have in common.
  [[nodiscard]] StudyReport report(const std::string& machine, const std::string& operation,
                                   const std::string& asked) const;
  /// Cycles over words, of each and of the fastest one's bound; and over which words each is the
  /// fastest.
  [[nodiscard]] std::vector<Plot> plots() const;
  /// `ring for 1 to 99 words, tree for 100 to 4,096`, and who does not take part.
  [[nodiscard]] std::vector<std::string> facts(const std::string& asked) const;

 private:
  std::optional<Measured> measured(std::size_t contender, std::int64_t words);
  [[nodiscard]] Contest contest(std::int64_t words);
  [[nodiscard]] bool ran(std::size_t contender) const;  ///< with some size
  [[nodiscard]] std::int64_t crossing(const Contest& before, const Contest& after);
  [[nodiscard]] std::string name(std::size_t contender) const {
    return contenders_[contender].name();
  }

  std::vector<Contender> contenders_;
  Runner run_;
  std::vector<Contest> contests_;
  /// With the size from which the next one is the fastest, which lies between two that were
  /// measured: found by halving, with those two alone.
  std::vector<Reign> reigns_;
  /// Who does not take part, or not with all sizes, with the sentence that says why.
  std::map<std::size_t, std::string> left_out_;
  /// With which size an algorithm was refused first, and why.
  std::map<std::size_t, std::pair<std::int64_t, std::string>> refused_;
  bool good_ = true;
};

}  // namespace plexus
