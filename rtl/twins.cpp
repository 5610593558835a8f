#include "rtl/twins.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#ifdef PLEXUS_HAS_VERILATOR
#include "rtl/link_twin.hpp"
#include "rtl/twin_clock.hpp"
#endif

namespace plexus {

namespace {

#ifdef PLEXUS_HAS_VERILATOR

/// One line per block that has an adapter; the sizes are those of rtl/CMakeLists.txt.
const std::array kBlocks{
    TwinBlock{"link",
              "hw/link.hpp",
              "rtl/link.sv",
              {"any words, startup and bandwidth (64 bits)"},
              "One direction of a clocked channel: start-up, then one beat per cycle"},
};

#else

const std::array<TwinBlock, 0> kBlocks{};

#endif

std::string names() {
  std::string text;
  for (const TwinBlock& block : kBlocks) text += (text.empty() ? "" : ", ") + block.name;
  return text;
}

void check(const TwinOptions& options) {
  if (!options.any()) return;
  if (kBlocks.empty()) {
    throw std::invalid_argument{
        "This build has no RTL twins, because Verilator was not there when it was configured. "
        "Install it and configure again."};
  }
  std::vector<std::string> parts = options.rtl;
  parts.insert(parts.end(), options.lockstep.begin(), options.lockstep.end());
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (std::ranges::find(kBlocks, *part, &TwinBlock::name) == kBlocks.end()) {
      throw std::invalid_argument{"The part " + *part +
                                  " has no RTL twin; parts that have one: " + names() + '.'};
    }
    if (std::find(parts.begin(), part, *part) != part) {
      throw std::invalid_argument{"The part " + *part +
                                  " is named twice; name it once, after --rtl or --lockstep."};
    }
  }
  if (parts.empty()) {
    throw std::invalid_argument{
        "--rtl-vcd shows RTL twins, and none runs; add --rtl or --lockstep with one of: " +
        names() + '.'};
  }
}

}  // namespace

std::span<const TwinBlock> twin_blocks() { return kBlocks; }

#ifdef PLEXUS_HAS_VERILATOR

struct Twins::Parts {
  explicit Parts(TwinOptions&& asked) : options{std::move(asked)}, clock{"twins", options.wave} {}

  [[nodiscard]] std::optional<TwinMode> mode_of(const std::string& part) const {
    const auto names_it = [&](const std::vector<std::string>& list) {
      return std::ranges::find(list, part) != list.end();
    };
    if (names_it(options.rtl)) return TwinMode::kReplace;
    if (names_it(options.lockstep)) return TwinMode::kLockstep;
    return std::nullopt;
  }

  TwinOptions options;
  twin_clock clock;
  std::vector<std::unique_ptr<link_twin>> links;
};

Twins::Twins(TwinOptions options) {
  check(options);
  if (options.any()) parts_ = std::make_unique<Parts>(std::move(options));
}

void Twins::attach(link_bank& links) {
  if (!parts_) return;
  if (const auto mode = parts_->mode_of("link")) {
    parts_->links.push_back(std::make_unique<link_twin>(sc_core::sc_gen_unique_name("link_twin"),
                                                        links, *mode, parts_->clock));
  }
}

void Twins::finish() {
  if (parts_) parts_->clock.finish();
}

#else

struct Twins::Parts {};

Twins::Twins(TwinOptions options) { check(options); }
void Twins::attach(link_bank& /*links*/) {}
void Twins::finish() {}

#endif

Twins::~Twins() = default;

}  // namespace plexus
