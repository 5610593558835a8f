#include "models/omega/play.hpp"
#include "models/operations/permutation.hpp"

namespace plexus::omega {

Algorithm<BufferedSwitchCase> permutation_buffered() {
  return {.operation = "permutation",
          .name = "buffered",
          .summary = "one word each through queues at every element",
          .parameters = on_omega_alone(
              {switch_nodes_parameter(), network_parameter(),
               setup_parameter(),  // charges nothing: each packet sets what it passes
               permutation_parameter(), fifo_depth_parameter(1), arbitration_parameter(),
               switch_seed_parameter()},
              "the buffered permutation"),
          .data =
              [](const BufferedSwitchCase& at) {
                return permutation_operation(at.permutation, 1_words);
              },
          .program =
              [](processor& self, const BufferedSwitchCase& at) {
                return send_own_block(self, at.permutation[self.id()]);
              },
          .lower_bound =
              [](const BufferedSwitchCase& at) { return bound_of_moving_nothing(at.permutation); },
          .check = [](const BufferedSwitchCase&,
                      const fifo_switch_machine& top) -> std::optional<std::string> {
            top.net.check_conservation();
            return std::nullopt;
          }};
}

}  // namespace plexus::omega
