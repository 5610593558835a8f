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
    bind_once(name_of(part));
    occupant_ = &part;
  }
  void operator()(If& part) { bind(part); }
  /// To what the port of the module around it is bound to, which is known when elaboration ends:
  /// nothing can be put in front of that.
  void bind(sc_core::sc_port_b<If>& outer) {
    bind_once(outer.name());
    outer_ = &outer;
  }
  void operator()(sc_core::sc_port_b<If>& outer) { bind(outer); }

  /// Puts `part` in front of what stands there, which is returned. After all `bind`s.
  If& in_front(If& part) {
    if (outer_ != nullptr) {
      report_wiring(
          "{} is to stand in front of what port {} is bound to, and that is said by "
          "port {} further out: bind the part itself.",
          name_of(part), this->name(), outer_->name());
    }
    has_front_ = true;
    If& behind = *occupant_;
    occupant_ = &part;
    return behind;
  }
  /// Has somebody bound a part here, in the place of the standard one?
  [[nodiscard]] bool is_bound() const { return bound_; }
  /// Does something else stand there than the standard part? For a bank that has the standard one
  /// in its own loop: it asks once, when elaboration ends.
  [[nodiscard]] bool exchanged() const { return occupant_ != standard_; }
  /// What stands there, as far as has been said.
  [[nodiscard]] If& occupant() const { return *occupant_; }
  /// What its module has brought.
  [[nodiscard]] If& standard() const { return *standard_; }

  [[nodiscard]] std::vector<std::string> bound_to() const override { return {name_of(*occupant_)}; }

 private:
  /// Says what is wrong with binding the port to `part`, if something is.
  void bind_once(const std::string& part) {
    if (is_settled_) {
      report_wiring("Port {} is bound to {}, and elaboration has ended: bind it before.",
                    this->name(), part);
    }
    if (has_front_) {
      report_wiring(
          "Port {} is bound to {}, and twins look at what stood there before: bind it "
          "first, then attach them.",
          this->name(), part);
    }
    if (bound_) {
      report_wiring("Port {} is bound twice, to {} and to {}: bind one of them.", this->name(),
                    outer_ != nullptr ? outer_->name() : name_of(*occupant_), part);
    }
    bound_ = true;
  }
  void before_end_of_elaboration() override {
    if (outer_ != nullptr) {
      Base::bind(*outer_);
    } else {
      Base::bind(*occupant_);
    }
    is_settled_ = true;
  }
  void end_of_elaboration() override {
    if (outer_ != nullptr) occupant_ = (*this)[0];
  }

  If* standard_;
  If* occupant_;
  sc_core::sc_port_b<If>* outer_ = nullptr;  ///< says what stands there
  bool bound_ = false;
  bool has_front_ = false;   ///< a twin
  bool is_settled_ = false;  ///< elaboration ends
};

}  // namespace plexus
