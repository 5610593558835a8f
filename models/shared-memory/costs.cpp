#include "models/shared-memory/costs.hpp"

#include <utility>

#include "models/ensemble/paper_1986.hpp"

namespace plexus::shared_memory_cost {

using namespace paper_1986;

namespace {

/// The report's predictions and the exact count. The report's memory has no bank conflicts, and
/// where there are some, nothing is counted.
std::vector<Prediction> with_exact(const SharedMemoryShape& shape,
                                   std::vector<Prediction> predictions, Cycles count) {
  if (shape.interleaved()) return beyond_the_paper(std::move(predictions));
  predictions.push_back(exact(count));
  return predictions;
}

/// Nothing is rounded: R is k/k*, and the smallest access, of `words`, fills its last cycle.
bool all_divides(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return shape.nodes % shape.slots == 0 && bandwidth_divides(words, link);
}

}  // namespace

double printed_3_2(double N, LinkTiming link) { return 2 * (N / b(link) + tau(link)); }

double printed_3_15(double k, double ks, double N, LinkTiming link) {
  return (N / b(link) + tau(link)) * (1 + k / ks);
}

double printed_3_27(double k, double ks, double N, LinkTiming link) {
  return k / ks * (N * (k + 1) / (k * b(link)) + 2 * tau(link));
}

double printed_3_37(double k, double ks, double N, LinkTiming link) {
  return (N / b(link) + k * tau(link)) * (1 + k / ks);
}

double printed_3_4_b(double k, double ks, double N, LinkTiming link) {
  return N / b(link) + tau(link) + (N / (k * b(link)) + tau(link)) * k / ks;
}

double printed_3_42(double k, double ks, double N, LinkTiming link) {
  return 2 * (N / (k * b(link)) + tau(link)) * k / ks;
}

Cycles move(Words words, LinkTiming link) { return 2 * link.hop(words); }

Cycles broadcast(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return (1 + shape.rounds()) * link.hop(words);
}

Cycles allgather(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return shape.rounds() * (link.hop(words) + link.hop(shape.nodes * words));
}

Cycles scatter(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return link.hop(shape.nodes * words) + shape.rounds() * link.hop(words);
}

Cycles alltoall(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return 2 * shape.rounds() * link.hop(shape.nodes * words);
}

std::vector<Prediction> predict_move(const SharedMemoryShape& shape, Words words, LinkTiming link) {
  return with_exact(shape,
                    {printed("(3.2)", "3.1(B)", printed_3_2(real(words), link),
                             equal_if(bandwidth_divides(words, link)))},
                    move(words, link));
}

std::vector<Prediction> predict_broadcast(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link) {
  return with_exact(
      shape,
      {printed("(3.15)", "3.2(B)", printed_3_15(shape.nodes, shape.slots, real(words), link),
               equal_if(all_divides(shape, words, link)))},
      broadcast(shape, words, link));
}

std::vector<Prediction> predict_allgather(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link) {
  const double N = real(shape.nodes * words);
  return with_exact(shape,
                    {printed("(3.27)", "3.3(B)", printed_3_27(shape.nodes, shape.slots, N, link),
                             equal_if(all_divides(shape, words, link)))},
                    allgather(shape, words, link));
}

std::vector<Prediction> predict_scatter(const SharedMemoryShape& shape, Words words,
                                        LinkTiming link) {
  const double N = real(shape.nodes * words);
  const bool undivided = all_divides(shape, words, link);
  return with_exact(shape,
                    {printed("3.4(B)", "3.4(B), the text",
                             printed_3_4_b(shape.nodes, shape.slots, N, link), equal_if(undivided)),
                     printed("(3.37)", "3.4(B)", printed_3_37(shape.nodes, shape.slots, N, link),
                             at_most_if(undivided))},
                    scatter(shape, words, link));
}

std::vector<Prediction> predict_gather(const SharedMemoryShape& shape, Words words,
                                       LinkTiming link) {
  return with_exact(shape, {}, scatter(shape, words, link));
}

std::vector<Prediction> predict_alltoall(const SharedMemoryShape& shape, Words words,
                                         LinkTiming link) {
  const double k = shape.nodes;
  return with_exact(
      shape,
      {printed("(3.42)", "3.5(B)", printed_3_42(k, shape.slots, k * k * real(words), link),
               equal_if(all_divides(shape, shape.nodes * words, link)))},
      alltoall(shape, words, link));
}

Cycles lower_bound(Words longest_write, Words longest_read, LinkTiming link) {
  return link.hop(longest_write) + link.hop(longest_read);
}

}  // namespace plexus::shared_memory_cost
