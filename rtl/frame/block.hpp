#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "rtl/frame/bank.hpp"
#include "rtl/frame/twins.hpp"

namespace plexus {

/// A part that has a twin: all that anybody outside the block's own file knows of it. Of a block of
/// rtl/ its line in rtl/CMakeLists.txt says all that is text.
struct TwinBlock {
  std::string name{};   ///< of part and twin
  std::string part{};   ///< header of the SystemC part
  std::string sizes{};  ///< what a run can have, in words
  std::string help{};   ///< one line
  Parameters built{};   ///< the size that the build makes; any other is made when a run asks for it
  /// The twins of a part, or null if `object` is no part of this kind. Throws SizeMissing if it is
  /// one that no twin fits.
  std::function<std::unique_ptr<twin_bank>(sc_core::sc_object& object, const TwinSite& site)>
      attach{};
  std::string room{};  ///< folder of its files: `rtl/link`
  /// Blocks that change what it follows where they are in their parts' places: it cannot be there.
  std::vector<std::string> yields_to{};
  /// Blocks that do the same: one of the two at most is in its part's place.
  std::vector<std::string> does_the_same_as{};

  [[nodiscard]] std::string file() const { return room + '/' + name + ".sv"; }
};

/// What stands in the place of `block`: `users_file`, or if it is empty the block's own.
[[nodiscard]] TwinSource source_of(const TwinBlock& block, const std::filesystem::path& users_file);

inline constexpr auto kEveryPart = [](const auto&, const TwinSite&) { return true; };

/// TwinBlock::attach for objects that are of the type `Part`, a class or an interface, and have
/// twins of type `Bank`: all of them, or those of which `Has(part, site)` says so, which may throw
/// SizeMissing.
template <typename Part, typename Bank, auto Has = kEveryPart>
std::unique_ptr<twin_bank> attach_to(sc_core::sc_object& object, const TwinSite& site) {
  auto* const part = dynamic_cast<Part*>(&object);
  if (part == nullptr || !Has(*part, site)) return nullptr;
  return std::make_unique<Bank>(*part, site);
}

/// The same for exchange ports behind which `Part` is the standard one: twins stand in front of
/// whatever has been bound there.
template <typename Part, typename Bank, auto Has = kEveryPart>
std::unique_ptr<twin_bank> attach_before(sc_core::sc_object& object, const TwinSite& site) {
  auto* const port = dynamic_cast<exchange_port<typename Bank::behind_if>*>(&object);
  if (port == nullptr) return nullptr;
  auto* const part = dynamic_cast<Part*>(&port->standard());
  if (part == nullptr || !Has(*part, site)) return nullptr;
  return std::make_unique<Bank>(*port, *part, site);
}

/// Are twins of the type `Bank` made with the port, too?
template <typename Bank>
concept StandsBefore = requires(exchange_port<typename Bank::behind_if>& port,
                                typename Bank::part_type& part, const TwinSite& site) {
  Bank{port, part, site};
};

/// A block whose twins are of type `Bank`. `built`: what `Bank::parameters` takes, for the size
/// that the build makes. `Has`: as for `attach_to`.
template <typename Bank, auto Has = kEveryPart, typename... Size>
TwinBlock block_of(Size... built) {
  using Part = typename Bank::part_type;
  TwinBlock block;
  if constexpr (requires { Bank::parameters(built...); }) block.built = Bank::parameters(built...);
  if constexpr (StandsBefore<Bank>) {
    block.attach = attach_before<Part, Bank, Has>;
  } else {
    block.attach = attach_to<Part, Bank, Has>;
  }
  return block;
}

/// Blocks of a program of one's own, which defines this function if it has any. Their room is a
/// folder of its own, with the whole path.
__attribute__((weak)) std::vector<TwinBlock> own_twin_blocks();

/// All blocks of this build, in the order of rtl/CMakeLists.txt, then own ones; none without
/// Verilator.
[[nodiscard]] std::vector<TwinBlock> twin_blocks();

}  // namespace plexus
