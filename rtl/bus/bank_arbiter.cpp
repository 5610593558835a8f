#include "hw/bus/bank_arbiter.hpp"

#include <algorithm>
#include <bit>

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
      : twins_before{port, of, site, parameters(of.processors(), of.banks()), of.name()} {}

  static Parameters parameters(NodeId processors, BankId banks) {
    return {{"Processors", std::max(8U, std::bit_ceil(processors))}, {"Banks", banks}};
  }

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    Lane& lane = active_lane();
    for (const auto& [processor, bank] : requests) {  // who asks, owns a slot
      put_at(processor, lane.in.req, 1, bank, 1);
    }
    if (replaces()) {
      lane.ask();
      granted_.clear();
      for (const auto& one : requests) granted_.push_back(lane.seen.gnt.bit(one.processor));
      return granted_;
    }
    granted_ = model.grant(requests);
    clear(lane.out);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      (granted_[i] ? lane.out.gnt : lane.out.stall).set_bit(requests[i].processor);
    }
    return granted_;
  }

 private:
  /// A cycle more, in which nobody asks.
  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.in.req.on()) clear(lane.out);
  }
  bool goes_on(Lane& lane, Cycles /*cycle*/) override { return lane.in.req.on(); }

  std::vector<bool> granted_;
};

TwinBlock bank_arbiter_block() { return block_of<bank_arbiter_twin>(8, 8); }

}  // namespace plexus::bank_arbiter_adapter
