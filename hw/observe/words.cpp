#include "hw/observe/words.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace plexus {

namespace {

template <typename... Parts>
std::string filled(Phrase which, const Parts&... parts) {
  return fmt::format(fmt::runtime(phrase(which)), parts...);
}

/// What stands between two things of a list.
class Separated {
 public:
  Separated(std::string& text, std::string_view by) : text_{&text}, by_{by} {}
  std::string& next() {
    if (std::exchange(begun_, true)) *text_ += by_;
    return *text_;
  }

 private:
  std::string* text_;
  std::string_view by_;
  bool begun_ = false;
};

std::string link_text(const ManagerSetting& of) {
  return fmt::format("{}-{}", fmt::streamed(of.a), fmt::streamed(of.b));
}

/// Of a state that is told: phrases stand in the order of states.
constexpr Phrase state_of(ElementSetting::State state) {
  constexpr int kFirst = static_cast<int>(ElementSetting::State::kBlocked);
  return static_cast<Phrase>(static_cast<int>(Phrase::kBlocked) + static_cast<int>(state) - kFirst);
}
static_assert(state_of(ElementSetting::State::kSet) == Phrase::kSet);
static_assert(state_of(ElementSetting::State::kUpperBroadcast) == Phrase::kUpperBroadcast);

/// Makes words of settings, in full or as rows of waves have them.
class Teller {
 public:
  explicit Teller(bool brief) : brief_{brief} {}

  std::string operator()(std::monostate) const { return {}; }

  std::string operator()(const ElementSetting& element) const {
    std::string ways;
    bool goes = false;
    Separated list{ways, ", "};
    for (const PacketWay& way : element.ways) {
      add_way(list.next(), way);
      goes = goes || passes(way);
    }
    if (element.state == ElementSetting::State::kUntold) return ways;
    const std::string state{phrase(state_of(element.state))};
    if (ways.empty()) return state;
    // In brief it says again what the ways do: it comes behind them.
    return brief_ && goes ? ways + " (" + state + ')' : state + ": " + ways;
  }

  std::string operator()(const RouterUse& router) const {
    std::string text;
    Separated list{text, "; "};
    const auto port = [&](std::uint32_t number) -> const std::string& {
      return router.ports->at(number);
    };
    for (const PacketWay& way : router.ways) {
      std::string& to = list.next();
      to += packet(way);
      if (way.input != PacketWay::kUntold) to += ": " + port(way.input);
      if (way.verdict == PacketWay::Verdict::kWaits) to += phrase(Phrase::kWaits);
      if (!passes(way)) continue;
      to += " > ";
      Separated outputs{to, ", "};
      for (const std::uint32_t output : way.outputs) outputs.next() += port(output);
    }
    for (const RouterUse::Queue& queue : router.queues) {
      list.next() += filled(queue.packets == 1 ? Phrase::kOneWaitsFor : Phrase::kSeveralWaitFor,
                            queue.packets, port(queue.output));
    }
    return text;
  }

  std::string operator()(const Driven& channel) const {
    return filled(Phrase::kNodeTo, channel.sender) +
           fmt::format("{}", fmt::streamed(channel.receivers));
  }

  std::string operator()(const Collided& coupler) const {
    std::string text{phrase(Phrase::kCollision)};
    for (const NodeId sender : coupler.senders) text += ' ' + std::to_string(sender);
    return text;
  }

  std::string operator()(const SlotUse& slot) const {
    return filled(slot.writes ? Phrase::kWrites : Phrase::kReads, slot.node);
  }

  std::string operator()(const BankUse& bank) const {
    std::string text;
    Separated list{text, ", "};
    for (const BankUse::Asker& asker : bank.askers) {
      list.next() += filled(asker.served ? Phrase::kServes : Phrase::kAsks, asker.node);
    }
    return text;
  }

  std::string operator()(const LinkedTo& port) const {
    return filled(Phrase::kLinkedTo, fmt::streamed(port.other));
  }

