#include "hw/bus/bank_arbiter.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rtl/frame/block.hpp"

namespace plexus::bank_arbiter_adapter {

/// Pins of bank_arbiter.sv.
struct Inputs {
  Pin req = Pin{"req"}.once();                  ///< who asks: a bit per processor
  Pin bank = Pin{"bank", "Processors"}.once();  ///< for which bank
  Pin slot = Pin{"slot"}.once();                ///< who owns a slot of the memory
};

struct Outputs {
  Pin gnt{"gnt"};      ///< who gets the bank
  Pin stall{"stall"};  ///< who asks in vain
};

using Lane = twin<Inputs, Outputs>;

class bank_arbiter_twin final : public twins_before<Lane, bank_arbiter_if, const bank_arbiter> {
 public:
  bank_arbiter_twin(exchange_port<bank_arbiter_if>& port, const bank_arbiter& of,
                    const TwinSite& site)
      : twins_before{port, of, site, parameters(of.processors(), of.banks()), {of.name()}} {}

  static Parameters parameters(NodeId processors, BankId banks) {
    return {{"Processors", std::max(8U, std::bit_ceil(processors))}, {"Banks", banks}};
  }

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    Lane& lane = active_lane();
    asked_.assign(requests.begin(), requests.end());
    for (const BankRequest& request : requests) {  // who asks, owns a slot
      lane.in.req.set_bit(request.processor);
      lane.in.slot.set_bit(request.processor);
      lane.in.bank.set(request.processor, request.bank);
    }
    if (!replaces()) return granted_ = model.grant(requests);
    lane.ask();
    granted_.clear();
    for (const BankRequest& one : requests) granted_.push_back(lane.seen.gnt.bit(one.processor));
    return granted_;
  }

 private:
  void expect(Lane& lane, Cycles /*cycle*/) override {
    clear(lane.out);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      (granted_[i] ? lane.out.gnt : lane.out.stall).set_bit(asked_[i].processor);
    }
  }

  /// A cycle more, in which nobody asks.
  bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) override {
    return !std::exchange(asked_, {}).empty();
  }

  std::vector<BankRequest> asked_;  ///< of this cycle
  std::vector<bool> granted_;       ///< for them
};

TwinBlock bank_arbiter_block() {
  return {.part = "hw/bus/bank_arbiter.hpp",
          .sizes = "any number of processors and banks",
          .help = "Gives each memory bank to one access per cycle",
          .built = bank_arbiter_twin::parameters(8, 8),
          .attach = attach_before<bank_arbiter_if, bank_arbiter, bank_arbiter_twin>};
}

}  // namespace plexus::bank_arbiter_adapter
