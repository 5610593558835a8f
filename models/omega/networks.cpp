#include "models/omega/networks.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

constexpr std::array kKinds = {
    NetworkKind::kCrossbar,     NetworkKind::kOmega,
    NetworkKind::kInverseOmega, NetworkKind::kIndirectBinaryCube,
    NetworkKind::kBaseline,     NetworkKind::kDataManipulator,
    NetworkKind::kBenes,
};

/// n with radix^n = ports, or 0 if there is none.
std::uint32_t exact_log(std::uint32_t ports, std::uint32_t radix) {
  std::uint32_t digits = 0;
  std::uint64_t power = 1;
  for (; power < ports; power *= radix) ++digits;
  return power == ports ? digits : 0;
}

std::uint32_t power(std::uint32_t radix, std::uint32_t exponent) {
  std::uint32_t result = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) result *= radix;
  return result;
}

std::uint32_t low_bits(std::uint32_t value, std::uint32_t bits) {
  return value & ((1U << bits) - 1U);
}

std::uint32_t rotate_right(std::uint32_t value, std::uint32_t by, std::uint32_t bits) {
  by %= bits;
  return value >> by | low_bits(value, by) << (bits - by);
}

[[noreturn]] void no_tag(const NetworkShape& shape) {
  throw std::logic_error{std::string{to_string(shape.kind())} + " is not steered by a tag"};
}

}  // namespace

const char* to_string(NetworkKind kind) {
  switch (kind) {
    case NetworkKind::kCrossbar:
      return "crossbar";
    case NetworkKind::kOmega:
      return "omega";
    case NetworkKind::kInverseOmega:
      return "inverse-omega";
    case NetworkKind::kIndirectBinaryCube:
      return "indirect-binary-cube";
    case NetworkKind::kBaseline:
      return "baseline";
    case NetworkKind::kDataManipulator:
      return "data-manipulator";
    case NetworkKind::kBenes:
      break;
  }
  return "benes";
}

NetworkKind parse_network_kind(std::string_view word) {
  std::string words;
  for (const NetworkKind kind : kKinds) {
    if (word == to_string(kind)) return kind;
    words += std::string{words.empty() ? "" : ", "} + to_string(kind);
  }
  throw Refusal{RefusalClass::kUsage,
                "There is no network '" + std::string{word} + "': choose one of " + words};
}

std::span<const NetworkKind> all_network_kinds() { return kKinds; }

std::ostream& operator<<(std::ostream& out, NetworkKind kind) { return out << to_string(kind); }

NetworkShape::NetworkShape(NetworkKind kind, NodeId ports, std::uint32_t radix)
    : kind_{kind}, ports_{ports}, radix_{radix}, digits_{0} {
  const auto check = [&](bool holds, RefusalClass what, const std::string& sentence) {
    if (holds) return;
    throw Refusal{what, std::string{"NetworkShape{"} + to_string(kind) + ", " +
                            std::to_string(ports) + ", " + std::to_string(radix) +
                            "}: " + sentence};
  };
  check(radix == 2 || kind == NetworkKind::kOmega, RefusalClass::kFeature,
        "only omega has elements of another radix than 2.");
  check(radix >= 2, RefusalClass::kRange, "an element has a radix of 2 or more.");
  check(ports >= 2, RefusalClass::kRange, "a network has 2 ports or more.");
  digits_ = exact_log(ports, radix);
  check(digits_ > 0 || kind == NetworkKind::kCrossbar, RefusalClass::kSize,
        "the ports are a power of the radix, but at a crossbar.");
}

std::uint32_t NetworkShape::stages() const {
  if (kind_ == NetworkKind::kCrossbar) return 1;
  return kind_ == NetworkKind::kBenes ? 2 * digits_ - 1 : digits_;
}

std::uint32_t NetworkShape::elements() const {
  if (kind_ == NetworkKind::kCrossbar) return 1;
  return kind_ == NetworkKind::kDataManipulator ? ports_ : ports_ / radix_;
}

std::uint32_t NetworkShape::element_ports() const {
  if (kind_ == NetworkKind::kCrossbar) return ports_;
  return kind_ == NetworkKind::kDataManipulator ? 3 : radix_;
}

Wiring NetworkShape::wires_before(std::uint32_t stage) const {
  if (kind_ == NetworkKind::kOmega) return Wiring::shuffle(ports_, radix_);
  if (kind_ == NetworkKind::kIndirectBinaryCube) return Wiring::butterfly(ports_, stage);
  return Wiring::identity(ports_);
}

Wiring NetworkShape::wires_behind(std::uint32_t stage) const {
  switch (kind_) {
    case NetworkKind::kCrossbar:
    case NetworkKind::kOmega:
      return Wiring::identity(ports_);
    case NetworkKind::kInverseOmega:
      return Wiring::inverse_shuffle(ports_);
    case NetworkKind::kIndirectBinaryCube:
      return Wiring::butterfly(ports_, stage);
    case NetworkKind::kBaseline:
      return Wiring::inverse_shuffle(ports_, 2, 1U << stage);
    case NetworkKind::kBenes: {  // unfold into halves, then fold back the same way
      if (stage < digits_ - 1) return Wiring::inverse_shuffle(ports_, 2, 1U << stage);
      if (stage == stages() - 1) return Wiring::identity(ports_);
      return Wiring::shuffle(ports_, 2, 1U << (stages() - 2 - stage));
    }
    case NetworkKind::kDataManipulator:
      break;
  }
  throw std::logic_error{"a data manipulator is wired branch by branch"};
}

