#include "testbenches/outputs/picture_page.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLines = 20'000;  ///< transfers drawn one by one
constexpr std::size_t kBins = 200;

const char* name_of(Layout::Mark mark) {
  switch (mark) {
    case Layout::Mark::kNode:
      return "node";
    case Layout::Mark::kElement:
      return "element";
    case Layout::Mark::kBar:
      return "bar";
    case Layout::Mark::kStar:
      break;
  }
  return "star";
}

const char* name_of(PartKind kind) {
  switch (kind) {
    case PartKind::kNode:
      return "node";
    case PartKind::kLink:
      return "link";
    case PartKind::kChannel:
      return "channel";
    case PartKind::kElement:
      return "element";
    case PartKind::kStore:
      return "store";
    case PartKind::kControl:
      break;
  }
  return "control";
}

Json layout_json(const Layout& layout) {
  Json places = Json::array();
  for (const Layout::Place& place : layout.places) {
    places.push_back({{"part", place.part},
                      {"label", place.label},
                      {"x", place.x},
                      {"y", place.y},
                      {"mark", name_of(place.mark)},
                      {"width", place.width},
                      {"height", place.height},
                      {"first", place.first},
                      {"count", place.count}});
  }
  Json wires = Json::array();
  for (const Layout::Wire& wire : layout.wires) {
    wires.push_back({{"from", wire.from},
                     {"to", wire.to},
                     {"bend", wire.bend},
                     {"output", wire.output},
                     {"input", wire.input}});
  }
  return {{"layout", layout.title}, {"places", places}, {"wires", wires}};
}

}  // namespace

std::string picture_page(const RunPicture& run, const RunTitle& title) {
  const bool single =
      run.left_out() == 0 && run.transfers().size() <= kMostLines &&
      std::ranges::all_of(run.layout().places, [](const auto& place) { return place.count <= 1; });
  Json data{{"title", title.what},
            {"facts", title.facts},
            {"cycles", run.cycles()},
            {"most", run.most_held()},
            {"single", single}};
  data.update(layout_json(run.layout()));
  Json parts = Json::array();
  for (const RunPicture::Part& part : run.parts()) {
    parts.push_back({{"part", part.view.part},
                     {"label", part.view.label},
                     {"kind", name_of(part.view.kind)},
                     {"place", part.place},
                     {"wire", part.wire},
                     {"busy", part.busy}});
  }
  data["parts"] = std::move(parts);
  Json transfers = Json::array();
  for (const RunPicture::Transfer& one : run.transfers()) {
    transfers.push_back({one.part, one.packet, one.source, one.from, one.data, one.to, one.words,
                         one.text, one.receivers, one.lost ? 1 : 0});
  }
  data["transfers"] = std::move(transfers);
  Json says = Json::array();
  for (const RunPicture::Saying& one : run.sayings()) {
    says.push_back({one.part, one.holds ? 1 : 0, one.cycle, one.text});
  }
  data["says"] = std::move(says);
  Json gains = Json::array();
  for (const RunPicture::Gain& one : run.gains()) gains.push_back({one.node, one.cycle, one.words});
  data["gains"] = std::move(gains);
  data["load"] = single ? Json::array() : Json(run.load(kBins));

  std::string text = data.dump();
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3)) {
    text.insert(at + 1, "\\");  // the data must not end the script that holds them
  }
  constexpr std::string_view kMark = "/*DATA*/";
  std::string page{page_template()};
  return page.replace(page.find(kMark), kMark.size(), text);
}

}  // namespace plexus
