"use strict";
// The page of the studio. It asks and draws; every number and sentence comes from the server.
const $ = (id) => document.getElementById(id);
const state = { game: null, rules: {}, history: [], kept: 0, run: 0, table: null, steps: [], at: 0 };

async function send(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  const told = await answer.json();
  if (!answer.ok) {
    showError(told.error);
    throw new Error(told.error);
  }
  showError("");
  return told;
}

function showError(text) {
  $("error").hidden = !text;
  $("error").textContent = text || "";
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function options(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => {
    const one = element("option", text, { value });
    one.selected = String(value) === String(chosen);
    return one;
  }));
}

function list(target, lines) {
  target.replaceChildren(...lines.map((line) => element("li", line)));
}

// --- the table that is asked for, in the address of the page --------------------------------------

function request() {
  const told = { game: state.game.name, players: Number($("players").value), rules: { ...state.rules } };
  told.seed = Number($("seed").value);
  if ($("policy").value) told.policies = [$("policy").value];
  return told;
}

function writeHash(replace) {
  const hash = "#" + encodeURIComponent(JSON.stringify(request()));
  if (location.hash === hash) return;
  if (replace) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
}

function readHash() {
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1))) || {};
  } catch {
    return {};
  }
}

let timer = 0;
function changed(now) {
  clearTimeout(timer);
  timer = setTimeout(start, now ? 0 : 60);
}

async function start() {
  writeHash(false);
  markRules();
  try {
    state.run = (await send("/run", request())).run;
  } catch {
    return; // the sentence is shown
  }
  remember();
}

// --- choosing -------------------------------------------------------------------------------------

async function choose(name, told = {}) {
  const game = await send("/game?name=" + encodeURIComponent(name));
  state.game = game;
  state.rules = {};
  for (const rule of game.rules)
    if (told.rules && rule.name in told.rules && told.rules[rule.name] !== rule.printed)
      state.rules[rule.name] = told.rules[rule.name];
  $("game").value = name;
  options($("players"), game.players.map((n) => [n, n]), told.players || game.usual);
  const policies = game.policies.map((policy) => [policy, policy]);
  options($("policy"), [["", "the usual"], ...policies], (told.policies || [""])[0]);
  options($("others"), [["", "the usual"], ...policies], "");
  $("seed").value = told.seed === undefined ? 1 : told.seed;
  $("reload").hidden = !game.is_file;
  document.title = `${game.title} · studio`;
  drawControls();
  drawQuestions();
  drawSeatChoices();
}

function drawSeatChoices() {
  const seats = Array.from({ length: Number($("players").value) }, (_, i) => [i + 1, i + 1]);
  options($("seat"), seats, 1);
  options($("eyes"), [[0, "all hands"], ...seats.map(([n]) => [n, `seat ${n}`])], 0);
}

function drawControls() {
  const groups = new Map();
  for (const rule of state.game.rules) {
    if (!groups.has(rule.group)) groups.set(rule.group, []);
    groups.get(rule.group).push(rule);
  }
  $("controls").replaceChildren(...[...groups].map(([name, rules], place) => {
    const details = element("details");
    details.open = place === 0;
    details.append(element("summary", name), ...rules.map(control));
    return details;
  }));
  markRules();
}

function valueOf(rule) {
  return rule.name in state.rules ? state.rules[rule.name] : rule.printed;
}

function setRule(rule, value) {
  if (value === rule.printed) delete state.rules[rule.name];
  else state.rules[rule.name] = value;
  markRules();
  changed(false);
}

