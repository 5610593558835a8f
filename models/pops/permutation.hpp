#pragma once

#include <optional>
#include <string>

#include "models/pops/case.hpp"
#include "models/pops/two_hop.hpp"

/// Data that go to the image of their processor: permutations, and the moves of other networks.
namespace plexus::pops {

/// `reverse`, `affine:a,b`, .. Refuses (`range`, `size`) what is no permutation.
[[nodiscard]] Image named_image(const PopsShape& pops, const std::string& name);

/// A permutation that sends the data that stay as well.
[[nodiscard]] Operation all_sent(const PopsCase& at);

/// Straight: a queue of the data that move for each coupler, in ascending order of processors; slot
/// t sends the t-th entry of every queue.
void plan_straight(PopsCase& at);
Program straight(pops_node& self, const PopsCase& at);

/// By relays, in S(d, g) slots: in a pass the data of one relay group come from different groups
/// and go to different groups.
void plan_relays(PopsCase& at);
Program by_relays(pops_node& self, const PopsCase& at);

/// Theorems 1 and 2.
Program by_rho(pops_node& self, const PopsCase& at);

/// Inside every group in I(d, g) slots: passes over g + 1 consecutive indices, of which two go
/// straight and the others by relays in the other groups.
Program inside_groups(pops_node& self, const PopsCase& at);
/// One such move of `data` where everybody sends to `image`. With `given` the datum is handed to
/// the receiver's program, which finds it there.
Program move_inside_groups(pops_node& self, Words m, const Image& image, Numbers data,
                           std::optional<Packet>* given = nullptr);
/// Bound: ceil(2d/(g+1)) slots if everything moves, none if nothing does.
[[nodiscard]] std::optional<Cycles> bound_inside_groups(const PopsCase& at);

}  // namespace plexus::pops
