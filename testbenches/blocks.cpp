#include "rtl/frame/block.hpp"
#include "testbenches/benches.hpp"

namespace plexus {

void add_blocks(Catalogue& catalogue) {
  for (const TwinBlock& block : twin_blocks()) {
    catalogue.blocks.push_back({block.name, block.part, block.file(), {block.sizes}, block.help});
  }
}

}  // namespace plexus
