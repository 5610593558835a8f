#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "hw/channel/decision.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"
#include "rtl/frame/evidence.hpp"
#include "rtl/frame/lane.hpp"
#include "rtl/frame/twin_clock.hpp"
#include "rtl/frame/verilate.hpp"

namespace plexus {

/// Cycles beyond those of the model after which a twin that is still busy will never end: it is
/// clocked no more, and the run is told.
inline constexpr Cycles kPatience{1'000'000};

/// How a part's twin takes part in a run.
enum class TwinMode {
  kReplace,   ///< `--rtl`: in the place of the model
  kLockstep,  ///< `--lockstep`: beside the model, every output compared in every cycle
};

/// Where twins of one block are to stand in a run.
struct TwinSite {
  TwinSource source;
  TwinMode mode = TwinMode::kLockstep;
  twin_clock* clock = nullptr;
  /// Inputs that a user's file has beside the block's, and their values; others are 0.
  std::map<std::string, std::uint64_t> ties;
};

/// Throws SizeMissing: the twin of a site exists for `sizes` alone.
[[noreturn]] void throw_size(const TwinSite& site, const std::string& sizes);
/// Throws SizeMissing unless `exists`: the twin exists for sizes alone of which fmt makes words.
template <typename... Values>
void require_size(bool exists, const TwinSite& site, fmt::format_string<Values...> sizes,
                  Values&&... values) {
  if (!exists) throw_size(site, fmt::format(sizes, std::forward<Values>(values)...));
}

/// Throws SizeMissing if the twin of a site decides in the place of `part`, which somebody has
/// bound to `port` and who would be asked in vain.
void require_no_part(const TwinSite& site, const std::string& port, const std::string& part);

/// The parts of a kind in one object: how many there are, and the full name of each.
struct PartNames {
  PartNames(std::string only)  // NOLINT: one part is its name
      : name{[only = std::move(only)](std::uint64_t) { return only; }} {}
  PartNames(const char* only) : PartNames{std::string{only}} {}  // NOLINT
  PartNames(std::uint64_t all, std::function<std::string(std::uint64_t)> of)
      : count{all}, name{std::move(of)} {}

  std::uint64_t count = 1;
  std::function<std::string(std::uint64_t)> name;
};

/// The machine to which a part belongs, by name; empty: none.
[[nodiscard]] std::string machine_name(const sc_core::sc_object& part);
/// One in every node of a machine: `ring.node_3.port_guard`, or `ring.node_3` without `part`.
[[nodiscard]] PartNames in_nodes(std::string machine, std::uint64_t nodes,
                                 const std::string& part = {});
/// One for each of `parts`, which stay: `ring.link_0_to_1`, or beside it, with a name of its own:
/// `ring.link_0_to_1.busy_meter`.
template <typename Parts>
[[nodiscard]] PartNames beside(const Parts& parts, const std::string& block = {}) {
  return {parts.size(), [&parts, behind = block.empty() ? block : '.' + block](std::uint64_t n) {
            return parts[n].full_name() + behind;
          }};
}

/// The twins of all parts of one kind in one object of the machine: a bank of links, a switch. Each
/// part has a lane, made when it first works; a lane is clocked while it is active.
class twin_bank {
 public:
  /// `parameters`: the size. Throws UnusableSource.
  twin_bank(const TwinSite& site, const Parameters& parameters, PartNames names);
  virtual ~twin_bank();
  twin_bank(const twin_bank&) = delete;
  twin_bank& operator=(const twin_bank&) = delete;

  [[nodiscard]] bool replaces() const { return site_.mode == TwinMode::kReplace; }
  [[nodiscard]] const std::string& lint() const { return verilated_.lint; }
  [[nodiscard]] std::size_t lanes() const { return lanes_.size(); }
  [[nodiscard]] TwinEvidence evidence() const;

