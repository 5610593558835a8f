#include "models/express-mesh/placement.hpp"

#include <span>
#include <string>
#include <utility>

namespace plexus {

namespace {

/// Inside a block of `size` nodes, the place `at` in submeshes (largest first), all in row-major
/// order; the border submeshes hold what is left for them.
std::int64_t nested_index(SubmeshSize size, SubmeshSize at,
                          std::span<const SubmeshSize> submeshes) {
  if (submeshes.empty()) return at.rows * size.columns + at.columns;
  const SubmeshSize block = submeshes.front();
  const std::int64_t i = at.rows / block.rows;
  const std::int64_t j = at.columns / block.columns;
  const SubmeshSize here{std::min(block.rows, size.rows - i * block.rows),
                         std::min(block.columns, size.columns - j * block.columns)};
  const std::int64_t before = i * block.rows * size.columns + j * block.columns * here.rows;
  return before + nested_index(here, {at.rows % block.rows, at.columns % block.columns},
                               submeshes.subspan(1));
}

}  // namespace

std::uint64_t value_index(Placement placement, const std::vector<std::int64_t>& sides, NodeId node,
                          const std::vector<SubmeshSize>& submeshes) {
  if (placement == Placement::kRowMajor) return node;
  if (placement == Placement::kColumnMajor) {
    std::uint64_t index = 0;
    std::uint64_t rest = node;
    for (std::size_t k = sides.size(); k-- > 0;) {  // last coordinate fastest in `node`
      const auto side = static_cast<std::uint64_t>(sides[k]);
      index = index * side + rest % side;
      rest /= side;
    }
    return index;
  }
  SubmeshSize size{sides[0], sides[1]};
  SubmeshSize at{node / sides[1], node % sides[1]};
  std::vector<SubmeshSize> blocks = submeshes;
  if (placement == Placement::kSubmeshColumnMajor) {
    for (SubmeshSize* one : {&size, &at, &blocks.front()}) std::swap(one->rows, one->columns);
  }
  return static_cast<std::uint64_t>(nested_index(size, at, blocks));
}

Operand operand_of(Operator op, std::uint64_t index, std::uint64_t seed) {
  const std::uint32_t hash = express_hash(index, seed);
  switch (op) {
    case Operator::kSum:
    case Operator::kMax:
    case Operator::kMin:
      return Operand{std::uint64_t{hash} % kChecksumModulus};
    case Operator::kParity:
      return Operand{std::uint64_t{hash} & 1};
    case Operator::kMat2:
      return Operand::matrix({hash % kMatrixModulus, 1, 1, 0});
    case Operator::kConcat:
      break;
  }
  return Operand{std::to_string(index) + '.'};
}

std::uint64_t checked_part(Operator op, const Operand& operand) {
  return (op == Operator::kMat2 ? operand.entries()[0] : operand.number()) % kChecksumModulus;
}

}  // namespace plexus
