#include "rtl/omega_fifo_element_model.hpp"

#include <stdexcept>

#include "Vomega_fifo_element_1.h"
#include "Vomega_fifo_element_2.h"
#include "Vomega_fifo_element_4.h"

namespace plexus {

FifoElementModelMaker fifo_element_models(std::uint32_t depth) {
  if (depth == 1)
    return make_model<fifo_element_model_if, verilated_fifo_element<Vomega_fifo_element_1, 1>>;
  if (depth == 2)
    return make_model<fifo_element_model_if, verilated_fifo_element<Vomega_fifo_element_2, 2>>;
  if (depth == 4)
    return make_model<fifo_element_model_if, verilated_fifo_element<Vomega_fifo_element_4, 4>>;
  throw std::invalid_argument{
      "The twin of omega_fifo_element exists for queues of 1, 2 and 4 places, not of " +
      std::to_string(depth) + ": choose another --fifo-depth, or leave the twin out."};
}

}  // namespace plexus
