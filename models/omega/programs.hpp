#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/omega/schedule.hpp"
#include "models/omega/steps.hpp"

namespace plexus {

/// What a message of a step carries. The plan (steps.hpp) says who sends to whom, this says what:
/// together they are the algorithm.
using PayloadRule = std::function<Blocks(std::size_t step, const SwitchMessage& message)>;

/// A processor's part of a schedule: in every lock step it sends what the plan says, receives what
/// it has to and stores it. `schedule` and `payload` must outlive the program.
Program play(processor& self, const PassSchedule& schedule, const PayloadRule& payload);

// ---- what the algorithms of spec 4.6 carry ------------------------------------------------------

/// Move, broadcast `recursive-doubling`: the whole message.
PayloadRule whole_message(Words words);
/// Broadcast `ring` and `binary-tree`: packet `message.packet` of the message.
PayloadRule packet_of_message(EvenSplit packets);
/// Permutation: the sender's block.
PayloadRule own_block(Words words);
/// Allgather `daisy-chain`: first the own block, then what came last: in step t (from 0) node v
/// sends the block of v - t.
PayloadRule last_received(NodeId nodes, Words words);
/// Allgather `recursive-doubling`: node v sends the first blocks of those it holds, v, v + 1, ...
PayloadRule first_held(NodeId nodes, Words words);
/// Scatter and gather `recursive`: `scatter_blocks` of the step; gather runs the steps backwards.
PayloadRule scattered(NodeId nodes, NodeId root, Words words);
PayloadRule gathered(NodeId nodes, NodeId root, Words words);
/// Alltoall `exchange`: of the blocks (o, d) held before bit t is served (t = n - 1 down to 0; o is
/// like the holder in bits t .. 0, d in the bits above t) those whose d differs from it in bit t.
PayloadRule other_half(NodeId nodes, Words words);
/// Alltoall `shifts`: block (v, v + t).
PayloadRule one_pair(NodeId nodes, Words words);

// ---- programs without a schedule ---------------------------------------------------------------

/// Broadcast `hardware`: the root sends once, to every port.
Program hardware_broadcast(processor& self, NodeId root);
/// A permutation for which the hardware finds the way: `self-routed`, `buffered`.
Program send_own_block(processor& self, NodeId destination);
/// Reduce `combining`: every processor sends its operand to the root, whose channel takes one
/// packet. `result`: what the root receives, operands from left to right.
Program combine_at_root(processor& self, NodeId root, Blocks& result);

/// The operands of `combining` in the order in which the elements combine them: sources by rising
/// bit-reversed number (spec 5.6).
std::vector<NodeId> combining_order(NodeId nodes);

}  // namespace plexus
