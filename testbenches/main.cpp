#include "testbenches/command/main.hpp"

#include "testbenches/catalogue.hpp"

int main(int argc, char* argv[]) { return plexus::main(argc, argv, plexus::make_catalogue); }
