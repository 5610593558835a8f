#include "hw/bus/memory_banks.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/ostream.h>

#include "hw/channel/bindings.hpp"
#include "hw/data/mixed.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr const char* kOneAccess = "one-access";
constexpr const char* kSlots = "k-star";
constexpr const char* kReadWhileWritten = "read-while-written";
constexpr const char* kOneChunk = "one-chunk";

}  // namespace

// ---- chunks ----------------------------------------------------------------------------------

ChunkWalk::ChunkWalk(const Blocks& blocks, Words bandwidth, std::uint64_t first) {
  const auto width = static_cast<std::uint64_t>(bandwidth.count());
  const auto begin = static_cast<std::uint64_t>(blocks.slice().first.count());
  const auto words = static_cast<std::uint64_t>(blocks.slice().count.count());
  low_ = begin / width;
  high_ = (begin + words + width - 1) / width;
  const std::uint64_t chunks = high_ - low_;
  left_ = blocks.count() * chunks;
  if (left_ == 0) return;
  first %= left_;
  chunk_ = low_ + first % chunks;
  offset_ = first / chunks;
  while (offset_ >= blocks.intervals()[run_].count) offset_ -= blocks.intervals()[run_++].count;
}

void ChunkWalk::advance(const Blocks& blocks) {
  --left_;
  if (++chunk_ < high_) return;
  chunk_ = low_;
  if (++offset_ < blocks.intervals()[run_].count) return;
  offset_ = 0;
  run_ = (run_ + 1) % blocks.intervals().size();
}

namespace {

/// Tells one chunk of one block from all others.
std::uint64_t fingerprint_of(BlockId block, std::uint64_t chunk) {
  return mixed(mixed(block) + chunk);
}

}  // namespace

// ---- memory ----------------------------------------------------------------------------------

memory_banks::memory_banks(sc_core::sc_module_name name, NodeId processors, NodeId slots,
                           LinkTiming timing, BlockSpace space, BankLayout layout)
    : sc_module{name},
      standard_slots_{"bus_arbiter", processors, slots},
      slot_arbiter{"slot_arbiter", standard_slots_},
      timing_{timing},
      layout_{std::move(layout)},
      queue_{processors, slots},
      contents_{space},
      claimed_{space},
      ports_(processors),
      bank_stalls_(layout_.banks),
      bank_used_(layout_.banks, Cycles{-1}),
      settled_{"settled", [this] { decide(); }} {
  HW_PROCESSES(memory_banks);
  if (layout_.banks > 0) {
    standard_banks_.emplace("bank_arbiter", processors, layout_.banks);
    banks_arbiter.emplace("banks_arbiter", *standard_banks_);
  }
  SC_METHOD(end_due);
  sensitive << due_;
  dont_initialize();
}

/// As many ports as it has processors.
void memory_banks::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  bound_.push_back(&port);
}

void memory_banks::end_of_elaboration() {
  check_ports("Memory", "memory", name(), processors(), bound_, "it");
}

std::uint64_t memory_banks::bank_stalls() const {
  return std::accumulate(bank_stalls_.begin(), bank_stalls_.end(), std::uint64_t{0});
}

void memory_banks::ask(MemoryTransfer& access) {
  const NodeId processor = access.node;
  if (processor >= processors()) {
    raise("program", name(), "Node {} is not at the memory, which has {}: 0 .. {}.", processor,
          processors(), processors() - 1);
  }
  Port& port = ports_[processor];
  settled_.request();
  if (port.access != nullptr) return queue_.note_doubled(processor);
  port.access = &access;
  queue_.ask(processor, {}, clock_.now());
  access.note_wait(WaitFor::kMemorySlot);
}

