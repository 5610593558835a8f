#include "models/schedule/player.hpp"

#include <algorithm>
#include <coroutine>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/named_schedules.hpp"
#include "models/schedule/placed_data.hpp"

namespace plexus {

/// Something that happens once, and that programs wait for.
class SchedulePlay::Signal {
 public:
  /// The wait of one program.
  class Wait : public Action {
   public:
    Wait(processor& self, Signal& signal) : self_{&self}, signal_{&signal} {}
    [[nodiscard]] bool is_ready() const { return signal_->raised_; }
    void start() {
      self_->note_wait(WaitFor::kScheduleRow);
      signal_->waiting_.push_back(this);
    }
    void result() {
      self_->note_wait(WaitFor::kNothing);
      if (woken_) --*signal_->awake_;
    }
    void wake() {
      woken_ = true;
      complete();
    }

   private:
    processor* self_;
    bool woken_ = false;
    Signal* signal_;
  };

  /// `awake` counts the programs of the node that have been woken and have not gone on yet.
  explicit Signal(unsigned& awake) : awake_{&awake} {}

  [[nodiscard]] Ask<Wait> wait(processor& self) { return Ask<Wait>{self, self, *this}; }
  void raise() {
    raised_ = true;
    for (Wait* one : std::exchange(waiting_, {})) {
      ++*awake_;
      one->wake();
    }
  }

 private:
  unsigned* awake_;
  bool raised_ = false;
  std::vector<Wait*> waiting_;
};

/// Where a message lies until its row takes it.
struct SchedulePlay::Mailbox {
  explicit Mailbox(unsigned& awake) : here{awake} {}
  Signal here;
  Packet packet;
};

/// What one node runs. Its programs ask for their turn before they send: those that ask in one
/// cycle get it in the order of their messages, so that nothing depends on who asked first.
struct SchedulePlay::NodeRows {
  /// The turn to send a message.
  struct [[nodiscard]] Turn {
    NodeRows* node;
    processor* self;
    std::size_t message;
    [[nodiscard]] bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> rest) const {
      node->asked.emplace_back(message, rest);
      if (node->idle) self->resume_soon(std::exchange(node->idle, {}));
    }
    void await_resume() const {}
  };
  /// The first to ask.
  struct [[nodiscard]] Asked {
    NodeRows* node;
    [[nodiscard]] bool await_ready() const { return !node->asked.empty(); }
    void await_suspend(std::coroutine_handle<> rest) const { node->idle = rest; }
    void await_resume() const {}
  };
  /// After all that are due now.
  struct [[nodiscard]] Last {
    processor* self;
    [[nodiscard]] bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> rest) const { self->resume_soon(rest); }
    void await_resume() const {}
  };

  /// Gives the turns. Ends when all that the node has to send has been sent.
  Program arbitrate(processor& self) {
    for (std::uint64_t left = sends; left > 0;) {
      co_await Asked{this};
      do {
        co_await Last{&self};
      } while (awake > 0);
      auto now = std::exchange(asked, {});
      std::ranges::sort(now, {}, [](const auto& one) { return one.first; });
      left -= now.size();
      for (const auto& [message, rest] : now) self.resume_soon(rest);
    }
  }

  std::vector<std::pair<std::size_t, std::coroutine_handle<>>> asked;
  std::coroutine_handle<> idle;  ///< of the arbiter, where nobody has asked
  std::uint64_t sends = 0;       ///< messages, its own and those that it passes on
  unsigned awake = 0;
  std::map<std::uint32_t, std::vector<std::size_t>> threads;  ///< rows
  std::map<unsigned, std::uint64_t> arrivals;                 ///< packets by port
};

