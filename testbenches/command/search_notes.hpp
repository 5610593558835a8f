#pragma once

#include <iosfwd>

#include "models/synthesis/algorithm.hpp"

namespace plexus {

/// While it lives, searches tell `err` how far they are, and Ctrl-C ends them with the best schedule
/// so far.
class SearchNotes {
 public:
  explicit SearchNotes(std::ostream& err);
  ~SearchNotes();
  SearchNotes(const SearchNotes&) = delete;
  SearchNotes& operator=(const SearchNotes&) = delete;

  /// Tells how long it took.
  void end(const Optimum& best) const;

 private:
  std::ostream* err_;
  void (*before_)(int) = nullptr;  ///< who heard of Ctrl-C
};

}  // namespace plexus
