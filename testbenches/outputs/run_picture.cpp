#include "testbenches/outputs/run_picture.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "hw/observe/words.hpp"

namespace plexus {

namespace {

/// More than this nobody looks at one by one: then fewer moments are kept, but so many at least.
constexpr std::size_t kMostKept = 40'000;
constexpr std::size_t kMostSayings = 80'000;
constexpr std::int64_t kLeastMoments = 24;
/// Pieces of a run in which words are added up.
constexpr std::size_t kMostBins = 320;

std::vector<NodeId> nodes_of(const NodeSet& set) {
  std::vector<NodeId> nodes;
  for (const Interval& run : set.intervals()) {
    for (BlockId node = run.first; node < run.end(); ++node) {
      nodes.push_back(static_cast<NodeId>(node));
    }
  }
  return nodes;
}

/// What goes from which input of an element to which outputs.
std::vector<RunPicture::Way> ways_of(const PartSetting& setting) {
  std::vector<RunPicture::Way> all;
  const auto* const element = std::get_if<ElementSetting>(&setting);
  if (element == nullptr) return all;
  for (const PacketWay& way : element->ways) {
    RunPicture::Way& shown = all.emplace_back();
    shown.packet = way.packet;
    shown.input = static_cast<std::int32_t>(way.input);
    shown.hindered = hindrance(way);
    if (way.verdict == PacketWay::Verdict::kGoes) {
      shown.outputs.assign(way.outputs.begin(), way.outputs.end());
    }
  }
  return all;
}

}  // namespace

void RunPicture::draw(Layout layout, const std::string& top) {
  layout_ = std::move(layout);
  top_ = top + '.';
  const auto& places = layout_.places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Layout::Place& place = places[i];
    grouped_ = grouped_ || place.count > 1;
    if (!place.part.empty()) places_.emplace(place.part, static_cast<std::int32_t>(i));
    for (NodeId v = place.first; v < place.first + place.again; ++v) {
      receives_at_.emplace(v, static_cast<std::int32_t>(i));
    }
    for (NodeId v = place.first; v < place.first + place.count; ++v) {
      if (place.count > 1) {
        places_.emplace("node_" + std::to_string(v), static_cast<std::int32_t>(i));
      }
      if (v >= place_of_node_.size()) place_of_node_.resize(v + std::size_t{1}, kNowhere);
      if (place_of_node_[v] == kNowhere) place_of_node_[v] = static_cast<std::int32_t>(i);
    }
  }
  at_.resize(places.size());
  for (std::uint32_t i = 0; i < layout_.wires.size(); ++i) {
    const Layout::Wire& wire = layout_.wires[i];
    if (!wire.part.empty()) wires_.emplace(wire.part, static_cast<std::int32_t>(i));
    between_.emplace(std::minmax(wire.from, wire.to), i);
    at_[wire.from].push_back(i);
    at_[wire.to].push_back(i);
  }
  wire_taken_.resize(layout_.wires.size());
  filled_.resize(places.size());
  nodes_.resize(place_of_node_.size());
  sums_.resize(places.size());
  load_.resize(places.size());
}

/// The place that has this name or one above it.
std::int32_t RunPicture::find_place(const std::string& name) const {
  for (std::string_view at = name; !at.empty();) {
    if (const auto found = places_.find(std::string{at}); found != places_.end()) {
      return found->second;
    }
    const std::size_t dot = at.rfind('.');
    at = dot == std::string_view::npos ? std::string_view{} : at.substr(0, dot);
  }
  return kNowhere;
}

std::int32_t RunPicture::place(NodeId node) const {
  return node < place_of_node_.size() ? place_of_node_[node] : kNowhere;
}

/// Where a node is drawn to receive.
std::int32_t RunPicture::receiving(NodeId node) const {
  const auto found = receives_at_.find(node);
  return found == receives_at_.end() ? place(node) : found->second;
}