Wiring NetworkShape::branch(std::uint32_t stage, std::uint32_t output) const {
  if (kind_ != NetworkKind::kDataManipulator || output > 2) {
    throw std::logic_error{"only a data manipulator has branches 0, 1, 2"};
  }
  const std::int64_t distance = std::int64_t{1} << (digits_ - 1 - stage);
  return Wiring::rotation(ports_, output == 0 ? 0 : output == 1 ? distance : -distance);
}

bool NetworkShape::can_block() const {
  return kind_ != NetworkKind::kCrossbar && kind_ != NetworkKind::kBenes;
}

bool NetworkShape::can_broadcast() const {
  return kind_ != NetworkKind::kDataManipulator && kind_ != NetworkKind::kBenes;
}

/// z of 5.1: destination - source round the ring, the short way; k/2 counts as up.
std::int64_t NetworkShape::signed_distance(SwitchRoute route) const {
  const std::int64_t k = ports_;
  const std::int64_t z = (std::int64_t{route.destination} - route.source + k) % k;
  return 2 * z > k ? z - k : z;
}

std::uint32_t NetworkShape::label(SwitchRoute route, std::uint32_t stage) const {
  const auto [s, d] = route;
  const std::uint32_t rest = digits_ - 1 - stage;  // digits of d not used yet (crossbar: not asked)
  switch (kind_) {
    case NetworkKind::kCrossbar:
      return d;
    case NetworkKind::kOmega: {  // low n-1-t digits of s, then the top t+1 of d
      if (radix_ == 2) return low_bits(s << (stage + 1) | d >> rest, digits_);
      const std::uint32_t unused = power(radix_, rest);
      return s % unused * power(radix_, stage + 1) + d / unused;
    }
    case NetworkKind::kInverseOmega:
    case NetworkKind::kIndirectBinaryCube:  // s with its low t+1 bits replaced by those of d
      return s >> (stage + 1) << (stage + 1) | low_bits(d, stage + 1);
    case NetworkKind::kBaseline:  // top t+1 bits of d, then the top n-1-t bits of s
      return d >> rest << rest | s >> (stage + 1);
    case NetworkKind::kDataManipulator: {  // the node reached by the top t+1 digits of the distance
      const std::int64_t z = signed_distance(route);
      const std::int64_t moved = std::abs(z) >> rest << rest;
      const std::int64_t k = ports_;
      return static_cast<std::uint32_t>((s + (z < 0 ? k - moved : moved)) % k);
    }
    case NetworkKind::kBenes:
      break;
  }
  no_tag(*this);
}

std::uint32_t NetworkShape::link_of_label(std::uint32_t label, std::uint32_t stage) const {
  return kind_ == NetworkKind::kInverseOmega ? rotate_right(label, stage + 1, digits_) : label;
}

std::uint32_t NetworkShape::steer(SwitchRoute route, std::uint32_t stage) const {
  const std::uint32_t d = route.destination;
  switch (kind_) {
    case NetworkKind::kCrossbar:
      return d;
    case NetworkKind::kOmega:
    case NetworkKind::kBaseline:
      return d / power(radix_, digits_ - 1 - stage) % radix_;
    case NetworkKind::kInverseOmega:
    case NetworkKind::kIndirectBinaryCube:
      return d >> stage & 1U;
    case NetworkKind::kDataManipulator: {
      const std::int64_t z = signed_distance(route);
      if ((std::abs(z) >> (digits_ - 1 - stage) & 1) == 0) return 0;
      return z > 0 ? 1 : 2;
    }
    case NetworkKind::kBenes:
      break;
  }
  no_tag(*this);
}

std::vector<StageCrossing> NetworkShape::walk(SwitchRoute route) const {
  std::vector<StageCrossing> way;
  way.reserve(stages());
  std::uint32_t link = route.source;
  std::uint32_t branch_taken = 0;
  for (std::uint32_t stage = 0; stage < stages(); ++stage) {
    const std::uint32_t output = steer(route, stage);
    if (kind_ == NetworkKind::kDataManipulator) {
      const std::uint32_t next = branch(stage, output)[link];
      way.push_back({link, branch_taken, output, next});
      branch_taken = output;
    } else {
      const std::uint32_t in = wires_before(stage)[link];
      const std::uint32_t element = in / element_ports();
      const std::uint32_t out = element * element_ports() + output;
      way.push_back({element, in % element_ports(), output, wires_behind(stage)[out]});
    }
    link = way.back().link;
  }
  return way;
}

std::ostream& operator<<(std::ostream& out, const NetworkShape& shape) {
  out << to_string(shape.kind()) << " of " << shape.ports() << " ports";
  if (shape.radix() != 2) out << ", radix " << shape.radix();
  return out;
}

}  // namespace plexus
