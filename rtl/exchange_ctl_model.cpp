#include "rtl/exchange_ctl_model.hpp"

#include "Vexchange_ctl.h"

namespace plexus {

std::unique_ptr<exchange_ctl_model_if> make_exchange_ctl_model(VerilatedContext& context,
                                                               const std::string& name, bool odd) {
  return std::make_unique<verilated_exchange_ctl<Vexchange_ctl>>(context, name, odd);
}

}  // namespace plexus