function control(rule) {
  const box = element("div", undefined, { class: "rule", "data-rule": rule.name });
  const id = "rule-" + rule.name;
  const top = element("div", undefined, { class: "top" });
  top.append(element("label", rule.label, { for: id }), element("output"));
  let input;
  if (rule.kind === "slider") {
    input = element("input", undefined, { type: "range", min: rule.slide[0], max: rule.slide[1], id });
    input.addEventListener("input", () => setRule(rule, Number(input.value)));
    const exact = element("input", undefined, { type: "number", min: rule.low, max: rule.high, "aria-label": `${rule.label}, exactly` });
    exact.addEventListener("change", () => setRule(rule, Number(exact.value)));
    top.append(exact);
  } else if (rule.kind === "switch") {
    input = element("input", undefined, { type: "checkbox", id });
    input.addEventListener("change", () => setRule(rule, input.checked));
  } else {
    input = element("select", undefined, { id });
    options(input, rule.choices.map(([, text], at) => [at, text]), 0);
    input.addEventListener("change", () => setRule(rule, rule.choices[input.value][0]));
  }
  input.setAttribute("aria-describedby", id + "-what");
  box.append(top, input, element("p", rule.sentence, { id: id + "-what" }));
  return box;
}

function markRules() {
  for (const rule of state.game.rules) {
    const box = document.querySelector(`[data-rule="${rule.name}"]`);
    const value = valueOf(rule);
    const differs = rule.name in state.rules;
    box.classList.toggle("changed", differs);
    const said = (one) => rule.kind === "choice" ? rule.choices.find(([v]) => v === one)[1] : rule.kind === "switch" ? (one ? "yes" : "no") : one;
    box.querySelector("output").textContent = (rule.kind === "switch" ? said(value) : "") + (differs ? ` printed ${said(rule.printed)}` : "");
    const input = box.querySelector("input[type=range], input[type=checkbox], select");
    const exact = box.querySelector("input[type=number]");
    if (exact && document.activeElement !== exact) exact.value = value;
    if (rule.kind === "switch") input.checked = value;
    else if (rule.kind === "choice") input.value = rule.choices.findIndex(([v]) => v === value);
    else if (document.activeElement !== input) input.value = value;
  }
  const many = Object.keys(state.rules).length;
  $("count").textContent = many ? `${many} changed` : "";
}

$("find").addEventListener("input", () => {
  const wanted = $("find").value.trim().toLowerCase();
  for (const box of document.querySelectorAll(".rule"))
    box.hidden = !box.textContent.toLowerCase().includes(wanted);
  if (wanted) for (const group of document.querySelectorAll("#controls details")) group.open = true;
});
$("reset").addEventListener("click", () => { state.rules = {}; markRules(); changed(true); });
$("game").addEventListener("change", async () => { await choose($("game").value); changed(true); });
for (const id of ["players", "policy", "seed"])
  $(id).addEventListener("change", () => { drawSeatChoices(); changed(true); });
$("reload").addEventListener("click", async () => {
  await send("/reload", { name: state.game.name });
  await choose(state.game.name, request());
  changed(true);
});
addEventListener("hashchange", open);

