#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "hw/channel/channel_if.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Report id of a wiring mistake: what is bound wrongly is told by SystemC's own means.
inline constexpr const char* kWiring = "/plexus/wiring";

/// Ends elaboration with SC_REPORT_ERROR. `sentence` names both ends in full and says what to do.
[[noreturn]] void report_wiring(const std::string& sentence);
/// The same with what fmt makes of `sentence` and `values`.
template <typename... Values>
[[noreturn]] void report_wiring(fmt::format_string<Values...> sentence, Values&&... values) {
  report_wiring(fmt::format(sentence, std::forward<Values>(values)...));
}

/// Full name of what implements `bound`: a SystemC object or a light channel.
[[nodiscard]] std::string name_of(const sc_core::sc_interface& bound);

/// Told at the end of elaboration: `port` must be bound to `wanted` channels, `what` in words.
void check_bound(int bound, std::uint32_t wanted, const char* what,
                 const sc_core::sc_port_base& port);

/// `number`, if `of` has so many parts of that kind (`ports`); throws std::invalid_argument, which
/// says how many there are.
[[nodiscard]] std::size_t checked_number(std::size_t number, std::size_t count, const char* kind,
                                         const sc_core::sc_object& of);

/// A port that can tell what it is bound to: all of ours.
class bindings_if {
 public:
  virtual ~bindings_if() = default;
  /// Full names in the order of binding. From the end of elaboration on.
  [[nodiscard]] virtual std::vector<std::string> bound_to() const = 0;
};

/// A port for any number of channels of one kind, which it numbers 0, 1, .. in the order of
/// binding: a node's links, a stage's elements.
template <typename If>
class multiport final : public sc_core::sc_port<If, 0, sc_core::SC_ZERO_OR_MORE_BOUND>,
                        public bindings_if {
  using Base = sc_core::sc_port<If, 0, sc_core::SC_ZERO_OR_MORE_BOUND>;

 public:
  using Base::Base;
  [[nodiscard]] std::vector<std::string> bound_to() const override {
    std::vector<std::string> names;
    for (int i = 0; i < this->size(); ++i) names.push_back(name_of(*(*this)[i]));
    return names;
  }
};

}  // namespace plexus
