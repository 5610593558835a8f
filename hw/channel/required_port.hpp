#pragma once

#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A port for at most one channel. It knows its channel from the moment of binding, so that waves
/// and twins find it before elaboration ends, and tells in words when it is bound twice.
template <typename If>
class optional_port : public sc_core::sc_port<If, 1, sc_core::SC_ZERO_OR_MORE_BOUND>,
                      public bindings_if {
  using Base = sc_core::sc_port<If, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

 public:
  explicit optional_port(const char* name) : Base{name} {}

  [[nodiscard]] const char* kind() const override { return "optional_port"; }

  void bind(If& channel) {
    if (channel_ != nullptr) {
      report_wiring("Port " + std::string{this->name()} + " is bound twice, to " +
                    name_of(*channel_) + " and to " + name_of(channel) + ": bind it once.");
    }
    channel_ = &channel;
    Base::bind(channel);
  }
  void operator()(If& channel) { bind(channel); }
  /// To what the port of the module around it is bound to.
  void bind(sc_core::sc_port_b<If>& outer) { Base::bind(outer); }
  void operator()(sc_core::sc_port_b<If>& outer) { bind(outer); }

  If* operator->() { return channel_; }
  const If* operator->() const { return channel_; }
  /// What it is bound to as far as has been said; null: nothing yet.
  [[nodiscard]] If* channel() const { return channel_; }

  [[nodiscard]] std::vector<std::string> bound_to() const override {
    if (channel_ == nullptr) return {};
    return {name_of(*channel_)};
  }

 protected:
  void end_of_elaboration() override {
    if (this->size() > 0) channel_ = (*this)[0];
  }

 private:
  If* channel_ = nullptr;
};

/// A port for exactly one channel, which tells in words, too, when it was forgotten.
template <typename If>
class required_port final : public optional_port<If> {
 public:
  /// `wanted`: what the port is to be bound to, in words that follow `bind it to`.
  required_port(const char* name, const char* wanted) : optional_port<If>{name}, wanted_{wanted} {}

  [[nodiscard]] const char* kind() const override { return "required_port"; }

 private:
  void end_of_elaboration() override {
    if (this->size() == 0) {
      report_wiring("Port " + std::string{this->name()} + " is bound to nothing: bind it to " +
                    wanted_ + '.');
    }
    optional_port<If>::end_of_elaboration();
  }

  const char* wanted_;
};

}  // namespace plexus
