#include "testbenches/outputs/plot.hpp"

namespace plexus {

/// What a page does with plots as plot.cpp draws them. `.value` has `data-at`, its x, y and the
/// ends of its interval; `.plot` has its rulers, `from to log low high`.
const char* script_of_plots() {
  return R"js("use strict";
/// Enter and Space do what a click does.
const pressable = (one) => {
  one.tabIndex = 0;
  one.addEventListener("keydown", (event) => {
    if (event.target !== one || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    one.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  });
};
const plots = (() => {
const element = (name, attributes, parent) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
};

class Ruler {
  constructor(text) {
    const [from, to, scale, low, high] = text.split(" ");
    this.log = scale === "log";
    [this.from, this.to] = [+from, +to];
    this.whole = [+low, +high];
    [this.low, this.high] = this.whole;
  }
  /// What is beyond the whole is at its end.
  at(value) {
    const real = this.log ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value;
    const held = Math.min(Math.max(real, this.whole[0]), this.whole[1]);
    return this.from + (this.to - this.from) * (held - this.low) / (this.high - this.low);
  }
  held(place) {
    return Math.min(Math.max(place, Math.min(this.from, this.to)), Math.max(this.from, this.to));
  }
  stretched(place) {
    return this.low + (this.high - this.low) * (place - this.from) / (this.to - this.from);
  }
  has(place) {
    return place >= Math.min(this.from, this.to) - 0.5 && place <= Math.max(this.from, this.to) + 0.5;
  }
  marks() {
    const real = (v) => this.log ? 10 ** v : v;
    const [low, high] = [real(this.low), real(this.high)];
    let found = [];
    if (this.log) {
      const most = Math.abs(this.to - this.from) / (this.vertical ? 30 : 44);
      const coarse = Math.ceil((this.high - this.low) / most);  // decades at a time
      for (const [steps, apart] of [[[1, 2, 3, 5], 1], [[1, 2, 5], 1], [[1, 3], 1], [[1], 1],
                                    [[1], coarse]]) {
        found = [];
        for (let d = Math.floor(this.low); d <= this.high; d += apart) {
          found.push(...steps.map((times) => times * 10 ** d));
        }
        found = found.filter((mark) => mark >= low * 0.999999 && mark <= high * 1.000001);
        if (found.length <= most) break;
      }
      if (found.length > 3) return found;
      found = [];
    }
    let step = 10 ** Math.floor(Math.log10((high - low) / 6));
    for (const times of [2, 2.5, 2]) if ((high - low) / step > 6) step *= times;
    for (let n = Math.ceil(low / step); n * step <= high; ++n) found.push(n * step);
    return found;
  }
}

const short = (value) => {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e4, "k"]]) {
    if (Math.abs(value) >= size) return +(value / (letter === "k" ? 1e3 : size)).toPrecision(3) + letter;
  }
  return String(+value.toPrecision(4));
};

class Drawn {
  constructor(figure) {
    this.figure = figure;
    this.plot = figure.querySelector(".plot");
    this.series = [...figure.querySelectorAll(".series")];
    this.shown = () => true;
    for (const key of figure.querySelectorAll(".key")) {
      pressable(key);
      key.setAttribute("role", "button");
      key.setAttribute("aria-pressed", true);
      key.addEventListener("click", () => {
        const off = key.classList.toggle("off");
        key.setAttribute("aria-pressed", !off);
        for (const one of this.series) {
          if (one.dataset.series === key.dataset.series) one.style.display = off ? "none" : "";
        }
      });
    }
    if (this.plot?.dataset.x) this.enableZoom();
  }

