"use strict";
// Charts of the live table: places of numbers on the screen, nothing else.
const XMLNS = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const made = document.createElementNS(XMLNS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const COLOURS = { printed: "var(--a)", "your rules": "var(--b)", A: "var(--within)", B: "var(--across)", C: "var(--muted)", D: "var(--ink)" };

// Text may be drawn ten times a second, but is only written where it changed: who reads or selects
// it is not disturbed.
function write(target, texts, make) {
  const said = JSON.stringify(texts);
  if (target.dataset.said === said) return;
  target.dataset.said = said;
  target.replaceChildren(...texts.map(make));
}

function drawTable(table, playing) {
  state.table = table;
  setPlaying(playing);
  $("played").textContent = [table.games, table.rate].filter(Boolean).join(" · ");
  if (!table.n || $("table").hidden) return;
  if ($("title").textContent !== table.title) $("title").textContent = table.title;
  $("verdicts").replaceChildren(...table.verdicts.filter((one) => one.word).flatMap(verdictLines));
  const words = table.verdicts.map((one) => one.word).join();
  if (words !== state.word) $("said").textContent = table.verdicts.map((one) => `${one.name}: ${one.sentence}`).join(" ");
  state.word = words;
  write($("sentences"), table.sentences, (text) => element("p", text, { class: "lead" }));
  write($("notes"), table.notes, (text) => element("p", text, { class: "note" }));
  write($("length-words"), table.length_sentences.map((text, which) => [table.names[which], text]), ([name, text]) => {
    const line = element("p");
    line.append(element("span", `${name}: `, { class: "muted" }), text);
    return line;
  });
  write($("arms"), table.names, (name) => {
    const one = element("span", name);
    one.style.setProperty("--own", COLOURS[name]);
    return one;
  });
  $("seats-words").textContent = table.cap;
  if ($("differences").dataset.said !== table.table) drawDifferences(table.table);
  $("all").hidden = !table.table;
  $("command").textContent = table.command;
  drawSeats(table.seats, table.names);
  $("lengths-words").textContent = table.length_cap;
  drawLengths(table.length, table.names);
  drawNotable(table);
}

// A table that changes while it is looked at keeps its order: its heads are no buttons.
function drawDifferences(text) {
  $("differences").dataset.said = text;
  $("differences").innerHTML = text;
  for (const head of $("differences").querySelectorAll("th[aria-sort]")) {
    head.removeAttribute("aria-sort");
    head.textContent = head.textContent;
  }
}

function verdictLines(one) {
  const line = element("p", undefined, { class: "verdict" });
  line.append(element("span", `${one.name}: `, { class: "muted" }));
  const word = one.sentence.startsWith(one.word) ? one.word : "";
  line.append(element("em", word, { class: `verdict strong ${one.tone}` }), one.sentence.slice(word.length));
  if (one.way === null || one.way === undefined || one.way >= 1) return [line];
  const bar = element("div", undefined, { class: "bar" });
  const part = element("i");
  part.style.width = `${100 * one.way}%`;
  bar.append(part);
  return [line, bar];
}

function drawSeats(seats, names) {
  const svg = $("seats"), rows = seats.rows, wide = svg.clientWidth || 900, narrow = wide < 600;
  const left = narrow ? 84 : 130, right = wide - (narrow ? 64 : 170);
  const many = names.length, gap = many > 2 ? 9 : 12, step = Math.max(34, many * gap + 12);
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
    const y = at * step + step / 2;
    parts.push(shape("text", { x: left - 12, y: y + 4, "text-anchor": "end" }, row.label));
    row.arms.forEach((arm, which) => {
      const colour = COLOURS[names[which]], last = which === many - 1;
      const line = y + (which - (row.arms.length - 1) / 2) * gap;
      parts.push(shape("line", { x1: x(arm.low), x2: x(arm.high), y1: line, y2: line, stroke: colour, "stroke-width": last ? 3.5 : 2 }));
      parts.push(shape("circle", { cx: x(arm.estimate), cy: line, r: last ? 5 : 4, fill: colour }));
    });
    const last = row.arms[row.arms.length - 1];
    if (!last) return; // nobody won a game
    parts.push(shape("text", { x: right + 62, y: y + 4, "text-anchor": "end" }, last.text));
    if (!narrow) parts.push(shape("text", { x: right + 76, y: y + 4, class: "quiet" }, last.interval));
  });
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", rows.map((row) => `${row.label} ${row.arms.map((arm, which) => `${names[which]} ${arm.text}, ${arm.interval}`).join("; ")}`).join(". "));
}

function drawLengths(lengths, names) {
  const svg = $("lengths"), wide = svg.clientWidth || 900, height = 170;
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
        fill: which ? COLOURS[names[which]] : "var(--a_soft)",
      }));
    }
  });
  const jump = Math.max(1, Math.ceil((high - low) / (wide < 600 ? 7 : 14)));
  for (let value = low; value <= high; value += jump)
    parts.push(shape("text", { x: 20 + (value - low + 0.4) * each, y: 158, "text-anchor": "middle", class: "quiet" }, value));
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", $("lengths-words").textContent);
}
