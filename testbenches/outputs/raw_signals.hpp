#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/observe/bits.hpp"
#include "hw/systemc.hpp"
#include "testbenches/outputs/vcd_writer.hpp"

namespace plexus {

/// The signals that parts trace by themselves: pins, masks, counters. Stands where SystemC expects
/// a trace file, and looks at them when a time step has ended.
#if IEEE_1666_SYSTEMC >= 202301L
class raw_signals final : public sc_core::sc_trace_file,
                          public bits_trace_if,
                          private sc_core::sc_stage_callback_if {
#else
class raw_signals final : public sc_core::sc_trace_file, public bits_trace_if {
#endif
 public:
  /// Chooses signals by their full names.
  using Wants = std::function<bool(const std::string& signal)>;

  /// `ended` is called at the end of every time step, before the signals are looked at.
  raw_signals(VcdWriter& out, Wants wants, std::function<void()> ended);
  ~raw_signals() override;

  [[nodiscard]] bool empty() const { return numbers_.empty() && others_.empty(); }
  /// Keeps the values of the present moment. The last ones of a time step count.
  void sample();
  /// Writes down what `sample` found changed.
  void write();

  // SystemC's own interface: whole numbers as they lie in memory, other types by their letters.
#define PLEXUS_NUMBER(Type)                                                    \
  void trace(const Type& value, const std::string& name, int width) override { \
    add_number(&value, sizeof value, name, width);                             \
  }
  PLEXUS_NUMBER(unsigned char)
  PLEXUS_NUMBER(unsigned short)
  PLEXUS_NUMBER(unsigned int)
  PLEXUS_NUMBER(unsigned long)
  PLEXUS_NUMBER(char)
  PLEXUS_NUMBER(short)
  PLEXUS_NUMBER(int)
  PLEXUS_NUMBER(long)
  PLEXUS_NUMBER(sc_dt::int64)
  PLEXUS_NUMBER(sc_dt::uint64)
#undef PLEXUS_NUMBER
#define PLEXUS_OTHER(Type, kind, letters)                                 \
  void trace(const Type& value, const std::string& name) override {       \
    add_other(name, VcdWriter::Kind::kind, [&value] { return letters; }); \
  }
  PLEXUS_OTHER(sc_core::sc_time, kReal, std::to_string(value.to_seconds()))
  PLEXUS_OTHER(float, kReal, fmt::format("{}", value))
  PLEXUS_OTHER(double, kReal, fmt::format("{}", value))
  PLEXUS_OTHER(sc_dt::sc_bit, kBits, std::string(1, value.to_char()))
  PLEXUS_OTHER(sc_dt::sc_logic, kBits, std::string(1, value.to_char()))
  PLEXUS_OTHER(sc_dt::sc_int_base, kBits, value.to_string(sc_dt::SC_BIN_US, false))
  PLEXUS_OTHER(sc_dt::sc_uint_base, kBits, value.to_string(sc_dt::SC_BIN_US, false))
  PLEXUS_OTHER(sc_dt::sc_signed, kBits, value.to_string(sc_dt::SC_BIN_US, false))
  PLEXUS_OTHER(sc_dt::sc_unsigned, kBits, value.to_string(sc_dt::SC_BIN_US, false))
  PLEXUS_OTHER(sc_dt::sc_bv_base, kBits, value.to_string())
  PLEXUS_OTHER(sc_dt::sc_lv_base, kBits, value.to_string())
#undef PLEXUS_OTHER
  void trace(const bool& value, const std::string& name) override {
    add_number(&value, sizeof value, name, 1);
  }
  void trace(const unsigned int& value, const std::string& name, const char** words) override;
  void trace(const sc_core::sc_event&, const std::string&) override {}
  void trace(const sc_dt::sc_fxval&, const std::string&) override {}
  void trace(const sc_dt::sc_fxval_fast&, const std::string&) override {}
  void trace(const sc_dt::sc_fxnum&, const std::string&) override {}
  void trace(const sc_dt::sc_fxnum_fast&, const std::string&) override {}
  void bit_by_bit(const std::string& signal) override {
    if (wants_(signal)) out_->read_last_bit_by_bit();
  }
  void write_comment(const std::string&) override {}
  void set_time_unit(double, sc_core::sc_time_unit) override {}

 protected:
  void cycle(bool delta) override;

 private:
#if IEEE_1666_SYSTEMC >= 202301L
  void stage_callback(const sc_core::sc_stage&) override { cycle(false); }
#endif

  /// A whole number of up to 64 bits.
  struct Number {
    const std::byte* place = nullptr;
    std::uint64_t written = 0;
    std::uint64_t mask = 0;  ///< the bits that are shown
    VcdWriter::Id id = 0;
    std::uint32_t word = 0;  ///< in which it is, from bit `shift` on
    std::uint8_t shift = 0;
    std::uint8_t bytes = 0;
    bool bit = false;
  };
  /// What lies together in eight bytes: from the first byte of a number to the last one of another.
  /// While it stays, none of them is looked at.
  struct Word {
    const std::byte* place = nullptr;
    std::uint64_t found = 0;
  };
  /// A number in a word.
  struct Part {
    std::uint64_t mask;
    std::uint32_t number;
  };
  /// Any other type, as the letters of a VCD.
  struct Other {
    std::function<std::string()> read;
    std::string written;
    std::string found;
    VcdWriter::Id id = 0;
    VcdWriter::Kind kind{};
  };

  void add_number(const void* place, std::size_t bytes, const std::string& name, int width);
  void add_other(const std::string& name, VcdWriter::Kind kind, std::function<std::string()> read);
  VcdWriter::Id declare(const std::string& name, VcdWriter::Kind kind, unsigned width = 1);
  void find_words();
  void look_at_words();

  VcdWriter* out_;
  Wants wants_;
  std::function<void()> ended_;
  std::vector<Number> numbers_;
  std::vector<std::uint64_t> changed_;  ///< a bit for each of them: it may have to be written
  std::vector<Word> words_;             ///< first whole ones, then single bytes, then others
  std::size_t wholes_ = 0;              ///< how many
  std::size_t singles_ = 0;             ///< likewise
  std::vector<std::uint8_t> bytes_;     ///< by word
  std::vector<std::uint32_t> begins_;   ///< by word: its parts in `parts_`; and their end
  std::vector<Part> parts_;             ///< of the words in turn: every number once
  std::vector<Other> others_;
};

}  // namespace plexus
