#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/operations/operation.hpp"
#include "models/operations/reduction.hpp"
#include "models/schedule/match.hpp"
#include "models/schedule/schedule.hpp"
#include "models/schedule/scheduled_operation.hpp"

namespace plexus {

class PlacedData;

/// The channel by which a node sends what is for another one, and the node at its other end.
struct NextHop {
  unsigned port = 0;
  NodeId node = 0;
  unsigned their_port = 0;  ///< by which it arrives there
};
using NextHopOf = std::function<NextHop(NodeId here, NodeId destination)>;

/// What is asked of a schedule.
struct ScheduleRequest {
  ScheduledOperation operation = ScheduledOperation::kAllgather;
  NodeId nodes = 1;
  Words words{1};
  NodeId root = 0;
  Operator op = Operator::kSum;
  NodeId switches = 0;  ///< behind the nodes: they only pass on
};

/// A schedule as it runs: which row sends which message, how often a packet comes in at each port,
/// and what the rows move. Every node runs one program; a message for a node farther away is passed
/// on by those between, whole packet by whole packet.
class SchedulePlay {
 public:
  /// Throws Refusal where the schedule does not fit the machine or the operation.
  SchedulePlay(Schedule schedule, const ScheduleRequest& request);
  ~SchedulePlay();
  /// For a schedule that somebody has written: throws Refusal if it names fewer nodes than there
  /// are, where the operation needs them all.
  void require_nodes() const;
  SchedulePlay(const SchedulePlay&) = delete;
  SchedulePlay& operator=(const SchedulePlay&) = delete;

  /// What must be held at the end; nothing is asked of a schedule that names sizes alone.
  [[nodiscard]] Operation operation() const;
  [[nodiscard]] bool sizes_only() const { return sizes_only_; }
  [[nodiscard]] std::size_t rows() const { return schedule_.rows.size(); }

  /// Works out who passes on what. Before the programs run. `first`: where messages set out, if not
  /// as `next` says.
  void route(const NextHopOf& next, const NextHopOf& first = {});
  /// The program of a node.
  [[nodiscard]] Program program(processor& self);

 private:
  struct Mailbox;
  struct NodeRows;
  class Signal;

  /// Refuses a schedule of another operation, or one that does not say what it is.
  void require_operation() const;
  [[nodiscard]] Packet pack(processor& self, std::size_t row) const;
  void take(processor& self, const ScheduleRow& row, const Packet& packet);
  Program run_thread(processor& self, const std::vector<std::size_t>& rows);
  Program pass_on(processor& self, unsigned port, std::uint64_t packets);

  Schedule schedule_;
  ScheduleMatch match_;
  ScheduleRequest request_;
  bool sizes_only_;
  Operation plain_;                     ///< in pieces
  EvenSplit block_;                     ///< of the words of a block in pieces
  SharedReduction reduction_;           ///< of an operation that combines
  std::shared_ptr<PlacedData> placed_;  ///< of a schedule whose rows name places
  NextHopOf first_;
  NextHopOf next_;
  std::vector<std::unique_ptr<NodeRows>> nodes_;
  std::vector<std::unique_ptr<Signal>> done_;      ///< by row
  std::vector<std::unique_ptr<Mailbox>> arrived_;  ///< by row that receives
  std::vector<std::vector<std::size_t>> after_;    ///< by row: those that it waits for
};

/// The schedule that stands for itself: `direct`. Every block goes straight to all that need it;
/// chunks are combined at their own node.
[[nodiscard]] Schedule direct_schedule(const ScheduleRequest& request);
/// What `--schedule` names: a file, `direct`, `ring`, or an operation of some nodes alone,
/// `allreduce:ring:0,2,4-7`, which is run as `custom`.
[[nodiscard]] Schedule named_schedule(const std::string& name, const ScheduleRequest& request);

}  // namespace plexus
