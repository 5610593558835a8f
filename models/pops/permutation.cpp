#include "models/pops/permutation.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "models/operations/permutation.hpp"
#include "models/pops/matchings.hpp"

namespace plexus {

// ---- schedules -------------------------------------------------------------------------------

TwoHopSchedule two_hop_schedule(const PopsShape& pops, const Image& image) {
  std::vector<BipartiteEdge> edges(image.size());
  for (NodeId x = 0; x < image.size(); ++x) edges[x] = {pops.group(x), pops.group(image[x])};
  const auto classes = pops.d >= pops.g ? perfect_matchings(edges, pops.g, pops.d)
                                        : even_matchings(edges, pops.g, pops.d, pops.g);
  TwoHopSchedule schedule{std::vector<NodeId>(image.size()), std::vector<NodeId>(image.size())};
  for (NodeId k = 0; k < classes.size(); ++k) {
    std::vector<std::uint32_t> data = classes[k];
    std::ranges::sort(data);
    for (NodeId index = 0; index < data.size(); ++index) {
      schedule.pass[data[index]] = k / pops.g;
      schedule.relay[data[index]] = pops.at(k % pops.g, index);
    }
  }
  return schedule;
}

DirectSchedule direct_schedule(const PopsShape& pops, const Image& image) {
  DirectSchedule schedule;
  schedule.slot.assign(image.size(), DirectSchedule::kFixed);
  std::unordered_map<std::uint64_t, std::uint64_t> queued;  // by coupler
  for (NodeId x = 0; x < image.size(); ++x) {
    if (image[x] == kStays || image[x] == x) continue;
    const std::uint64_t coupler = std::uint64_t{pops.group(image[x])} * pops.g + pops.group(x);
    schedule.slot[x] = queued[coupler]++;
    schedule.slots = std::max(schedule.slots, schedule.slot[x] + 1);
  }
  return schedule;
}

// ---- programs ----------------------------------------------------------------------------------

Program direct_permutation(pops_node& self, Words m, const DirectSchedule& schedule,
                           const Image& image) {
  const std::uint64_t mine = schedule.slot[self.id()];
  if (mine == DirectSchedule::kFixed) {
    co_await self.listen(m, schedule.slots);
    co_return;
  }
  co_await self.listen(m, mine);
  co_await self.slot(m, self.to(image[self.id()], datum(self.id())));
  co_await self.listen(m, schedule.slots - 1 - mine);
}

Program intragroup_permutation(pops_node& self, Words m, const Image& image, MessageData data,
                               std::optional<Received>* given) {
  const PopsShape pops = self.shape();
  const NodeId e = self.group();
  const NodeId f = self.index();
  if (pops.d == 1) co_return;  // nothing can move
  const auto straight = [&] {
    Message message = self.to(image[self.id()], data);
    message.into_memory = given == nullptr;
    return message;
  };
  for (NodeId lo = 0; lo < pops.d; lo += pops.g + 1) {  // indices lo .. lo + c - 1
    const NodeId c = std::min(pops.g + 1, pops.d - lo);
    std::optional<Message> message;
    if (f == lo) {
      message = straight();
    } else if (f > lo + 1 && f < lo + c) {  // by p(k, y)
      const NodeId u = f - lo - 1;
      const NodeId k = (e + u) % pops.g;
      const NodeId taken = pops.index(image[pops.at(k, lo)]);
      NodeId y = u - 1;  // the u-th smallest index not in {taken, lo + 1}
      if (y >= std::min(taken, lo + 1)) ++y;
      if (taken != lo + 1 && y >= std::max(taken, lo + 1)) ++y;
      message = self.via(pops.at(k, y), data, image[self.id()]);
    }
    std::optional<Received> heard = co_await self.slot(m, std::move(message));
    std::optional<Message> onward;
    if (heard && heard->for_relay) {
      onward = self.to(heard->first, heard->data);
      onward->into_memory = given == nullptr;
    } else if (heard) {
      *given = std::move(heard);
    }
    if (c < 2) continue;
    const bool relays = onward.has_value();
    if (f == lo + 1) onward = straight();
    heard = co_await self.slot(m, std::move(onward));
    if (relays) self.passed_on();
    if (heard) *given = std::move(heard);
  }
}

std::function<Program(pops_node&)> direct_programs(const PopsCase& at, Image image) {
  struct Plan {
    DirectSchedule schedule;
    Image image;
  };
  auto plan = std::make_shared<const Plan>(Plan{direct_schedule(at.shape, image), image});
  return [m = at.words, plan](pops_node& self) {
    return direct_permutation(self, m, plan->schedule, plan->image);
  };
}

std::function<Program(pops_node&)> two_hop_programs(const PopsCase& at, Image image) {
  auto map = std::make_shared<const Image>(std::move(image));
  if (at.shape.d == 1) {
    return [m = at.words, map](pops_node& self) {
      return one_hop(self, m, (*map)[self.id()], datum(self.id()));
    };
  }
  auto plan = std::make_shared<const TwoHopSchedule>(two_hop_schedule(at.shape, *map));
  return [m = at.words, passes = at.shape.passes(), map, plan](pops_node& self) {
    const NodeId x = self.id();
    return two_hop(self, m, passes, TwoSlotRoute{plan->pass[x], plan->relay[x], (*map)[x]},
                   datum(x));
  };
}

std::function<Program(pops_node&)> intragroup_programs(const PopsCase& at, Image image) {
  auto map = std::make_shared<const Image>(std::move(image));
  return [m = at.words, map](pops_node& self) {
    return intragroup_permutation(self, m, *map, datum(self.id()));
  };
}

// ---- data and bounds
// ------------------------------------------------------------------------------

std::unique_ptr<pops_data> image_data(const Image& image, bool fixed_too) {
  std::vector<std::uint64_t> expected(image.size(), one_datum::kNone);
  for (NodeId x = 0; x < image.size(); ++x) {
    if (image[x] != kStays && (fixed_too || image[x] != x)) expected[image[x]] = x;
  }
  return std::make_unique<one_datum>(std::move(expected));
}

std::optional<Cycles> group_permutation_bound(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (is_identity(at.image)) return 0_cycles;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    const NodeId to = pops.group(at.image[x]);
    if (to == pops.group(x) || to != pops.group(at.image[pops.at(pops.group(x), 0)])) {
      return std::nullopt;
    }
  }
  return slots_of(at, ceil_div(2 * std::uint64_t{pops.d}, pops.g));
}