std::uint32_t RunPicture::part_of(const PartView& view) {
  const auto [number, is_new] =
      by_view_.try_emplace(&view, static_cast<std::uint32_t>(parts_.size()));
  if (!is_new) return number->second;
  Part part;
  part.view = &view;
  part.begins_inside = view.begins_inside;
  part.ends_inside = view.ends_inside;
  const std::string& name = view.drawn_as.empty() ? view.part : view.drawn_as;
  const std::string below = name.starts_with(top_) ? name.substr(top_.size()) : name;
  if (const auto wire = wires_.find(below); wire != wires_.end()) {
    part.wire = wire->second;
    const Layout::Wire& drawn = layout_.wires[static_cast<std::size_t>(part.wire)];
    const auto is_inside = [&](std::uint32_t place) {
      return layout_.places[place].mark == Layout::Mark::kElement;
    };
    part.begins_inside = part.begins_inside || is_inside(drawn.from);
    part.ends_inside = part.ends_inside || is_inside(drawn.to);
  } else {
    part.place = find_place(below);
  }
  parts_.push_back(std::move(part));
  return number->second;
}

void RunPicture::see(const SeenRow& row) {
  const std::int64_t cycle = row.cycle.count();
  if (cycle > now_) settle(cycle);
  now_ = cycle;
  cycles_ = std::max(cycles_, cycle);
  words_.see(row);
  const std::uint32_t number = part_of(*row.view);
  switch (row.kind) {
    case TraceKind::kSend: {
      Part& part = parts_[number];
      Moving moving{{.part = number,
                     .packet = row.packet,
                     .source = row.source,
                     .leaves = place(row.source),
                     .receivers = {row.destination},
                     .from = cycle,
                     .data = cycle + row.startup.count(),
                     .words = row.words.count(),
                     .order = row.transfer->number},
                    row.blocks,
                    words_.whole()};
      if (part.wire >= 0) {
        const Layout::Wire& wire = layout_.wires[static_cast<std::size_t>(part.wire)];
        moving.transfer.leaves = static_cast<std::int32_t>(wire.from);
      }
      count_ = row.transfer->number;
      started_.push_back(count_);
      moving_.emplace(count_, std::move(moving));
      break;
    }
    case TraceKind::kReceive:
    case TraceKind::kDrop: {
      if (row.transfer == nullptr) break;
      Moving one = std::move(moving_.extract(row.transfer->number).mapped());
      one.transfer.to = cycle;
      one.transfer.lost = row.kind == TraceKind::kDrop;
      arrive(std::move(one));
      break;
    }
    case TraceKind::kSetting: {
      if (const auto* const driven = std::get_if<Driven>(row.setting)) {
        receivers_[{number, driven->sender}] = nodes_of(driven->receivers);
      }
      if (const auto* const slot = std::get_if<SlotUse>(row.setting)) {
        accesses_[{number, slot->node}] = slot->writes ? Access::kWrites : Access::kReads;
      }
      if (row.view->kind == PartKind::kElement) set_[number] = ways_of(*row.setting);
      if (std::holds_alternative<PhaseNumber>(*row.setting)) {
        phases_.emplace_back(cycle, parts_[number].view->label + ' ' + in_words(*row.setting));
      }
      if (const auto* const manager = std::get_if<ManagerSetting>(row.setting);
          manager != nullptr && manager->does == ManagerSetting::Does::kBeginsPhase) {
        phases_.emplace_back(cycle, "phase " + std::to_string(manager->number));
      }
      break;
    }
    case TraceKind::kHold: {
      if (row.source >= nodes_.size()) break;
      Node& node = nodes_[row.source];
      const double each = static_cast<double>(row.words.count()) /
                          static_cast<double>(std::max<std::uint64_t>(1, row.blocks.count()));
      const bool comes = row.words > 0_words;
      if (comes) note_origin(row.source, row.blocks, cycle == 0);
      tells_holds_ = true;
      const double words = comes ? each * static_cast<double>(not_given(row.source, row.blocks))
                                 : static_cast<double>(row.words.count());
      if (comes && words == 0) break;  // it has had them all the time
      node.words += words;
      gain(cycle, row.source, row.blocks, false, each);
      if (result_ > 0) node.own -= words / result_;  // its operand is in what it holds
      for (const Interval& interval : row.blocks.intervals()) {
        if (node.partly.empty()) break;
        node.partly.erase(node.partly.lower_bound(interval.first),
                          node.partly.lower_bound(interval.end()));
      }
      fill(row.source);
      break;
    }
    case TraceKind::kWait:
      break;
  }
}

