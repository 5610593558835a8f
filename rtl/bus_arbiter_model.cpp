#include "rtl/bus_arbiter_model.hpp"

#include <stdexcept>

#include "Vbus_arbiter_32.h"
#include "Vbus_arbiter_8.h"

namespace plexus {

BusArbiterModelMaker bus_arbiter_models(NodeId processors) {
  if (processors <= 8)
    return make_model<bus_arbiter_model_if, verilated_bus_arbiter<Vbus_arbiter_8, 8>>;
  if (processors <= 32)
    return make_model<bus_arbiter_model_if, verilated_bus_arbiter<Vbus_arbiter_32, 32>>;
  throw std::invalid_argument{
      "The twin of bus_arbiter exists for up to 8 and up to 32 processors, "
      "not for " +
      std::to_string(processors) + ": choose fewer --nodes, or leave the twin out."};
}

}  // namespace plexus