namespace {

/// What the schedule says of an operation of its own: items take the place of blocks.
Operation own_operation(const Schedule& schedule, Words words) {
  std::map<NodeId, std::set<BlockId>> start;
  std::uint64_t blocks = 1;
  for (const auto* const holdings : {&schedule.start, &schedule.end}) {
    for (const Holding& holding : *holdings) {
      for (const auto& items : holding.items) {
        for (const std::uint64_t item : items) blocks = std::max(blocks, item + 1);
        if (holdings == &schedule.start) start[holding.node].insert(items.front());
      }
    }
  }
  const auto before = [start = std::move(start)](NodeId node) {
    BlockList list;
    if (const auto found = start.find(node); found != start.end()) {
      for (const BlockId item : found->second) list.add(item);
    }
    return list.intervals();
  };
  return {"custom", {blocks, words}, before, [](NodeId) { return std::vector<Interval>{}; }};
}

/// The same with every block cut in pieces.
Operation in_pieces(Operation operation, std::int64_t pieces) {
  const auto cut = [pieces](const std::function<std::vector<Interval>(NodeId)>& of) {
    return [of, factor = static_cast<std::uint64_t>(pieces)](NodeId node) {
      std::vector<Interval> runs = of(node);
      for (Interval& run : runs) run = {run.first * factor, run.count * factor};
      return runs;
    };
  };
  operation.space = {operation.space.blocks * static_cast<std::uint64_t>(pieces),
                     EvenSplit{operation.space.words, pieces}.largest()};
  operation.before = cut(operation.before);
  operation.after = cut(operation.after);
  return operation;
}

std::uint64_t end_of(const Schedule& schedule) {
  std::uint64_t end = 1;
  for (const ScheduleRow& row : schedule.rows) {
    for (const Interval& run : row.blocks.intervals()) end = std::max(end, run.end());
  }
  return end;
}

}  // namespace

SchedulePlay::SchedulePlay(Schedule schedule, const ScheduleRequest& request)
    : schedule_{std::move(schedule)},
      match_{match_rows(schedule_)},
      request_{request},
      sizes_only_{schedule_.sizes_only()} {
  const auto refuse = [&](const ScheduleRow& row, const std::string& sentence) {
    refuse_line(schedule_.file, row.line, sentence);
  };
  require_operation();
  const std::int64_t k = request_.nodes;
  const bool has_places = schedule_.has_places();
  if (request_.operation == ScheduledOperation::kAllreduce && schedule_.pieces == 1 &&
      !has_places) {
    schedule_.pieces = static_cast<std::int64_t>(end_of(schedule_));
  }
  block_ = {request_.words, schedule_.pieces};
  if (!sizes_only_ && schedule_.pieces > request_.words.count()) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--words {} is too little for blocks in {} pieces: choose at least "
                              "one word a piece.",
                              request_.words.count(), schedule_.pieces)};
  }
  if (combines(request_.operation)) {
    const bool all = request_.operation == ScheduledOperation::kAllreduce;
    const EvenSplit vector = all ? block_ : EvenSplit{k * request_.words, k * schedule_.pieces};
    if (sizes_only_) {
      reduction_ = std::make_shared<Reduction>(request_.nodes, EvenSplit{1_words, 1}, request_.op);
    } else {
      reduction_ = std::make_shared<Reduction>(request_.nodes, vector, request_.op);
    }
    plain_ = all ? reduction_->allreduce() : reduction_->reduce_scatter();
  } else if (request_.operation == ScheduledOperation::kCustom) {
    plain_ = own_operation(schedule_, block_.largest());
  } else {
    plain_ = in_pieces(whole_operation(request_), schedule_.pieces);
  }
  if (has_places) {
    const bool parts = request_.operation == ScheduledOperation::kReduceScatter;
    const EvenSplit split = parts ? EvenSplit{k * request_.words, k * schedule_.pieces} : block_;
    placed_ = std::make_shared<PlacedData>(schedule_, request_.operation, request_.nodes,
                                           request_.root, split);
    plain_.judge = [data = placed_](const auto&) { return data->problem(); };
  }
  nodes_.resize(request_.nodes + request_.switches);
  for (auto& node : nodes_) node = std::make_unique<NodeRows>();
  std::map<std::tuple<NodeId, std::uint32_t, std::uint32_t>, std::size_t> names;
  for (std::size_t i = 0; i < schedule_.rows.size(); ++i) {
    ScheduleRow& row = schedule_.rows[i];
    const NodeId highest = std::max(row.node, row.peer);
    if (highest >= request_.nodes) {
      refuse(row, fmt::format("there is no node {}: the machine has {}", highest, request_.nodes));
    }
    const bool reduces = row.kind == RowKind::kReduce || row.kind == RowKind::kCombine;
    if (reduces && !combines(request_.operation) &&
        request_.operation != ScheduledOperation::kCustom) {
      refuse(row, fmt::format("nothing is combined in {}", to_string(request_.operation)));
    }
    for (const Interval& run : row.blocks.intervals()) {
      if (sizes_only_ || run.end() <= plain_.space.blocks) continue;
      refuse(row, fmt::format("there is no block {}: {} has {}", run.end() - 1,
                              to_string(request_.operation), plain_.space.blocks));
    }
    const Slice slice = row.blocks.slice();
    if (!row.blocks.empty() && slice.count == 0_words) {
      const auto runs = row.blocks.intervals();
      row.blocks = Blocks{runs, plain_.space.whole()};
    } else if (!row.blocks.empty() && slice != plain_.space.whole() &&
               (schedule_.pieces > 1 || combines(request_.operation) ||
                slice.first + slice.count > plain_.space.words)) {
      refuse(row, "the words in brackets are no part of a block of this size");
    }
    auto& thread = nodes_[row.node]->threads[row.thread];
    names[{row.node, row.thread, static_cast<std::uint32_t>(thread.size())}] = i;
    thread.push_back(i);
  }
  for (const ScheduleRow& row : schedule_.rows) {
    unsigned& awake = nodes_[row.node]->awake;
    done_.push_back(std::make_unique<Signal>(awake));
    const bool takes = row.kind == RowKind::kReceive || row.kind == RowKind::kReduce;
    arrived_.push_back(takes ? std::make_unique<Mailbox>(awake) : nullptr);
    auto& after = after_.emplace_back();
    for (const RowName& name : row.after) {
      after.push_back(names.at({row.node, name.thread, name.number}));
    }
  }
}