/// Does a moment that is kept lie in these cycles?
bool RunPicture::is_shown(std::int64_t from, std::int64_t to) const {
  return (from + stride_ - 1) / stride_ * stride_ < to;
}

/// Of a picture in which places stand for many: do these wires have to be noted once more?
bool RunPicture::shows_anew(const std::vector<Flow>& flows, std::int64_t from, std::int64_t to) {
  if (flows.empty()) return false;
  Shown& shown = shown_[flows];
  if (shown.to == 0) {
    shown = {from, to};
    return true;
  }
  const bool before = from < shown.from && is_shown(from, std::min(to, shown.from));
  const bool behind = to > shown.to && is_shown(std::max(from, shown.to), to);
  if (!before && !behind) return false;
  if (is_shown(shown.to, from)) {  // in between it is not there
    shown = {from, to};
  } else {
    shown = {std::min(from, shown.from), std::max(to, shown.to)};
  }
  return true;
}

/// The wire between two places that are joined, if they are.
void RunPicture::add_flow(std::vector<Flow>& flows, std::int32_t from, std::int32_t to) const {
  if (from < 0 || to < 0) return;
  const auto begin = static_cast<std::uint32_t>(from);
  const auto found = between_.find(std::minmax(begin, static_cast<std::uint32_t>(to)));
  if (found == between_.end()) return;
  flows.push_back({found->second, layout_.wires[found->second].from == begin});
}

/// A transfer has begun, and it is known who receives it.
void RunPicture::set_out(Moving& moving) {
  Transfer& transfer = moving.transfer;
  Part& part = parts_[transfer.part];
  const auto known = receivers_.find({transfer.part, transfer.source});
  if (known != receivers_.end()) transfer.receivers = known->second;
  const auto access = accesses_.find({transfer.part, transfer.source});
  if (access != accesses_.end()) transfer.access = access->second;
  transfer.moves = part.place < 0;
  if (part.wire >= 0) {
    transfer.flows.push_back({static_cast<std::uint32_t>(part.wire), true});
  } else {
    if (part.place >= 0 && transfer.access != Access::kReads) {
      add_flow(transfer.flows, transfer.leaves, part.place);
    }
    for (const NodeId receiver : transfer.receivers) {
      if (transfer.access == Access::kWrites) break;
      add_flow(transfer.flows, part.place >= 0 ? part.place : transfer.leaves, receiving(receiver));
    }
    std::ranges::sort(transfer.flows);  // of receivers that share a place one
    const auto twice = std::ranges::unique(transfer.flows);
    transfer.flows.erase(twice.begin(), twice.end());
  }
  if (transfer.flows.empty() && part.place < 0) {
    part.flow = true;
    // Into a network of which not every wire is drawn.
    const auto add_end = [&](std::int32_t at, bool sends) {
      if (!grouped_ || at < 0 || at_[static_cast<std::size_t>(at)].size() != 1) return;
      const auto here = static_cast<std::uint32_t>(at);
      const std::uint32_t wire = at_[here].front();
      const bool forward = (layout_.wires[wire].from == here) == sends;
      const std::uint32_t from = layout_.wires[wire].from;
      const Layout::Place& end = layout_.places[from == here ? layout_.wires[wire].to : from];
      const bool whole = !part.begins_inside && !part.ends_inside;
      if (whole && end.mark == Layout::Mark::kElement) {  // it is on it while elements pass it
        ends_[transfer.packet].push_back({wire, forward});
      } else if (end.count == 0) {
        transfer.flows.push_back({wire, forward});
      }
      transfer.moves = false;
    };
    add_end(transfer.leaves, true);
    for (const NodeId receiver : transfer.receivers) {
      if (const std::int32_t at = receiving(receiver); at != place(receiver)) add_end(at, false);
    }
    std::ranges::sort(transfer.flows);
    const auto again = std::ranges::unique(transfer.flows);
    transfer.flows.erase(again.begin(), again.end());
  }
  part.taken.begin(transfer.from);
  take_wires(transfer, true);
  note_origin(transfer.source, moving.blocks, false);
  if (part.begins_inside || part.ends_inside) begin_journey(transfer, part);
}

