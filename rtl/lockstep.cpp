#include "rtl/lockstep.hpp"

#include "hw/channel/fault.hpp"

namespace plexus {

void raise_difference(Cycles cycle, const std::string& part, const std::string& signal,
                      std::uint64_t model, std::uint64_t twin) {
  raise({"lockstep",
         cycle,
         part,
         "Twin and model of " + part + " differ in cycle " + std::to_string(cycle.count()) + ": " +
             signal + " is " + std::to_string(twin) + " in the twin and " + std::to_string(model) +
             " in the model. Look at this cycle in the waves of both, --vcd and --rtl-vcd.",
         {{"signal", '"' + signal + '"'},
          {"model", std::to_string(model)},
          {"twin", std::to_string(twin)}}});
}

}  // namespace plexus