// --- tabs -----------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
function show(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
}
for (const tab of tabs) {
  tab.addEventListener("click", () => show(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
}

// --- what flows in --------------------------------------------------------------------------------

function listen() {
  const source = new EventSource("/stream");
  source.onopen = () => { $("lost").hidden = true; };
  source.onerror = () => {
    $("lost").hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
  source.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.run < state.run) return;
    if (told.state === "failed") showError(told.error);
    if (told.table) drawTable(told.table, told.state);
    $("asking").hidden = $("stop").hidden = told.state !== "asking";
    if (told.progress !== undefined) $("asking").value = told.progress;
    if (told.answer) $("answer").innerHTML = told.answer;
    if (told.report) {
      const link = element("a", told.report, { href: "/made", target: "_blank", rel: "noopener" });
      const line = element("p");
      line.append("The report is made: ", link);
      $("answer").replaceChildren(line);
    }
  };
}

function drawTable(table, playing) {
  state.table = table;
  state.paused = playing === "paused";
  $("pause").textContent = playing === "playing" ? "pause" : "go on";
  $("played").textContent = [table.games, table.rate].filter(Boolean).join(" · ");
  if (!table.n) return;
  $("title").textContent = table.title;
  $("verdicts").replaceChildren(...table.verdicts.filter((one) => one.word).flatMap((one) => {
    const line = element("p", undefined, { class: "verdict" });
    line.append(element("span", `${one.name}: `, { class: "muted" }));
    const word = one.sentence.startsWith(one.word) ? one.word : "";
    line.append(element("em", word, { class: `verdict strong ${one.tone}` }), one.sentence.slice(word.length));
    if (one.way === null || one.way === undefined) return [line];
    const bar = element("div", undefined, { class: "bar" });
    const part = element("i");
    part.style.width = `${100 * one.way}%`;
    bar.append(part);
    return [line, bar];
  }));
  $("sentences").replaceChildren(...table.sentences.map((text) => element("p", text, { class: "lead" })));
  $("notes").replaceChildren(...table.notes.map((text) => element("p", text, { class: "note" })));
  $("length-words").replaceChildren(...table.length_sentences.map((text, which) => {
    const line = element("p");
    line.append(element("span", `${table.verdicts[which].name}: `, { class: "muted" }), text);
    return line;
  }));
  $("differences").innerHTML = table.table;
  $("command").textContent = table.command;
  drawSeats(table.seats);
  drawLengths(table.length);
  drawNotable(table);
  updateHistory(table);
}

// --- history --------------------------------------------------------------------------------------

function remember() {
  state.history.push({ run: state.run, request: request(), kept: "" });
  drawHistory();
}

function updateHistory(table) {
  const row = state.history.find((one) => one.run === state.run);
  if (!row) return;
  const yours = table.verdicts[table.verdicts.length - 1];
  row.verdict = yours ? yours.word : "";
  row.games = table.games;
  drawHistory();
}

function difference(now, before) {
  if (!before) return "";
  const names = new Set([...Object.keys(now.rules), ...Object.keys(before.rules)]);
  const rules = [...names].filter((name) => now.rules[name] !== before.rules[name])
    .map((name) => `${name}=${name in now.rules ? now.rules[name] : "printed"}`);
  for (const name of ["game", "players", "seed"])
    if (now[name] !== before[name]) rules.push(`${name} ${now[name]}`);
  if (String(now.policies) !== String(before.policies)) rules.push(`policy ${now.policies || "the usual"}`);
  return rules.join(", ");
}

function historyRow(one, before) {
  const row = element("tr");
  const said = Object.entries(one.request.rules).map(([name, value]) => `${name}=${value}`).join(", ");
  const back = element("button", said || "as printed", { type: "button" });
  back.addEventListener("click", () => { location.hash = "#" + encodeURIComponent(JSON.stringify(one.request)); });
  const first = element("td");
  first.append(back);
  row.append(element("td"), first, element("td", difference(one.request, before)), element("td"), element("td"));
  return row;
}

function drawHistory() {
  const body = $("history").tBodies[0]; // rows stay: a press must not lose its button
  state.history.forEach((one, at) => {
    if (!body.rows[at]) body.append(historyRow(one, at ? state.history[at - 1].request : null));
    const cells = body.rows[at].cells;
    for (const [place, text] of [[0, one.kept], [3, one.verdict], [4, one.games]]) cells[place].textContent = text || "";
  });
  const many = state.history.length;
  $("tried").textContent = many > 1 ? `${many} settings were tried. A verdict holds for one setting; confirm the one you choose on a fresh seed.` : "";
}

$("keep").addEventListener("click", () => {
  const row = state.history[state.history.length - 1];
  if (row && !row.kept) row.kept = String.fromCharCode(65 + state.kept++ % 26);
  drawHistory();
});
$("pause").addEventListener("click", () => {
  const action = $("pause").textContent === "pause" ? "pause" : state.paused ? "go" : "more";
  send("/control", { action });
});
$("more").addEventListener("click", () => send("/control", { action: "more" }));
$("confirm").addEventListener("click", () => { $("seed").value = 1 + Math.floor(Math.random() * 1e9); changed(true); });
for (const [id, text] of [["copy-command", () => state.table.command], ["copy-python", () => state.table.python], ["copy-link", () => location.href]])
  $(id).addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    $(id).textContent = "copied";
    setTimeout(() => { $(id).textContent = id.replace("copy-", "copy as "); }, 1200);
  });

// --- asking ---------------------------------------------------------------------------------------

