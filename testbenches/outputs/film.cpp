#include "testbenches/outputs/film.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "testbenches/outputs/svg.hpp"

namespace plexus {

namespace {

std::string filled(PacketId packet) { return "f" + std::to_string(packet % Svg::kColours); }

void add_transfers(Film& film, const RunPicture& run) {
  const auto& places = run.layout().places;
  for (std::uint32_t number = 0; number < run.transfers().size(); ++number) {
    const RunPicture::Transfer& one = run.transfers()[number];
    const std::int32_t place = run.parts()[one.part].place;
    const bool channel = place >= 0;
    Film::Passage passage{.lit = {one.from, one.to},
                          .packet = one.packet,
                          .lost = one.lost,
                          .begin = static_cast<double>(one.from),
                          .end = static_cast<double>(one.to),
                          .of = number};
    passage.mark = channel ? Film::Mark::kArrow : one.moves ? Film::Mark::kDot : Film::Mark::kNone;
    for (const RunPicture::Flow& flow : one.flows) {
      passage.way.wire = static_cast<std::int32_t>(flow.wire);
      passage.forward = flow.forward;
      film.passages.push_back(passage);
    }
    passage.way.wire = RunPicture::kNowhere;
    passage.forward = true;
    passage.mark = Film::Mark::kDot;
    for (const auto& ends : run.straight(one)) {
      passage.way.across = ends;
      film.passages.push_back(passage);
    }
    if (channel && places[static_cast<std::size_t>(place)].mark == Layout::Mark::kStar) {
      film.stars.push_back(
          {static_cast<std::uint32_t>(place), passage.lit, passage.look(), number});
    }
  }
}

void add_settings(Film& film, const RunPicture& run) {
  for (std::uint32_t number = 0; number < run.settings().size(); ++number) {
    const RunPicture::Setting& one = run.settings()[number];
    const std::int32_t place = run.parts()[one.part].place;
    if (place < 0) continue;
    const auto here = static_cast<std::uint32_t>(place);
    for (const auto& [flow, packet] : one.carried) {
      // What moves on one that has a name transfers tell.
      const bool moves = run.layout().wires[flow.wire].part.empty() && !run.grouped();
      film.passages.push_back({.way = {static_cast<std::int32_t>(flow.wire)},
                               .lit = {one.from, one.to},
                               .packet = packet,
                               .forward = flow.forward,
                               .mark = moves ? Film::Mark::kDot : Film::Mark::kNone,
                               .of = number,
                               .passes = true});
    }
    for (const RunPicture::Way& way : one.ways) {
      for (const std::int32_t output : way.outputs) {
        if (run.grouped()) break;  // it stands for many
        film.crossings.push_back({here, {one.from, one.to}, way.packet, way.input, output});
      }
    }
  }
}

/// A packet that elements pass on at the same time goes along their wires from the first to the
/// last.
void move_through_elements(std::vector<Film::Passage>& passages, const RunPicture& run) {
  const auto begin_of = [&run](const Film::Passage& one) {
    const auto& [places, wires] = std::tie(run.layout().places, run.layout().wires);
    return places[wires[static_cast<std::size_t>(one.way.wire)].from].x;
  };
  using Key = std::tuple<PacketId, std::int64_t, std::int64_t>;
  std::map<Key, std::set<double>> steps;  // where wires begin, from the left
  const auto steps_of = [&steps](const Film::Passage& one) -> std::set<double>& {
    return steps[{one.packet, one.lit.from, one.lit.to}];
  };
  const auto moves = [](const Film::Passage& one) {
    return one.passes && one.mark != Film::Mark::kNone;
  };
  for (const Film::Passage& one : passages) {
    if (moves(one)) steps_of(one).insert(begin_of(one));
  }
  for (Film::Passage& one : passages) {
    if (!moves(one)) continue;
    const std::set<double>& all = steps_of(one);
    const double each =
        static_cast<double>(one.lit.to - one.lit.from) / static_cast<double>(all.size());
    const auto step = std::distance(all.begin(), all.find(begin_of(one)));
    one.begin = static_cast<double>(one.lit.from) + each * static_cast<double>(step);
    one.end = one.begin + each;
  }
}

}  // namespace

std::string colour_of(PacketId packet) { return "c" + std::to_string(packet % Svg::kColours); }

std::string Film::Passage::look() const { return lost ? "alarm" : filled(packet); }

Film film_of(const RunPicture& run) {
  Film film;
  add_transfers(film, run);
  add_settings(film, run);
  move_through_elements(film.passages, run);
  const auto& places = run.layout().places;
  film.fills.resize(places.size());
  for (const RunPicture::Level& level : run.levels()) {
    film.fills[level.place].push_back({level.cycle, level.words});
  }
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    const Layout::Place& place = places[i];
    film.full.push_back(std::max(1.0, run.most_held()) * std::max(place.count, place.again));
    if (place.again > 0) film.fills[i] = film.fills[place_of(run.layout(), place.first)];
  }
  return film;
}

}  // namespace plexus
