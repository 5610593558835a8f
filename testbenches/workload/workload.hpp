#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/time/units.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

/// One piece of work: cycles at every node, a collective of all nodes or some, or neither: nodes
/// that wait for each other.
struct WorkloadTask {
  std::string name;
  std::string place;                    ///< in the file, for messages: `file:12`
  std::vector<std::size_t> after{};     ///< tasks that have to be done before
  std::vector<NodeId> nodes{};          ///< that take part, rising; empty: all
  std::vector<std::int64_t> compute{};  ///< cycles by node that takes part; one number: of each
  std::string collective{};             ///< the operation; empty: it computes
  std::optional<NodeId> sender{};       ///< of a message to the other one of two nodes
  std::string algorithm{};              ///< a name, `best`, or nothing: the operation's default
  std::int64_t words = 0;               ///< `--words` of the collective
  bool of_all_blocks = false;           ///< `words` are those of a block for each node together
  Json parameters = Json::object();     ///< more of the collective's, by name
};

/// Most tasks of a workload, and most waits of one for another in all.
inline constexpr std::size_t kMostTasks = 200'000;
inline constexpr std::size_t kMostWaits = 5'000'000;

/// What the nodes of a machine do, and what waits for what.
struct Workload {
  std::string file;
  std::vector<WorkloadTask> tasks;
  NodeId nodes = 0;  ///< that the file tells of one by one; 0: it tells what all of them do
};

/// What is asked beside the file.
struct WorkloadWish {
  std::int64_t bucket = 0;  ///< words, in the place of those that the file says; 0: those
  std::int64_t clock = 0;   ///< MHz, for files that count in microseconds
  std::string collective = "allreduce";  ///< of the example
};

/// Reads a workload: TOML, or a trace of Chakra (.et), or one of each node: a folder of traces, or
/// `step.*.et`; `example` is one that is there. Throws Refusal that names file and line, or byte.
[[nodiscard]] Workload read_workload(const std::string& path, const WorkloadWish& wish);
/// The formats.
[[nodiscard]] Workload read_workload_toml(const std::string& text, const std::string& path,
                                          const WorkloadWish& wish);
/// A trace that all nodes do.
[[nodiscard]] Workload read_chakra(const std::string& bytes, const std::string& path,
                                   const WorkloadWish& wish);
/// One of each node, in the order of their numbers.
[[nodiscard]] Workload read_chakra_ranks(const std::string& path,
                                         const std::vector<std::string>& files,
                                         const WorkloadWish& wish);
/// Does it count in microseconds?
[[nodiscard]] bool counts_microseconds(const std::string& path);
/// The bytes of a file, if it can be read.
[[nodiscard]] std::optional<std::string> bytes_of_file(const std::string& path);

/// Refuses (`usage`) what stands at a place of a file.
[[noreturn]] void refuse_at(const std::string& place, const std::string& sentence);
template <typename... Values>
[[noreturn]] void refuse_at(const std::string& place, fmt::format_string<Values...> sentence,
                            Values&&... values) {
  refuse_at(place, fmt::format(sentence, std::forward<Values>(values)...));
}

}  // namespace plexus
