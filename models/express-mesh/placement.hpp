#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/data/operand.hpp"
#include "models/express-mesh/shape.hpp"

namespace plexus {

/// Which node holds value i at first.
enum class Placement : std::uint8_t {
  kRowMajor,
  kColumnMajor,            ///< first coordinate fastest (footnote 4 of the paper)
  kSubmeshRowMajor,        ///< submeshes in row-major order, each row-major (footnote 5)
  kSubmeshColumnMajor,     ///< the same with rows and columns exchanged
  kNestedSubmeshRowMajor,  ///< submeshes in submeshes, the longest express links outside
};

/// Their words, in this order.
inline constexpr std::array<const char*, 5> kPlacementWords{
    "row-major", "column-major", "submesh-row-major", "submesh-column-major",
    "nested-submesh-row-major"};
[[nodiscard]] constexpr std::string_view to_string(Placement placement) {
  return kPlacementWords[static_cast<std::size_t>(placement)];
}

/// Rows and columns exchanged: the algorithm goes along the columns first.
[[nodiscard]] constexpr bool exchanged(Placement placement) {
  return placement == Placement::kColumnMajor || placement == Placement::kSubmeshColumnMajor;
}

/// A submesh of `rows` x `columns` nodes; border submeshes have fewer.
struct SubmeshSize {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

/// Index of the value that `node` holds at first. `submeshes` (largest first) are those of the
/// placements that have some; of one level but for the nested placement.
[[nodiscard]] std::uint64_t value_index(Placement placement, const std::vector<std::int64_t>& sides,
                                        NodeId node, const std::vector<SubmeshSize>& submeshes);

/// The hash from which all data are made, modulo 2^32.
[[nodiscard]] constexpr std::uint32_t express_hash(std::uint64_t index, std::uint64_t seed) {
  auto x = static_cast<std::uint32_t>((index + 1) * 2654435761U + seed * 40503U);
  x ^= x >> 15;
  x *= 2246822519U;
  return x ^ (x >> 13);
}
static_assert(express_hash(0, 0) == 1561565218 && express_hash(3, 0) == 803495200);
static_assert(express_hash(2, 1) == 3071853367);

/// Value `index` as an operand of `op`.
[[nodiscard]] Operand operand_of(Operator op, std::uint64_t index, std::uint64_t seed);

/// What one result adds to a checksum: the number, or the upper left entry of a matrix.
[[nodiscard]] std::uint64_t checked_part(Operator op, const Operand& operand);

/// The modulus of checksums, and of the values of sum, max and min.
inline constexpr std::uint64_t kChecksumModulus = 1000003;

/// A sum of products modulo kChecksumModulus.
class Checksum {
 public:
  constexpr void add(std::uint64_t a, std::uint64_t b) {
    sum_ = (sum_ + a % kChecksumModulus * (b % kChecksumModulus)) % kChecksumModulus;
  }
  [[nodiscard]] constexpr std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace plexus
