#include "rtl/omega_element_model.hpp"

#include "Vcombine_element.h"
#include "Vomega_element.h"

namespace plexus {

std::unique_ptr<element_model_if> make_omega_element_model(VerilatedContext& context,
                                                           const std::string& name) {
  return std::make_unique<verilated_element<Vomega_element>>(context, name);
}

std::unique_ptr<element_model_if> make_combine_element_model(VerilatedContext& context,
                                                             const std::string& name) {
  return std::make_unique<verilated_element<Vcombine_element>>(context, name);
}

}  // namespace plexus
