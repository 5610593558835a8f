#include "tests/rtl/link_faulty.hpp"

#include "Vlink_faulty.h"

namespace plexus {

std::unique_ptr<link_model_if> make_link_faulty(VerilatedContext& context, const std::string& name,
                                                Planted planted) {
  auto model = std::make_unique<verilated_link<Vlink_faulty>>(context, name);
  model->pins().fault_i = static_cast<unsigned char>(planted);
  return model;
}

}  // namespace plexus