function drawQuestions() {
  $("questions").replaceChildren(...state.game.questions.map((question) => {
    const button = element("button", undefined, { type: "button" });
    button.append(element("strong", question.name), ` ${question.line}`);
    button.addEventListener("click", async () => {
      $("answer").replaceChildren();
      $("asking").hidden = false;
      $("asking").scrollIntoView({ block: "nearest" });
      state.run = (await send("/ask", { ...request(), question: question.name })).run;
    });
    return button;
  }));
}
$("stop").addEventListener("click", () => send("/control", { action: "stop" }));
$("open-report").addEventListener("click", async () => {
  show($("tab-ask"));
  $("answer").replaceChildren();
  state.run = (await send("/report", request())).run;
});

// --- games ----------------------------------------------------------------------------------------

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

$("notable").addEventListener("click", (event) => {
  if (event.target.tagName !== "BUTTON") return;
  $("index").value = event.target.value;
  watch();
});

async function watch() {
  const told = { ...request(), index: Number($("index").value), printed: $("whose").value === "printed" };
  const found = await send("/replay", told);
  state.steps = found.steps;
  state.watched = told;
  $("watching").hidden = false;
  $("watched").textContent = `Game ${found.index}, ${found.steps.length - 1} moves`;
  $("replay-command").textContent = found.command;
  $("scrub").max = found.steps.length - 1;
  $("strip").replaceChildren();
  go(0);
  const winner = (found.steps[found.steps.length - 1].result || { winners: [] }).winners[0] || 1;
  const seat = Number($("eyes").value) || winner;
  drawStrip(await send("/chances", { ...told, seat }));
}

function drawStrip(chances) {
  const svg = $("strip"), wide = 900, last = Math.max(1, state.steps.length - 1);
  svg.setAttribute("viewBox", `0 0 ${wide} 90`);
  const points = chances.points.map(([move, chance]) => `${wide * move / last},${80 - 70 * chance}`);
  svg.replaceChildren(
    shape("line", { x1: 0, x2: wide, y1: 80, y2: 80, stroke: "var(--rule)" }),
    shape("polyline", { points: points.join(" "), fill: "none", stroke: "var(--a)", "stroke-width": 2 }),
    shape("line", { id: "cursor", x1: 0, x2: 0, y1: 0, y2: 90, stroke: "var(--b)" }));
  $("strip-words").textContent = chances.caption;
  go(state.at);
}

function go(at) {
  state.at = Math.min(Math.max(0, at), state.steps.length - 1);
  const step = state.steps[state.at], eyes = Number($("eyes").value);
  $("scrub").value = state.at;
  const seen = !eyes || eyes === step.seat;
  $("step-title").textContent = step.seat ? `Move ${step.number}: seat ${step.seat}, ${step.move}` : "The deal";
  list($("step-table"), step.table);
  $("values-words").textContent = "";
  $("step-hand").textContent = step.seat && seen && step.hand.length ? `Hand: ${step.hand.join(", ")}` : "";
  list($("step-events"), eyes ? [] : step.events);
  $("step-legal").replaceChildren(...(seen ? step.legal : []).map((move) => element("li", move, move === step.move ? { class: "made" } : {})));
  if (step.result) $("step-events").append(element("li", `Scores: ${step.result.scores.join(", ")}; won by seat ${step.result.winners.join(" and ") || "nobody"}.`));
  const cursor = $("cursor"), last = Math.max(1, state.steps.length - 1);
  if (cursor) for (const name of ["x1", "x2"]) cursor.setAttribute(name, 900 * state.at / last);
}
async function weigh() {
  const step = state.steps[state.at];
  if (!step.seat) return;
  const found = await send("/values", { ...state.watched, move: step.number });
  $("values-words").textContent = found.sentence;
  $("step-legal").replaceChildren(...found.moves.map((one) => element("li", `${one.move}: ${one.text}`, one.move === step.move ? { class: "made" } : {})));
}
$("weigh").addEventListener("click", weigh);
$("watch").addEventListener("click", watch);
$("scrub").addEventListener("input", () => go(Number($("scrub").value)));
$("back").addEventListener("click", () => go(state.at - 1));
$("on").addEventListener("click", () => go(state.at + 1));
addEventListener("keydown", (event) => {
  if ($("games").hidden || !state.steps.length || /INPUT|SELECT/.test(event.target.tagName)) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step && event.target.getAttribute("role") !== "tab") go(state.at + step);
});
$("eyes").addEventListener("change", () => state.steps.length && go(state.at));

