#include "models/shared-memory/costs.hpp"

#include <string>

namespace plexus::shared_memory_cost {

namespace {

constexpr const char* kReport = "Saad and Schultz 1986, ";

double tau(LinkTiming link) { return static_cast<double>(link.startup.count()); }
double bandwidth(LinkTiming link) { return static_cast<double>(link.bandwidth.count()); }
double real(Words words) { return static_cast<double>(words.count()); }
bool divides(LinkTiming link, Words words) { return words.count() % link.bandwidth.count() == 0; }

/// A prediction of the report's, whose memory has no bank conflicts.
Prediction printed(const SharedMemoryShape& shape, const char* equation, const char* section,
                   double cycles, Relation relation) {
  return {equation, kReport + std::string{section}, cycles,
          shape.interleaved() ? Relation::kApproximate : relation};
}

/// The report's prediction and, where there is one, the exact count.
std::vector<Prediction> with_exact(const SharedMemoryShape& shape,
                                   std::vector<Prediction> predictions, Cycles exact) {
  if (!shape.interleaved()) {
    predictions.push_back(
        {"exact", "exact count", static_cast<double>(exact.count()), Relation::kEqual});
  }
  return predictions;
}

bool slots_divide(const SharedMemoryShape& shape) { return shape.nodes % shape.slots == 0; }

/// `equal*` of spec 6, where R is k/k* and the smallest access, of `words`, wastes nothing.
Relation equal_if_full(const SharedMemoryShape& shape, LinkTiming link, Words words) {
  return slots_divide(shape) && divides(link, words) ? Relation::kEqual : Relation::kAtLeast;
}

}  // namespace

double printed_3_2(double N, LinkTiming link) { return 2 * (N / bandwidth(link) + tau(link)); }

double printed_3_15(double k, double ks, double N, LinkTiming link) {
  return (N / bandwidth(link) + tau(link)) * (1 + k / ks);
}

double printed_3_27(double k, double ks, double N, LinkTiming link) {
  return k / ks * (N * (k + 1) / (k * bandwidth(link)) + 2 * tau(link));
}

double printed_3_37(double k, double ks, double N, LinkTiming link) {
  return (N / bandwidth(link) + k * tau(link)) * (1 + k / ks);
}

double printed_3_4_b(double k, double ks, double N, LinkTiming link) {
  return N / bandwidth(link) + tau(link) + (N / (k * bandwidth(link)) + tau(link)) * k / ks;
}

double printed_3_42(double k, double ks, double N, LinkTiming link) {
  return 2 * (N / (k * bandwidth(link)) + tau(link)) * k / ks;
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
                    {printed(shape, "(3.2)", "3.1(B)", printed_3_2(real(words), link),
                             divides(link, words) ? Relation::kEqual : Relation::kAtLeast)},
                    move(words, link));
}

std::vector<Prediction> predict_broadcast(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link) {
  return with_exact(
      shape,
      {printed(shape, "(3.15)", "3.2(B)", printed_3_15(shape.nodes, shape.slots, real(words), link),
               equal_if_full(shape, link, words))},
      broadcast(shape, words, link));
}

std::vector<Prediction> predict_allgather(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link) {
  const double N = real(shape.nodes * words);
  return with_exact(
      shape,
      {printed(shape, "(3.27)", "3.3(B)", printed_3_27(shape.nodes, shape.slots, N, link),
               equal_if_full(shape, link, words))},
      allgather(shape, words, link));
}

std::vector<Prediction> predict_scatter(const SharedMemoryShape& shape, Words words,
                                        LinkTiming link) {
  const double N = real(shape.nodes * words);
  const bool bounds = slots_divide(shape) && divides(link, words);
  return with_exact(
      shape,
      {printed(shape, "3.4(B)", "3.4(B), the text",
               printed_3_4_b(shape.nodes, shape.slots, N, link), equal_if_full(shape, link, words)),
       printed(shape, "(3.37)", "3.4(B)", printed_3_37(shape.nodes, shape.slots, N, link),
               bounds ? Relation::kAtMost : Relation::kApproximate)},
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
      {printed(shape, "(3.42)", "3.5(B)", printed_3_42(k, shape.slots, k * k * real(words), link),
               equal_if_full(shape, link, shape.nodes * words))},
      alltoall(shape, words, link));
}

Cycles lower_bound(Words longest_write, Words longest_read, LinkTiming link) {
  return link.hop(longest_write) + link.hop(longest_read);
}

}  // namespace plexus::shared_memory_cost