/// A transfer takes its wires or leaves them: what a memory's tap carries, whichever way, counts as
/// one.
void RunPicture::take_wires(const Transfer& transfer, bool begins) {
  for (const Flow& flow : transfer.flows) {
    const bool first = flow.forward || transfer.access != Access::kNone;
    Taken& taken = wire_taken_[flow.wire][first ? 0 : 1];
    if (begins) {
      taken.begin(transfer.from);
    } else {
      taken.end(transfer.to);
    }
  }
}

/// A packet sets out into a network, or goes on in it.
void RunPicture::begin_journey(const Transfer& transfer, const Part& part) {
  const auto [found, is_new] = journeys_.try_emplace(transfer.packet);
  Journey& journey = found->second;
  if (is_new) {  // from within: a copy of one that has arrived
    journey.place = static_cast<std::uint32_t>(std::max(0, place(transfer.source)));
    journey.from = transfer.from;
    journey.words = transfer.words;
  }
  ++journey.moving;
  if (part.begins_inside && journey.waiting > 0) --journey.waiting;
}

/// A hop of it has ended; the journey, too, if it was the last one.
void RunPicture::end_journey(const Transfer& transfer, const Part& part) {
  const auto found = journeys_.find(transfer.packet);
  if (found == journeys_.end()) return;
  Journey& journey = found->second;
  --journey.moving;
  if (part.ends_inside && !transfer.lost) ++journey.waiting;
  if (journey.moving > 0 || journey.waiting > 0) return;
  add_load(journey.place, journey.words, journey.from, transfer.to);
  journeys_.erase(found);
}

/// A transfer has ended, or the run, before it has (not `arrived`).
void RunPicture::arrive(Moving&& moving, bool arrived) {
  Transfer& transfer = moving.transfer;
  Part& part = parts_[transfer.part];
  part.taken.end(transfer.to);
  take_wires(transfer, false);
  ends_.erase(transfer.packet);
  const bool by_node = transfer.leaves >= 0 && !part.begins_inside &&
                       layout_.places[static_cast<std::size_t>(transfer.leaves)].count > 0;
  if (by_node) {
    Sum& sum = sums_[static_cast<std::size_t>(transfer.leaves)];
    ++sum.sent;
    sum.words_sent += transfer.words;
  }
  if (part.begins_inside || part.ends_inside) {
    if (arrived) end_journey(transfer, part);
  } else if (by_node) {
    add_load(static_cast<std::uint32_t>(transfer.leaves), transfer.words, transfer.from,
             transfer.to, arrived);
  }
  for (const NodeId receiver : transfer.receivers) {
    const std::int32_t where = place(receiver);
    const bool on_its_way = receiver == transfer.source;
    if (where < 0 || transfer.lost || on_its_way) continue;
    Sum& sum = sums_[static_cast<std::size_t>(where)];
    ++sum.received;
    sum.words_received += transfer.words;
  }
  // One that the run's end cuts off in the cycle in which it begins is there in that cycle.
  if (!is_shown(transfer.from, std::max(transfer.to, transfer.from + 1))) return;
  if (grouped_) {
    std::vector<Flow> key = transfer.flows;
    const std::int32_t end = place(transfer.receivers.front());
    if (key.empty() && transfer.leaves >= 0 && end >= 0 && end != transfer.leaves) {
      const std::size_t pair = static_cast<std::size_t>(transfer.leaves) * layout_.places.size() +
                               static_cast<std::size_t>(end);
      key.push_back({static_cast<std::uint32_t>(layout_.wires.size() + pair), true});
    }
    if (!shows_anew(key, transfer.from, transfer.to)) return;
  }
  transfer.text = words_of_transfer(transfer.packet, moving.blocks, moving.whole);
  if (!gains_lost_) {
    const auto intervals = moving.blocks.intervals();
    transfer.blocks.assign(intervals.begin(), intervals.end());
  }
  transfers_.push_back(std::move(transfer));
  thin_out();
}

