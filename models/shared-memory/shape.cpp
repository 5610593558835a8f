#include "models/shared-memory/shape.hpp"

namespace plexus {

BankLayout sequential_layout(const SharedMemoryShape& shape, std::uint64_t chunks) {
  return {shape.banks, [chunks, banks = shape.banks](BlockId block, std::uint64_t chunk) {
            return static_cast<BankId>((block * chunks + chunk) % banks);
          }};
}

BankLayout alltoall_layout(const SharedMemoryShape& shape) {
  return {shape.banks, [shape](BlockId block, std::uint64_t /*chunk*/) {
            const std::uint64_t origin = block / shape.nodes;
            const std::uint64_t destination = block % shape.nodes;
            switch (shape.storage) {
              case Storage::kStraight:
                return static_cast<BankId>(destination % shape.banks);
              case Storage::kSkewed:
                return static_cast<BankId>((origin + destination) % shape.banks);
              case Storage::kXor:
                break;
            }
            return static_cast<BankId>((origin ^ destination) % shape.banks);
          }};
}

}  // namespace plexus
