#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "models/catalogue/refusal.hpp"
#include "models/pops/machine.hpp"
#include "models/pops/module.hpp"
#include "models/pops/operands.hpp"
#include "models/synthesis/slot_algorithm.hpp"

namespace plexus::pops {

namespace {

/// What a processor sends in a slot: a word, and who takes it.
struct Sent {
  std::uint32_t token = 0;
  std::vector<NodeId> to;
};

/// A schedule, processor by processor.
struct Score {
  SlotProblem problem;
  std::int64_t slots = 0;
  std::vector<std::map<std::int64_t, Sent>> sent;  ///< by slot
};

Score score_of(const SlotProblem& problem, const SlotTimetable& sends) {
  Score score{problem, sends.empty() ? 0 : sends.back().slot + 1, {}};
  score.sent.resize(problem.network.nodes);
  for (const SlotSend& one : sends) {  // one word, maybe on several couplers
    Sent& sent = score.sent[one.from][one.slot];
    sent.token = one.token;
    sent.to.insert(sent.to.end(), one.to.begin(), one.to.end());
  }
  for (auto& of_node : score.sent) {
    for (auto& [slot, sent] : of_node) std::ranges::sort(sent.to);
  }
  return score;
}

/// In each slot a processor sends what the schedule says, of what it has or was given before.
Program play(pops_node& self, const std::shared_ptr<const Score>& score) {
  std::map<std::uint64_t, Numbers> given;  // by number
  for (std::int64_t t = 0; t < score->slots; ++t) {
    std::optional<Packet> message;
    const auto sent = score->sent[self.id()].find(t);
    if (sent != score->sent[self.id()].end()) {
      const Token& token = score->problem.tokens[sent->second.token];
      const bool kept =
          token.source == self.id() || std::ranges::binary_search(token.targets, self.id());
      message = self.give(1_words, NodeSet{sent->second.to},
                          kept ? datum(token.piece) : given.at(token.piece),
                          !std::ranges::includes(token.targets, sent->second.to));
    }
    const std::optional<Packet> heard = co_await self.slot(1_words, std::move(message));
    if (heard) given[data_of(*heard)[0]] = data_of(*heard);
  }
}

std::vector<NodeId> group_of(const PopsShape& pops, NodeId group) {
  std::vector<NodeId> list(pops.d);
  std::iota(list.begin(), list.end(), pops.at(group, 0));
  return list;
}

/// A POPS for who looks for schedules: its couplers, and programs that play what is found.
SlottedMachine<PopsCase> slotted_pops() {
  return {.network =
              [](const PopsCase& at, std::size_t /*words*/) {
                const PopsShape& pops = at.shape;
                SlotNetwork network{.nodes = at.nodes(), .one_word = true, .one_ear = true};
                for (NodeId to = 0; to < pops.g; ++to) {
                  for (NodeId from = 0; from < pops.g; ++from) {
                    network.media.push_back({group_of(pops, from), group_of(pops, to)});
                  }
                }
                return network;
              },
          .require =
              [](const PopsCase& at) {
                if (at.slot(1_words) == 1_cycles && at.slot(2_words) == 2_cycles) return;
                throw Refusal{RefusalClass::kFeature,
                              "An optimal schedule of a POPS is searched for with slots of one "
                              "word and one cycle: leave out --startup and --bandwidth."};
              },
          .programs = [](const PopsCase&, pops_machine&, const SlotProblem& problem,
                         const SlotTimetable& sends) -> NodeProgram<pops_node> {
            return [score = std::make_shared<const Score>(score_of(problem, sends))](
                       pops_node& self) { return play(self, score); };
          }};
}

/// Parameters of its operations.
SearchedParameters slots_parameters() {
  // Smaller than the machine of other algorithms.
  const auto of_six = [](std::vector<Parameter> own) {
    return with_size(with_size(parameters(std::move(own)), "d", 2), "g", 3);
  };
  return {of_six({}), of_six({root_parameter()}), of_six(ends_parameters()),
          image_parameter("reverse")};
}

}  // namespace

}  // namespace plexus::pops

void plexus::add_pops_searches(Catalogue& catalogue) {
  add_slotted_searches<PopsCase>(catalogue, pops_kind(pops_case), pops::slotted_pops(),
                                 pops::slots_parameters());
}