/// Spreads words over the cycles in which they are on their way. Those that the end of the run cuts
/// off count as if they took as long as the others have taken on average.
void RunPicture::add_load(std::uint32_t place, std::int64_t words, std::int64_t from,
                          std::int64_t to, bool arrived) {
  double cycles = static_cast<double>(std::max<std::int64_t>(1, to - from));
  if (arrived) {
    ++arrivals_;
    under_way_ += to - from;
  } else if (arrivals_ > 0) {
    cycles = std::max(cycles, static_cast<double>(under_way_) / static_cast<double>(arrivals_));
  }
  if (to <= from) return;
  while (to > bin_ * static_cast<std::int64_t>(kMostBins)) {
    bin_ *= 2;
    for (std::vector<double>& bins : load_) {
      if (bins.size() % 2 != 0) bins.push_back(0);
      for (std::size_t i = 0; i < bins.size() / 2; ++i) bins[i] = bins[2 * i] + bins[2 * i + 1];
      bins.resize(bins.size() / 2);
    }
  }
  std::vector<double>& bins = load_[place];
  const auto last = static_cast<std::size_t>((to - 1) / bin_);
  if (bins.size() <= last) bins.resize(last + 1, 0);
  const double each = static_cast<double>(words) / cycles;
  for (std::int64_t at = from; at < to;) {
    const std::int64_t end = std::min(to, (at / bin_ + 1) * bin_);
    bins[static_cast<std::size_t>(at / bin_)] += each * static_cast<double>(end - at);
    at = end;
  }
}

/// The wires at an element on which something passes it; one that comes from another element is on
/// that one's. Of the packets on a wire that stands for many the last one is told.
std::vector<RunPicture::Carried> RunPicture::carried_at(std::uint32_t place,
                                                        const std::vector<Way>& ways) const {
  std::map<Flow, PacketId> carried;
  for (const Way& way : ways) {
    if (way.outputs.empty()) continue;
    for (const std::uint32_t number : at_[place]) {
      const Layout::Wire& wire = layout_.wires[number];
      const bool enters = wire.to == place && wire.input >= 0 && wire.input == way.input &&
                          layout_.places[wire.from].mark != Layout::Mark::kElement;
      const bool leaves =
          wire.from == place &&
          (wire.output < 0 || std::ranges::find(way.outputs, wire.output) != way.outputs.end());
      if (enters || leaves) carried[{number, true}] = way.packet;
    }
    const auto ends = ends_.find(way.packet);
    if (ends == ends_.end()) continue;
    for (const Flow& flow : ends->second) {
      const Layout::Wire& wire = layout_.wires[flow.wire];
      if (wire.from == place || wire.to == place) carried[flow] = way.packet;
    }
  }
  return {carried.begin(), carried.end()};
}

