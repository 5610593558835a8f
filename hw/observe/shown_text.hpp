#pragma once

#include <string>

#include "hw/systemc.hpp"

namespace plexus {

/// Words as a signal, for a part that shows in a wave what no row of a trace says: letters of eight
/// bits each, which a viewer shows as text.
struct ShownText {
  std::string letters;  ///< none: idle
};

/// A trace file that takes words.
class text_trace_if {
 public:
  virtual void trace_text(const std::string& text, const std::string& name) = 0;

 protected:
  ~text_trace_if() = default;
};

/// As the others of its name; a file that takes no words leaves them out.
inline void sc_trace(sc_core::sc_trace_file* file, const ShownText& text, const std::string& name) {
  if (auto* const words = dynamic_cast<text_trace_if*>(file)) words->trace_text(text.letters, name);
}

}  // namespace plexus