  /// Shows the values whose rows are wanted, where the rulers put them.
  show() {
    const hidden = (one) => one.dataset.row !== undefined && !this.shown(+one.dataset.row);
    for (const name of this.figure.querySelectorAll(".name")) {
      name.style.display = hidden(name) || this.near ? "none" : "";
    }
    for (const one of this.series) {
      const line = [];
      let open = true;
      for (const value of one.querySelectorAll(".value")) {
        const gone = hidden(value);
        value.style.display = gone ? "none" : "";
        if (!this.x || gone) continue;
        const [x, y, low, high] = value.dataset.at.split(" ").map(Number);
        const bound = value.dataset.bound !== undefined;
        const beyond = value.dataset.beyond;  // drawn at an end
        let [right, down] = [this.x.at(x), this.y.at(y)];
        if (open && !beyond) line.push(right.toFixed(1) + "," + down.toFixed(1));
        if (bound) open = false;
        if (beyond === "left") right = this.x.held(right);
        else if (beyond) down = this.y.held(down);
        value.setAttribute("transform", `translate(${right} ${down})`);
        const ends = value.querySelector("path");
        if (ends && !beyond) {
          const [a, b] = [this.y.at(low) - down, this.y.at(high) - down];
          ends.setAttribute("d", `M-4 ${a}H4M-4 ${b}H4M0 ${a}V${b}`);
        }
        if (!this.x.has(right) || !this.y.has(down)) value.style.display = "none";
      }
      one.querySelector("polyline")?.setAttribute("points", line.join(" "));
    }
  }

  enableZoom() {
    [this.x, this.y] = [new Ruler(this.plot.dataset.x), new Ruler(this.plot.dataset.y)];
    this.y.vertical = true;
    const box = {x: this.x.from, y: this.y.to, width: this.x.to - this.x.from,
                 height: this.y.from - this.y.to};
    const id = "field" + Math.random().toString(36).slice(2);
    element("rect", box, element("clipPath", {id}, this.plot));
    for (const one of this.series) {
      one.querySelector("polyline")?.setAttribute("clip-path", `url(#${id})`);
    }
    const field = element("rect", {...box, class: "field"});
    this.plot.querySelector(".series")?.before(field);
    const whole = document.createElement("button");
    whole.textContent = "whole";
    whole.hidden = true;
    this.figure.append(whole);
    const zoom = (x, y) => {
      [this.x.low, this.x.high] = x;
      [this.y.low, this.y.high] = y;
      this.near = x !== this.x.whole;
      whole.hidden = !this.near;
      this.mark();
      this.show();
    };
    whole.addEventListener("click", () => zoom(this.x.whole, this.y.whole));
    const svg = this.figure.querySelector("svg");
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY);
      const there = point.matrixTransform(svg.getScreenCTM().inverse());
      return [Math.min(Math.max(there.x, box.x), box.x + box.width),
              Math.min(Math.max(there.y, box.y), box.y + box.height)];
    };
    field.addEventListener("pointerdown", (down) => {
      if (down.pointerType === "touch") return;  // that scrolls the page
      down.preventDefault();
      const begin = at(down);
      const pulled = element("rect", {class: "pulled"}, this.plot);
      const corners = (event) => {
        const end = at(event);
        return [0, 1].map((i) => [Math.min(begin[i], end[i]), Math.max(begin[i], end[i])]);
      };
      const move = (event) => {
        const [x, y] = corners(event);
        for (const [name, value] of Object.entries(
            {x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0]})) {
          pulled.setAttribute(name, value);
        }
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", (event) => {
        removeEventListener("pointermove", move);
        pulled.remove();
        const [x, y] = corners(event);
        if (x[1] - x[0] < 8 || y[1] - y[0] < 8) return;
        zoom(x.map((v) => this.x.stretched(v)), [y[1], y[0]].map((v) => this.y.stretched(v)));
      }, {once: true});
    });
  }

  /// Draws the marks of both axes anew.
  mark() {
    const [below, beside] = [".marks-x", ".marks-y"].map((name) => this.plot.querySelector(name));
    below.replaceChildren();
    beside.replaceChildren();
    const put = (parent, line, look, text, words) => {
      element("line", {...line, class: look}, parent);
      element("text", {...text, class: "soft", "font-size": 11}, parent).textContent = short(words);
    };
    for (const value of this.x.marks()) {
      const [x, y] = [this.x.at(value), this.y.from];
      put(below, {x1: x, x2: x, y1: y, y2: y + 4}, "axis", {x, y: y + 17, "text-anchor": "middle"},
          value);
    }
    for (const value of this.y.marks()) {
      const [x, y] = [this.x.from, this.y.at(value)];
      put(beside, {x1: x, x2: this.x.to, y1: y, y2: y}, "faint",
          {x: x - 8, y: y + 4, "text-anchor": "end"}, value);
    }
  }
}

return [...document.querySelectorAll("figure")].map((figure) => new Drawn(figure));
})();
)js";
}

}  // namespace plexus
