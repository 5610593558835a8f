#include "rtl/omega_net_model.hpp"

#include <stdexcept>

#include "Vomega_net_16.h"
#include "Vomega_net_8.h"

namespace plexus {

OmegaNetModelMaker omega_net_models(NodeId ports) {
  if (ports == 8) return make_model<omega_net_model_if, verilated_omega_net<Vomega_net_8, 8>>;
  if (ports == 16) return make_model<omega_net_model_if, verilated_omega_net<Vomega_net_16, 16>>;
  throw std::invalid_argument{"The twin of omega_net exists for 8 and for 16 ports, not for " +
                              std::to_string(ports) +
                              ": choose 8 or 16 --nodes, or leave the twin out."};
}

}  // namespace plexus