void SchedulePlay::require_operation() const {
  const auto refuse = [&](const std::string& sentence) {
    refuse_line(schedule_.file, 1, sentence);
  };
  const bool own = request_.operation == ScheduledOperation::kCustom;
  if (!schedule_.operation.empty() && schedule_.operation != to_string(request_.operation)) {
    refuse(fmt::format("the schedule is one of {}, not of {}", schedule_.operation,
                       to_string(request_.operation)));
  }
  if (!own && !(schedule_.start.empty() && schedule_.end.empty())) {
    refuse(
        fmt::format("the schedule says itself what lies where, so it is one of custom, not of {}",
                    to_string(request_.operation)));
  }
  if (schedule_.root && has_root(request_.operation) && *schedule_.root != request_.root) {
    refuse(fmt::format("the schedule is one from or to root {}, not {}", *schedule_.root,
                       request_.root));
  }
  if (!own || sizes_only_) return;
  if (schedule_.start.empty() || schedule_.end.empty()) {
    refuse(
        "an operation of its own says what lies where: write 'start 0 i0 10' and 'end 1 o0 10' "
        "before the header");
  }
  for (const auto* const holdings : {&schedule_.start, &schedule_.end}) {
    for (const Holding& holding : *holdings) {
      if (holding.node < request_.nodes) continue;
      refuse_line(
          schedule_.file, holding.line,
          fmt::format("there is no node {}: the machine has {}", holding.node, request_.nodes));
    }
  }
  if (!schedule_.has_places()) {
    refuse("rows of an operation of its own name places, as in i0, o0 or s0");
  }
}

void SchedulePlay::require_nodes() const {
  const NodeId named = schedule_.nodes();
  const bool own = request_.operation == ScheduledOperation::kCustom;
  if (own || schedule_.rows.empty() || named >= request_.nodes) return;
  refuse_line(schedule_.file, 1,
              fmt::format("the schedule is one of {} nodes, and the machine has {}: choose a "
                          "machine of {}",
                          named, request_.nodes, named));
}

SchedulePlay::~SchedulePlay() = default;

Operation SchedulePlay::operation() const {
  Operation operation = plain_;
  operation.name = to_string(request_.operation);
  if (sizes_only_) {
    operation.before = {};
    operation.after = {};
  } else if (request_.switches > 0) {
    for (auto* const holds : {&operation.before, &operation.after}) {
      *holds = [nodes = request_.nodes, of = *holds](NodeId node) {
        return node < nodes ? of(node) : std::vector<Interval>{};
      };
    }
  }
  return operation;
}

