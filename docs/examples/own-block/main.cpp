// A block of one's own, with the whole command line:
//   own_block run ring allgather --lockstep busy_meter --rtl-vcd meters.vcd
#include <plexus/hw/link/link.hpp>
#include <plexus/rtl/frame/block.hpp>
#include <plexus/testbenches/catalogue.hpp>
#include <plexus/testbenches/command/main.hpp>
using namespace plexus;
namespace {
/// Pins of busy_meter.sv.
struct Inputs {
  Pin busy{"busy"};
};
struct Outputs {
  Pin cycles{"cycles"};
};

struct Lane final : twin<Inputs, Outputs> {
  std::uint64_t cycles = 0;
};

/// A meter beside every link of a bank.
class busy_meters final : public twins_of<Lane, link_bank>, public link_observer_if {
 public:
  busy_meters(link_bank& links, const TwinSite& site)
      : twins_of{links, site, size(), beside(links.links(), "busy_meter")} {
    links.observe(*this);
  }
  static Parameters size() { return {{"Width", 32}}; }
  void begun(std::uint32_t link) override { active_lane(link); }

 private:
  void present(Lane& lane, Cycles now) override {
    lane.in.busy.set(part.links()[lane.number()].beat(now).busy);
  }
  void expect(Lane& lane, Cycles) override {
    lane.out.cycles.set(lane.cycles += lane.in.busy.get());
  }
  bool goes_on(Lane& lane, Cycles) override { return lane.in.busy.on(); }
};
}  // namespace

std::vector<TwinBlock> plexus::own_twin_blocks() {
  return {{.name = "busy_meter",
           .part = "hw/link/link.hpp",
           .sizes = "any",
           .help = "Cycles in which a link was busy",
           .built = busy_meters::size(),
           .attach = attach_to<link_bank, busy_meters>,
           .room = OWN_ROOM}};
}

int main(int argc, char* argv[]) {
  Catalogue catalogue = make_catalogue();
  for (CatalogueEntry& one : catalogue.algorithms) one.blocks.emplace_back("busy_meter");
  return plexus::main(argc, argv, std::move(catalogue));
}