  std::string operator()(const ManagerSetting& manager) const {
    using enum ManagerSetting::Does;
    switch (manager.does) {
      case kBeginsPhase:
        return filled(Phrase::kBeginsPhase, manager.number);
      case kHasLoaded:
        return filled(Phrase::kHasLoaded, manager.number);
      case kHasQueued:
        return filled(manager.number == 1 ? Phrase::kRequest : Phrase::kRequests, manager.number,
                      link_text(manager));
      case kSetsLink:
        return filled(Phrase::kSetsLink, link_text(manager));
      case kSetsPhase:
        return filled(Phrase::kSetsPhase, manager.number, manager.links);
      case kSetsSome:
        return filled(Phrase::kSetsSome, manager.number, manager.links);
      case kSwaps:
        return filled(Phrase::kSwaps, manager.number);
      case kWaitsForPorts:
        break;
    }
    return filled(Phrase::kWaitsForPorts, link_text(manager));
  }

  std::string operator()(const PhaseNumber& phase) const { return std::to_string(phase.number); }

  std::string operator()(const RegisterValue& of) const { return of.value; }

 private:
  static bool passes(const PacketWay& way) {
    return way.verdict == PacketWay::Verdict::kGoes && !way.outputs.empty();
  }

  [[nodiscard]] std::string packet(const PacketWay& way) const {
    return std::string{phrase(brief_ ? Phrase::kPkt : Phrase::kPacket)} +
           std::to_string(way.packet);
  }

  void add_way(std::string& text, const PacketWay& way) const {
    text += packet(way);
    const std::string why = hindrance(way);
    const std::string input = std::to_string(way.input);
    if (!brief_) {
      text += phrase(Phrase::kFrom);
      text += input;
      if (!why.empty()) text += ' ' + why;
    } else if (way.verdict == PacketWay::Verdict::kMerged) {
      text += phrase(Phrase::kOf);
      text += input + ' ' + filled(Phrase::kMergedOf, way.with);
    } else if (!why.empty()) {
      text += ' ' + why;  // which needs no input to be understood
    } else if (passes(way)) {
      text += ' ' + input;
    } else {
      text += phrase(Phrase::kOf);
      text += input;
    }
    if (!passes(way)) return;
    std::string_view before = brief_ ? ">" : phrase(Phrase::kTo);
    for (const std::uint32_t output : way.outputs) {
      text += std::exchange(before, phrase(Phrase::kAnd));
      text += std::to_string(output);
    }
  }

  bool brief_;
};

/// Phrases stand in the order of what is waited for.
constexpr Phrase phrase_of(WaitFor what) {
  const int place = static_cast<int>(what) - static_cast<int>(WaitFor::kPacket);
  return static_cast<Phrase>(static_cast<int>(Phrase::kForPacket) + place);
}
static_assert(phrase_of(WaitFor::kLaterCycle) == Phrase::kForLaterCycle);
static_assert(phrase_of(WaitFor::kPackets) == Phrase::kForPackets);
static_assert(phrase_of(WaitFor::kPartner) == Phrase::kForPartner);

std::string in_words(const Awaited& one) {
  if (one.what == WaitFor::kOwn || one.what == WaitFor::kNothing) return one.part;
  if (!one.part.empty()) return filled(phrase_of(one.what), one.part);
  const auto& [first, second, third] = one.numbers;  // a phrase takes as many as it has places
  return filled(phrase_of(one.what), first, second, third);
}

/// What a node does, and what it waits for, in its own row.
struct Brief {
  const ViewOf& view_of;
  std::string does{};
  std::string waits{};

