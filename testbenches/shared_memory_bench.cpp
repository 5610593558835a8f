#include <bit>
#include <functional>
#include <utility>

#include "models/ensemble/paper_1986.hpp"
#include "models/shared-memory/costs.hpp"
#include "models/shared-memory/module.hpp"
#include "models/shared-memory/programs.hpp"
#include "models/shared-memory/shape.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

namespace {

/// The member of a list of choices that a word names.
template <typename Choices>
auto chosen(const Choices& choices, const std::string& word) {
  for (const auto choice : choices) {
    if (to_string(choice) == word) return choice;
  }
  return choices.front();
}

SharedMemoryShape shape_of(const Values& values) {
  SharedMemoryShape shape;
  shape.nodes = values.node("nodes");
  shape.slots = values.node("k_star");
  if (values.has("banks")) shape.banks = values.at("banks");
  if (values.has("order")) shape.order = chosen(kChunkOrders, values.word("order"));
  if (values.has("storage")) shape.storage = chosen(kStorages, values.word("storage"));
  return shape;
}

/// What every shared memory run takes from the command line.
struct MemorySetting {
  explicit MemorySetting(const Values& values)
      : shape{shape_of(values)}, words{values.words()}, timing{values.timing()} {}

  /// Words of all blocks together, one of each processor.
  [[nodiscard]] Words all() const { return shape.nodes * words; }

  SharedMemoryShape shape;
  Words words;
  LinkTiming timing;
};

/// The longest accesses of a run: what it is bounded by.
struct LongestAccesses {
  Words write;
  Words read;
};

using Predict = std::vector<Prediction> (*)(const SharedMemoryShape&, Words, LinkTiming);

/// Builds the machine, runs the programs, reports cycles, verdict, predictions and the figures of
/// the memory. `block_bytes`: memory for what processors hold, where it is more than a few runs.
Report run(const MemorySetting& at, const Operation& operation, Bench& bench,
           const std::function<Program(node&, memory_banks&)>& program, Predict predict,
           LongestAccesses longest, double block_bytes = 0) {
  constexpr double kBank = 150;  // state, figures, and a number in the report
  require_memory(memory_of(at.shape.nodes, 0) + at.shape.banks * kBank + block_bytes);
  const BankLayout layout =
      operation.name == "alltoall"
          ? alltoall_layout(at.shape)
          : sequential_layout(at.shape, chunks_of(at.words, at.timing.bandwidth));
  auto& machine = bench.build<shared_memory_machine>("shared_memory", at.shape, layout,
                                                     operation.space, at.timing, bench.order());
  const memory_banks& memory = machine.memory;
  bench.attach(machine.memory);
  machine.load([&](node& self) { return program(self, machine.memory); });
  Report report = bench.simulate(machine, operation);
  report.predictions = predict(at.shape, at.words, at.timing);
  report.lower_bound = shared_memory_cost::lower_bound(longest.write, longest.read, at.timing);

  const MemoryFigures& figures = memory.figures();
  report.statistics = {{"transfers", figures.accesses},
                       {"word_hops", figures.words.count()},
                       {"peak_active", figures.peak_active},
                       {"peak_waiting", figures.peak_waiting}};
  const double slot_cycles =
      static_cast<double>(at.shape.slots) * static_cast<double>(report.cycles.count());
  report.statistics["utilisation"] = static_cast<double>(figures.busy.count()) / slot_cycles;
  Json waits = Json::array();
  for (NodeId v = 0; v < at.shape.nodes; ++v) waits.push_back(memory.waited(v).count());
  report.statistics["waits"] = std::move(waits);
  if (!at.shape.interleaved()) return report;
  Json processors = Json::array();
  for (NodeId v = 0; v < at.shape.nodes; ++v) processors.push_back(memory.stalls(v));
  Json banks = Json::array();
  for (BankId bank = 0; bank < at.shape.banks; ++bank) banks.push_back(memory.bank_stalls(bank));
  report.statistics["bank_stalls"] = figures.bank_stalls;
  report.statistics["stalls_by_bank"] = std::move(banks);
  report.statistics["stalls_by_processor"] = std::move(processors);
  return report;
}

// ---- operations ---------------------------------------------------------------------------------

Report move(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  return run(at, move_operation(source, destination, at.words), bench,
             [&](node& self, memory_banks& memory) {
               return shared_move(self, memory, source, destination);
             },
             shared_memory_cost::predict_move, {at.words, at.words});
}

Report broadcast(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  const NodeId root = values.node("root");
  return run(at, broadcast_operation(root, at.words), bench,
             [&](node& self, memory_banks& memory) {
               return shared_broadcast(self, memory, at.shape, root);
             },
             shared_memory_cost::predict_broadcast, {at.words, at.words});
}

Report scatter(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  const NodeId root = values.node("root");
  return run(at, scatter_operation(at.shape.nodes, root, at.words), bench,
             [&](node& self, memory_banks& memory) {
               return shared_scatter(self, memory, at.shape, root);
             },
             shared_memory_cost::predict_scatter, {at.all(), at.words});
}

Report gather(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  const NodeId root = values.node("root");
  return run(
      at, gather_operation(at.shape.nodes, root, at.words), bench,
      [&](node& self, memory_banks& memory) { return shared_gather(self, memory, at.shape, root); },
      shared_memory_cost::predict_gather, {at.words, at.all()});
}

Report allgather(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  return run(
      at, allgather_operation(at.shape.nodes, at.words), bench,
      [&](node& self, memory_banks& memory) { return shared_allgather(self, memory, at.shape); },
      shared_memory_cost::predict_allgather, {at.words, at.all()});
}

Report alltoall(const Values& values, Bench& bench) {
  const MemorySetting at{values};
  const double nodes = at.shape.nodes;
  return run(
      at, alltoall_operation(at.shape.nodes, at.words), bench,
      [&](node& self, memory_banks& memory) { return shared_alltoall(self, memory, at.shape); },
      shared_memory_cost::predict_alltoall, {at.all(), at.all()}, nodes * nodes * 64);
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return values.number("nodes"); }

bool interleaved(const Values& values) { return values.word("bank_mode") == "interleaved"; }

Parameter with_banks(const Parameter& parameter) {
  return only_with(parameter, "--bank-mode interleaved", interleaved);
}

template <typename Choices>
Parameter choice(const char* name, const Choices& choices, const char* help) {
  std::vector<std::string> words;
  words.reserve(choices.size());
  for (const auto one : choices) words.emplace_back(to_string(one));
  return with_banks(word(name, words, words.front(), help));
}

Parameter banks_parameter() {
  const Parameter banks = integer("banks", 1, kMostNodes, Json(), "memory banks");
  return with_banks(with_default(banks, "none: it must be given", [](const Values&) -> Json {
    throw Refusal{RefusalClass::kUsage,
                  "--bank-mode interleaved needs --banks: say how many memory banks there are, at "
                  "least 1."};
  }));
}

Parameter storage_parameter() {
  Parameter storage = choice("storage", kStorages,
                             "bank of the block from o for d: d, o + d or "
                             "o xor d, modulo the banks");
  return with_check(storage, storage.range + " (powers of two)",
                    [](const Json& value, const Values& before) {
                      const auto power = [&](const char* name) {
                        return std::has_single_bit(static_cast<std::uint64_t>(before.number(name)));
                      };
                      if (value != "xor" || (power("nodes") && power("banks"))) return;
                      throw Refusal{RefusalClass::kSize,
                                    "--storage xor needs powers of two for --nodes and --banks: "
                                    "choose such ones, or the storage skewed."};
                    });
}

std::vector<Parameter> memory_parameters() {
  return joined(
      {{integer("nodes", 2, kMostNodes, 8, "processors around the memory", RefusalClass::kSize),
        k_star_parameter(
            "nodes", [](const Values& values) { return values.at("nodes"); },
            "slots: accesses that the memory serves at a time"),
        word("bank_mode", {"ideal", "interleaved"}, "ideal",
             "whether accesses can conflict in the memory's banks"),
        banks_parameter()},
       transfer_parameters()});
}

std::vector<Parameter> ordered_parameters() {
  return joined(
      {memory_parameters(),
       {choice("order", kChunkOrders, "whether all accesses begin with the same chunk")}});
}

std::vector<Parameter> move_parameters() {
  return joined({memory_parameters(),
                 source_and_destination(nodes_of, "the one half-way round", half_way_round)});
}

Parameter root(const char* help) { return node_parameter("root", 0, nodes_of, help); }

}  // namespace

