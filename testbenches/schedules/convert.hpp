#pragma once

#include <iosfwd>
#include <string>

#include "models/schedule/schedule.hpp"
#include "testbenches/refuse.hpp"

/// Schedules of other tools, and of runs.
namespace plexus {

/// `refuse_line` with what fmt makes of `sentence` and `values`.
template <typename... Values>
[[noreturn]] void refuse_line(const std::string& file, std::size_t line,
                              fmt::format_string<Values...> sentence, Values&&... values) {
  refuse_line(file, line, fmt::format(sentence, std::forward<Values>(values)...));
}

/// A schedule in MSCCL's XML: every step becomes the rows that do the same with the same places.
/// Throws Refusal that names file and line where it cannot be read.
[[nodiscard]] Schedule read_msccl(const std::string& path);

/// The inverse, of a schedule that says its operation. Throws Refusal that names file and line of
/// what MSCCL cannot say: sizes alone, work, parts of blocks.
void write_msccl(std::ostream& out, const Schedule& schedule);

/// The flows of a result of TE-CCL (JSON), of whole chunks: of each link one after another in the
/// order of their epochs, and each when its chunk has come.
[[nodiscard]] Schedule read_teccl(const std::string& path);

/// A schedule in GOAL's text: sizes alone, one byte a word; `calc` takes cycles.
[[nodiscard]] Schedule read_goal(const std::string& path);
/// Sizes in bytes: words, or pieces where a row names whole blocks.
void write_goal(std::ostream& out, const Schedule& schedule);

/// What a run did, from its trace (.csv, .jsonl): a thread for each neighbour and direction; a
/// send waits for all that its node had received by then.
[[nodiscard]] Schedule schedule_of_trace(const std::string& path);

/// All of a file. Throws Refusal where it cannot be read.
[[nodiscard]] std::string text_of_schedule(const std::string& path);

/// What a file says, by its extension.
[[nodiscard]] Schedule read_any_schedule(const std::string& path);

/// The same, of one that can be run: refuses what does not meet, waits for ever, or sends what is
/// not there. What an operation of its own leaves is its end, if it says none.
[[nodiscard]] Schedule read_to_run(const std::string& path);

/// `plexus convert IN OUT`, by the files' extensions; tells in a line what was written.
void convert(const std::string& in, const std::string& out, std::ostream& tells);

}  // namespace plexus
