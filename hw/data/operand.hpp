#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hw/data/shared.hpp"

namespace plexus {

/// What a node's arithmetic unit computes; all are associative.
enum class Operator : std::uint8_t {
  kSum,     ///< a + b, 64 bits
  kMax,     ///< the greater one
  kMin,     ///< the smaller one
  kParity,  ///< exclusive or
  kMat2,    ///< product of 2 x 2 matrices modulo 65521; not commutative
  kConcat,  ///< text after text; not commutative
};

/// All operators, in the order of the specification.
inline constexpr std::array kOperators{Operator::kSum,    Operator::kMax,  Operator::kMin,
                                       Operator::kParity, Operator::kMat2, Operator::kConcat};

/// The word of the command line: `sum`, `max`, ...
[[nodiscard]] constexpr std::string_view to_string(Operator op) {
  constexpr std::array<std::string_view, 6> kWords{"sum", "max", "min", "parity", "mat2", "concat"};
  return kWords[static_cast<std::size_t>(op)];
}

/// The operator that a word of the command line names; nothing for any other word.
[[nodiscard]] constexpr std::optional<Operator> parse_operator(std::string_view word) {
  for (const Operator op : kOperators) {
    if (to_string(op) == word) return op;
  }
  return std::nullopt;
}

/// May the operands be exchanged?
[[nodiscard]] constexpr bool commutative(Operator op) {
  return op != Operator::kMat2 && op != Operator::kConcat;
}

/// The modulus of matrix entries: the largest prime below 2^16.
inline constexpr std::uint64_t kMatrixModulus = 65521;

/// What an arithmetic unit works on: a number, a matrix or a text. It may be missing: nothing on
/// its side of a combination.
class Operand {
 public:
  /// Missing.
  Operand() = default;
  explicit Operand(std::uint64_t number) : bits_{number}, present_{true} {}
  explicit Operand(std::string text) : text_{std::move(text)}, present_{true} {}
  /// The matrix [[a, b], [c, d]], every entry below kMatrixModulus.
  [[nodiscard]] static Operand matrix(const std::array<std::uint64_t, 4>& entries) {
    return Operand{entries[0] << 48 | entries[1] << 32 | entries[2] << 16 | entries[3]};
  }

  [[nodiscard]] bool present() const { return present_; }
  /// How many operands are combined in it; none if it is missing.
  [[nodiscard]] std::uint32_t operands() const { return present_ ? operands_ : 0; }
  [[nodiscard]] std::uint64_t number() const { return bits_; }
  /// Entries row by row.
  [[nodiscard]] std::array<std::uint64_t, 4> entries() const {
    return {bits_ >> 48, bits_ >> 32 & 0xFFFF, bits_ >> 16 & 0xFFFF, bits_ & 0xFFFF};
  }
  [[nodiscard]] const std::string& text() const { return text_ ? *text_ : kNoText; }

  /// The same value, of however many operands.
  friend bool operator==(const Operand& a, const Operand& b) {
    return a.present_ == b.present_ && a.bits_ == b.bits_ && a.text() == b.text();
  }

 private:
  friend Operand combine(Operator op, const Operand& left, const Operand& right);

  static const std::string kNoText;

  std::uint64_t bits_ = 0;
  Shared<std::string> text_;
  bool present_ = false;
  std::uint32_t operands_ = 1;
};

inline const std::string Operand::kNoText{};

/// `left` combined with `right`, in this order; a missing one counts for nothing.
[[nodiscard]] Operand combine(Operator op, const Operand& left, const Operand& right);

/// The operand as a person reads it: `17`, `[1, 2, 3, 4]`, `0.1.2.`; `-` if missing.
[[nodiscard]] std::string to_text(Operator op, const Operand& operand);

}  // namespace plexus
