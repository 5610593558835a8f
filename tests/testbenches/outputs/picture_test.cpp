#include <deque>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/film.hpp"
#include "testbenches/outputs/picture_file.hpp"
#include "testbenches/outputs/svg_picture.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/testbenches/small_ring.hpp"

using namespace plexus;

namespace {

std::size_t times(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++count;
  return count;
}

/// A ring's run as pictures see it. Its story lives on, for it knows how parts are shown.
RunPicture ring_run(NodeId nodes, const LinkTiming& timing) {
  static std::deque<Story> stories;
  SmallRing ring{nodes, 3_words, timing};
  RunPicture run;
  Story& all = stories.emplace_back();
  all.add(run);
  run.draw(ring.machine.layout(), ring.machine.name());
  ring.machine.listen(all);
  ring.prepare();
  sc_core::sc_start();
  all.flush();
  run.end();
  return run;
}

}  // namespace

TEST_CASE("a picture knows who carried what from when to when", "[picture]") {
  const LinkTiming timing{1_cycles, 2_words};
  const RunPicture run = ring_run(5, timing);
  CHECK(run.cycles() == 4 * timing.hop(3_words).count());
  REQUIRE(run.transfers().size() == 5 * 4);
  for (const RunPicture::Transfer& transfer : run.transfers()) {
    CHECK(transfer.to - transfer.from == timing.hop(3_words).count());
    CHECK(transfer.data - transfer.from == 1);
    CHECK(transfer.receivers == std::vector<NodeId>{(transfer.source + 1) % 5});
    CHECK(run.parts()[transfer.part].view->kind == PartKind::kLink);
  }
  CHECK(run.most_held() == 5 * 3);
  CHECK(run.count() == run.transfers().size());
  CHECK(run.stride() == 1);
  CHECK(run.layout().wires.size() == 5);
}

TEST_CASE("equal runs have equal pictures; they need nothing from elsewhere", "[picture]") {
  const RunTitle title{"ring allgather <of \"blocks\">", "nodes 5"};
  const RunPicture run = ring_run(5, {1_cycles, 2_words});
  const RunPicture again = ring_run(5, {1_cycles, 2_words});
  const std::string svg = svg_picture(run, title);
  CHECK(svg == svg_picture(again, title));
  CHECK_THAT(svg, Catch::Contains("ring allgather &lt;of") && Catch::Contains("Space and time"));
  const std::string page = picture_page(run, title);
  CHECK(page == picture_page(again, title));
  for (const char* const elsewhere : {"src=", "@import", "url(", "fetch("}) {
    CHECK_THAT(page, !Catch::Contains(elsewhere));
  }
}

TEST_CASE("a large machine is drawn in groups", "[picture]") {
  const RunPicture run = ring_run(80, {0_cycles, 4_words});
  CHECK(run.layout().places.size() <= kMostNodesDrawn);
  const std::string svg = svg_picture(run, {"ring", ""});
  CHECK_THAT(svg, Catch::Contains("too much for single packets") &&
                      Catch::Contains("80 nodes, 2 in each circle"));
}

TEST_CASE("a picture has one of four endings and is whole or not at all", "[picture]") {
  const TemporaryFolder folder;
  for (const char* const name : {"ring", "ring.gif", "ring.svg.gz"}) {
    CHECK_THROWS_AS(PictureFile{folder / name}, Refusal);
  }
  { const PictureFile unfinished{folder / "ring.svg"}; }
  CHECK(folder.names().empty());
  const RunPicture run = ring_run(3, {0_cycles, 4_words});
  for (const char* const name : {"ring.svg", "ring.html", "ring.moving.svg"}) {
    PictureFile file{folder / name};
    file.complete(run, {"a small ring", ""});
    file.place();
  }
  CHECK(folder.names() == std::set<std::string>{"ring.svg", "ring.html", "ring.moving.svg"});
}

TEST_CASE("a picture knows who held which block from when on", "[picture]") {
  const LinkTiming timing{0_cycles, 3_words};
  const RunPicture run = ring_run(4, timing);
  std::map<std::pair<NodeId, std::uint64_t>, double> held;  // words, by node and block
  std::int64_t last = 0;
  for (const RunPicture::Gain& gain : run.gains()) {
    CHECK(gain.cycle >= last);
    last = gain.cycle;
    for (std::uint64_t block = gain.first; block < gain.first + gain.count; ++block) {
      held[{gain.node, block}] += gain.amount;
    }
  }
  CHECK(held.size() == 4 * 4);
  for (const auto& [where, words] : held) CHECK(words == 3);
  CHECK(last == run.cycles());
}

TEST_CASE("a film has each packet on its wire while it is sent, and a mark that goes along it",
          "[picture]") {
  const RunPicture run = ring_run(5, {1_cycles, 2_words});
  const Film film = film_of(run);
  REQUIRE(film.passages.size() == run.transfers().size());
  for (const Film::Passage& one : film.passages) {
    const RunPicture::Transfer& sent = run.transfers()[one.of];
    CHECK(one.packet == sent.packet);
    CHECK(one.lit.holds(sent.from));
    CHECK(one.lit.holds(sent.to - 1));
    CHECK_FALSE(one.lit.holds(sent.to));
    CHECK(one.mark == Film::Mark::kDot);
    CHECK(std::pair{one.begin, one.end} == std::pair<double, double>(sent.from, sent.to));
    REQUIRE(one.way.wire >= 0);
    const Layout::Wire& wire = run.layout().wires[static_cast<std::size_t>(one.way.wire)];
    CHECK((one.forward ? wire.from : wire.to) == sent.source);
    CHECK((one.forward ? wire.to : wire.from) == sent.receivers.front());
  }
  for (std::size_t node = 0; node < 5; ++node) {
    REQUIRE(film.fills[node].size() == 5);
    CHECK(film.fills[node].front().words == 3);
    CHECK(film.fills[node].back().words == film.full[node]);
  }
}