std::optional<Cycles> intragroup_bound(const PopsCase& at, const Image& image) {
  if (is_identity(image)) return 0_cycles;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (image[x] == x) return std::nullopt;
  }
  return slots_of(at, ceil_div(2 * std::uint64_t{at.shape.d}, std::uint64_t{at.shape.g} + 1));
}

// ---- names
// -----------------------------------------------------------------------------------------

namespace {

/// a, b of `affine:a,b`; nothing if `text` is none.
std::optional<std::pair<std::uint64_t, std::uint64_t>> affine_of(const std::string& text) {
  const std::string prefix = "affine:";
  if (!text.starts_with(prefix)) return std::nullopt;
  std::pair<std::uint64_t, std::uint64_t> numbers;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data() + prefix.size(), end, numbers.first);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ',') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, numbers.second);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  return numbers;
}

}  // namespace

Image named_permutation(const PopsShape& pops, const std::string& name) {
  const std::uint64_t n = pops.nodes();
  const std::uint64_t d = pops.d;
  const std::uint64_t g = pops.g;
  const auto bits = static_cast<unsigned>(ceil_log(n));
  const bool of_bits = name == "bit-reversal" || name == "shuffle";
  if (of_bits && !std::has_single_bit(n)) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--permutation {} needs a power of two of processors, and --d {} "
                              "times --g {} is {}: choose powers of two.",
                              name, d, g, n)};
  }
  const auto affine = affine_of(name);
  const auto map = [&](std::uint64_t x) -> std::uint64_t {
    if (affine) return ((affine->first % n) * x + affine->second % n) % n;
    if (name == "reverse") return n - 1 - x;
    if (name == "rotate-group") return (x + d) % n;
    if (name == "transpose") return (x % d) * g + x / d;
    if (name == "group-reversal") return x / d * d + (d - 1 - x % d);
    if (name == "group-rotate") return x / d * d + (x % d + 1) % d;
    if (name == "shuffle") return bits == 0 ? 0 : (x << 1 | x >> (bits - 1)) & (n - 1);
    std::uint64_t reversed = 0;  // bit-reversal
    for (unsigned b = 0; b < bits; ++b) reversed |= (x >> b & 1) << (bits - 1 - b);
    return reversed;
  };
  const std::vector<std::string> names{"reverse",        "rotate-group", "transpose",
                                       "group-reversal", "group-rotate", "shuffle",
                                       "bit-reversal"};
  if (!affine && std::ranges::find(names, name) == names.end()) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--permutation '{}' is none of {}, affine:a,b or a list of the "
                              "destinations of all processors.",
                              name, fmt::join(names, ", "))};
  }
  Image image(n);
  std::vector<bool> reached(n, false);
  for (std::uint64_t x = 0; x < n; ++x) {
    const std::uint64_t y = map(x);
    image[x] = static_cast<NodeId>(y);
    if (reached[y]) {
      throw Refusal{RefusalClass::kRange,
                    fmt::format("--permutation {} is no permutation of {} processors: two of them "
                                "go to {}; choose an a without a common divisor with {}.",
                                name, n, y, n)};
    }
    reached[y] = true;
  }
  return image;
}