/// What ended in this time step is free, what was asked for is in: first the slots, then the banks
/// of this cycle.
void memory_banks::decide() {
  const Cycles now = clock_.now();
  if (const NodeId node = queue_.doubled(); node != GrantQueue::kNobody) {
    breach(node, kOneAccess,
           fmt::format("Node {} asks for an access while another of its own is not over.", node));
  }
  queue_.gather();
  const std::span<const NodeId> grants = slot_arbiter->edge(queue_.released(), queue_.waiting());
  for (const NodeId processor : grants) start(processor, now);
  queue_.settle();
  bool asks_again = false;
  if (slot_arbiter.is_bound()) {
    asks_again = !queue_.is_full() && !queue_.waiting().empty();
    queue_.judge(name_of(slot_arbiter.occupant()), grants, asks_again, now);
  }
  if (layout_.banks > 0 && served_ != now) {
    if (probe_) {
      for (Slot& slot : accesses_) slot.asks = slot.stall = false;
      bank_owners_.assign(layout_.banks, {});
    }
    if (sink_ != nullptr) bank_uses_.assign(layout_.banks, {});
    serve(now);
    if (sink_ != nullptr) record_banks();
  }
  if (probe_) probe_.show();
  wake_next(now, asks_again);
}

void memory_banks::start(NodeId processor, Cycles now) {
  if (!queue_.asks(processor)) {
    breach(processor, kOneAccess,
           fmt::format("The arbiter grants a slot to node {}, which does not ask for one.",
                       processor));
  }
  if (queue_.is_full()) {
    breach(processor, kSlots,
           fmt::format("Node {} starts an access while all {} slots of the memory are taken.",
                       processor, slots()));
  }
  MemoryTransfer& access = *ports_[processor].access;
  check_data(access);
  const std::uint32_t number = queue_.start(processor, access.packet.words(), now);
  if (number == accesses_.size()) accesses_.emplace_back();
  Slot& slot = accesses_[number];
  access.note_wait(WaitFor::kMemoryEnd);
  access.started();
  slot.access = &access;
  slot.started = now;
  if (layout_.banks > 0) {
    slot.walk = ChunkWalk{access.packet.blocks(), timing_.bandwidth, access.first};
    slot.asks_from = now + timing_.startup;
    slot.served = slot.stalls = slot.fingerprint = 0;
    slot.asks = slot.stall = false;
    const auto place = std::ranges::lower_bound(
        active_, processor, {}, [this](std::uint32_t one) { return accesses_[one].access->node; });
    active_.insert(place, number);
  } else {
    calendar_.add(now + timing_.hop(access.packet.words()), number);
  }
  if (sink_ != nullptr) record(number, TraceKind::kSend);
}

/// One cycle of the banks.
void memory_banks::serve(Cycles now) {
  requests_.clear();
  askers_.clear();
  for (const std::uint32_t number : active_) {
    const Slot& slot = accesses_[number];
    if (slot.asks_from > now) continue;
    const BlockId block = slot.walk.block(slot.access->packet.blocks());
    requests_.push_back({slot.access->node, layout_.bank(block, slot.walk.chunk())});
    askers_.push_back(number);
  }
  if (requests_.empty()) return;
  served_ = now;
  const std::vector<bool>& granted = (*banks_arbiter)->grant(requests_);
  if (granted.size() != requests_.size()) {
    raise("program", name(), "The arbiter of the banks answers {} of {} requests.", granted.size(),
          requests_.size());
  }
  constexpr std::uint64_t kPatience = 1'000'000;
  refused_ = std::ranges::find(granted, true) == granted.end() ? refused_ + 1 : 0;
  if (refused_ == kPatience) {
    raise("deadlock", name(),
          "The arbiter of the banks has granted nothing for {} cycles, and {} accesses ask.",
          refused_, requests_.size());
  }
  for (std::size_t i = 0; i < requests_.size(); ++i) give_chunk(i, granted[i], now);
  std::erase_if(active_, [this](std::uint32_t slot) { return accesses_[slot].walk.left() == 0; });
}

