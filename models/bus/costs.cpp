#include "models/bus/costs.hpp"

#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/paper_1986.hpp"

namespace plexus::bus_cost {

using namespace paper_1986;

double printed_3_1(double N, LinkTiming link) { return N / b(link) + tau(link); }

double printed_3_2_a(double N, LinkTiming link) { return N / b(link) + tau(link); }

double printed_3_26(double k, double N, LinkTiming link) { return N / b(link) + k * tau(link); }

double printed_3_36(double k, double N, LinkTiming link) { return k * tau(link) + N / b(link); }

double printed_3_5_a(double k, double N, LinkTiming link) { return k * tau(link) + N / b(link); }

Cycles one_transaction(Words words, LinkTiming link) { return link.hop(words); }

Cycles allgather_sequential(NodeId nodes, Words words, LinkTiming link) {
  return nodes * link.hop(words);
}

Cycles scatter_sequential(NodeId nodes, Words words, LinkTiming link) {
  return (nodes - 1) * link.hop(words);
}

Cycles alltoall_broadcast_rows(NodeId nodes, Words words, LinkTiming link) {
  return nodes * link.hop(nodes * words);
}

Cycles alltoall_pairwise(const PairSchedule& schedule, Words words, LinkTiming link) {
  return schedule.steps() * link.hop(words);
}

std::vector<Prediction> predict_move(Words words, LinkTiming link) {
  return {printed("(3.1)", "3.1(A)", printed_3_1(real(words), link),
                  equal_if(bandwidth_divides(words, link))),
          exact(one_transaction(words, link))};
}

std::vector<Prediction> predict_broadcast(Words words, LinkTiming link) {
  return {printed("3.2(A)", "3.2(A)", printed_3_2_a(real(words), link),
                  equal_if(bandwidth_divides(words, link))),
          exact(one_transaction(words, link))};
}

std::vector<Prediction> predict_allgather_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {printed("(3.26)", "3.3(A)", printed_3_26(nodes, real(nodes * words), link),
                  equal_if(bandwidth_divides(words, link))),
          exact(allgather_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_scatter_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {printed("(3.36)", "3.4(A)", printed_3_36(nodes, real(nodes * words), link),
                  at_most_if(bandwidth_divides(words, link))),
          exact(scatter_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_gather_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {exact(scatter_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_alltoall_broadcast_rows(NodeId nodes, Words words,
                                                        LinkTiming link) {
  const double k = nodes;
  return {printed("3.5(A)", "3.5(A)", printed_3_5_a(k, k * k * real(words), link),
                  equal_if(bandwidth_divides(nodes * words, link))),
          exact(alltoall_broadcast_rows(nodes, words, link))};
}

std::vector<Prediction> predict_alltoall_pairwise(const PairSchedule& schedule, Words words,
                                                  LinkTiming link) {
  return {exact(alltoall_pairwise(schedule, words, link))};
}

Cycles lower_bound_one(Words words, LinkTiming link) { return lower_bound(1, words, 1, link); }

Cycles lower_bound_blocks(NodeId nodes, Words words, LinkTiming link) {
  return lower_bound(1, (nodes - 1) * words, 1, link);
}

}  // namespace plexus::bus_cost
