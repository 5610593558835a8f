#include "rtl/frame/verilator_hooks.hpp"

#include <cstdarg>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include <verilated.h>

namespace plexus {

bool rtl_assertion_failed = false;
bool rtl_is_silent = false;

namespace {

/// Verilator calls free functions, one after another, with the pieces of one error.
thread_local std::string rtl_errors;

void keep_error(const std::string& text) {
  if (!rtl_errors.empty()) rtl_errors += "; ";
  rtl_errors += text;
}

}  // namespace

int rtl_print(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::vector<char> buffer(static_cast<std::size_t>(length) + 1);
  std::vsnprintf(buffer.data(), buffer.size(), format, again);
  va_end(again);
  std::string text{buffer.data()};

  constexpr const char* kError = "%Error: ";  // "[70] %Error: link.sv:121: Assertion failed in .."
  const std::size_t error = text.find(kError);
  if (error == std::string::npos) {
    if (!rtl_is_silent) std::cerr << text;
  } else {
    while (text.ends_with('\n')) text.pop_back();
    keep_error(text.substr(error + std::string{kError}.size()));
  }
  return length;
}

std::string take_rtl_errors() { return std::exchange(rtl_errors, {}); }

}  // namespace plexus

namespace {

/// A model says that it ends here, in words that it has printed before or in those of `statement`.
void end_of_twin(const char* file, int line, const char* statement) {
  if (plexus::rtl_errors.empty()) {
    plexus::keep_error(std::string{file} + ':' + std::to_string(line) + ": " + statement);
  }
  plexus::rtl_assertion_failed = true;
}

}  // namespace

/// By its address an installed program finds where it stands.
extern "C" const char plexus_verilator_place;
const char plexus_verilator_place = 0;

/// Called after a failed assertion has been printed. The model stays usable: the adapter ends the
/// run when it sees that one has failed.
void vl_stop(const char* file, int line, const char* /*scope*/) {
  end_of_twin(file, line, "$stop");
}

/// No twin may end the run by itself, with a status as if all were well.
void vl_finish(const char* file, int line, const char* /*scope*/) {
  end_of_twin(file, line, "$finish");
}

/// Called where a model cannot go on, for example because it never settles.
void vl_fatal(const char* /*file*/, int /*line*/, const char* /*scope*/, const char* message) {
  throw std::runtime_error{message};
}
