#pragma once

#include <cstdint>
#include <string>

namespace plexus {

class OutputFile;
class VcdWriter;

/// Throws Refusal (usage) where the file `path` that `option` names asks for an FST, by its ending,
/// and nothing here can make one.
void require_fst_converter(const std::string& option, const std::string& path);

/// Writes a wave that ends at `end` to `file`, a VCD or an FST as the ending of `path` says.
void write_wave(VcdWriter& wave, OutputFile& file, const std::string& path, std::int64_t end);

}  // namespace plexus
