"use strict";
const page = document.body, all = (what, from = page) => [...from.querySelectorAll(what)];
page.classList.add("live");

// Tables: a click on a head sorts by the numbers behind the cells.
for (const head of all("th[aria-sort]")) head.onclick = () => {
  const up = head.getAttribute("aria-sort") === "descending", at = head.cellIndex;
  for (const other of head.parentNode.children)
    if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  const key = row => row.cells[at].dataset.sort ?? row.cells[at].textContent;
  const order = (a, b) => (a === "") - (b === "") ||
    (up ? 1 : -1) * (isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);
  body.append(...[...body.rows].sort((a, b) => order(key(a), key(b))));
};

// Charts: what a mark says, by pointer, or by arrow keys once the chart has the focus.
const tip = page.appendChild(Object.assign(document.createElement("div"), {className: "tip"}));
tip.setAttribute("role", "status");
const say = mark => {
  tip.textContent = mark ? mark.dataset.tip : "";
  if (!mark) return;
  const box = mark.getBoundingClientRect(), half = tip.offsetWidth / 2;
  const x = Math.max(8 + half, Math.min(innerWidth - 8 - half, box.x + box.width / 2));
  tip.style.left = x - half + "px";
  tip.style.top = Math.max(8, box.y - tip.offsetHeight - 6) + "px";
};
for (const chart of all("svg.chart")) {
  const marks = all("[data-tip]", chart);
  for (const mark of marks) all(":scope > title", mark).forEach(title => title.remove());
  if (!marks.length) continue;
  let at = -1;
  chart.tabIndex = 0;
  chart.onpointerover = event => say(event.target.closest("[data-tip]"));
  chart.onpointerleave = chart.onblur = () => say();
  chart.onkeydown = event => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (event.key === "Escape") say();
    if (!step) return;
    event.preventDefault();
    say(marks[at = (at + step + marks.length) % marks.length]);
  };
}

// Sliders: one of the things that were computed beforehand is shown, the others are hidden.
for (const box of all("[data-slider]")) {
  const input = box.querySelector("input"), out = box.querySelector("output");
  const items = all(".picked > *", box), charts = all("svg.chart", box);  // wide and narrow
  const {left, right, last} = box.dataset;
  const wide = chart => chart.viewBox.baseVal.width - left - right;
  const show = () => {
    const item = items[input.value];
    items.forEach(other => other.classList.toggle("now", other === item));
    out.textContent = item.dataset.name;
    for (const chart of charts) {
      const cursor = chart.querySelector("[id$=cursor] path");
      if (!cursor) continue;
      cursor.style.strokeOpacity = cursor.style.opacity = 1;
      cursor.setAttribute("transform", `translate(${wide(chart) * item.dataset.move / last})`);
    }
  };
  input.oninput = show;
  for (const chart of charts) if (last) chart.onclick = event => {
    const area = chart.getBoundingClientRect(), unit = chart.viewBox.baseVal.width / area.width;
    const move = last * ((event.clientX - area.x) * unit - left) / wide(chart);
    const away = item => Math.abs(item.dataset.move - move);
    input.value = items.reduce((best, item, i) => away(item) < away(items[best]) ? i : best, 0);
    show();
  };
  show();
}
addEventListener("beforeprint", () => all("details").forEach(part => part.open = true));
