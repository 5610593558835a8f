#pragma once

#include <string>
#include <vector>

namespace plexus {

/// A run of every algorithm of the ring, as words behind `plexus run ring`.
inline const std::vector<std::string>& ring_runs() {
  static const std::vector<std::string> all{
      "move --algorithm naive --destination 3",
      "move --algorithm pipelined --destination 5 --packets 4",
      "move --algorithm two-path --destination 2 --packets 3 --port-rule all-half",
      "move --algorithm two-path-optimal --destination 2 --port-rule all-half",
      "broadcast --algorithm one-way --root 2 --packets 4",
      "broadcast --algorithm two-way --root 6 --packets 3",
      "scatter --algorithm two-way --root 1",
      "gather --algorithm one-way --root 3",
      "gather --algorithm two-way --root 3 --port-rule all-half",
      "allgather --algorithm daisy-chain",
      "alltoall --algorithm rotate"};
  return all;
}

}  // namespace plexus