// --- sitting down ---------------------------------------------------------------------------------

// One word with the server at a time: while its answer is on the way, nothing can be pressed twice.
async function act(path, body) {
  const table = $("playing");
  if (table.getAttribute("aria-busy") === "true") return;
  table.setAttribute("aria-busy", "true");
  const pressed = [...table.querySelectorAll("button:enabled")];
  for (const button of pressed) button.disabled = true;
  try {
    drawSitting(await send(path, body));
  } catch {
    for (const button of pressed) button.disabled = false; // the sentence is shown
  } finally {
    table.setAttribute("aria-busy", "false");
  }
}

function sit(more = {}) {
  const told = { ...request(), seat: Number($("seat").value), index: Number($("deal").value), ...more };
  if ($("others").value) told.policies = [$("others").value];
  return act("/sit", told);
}

function drawSitting(told) {
  $("playing").hidden = false;
  for (const button of $("playing").querySelectorAll("button")) button.disabled = false;
  $("playing").dataset.made = told.made; // moves of the person that are drawn
  $("hinted").textContent = "";
  $("turn").textContent = told.over ? told.end : `You are seat ${told.seat} of ${told.players}. It is your move.`;
  list($("hand"), told.hand);
  list($("on-table"), told.table);
  $("seen").tBodies[0].replaceChildren(...told.fields.map(([name, value]) => {
    const row = element("tr");
    row.append(element("th", name, { scope: "row" }), element("td", value, { class: "wrap" }));
    return row;
  }));
  list($("log"), [...told.log].reverse());
  $("moves").replaceChildren(...told.moves.map((name, place) => {
    const button = element("button", name, { type: "button", "data-place": place });
    button.addEventListener("click", () => act("/move", { place }));
    return button;
  }));
  $("undo").disabled = !told.made;
  $("review").replaceChildren();
  if (told.over) review();
  else if ($("show-chances").checked) hint(true);
}

async function review() {
  $("review").replaceChildren(element("p", "Looking at your moves …"));
  const found = await send("/review", {});
  $("review").replaceChildren(element("p", found.sentence), ...found.costly.map((one) => element("p", one.sentence)));
}

async function hint(quiet) {
  const found = await send("/hint", {});
  if (!quiet) $("hinted").textContent = found.sentence;
  for (const one of found.moves) {
    const button = document.querySelector(`#moves [data-place="${one.place}"]`);
    if (!button || button.querySelector(".worth")) continue;
    button.append(element("span", one.text, { class: "worth" }));
    button.classList.toggle("best", one.best);
  }
}
$("begin").addEventListener("click", () => sit());
$("undo").addEventListener("click", () => act("/undo", {}));
$("hint").addEventListener("click", () => hint(false));
$("save").addEventListener("click", async () => {
  localStorage.setItem("sitting", JSON.stringify({ ...(await send("/saved", {})), table: request() }));
  $("hinted").textContent = "Saved in this browser.";
});
$("load").addEventListener("click", async () => {
  const kept = JSON.parse(localStorage.getItem("sitting") || "null");
  if (!kept) return showError("No game is saved in this browser.");
  act("/sit", { ...kept.table, seat: kept.seat, index: kept.index, made: kept.made, after: kept.after });
});
$("play-on").addEventListener("click", () => {
  const step = state.steps[Math.max(1, state.at)];
  if (!step || !step.seat) return;
  $("deal").value = state.watched.index;
  $("seat").value = step.seat;
  show($("tab-sit"));
  sit({ after: step.number - 1 });
});

// --- the beginning --------------------------------------------------------------------------------

async function open() {
  const told = readHash();
  const known = [...$("game").options].map((one) => one.value);
  await choose(known.includes(told.game) ? told.game : known[0], told);
  writeHash(true);
  start();
}

(async () => {
  const { games } = await send("/games");
  options($("game"), games.map((game) => [game.name, game.title]), "");
  listen();
  await open();
})();
