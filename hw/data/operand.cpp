#include "hw/data/operand.hpp"

#include <algorithm>

namespace plexus {

namespace {

Operand product(const Operand& left, const Operand& right) {
  const auto a = left.entries();
  const auto b = right.entries();
  return Operand::matrix(
      {(a[0] * b[0] + a[1] * b[2]) % kMatrixModulus, (a[0] * b[1] + a[1] * b[3]) % kMatrixModulus,
       (a[2] * b[0] + a[3] * b[2]) % kMatrixModulus, (a[2] * b[1] + a[3] * b[3]) % kMatrixModulus});
}

}  // namespace

Operand combine(Operator op, const Operand& left, const Operand& right) {
  if (!left.present()) return right;
  if (!right.present()) return left;
  const auto value = [&] {
    switch (op) {
      case Operator::kSum:
        return Operand{left.number() + right.number()};
      case Operator::kMax:
        return Operand{std::max(left.number(), right.number())};
      case Operator::kMin:
        return Operand{std::min(left.number(), right.number())};
      case Operator::kParity:
        return Operand{left.number() ^ right.number()};
      case Operator::kMat2:
        return product(left, right);
      case Operator::kConcat:
        break;
    }
    return Operand{left.text() + right.text()};
  };
  Operand result = value();
  result.operands_ = left.operands() + right.operands();
  return result;
}

std::string to_text(Operator op, const Operand& operand) {
  if (!operand.present()) return "-";
  if (op == Operator::kConcat) return operand.text();
  if (op != Operator::kMat2) return std::to_string(operand.number());
  std::string text;
  for (const std::uint64_t entry : operand.entries()) {
    text += (text.empty() ? "[" : ", ") + std::to_string(entry);
  }
  return text + ']';
}

}  // namespace plexus
