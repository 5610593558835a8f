#include "models/express-mesh/degree_five.hpp"

#include <string>
#include <utility>

#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/ways.hpp"

namespace plexus::express {

namespace {

/// A node in its submesh (i, j).
struct Post {
  LinePlace row;
  LinePlace column;
  std::int64_t i;
  std::int64_t j;
  SubmeshPlace place;
  SubmeshPorts ports;
  SubmeshPlace home;  ///< where the sets of the submesh are brought together

  Post(const ExpressMeshCase& at, NodeId node)
      : row{LinePlace::of(at.mesh, 1, node)},
        column{LinePlace::of(at.mesh, 0, node)},
        i{column.segment()},
        j{row.segment()},
        place{column.offset(), row.offset()},
        ports{submesh_ports(at.mesh, i, j)},
        home{j == 0 ? SubmeshPlace{} : ports.west} {}
};

/// Phase 1 in the leftmost column of a submesh: the rows below the home's row w combine or are
/// gathered upwards; if w = 1, row 0 sends its value down (rho - 2) hops later.
Program to_home(alu_node& self, const ExpressMeshCase& at, const Post& post, bool keep_sets,
                Sets& sets) {
  const std::int64_t w = post.home.row;
  const std::int64_t rho = post.column.line.width(post.i);
  if (post.place.row < w) {
    if (rho > 2) co_await self.count_hops(post.column.mesh_high, rho - 2, at.costs.mesh);
    co_await self.send(post.column.mesh_high, sets.front());
    co_return;
  }
  const ListPlace list{post.place.row - w, rho - w, post.column.mesh_low, post.column.mesh_high};
  if (keep_sets) {
    const Operand value = std::exchange(sets, {}).front();
    co_await gather_sets(self, list, value, sets, static_cast<std::uint32_t>(w));
  } else {
    co_await chain(self, list, sets.front());
  }
  if (list.index != 0 || w == 0) co_return;
  const Operand above = (co_await self.receive(post.column.mesh_low)).operand;
  if (keep_sets) {
    keep_set(self, 0, above, sets);
  } else {
    sets.front() = self.combine(above, sets.front());
  }
}

/// Phase 2: home(i, j) sends its sets to E(i, j - 1), which passes them to home(i, j - 1).
Program along_row(alu_node& self, const ExpressMeshCase& at, const Post& post, Sets& sets,
                  std::int64_t count) {
  const OnWay way{at.mesh, post.place, post.ports.east, post.home, true, post.row.express_high};
  if (!way.is_on) co_return;
  if (way.is_last) {
    co_await overlap_sets(self, {post.j, post.row.line.terminals(), post.row.express_low, way.in},
                          sets);
  } else if (post.j + 1 < post.row.line.terminals()) {
    for (std::int64_t k = 0; k < count; ++k) co_await self.relay(way.in, way.out);
  }
}

/// Phase 3 (a): the partial value of a band from its corner to N(i, 0), column first.
Program to_upper_port(alu_node& self, const ExpressMeshCase& at, const Post& post, Operand& value) {
  const OnWay way{at.mesh, post.place, {}, post.ports.north, false};
  if (!way.is_on || (way.is_last && way.in == OnWay::kNone)) co_return;
  if (way.in == OnWay::kNone) {
    co_await self.send(way.out, value);
  } else if (way.is_last) {
    value = (co_await self.receive(way.in)).operand;
  } else {
    co_await self.relay(way.in, way.out);
  }
}

/// Phase 3 (b): from N(i), which has the band's `value`, to S(i - 1) and N(i - 1), or node 0.
Program up_bands(alu_node& self, const ExpressMeshCase& at, const Post& post, Operand& value) {
  const SubmeshPlace goal = post.i == 0 ? SubmeshPlace{} : post.ports.north;
  const OnWay way{at.mesh, post.place, post.ports.south, goal, true, post.column.express_high};
  if (way.is_on && post.i + 1 < post.column.line.terminals()) {  // a packet comes from below
    if (way.is_last) {
      value = self.combine(value, (co_await self.receive(way.in)).operand);
      self.keep(value);
    } else {
      co_await self.relay(way.in, way.out);
    }
  }
  if (post.i > 0 && post.place == goal) co_await self.send(post.column.express_low, value);
}

/// Algorithm 3 (one set) or 4 (one set for each row of a band).
Program run(alu_node& self, const ExpressMeshCase& at, bool keep_sets) {
  const Post post{at, self.id()};
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // 1. Rows of every submesh, then its leftmost column.
  co_await chain(self, post.row.in_segment(), value);
  Sets sets{value};
  if (post.row.is_terminal()) {
    co_await self.phase(1);
    co_await to_home(self, at, post, keep_sets, sets);
    if (post.place == post.home) self.keep(fold(self, sets));
  }
  if (post.place.column > 2) co_return;  // no link of the phases that follow is at or near it
  // 2. Along the rows of submeshes to the leftmost ones.
  co_await self.phase(2);
  if (post.row.line.terminals() > 1) {
    co_await along_row(self, at, post, sets, keep_sets ? post.column.line.width(post.i) : 1);
  }
  if (post.j != 0) co_return;
  if (post.place == SubmeshPlace{}) {
    value = fold(self, sets);
    self.keep(value);
  }
  if (post.column.line.terminals() == 1) co_return;
  co_await self.phase(3);
  if (post.i > 0) co_await to_upper_port(self, at, post, value);
  co_await self.phase(4);
  co_await up_bands(self, at, post, value);
}

}  // namespace

Algorithm<ExpressMeshCase> degree_five(ExpressLayout layout, bool keep_sets,
                                       Steps (*steps)(const ExpressMeshCase&)) {
  const std::string number = keep_sets ? "4" : "3";
  const std::string word{to_string(layout)};
  return reduce_on(
      {.layout = layout,
       .placement = keep_sets ? Placement::kRowMajor : Placement::kSubmeshRowMajor,
       .steps = steps},
      {.name = "algorithm-" + number + "-" + word,
       .summary = "Algorithm " + number + " with " + word + " express links: degree 5",
       .program = [keep_sets](alu_node& self,
                              const ExpressMeshCase& at) { return run(self, at, keep_sets); },
       .equations = {root_of_n(4, "7")},
       .blocks = std::vector<std::string>(keep_sets ? 1 : 0, "em_overlap")});
}

}  // namespace plexus::express