void add_shared_memory(Catalogue& catalogue) {
  using paper_1986::section;
  const MachineRows add{catalogue, "shared-memory", {"bus_arbiter", "bank_arbiter"}};
  add("move", "write-read", true, "the source writes, then the destination reads",
      move_parameters(), {{"(3.2)", section("3.1(B)")}}, move);
  add("broadcast", "write-read", true, "the root writes, then all read",
      joined({ordered_parameters(), {root("processor that has the message")}}),
      {{"(3.15)", section("3.2(B)")}}, broadcast);
  add("scatter", "write-read", true,
      "the root writes all blocks, then each processor reads its own",
      joined({memory_parameters(), {root("processor that has all blocks")}}),
      {{"3.4(B)", section("3.4(B), the text")}, {"(3.37)", section("3.4(B)")}}, scatter);
  add("gather", "write-read", true, "all write, then the root reads all blocks",
      joined({memory_parameters(), {root("processor that gets all blocks")}}), {}, gather);
  add("allgather", "write-read", true, "all write, then all read all blocks", ordered_parameters(),
      {{"(3.27)", section("3.3(B)")}}, allgather);
  add("alltoall", "write-read", true, "all write their rows of blocks, then all read their columns",
      joined({ordered_parameters(), {storage_parameter()}}), {{"(3.42)", section("3.5(B)")}},
      alltoall);
}

}  // namespace plexus
