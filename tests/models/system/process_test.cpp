#include "models/system/process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/system/file_lock.hpp"
#include "models/system/scratch.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;
using namespace std::chrono_literals;

TEST_CASE("a tool leaves its status and what it says on both streams", "[system]") {
  Tool tool{{"sh", "-c", "echo one; echo other >&2; exit 3"}};
  REQUIRE(tool.started());
  const ToolEnded ended = tool.end();
  CHECK(ended.status == 3);
  CHECK(ended.said == "one\nother\n");
  CHECK_FALSE(ended.over);
}

TEST_CASE("a tool works in its folder", "[system]") {
  const TemporaryFolder folder;
  const std::filesystem::path place = std::filesystem::canonical(folder / "");
  CHECK(Tool{{"pwd", "-P"}, place}.end().said == place.string() + '\n');
}

TEST_CASE("a tool that is not there is told of, and not started", "[system]") {
  CHECK_FALSE(Tool{{"no-such-program-anywhere"}}.started());
  CHECK_FALSE(has_tool("no-such-program-anywhere"));
  CHECK(has_tool("sh"));
  CHECK_THROWS_AS(run_tool({"no-such-program-anywhere"}, "install it"), Refusal);
}

TEST_CASE("a tool whose time is over is ended", "[system]") {
  const auto begin = Deadline::clock::now();
  const ToolEnded ended = run_tool({"sleep", "60"}, "", begin + 50ms);
  CHECK(ended.over);
  CHECK(ended.status == 128);
  CHECK(Deadline::clock::now() - begin < 30s);
}

TEST_CASE("a signal that comes while a tool works does not end the wait for it", "[system]") {
  struct sigaction before {};
  struct sigaction heard {};
  heard.sa_handler = [](int) {};  // without SA_RESTART: who waits is woken
  REQUIRE(::sigaction(SIGUSR1, &heard, &before) == 0);
  Tool tool{{"sh", "-c", "for i in 1 2 3; do sleep 0.1; kill -USR1 $PPID; done; exit 7"}};
  REQUIRE(tool.started());
  CHECK(tool.end().status == 7);
  ::sigaction(SIGUSR1, &before, nullptr);
}

TEST_CASE("who waits for a tool is told so", "[system]") {
  int told = 0;
  Tool tool{{"sleep", "1.2"}};
  static_cast<void>(tool.end(std::nullopt, [&] { ++told; }));
  CHECK(told >= 1);
}

TEST_CASE("a program that is stopped takes its tools and its scratch folders with it", "[system]") {
  const int signal = GENERATE(SIGTERM, SIGKILL);
  const TemporaryFolder folder;
  const ::pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGTERM, SIG_DFL);  // not the test's own handler
    ::setenv("TMPDIR", (folder / "").c_str(), 1);
    const ScratchFolder scratch;
    std::ofstream{scratch.path() / "some.file"} << "some";
    const Tool tool{{"sh", "-c", "sleep 1; echo late >" + (folder / "late")}};
    std::raise(signal);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
  std::this_thread::sleep_for(1500ms);
  CHECK_FALSE(folder.names().contains("late"));
  if (signal == SIGTERM) CHECK(folder.names().empty());  // else nobody is left to clear up
}

TEST_CASE("a working copy ends as its work does", "[system]") {
  const TemporaryFolder folder;
  WorkingCopy good{folder / "log",
                   [] { static_cast<void>(!::write(STDOUT_FILENO, "working\n", 8)); }};
  CHECK(good.end().empty());
  CHECK(content(folder / "log") == "working\n");
  WorkingCopy bad{folder / "log", [] { std::raise(SIGKILL); }};
  while (!bad.ended()) {
  }
  CHECK_THAT(bad.end(), Catch::Contains("signal 9"));
}

TEST_CASE("one holds a file, or several that only read", "[system]") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "lock";
  const FileLock::How alone{.patience = 100ms};
  const FileLock::How together{.together = true, .patience = 100ms};
  {
    const FileLock mine{file};
    CHECK(mine.held());
    CHECK_FALSE(FileLock{file, alone}.held());
    CHECK_FALSE(FileLock{file, together}.held());
  }
  const FileLock reads{file, together};
  CHECK(reads.held());
  CHECK(FileLock{file, together}.held());
  CHECK_FALSE(FileLock{file, alone}.held());
  const FileLock byte{folder / "bytes", {.byte = 5}};
  CHECK_FALSE(FileLock{folder / "bytes", {.patience = 100ms, .byte = 5}}.held());
  CHECK(FileLock{folder / "bytes", {.patience = 100ms, .byte = 6}}.held());
  CHECK(FileLock{folder / "nowhere/lock"}.problem() == ENOENT);
}