void SchedulePlay::route(const NextHopOf& next, const NextHopOf& first) {
  next_ = next;
  first_ = first ? first : next;
  for (const ScheduleRow& row : schedule_.rows) {
    if (row.kind != RowKind::kSend) continue;
    for (NodeId here = row.node; here != row.peer;) {
      const NextHop hop = (here == row.node ? first_ : next_)(here, row.peer);
      ++nodes_[hop.node]->arrivals[hop.their_port];
      ++nodes_[here]->sends;
      here = hop.node;
    }
  }
}

Packet SchedulePlay::pack(processor& self, std::size_t number) const {
  const ScheduleRow& row = schedule_.rows[number];
  const Header header{match_.partner[number], {}};
  if (sizes_only_) {
    Words words{row.count};
    if (!row.blocks.empty()) words = row.blocks.words();
    return {self.new_packet(), self.id(), row.peer, words, row.blocks, header};
  }
  if (placed_) return placed_->pack(self, row, header);
  if (reduction_) return reduction_->pack(self, row.blocks, row.peer, header);
  Words words = row.blocks.words();
  if (schedule_.pieces > 1) {
    words = 0_words;
    for (const Interval& run : row.blocks.intervals()) {
      for (std::uint64_t piece = run.first; piece < run.end(); ++piece) {
        words += block_.size(static_cast<std::int64_t>(piece) % schedule_.pieces);
      }
    }
  }
  static_cast<void>(self.pack(row.blocks));  // refuses what the node does not hold
  return {self.new_packet(), self.id(), row.peer, words, row.blocks, header};
}

void SchedulePlay::take(processor& self, const ScheduleRow& row, const Packet& packet) {
  if (sizes_only_) return;
  if (placed_) {
    placed_->take(self, row, packet);
  } else if (!reduction_) {
    static_cast<void>(self.gain(packet.blocks()));
  } else if (row.kind == RowKind::kReduce) {
    reduction_->combine(self, packet, Side::kRight);
  } else {
    reduction_->accept(self, packet);
  }
}

Program SchedulePlay::run_thread(processor& self, const std::vector<std::size_t>& rows) {
  for (const std::size_t number : rows) {  // one row after another:
    const ScheduleRow& row = schedule_.rows[number];
    for (const std::size_t before : after_[number]) co_await done_[before]->wait(self);
    if (row.kind == RowKind::kCompute) {
      co_await self.compute(Cycles{row.count});
    } else if (!row.from.empty()) {
      placed_->move(self, row);
    } else if (row.kind == RowKind::kSend) {
      co_await NodeRows::Turn{nodes_[self.id()].get(), &self, match_.partner[number]};
      co_await self.send(first_(self.id(), row.peer).port, pack(self, number));
    } else {
      co_await arrived_[number]->here.wait(self);
      take(self, row, arrived_[number]->packet);
      arrived_[number]->packet = {};
    }
    done_[number]->raise();
  }
}

Program SchedulePlay::pass_on(processor& self, unsigned port, std::uint64_t packets) {
  for (std::uint64_t i = 0; i < packets; ++i) {
    Packet packet = co_await self.receive(port);
    if (packet.destination() == self.id()) {
      Mailbox& box = *arrived_[packet.header().mask];
      box.packet = std::move(packet);
      box.here.raise();
    } else {
      co_await NodeRows::Turn{nodes_[self.id()].get(), &self, packet.header().mask};
      const unsigned onward = next_(self.id(), packet.destination()).port;
      self.post(onward, std::move(packet));
    }
  }
}

Program SchedulePlay::program(processor& self) {
  std::vector<Program> all_of_it;
  NodeRows& node = *nodes_[self.id()];
  all_of_it.push_back(node.arbitrate(self));
  for (const auto& [port, packets] : node.arrivals) {
    all_of_it.push_back(pass_on(self, port, packets));
  }
  for (const auto& [thread, rows] : node.threads) all_of_it.push_back(run_thread(self, rows));
  co_await all(self, std::move(all_of_it));
}

}  // namespace plexus