  void add_does(std::string_view what) {
    if (!does.empty()) does += ' ';
    does += what;
  }
  /// What has been said last is not said again.
  void add_wait(std::string_view what) {
    const bool is_said = waits.ends_with(what) && waits.size() > what.size() &&
                         waits[waits.size() - what.size() - 1] == ' ';
    if (is_said) return;
    const bool is_long = what.find(' ') != std::string_view::npos;
    waits += waits.empty() ? phrase(Phrase::kWaitFor) : is_long ? ", " : " ";
    waits += what;
  }
  void add(const Awaited& one);
};

void Brief::add(const Awaited& one) {
  switch (one.what) {
    case WaitFor::kPacket: {
      const std::string& from = view_of(one.part).from;
      return add_wait(from.empty() ? phrase(Phrase::kAPacket) : from);
    }
    case WaitFor::kSent: {
      const std::string& to = view_of(one.part).to;
      if (does.empty()) does = phrase(to.empty() ? Phrase::kSends : Phrase::kSendsTo);
      if (!to.empty()) does += ' ' + to;
      return;
    }
    case WaitFor::kLockStep:
      return add_wait(phrase(Phrase::kAll));
    case WaitFor::kLaterCycle:
      return add_does(phrase(Phrase::kWorks));
    case WaitFor::kBusChannel:
      return add_wait(phrase(Phrase::kAChannel));
    case WaitFor::kBusChannelAndPacket:
      return add_wait(phrase(Phrase::kAChannelAndPacket));
    case WaitFor::kBusEndAndPacket:
      add_wait(phrase(Phrase::kAPacket));
      return add_does(phrase(Phrase::kSends));
    case WaitFor::kBusEnd:
    case WaitFor::kSlotToSend:
      return add_does(phrase(Phrase::kSends));
    case WaitFor::kBusPacket:
      return add_wait(phrase(Phrase::kAPacket));
    case WaitFor::kMemorySlot:
      return add_wait(phrase(Phrase::kASlot));
    case WaitFor::kMemoryEnd:
      return add_does(phrase(Phrase::kUsesSlot));
    case WaitFor::kSlotToListen:
      return add_does(phrase(Phrase::kListens));
    case WaitFor::kPhase:
    case WaitFor::kScheduleRow:
    case WaitFor::kPackets:
    case WaitFor::kCoupler:
    case WaitFor::kMessage:
    case WaitFor::kPartner:
    case WaitFor::kOwn:
    case WaitFor::kNothing:
      return add_wait(in_words(one));
  }
}

}  // namespace

std::string in_words(const PartSetting& setting) { return std::visit(Teller{false}, setting); }

std::string in_brief(const PartSetting& setting) { return std::visit(Teller{true}, setting); }

std::string hindrance(const PacketWay& way) {
  switch (way.verdict) {
    case PacketWay::Verdict::kGoes:
      break;
    case PacketWay::Verdict::kWaits:
      return filled(Phrase::kWaitsFor, way.outputs.front());
    case PacketWay::Verdict::kDropped:
      return filled(Phrase::kDropped);
    case PacketWay::Verdict::kMerged:
      return filled(Phrase::kMergedFrom, way.with);
  }
  return {};
}

std::string in_words(const Waits& waits, std::size_t most) {
  if (waits.empty()) return std::string{phrase(Phrase::kForNothing)};
  std::string text;
  std::size_t kept = 0;  // letters of those that begin early enough
  for (const Awaited& one : waits) {
    if (text.size() <= most) kept = text.size();
    if (!text.empty()) text += ", ";
    text += in_words(one);
  }
  if (text.size() <= most) return text;
  text.resize(kept == 0 ? most : kept);
  text += phrase(Phrase::kAndMore);
  return text;
}

std::string in_brief(const Waits& waits, const ViewOf& view_of) {
  if (waits.empty()) return std::string{phrase(Phrase::kWorks)};
  Brief all{view_of};
  for (const Awaited& one : waits) all.add(one);
  const std::string_view between = all.does.empty() || all.waits.empty() ? "" : ", ";
  return all.does + std::string{between} + all.waits;
}

}  // namespace plexus
