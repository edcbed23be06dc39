"use strict";
// What was tried, and the variants that were kept.

let looking = 0;
async function lookBack(playing) {
  const now = performance.now();
  if (playing === "playing" && now - looking < 1000) return;
  looking = now;
  try {
    drawHistory(await send("/history", undefined, true));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

function historyRow(one) {
  const row = element("tr");
  const back = element("button", one.title, { type: "button" });
  back.addEventListener("click", () => { location.hash = "#" + encodeURIComponent(JSON.stringify(one.told)); });
  const first = element("td");
  first.append(back);
  first.className = "wrap";
  const what = element("td", [one.change, one.confirms].filter(Boolean).join("; "), { class: "wrap" });
  row.append(element("td", one.number), first, what, element("td"), element("td"));
  return row;
}

// Rows stay the same elements while the table plays on: a press must not lose its button.
function drawHistory(told) {
  const body = $("history").tBodies[0];
  const there = new Map([...body.rows].map((row) => [row.dataset.number, row]));
  for (const one of told.rows) {
    const number = String(one.number);
    const row = there.get(number) || historyRow(one);
    if (!there.delete(number)) {
      row.dataset.number = number;
      body.append(row);
    }
    row.classList.toggle("current", one.current);
    row.cells[3].textContent = one.word;
    row.cells[3].className = one.tone;
    row.cells[4].textContent = one.games;
    if (one.current) state.current = one.number;
  }
  for (const row of there.values()) row.remove();
  const said = told.sentences.join("\n");
  if ($("tried").dataset.said === said) return;
  $("tried").dataset.said = said;
  $("tried").replaceChildren(...told.sentences.map((text) => element("p", text)));
}

// --- variants -------------------------------------------------------------------------------------

const LETTERS = "ABCD";

function drawVariants() {
  const kept = Object.entries(state.kept);
  $("kept").hidden = !kept.length;
  $("variants").replaceChildren(...kept.map(([letter, rules]) => {
    const line = element("li");
    const back = element("button", `${letter}: as printed`, { type: "button" });
    if (Object.keys(rules).length)
      send("/words", { game: state.game.name, rules }, true).then(({ words }) => { back.textContent = `${letter}: ${words}`; }, () => undefined);
    back.addEventListener("click", () => { state.rules = { ...rules }; changed(true); });
    const away = element("button", "forget", { type: "button", "aria-label": `forget variant ${letter}` });
    away.addEventListener("click", () => {
      delete state.kept[letter];
      drawVariants();
      if (state.beside) changed(true);
    });
    line.append(back, " ", away);
    return line;
  }));
  $("keep").disabled = kept.length >= LETTERS.length;
}

press("keep", () => {
  const letter = [...LETTERS].find((one) => !(one in state.kept));
  if (!letter) return;
  state.kept[letter] = { ...state.rules };
  drawVariants();
  if (state.beside) changed(true);
});
press("beside", () => { state.beside = $("beside").checked; changed(true); }, "change");
