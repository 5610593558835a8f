#include "rtl/frame/shadow.hpp"

#include <cstring>

#include "rtl/frame/verilated.hpp"
#include "rtl/frame/verilator_hooks.hpp"

namespace plexus {

namespace {

/// As long as it lives, what nothing has set is `bits` in a model that is made, or evaluated for
/// the first time, and models print nothing.
class Start {
 public:
  Start(VerilatedContext& context, int bits) : context_{context}, usual_{context.randReset()} {
    context.randReset(bits);
    rtl_is_silent = true;
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;
  ~Start() {
    context_.randReset(usual_);
    rtl_is_silent = false;
  }

 private:
  VerilatedContext& context_;
  int usual_;
};

}  // namespace

twin_shadow::twin_shadow(VerilatedContext& context, const Verilated& block, const std::string& name,
                         int bits, std::span<const Pin> outputs, const Parameters& parameters)
    : context_{context}, bits_{bits}, outputs_(outputs.begin(), outputs.end()) {
  const Start start{context, bits};
  model_.reset(block.make(context, name.c_str()));
  seen_.bind(outputs_, false, model_->pins(), parameters, name);
}

void twin_shadow::evaluate(const verilated_if& running) {
  const auto own = model_->pins();
  const auto told = running.pins();
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].input) std::memcpy(own[i].at, told[i].at, bytes_of(own[i].width));
  }
  const Start start{context_, bits_};
  model_->eval();
}

}  // namespace plexus
