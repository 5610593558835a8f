#include "testbenches/outputs/comparison.hpp"

#include <fmt/format.h>

#include "models/system/scratch.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

constexpr const char* kBegin = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plexus: runs side by side</title>
<style>
:root { --back: #fff; --ink: #1b1f24; --soft: #5b6470; --faint: #d5dae1; --accent: #0072b2 }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171c; --ink: #e6e9ee; --soft: #a2acb9; --faint: #2d343e; --accent: #4aa8e8 }
}
body { margin: 0 auto; max-width: 1640px; padding: 8px 10px; background: var(--back);
  color: var(--ink); font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif }
#controls { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; position: sticky;
  top: 0; background: var(--back); padding: 6px 0; z-index: 2 }
#slider { flex: 1; min-width: 120px; accent-color: var(--accent) }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--faint);
  border-radius: 6px; padding: 4px 12px; cursor: pointer }
h1 { font-size: 16px; margin: 0 } h1, p { overflow-wrap: anywhere } p { margin: 2px 0 6px }
main { display: grid; gap: 12px 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)) }
section { min-width: 0 }
.soft { color: var(--soft); font-size: 12px }
iframe { width: 100%; border: 0; border-top: 1px solid var(--faint); display: block }
</style>
</head>
<body>
<div id="controls">
  <button id="play">Play</button>
  <input id="slider" type="range" min="0" max="1000" value="0" aria-label="time">
  <span id="time"></span>
  <label class="soft"><input id="scaled" type="checkbox"> each run from its beginning to its end</label>
  <label class="soft"><input id="all" type="checkbox"> also who holds what, and what was busiest</label>
</div>
<main>
)";

constexpr const char* kEnd = R"(</main>
<script>
"use strict";
const $ = (id) => document.getElementById(id);
const frames_ = [...document.querySelectorAll("iframe")];
let runs = [], longest = 1, playing = 0;
/// All runs at a cycle, or at the same share of each.
function go(value) {
  const scaled = $("scaled").checked;
  $("slider").value = value;
  runs.forEach((run) => run.go(scaled ? Math.round(value / longest * run.cycles)
    : Math.min(value, run.cycles)));
  $("time").textContent = scaled ? `${Math.round(100 * value / longest)} % of each`
    : `cycle ${value} of ${longest}`;
}
const value = () => Number($("slider").value);
function play(on) {
  cancelAnimationFrame(playing);
  $("play").textContent = on ? "Pause" : "Play";
  playing = 0;
  if (!on) return;
  const from = value() >= longest ? 0 : value(), begun = performance.now();
  const step = (time) => {
    const at = Math.min(longest, Math.floor(from + (time - begun) / 12000 * longest));
    if (at !== value()) go(at);
    if (at >= longest) return play(false);
    playing = requestAnimationFrame(step);
  };
  playing = requestAnimationFrame(step);
}
const fit = () => frames_.forEach((frame) => {
  const body = frame.contentDocument?.body;  // none while it loads
  if (body) frame.style.height = `${body.scrollHeight + 16}px`;
});
addEventListener("load", () => {
  runs = frames_.map((frame) => frame.contentWindow.run);
  longest = Math.max(1, ...runs.map((run) => run.cycles));
  $("slider").max = longest;
  runs.forEach((run, i) => {
    run.be_guest({key, fit, go: (cycle) => {
      play(false);
      go($("scaled").checked ? Math.round(cycle / Math.max(1, run.cycles) * longest) : cycle);
    }});
    document.querySelectorAll("h1")[i].textContent = run.title;
    document.querySelectorAll("section > p")[i].textContent = run.facts || "";
  });
  fit();
  const asked = new URLSearchParams(location.hash.slice(1));
  go(Math.min(longest, Number(asked.get("cycle")) || 0));
});
addEventListener("resize", fit);
$("slider").addEventListener("input", () => { play(false); go(value()); });
$("slider").addEventListener("change", () =>
  history.replaceState(null, "", `#cycle=${value()}`));
$("all").addEventListener("change", () => {
  runs.forEach((run) => run.show_all?.($("all").checked));
  fit();
});
$("scaled").addEventListener("change", () => go(value()));
$("play").addEventListener("click", () => play(!playing));
/// What a key does, here and in every run.
function key(event) {
  if (event.target.tagName === "INPUT" && event.key !== "Home" && event.key !== "End") return;
  if (event.key === " ") { event.preventDefault(); play(!playing); }
  const to = {ArrowRight: value() + 1, ArrowLeft: value() - 1, Home: 0, End: longest}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  play(false);
  go(Math.max(0, Math.min(longest, to)));
}
addEventListener("keydown", key);
</script>
</body>
</html>
)";

}  // namespace

std::string comparison_page(const std::vector<std::string>& files) {
  std::string page = kBegin;
  for (const std::string& file : files) {
    const std::string run = content_of(file);
    if (run.empty()) {
      refuse(file + " is not there, is empty or cannot be read: name a page of a run.");
    }
    const bool compares = run.find("<iframe") != std::string::npos;
    if (compares || run.find("window.run = {") == std::string::npos) {
      refuse(file +
             " is no page of a run, or one of an earlier version: make it anew with --picture.");
    }
    page += fmt::format(
        "<section><h1></h1>\n<p class=\"soft\"></p>\n<iframe title=\"{}\" "
        "srcdoc=\"{}\"></iframe></section>\n",
        escaped(file), escaped(run));
  }
  return page + kEnd;
}

}  // namespace plexus
