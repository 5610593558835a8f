#include "models/system/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <system_error>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// The sentence with which a path is refused; empty if it is not.
std::string refusal_of(const std::string& path) {
  try {
    OutputFile{"--trace", path};
  } catch (const Refusal& refusal) {
    CHECK(refusal.kind() == RefusalClass::kUsage);
    return refusal.what();
  }
  return {};
}

}  // namespace

TEST_CASE("an output file appears when it is committed, and then whole", "[output]") {
  const TemporaryFolder folder;
  OutputFile file{"--trace", folder / "ring.csv"};
  file.stream() << "cycle,part\n";
  CHECK(folder.names().count("ring.csv") == 0);
  file.commit();
  CHECK(folder.names() == std::set<std::string>{"ring.csv"});
  CHECK(content(folder / "ring.csv") == "cycle,part\n");
}

TEST_CASE("an output file that is not committed leaves what was there", "[output]") {
  const TemporaryFolder folder;
  std::ofstream{folder / "ring.csv"} << "of yesterday";
  {
    OutputFile file{"--trace", folder / "ring.csv"};
    file.stream() << "of today";
  }
  CHECK(folder.names() == std::set<std::string>{"ring.csv"});
  CHECK(content(folder / "ring.csv") == "of yesterday");
}

TEST_CASE("several output files can be written in one folder", "[output]") {
  const TemporaryFolder folder;
  OutputFile one{"--trace", folder / "a"};
  OutputFile other{"--vcd", folder / "b"};
  one.stream() << 1;
  other.stream() << 2;
  one.commit();
  other.commit();
  CHECK(content(folder / "a") == "1");
  CHECK(content(folder / "b") == "2");
}

TEST_CASE("who writes by other means than the stream fills the temporary file", "[output]") {
  const TemporaryFolder folder;
  OutputFile file{"--rtl-vcd", folder / "link.vcd"};
  std::ofstream{file.temporary()} << "by Verilator";
  file.commit();
  CHECK(content(folder / "link.vcd") == "by Verilator");
}

TEST_CASE("a symbolic link stays, the file that it names is written", "[output]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "runs");
  std::ofstream{folder / "runs/today.csv"} << "old";
  std::filesystem::create_symlink("runs/today.csv", folder / "latest.csv");
  OutputFile file{"--trace", folder / "latest.csv"};
  file.stream() << "new";
  file.commit();
  CHECK(std::filesystem::is_symlink(folder / "latest.csv"));
  CHECK(content(folder / "runs/today.csv") == "new");
}

TEST_CASE("a path that cannot be written is refused and leaves nothing behind", "[output]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "waves");
  std::ofstream{folder / "file"} << "a file";
  std::filesystem::create_symlink("nowhere/ring.csv", folder / "dangling.csv");
  const auto names = folder.names();

  struct Case {
    std::string path;
    std::string reason;  ///< what the sentence says
  };
  const std::vector<Case> cases{
      {"", "names no file"},
      {folder / "waves", "names a folder"},
      {folder / "waves/", "names a folder"},
      {folder / "missing/ring.csv", "there is no folder " + (folder / "missing")},
      {folder / "file/ring.csv", "there is no folder " + (folder / "file")},
      {folder / "dangling.csv", "there is no folder " + (folder / "nowhere")},
      {folder / std::string(300, 'x'), "cannot be written"}};
  for (const Case& one : cases) {
    CAPTURE(one.path);
    const std::string sentence = refusal_of(one.path);
    CHECK_THAT(sentence, Catch::Contains(one.reason));
    CHECK_THAT(sentence, Catch::StartsWith("--trace " + one.path) || Catch::Contains("no file"));
    CHECK(folder.names() == names);
    CHECK(std::filesystem::is_empty(folder / "waves"));
  }
}

TEST_CASE("who may not write to a folder or a file is told so", "[output]") {
  if (::geteuid() == 0) return;  // root may
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "others");
  std::ofstream{folder / "mine.csv"} << "keep";
  using std::filesystem::perms;
  std::filesystem::permissions(folder / "others", perms::owner_read | perms::owner_exec);
  std::filesystem::permissions(folder / "mine.csv", perms::owner_read);
  CHECK_THAT(refusal_of(folder / "others/ring.csv"), Catch::Contains("cannot be written"));
  CHECK_THAT(refusal_of(folder / "mine.csv"), Catch::Contains("write-protected"));
  CHECK(content(folder / "mine.csv") == "keep");
}

TEST_CASE("a program that is stopped leaves no unfinished file", "[output]") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const auto name = GENERATE(TemporaryFile::Name::kNone, TemporaryFile::Name::kHidden);
  const TemporaryFolder folder;
  const ::pid_t child = ::fork();
  if (child == 0) {
    std::signal(signal, SIG_DFL);  // not the test's own handler
    OutputFile done{"--trace", folder / "done.csv", name};
    done.commit();
    const OutputFile trace{"--trace", folder / "ring.csv", name};
    const OutputFile wave{"--vcd", folder / "ring.vcd", name};
    ::raise(signal);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
  CHECK(folder.names() == std::set<std::string>{"done.csv"});
}

TEST_CASE("two outputs may not be one file, however it is written", "[output]") {
  const TemporaryFolder folder;
  const std::string ring = folder / "ring.vcd";
  CHECK_NOTHROW(refuse_same_file({ring, std::nullopt, folder / "ring.csv", std::nullopt}));
  CHECK_THROWS_AS(refuse_same_file({ring, std::nullopt, ring}), Refusal);
  CHECK_THROWS_AS(refuse_same_file({ring, folder / "./ring.vcd"}), Refusal);
  std::ofstream{ring} << "there";
  std::filesystem::create_symlink("ring.vcd", folder / "latest.vcd");
  CHECK_THROWS_AS(refuse_same_file({ring, folder / "latest.vcd"}), Refusal);
}

TEST_CASE("a file that is read is not written over", "[output]") {
  const TemporaryFolder folder;
  const std::string page = folder / "ring.html";
  std::ofstream{page} << "a page";
  CHECK_THROWS_AS(refuse_file_read("--out", folder / "./ring.html", {folder / "cube.html", page}),
                  Refusal);
  CHECK_NOTHROW(refuse_file_read("--out", folder / "both.html", {folder / "cube.html", page}));
  CHECK_NOTHROW(refuse_file_read("--out", "", {page}));
}

TEST_CASE("a pipe that stands in the file's place gets all that is written", "[output]") {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int end = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(end >= 0);
  OutputFile file{"--trace", pipe};
  file.stream() << "cycle,part\n";
  file.commit();
  char said[100];
  const auto count = ::read(end, said, sizeof said);
  ::close(end);
  REQUIRE(count == 11);
  CHECK(std::string(said, 11) == "cycle,part\n");
}

TEST_CASE("a pipe gets all that is written, also from who has no input open", "[output]") {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int end = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  const int input = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);  // the pipe's writing end has this number
  {
    OutputFile file{"--trace", pipe, TemporaryFile::Name::kHidden};
    CHECK(folder.names() == std::set<std::string>{"pipe"});  // what is written waits elsewhere
    file.stream() << "cycle\n";
    file.commit();
  }
  ::dup2(input, STDIN_FILENO);
  ::close(input);
  char said[100];
  const auto count = ::read(end, said, sizeof said);
  ::close(end);
  REQUIRE(count == 6);
  CHECK(std::string(said, 6) == "cycle\n");
}

TEST_CASE("in a folder that is not there is no temporary file", "[output]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(TemporaryFile{folder / "nowhere"}, std::system_error);
}
