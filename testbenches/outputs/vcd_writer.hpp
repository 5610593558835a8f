#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/outputs/text_buffer.hpp"

namespace plexus {

/// Writes a VCD after IEEE 1364 from changes alone. Its header comes last to be known, because
/// every variable is as wide as its values need it; so what has changed is kept in memory and
/// becomes lines behind the header at the end: until then it is some eighth of them. Equal changes
/// give equal bytes.
class VcdWriter {
 public:
  using Id = std::uint32_t;
  enum class Kind : std::uint8_t {
    kBit,   ///< 0 or 1
    kBits,  ///< a number
    kText,  ///< letters, eight bits each, the first one on the left; no letters: z, idle
    kReal
  };
  struct Variable {
    std::string scope;  ///< `ring.node_3`
    std::string name;   ///< `holds`
    Kind kind = Kind::kBits;
    unsigned width = 1;       ///< bits that its widest value so far needs
    bool bit_by_bit = false;  ///< it is read so
    /// `ring.node_3.holds[63:0]`: what a save file calls it.
    [[nodiscard]] std::string full_name() const;
  };

  /// Changes before time `from` or behind time `to` are not written; the values at `from` are.
  VcdWriter(std::int64_t from, std::optional<std::int64_t> to);

  /// A new variable; `width`: at least so many bits.
  Id add(const std::string& scope, const std::string& name, Kind kind, unsigned width = 1);

  /// The variable that was added last is read bit by bit.
  void read_last_bit_by_bit() { variables_.back().bit_by_bit = true; }

  /// What follows happens at `time` (ns), which never goes back.
  void at(std::int64_t time) {
    now_ = time;
    is_initial_ = time <= from_;
    is_written_ = !is_initial_ && (!to_ || time <= *to_);
  }
  /// Nothing of what follows is shown.
  [[nodiscard]] bool is_over() const { return to_ && now_ > *to_; }
  void bit(Id variable, bool value);
  void bits(Id variable, std::uint64_t value);
  /// Binary digits, or x and z.
  void digits(Id variable, std::string_view digits);
  void text(Id variable, std::string_view letters);
  void real(Id variable, double value);
  /// A change that becomes known only when all others have been told: binary digits, or z, at
  /// `time`. Calls come by rising time, but those up to the first time of the wave.
  void late(std::int64_t time, Id variable, std::string_view digits);
  void late_text(std::int64_t time, Id variable, std::string_view letters);

  /// Writes header and changes; the wave ends at time `end`. `date`: what stands in the header as
  /// the day of the run; nothing if it is empty.
  void finish(std::ostream& out, std::int64_t end, std::string_view date = {});
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  /// Some bytes that the wave will have for what has changed so far.
  [[nodiscard]] double size() const;

 private:
  struct Late {
    std::int64_t time;
    std::string line;
  };

  /// What stands behind a value: ` ab` and the end of the line; no space behind a bit.
  using Ending = LettersUpTo<8>;

  /// How a change is kept: a number of four bytes, which is eight times its variable and this, and
  /// what follows.
  enum class Kept : std::uint32_t {
    kTime,    ///< of the changes behind it, in eight bytes
    kLow,     ///< a bit
    kHigh,    ///< a bit
    kByte,    ///< a number, in one byte
    kNumber,  ///< a larger one, in eight bytes
    kText,    ///< its length in four bytes, its letters
    kValue    ///< the same, but it is written as it is
  };

  char* keep(Kept what, Id variable, std::size_t most);
  void keep_time();
  void kept_to(char* end);
  void keep_letters(Kept what, Id variable, std::string_view letters);
  void widen(Id variable, std::size_t width);
  [[nodiscard]] std::string value_of(Id variable, std::string_view digits);
  void put(Id variable, std::string_view value);
  void put_late(std::int64_t time, Id variable, std::string value);
  struct Run;
  [[nodiscard]] std::vector<Run> runs_by_path() const;
  void write_header(std::int64_t end, std::string_view date);
  void write_changes(const TextBuffer& changes, std::ostream& out);
  void write_late(std::int64_t before);
  void write_lines(std::ostream& out);
  void set_aside();

  std::vector<Variable> variables_;
  std::vector<unsigned> widths_;  ///< theirs
  std::vector<Ending> endings_;
  std::vector<std::string> codes_;
  std::vector<std::string> initial_;  ///< the values at `from`
  std::int64_t from_;
  std::optional<std::int64_t> to_;
  std::int64_t now_ = 0;
  bool is_initial_ = true;     ///< what happens now happens before the wave, ..
  bool is_written_ = false;    ///< .. or in it
  std::int64_t written_ = -1;  ///< time of the last change that was kept, then written
  TextBuffer changes_;         ///< the latest; those before them are in `pieces_`
  std::vector<TextBuffer> pieces_;
  std::vector<Late> late_;
  std::size_t next_late_ = 0;  ///< the first one that is not written yet
  TextBuffer lines_;           ///< not in the wave yet
};

}  // namespace plexus
