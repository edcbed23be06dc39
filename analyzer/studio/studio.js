"use strict";
// The page of the studio: what is asked for, and what flows in. Numbers and sentences come from the
// server; the page computes none and words none.
const $ = (id) => document.getElementById(id);
const state = {
  game: null, rules: {}, seating: {}, kept: {}, beside: false, // what is asked for
  run: "", asked: "", starting: false, again: false, asking: false, last: null, // what is played
  table: null, playing: "", word: "",
};

async function send(path, body, quiet) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  let answer, told;
  try {
    answer = await fetch(path, options);
    told = await answer.json();
  } catch (error) {
    throw new Refused(String(error)); // the stream says that the server is gone
  }
  if (!answer.ok) {
    if (!quiet) showError(told.error);
    throw new Refused(told.error);
  }
  if (!quiet) showError("");
  return told;
}

class Refused extends Error {}

function showError(text) {
  $("error").hidden = !text;
  $("error").textContent = text || "";
}

// A press whose request was refused has shown its sentence; anything else is our fault.
function press(target, work, kind = "click") {
  const button = typeof target === "string" ? $(target) : target;
  button.addEventListener(kind, async (event) => {
    try {
      await work(event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  });
  return button;
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

// What lies open, in lines; some are drawn with letters, whose places count, and so do those of the
// line above, unless it is a sentence.
function drawOpen(target, lines) {
  list(target, lines);
  const wide = lines.map((line) => line.includes("  "));
  for (const [at, line] of [...target.children].entries())
    line.classList.toggle("drawn", wide[at] || (wide[at + 1] === true && !lines[at].endsWith(".")));
}

// --- the table that is asked for, in the address of the page --------------------------------------

function request() {
  const told = { game: state.game.name, players: Number($("players").value), rules: { ...state.rules } };
  told.seed = Number($("seed").value);
  const policies = $("policy").value ? [$("policy").value] : [];
  for (const [seat, name] of Object.entries(state.seating))
    if (Number(seat) <= told.players) policies.push(`${seat}=${name}`);
  if (policies.length) told.policies = policies;
  if ($("tolerance").value !== "1") told.tolerance = Number($("tolerance").value);
  if (state.beside && Object.keys(state.kept).length) told.beside = { ...state.kept };
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

// The first step of a slider is played at once; those that follow it closely wait for the last.
let timer = 0, moved = 0;
function changed(now) {
  const at = performance.now(), calm = at - moved > 300;
  moved = at;
  clearTimeout(timer);
  if (now || calm) start();
  else timer = setTimeout(start, 60);
}

// One start at a time; of those that come meanwhile, the last one counts.
async function start(more = {}) {
  if (state.starting) {
    state.again = true;
    return;
  }
  state.starting = true;
  writeHash(false);
  markRules();
  try {
    const told = await send("/run", { ...request(), ...more });
    state.run = told.run;
    drawHistory(told.history);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  } finally {
    state.starting = false;
  }
  if (state.again) {
    state.again = false;
    start();
  } else if (state.last) take(state.last);
}

// --- choosing -------------------------------------------------------------------------------------

let choosing = 0;
async function choose(name, told = {}) {
  const mine = ++choosing;
  const game = await send("/game?name=" + encodeURIComponent(name));
  if (mine !== choosing) return false; // another game was chosen meanwhile
  state.game = game;
  options($("players"), game.players.map((n) => [n, n]), told.players || game.usual);
  takePrinted();
  state.rules = {};
  for (const rule of game.rules)
    if (told.rules && rule.name in told.rules) state.rules[rule.name] = told.rules[rule.name];
  dropPrinted();
  state.kept = { ...told.beside };
  state.beside = Object.keys(state.kept).length > 0;
  $("beside").checked = state.beside;
  $("game").value = name;
  const policies = game.policies.map(([policy]) => [policy, policy]);
  const words = told.policies || [];
  options($("policy"), [["", "the usual"], ...policies], words.find((one) => !/^\d+=/.test(one)) || "");
  state.seating = Object.fromEntries(words.filter((one) => /^\d+=/.test(one)).map((one) => one.split(/=(.*)/)));
  options($("others"), [["", "the usual"], ...policies], "");
  drawOthers();
  $("seed").value = told.seed === undefined ? 1 : told.seed;
  $("tolerance").value = told.tolerance || 1;
  $("reload").hidden = !game.is_file;
  document.title = `${game.title} · studio`;
  drawControls();
  drawQuestions();
  drawSeatChoices();
  drawVariants();
  clearWatching();
  return true;
}

// What is printed may hang on the number of players.
function takePrinted() {
  for (const rule of state.game.rules) rule.printed = rule.printed_for[$("players").value];
}

function dropPrinted() {
  for (const rule of state.game.rules) if (state.rules[rule.name] === rule.printed) delete state.rules[rule.name];
}

function drawSeatChoices() {
  const seats = Array.from({ length: Number($("players").value) }, (_, i) => [i + 1, i + 1]);
  options($("seat"), seats, 1);
  options($("eyes"), [[0, "all hands"], ...seats.map(([n]) => [n, `seat ${n}`])], 0);
  const policies = state.game.policies.map(([policy]) => [policy, policy]);
  $("seated").replaceChildren(...seats.map(([n]) => {
    const label = element("label", `seat ${n} `, { class: "rule" });
    const select = element("select", undefined, { "data-seat": n });
    options(select, [["", "like all"], ...policies], state.seating[n] || "");
    select.addEventListener("change", () => {
      if (select.value) state.seating[n] = select.value;
      else delete state.seating[n];
      changed(true);
    });
    label.append(select);
    return label;
  }));
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
    input.addEventListener("change", () => setRule(rule, rule.choices[Number(input.checked)][0]));
  } else {
    input = element("select", undefined, { id });
    options(input, rule.choices.map(([, text], at) => [at, text]), 0);
    input.addEventListener("change", () => setRule(rule, rule.choices[input.value][0]));
  }
  input.setAttribute("aria-describedby", id + "-what");
  const what = element("p", `${rule.sentence} `, { id: id + "-what" });
  if (rule.range) what.append(element("span", rule.range, { class: "range" }));
  if (rule.kind === "switch") top.append(input);
  else box.append(input);
  box.prepend(top);
  if (rule.choices) box.append(top.querySelector("output")); // phrases need a line of their own
  box.append(what);
  return box;
}

function markRules() {
  for (const rule of state.game.rules) {
    const box = document.querySelector(`[data-rule="${rule.name}"]`);
    const value = valueOf(rule);
    const differs = rule.name in state.rules;
    box.classList.toggle("changed", differs);
    const said = (one) => rule.choices ? rule.choices.find(([v]) => v === one)[1] : one;
    const told = [rule.kind === "switch" ? said(value) : "", differs ? `printed: ${said(rule.printed)}` : ""];
    box.querySelector("output").textContent = told.filter(Boolean).join(" · ");
    const input = box.querySelector("input[type=range], input[type=checkbox], select");
    const exact = box.querySelector("input[type=number]");
    if (exact && document.activeElement !== exact) exact.value = value;
    if (rule.kind === "switch") input.checked = value === rule.choices[1][0];
    else if (rule.kind === "choice") input.value = rule.choices.findIndex(([v]) => v === value);
    else if (document.activeElement !== input) input.value = value;
  }
  const many = Object.keys(state.rules).length;
  $("count").textContent = many ? `${many} changed` : "";
  $("reset").disabled = !many;
}

$("find").addEventListener("input", () => {
  const wanted = $("find").value.trim().toLowerCase();
  for (const box of document.querySelectorAll("[data-rule]"))
    box.hidden = !box.textContent.toLowerCase().includes(wanted);
  for (const [place, group] of document.querySelectorAll("#controls details").entries()) {
    group.open = wanted ? true : place === 0;
    group.hidden = !group.querySelector(".rule:not([hidden])");
  }
});
press("reset", () => { state.rules = {}; markRules(); changed(true); });
press("game", async () => { if (await choose($("game").value)) changed(true); }, "change");
for (const id of ["players", "policy", "seed", "tolerance"])
  press(id, () => {
    if (id === "players") {
      takePrinted();
      dropPrinted();
      drawSeatChoices();
    }
    changed(true);
  }, "change");
press("reload", async () => {
  const told = request();
  await send("/reload", { name: state.game.name });
  if (await choose(state.game.name, told)) changed(true);
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
  if (tab.id === "tab-table" && state.table) drawTable(state.table, state.playing);
  if (tab.id === "tab-games") redrawStrip();
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
  source.onopen = () => {
    if (!$("lost").hidden) start(); // a server that was gone has forgotten our table
    $("lost").hidden = true;
  };
  source.onerror = () => {
    $("lost").hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
  source.onmessage = (event) => {
    state.last = JSON.parse(event.data);
    // The first numbers are drawn at once; of the next ones, what the screen can show.
    if (state.last.run !== state.drawnRun) drawLast();
    else if (!state.waits) state.waits = requestAnimationFrame(drawLast);
  };
}

function drawLast() {
  state.waits = 0;
  if (state.starting || state.asking) return; // whose it is will be known with the answer
  state.drawnRun = state.last.run;
  take(state.last);
}

// Runs are counted. What comes of an older one than ours was on its way when ours began.
function isOlder(run) {
  const [name, count] = run.split("-"), [mine, ours] = state.run.split("-");
  return name === mine && Number(count) < Number(ours);
}

function take(told) {
  const ours = told.run === state.run || told.run === state.asked;
  if (!ours && isOlder(told.run)) return;
  $("elsewhere").hidden = ours || !told.run;
  if (!ours) return;
  if (told.state === "failed") showError(told.error);
  if (told.table) {
    drawTable(told.table, told.state);
    lookBack(told.state);
  } else setPlaying("waits");
  $("asking").hidden = $("stop").hidden = $("asked").hidden = told.state !== "asking";
  if (told.progress !== undefined) $("asking").value = told.progress;
  if (told.run === state.asked) drawAnswer(told);
}

function setPlaying(playing) {
  state.playing = playing;
  $("pause").textContent = playing === "playing" ? "pause" : "go on";
}

press("here", () => start());
press("pause", () => send("/control", { action: { playing: "pause", done: "more" }[state.playing] || "go" }));
press("more", () => send("/control", { action: "more" }));
press("confirm", () => {
  $("seed").value = 1 + Math.floor(Math.random() * 1e9);
  return start({ confirms: state.current });
});
for (const [id, text] of [["copy-command", () => state.table.command], ["copy-python", () => state.table.python], ["copy-link", () => location.href]])
  press(id, async () => {
    if (!state.table) return;
    await navigator.clipboard.writeText(text());
    $(id).textContent = "copied";
    setTimeout(() => { $(id).textContent = id.replace("copy-", "copy as ").replace("python", "Python"); }, 1200);
  });

// --- asking ---------------------------------------------------------------------------------------

async function ask(what, path, more = {}) {
  $("asked").textContent = what;
  $("answer").replaceChildren();
  state.asking = true;
  try {
    state.asked = (await send(path, { ...request(), beside: {}, ...more })).run;
  } finally {
    state.asking = false;
    if (state.last) take(state.last);
  }
}

function drawQuestions() {
  $("questions").replaceChildren(...state.game.questions.map((question) => {
    const button = element("button", undefined, { type: "button" });
    button.append(element("strong", question.name), ` ${question.line}`);
    return press(button, async () => {
      $("asking").hidden = $("asked").hidden = false;
      $("asking").value = 0;
      $("asking").scrollIntoView({ block: "nearest" });
      await ask(question.name, "/ask", { question: question.name });
    });
  }));
}

function drawAnswer(told) {
  if (told.answer) {
    $("answer").innerHTML = told.answer;
    for (const tip of document.querySelectorAll("body > .tip")) tip.remove();
    import(`/page.js?${told.number}`); // the script of our pages, for what is new here
  }
  if (told.report) {
    const link = element("a", told.report, { href: "/made", target: "_blank", rel: "noopener" });
    const line = element("p");
    line.append("The report is made: ", link);
    $("answer").replaceChildren(line);
  }
}
press("stop", () => send("/control", { action: "stop" }));
press("open-report", async () => {
  show($("tab-ask"));
  await ask("report", "/report");
});

// --- the beginning --------------------------------------------------------------------------------

async function open() {
  const told = readHash();
  const known = [...$("game").options].map((one) => one.value);
  try {
    if (!await choose(known.includes(told.game) ? told.game : known[0], told)) return;
  } catch (error) {
    if (error instanceof Refused) return; // the sentence is shown
    throw error;
  }
  writeHash(true);
  start();
}

addEventListener("DOMContentLoaded", async () => {
  const { games } = await send("/games");
  options($("game"), games.map((game) => [game.name, game.title]), "");
  listen();
  await open();
});
