#pragma once

#include <plexus/models/catalogue/own_part.hpp>

// One file each. The line that puts a part on the command line stands in its file.
plexus::OwnPart round_robin_bus();
plexus::OwnPart lowest_first_bus();