void memory_banks::give_chunk(std::size_t request, bool granted, Cycles now) {
  const auto [processor, bank] = requests_[request];
  Slot& slot = accesses_[askers_[request]];
  slot.asks = true;
  slot.stall = !granted;
  slot.bank = bank;
  if (probe_ && granted) bank_owners_[bank] = processor;
  if (sink_ != nullptr) bank_uses_[bank].askers.push_back({processor, granted});
  if (!granted) {
    ++slot.stalls;
    ++bank_stalls_[bank];
    ++ports_[processor].stalls;
    return;
  }
  if (std::exchange(bank_used_[bank], now) == now) {
    breach(processor, kOneChunk,
           fmt::format("Bank {} would serve node {} and another one in the same cycle.", bank,
                       processor));
  }
  const Blocks& blocks = slot.access->packet.blocks();
  ++slot.served;
  slot.fingerprint += fingerprint_of(slot.walk.block(blocks), slot.walk.chunk());
  slot.walk.advance(blocks);
  if (slot.walk.left() == 0) calendar_.add(now + 1_cycles, askers_[request]);
}

/// Asks to be called when the next access ends or asks a bank, or in the next cycle.
void memory_banks::wake_next(Cycles now, bool at_once) {
  Cycles next = at_once ? now + 1_cycles : calendar_.empty() ? Cycles{-1} : calendar_.next();
  for (const std::uint32_t slot : active_) {
    const Cycles asks = std::max(accesses_[slot].asks_from, now + 1_cycles);
    if (next < 0_cycles || asks < next) next = asks;
    if (next == now + 1_cycles) break;
  }
  if (next >= 0_cycles) due_.notify(clock_.time(next - now));
}

void memory_banks::end_due() {
  const Cycles now = clock_.now();
  if (!calendar_.empty() && calendar_.next() == now) {
    for (const std::uint32_t slot : calendar_.take_next()) end(slot, now);
  }
  settled_.request();
}

void memory_banks::end(std::uint32_t number, Cycles now) {
  if (sink_ != nullptr) record(number, TraceKind::kReceive);
  Slot& slot = accesses_[number];
  if (layout_.banks > 0) check_chunks(slot, now);
  MemoryTransfer& access = *std::exchange(slot.access, nullptr);
  if (access.writes && !contents_.add(access.packet.blocks())) {
    raise("internal", name(), "What was claimed is there already.");
  }
  const NodeId processor = access.node;
  ports_[processor].access = nullptr;
  queue_.end(processor, number, now - slot.started, now);
  access.note_wait(WaitFor::kNothing);
  access.ended();
}

// ---- rules -----------------------------------------------------------------------------------

/// What is read must be there; what is written must not.
void memory_banks::check_data(const MemoryTransfer& access) {
  const NodeId processor = access.node;
  const Blocks& blocks = access.packet.blocks();
  const bool there = contents_.contains(blocks);
  if (access.writes ? claimed_.add(blocks) : there) return;
  const bool being_written = !there && (access.writes || claimed_.contains(blocks));
  const char* const why =
      access.writes
          ? (there ? ", which the memory holds already: nothing is written twice."
                   : ", and words of it are there already or are just being written.")
          : (being_written ? " while it is still being written." : ", which is not in the memory.");
  const std::string text = fmt::format(
      "Node {} {} {}{}", processor, access.writes ? "writes" : "reads", fmt::streamed(blocks), why);
  if (being_written) breach(processor, kReadWhileWritten, text);
  raise("program", name(), text);
}

/// The packet carries all words, whatever the banks have done: that they have served every chunk of
/// them once, one in each cycle but those in which another access was first, is seen here.
void memory_banks::check_chunks(const Slot& slot, Cycles now) const {
  const Blocks& blocks = slot.access->packet.blocks();
  const auto width = static_cast<std::uint64_t>(timing_.bandwidth.count());
  const auto first = static_cast<std::uint64_t>(blocks.slice().first.count());
  const auto words = static_cast<std::uint64_t>(blocks.slice().count.count());
  std::uint64_t chunks = 0;
  std::uint64_t fingerprint = 0;
  for (const Interval& run : blocks.intervals()) {
    for (BlockId block = run.first; block < run.end(); ++block) {
      for (std::uint64_t chunk = first / width; chunk <= (first + words - 1) / width; ++chunk) {
        ++chunks;
        fingerprint += fingerprint_of(block, chunk);
      }
    }
  }
  const auto cycles = static_cast<std::uint64_t>((now - slot.started - timing_.startup).count());
  if (slot.served == chunks && slot.fingerprint == fingerprint && cycles == chunks + slot.stalls) {
    return;
  }
  raise("conservation", name(), Figures{{"chunks", chunks}, {"served", slot.served}},
        "The access of node {} has {} chunks: the banks have served {}{} in {} cycles, of which {} "
        "brought it none.",
        slot.access->node, chunks, slot.served,
        slot.fingerprint != fingerprint ? ", not each of them once," : "", cycles, slot.stalls);
}