  /// Puts on all pins what they are told, evaluating nothing: for a wave.
  void drive();
  // The clock's steps of a cycle; each for all banks before the next.
  /// Makes the lanes of all parts and adds them to `wave`. Once, before the simulation.
  void show(VerilatedVcdC& wave);
  /// Clock low: presents the inputs that belong to the edge with which `cycle` begins.
  void low(Cycles cycle);
  /// Clock high: the edge.
  void high(Cycles cycle);
  /// Takes the outputs of `cycle`: compares them, or follows them.
  void look(Cycles cycle);
  /// The cycle is over. Is there work in the next one?
  [[nodiscard]] bool turn_over(Cycles cycle);
  /// What happens in this time step has happened, as asked for by call_settled: a delta cycle
  /// later.
  virtual void settled() {}

 protected:
  // What a block fills in, by way of twins_of.
  virtual std::unique_ptr<twin_lane> new_lane() = 0;
  virtual void made_lane(twin_lane& lane) = 0;
  virtual void present_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void hold_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void expect_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual void follow_lane(twin_lane& lane, Cycles cycle) = 0;
  virtual bool lane_goes_on(twin_lane& lane, Cycles cycle) = 0;
  /// All active lanes have been looked at.
  virtual void looked(Cycles /*cycle*/) {}
  /// Where a difference at a field of an output is to be seen: part and signal.
  [[nodiscard]] virtual std::pair<std::string, std::string> place(const twin_lane& lane,
                                                                  const Pin& pin,
                                                                  std::size_t field) const;
  /// Makes the lanes of all parts: a wave is to show them.
  virtual void make_all();

  [[nodiscard]] twin_clock& clock() const { return *site_.clock; }
  /// The lane is clocked from this cycle on. Called at the cycle's beginning.
  void activate(twin_lane& lane);
  /// Ends the run with this cycle, class `rtl`: what the twin does wrong, as fmt makes it of `what`
  /// and `values`.
  template <typename... Values>
  void wrong(twin_lane& lane, fmt::format_string<Values...> what, Values&&... values) {
    end(lane, fmt::format(what, std::forward<Values>(values)...));
  }
  /// The same at once, in the middle of a time step.
  template <typename... Values>
  [[noreturn]] void wrong_now(twin_lane& lane, fmt::format_string<Values...> what,
                              Values&&... values) {
    end(lane, fmt::format(what, std::forward<Values>(values)...));
    clock().raise_fault();
  }
  /// An edge that the clock does not give is over: it counts as a cycle. Ends the run at once if an
  /// output differs from what the model says.
  void edge_over(twin_lane& lane);
  /// Ends the run with this cycle, or at once, if an assertion of the twin has failed.
  void check_contract(twin_lane& lane, bool at_once = false);
  /// Does something when the next cycle begins.
  void at_next_cycle(std::function<void()> what) { clock().at_next_cycle(std::move(what)); }
  /// Calls `settled` when this time step's events are in.
  void call_settled() { clock().call_settled(*this); }
  /// Puts a twin in front of what stands behind a port. Throws SizeMissing if that is somebody's
  /// own part, in whose place it would decide.
  template <typename If>
  If& stand_in_front(exchange_port<If>& port, std::type_identity_t<If>& twin) {
    if (port.is_bound()) require_no_part(site_, port.name(), name_of(port.occupant()));
    return port.in_front(twin);
  }
  /// Lanes that are clocked, by number once the cycle's edge has been.
  [[nodiscard]] const std::vector<twin_lane*>& active() const { return active_; }
  /// The lane of a part; if it is new, with the part's name.
  twin_lane& lane_of(std::uint64_t number, const std::string* name);
  [[nodiscard]] twin_lane* existing_lane(std::uint64_t number) const;

 private:
  friend class twin_lane;
  void check_shown(twin_lane& lane);
  void end(twin_lane& lane, const std::string& what);

  TwinSite site_;
  Parameters parameters_;
  PartNames names_;
  Verilated verilated_;
  std::map<std::uint64_t, std::unique_ptr<twin_lane>> lanes_;  ///< by number
  std::vector<twin_lane*> active_;
  std::uint64_t cycles_ = 0;  ///< stepped, of all lanes
  EvidenceCount evidence_;
};

/// Twins of what a `Part` has, with lanes of type `Lane`. A block derives from it, hooks itself to
/// the part, and fills in what it needs.
template <typename Lane, typename Part>
class twins_of : public twin_bank {
 public:
  using part_type = Part;
  twins_of(Part& of, const TwinSite& site, const Parameters& size, PartNames names)
      : twin_bank{site, size, std::move(names)}, part{of} {}