TEST_CASE("a picture moves every packet once along each wire, and no large machine", "[picture]") {
  const std::string moving = moving_picture(ring_run(5, {1_cycles, 2_words}), {"ring", ""});
  CHECK(times(moving, "<animateMotion") == 5);  // a dot for each wire, which goes along it 4 times
  CHECK(times(moving, "keyPoints=\"0;0;1;0;1;0;1;0;1;1\"") +
            times(moving, "keyPoints=\"1;1;0;1;0;1;0;1;0;0\"") ==
        5);
  CHECK_THROWS_WITH(moving_picture(ring_run(80, {0_cycles, 4_words}), {"ring", ""}),
                    Catch::Contains("could not be followed"));
}

TEST_CASE("nodes of a switch fill up at both places, what elements pass on goes wire by wire",
          "[picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "omega.moving.svg";
  REQUIRE(plexus_command({"run", "omega", "permutation", "--picture", file}).status == 0);
  const std::string moving = content(file);
  CHECK(times(moving, "class=\"node\"") == 16);
  CHECK(times(moving, "class=\"full\"") == 16);
  // Two passes of 64 cycles, 16 for each of four wires; a sixteenth of the run to look at its end.
  const auto time = [](int wire) { return fmt::format("{:.5f}", 16.0 * wire / (128 + 128 / 16)); };
  for (int wire = 1; wire < 8; ++wire) {
    CAPTURE(wire);  // four packets on each: a dot that goes along it, and is seen then
    CHECK(times(moving, ';' + time(wire) + ';' + time(wire + 1)) == 2 * 4);
  }
}

TEST_CASE("a moving picture tells its cycle, and has few animations for many packets",
          "[picture]") {
  const RunPicture run = ring_run(64, {0_cycles, 4_words});
  REQUIRE(run.transfers().size() == 64 * 63);
  const std::string moving = moving_picture(run, {"ring", ""});
  CHECK(times(moving, "<animate") < 64 * 5);
  const std::size_t digits = std::to_string(run.cycles()).size();
  CHECK(times(moving, "attributeName=\"transform\"") == digits);
}

TEST_CASE("a moving picture shows flows for which no wire is drawn", "[picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "flows.moving.svg";
  REQUIRE(plexus_command({"run", "reconfigurable", "traffic", "--nodes", "8", "--warmup", "0",
                          "--measure", "40", "--picture", file})
              .status == 0);
  const std::string moving = content(file);
  CHECK(times(moving, "<path d=\"M") > 8);
  CHECK(times(moving, "values=\"off;lit ") > 8);
  CHECK(times(moving, "<animateMotion") > 8);
}

TEST_CASE("a moving picture that no browser could draw is told with a sentence", "[picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "much.moving.svg";
  const auto said = plexus_command({"run", "omega", "traffic", "--nodes", "64", "--load", "0.5",
                                    "--warmup", "0", "--measure", "700", "--picture", file});
  CHECK(said.status == 3);
  CHECK_THAT(said.err, Catch::Contains("name a page, .html"));
  CHECK(folder.names().empty());
}

TEST_CASE("what a node of a memory writes and what it reads goes one way each", "[picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "memory.moving.svg";
  REQUIRE(plexus_command({"run", "shared-memory", "allgather", "--nodes", "4", "--picture", file})
              .status == 0);
  const std::string moving = content(file);
  CHECK(times(moving, "rotate=\"auto\"") == 4);
  CHECK(times(moving, "rotate=\"auto-reverse\"") == 4);
}

TEST_CASE("what does not move is no moving picture", "[picture]") {
  const TemporaryFolder folder;
  const std::string file = folder / "ring.moving.svg";
  CHECK(plexus_command({"run", "ring", "topology", "--picture", file}).status == 2);
  CHECK_THROWS_AS(PictureFile{file}.complete(std::vector<Plot>{}, {"plots", ""}), Refusal);
  CHECK(folder.names().empty());
}

TEST_CASE("a page of two runs takes the place of neither", "[picture]") {
  const TemporaryFolder folder;
  const std::string one = folder / "one.html";
  const std::string two = folder / "two.html";
  for (const std::string& file : {one, two}) {
    REQUIRE(plexus_command({"run", "ring", "broadcast", "--picture", file}).status == 0);
  }
  const std::string before = content(two);
  CHECK(plexus_command({"picture", one, two, "--out", two}).status == 2);
  CHECK(content(two) == before);
  CHECK(plexus_command({"picture", one, two, "--out", folder / "both.html"}).status == 0);
  CHECK(plexus_command({"picture", folder / "both.html", one, "--out", two}).status == 2);
}
