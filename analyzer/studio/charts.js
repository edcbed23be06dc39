"use strict";
// Charts of the live table: places of numbers on the screen, nothing else.
const XMLNS = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const made = document.createElementNS(XMLNS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function drawSeats(seats) {
  const svg = $("seats"), rows = seats.rows, wide = 900, left = 130, right = 650, step = 34;
  const ends = rows.flatMap((row) => row.arms.flatMap((arm) => [arm.low, arm.high]));
  const low = Math.min(...ends, ...seats.ticks.map(([value]) => value));
  const high = Math.max(...ends, ...seats.ticks.map(([value]) => value)), span = high - low || 1;
  const x = (value) => left + (right - left) * (value - low) / span;
  const height = rows.length * step + 26;
  svg.setAttribute("viewBox", `0 0 ${wide} ${height}`);
  const parts = [];
  if (seats.fair !== null && seats.fair >= low && seats.fair <= high) {
    parts.push(shape("line", { x1: x(seats.fair), x2: x(seats.fair), y1: 0, y2: height - 22, stroke: "var(--muted)" }));
  }
  for (const [value, text] of seats.ticks)
    parts.push(shape("text", { x: x(value), y: height - 6, "text-anchor": "middle", class: "quiet" }, text));
  rows.forEach((row, at) => {
    const y = at * step + 18;
    parts.push(shape("text", { x: left - 12, y: y + 4, "text-anchor": "end" }, row.label));
    row.arms.forEach((arm, which) => {
      const colour = which ? "var(--b)" : "var(--a)";
      const line = y + (row.arms.length > 1 ? (which ? 6 : -6) : 0);
      parts.push(shape("line", { x1: x(arm.low), x2: x(arm.high), y1: line, y2: line, stroke: colour, "stroke-width": which ? 3.5 : 2 }));
      parts.push(shape("circle", { cx: x(arm.estimate), cy: line, r: which ? 5 : 4, fill: colour }));
    });
    const last = row.arms[row.arms.length - 1];
    parts.push(shape("text", { x: right + 90, y: y + 4, "text-anchor": "end" }, last.text));
    parts.push(shape("text", { x: right + 110, y: y + 4, class: "quiet" }, last.interval));
  });
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", rows.map((row) => `${row.label} ${row.arms.map((arm) => arm.text).join(", ")}`).join("; "));
}

function drawLengths(lengths) {
  const svg = $("lengths"), wide = 900, height = 170;
  const values = lengths.flatMap((one) => one.bars.map(([value]) => value));
  const low = Math.min(...values), high = Math.max(...values);
  const tall = Math.max(...lengths.flatMap((one) => one.bars.map(([, share]) => share)));
  const each = (wide - 40) / (high - low + 1), bar = Math.max(1, each * 0.8 / lengths.length);
  svg.setAttribute("viewBox", `0 0 ${wide} ${height}`);
  const parts = [];
  lengths.forEach((one, which) => {
    for (const [value, share] of one.bars) {
      const size = 130 * share / tall;
      parts.push(shape("rect", {
        x: 20 + (value - low) * each + which * bar, y: 140 - size, width: bar, height: size,
        fill: which ? "var(--b)" : "var(--a_soft)",
      }));
    }
  });
  const jump = Math.max(1, Math.ceil((high - low) / 14));
  for (let value = low; value <= high; value += jump)
    parts.push(shape("text", { x: 20 + (value - low + 0.4) * each, y: 158, "text-anchor": "middle", class: "quiet" }, value));
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", `shares of games by number of ${lengths[0].unit.replace("_", " ")}`);
}
