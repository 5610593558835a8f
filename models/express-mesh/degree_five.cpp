#include <algorithm>
#include <cstdlib>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/sets.hpp"

/// Algorithms 3 and 4 on the shifted and the shortened layout, where no two express links end at
/// one node (specification, section 4.7; Sec. 7 of the paper).
namespace plexus::express {

namespace {

constexpr std::int64_t one_if(bool condition) { return condition ? 1 : 0; }

// ---- steps -------------------------------------------------------------------------------------

Steps overlap(const ExpressMeshCase& at) {
  return {0, at.mesh.line(1).terminals() > 1 ? at.mesh.line(0).full() - 1 : 0, 0};
}

/// lr-1 + lc-1 + [Tc>1][lr>1](Tc-2) + [Tr>1](2 c1 + mu + Tr-2) mesh steps, with c1 = min(1, lc-1)
/// and mu = 1 if Tr >= 4, or Tr = 3 and sr > 1; Tr-1 + Tc-1 express steps.
Steps steps_shifted_3(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  const std::int64_t Tc = columns.terminals();
  Steps steps = building_block::line(rows) + building_block::line(columns);
  const std::int64_t c1 = std::min<std::int64_t>(1, columns.full() - 1);
  const std::int64_t mu = one_if(Tr >= 4 || (Tr == 3 && rows.last() > 1));
  if (Tc > 1 && rows.full() > 1) steps.mesh += Tc - 2;
  if (Tr > 1) steps.mesh += 2 * c1 + mu + Tr - 2;
  return steps;
}

/// [Tc>1](lr-1) express steps more.
Steps steps_shifted_4(const ExpressMeshCase& at) { return steps_shifted_3(at) + overlap(at); }

/// lr-1 + lc-1 + Tc-1 + [Tr>1](Tr + nu) mesh steps, nu = 1 if Tr > 2 or sr > 1; Tr-1 + Tc-1
/// express steps.
Steps steps_shortened_3(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  Steps steps = building_block::line(rows) + building_block::line(columns);
  steps.mesh += columns.terminals() - 1;
  if (Tr > 1) steps.mesh += Tr + one_if(Tr > 2 || rows.last() > 1);
  return steps;
}

Steps steps_shortened_4(const ExpressMeshCase& at) { return steps_shortened_3(at) + overlap(at); }

// ---- where a node stands -----------------------------------------------------------------------

/// A node inside its submesh.
struct Post {
  std::int64_t i = 0;
  std::int64_t j = 0;
  SubmeshPlace place;
  std::int64_t rho = 1;  ///< rows of the submesh
  SubmeshPorts ports;
  SubmeshPlace home;  ///< where the sets of the submesh are brought together
};

SubmeshPlace home_of(const ExpressMeshShape& mesh, std::int64_t i, std::int64_t j) {
  return j == 0 ? SubmeshPlace{} : submesh_ports(mesh, i, j).west;
}

Post post_of(const ExpressMeshCase& at, NodeId node) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t row = node / columns.nodes;
  const std::int64_t column = node % columns.nodes;
  Post post;
  post.i = row / rows.length;
  post.j = column / columns.length;
  post.place = {row % rows.length, column % columns.length};
  post.rho = rows.width(post.i);
  post.ports = submesh_ports(at.mesh, post.i, post.j);
  post.home = home_of(at.mesh, post.i, post.j);
  return post;
}

/// A way through a submesh, node by node, in at most two straight parts.
class Way {
 public:
  enum class First : std::uint8_t { kRows, kColumns };

  Way(SubmeshPlace from, SubmeshPlace to, First first) {
    places_.push_back(from);
    for (const bool rows : {first == First::kRows, first != First::kRows}) {
      while (rows ? from.row != to.row : from.column != to.column) {
        std::int64_t& moved = rows ? from.row : from.column;
        moved += moved < (rows ? to.row : to.column) ? 1 : -1;
        places_.push_back(from);
      }
    }
  }

