#pragma once

#include <nlohmann/json.hpp>

#include "models/catalogue/json_fwd.hpp"
