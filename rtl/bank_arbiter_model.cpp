#include "rtl/bank_arbiter_model.hpp"

#include <stdexcept>

#include "Vbank_arbiter_64.h"
#include "Vbank_arbiter_8.h"

namespace plexus {

BankArbiterModelMaker bank_arbiter_models(NodeId processors, BankId banks) {
  if (processors <= 8 && banks <= 8)
    return make_model<bank_arbiter_model_if, verilated_bank_arbiter<Vbank_arbiter_8, 3>>;
  if (processors <= 64 && banks <= 64)
    return make_model<bank_arbiter_model_if, verilated_bank_arbiter<Vbank_arbiter_64, 6>>;
  throw std::invalid_argument{
      "The twin of bank_arbiter exists for up to 8 and up to 64 processors and banks, not for " +
      std::to_string(processors) + " processors and " + std::to_string(banks) +
      " banks: choose fewer --nodes or --banks, or leave the twin out."};
}

}  // namespace plexus
