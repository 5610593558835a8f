#include "models/shared-memory/case.hpp"

#include <bit>
#include <string>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

bool interleaved(const Values& values) { return values.word("bank_mode") == "interleaved"; }

Parameter with_banks(const Parameter& parameter) {
  return only_with(parameter, "--bank-mode interleaved", interleaved);
}

template <typename Choices>
Parameter choice(const char* name, const Choices& choices, const char* help) {
  const std::vector<std::string> words = words_of(choices);
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

Cycles bound(const SharedMemoryCase& at, Words longest_write, Words longest_read) {
  return at.access(longest_write) + at.access(longest_read);
}

}  // namespace

SharedMemoryCase shared_memory_case(const Values& values) {
  using At = SharedMemoryCase;
  using Shape = SharedMemoryShape;
  At at;
  fill<At>(at, values,
           common_fields<At>({{"nodes", inside(&At::shape, &Shape::nodes)},
                              {"k_star", inside(&At::shape, &Shape::slots)},
                              {"banks", inside(&At::shape, &Shape::banks)},
                              {"order", inside(&At::shape, &Shape::order), kChunkOrders},
                              {"storage", inside(&At::shape, &Shape::storage), kStorages}}));
  return at;
}

std::vector<Parameter> shared_memory_shape_parameters() {
  return {integer("nodes", 2, kMostNodes, 8, "processors around the memory", RefusalClass::kSize),
          k_star_parameter(
              "nodes", [](const Values& values) { return values.at("nodes"); },
              "slots: accesses that the memory serves at a time"),
          word("bank_mode", {"ideal", "interleaved"}, "ideal",
               "whether accesses can conflict in the memory's banks"),
          banks_parameter()};
}

RunParameters shared_memory_parameters() {
  return {joined({shared_memory_shape_parameters(), transfer_parameters()})};
}

RunParameters ordered_parameters() {
  return {
      joined({shared_memory_parameters(),
              {choice("order", kChunkOrders, "whether all accesses begin with the same chunk")}})};
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

Program read_into_memory(memory_node& self, Blocks blocks, std::uint64_t first) {
  const Packet packet = co_await self.read(blocks, first);
  for (const Interval& interval : packet.blocks().intervals()) {
    BlockList fresh;
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (!self.memory().contains(Blocks{Interval{block, 1}, self.whole()})) fresh.add(block);
    }
    self.store(fresh.blocks(packet.blocks().slice()));
  }
}

void share_vector(SharedMemoryCase& at, Words words, std::int64_t chunks) {
  at.reduction = shared_vector(at.shape.nodes, EvenSplit{words, chunks}, at.op);
  at.vectors = std::make_shared<std::vector<Packet>>(at.shape.nodes);
}

void lay_down(memory_node& self, const SharedMemoryCase& at) {
  (*at.vectors)[self.id()] = at.reduction->pack(self, at.reduction->every(0, 1));
  at.reduction->start_empty(self);
}

void combine_all(memory_node& self, const SharedMemoryCase& at, const Blocks& chunks) {
  for (const Packet& vector : *at.vectors) {
    at.reduction->combine(self, vector, Side::kRight, chunks);
  }
}

bool all_divides(const SharedMemoryCase& at, Words words) {
  return at.shape.nodes % at.shape.slots == 0 && paper_1986::bandwidth_divides(words, at.timing);
}

Cycles through_root(const SharedMemoryCase& at) {
  return at.access(at.all()) + at.shape.rounds() * at.access(at.words);
}

Cycles bound_block_block(const SharedMemoryCase& at) { return bound(at, at.words, at.words); }
Cycles bound_block_all(const SharedMemoryCase& at) { return bound(at, at.words, at.all()); }
Cycles bound_all_block(const SharedMemoryCase& at) { return bound(at, at.all(), at.words); }
Cycles bound_all_all(const SharedMemoryCase& at) { return bound(at, at.all(), at.all()); }

}  // namespace plexus
