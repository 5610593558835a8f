#include "hw/switch/word_switch.hpp"

#include <utility>

namespace plexus {

word_switch::word_switch(sc_core::sc_module_name name, const SwitchWiring& wiring,
                         std::function<void()> ended)
    : pass_switch{name, wiring, Elements::kPlain}, ended_{std::move(ended)} {
  HW_PROCESSES(word_switch);
  SC_METHOD(end_pass);
  sensitive << end_;
  dont_initialize();
}

void word_switch::pass(std::span<const SwitchRequest> messages, const steering_if& steering) {
  requests_ = messages;
  start_ = clock_.now();
  outcome_ = &carry(messages, steering);
  if (messages.empty()) {
    end_.notify(clock_.time(1_cycles));
  } else {
    streaming->stream(*this);
  }
}

void word_switch::stream(pass_if& pass) {
  end_.notify(clock_.time(pass.pass_end() - clock_.now()));
}

void word_switch::finish(const SwitchOutcome& outcome) {
  told_ = outcome;
  outcome_ = &told_;
  ended_();
}

}  // namespace plexus
