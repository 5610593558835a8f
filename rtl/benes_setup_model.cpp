#include "rtl/benes_setup_model.hpp"

#include <stdexcept>

#include "Vbenes_setup_16.h"
#include "Vbenes_setup_8.h"

namespace plexus {

BenesSetupModelMaker benes_setup_models(NodeId ports) {
  if (ports == 8) return make_model<benes_setup_model_if, verilated_benes_setup<Vbenes_setup_8, 8>>;
  if (ports == 16)
    return make_model<benes_setup_model_if, verilated_benes_setup<Vbenes_setup_16, 16>>;
  throw std::invalid_argument{"The twin of benes_setup exists for 8 and for 16 ports, not for " +
                              std::to_string(ports) +
                              ": choose 8 or 16 --nodes, or leave the twin out."};
}

}  // namespace plexus
