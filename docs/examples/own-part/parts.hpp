#pragma once

#include <plexus/models/catalogue/own_part.hpp>

// A file for each part; there stands how it is called on the command line.
plexus::OwnPart round_robin_bus();
plexus::OwnPart lowest_first_bus();
plexus::OwnPart in_turns_element();
plexus::OwnPart longest_first_element();
plexus::OwnPart look_ahead_element();
plexus::OwnPart in_turns_coupler();
plexus::OwnPart refused_first_coupler();
plexus::OwnPart shortest_first_manager();
