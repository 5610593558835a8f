#include "testbenches/catalogue.hpp"
#include "testbenches/command/main.hpp"

int main(int argc, char* argv[]) { return plexus::main(argc, argv, plexus::make_catalogue()); }
