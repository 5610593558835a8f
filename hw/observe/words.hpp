#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "hw/data/awaited.hpp"
#include "hw/observe/part_view.hpp"
#include "hw/observe/phrases.hpp"
#include "hw/observe/setting.hpp"

namespace plexus {

/// What a part does apart from what it carries: `exchange: packet 3 from 0 to 1`; of an idle one
/// nothing.
[[nodiscard]] std::string in_words(const PartSetting& setting);

/// The same as a row of a wave has it: `pkt 3 0>1 (exchange)`.
[[nodiscard]] std::string in_brief(const PartSetting& setting);

/// Why a packet does not go on: `waits for 1`; of one that does nothing.
[[nodiscard]] std::string hindrance(const PacketWay& way);

/// What a program waits for, as a report says it: `a packet on ring.links.link_3_to_4`. Things that
/// begin behind the first `most` letters are left out.
[[nodiscard]] std::string in_words(const Waits& waits, std::size_t most = std::string::npos);

/// The same as a row of a wave has it: `waits for 3`, `sends to 4`, `waits for all`, `sends, waits
/// for a packet`. `view_of`: how the part of a full name is shown.
using ViewOf = std::function<const PartView&(const std::string& part)>;
[[nodiscard]] std::string in_brief(const Waits& waits, const ViewOf& view_of);

}  // namespace plexus
