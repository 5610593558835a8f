#include "models/omega/scatter_tree.hpp"

#include "models/omega/steps.hpp"

namespace plexus {

using namespace paper_1986;

Blocks scattered_blocks(NodeId nodes, NodeId root, std::uint32_t step, NodeId receiver,
                        Words words) {
  BlockList blocks;
  for (const NodeId v : scatter_blocks(nodes, root, step, receiver)) blocks.add(v);
  return blocks.blocks({0_words, words});
}

Equation<SwitchCase> recursive_halving() {
  return {
      .label = "(3.41)",
      .place = section("3.4(F)"),
      .formula =
          [](const SwitchCase& at) {
            return at.log2_k() * tau(at.timing) + real(at.nodes() * at.words) / b(at.timing);
          },
      .relation =
          [](const SwitchCase& at) { return at_most_if(bandwidth_divides(at.words, at.timing)); }};
}

}  // namespace plexus
