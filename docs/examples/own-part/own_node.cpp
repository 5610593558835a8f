// A node of one's own on the links of a ring, an ordinary SystemC module: it sends and receives
// through its ports and knows nothing of programs. A token goes round the ring, and every node
// adds its number to the words that it counts.
#include <cstdio>
#include <deque>
#include <plexus/hw/link/link.hpp>

using namespace plexus;

namespace {

struct own_node : sc_core::sc_module {
  sc_core::sc_port<link_tx_if> out{"out"};
  sc_core::sc_port<link_rx_if> in{"in"};

  SC_HAS_PROCESS(own_node);
  own_node(sc_core::sc_module_name name, NodeId number, int rounds)
      : sc_module{name}, number_{number}, rounds_{rounds} {
    SC_THREAD(pass_on);
  }

 private:
  void pass_on() {
    if (number_ == 0) out->send(Packet{1, 0, 0, 4_words, {}});
    while (rounds_-- > 0) {
      wait(in->arrived_event());
      Packet token = in->take();
      std::printf("%s has packet %u of %d words in cycle %d\n", name(), unsigned(token.id()),
                  int(token.words().count()), int(ClockPeriod{}.now().count()));
      if (number_ == 0 && rounds_ == 0) break;
      while (!out->idle()) wait(out->sent_event());
      out->send(std::move(token));
    }
  }

  NodeId number_;
  int rounds_;
};

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  constexpr NodeId kNodes = 4;
  link_bank links{"links"};
  std::deque<own_node> ring;
  for (NodeId v = 0; v < kNodes; ++v) {
    ring.emplace_back(("node_" + std::to_string(v)).c_str(), v, 2);
    links.add(v, (v + 1) % kNodes, LinkTiming{2_cycles, 2_words});
  }
  for (NodeId v = 0; v < kNodes; ++v) {  // node v -> link v -> node v + 1
    ring[v].out(links.links()[v]);
    ring[(v + 1) % kNodes].in(links.links()[v]);
  }
  sc_core::sc_start();
  std::printf("%d hops took %d cycles\n", int(links.figures().transfers),
              int(links.figures().last_end.count()));
  return links.figures().transfers == 2 * kNodes ? 0 : 1;
}
