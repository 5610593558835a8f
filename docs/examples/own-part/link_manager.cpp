// A manager for the links of a reconfigurable machine: nodes ask for each link when both are ready
// for it, and of those asked for it sets the one with the fewest words first.
#include <plexus/hw/crossbar/config_manager.hpp>
#include <set>

#include "parts.hpp"

using namespace plexus;

namespace {

class shortest_first final : public sc_core::sc_module, public link_setup_if {
 public:
  shortest_first(sc_core::sc_module_name name, const config_manager& place)
      : sc_module{name}, timing_{place.timing()} {
    links(*place.links.channel());
    SC_HAS_PROCESS(shortest_first);
    SC_METHOD(serve);
    sensitive << wake_;
    dont_initialize();
  }

  required_port<crossbar_links_if> links{"links", "the crossbar whose links it sets"};

  void at_hand(std::uint32_t link) override {
    const PhaseLink& asked = links->schedule().links()[link];
    waiting_.emplace(asked.to_a + asked.to_b, link);
    if (!working_) wake_.notify(sc_core::SC_ZERO_TIME);
  }
  ManagerFigures figures() const override { return figures_; }
  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, working_, std::string{name()} + ".working");
  }

 private:
  void serve() {  // the command under way is over, or somebody asks and there is none
    if (working_) links->open(present_);
    working_ = !waiting_.empty();
    if (!working_) return;
    figures_.most_waiting = std::max<std::uint64_t>(figures_.most_waiting, waiting_.size());
    present_ = waiting_.extract(waiting_.begin()).value().second;
    ++figures_.commands;
    figures_.busy += timing_.command(1);
    wake_.notify(ClockPeriod{}.time(timing_.command(1)));
  }

  SettingTiming timing_;
  std::set<std::pair<Words, std::uint32_t>> waiting_;
  std::uint32_t present_ = 0;  ///< link that is set now
  bool working_ = false;
  ManagerFigures figures_;
  sc_core::sc_event wake_{"wake"};
};

}  // namespace

OwnPart shortest_first_manager() {
  return own_part<config_manager, shortest_first>("shortest-first", "the fewest words first");
}
