#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/pops/algorithm.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

/// Where each processor sends its datum: by processor, a bijection.
using Image = std::vector<NodeId>;

/// permutation/two-hop: pass and relay of the datum of every processor, for d > 1. In a pass the
/// data of one relay group come from different groups and go to different groups.
struct TwoHopSchedule {
  std::vector<NodeId> pass;
  std::vector<NodeId> relay;
};
TwoHopSchedule two_hop_schedule(const PopsShape& pops, const Image& image);

/// permutation/direct: per coupler a queue of the data that move, in ascending order of processors;
/// slot t sends the t-th entry of every queue.
struct DirectSchedule {
  static constexpr std::uint64_t kFixed = ~std::uint64_t{0};
  std::vector<std::uint64_t> slot;  ///< of each processor; kFixed where it sends nothing
  std::uint64_t slots = 0;          ///< the longest queue
};
/// `image` may hold kStays for processors that do not take part.
DirectSchedule direct_schedule(const PopsShape& pops, const Image& image);
inline constexpr NodeId kStays = ~NodeId{0};

/// One datum from every processor that sends, straight to its image.
Program direct_permutation(pops_node& self, Words m, const DirectSchedule& schedule,
                           const Image& image);

/// permutation/intragroup: a permutation inside every group in I(d, g) slots: passes over g + 1
/// consecutive indices, of which two go straight and the others by relays in the other groups.
/// With `given` the datum is handed to the receiver's program, which finds it there.
Program intragroup_permutation(pops_node& self, Words m, const Image& image, MessageData data,
                               std::optional<Received>* given = nullptr);

/// Every processor's datum at its image. `fixed_too`: those that stay are sent as well.
std::unique_ptr<pops_data> image_data(const Image& image, bool fixed_too);

/// Lower bound of a permutation: ceil(2d/g) slots if each group goes to another group, none if
/// nothing moves.
std::optional<Cycles> group_permutation_bound(const PopsCase& at);
/// Lower bound inside groups: ceil(2d/(g+1)) slots without fixed points, none if nothing moves.
std::optional<Cycles> intragroup_bound(const PopsCase& at, const Image& image);

/// Names of 4.4, `affine:a,b` among them. Refuses (`range`, `size`) what is none.
Image named_permutation(const PopsShape& pops, const std::string& name);
/// Refuses (`feature`) a permutation that leaves its groups.
void require_intragroup(const PopsShape& pops, const Image& image);

/// What makes the programs of every algorithm that is permutation/direct or permutation/two-hop
/// with a map of its own.
std::function<Program(pops_node&)> direct_programs(const PopsCase& at, Image image);
std::function<Program(pops_node&)> two_hop_programs(const PopsCase& at, Image image);
std::function<Program(pops_node&)> intragroup_programs(const PopsCase& at, Image image);

}  // namespace plexus
