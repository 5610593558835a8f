#include "models/schedule/races.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"

namespace plexus {

namespace {

/// Which rows of one node must come before which others.
class Precedence {
 public:
  Precedence(const Schedule& schedule, const ScheduleMatch& match, const RowOrder& order,
             NodeId node)
      : schedule_{schedule},
        match_{match},
        order_{order},
        node_{node},
        number_(schedule.rows.size()) {
    std::vector<std::uint32_t> counts;
    for (std::size_t row = 0; row < schedule.rows.size(); ++row) {
      if (schedule.rows[row].node != node) continue;
      const auto thread = threads_.emplace(schedule.rows[row].thread, threads_.size()).first;
      counts.resize(threads_.size(), 0);
      number_[row] = ++counts[thread->second];
    }
  }

  /// Must row `one` have ended when row `other` begins? Both of the node.
  [[nodiscard]] bool before(std::size_t one, std::size_t other) {
    if (schedule_.rows[one].thread == schedule_.rows[other].thread) {
      return number_[one] < number_[other];
    }
    if (inside_.empty()) inside_ = seen_by(false);
    if (sees(inside_, one, other)) return true;
    if (all_.empty()) all_ = seen_by(true);
    return sees(all_, one, other);
  }

 private:
  [[nodiscard]] bool sees(const std::vector<std::uint32_t>& seen, std::size_t one,
                          std::size_t other) const {
    const std::size_t thread = threads_.at(schedule_.rows[one].thread);
    return seen[other * threads_.size() + thread] >= number_[one];
  }

  /// By row and thread of the node: how many rows of the thread have ended by then. `messages`:
  /// also those of which other nodes know.
  std::vector<std::uint32_t> seen_by(bool messages) const {
    const std::size_t width = threads_.size();
    require_memory(4.0 * static_cast<double>(width) * static_cast<double>(number_.size()));
    std::vector<std::uint32_t> seen(width * number_.size(), 0);
    for (const std::size_t row : order_.rows) {
      const ScheduleRow& at = schedule_.rows[row];
      if (!messages && at.node != node_) continue;
      const auto join = [&](std::size_t before) {
        for (std::size_t i = 0; i < width; ++i) {
          seen[row * width + i] = std::max(seen[row * width + i], seen[before * width + i]);
        }
        if (schedule_.rows[before].node != node_) return;
        auto& own = seen[row * width + threads_.at(schedule_.rows[before].thread)];
        own = std::max(own, number_[before]);
      };
      for (const std::size_t before : match_.waits[row]) join(before);
      const bool takes = at.kind == RowKind::kReceive || at.kind == RowKind::kReduce;
      if (messages && takes && match_.partner[row] < number_.size()) join(match_.partner[row]);
    }
    return seen;
  }

  const Schedule& schedule_;
  const ScheduleMatch& match_;
  const RowOrder& order_;
  NodeId node_;
  std::map<std::uint32_t, std::size_t> threads_;
  std::vector<std::uint32_t> number_;  ///< by row: in its thread, from 1
  std::vector<std::uint32_t> inside_;
  std::vector<std::uint32_t> all_;
};

/// Goes through the accesses to one place, until two are in no order.
class PlaceHistory {
 public:
  PlaceHistory(const Schedule& schedule, Precedence& precedence, bool combines_in_turn)
      : schedule_{schedule}, precedence_{precedence}, combines_in_turn_{combines_in_turn} {}

  /// An earlier access that is in no order with `next`; null if there is none.
  [[nodiscard]] const Access* add(const Access& next) {
    bool behind_all = true;
    const Access* race = nullptr;
    const auto look = [&](const std::vector<Access>& others) {
      for (const Access& one : others) {
        if (race != nullptr) return;
        if (precedence_.before(one.row, next.row)) continue;
        behind_all = false;
        if (matters(one, next)) race = &one;
      }
    };
    const bool reduces = next.kind == AccessKind::kReduce;
    look(writers_);
    if (!reduces || !combines_in_turn_) look(reducers_);
    if (next.kind == AccessKind::kRead) {
      keep(readers_, next);
      return race;
    }
    look(readers_);
    if (race != nullptr) return race;
    if (reduces && combines_in_turn_) {
      keep(reducers_, next);
    } else {
      if (behind_all) {
        writers_.clear();
        reducers_.clear();
        readers_.clear();
      }
      keep(writers_, next);
    }
    return nullptr;
  }

 private:
  /// Does the order of the two change what they see or leave?
  [[nodiscard]] static bool matters(const Access& one, const Access& other) {
    if (one.kind == AccessKind::kReduce || other.kind == AccessKind::kReduce) return true;
    if (one.kind == AccessKind::kRead) return other.changes;
    if (other.kind == AccessKind::kRead) return one.changes;
    return one.value != other.value;
  }

  /// The last of a thread stands for those before it.
  void keep(std::vector<Access>& all, const Access& next) const {
    std::erase_if(all, [&](const Access& one) {
      return schedule_.rows[one.row].thread == schedule_.rows[next.row].thread;
    });
    all.push_back(next);
  }

  const Schedule& schedule_;
  Precedence& precedence_;
  bool combines_in_turn_;
  std::vector<Access> writers_;
  std::vector<Access> reducers_;
  std::vector<Access> readers_;
};

const char* verb(AccessKind kind) {
  constexpr const char* kVerbs[] = {"reads", "writes", "combines into"};
  return kVerbs[static_cast<std::size_t>(kind)];
}

}  // namespace

void find_races(const Schedule& schedule, const ScheduleMatch& match, const RowOrder& order,
                NodeId node, std::vector<Access> accesses, bool combines_in_turn,
                const PlaceNames& names, std::vector<Finding>& findings) {
  std::erase_if(accesses, [](const Access& one) { return one.value == ValueTable::kUnknown; });
  std::ranges::stable_sort(accesses, {}, &Access::place);
  Precedence precedence{schedule, match, order, node};
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Pair, std::pair<Places, std::pair<AccessKind, AccessKind>>> races;
  for (std::size_t i = 0; i < accesses.size();) {
    PlaceHistory history{schedule, precedence, combines_in_turn};
    bool told = false;
    const BufferPlace place = accesses[i].place;
    for (; i < accesses.size() && accesses[i].place == place; ++i) {
      if (told) continue;
      if (const Access* other = history.add(accesses[i])) {
        auto& race = races[{other->row, accesses[i].row}];
        add_place(race.first, place);
        race.second = {other->kind, accesses[i].kind};
        told = true;
      }
    }
  }
  for (const auto& [rows, race] : races) {
    const std::size_t one = schedule.rows[rows.first].line;
    const std::size_t other = schedule.rows[rows.second].line;
    findings.push_back({FindingKind::kRace,
                        one,
                        fmt::format("node {} {} {} here, line {} {} it, and neither waits for the "
                                    "other",
                                    node, verb(race.second.first), names(race.first), other,
                                    verb(race.second.second)),
                        {other}});
  }
}

}  // namespace plexus