void require_intragroup(const PopsShape& pops, const Image& image) {
  for (NodeId x = 0; x < image.size(); ++x) {
    if (pops.group(x) == pops.group(image[x])) continue;
    throw Refusal{
        RefusalClass::kFeature,
        fmt::format("--algorithm intragroup moves data inside groups of --d {} alone, and "
                    "--permutation sends that of processor {} to {}: choose two-hop.",
                    pops.d, x, image[x])};
  }
}

// ---- the algorithms
// --------------------------------------------------------------------------------

const PopsAlgorithm kPermutationTwoHop{
    .operation = "permutation",
    .name = "two-hop",
    .summary = "every datum by a relay, in passes of perfect matchings between the groups",
    .knobs = {PopsKnob::kPermutation},
    .require = {},
    .data = [](const PopsCase& at) { return image_data(at.image, true); },
    .programs = [](const PopsCase& at) { return two_hop_programs(at, at.image); },
    .equations = {{"Theorem 1, d = 1", "2.1",
                   [](const PopsCase& at) -> std::optional<double> {
                     if (at.shape.d > 1) return std::nullopt;
                     return real_slots_of(at, 1.0);
                   },
                   equal_always}},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = group_permutation_bound};

const PopsAlgorithm kPermutationDirect{
    .operation = "permutation",
    .name = "direct",
    .summary = "every datum straight to its place, as many slots as the fullest coupler has data",
    .knobs = {PopsKnob::kPermutation},
    .require = {},
    .data = [](const PopsCase& at) { return image_data(at.image, false); },
    .programs = [](const PopsCase& at) { return direct_programs(at, at.image); },
    .equations = {},
    .exact =
        [](const PopsCase& at) { return slots_of(at, direct_schedule(at.shape, at.image).slots); },
    .lower_bound = [](const PopsCase& at) { return bound_of_moving_nothing(at.image); }};

const PopsAlgorithm kPermutationIntragroup{
    .operation = "permutation",
    .name = "intragroup",
    .summary = "a permutation inside every group, with relays in the other groups",
    .knobs = {PopsKnob::kIntragroup},
    .require = [](const PopsCase& at) { require_intragroup(at.shape, at.image); },
    .data = [](const PopsCase& at) { return image_data(at.image, at.shape.d > 1); },
    .programs = [](const PopsCase& at) { return intragroup_programs(at, at.image); },
    .equations = {counted(
        "shift inside groups", "3.4",
        [](const PopsCase& at) {
          return 2.0 * static_cast<double>(ceil_div(at.shape.d, 1 + std::uint64_t{at.shape.g}));
        },
        at_most_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.intragroup_slots()); },
    .lower_bound = [](const PopsCase& at) { return intragroup_bound(at, at.image); }};

}  // namespace plexus
