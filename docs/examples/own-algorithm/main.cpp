// An algorithm of one's own on the ring, with the whole command line:
//   own_algorithm run ring allgather --algorithm two-way --port-rule all-full --lockstep link
#include <plexus/models/ring/machine.hpp>
#include <plexus/testbenches/catalogue.hpp>
#include <plexus/testbenches/command/main.hpp>

using namespace plexus;

namespace {

/// Allgather both ways at once: every block goes floor(k/2) links clockwise, the rest back.
Program one_way_of_two(processor& self, unsigned way, NodeId reach) {
  Packet travelling = self.pack(self.id());
  for (NodeId step = 1; step <= reach; ++step) {
    self.post(way, std::move(travelling));
    travelling = co_await self.receive_into_memory(opposite(way));
  }
}

Program two_way(processor& self, const RingCase& at) {
  std::vector<Program> both;
  for (const unsigned way : {kClockwise, kCounterclockwise}) {
    both.push_back(one_way_of_two(self, way, at.ring.reach(way)));
  }
  co_await all(self, std::move(both));
}

Algorithm<RingCase> allgather_two_way() {
  return {.operation = "allgather",
          .name = "two-way",
          .summary = "every block half-way round, both ways; needs --port-rule all-full",
          .parameters = ring_parameters(),
          .program = two_way,
          .equations = {{"k/2 hops", "counted by hand",
                         [](const RingCase& at) {
                           return at.ring.reach(kClockwise) *
                                  static_cast<double>(at.timing.hop(at.words).count());
                         },
                         [](const RingCase&) { return Relation::kEqual; }}}};
}

}  // namespace

int main(int argc, char* argv[]) {
  Catalogue catalogue = make_catalogue();
  ring_list(catalogue)(allgather_two_way());
  return plexus::main(argc, argv, std::move(catalogue));
}
