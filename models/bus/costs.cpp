#include "models/bus/costs.hpp"

#include "models/lower_bound.hpp"

namespace plexus::bus_cost {

namespace {

constexpr const char* kReport = "Saad and Schultz 1986, ";

double tau(LinkTiming link) { return static_cast<double>(link.startup.count()); }
double bandwidth(LinkTiming link) { return static_cast<double>(link.bandwidth.count()); }
double real(Words words) { return static_cast<double>(words.count()); }
bool divides(LinkTiming link, Words words) { return words.count() % link.bandwidth.count() == 0; }

Prediction printed(const char* equation, const char* section, double cycles, Relation relation) {
  return {equation, kReport + std::string{section}, cycles, relation};
}

Prediction exact(Cycles cycles) {
  return {"exact", "exact count", static_cast<double>(cycles.count()), Relation::kEqual};
}

/// `equal*` of spec 6: transfers of `words` waste nothing, or they take longer.
Relation equal_if_full(LinkTiming link, Words words) {
  return divides(link, words) ? Relation::kEqual : Relation::kAtLeast;
}

}  // namespace

double printed_3_1(double N, LinkTiming link) { return N / bandwidth(link) + tau(link); }

double printed_3_2_a(double N, LinkTiming link) { return N / bandwidth(link) + tau(link); }

double printed_3_26(double k, double N, LinkTiming link) {
  return N / bandwidth(link) + k * tau(link);
}

double printed_3_36(double k, double N, LinkTiming link) {
  return k * tau(link) + N / bandwidth(link);
}

double printed_3_5_a(double k, double N, LinkTiming link) {
  return k * tau(link) + N / bandwidth(link);
}

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

Cycles alltoall_pairwise(const PairTimetable& timetable, Words words, LinkTiming link) {
  return timetable.steps() * link.hop(words);
}

std::vector<Prediction> predict_move(Words words, LinkTiming link) {
  return {printed("(3.1)", "3.1(A)", printed_3_1(real(words), link), equal_if_full(link, words)),
          exact(one_transaction(words, link))};
}

std::vector<Prediction> predict_broadcast(Words words, LinkTiming link) {
  return {printed("3.2(A)", "3.2(A)", printed_3_2_a(real(words), link), equal_if_full(link, words)),
          exact(one_transaction(words, link))};
}

std::vector<Prediction> predict_allgather_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {printed("(3.26)", "3.3(A)", printed_3_26(nodes, real(nodes * words), link),
                  equal_if_full(link, words)),
          exact(allgather_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_scatter_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {printed("(3.36)", "3.4(A)", printed_3_36(nodes, real(nodes * words), link),
                  divides(link, words) ? Relation::kAtMost : Relation::kApproximate),
          exact(scatter_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_gather_sequential(NodeId nodes, Words words, LinkTiming link) {
  return {exact(scatter_sequential(nodes, words, link))};
}

std::vector<Prediction> predict_alltoall_broadcast_rows(NodeId nodes, Words words,
                                                        LinkTiming link) {
  const double k = nodes;
  return {printed("3.5(A)", "3.5(A)", printed_3_5_a(k, k * k * real(words), link),
                  equal_if_full(link, nodes * words)),
          exact(alltoall_broadcast_rows(nodes, words, link))};
}

std::vector<Prediction> predict_alltoall_pairwise(const PairTimetable& timetable, Words words,
                                                  LinkTiming link) {
  return {exact(alltoall_pairwise(timetable, words, link))};
}

Cycles lower_bound_one(Words words, LinkTiming link) { return lower_bound(1, words, 1, link); }

Cycles lower_bound_blocks(NodeId nodes, Words words, LinkTiming link) {
  return lower_bound(1, (nodes - 1) * words, 1, link);
}

}  // namespace plexus::bus_cost
