#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/shared-memory/shape.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/outputs/trace_replay.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

const std::vector<std::string> kOperations{"move",   "broadcast", "scatter",
                                           "gather", "allgather", "alltoall"};

/// A run: who writes and reads how many blocks.
struct Setting {
  NodeId k = 2;
  NodeId k_star = 2;
  std::int64_t w = 1;
  std::int64_t s = 0;
  std::int64_t b = 1;
  BankId banks = 0;  ///< 0: ideal
  std::string order = "natural";
  std::string storage = "straight";
  NodeId root = 0;  ///< of a move the source; the next one is the destination
};

std::ostream& operator<<(std::ostream& out, const Setting& at) {
  return out << "k " << at.k << ", k* " << at.k_star << ", w " << at.w << ", s " << at.s << ", b "
             << at.b << ", banks " << at.banks << ' ' << at.order << ' ' << at.storage << ", root "
             << at.root;
}

bool has_order(const std::string& operation) {
  return operation == "broadcast" || operation == "allgather" || operation == "alltoall";
}

Json given(const std::string& operation, const Setting& at) {
  Json json{{"nodes", at.k},
            {"k_star", at.k_star},
            {"words", at.w},
            {"startup", at.s},
            {"bandwidth", at.b}};
  if (operation == "move") {
    json["source"] = at.root;
    json["destination"] = (at.root + 1) % at.k;
  } else if (operation == "broadcast" || operation == "scatter" || operation == "gather") {
    json["root"] = at.root;
  }
  if (at.banks > 0) {
    json["bank_mode"] = "interleaved";
    json["banks"] = at.banks;
    if (has_order(operation)) json["order"] = at.order;
    if (operation == "alltoall") json["storage"] = at.storage;
  }
  return json;
}

Report run(const std::string& operation, const Setting& at, const ConstructionOrder& order = {}) {
  return run_report("shared-memory", operation, "write-read", given(operation, at), order);
}

// ---- A second simulation of the memory, cycle by cycle and as plain as can be
// -----------------------

/// Banks of the chunks of one processor's access, in the order in which it asks for them.
using Banks = std::vector<BankId>;

struct Reference {
  std::int64_t cycles = 0;
  std::uint64_t stalls = 0;
  std::uint64_t peak_active = 0;
  std::vector<std::uint64_t> by_bank;
  std::vector<std::uint64_t> by_processor;
};

/// One phase: the accesses of all processors that have one, beginning in cycle `begin`.
void run_phase(const Setting& at, const std::vector<std::optional<Banks>>& accesses,
               Reference& result) {
  struct Active {
    NodeId processor;
    std::int64_t waits;  ///< start-up cycles left
    std::size_t next;
  };
  std::vector<Active> active;
  NodeId waiting = 0;  // those below have had their turns
  std::int64_t cycle = result.cycles;
  for (;; ++cycle) {
    while (waiting < at.k && active.size() < at.k_star) {
      if (accesses[waiting]) active.push_back({waiting, at.s, 0});
      ++waiting;
    }
    if (active.empty()) break;
    result.peak_active = std::max<std::uint64_t>(result.peak_active, active.size());
    std::ranges::sort(active, {}, &Active::processor);
    std::vector<bool> taken(at.banks);
    for (Active& access : active) {
      if (access.waits > 0) {
        --access.waits;
        continue;
      }
      const BankId bank = (*accesses[access.processor])[access.next];
      if (taken[bank]) {
        ++result.stalls;
        ++result.by_bank[bank];
        ++result.by_processor[access.processor];
      } else {
        taken[bank] = true;
        ++access.next;
      }
    }
    std::erase_if(active, [&](const Active& access) {
      return access.next == accesses[access.processor]->size();
    });
  }
  result.cycles = cycle;
}

Banks rotated_left(Banks banks, std::size_t by) {
  std::ranges::rotate(banks, banks.begin() + static_cast<std::ptrdiff_t>(by % banks.size()));
  return banks;
}

Reference reference(const std::string& operation, const Setting& at) {
  const auto chunks = static_cast<std::uint64_t>((at.w + at.b - 1) / at.b);
  const bool rotated = at.order == "rotated";
  const auto blocks_in_a_row = [&](NodeId first, NodeId count) {
    Banks banks;
    for (NodeId i = first; i < first + count; ++i) {
      for (std::uint64_t c = 0; c < chunks; ++c) {
        banks.push_back(static_cast<BankId>((i * chunks + c) % at.banks));
      }
    }
    return banks;
  };
  const auto bank_of = [&](NodeId o, NodeId d) {
    if (at.storage == "straight") return d % at.banks;
    return (at.storage == "skewed" ? o + d : o ^ d) % at.banks;
  };
  const auto line = [&](NodeId p, bool row) {
    Banks banks;
    for (NodeId i = 0; i < at.k; ++i) {
      const NodeId index = rotated ? (i + p) % at.k : i;
      banks.insert(banks.end(), chunks, row ? bank_of(p, index) : bank_of(index, p));
    }
    return banks;
  };
  std::vector<std::optional<Banks>> writes(at.k);
  std::vector<std::optional<Banks>> reads(at.k);
  for (NodeId p = 0; p < at.k; ++p) {
    if (operation == "move") {
      if (p == at.root) writes[p] = blocks_in_a_row(0, 1);
      if (p == (at.root + 1) % at.k) reads[p] = blocks_in_a_row(0, 1);
    } else if (operation == "broadcast") {
      if (p == at.root) writes[p] = blocks_in_a_row(0, 1);
      reads[p] = rotated_left(blocks_in_a_row(0, 1), rotated ? p : 0);
    } else if (operation == "scatter") {
      if (p == at.root) writes[p] = blocks_in_a_row(0, at.k);
      reads[p] = blocks_in_a_row(p, 1);
    } else if (operation == "gather") {
      writes[p] = blocks_in_a_row(p, 1);
      if (p == at.root) reads[p] = blocks_in_a_row(0, at.k);
    } else if (operation == "allgather") {
      writes[p] = blocks_in_a_row(p, 1);
      reads[p] = rotated_left(blocks_in_a_row(0, at.k), rotated ? p * chunks : 0);
    } else {
      writes[p] = line(p, true);
      reads[p] = line(p, false);
    }
  }
  Reference result;
  result.by_bank.resize(at.banks);
  result.by_processor.resize(at.k);
  run_phase(at, writes, result);
  run_phase(at, reads, result);
  return result;
}

}  // namespace

