#pragma once

#include <iosfwd>
#include <memory>
#include <optional>

#include "models/synthesis/algorithm.hpp"
#include "models/system/signals.hpp"

namespace plexus {

/// While it lives, searches tell `err` how far they are, and Ctrl-C ends them with the best
/// schedule so far.
class SearchNotes {
 public:
  explicit SearchNotes(std::ostream& err);
  ~SearchNotes();
  SearchNotes(const SearchNotes&) = delete;
  SearchNotes& operator=(const SearchNotes&) = delete;

  /// The schedule that was found last. Tells how long it took.
  [[nodiscard]] const Optimum& found() const;

 private:
  std::ostream* err_;
  std::shared_ptr<const Optimum> found_;
  std::optional<InterruptNoted> interrupt_;  ///< while one searches
};

}  // namespace plexus
