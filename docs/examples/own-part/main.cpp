// Parts of one's own in the place of those of a machine, with the whole command line:
//   own_part run bus alltoall --part bus_arbiter=round-robin --lockstep bus_arbiter
//   own_part run omega traffic --part omega_fifo_element=look-ahead --vcd own.vcd
#include <plexus/testbenches/catalogue.hpp>
#include <plexus/testbenches/command/main.hpp>

#include "parts.hpp"

int main(int argc, char* argv[]) {
  plexus::Catalogue catalogue = plexus::make_catalogue();
  catalogue.parts = {round_robin_bus(),       lowest_first_bus(),      in_turns_element(),
                     longest_first_element(), look_ahead_element(),    in_turns_coupler(),
                     refused_first_coupler(), shortest_first_manager()};
  return plexus::main(argc, argv, std::move(catalogue));
}
