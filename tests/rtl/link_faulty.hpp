#pragma once

#include <memory>
#include <string>

#include "rtl/link_model.hpp"

namespace plexus {

/// What is wrong with a link_faulty: as in link_faulty.sv.
enum class Planted : unsigned char {
  kNone,
  kStartupLonger,
  kBeatDropped,
  kLastEarly,
  kBusyStuck,
  kNoWords
};

/// A link's twin with a planted fault.
std::unique_ptr<link_model_if> make_link_faulty(VerilatedContext& context, const std::string& name,
                                                Planted planted);

}  // namespace plexus
