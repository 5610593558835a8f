#include <algorithm>

#include "models/torus/halves.hpp"
#include "models/torus/lines.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// The root: through every port one half, then the other.
void send_halves(processor& self, const SplitTrees& trees, const Streams& halves) {
  const auto send = [&](int port, Half half) {
    const Stream& stream = halves[half == Half::kX ? 0 : 1];
    for (std::int64_t j = 0; j < stream.packets; ++j) {
      self.post(channel(port), self.pack(stream.packet(j)));
    }
  };
  for (const int port : trees.x.child_ports(self.id())) {  // the same ports in both trees
    const Half first = first_half_on(port);
    send(port, first);
    send(port, first == Half::kX ? Half::kY : Half::kX);
  }
}

/// Two halves that share the links of the axes, one after the other (3.2(D), second method, the
/// preferred remedy).
Program axis_last(processor& self, const SplitTrees& trees, const Streams& halves) {
  const auto x = [&] { return relay(self, trees.x.place(self.id()), halves[0]); };
  const auto y = [&] { return relay(self, trees.y.place(self.id()), halves[1]); };
  const auto x_from = trees.x.parent_port(self.id());
  const auto y_from = trees.y.parent_port(self.id());
  if (!x_from) {
    send_halves(self, trees, halves);
  } else if (x_from != y_from) {  // off the axes the halves come from two sides
    std::vector<Program> both_halves;
    both_halves.push_back(x());
    both_halves.push_back(y());
    co_await all(self, std::move(both_halves));
  } else if (first_half_on(*x_from) == Half::kX) {  // on an axis one behind the other
    co_await x();
    co_await y();
  } else {
    co_await y();
    co_await x();
  }
}

NodeProgram<processor> run_axis_last(const TorusCase& at, torus_machine& /*top*/) {
  return [trees = *at.trees, halves = even_streams(at.words, 2, at.packets)](processor& self) {
    return axis_last(self, trees, halves);
  };
}

/// Largest distances from a node of the torus in the two dimensions.
int reach_x(const TorusCase& at) { return at.shape.reaches(0, 0).larger(); }
int reach_y(const TorusCase& at) { return at.shape.reaches(0, 1).larger(); }

/// The farthest corner waits for F(px + py, ceil(w/2), nu), the end of an axis for both halves over
/// one link and max(px, py) - 1 more hops.
Cycles exact_split_axis_last(const TorusCase& at) {
  const Words x = first_half(at.words);
  const Words y = second_half(at.words);
  const EvenSplit x_packets{x, std::min(at.packets, x.count())};
  const EvenSplit y_packets{y, std::max<std::int64_t>(1, std::min(at.packets, y.count()))};
  const Cycles axis = sum_of_hops(x_packets, at.timing) + sum_of_hops(y_packets, at.timing) +
                      (std::max(reach_x(at), reach_y(at)) - 1) * at.timing.hop(x_packets.largest());
  return std::max(part_pipelined(reach_x(at) + reach_y(at), x, at.packets, at.timing), axis);
}

bool axes_end_in_time(const TorusCase& at) {
  return std::min(at.packets, first_half(at.words).count()) <= std::min(reach_x(at), reach_y(at));
}

void cut_split_axis_last(TorusCase& at) {
  at.trees = axis_last_trees(at.shape, at.root);
  settle_packets(at, at.shape.eccentricity(0), first_half(at.words), exact_split_axis_last);
}

}  // namespace

Algorithm<TorusCase> broadcast_split_axis_last() {
  return {.operation = "broadcast",
          .name = "split-axis-last",
          .summary =
              "half of the words column by column, half row by row; the axes take both in "
              "turn (d = 2)",
          .parameters = torus_broadcast_parameters(),
          .prepare = cut_split_axis_last,
          .programs = run_axis_last,
          .equations = two_halves(axes_end_in_time),
          .exact = exact_split_axis_last,
          .statistics = report_packets,
          .declared = {kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