/// An element passes something else from now on.
void RunPicture::pass(std::uint32_t number, std::vector<Way> ways) {
  Passing& passing = passing_[number];
  if (ways == passing.ways) return;
  const std::int32_t place = parts_[number].place;
  for (const Way& way : passing.ways) {
    for (const std::int32_t output : way.outputs) outputs_[{number, output}].end(now_);
  }
  std::vector<Flow> key;
  for (const auto& [flow, packet] : passing.carried) {
    wire_taken_[flow.wire][0].end(now_);
    key.push_back(flow);
  }
  const bool goes_on =
      std::ranges::any_of(passing.ways, [](const Way& way) { return !way.outputs.empty(); });
  if (grouped_ && key.empty() && goes_on && place >= 0) {  // over wires that are not drawn
    const std::size_t places = layout_.places.size();
    key.push_back({static_cast<std::uint32_t>(layout_.wires.size() + places * places +
                                              static_cast<std::size_t>(place)),
                   true});
  }
  const bool told = !passing.ways.empty() && is_shown(passing.since, now_) &&
                    (!grouped_ || shows_anew(key, passing.since, now_));
  if (told) {
    settings_.push_back(
        {number, passing.since, now_, std::move(passing.ways), std::move(passing.carried)});
    thin_out();
  }
  passing = {std::move(ways), now_, {}};
  if (place >= 0) {
    passing.carried = carried_at(static_cast<std::uint32_t>(place), passing.ways);
  }
  for (const Way& way : passing.ways) {
    for (const std::int32_t output : way.outputs) outputs_[{number, output}].begin(now_);
  }
  for (const auto& [flow, packet] : passing.carried) wire_taken_[flow.wire][0].begin(now_);
}

void RunPicture::say(std::uint32_t part, bool holds, std::int64_t cycle, const std::string& text) {
  const auto [last, first] = said_.try_emplace({part, holds}, Saying{part, holds, cycle, text, 0});
  if (first) return;
  Saying& before = last->second;
  if (is_shown(before.cycle, cycle)) {
    before.until = cycle;
    sayings_.push_back(std::move(before));
    thin_out();
  }
  before = {part, holds, cycle, text, 0};
}

/// All of the cycles before `before` has been seen.
void RunPicture::settle(std::int64_t before) {
  for (const std::uint64_t number : started_) set_out(moving_.at(number));
  started_.clear();
  receivers_.clear();
  accesses_.clear();
  for (auto& [number, ways] : set_) pass(number, std::move(ways));
  set_.clear();
  const auto tell = [&](std::int64_t cycle) {
    words_.settle(Cycles{cycle}, [&](std::uint32_t row, const std::string& text) {
      const RunWords::Row& said = words_.rows()[row];
      if (!grouped_) say(part_of(*said.view), said.holds, cycle, text);
    });
  };
  if (now_ >= 0) tell(now_);
  for (auto next = words_.next(); next && next->count() < before; next = words_.next()) {
    tell(next->count());
  }
}

/// Keeps every second moment alone, if there are too many to look at.
void RunPicture::thin_out() {
  const auto many = [this] {
    return transfers_.size() > kMostKept || settings_.size() > kMostKept ||
           sayings_.size() > kMostSayings || levels_.size() > kMostSayings;
  };
  while (many() && now_ / (2 * stride_) >= kLeastMoments) {
    stride_ *= 2;
    std::erase_if(transfers_, [this](const auto& one) { return !is_shown(one.from, one.to); });
    std::erase_if(settings_, [this](const auto& one) { return !is_shown(one.from, one.to); });
    std::erase_if(sayings_, [this](const auto& one) { return !is_shown(one.cycle, one.until); });
    std::erase_if(levels_, [this](const auto& one) { return !is_shown(one.cycle, one.until); });
  }
}

