"use strict";
// Games to look at: which, the table at each move, and the chance strip.
const watched = { steps: [], at: 0, told: null, chances: null, asked: 0 };
const NOTABLE = { median: "usual", longest: "longest", closest: "closest", comeback: "largest comeback" };

function drawNotable(table) {
  const found = Object.entries(table.notable).map(([name, index]) => [NOTABLE[name], index]);
  if (table.changed) for (const index of table.changed.first.slice(0, 1)) found.push(["changed by your rule", index]);
  // A button stays the same element while the table plays on: a press must not lose it.
  const there = new Map([...$("notable").children].map((button) => [button.textContent, button]));
  for (const [name, index] of found) {
    const button = there.get(name) || element("button", name, { type: "button" });
    button.value = index;
    if (!there.delete(name)) $("notable").append(button);
  }
  for (const button of there.values()) button.remove();
}

function clearWatching() {
  watched.steps = [];
  watched.chances = null;
  $("watching").hidden = true;
  $("notable").replaceChildren();
}

// `at`: where to begin, for the same game seen by other eyes.
async function watch(at = 0) {
  const mine = ++watched.asked, eyes = Number($("eyes").value);
  const told = { ...request(), beside: {}, index: Number($("index").value), printed: $("whose").value === "printed" };
  const found = await send("/replay", { ...told, eyes });
  if (mine !== watched.asked) return; // another game was asked for meanwhile
  Object.assign(watched, { steps: found.steps, told, chances: null });
  $("watching").hidden = false;
  $("watched").textContent = `${found.title}. ${found.end}`;
  $("replay-command").textContent = found.command;
  $("scrub").max = found.steps.length - 1;
  $("strip").replaceChildren();
  $("strip-words").textContent = "";
  $("step-list").replaceChildren(...found.steps.map((step, place) => {
    const line = element("li");
    const button = element("button", place ? step.short : step.title, { type: "button", value: place });
    line.append(button);
    return line;
  }));
  go(at);
  const chances = await send("/chances", { ...told, seat: eyes || found.winner });
  if (mine !== watched.asked) return;
  watched.chances = chances;
  redrawStrip();
}

function redrawStrip() {
  if (!watched.chances || $("games").hidden) return;
  const svg = $("strip"), wide = svg.clientWidth || 900, last = Math.max(1, watched.steps.length - 1);
  const left = 44, x = (move) => left + (wide - left - 8) * move / last, y = (chance) => 78 - 68 * chance;
  svg.setAttribute("viewBox", `0 0 ${wide} 90`);
  const points = watched.chances.points.map(([move, chance]) => `${x(move)},${y(chance)}`);
  svg.replaceChildren(
    ...[[0, "0 %"], [0.5, "50 %"], [1, "100 %"]].flatMap(([chance, text]) => [
      shape("line", { x1: left, x2: wide, y1: y(chance), y2: y(chance), stroke: "var(--rule)" }),
      shape("text", { x: left - 6, y: y(chance) + 4, "text-anchor": "end", class: "quiet" }, text)]),
    shape("polyline", { points: points.join(" "), fill: "none", stroke: "var(--a)", "stroke-width": 2 }),
    ...watched.chances.points.map(([move, chance]) => shape("circle", { cx: x(move), cy: y(chance), r: 2.5, fill: "var(--a)" })),
    shape("line", { id: "cursor", x1: 0, x2: 0, y1: 0, y2: 90, stroke: "var(--b)" }));
  $("strip-words").textContent = watched.chances.caption;
  svg.onclick = (event) => go(Math.round((event.offsetX - left) / (wide - left - 8) * last));
  go(watched.at);
}

function go(at) {
  if (!watched.steps.length) return;
  watched.at = Math.min(Math.max(0, at), watched.steps.length - 1);
  const step = watched.steps[watched.at];
  $("scrub").value = watched.at;
  $("step-title").textContent = step.title;
  drawOpen($("step-table"), step.table);
  drawOpen($("step-events"), step.events);
  $("values-words").textContent = "";
  const held = Object.entries(step.hands);
  $("step-hands").hidden = !held.some(([, cards]) => cards.length);
  $("step-hands").replaceChildren(...held.map(([seat, cards]) => {
    const line = element("div", undefined, { class: Number(seat) === step.seat ? "holder turn" : "holder" });
    const hand = element("ul", undefined, { class: "hand small" });
    list(hand, cards);
    line.append(element("span", `seat ${seat}`, { class: "muted" }), hand);
    return line;
  }));
  $("step-legal").replaceChildren(...step.legal.map((move, place) => element("li", move, place === step.made ? { class: "made" } : {})));
  $("weigh").disabled = step.legal.length < 1;
  $("play-on").disabled = !step.seat;
  const moves = $("step-list").children, before = $("step-list").querySelector("[aria-current]");
  if (before) before.removeAttribute("aria-current");
  moves[watched.at].setAttribute("aria-current", "step");
  $("step-list").scrollTop = moves[watched.at].offsetTop - $("step-list").offsetTop - 80;
  const cursor = $("cursor"), last = Math.max(1, watched.steps.length - 1);
  if (!cursor) return;
  const wide = $("strip").viewBox.baseVal.width;
  for (const name of ["x1", "x2"]) cursor.setAttribute(name, 44 + (wide - 52) * watched.at / last);
}

async function weigh() {
  const at = watched.at, step = watched.steps[at];
  if (!step || !step.seat) return;
  const found = await send("/values", { ...watched.told, move: step.number });
  if (at !== watched.at) return;
  $("values-words").textContent = [found.sentence, found.why].filter(Boolean).join(" ");
  $("step-legal").replaceChildren(...found.moves.map((one) => element("li", `${one.move}: ${one.text}`, one.place === step.made ? { class: "made" } : {})));
}

press("notable", (event) => {
  if (event.target.tagName !== "BUTTON") return undefined;
  $("index").value = event.target.value;
  return watch();
});
press("step-list", (event) => { if (event.target.tagName === "BUTTON") go(Number(event.target.value)); });
press("weigh", weigh);
press("watch", () => watch());
press("scrub", () => go(Number($("scrub").value)), "input");
press("back", () => go(watched.at - 1));
press("on", () => go(watched.at + 1));
press("eyes", () => (watched.steps.length ? watch(watched.at) : undefined), "change");
press("play-on", () => {
  const step = watched.steps[watched.at];
  if (!step || !step.seat) return undefined;
  const { index, printed, ...table } = watched.told;
  if (printed) table.rules = {};
  $("deal").value = index;
  $("seat").value = step.seat;
  show($("tab-sit"));
  return sit({ ...table, seat: step.seat, index, after: step.number - 1 });
});
addEventListener("keydown", (event) => {
  if ($("games").hidden || !watched.steps.length || /INPUT|SELECT/.test(event.target.tagName)) return;
  const places = { ArrowRight: watched.at + 1, ArrowLeft: watched.at - 1, Home: 0, End: watched.steps.length - 1 };
  if (event.target.getAttribute("role") === "tab" || !(event.key in places)) return;
  event.preventDefault();
  go(places[event.key]);
});