  [[nodiscard]] std::int64_t hops() const { return static_cast<std::int64_t>(places_.size()) - 1; }
  /// The node's number on the way; -1 if it is not on it.
  [[nodiscard]] std::int64_t number(SubmeshPlace place) const {
    const auto found = std::ranges::find(places_, place);
    return found == places_.end() ? -1 : found - places_.begin();
  }
  /// The channel from the node with one number to a neighbour on the way.
  [[nodiscard]] unsigned channel(const ExpressMeshShape& mesh, std::int64_t number,
                                 std::int64_t neighbour) const {
    const SubmeshPlace here = places_[static_cast<std::size_t>(number)];
    const SubmeshPlace there = places_[static_cast<std::size_t>(neighbour)];
    const bool rows = here.row != there.row;
    return mesh.channel(rows ? 0 : 1, rows ? there.row > here.row : there.column > here.column);
  }

 private:
  std::vector<SubmeshPlace> places_;
};

// ---- phases ------------------------------------------------------------------------------------

/// Phase 1 in the leftmost column of a submesh: its rows come together at the home's row w. Those
/// below w combine (Algorithm 3) or are gathered (Algorithm 4) upwards; if w = 1, row 0 sends its
/// value down when they are done, (rho - 2) hops later.
Program to_home(alu_node& self, const ExpressMeshCase& at, const Post& post, bool keep_sets,
                Sets& sets) {
  const std::int64_t w = post.home.row;
  const std::int64_t row = post.place.row;
  const unsigned up = at.mesh.channel(0, false);
  const unsigned below = at.mesh.channel(0, true);
  if (row < w) {
    if (post.rho > 2) co_await self.count_hops(below, post.rho - 2, at.costs.mesh);
    co_await self.send(below, sets.front());
    co_return;
  }
  const ListPlace list{row - w, post.rho - w, up, below};
  if (keep_sets) {
    const Operand value = sets.front();
    sets.clear();
    co_await gather_sets(self, list, value, sets, static_cast<std::uint32_t>(w));
  } else {
    co_await chain(self, list, sets.front());
  }
  if (row != w || w == 0) co_return;
  Operand above = (co_await self.receive(up)).operand;
  if (keep_sets) {
    keep_set(self, 0, above, sets);
  } else {
    sets.front() = self.combine(above, sets.front());
  }
}

/// Phase 2: home(i, j) sends its sets over the express link to E(i, j - 1), which passes them to
/// home(i, j - 1) if that is another node, where they are combined set by set and go on.
Program along_row(alu_node& self, const ExpressMeshCase& at, const Post& post, Sets& sets,
                  std::size_t count) {
  const std::int64_t Tc = at.mesh.line(1).terminals();
  const bool is_home = post.place == post.home;
  const bool is_east = post.j + 1 < Tc && post.place == post.ports.east;
  const Way way{post.ports.east, post.home, Way::First::kRows};
  const unsigned from_right = at.mesh.channel(1, true, 1);
  if (is_east && !is_home) {
    const unsigned to_home = way.channel(at.mesh, 0, 1);
    for (std::size_t k = 0; k < count; ++k) co_await self.relay(from_right, to_home);
  } else if (is_home) {
    const unsigned from =
        way.hops() == 0 ? from_right : way.channel(at.mesh, way.hops(), way.hops() - 1);
    const ListPlace list{post.j, Tc, at.mesh.channel(1, false, 1), from};
    co_await overlap_sets(self, list, sets);
  }
}

/// A packet goes along a way inside a submesh: its first node sends, its last one receives.
Program along_way(alu_node& self, const ExpressMeshCase& at, const Way& way, std::int64_t number,
                  Operand& value) {
  if (way.hops() == 0 || number < 0) co_return;
  if (number == 0) {
    co_await self.send(way.channel(at.mesh, 0, 1), value);
  } else if (number < way.hops()) {
    co_await self.relay(way.channel(at.mesh, number, number - 1),
                        way.channel(at.mesh, number, number + 1));
  } else {
    value = (co_await self.receive(way.channel(at.mesh, number, number - 1))).operand;
  }
}

/// Phase 3 (b): from band to band upwards, express hop N(i) to S(i - 1), then mesh hops to
/// N(i - 1), or in band 0 to node 0, where it is merged. `value` is that of the band, at N(i).
Program up_bands(alu_node& self, const ExpressMeshCase& at, const Post& post, Operand& value) {
  const std::int64_t Tr = at.mesh.line(0).terminals();
  const SubmeshPlace goal = post.i == 0 ? SubmeshPlace{} : post.ports.north;
  const Way way{post.ports.south, goal, Way::First::kRows};
  const unsigned from_below = at.mesh.channel(0, true, 1);
  if (post.i + 1 < Tr) {  // a packet comes from below
    const std::int64_t number = way.number(post.place);
    if (number == 0 && way.hops() > 0) {
      co_await self.relay(from_below, way.channel(at.mesh, 0, 1));
    } else if (number > 0 && number < way.hops()) {
      co_await self.relay(way.channel(at.mesh, number, number - 1),
                          way.channel(at.mesh, number, number + 1));
    } else if (number >= 0) {
      const unsigned from = way.hops() == 0 ? from_below : way.channel(at.mesh, number, number - 1);
      value = self.combine(value, (co_await self.receive(from)).operand);
      self.keep(value);
    }
  }
  if (post.i > 0 && post.place == goal) {
    co_await self.send(at.mesh.channel(0, false, 1), value);
  }
}

/// Algorithm 3 (one set) or 4 (one set for each row of a band).
Program run(alu_node& self, const ExpressMeshCase& at, bool keep_sets) {
  const Post post = post_of(at, self.id());
  const ExpressLine columns = at.mesh.line(1);
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // 1. Rows of every submesh, then its leftmost column.
  co_await chain(self,
                 {post.place.column, columns.width(post.j), at.mesh.channel(1, false),
                  at.mesh.channel(1, true)},
                 value);
  Sets sets{value};
  std::uint64_t phases = 1;  // that have ended for this node
  if (post.place.column == 0) {
    co_await self.phase_end();
    co_await to_home(self, at, post, keep_sets, sets);
    if (post.place == post.home) self.keep(fold(self, sets));
  } else {
    ++phases;
  }
  if (post.place.column > 2) co_return;  // no link of the phases that follow is at or near it
  // 2. Along the rows of submeshes to the leftmost ones.
  co_await self.phase_end(post.place.column == 0 ? 1 : phases);
  if (columns.terminals() > 1) {
    co_await along_row(self, at, post, sets,
                       keep_sets ? static_cast<std::size_t>(post.rho) : std::size_t{1});
  }
  if (post.j != 0) co_return;
  const bool is_corner = post.place == SubmeshPlace{};
  if (is_corner) {
    value = fold(self, sets);
    self.keep(value);
  }
  if (at.mesh.line(0).terminals() == 1) co_return;
  co_await self.phase_end();
  // 3. To the upper ports, column first; then upwards.
  if (post.i > 0) {
    const Way way{{}, post.ports.north, Way::First::kColumns};
    co_await along_way(self, at, way, way.number(post.place), value);
  }
  co_await self.phase_end();
  co_await up_bands(self, at, post, value);
}

Program run_3(alu_node& self, const ExpressMeshCase& at) { return run(self, at, false); }
Program run_4(alu_node& self, const ExpressMeshCase& at) { return run(self, at, true); }

ExpressMeshAlgorithm degree_five(const std::string& name, const std::string& summary,
                                 ExpressLayout layout, bool keep_sets,
                                 ExpressMeshRules::StepsOf steps) {
  ExpressMeshRules rules;
  rules.layout = layout;
  rules.shortest = layout == ExpressLayout::kShortened ? 4 : 2;
  rules.placement = keep_sets ? Placement::kRowMajor : Placement::kSubmeshRowMajor;
  rules.steps = steps;
  rules.separate = false;
  if (keep_sets) rules.parts = {"em_overlap"};
  ExpressMeshAlgorithm algorithm = reduction(name, summary, "7", rules);
  algorithm.program = keep_sets ? run_4 : run_3;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace

ExpressMeshAlgorithm algorithm_3_shifted() {
  return degree_five("algorithm-3-shifted", "Algorithm 3 with shifted express links: degree 5",
                     ExpressLayout::kShifted, false, steps_shifted_3);
}
ExpressMeshAlgorithm algorithm_4_shifted() {
  return degree_five("algorithm-4-shifted", "Algorithm 4 with shifted express links: degree 5",
                     ExpressLayout::kShifted, true, steps_shifted_4);
}
ExpressMeshAlgorithm algorithm_3_shortened() {
  return degree_five("algorithm-3-shortened", "Algorithm 3 with shortened express links: degree 5",
                     ExpressLayout::kShortened, false, steps_shortened_3);
}
ExpressMeshAlgorithm algorithm_4_shortened() {
  return degree_five("algorithm-4-shortened", "Algorithm 4 with shortened express links: degree 5",
                     ExpressLayout::kShortened, true, steps_shortened_4);
}

}  // namespace plexus::express
