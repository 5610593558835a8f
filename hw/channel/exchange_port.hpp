#pragma once

#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A port behind which a part can be exchanged, of whatever kind.
class exchange_port_if : public bindings_if {
 public:
  /// What it is a port for: the kind of the part that its module brings (`bus_arbiter`), or where
  /// that is no SystemC object, the port's own name.
  [[nodiscard]] virtual std::string role() const = 0;
};

/// A port behind which a part can be exchanged: arbiter, route, set-up, queue policy. Its module
/// brings a part of its own, the standard one; what is bound to the port before elaboration ends
/// takes that place, a user's module as at any other port:
///
///     top.wires.arbiter(my_arbiter);
///
/// A twin is put `in_front` of what stands there, and may ask that one further to compare with it.
/// The module calls what is behind the port and never knows which of them it is.
template <typename If>
class exchange_port final : public sc_core::sc_port<If, 1, sc_core::SC_ZERO_OR_MORE_BOUND>,
                            public exchange_port_if {
  using Base = sc_core::sc_port<If, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

 public:
  /// `standard` must outlive the port.
  exchange_port(const char* name, If& standard)
      : Base{name}, standard_{&standard}, occupant_{&standard} {}

  [[nodiscard]] const char* kind() const override { return "exchange_port"; }
  [[nodiscard]] std::string role() const override {
    const auto* const part = dynamic_cast<const sc_core::sc_object*>(standard_);
    return part == nullptr ? this->basename() : part->kind();
  }

  /// Puts `part` in the place of the standard one. Twice, with a twin in front, or when elaboration
  /// has ended: a wiring error.
  void bind(If& part) {
    if (is_settled_) {
      report_wiring("Port " + std::string{this->name()} + " is bound to " + name_of(part) +
                    ", and elaboration has ended: bind it before.");
    }
    if (has_front_) {
      report_wiring("Port " + std::string{this->name()} + " is bound to " + name_of(part) +
                    ", and twins look at what stood there before: bind it first, then attach "
                    "them.");
    }
    if (bound_) {
      report_wiring("Port {} is bound twice, to {} and to {}: bind one of them.", this->name(),
                    name_of(*occupant_), name_of(part));
    }
    bound_ = true;
    occupant_ = &part;
  }
  void operator()(If& part) { bind(part); }

  /// Puts `part` in front of what stands there, which is returned. After all `bind`s.
  If& in_front(If& part) {
    has_front_ = true;
    If& behind = *occupant_;
    occupant_ = &part;
    return behind;
  }
  /// Does something else stand there than the standard part?
  [[nodiscard]] bool exchanged() const { return occupant_ != standard_; }
  /// What stands there, as far as has been said.
  [[nodiscard]] If& occupant() const { return *occupant_; }
  /// What its module has brought.
  [[nodiscard]] If& standard() const { return *standard_; }

  [[nodiscard]] std::vector<std::string> bound_to() const override { return {name_of(*occupant_)}; }

 private:
  void before_end_of_elaboration() override {
    Base::bind(*occupant_);
    is_settled_ = true;
  }

  If* standard_;
  If* occupant_;
  bool bound_ = false;
  bool has_front_ = false;   ///< a twin
  bool is_settled_ = false;  ///< elaboration ends
};

}  // namespace plexus
