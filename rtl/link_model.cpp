#include "rtl/link_model.hpp"

#include "Vlink.h"

namespace plexus {

std::unique_ptr<link_model_if> make_link_model(VerilatedContext& context, const std::string& name) {
  return std::make_unique<verilated_link<Vlink>>(context, name);
}

}  // namespace plexus
