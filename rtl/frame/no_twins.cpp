// What a build without Verilator has in the place of the twins.
#include <stdexcept>

#include "rtl/frame/block.hpp"
#include "rtl/frame/twins.hpp"
#include "rtl/frame/verilate.hpp"

namespace plexus {

std::string block_of(const std::string& asked) { return asked.substr(0, asked.find('=')); }

std::vector<TwinBlock> twin_blocks() { return {}; }

void require_usable(const TwinSource& /*source*/, const Parameters& /*parameters*/) {}

struct Twins::Parts {};

Twins::Twins(TwinOptions options, const std::vector<TwinBlock>& /*more*/) {
  if (!options.any()) return;
  throw std::invalid_argument{
      "This build has no RTL twins, because Verilator was not there when it was configured. "
      "Install it and configure again."};
}
Twins::Twins(TwinOptions options) : Twins{std::move(options), {}} {}
Twins::~Twins() = default;
void Twins::attach(sc_core::sc_object& /*part*/) {}
void Twins::require_all_attached() const {}
std::string Twins::lint() const { return {}; }
std::vector<TwinEvidence> Twins::evidence() const { return {}; }
const TwinRecord& Twins::record() const {
  static const TwinRecord nothing;
  return nothing;
}
std::size_t Twins::models() const { return 0; }
void Twins::finish() {}

}  // namespace plexus
