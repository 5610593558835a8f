#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/judgement.hpp"
#include "testbenches/schedules/convert.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) { return random() % end; }

/// What stands in files, and what nobody expects there.
std::string piece(Random& random) {
  static const std::vector<std::string> kPieces{"0",
                                                "1",
                                                "7",
                                                "-1",
                                                "99999999999999999999",
                                                "4294967295",
                                                "\"",
                                                "<",
                                                ">",
                                                ",",
                                                "\n",
                                                "i0",
                                                "o0-9",
                                                "s5",
                                                "0-3",
                                                "0[2+3]",
                                                "0.0",
                                                "nop",
                                                "rrs",
                                                "re",
                                                "cpy",
                                                "{",
                                                "}",
                                                "requires",
                                                "all",
                                                "18446744073709551615",
                                                "0-18446744073709551614",
                                                "1e9",
                                                std::string(1, '\0'),
                                                "\xff",
                                                "operation custom\n",
                                                "start 0 i0 1\n",
                                                "end 1 o0 1+1\n",
                                                "in place\n"};
  return kPieces[below(random, kPieces.size())];
}

/// A file with a few places cut out, doubled, exchanged or written over.
std::string mutated(std::string text, Random& random) {
  for (std::size_t times = 1 + below(random, 4); times > 0 && !text.empty(); --times) {
    const std::size_t at = below(random, text.size());
    const std::size_t length = 1 + below(random, 1 + below(random, 60));
    switch (below(random, 6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, piece(random));
        break;
      case 2:
        text.replace(at, 1 + below(random, 3), piece(random));
        break;
      case 3:
        text.insert(below(random, text.size()), text.substr(at, length));
        break;
      case 4:
        text[at] = static_cast<char>(random());
        break;
      default: {  // a line again, or away
        const std::size_t begin = text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.size(), text.find('\n', at));
        if (begin > end) break;
        const std::string line = text.substr(begin, end - begin) + '\n';
        if (below(random, 2) == 0) {
          text.insert(begin, line);
        } else {
          text.erase(begin, line.size());
        }
      }
    }
  }
  return text;
}

std::string content_of_file(const std::filesystem::path& path) {
  std::ifstream in{path};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

TEST_CASE("a schedule that is damaged is judged, or refused by line", "[schedule][check]") {
  const std::filesystem::path tests = std::filesystem::path{__FILE__}.parent_path().parent_path();
  const char* const asked = std::getenv("PLEXUS_MUTATIONS");  // of each file, for a campaign
  const std::uint64_t count = asked != nullptr ? std::stoull(asked) : 150;
  const TemporaryFolder folder;
  std::size_t judged = 0;
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator{tests.parent_path() / "docs" /
                                                               "examples" / "schedules"}) {
    const std::string whole = content_of_file(entry.path());
    const std::string path = folder / ("damaged" + entry.path().extension().string());
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      Random random{seed};
      std::ofstream{path, std::ios::binary} << mutated(whole, random);
      CAPTURE(entry.path().string(), seed);
      try {
        const Schedule schedule = read_any_schedule(path);
        const Judgement judgement = judge(schedule, {scheduled_operation(schedule.operation), 0});
        for (const Finding& finding : judgement.findings) {
          REQUIRE(finding.line > 0);
          REQUIRE_FALSE(finding.sentence.empty());
        }
        ++judged;
      } catch (const Refusal& refusal) {
        const std::string sentence = refusal.what();
        REQUIRE_THAT(sentence, Catch::StartsWith(path + ":"));
        REQUIRE(sentence.ends_with("."));
        ++refused;
      }
    }
  }
  CHECK(judged > 0);
  CHECK(refused > 0);
}