void RunPicture::end(const std::optional<Fault>& failed) {
  if (failed) cycles_ = std::max(cycles_, failed->cycle.count());
  settle(cycles_ + 1);
  for (auto& [number, one] : moving_) {
    Transfer& transfer = one.transfer;
    transfer.to = cycles_;
    transfer.lost = failed && transfer.from == failed->cycle.count() &&
                    parts_[transfer.part].view->part == failed->part;
    arrive(std::move(one), false);
  }
  moving_.clear();
  for (const auto& [packet, journey] : journeys_) {
    add_load(journey.place, journey.words, journey.from, cycles_, false);
  }
  journeys_.clear();
  now_ = cycles_;
  for (const auto& [number, passing] : passing_) pass(number, {});
  for (auto& [key, saying] : said_) {
    saying.until = std::numeric_limits<std::int64_t>::max();
    sayings_.push_back(std::move(saying));
  }
  give();
  for (std::uint32_t i = 0; i < filled_.size(); ++i) {
    if (filled_[i].words == 0 && filled_[i].since == 0) continue;
    levels_.push_back({i, filled_[i].since, filled_[i].words, cycles_ + 1});
  }
  if (phases_.empty() && combined_ >= 0 && combined_ < cycles_) {
    phases_ = {{0, "operands are combined"}, {combined_, "results go out"}};
  }
  if (gains_lost_) {  // who holds what is not shown, so that nobody follows a block
    for (Transfer& transfer : transfers_) transfer.blocks = {};
  }
  std::ranges::sort(transfers_, {}, &Transfer::order);
  std::ranges::stable_sort(settings_, {}, &Setting::from);
  std::ranges::stable_sort(sayings_, {}, &Saying::cycle);
}

std::vector<std::vector<double>> RunPicture::load() const {
  std::vector<std::vector<double>> words = load_;
  const auto bins =
      static_cast<std::size_t>((std::max<std::int64_t>(1, cycles_) + bin_ - 1) / bin_);
  for (std::vector<double>& of_place : words) {
    of_place.resize(bins, 0);
    for (std::size_t i = 0; i < bins; ++i) {
      const std::int64_t begin = static_cast<std::int64_t>(i) * bin_;
      of_place[i] /=
          static_cast<double>(std::max<std::int64_t>(1, std::min(begin + bin_, cycles_) - begin));
    }
  }
  return words;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> RunPicture::straight(
    const Transfer& transfer) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
  // What passes elements is drawn by these; what is on no wire of those that have names is inside
  // of a circle.
  const bool passes = !outputs_.empty() || !wires_.empty() || parts_[transfer.part].place >= 0;
  if (!transfer.flows.empty() || passes || transfer.leaves < 0) return lines;
  for (const NodeId receiver : transfer.receivers) {
    const std::int32_t end = place(receiver);
    if (end < 0 || end == transfer.leaves) continue;
    lines.emplace_back(static_cast<std::uint32_t>(transfer.leaves),
                       static_cast<std::uint32_t>(end));
  }
  return lines;
}

std::vector<std::int64_t> RunPicture::busy_wires() const {
  std::vector<std::int64_t> busy;
  for (const auto& [there, back] : wire_taken_) busy.push_back(std::max(there.cycles, back.cycles));
  return busy;
}

bool RunPicture::goes_both_ways() const {
  return std::ranges::any_of(
      wire_taken_, [](const auto& taken) { return taken[0].cycles > 0 && taken[1].cycles > 0; });
}

std::vector<RunPicture::Busy> RunPicture::busiest() const {
  std::vector<Busy> all;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const bool on_wires = part.flow && !outputs_.empty();
    if (part.taken.cycles == 0 || on_wires) continue;
    all.push_back({part.view->label, part.taken.cycles, static_cast<std::int32_t>(i)});
  }
  for (const auto& [key, taken] : outputs_) {
    if (taken.cycles == 0) continue;
    all.push_back({parts_[key.first].view->label + " output " + std::to_string(key.second),
                   taken.cycles, static_cast<std::int32_t>(key.first)});
  }
  std::ranges::stable_sort(all, std::greater<>{}, &Busy::cycles);
  return all;
}

}  // namespace plexus
