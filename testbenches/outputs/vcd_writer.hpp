#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/outputs/output_file.hpp"
#include "testbenches/outputs/text_buffer.hpp"

namespace plexus {

/// Writes a VCD after IEEE 1364 from changes alone. Its header comes last to be known, because
/// every variable is as wide as its values need it; so what has changed is kept, in a file beside
/// the wave if it is much, and written behind the header at the end. Equal changes give equal
/// bytes.
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
    unsigned width = 1;  ///< bits that its widest value so far needs
    /// `ring.node_3.holds[63:0]`: what a save file calls it.
    [[nodiscard]] std::string full_name() const;
  };

  /// Changes before time `from` or behind time `to` are not written; the values at `from` are.
  /// `folder` is where changes are kept.
  VcdWriter(const std::filesystem::path& folder, std::int64_t from, std::optional<std::int64_t> to);

  /// A new variable; `width`: at least so many bits.
  Id add(const std::string& scope, const std::string& name, Kind kind, unsigned width = 1);

  /// What follows happens at `time` (ns), which never goes back.
  void at(std::int64_t time) { now_ = time; }
  void bit(Id variable, bool value);
  void bits(Id variable, std::uint64_t value);
  /// Binary digits, or x and z.
  void digits(Id variable, std::string_view digits);
  void text(Id variable, std::string_view letters);
  void real(Id variable, double value);
  /// A change that becomes known only when all others have been told: binary digits at `time`.
  /// Calls come by rising time.
  void late(std::int64_t time, Id variable, std::string_view digits);

  /// Writes header and changes; the wave ends at time `end`. `date`: what stands in the header as
  /// the day of the run; nothing if it is empty.
  void finish(std::ostream& out, std::int64_t end, std::string_view date = {});
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }

 private:
  struct Late {
    std::int64_t time;
    std::string line;
  };

  /// What every change of a variable needs: what stands behind its value.
  struct Ending {
    std::array<char, 8> letters{};  ///< ` ab` and the end of the line; no space behind a bit
    std::uint8_t size = 0;
    Kind kind = Kind::kBits;
    unsigned width = 1;
  };

  [[nodiscard]] bool is_written() const { return now_ > from_ && (!to_ || now_ <= *to_); }
  char* begin_change(std::size_t most);
  void end_change(char* to, const Ending& ending);
  void widen(Id variable, std::size_t width);
  void put(Id variable, std::string_view value);
  void merge(std::istream& body, std::ostream& out);
  void set_aside();
  void spill();

  std::vector<Variable> variables_;
  std::vector<Ending> endings_;
  std::vector<std::string> codes_;
  std::vector<std::string> initial_;  ///< the values at `from`
  std::int64_t from_;
  std::optional<std::int64_t> to_;
  std::int64_t now_ = 0;
  std::int64_t written_ = -1;     ///< time of the last change that was written
  TextBuffer changes_;            ///< the latest; those before them are in `kept_`,
  std::vector<TextBuffer> kept_;  ///< and those before these in the file
  std::vector<Late> late_;
  std::filesystem::path folder_;         ///< of the temporary file
  std::unique_ptr<TemporaryFile> body_;  ///< changes that are not kept in memory, if any
  std::ofstream spilled_;
};

}  // namespace plexus
