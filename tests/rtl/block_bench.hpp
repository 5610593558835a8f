#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "rtl/frame/block.hpp"
#include "rtl/frame/verilate.hpp"
#include "rtl/frame/verilated.hpp"
#include "rtl/frame/verilator_hooks.hpp"
#include "tests/rtl/mutant.hpp"

namespace plexus {

/// A block of any size by itself, its pins by name: for what no machine presents to it.
class block_bench {
 public:
  /// `room`: `rtl/switch`. Comes out of reset, all registers random before it. No `size`: the one
  /// that the build makes.
  block_bench(const std::string& room, const std::string& block, Parameters size = {}) {
    ::Verilated::threadContextp(&context_);  // the model enters its scopes there
    context_.threads(1);
    context_.randReset(2);
    context_.randSeed(7);
    const std::filesystem::path file =
        std::filesystem::path{PLEXUS_RTL_TESTS}.parent_path().parent_path() / room /
        (block + ".sv");
    const Mutant mutant = mutant_of(block);
    for (const TwinBlock& one : twin_blocks()) {
      if (size.empty() && one.name == block) size = one.built;
    }
    model_.reset(verilate({block, file, mutant.file}, size).make(context_, block.c_str()));
    for (const VerilatedPin& pin : model_->pins()) {
      pins_.emplace(pin.name, pin);
      if (pin.input) set(pin.name, 0, pin.width, 0);
    }
    if (!mutant.file.empty()) set("fault_i", mutant.fault);
    if (pins_.contains("rst_ni")) {
      edge();
      set("rst_ni", 1);
    }
    settle();
    if (!pins_.contains("rst_ni")) static_cast<void>(errors());  // zeros need not make sense to it
  }
  ~block_bench() {
    ::Verilated::threadContextp(&context_);  // another bench may have gone since
    model_.reset();
    ::Verilated::threadContextp(::Verilated::defaultContextp());
    static_cast<void>(take_rtl_errors());
  }
  block_bench(const block_bench&) = delete;
  block_bench& operator=(const block_bench&) = delete;

  void set(const std::string& name, std::uint64_t value) {
    set(name, 0, pins_.at(name).width, value);
  }
  /// Field number `field` of a pin of fields of `width` bits.
  void set_field(const std::string& name, unsigned field, unsigned width, std::uint64_t value) {
    set(name, field * width, width, value);
  }
  [[nodiscard]] std::uint64_t field(const std::string& name, unsigned field, unsigned width) const {
    return get(name, field * width, width);
  }
  /// Bits `from` .. `from + width - 1`.
  void set(const std::string& name, unsigned from, unsigned width, std::uint64_t value) {
    for (unsigned i = 0; i < width; ++i) put(name, from + i, i < 64 && (value >> i & 1) != 0);
  }
  [[nodiscard]] std::uint64_t get(const std::string& name) const {
    return get(name, 0, pins_.at(name).width);
  }
  [[nodiscard]] std::uint64_t get(const std::string& name, unsigned from, unsigned width) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width && i < 64; ++i) {
      value |= std::uint64_t{bit(name, from + i)} << i;
    }
    return value;
  }

  /// Clock low, with the present inputs.
  void settle() {
    if (pins_.contains("clk_i")) set("clk_i", 0);
    model_->eval();
  }
  /// Settles, and lets the clock rise.
  void edge() {
    settle();
    set("clk_i", 1);
    model_->eval();
  }
  /// What assertions have said since the last call.
  [[nodiscard]] std::string errors() {
    rtl_assertion_failed = false;
    return take_rtl_errors();
  }

 private:
  [[nodiscard]] static std::size_t byte_of(unsigned bit) { return bit / 8; }  // little endian
  void put(const std::string& name, unsigned bit, bool value) {
    auto* const bytes = static_cast<unsigned char*>(pins_.at(name).at);
    const auto mask = static_cast<unsigned char>(1U << bit % 8);
    bytes[byte_of(bit)] = static_cast<unsigned char>(value ? bytes[byte_of(bit)] | mask
                                                           : bytes[byte_of(bit)] & ~mask);
  }
  [[nodiscard]] bool bit(const std::string& name, unsigned number) const {
    const auto* const bytes = static_cast<const unsigned char*>(pins_.at(name).at);
    return (bytes[byte_of(number)] >> number % 8 & 1) != 0;
  }

  VerilatedContext context_;
  std::unique_ptr<verilated_if> model_;
  std::map<std::string, VerilatedPin> pins_;
};

}  // namespace plexus
