#include <algorithm>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/platform/networks.hpp"
#include "rtl/frame/block.hpp"
#include "rtl/frame/twins.hpp"
#include "tests/hw/tlm/platforms.hpp"

using namespace plexus;

namespace {

/// Takes what comes, now and then late, so that routers are held back.
class sluggish final : public sc_core::sc_module {
 public:
  explicit sluggish(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(sluggish);
    SC_THREAD(run);
    SC_THREAD(offer);
  }
  sc_core::sc_port<network_port_if> port{"port"};
  unsigned got = 0;

 private:
  void run() {
    for (;;) {
      while (port->arrived() == nullptr) sc_core::wait(port->arrival_event());
      static_cast<void>(port->take());
      sc_core::wait(sc_core::sc_time{10.0 * (1 + ++got % 5), sc_core::SC_NS});
    }
  }
  void offer() {
    for (unsigned i = 0; i < 40; ++i) {
      NetworkPacket packet;
      packet.destination = (port->number() + 1 + i % (port->ports() - 1)) % port->ports();
      packet.words = Words{1 + i % 4};
      while (!port->try_send(packet)) sc_core::wait(port->room_event());
    }
  }
};

}  // namespace

TEST_CASE("twins stand beside the routers of a design of one's own, held back or not",
          "[tlm][twins]") {
  const auto blocks = twin_blocks();
  if (blocks.empty()) return;  // without Verilator
  const FreshKernel kernel;
  plexus::direct_network torus{"torus", torus_shape({3, 3})};
  std::vector<std::unique_ptr<sluggish>> users;
  for (NodeId number = 0; number < torus.ports(); ++number) {
    users.push_back(std::make_unique<sluggish>(("user_" + std::to_string(number)).c_str()));
    users.back()->port(torus.port[number]);
  }
  plexus::Twins twins{{.rtl = {}, .lockstep = {"vc_router"}, .wave = {}}};
  twins.attach(torus);           // and all that it contains
  twins.require_all_attached();  // throws if nothing in it has that part
  sc_core::sc_start();
  twins.finish();  // completes a wave, if one was asked for
  for (const auto& user : users) CHECK(user->got == 40);
  CHECK(twins.models() == 9);
}

TEST_CASE("twins of a network with a clock that they do not have are refused", "[tlm][twins]") {
  if (twin_blocks().empty()) return;
  const auto [which, block] = GENERATE(table<std::size_t, std::string>(
      {{0, "vc_router"}, {4, "omega_fifo_element"}, {6, "ft_link_timer"}, {9, "bus_arbiter"}}));
  CAPTURE(block);
  const FreshKernel kernel;
  const auto network = platforms()[which].make("net", ClockPeriod{{3, sc_core::SC_NS}});
  plexus::Twins twins{{.rtl = {}, .lockstep = {block}, .wave = {}}};
  CHECK_THROWS_WITH(twins.attach(*network), Catch::Contains("Twins have a clock of 10 ns"));
}

TEST_CASE("the twin of a whole switch is refused where receivers may wait", "[tlm][twins]") {
  if (twin_blocks().empty()) return;
  const FreshKernel kernel;
  const auto network = platforms()[4].make("net", ClockPeriod{});
  plexus::Twins twins{{.rtl = {}, .lockstep = {"omega_fifo_net"}, .wave = {}}};
  CHECK_THROWS_WITH(twins.attach(*network), Catch::Contains("receivers at the ports"));
}