void memory_banks::breach(NodeId node, const char* rule, const std::string& sentence) const {
  raise("port-rule", name(), Figures{{"node", node}, {"rule", rule}},
        "{} A processor has at most one access at a time, at most {} are in progress, a "
        "word that is written is not touched, and a bank serves one chunk per cycle.",
        sentence, slots());
}

// ---- trace and wave --------------------------------------------------------------------------

void memory_banks::listen(trace_sink_if& sink) {
  sink_ = &sink;
  for (std::uint32_t slot = 0; slot < slots(); ++slot) {
    sink.wants(named_view(slot_name(slot), PartKind::kChannel));
  }
  for (BankId bank = 0; bank < banks(); ++bank) {
    sink.wants(named_view(bank_name(bank), PartKind::kStore));
  }
}

/// What each bank does, where that has changed.
void memory_banks::record_banks() {
  banks_told_.resize(layout_.banks);
  for (BankId bank = 0; bank < layout_.banks; ++bank) {
    if (banks_told_[bank] == bank_uses_[bank]) continue;
    banks_told_[bank] = bank_uses_[bank];
    PartSetting setting;
    if (!bank_uses_[bank].askers.empty()) setting = bank_uses_[bank];
    sink_->record(
        set_row(clock_.now(), std::uint64_t{slots()} + bank, bank_name(bank), std::move(setting)));
  }
}

std::string memory_banks::slot_name(std::uint32_t slot) const {
  return fmt::format("{}.slot_{}", name(), slot);
}

std::string memory_banks::bank_name(BankId bank) const {
  return fmt::format("{}.bank_{}", name(), bank);
}

void memory_banks::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (NodeId slot = 0; slot < slots(); ++slot) visit({slot_name(slot), "slot", {}});
  for (BankId bank = 0; bank < banks(); ++bank) visit({bank_name(bank), "bank", {}});
}

void memory_banks::record(std::uint32_t number, TraceKind kind) const {
  const MemoryTransfer& access = *accesses_[number].access;
  const NodeId node = access.node;
  sink_->record(packet_row(clock_.now(), kind, number, slot_name(number), access.packet, node, node,
                           timing_.startup));
  if (kind != TraceKind::kSend) return;
  sink_->record(set_row(clock_.now(), number, slot_name(number), SlotUse{node, access.writes}));
}

void memory_banks::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  probe_.add(file, prefix + "waiting", [this] { return std::uint64_t{queue_.waiting().size()}; });
  for (NodeId number = 0; number < slots(); ++number) {
    const std::string of = slot_name(number) + '.';
    // What `what` gives of a slot that is taken; 0 of others.
    const auto add = [&](const char* signal, auto what) {
      probe_.add(file, of + signal, [this, number, what] {
        const bool taken = number < accesses_.size() && accesses_[number].access != nullptr;
        return taken ? what(accesses_[number]) : decltype(what(accesses_[number])){};
      });
    };
    add("busy", [](const Slot&) { return true; });
    add("owner", [](const Slot& slot) { return slot.access->node; });
    add("writing", [](const Slot& slot) { return slot.access->writes; });
    if (layout_.banks == 0) continue;
    add("asks", [](const Slot& slot) { return slot.asks; });
    add("bank", [](const Slot& slot) { return slot.asks ? slot.bank : BankId{0}; });
    add("stall", [](const Slot& slot) { return slot.stall; });
  }
  bank_owners_.resize(layout_.banks);
  for (BankId bank = 0; bank < layout_.banks; ++bank) {
    const std::string of = bank_name(bank) + '.';
    probe_.add(file, of + "busy", [this, bank] { return bank_owners_[bank].has_value(); });
    probe_.add(file, of + "owner", [this, bank] { return bank_owners_[bank].value_or(0); });
  }
}

}  // namespace plexus