TEST_CASE("banks work as the specification says, cycle by cycle", "[shared][grid]") {
  const auto seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  for (int i = 0; i < 40; ++i) {
    const std::string operation = kOperations[below(6)];
    Setting at;
    at.k = 2 + below(9);
    at.k_star = 1 + below(at.k);
    at.w = 1 + below(9);
    at.s = below(4);
    at.b = 1 + below(4);
    at.banks = 1 + below(10);
    at.order = below(2) == 0 ? "natural" : "rotated";
    at.storage = below(2) == 0 ? "straight" : "skewed";
    at.root = below(at.k);
    if (below(3) == 0) {
      at.k = 2u << below(3);
      at.k_star = 1 + below(at.k);
      at.banks = 1u << below(4);
      at.storage = "xor";
      at.root = below(at.k);
    }
    CAPTURE(operation, at);
    const Reference expected = reference(operation, at);
    const Report report = run(operation, at);
    CHECK(report.cycles.count() == expected.cycles);
    CHECK(report.statistics["bank_stalls"] == expected.stalls);
    CHECK(report.statistics["stalls_by_bank"] == expected.by_bank);
    CHECK(report.statistics["stalls_by_processor"] == expected.by_processor);
    CHECK(report.statistics["peak_active"] == expected.peak_active);
    CHECK(good(report));
  }
}

TEST_CASE("a wave shows every cycle in which banks serve", "[shared][wave]") {
  const TemporaryFolder folder;
  const std::string path = folder / "memory.vcd";
  const CommandResult result =
      run_json({"shared-memory", "alltoall", "--bank-mode", "interleaved", "--nodes", "5",
                "--words", "7", "--banks", "3", "--vcd", path});
  REQUIRE(result.status == kVerified);
  std::istringstream wave{content(path)};
  std::map<std::string, std::string> scope_of;  // of a bank's `busy`, by its letters
  std::string scope;
  std::set<std::string> busy;
  std::uint64_t cycles = 0;
  std::uint64_t before = 0;
  for (std::string line; std::getline(wave, line);) {
    std::istringstream words{line};
    std::string first, second, size, letters, name;
    words >> first >> second >> size >> letters >> name;
    if (first == "$scope") scope = size;
    if (first == "$var" && name == "busy" && scope.starts_with("bank_")) scope_of[letters] = scope;
    if (line.starts_with('#')) {
      const std::uint64_t now = std::stoull(line.substr(1)) / 10;
      cycles += busy.size() * (now - before);
      before = now;
    }
    if (line.empty() || !scope_of.contains(line.substr(1))) continue;
    if (line[0] == '1') busy.insert(line.substr(1));
    if (line[0] == '0') busy.erase(line.substr(1));
  }
  CHECK(scope_of.size() == 3);
  CHECK(cycles == result.json["statistics"]["word_hops"]);
}

TEST_CASE("a trace of the memory tells the whole run", "[shared][trace]") {
  const auto* const banks = GENERATE("0", "5");
  CAPTURE(banks);
  const TemporaryFolder folder;
  const std::string path = folder / "memory.jsonl";
  std::vector<std::string> arguments{
      "shared-memory", "allgather", "--nodes", "5",  "--k-star", "2",
      "--words",       "3",         "--trace", path, "--vcd",    folder / "memory.vcd"};
  if (banks != std::string{"0"}) {
    arguments.insert(arguments.end(), {"--bank-mode", "interleaved", "--banks", banks});
  }
  const CommandResult result = run_json(arguments);
  REQUIRE(result.status == kVerified);
  const Replay told = replay(read_trace(path), {5, 3_words});
  CHECK(told.cycles.count() == result.json["cycles"]);
  CHECK(told.hops == result.json["statistics"]["transfers"]);
  CHECK(told.word_hops.count() == result.json["statistics"]["word_hops"]);
  CHECK(told.unfinished == 0);
  for (NodeId v = 0; v < 5; ++v) {
    CHECK_FALSE(missing_after(allgather_operation(5, 3_words), v, told.memories.at(v)));
  }
  CHECK_THAT(content(path), Catch::Contains("node 0 writes") && Catch::Contains("node 4 reads"));
  const std::string wave = content(folder / "memory.vcd");
  CHECK_THAT(wave, Catch::Contains(" owner ") && Catch::Contains(" writing "));
  if (banks != std::string{"0"}) {
    CHECK_THAT(wave, Catch::Contains(" stall ") && Catch::Contains(" bank_4 "));
  }
}
