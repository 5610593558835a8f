#include "hw/bus/bank_arbiter.hpp"

#include <algorithm>
#include <bit>

#include "rtl/frame/block.hpp"

namespace plexus::bank_arbiter_adapter {

/// Pins of bank_arbiter.sv.
struct Inputs {
  Pin req{"req"};                  ///< who asks: a bit per processor
  Pin bank{"bank", "Processors"};  ///< for which bank
  Pin slot{"slot"};                ///< who owns a slot of the memory
};

struct Outputs {
  Pin gnt{"gnt"};      ///< who gets the bank
  Pin stall{"stall"};  ///< who asks in vain
};

using Lane = twin<Inputs, Outputs>;

class bank_arbiter_twin final : public twins_of<Lane>, public bank_arbiter_if {
 public:
  bank_arbiter_twin(exchange_port<bank_arbiter_if>& port, const bank_arbiter& part,
                    const TwinSite& site)
      : twins_of{site, parameters(part.processors(), part.banks())},
        part_{&part},
        model_{&port.in_front(*this)} {}

  static Parameters parameters(NodeId processors, BankId banks) {
    return {{"Processors", std::max(8U, std::bit_ceil(processors))}, {"Banks", banks}};
  }

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    Lane& lane = active_lane(0, part_->name());
    ask(lane, requests);
    if (replaces()) {
      lane.ask();
      granted_.clear();
      for (const BankRequest& request : requests) {
        granted_.push_back(lane.seen.gnt.bit(request.processor));
      }
    } else {
      granted_ = model_->grant(requests);
    }
    return granted_;
  }

 private:
  void make_all() override { lane(0, part_->name()); }

  void ask(Lane& lane, std::span<const BankRequest> requests) {
    asked_.assign(requests.begin(), requests.end());
    lane.in.req.clear();
    lane.in.bank.clear();
    lane.in.slot.clear();
    for (const BankRequest& request : requests) {  // who asks, owns a slot
      lane.in.req.set_bit(request.processor);
      lane.in.slot.set_bit(request.processor);
      lane.in.bank.set(request.processor, request.bank);
    }
    told_ = true;
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    if (!told_) ask(lane, {});
    told_ = false;
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.gnt.clear();
    lane.out.stall.clear();
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      (granted_[i] ? lane.out.gnt : lane.out.stall).set_bit(asked_[i].processor);
    }
  }

  bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) override { return !asked_.empty(); }

  const bank_arbiter* part_;
  bank_arbiter_if* model_;          ///< stands behind the twin
  std::vector<BankRequest> asked_;  ///< of this cycle
  std::vector<bool> granted_;       ///< for them
  bool told_ = false;               ///< something was asked for in this cycle
};

TwinBlock bank_arbiter_block() {
  return {.name = "bank_arbiter",
          .part = "hw/bus/bank_arbiter.hpp",
          .sizes = "any number of processors and banks",
          .help = "Gives each memory bank to one access per cycle",
          .built = bank_arbiter_twin::parameters(8, 8),
          .attach = attach_before<bank_arbiter_if, bank_arbiter, bank_arbiter_twin>};
}

}  // namespace plexus::bank_arbiter_adapter
