#include <algorithm>
#include <bit>
#include <ranges>

#include <fmt/format.h>

#include "models/catalogue/number.hpp"
#include "models/pops/permutation.hpp"

namespace plexus::pops {

namespace {

/// a, b of `affine:a,b`; nothing if `text` is none.
std::optional<std::pair<std::uint64_t, std::uint64_t>> affine_of(const std::string& text) {
  const std::string prefix = "affine:";
  if (!text.starts_with(prefix)) return std::nullopt;
  const auto numbers = split_at_commas(text.substr(prefix.size()));
  if (numbers.size() != 2) return std::nullopt;
  const auto a = number_of<std::uint64_t>(numbers[0]);
  const auto b = number_of<std::uint64_t>(numbers[1]);
  return a && b ? std::optional{std::pair{*a, *b}} : std::nullopt;
}

}  // namespace

Image named_image(const PopsShape& pops, const std::string& name) {
  const std::uint64_t n = pops.nodes();
  const std::uint64_t d = pops.d;
  const std::uint64_t g = pops.g;
  const auto bits = static_cast<unsigned>(ceil_log(n));
  using Map = std::function<std::uint64_t(std::uint64_t)>;
  const std::vector<std::pair<std::string, Map>> maps{
      {"reverse", [=](auto x) { return n - 1 - x; }},
      {"rotate-group", [=](auto x) { return (x + d) % n; }},
      {"transpose", [=](auto x) { return x % d * g + x / d; }},
      {"group-reversal", [=](auto x) { return x / d * d + (d - 1 - x % d); }},
      {"group-rotate", [=](auto x) { return x / d * d + (x % d + 1) % d; }},
      {"shuffle", [=](auto x) { return bits == 0 ? 0 : (x << 1 | x >> (bits - 1)) & (n - 1); }},
      {"bit-reversal", [=](auto x) {
         std::uint64_t reversed = 0;
         for (unsigned b = 0; b < bits; ++b) reversed |= (x >> b & 1) << (bits - 1 - b);
         return reversed;
       }}};
  Map map;
  if (const auto affine = affine_of(name)) {
    map = [n, a = affine->first % n, b = affine->second % n](auto x) { return (a * x + b) % n; };
  } else if (const auto found = std::ranges::find(maps, name, &std::pair<std::string, Map>::first);
             found != maps.end()) {
    map = found->second;
  } else {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--permutation '{}' is none of {}, affine:a,b or a list of the "
                              "destinations of all processors.",
                              name, fmt::join(std::views::keys(maps), ", "))};
  }
  if ((name == "bit-reversal" || name == "shuffle") && !std::has_single_bit(n)) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--permutation {} needs a power of two of processors, and --d {} "
                              "times --g {} is {}: choose powers of two.",
                              name, d, g, n)};
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

}  // namespace plexus::pops