 protected:
  /// A lane has been made: sets the inputs that never change, and what it keeps of its part.
  virtual void made(Lane& /*lane*/) {}
  /// Sets the inputs of this cycle's edge, where they are not set yet.
  virtual void present(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Sets inputs that stand in the cycle after its edge.
  virtual void hold(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Lockstep: sets what the model shows, `lane.out`.
  virtual void expect(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// In the part's place: takes what the twin shows, `lane.seen`. What is set in `lane.out` by its
  /// end follows from what the twin has done, and is what it must show.
  virtual void follow(Lane& /*lane*/, Cycles /*cycle*/) {}
  /// Is the lane to be clocked in the next cycle, too?
  virtual bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) { return false; }

  /// The lane of part `number`, made when it is first asked for.
  Lane& lane(std::uint64_t number = 0) { return of(lane_of(number, nullptr)); }
  /// The same of a part that has this name.
  Lane& lane(std::uint64_t number, const std::string& name) { return of(lane_of(number, &name)); }
  /// The same, clocked from this cycle on.
  template <typename... Name>
  Lane& active_lane(std::uint64_t number = 0, const Name&... name) {
    Lane& found = lane(number, name...);
    activate(found);
    return found;
  }
  /// That lane, if it exists.
  [[nodiscard]] Lane* existing(std::uint64_t number) const {
    return static_cast<Lane*>(existing_lane(number));
  }
  static Lane& of(twin_lane& lane) { return static_cast<Lane&>(lane); }

  Part& part;

 private:
  std::unique_ptr<twin_lane> new_lane() final { return std::make_unique<Lane>(); }
  void made_lane(twin_lane& lane) final { made(of(lane)); }
  void present_lane(twin_lane& lane, Cycles cycle) final { present(of(lane), cycle); }
  void hold_lane(twin_lane& lane, Cycles cycle) final { hold(of(lane), cycle); }
  void expect_lane(twin_lane& lane, Cycles cycle) final { expect(of(lane), cycle); }
  void follow_lane(twin_lane& lane, Cycles cycle) final { follow(of(lane), cycle); }
  bool lane_goes_on(twin_lane& lane, Cycles cycle) final { return goes_on(of(lane), cycle); }
};

/// The same in front of what stands behind an exchange port, which is asked in lockstep.
template <typename Lane, typename If, typename Part>
class twins_before : public twins_of<Lane, Part>, public If {
 public:
  using behind_if = If;
  twins_before(exchange_port<If>& port, Part& of, const TwinSite& site, const Parameters& size,
               PartNames names)
      : twins_of<Lane, Part>{of, site, size, std::move(names)},
        model{this->stand_in_front(port, *this)} {}

 protected:
  If& model;  ///< what the twins stand in front of
};

/// The same in front of what decides on the values of the block's pins: in lockstep the block must
/// decide likewise, in its place it decides.
template <typename Lane, typename In, typename Out, typename Part>
class decision_twins : public twins_before<Lane, decision_if<In, Out>, Part> {
 public:
  using twins_before<Lane, decision_if<In, Out>, Part>::twins_before;

  [[nodiscard]] Out decide(std::uint64_t asker, const In& in) override {
    Lane& lane = this->active_lane(asker);
    tell(lane, in);
    lane.ask();
    if (this->replaces()) {
      check(lane);
      return take<Out>(lane.seen);
    }
    const Out out = this->model.decide(asker, in);
    put(lane.out, out);
    lane.agree();
    return out;
  }

 protected:
  /// Puts what it is told on the pins.
  virtual void tell(Lane& lane, const In& in) {
    if constexpr (OnPins<In>) put(lane.in, in);
  }
  /// In the part's place: may the block decide so?
  virtual void check(Lane& /*lane*/) {}
};

}  // namespace plexus
