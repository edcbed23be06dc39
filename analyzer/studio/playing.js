"use strict";
// Sitting down: the page shows what the server says that the seat may see.
const sitting = { name: "", told: null };

function drawOthers() {
  const found = state.game.policies.find(([policy]) => policy === $("others").value);
  $("others-words").textContent = found ? found[1] : "";
}
press("others", drawOthers, "change");

// One word with the server at a time: while its answer is on the way, nothing can be pressed twice.
async function act(path, body) {
  const table = $("playing");
  if (table.getAttribute("aria-busy") === "true") return;
  table.setAttribute("aria-busy", "true");
  const pressed = [...table.querySelectorAll("button:enabled")];
  for (const button of pressed) button.disabled = true;
  try {
    drawSitting(await send(path, body));
  } catch (error) {
    for (const button of pressed) button.disabled = false;
    if (!(error instanceof Refused)) throw error; // otherwise the sentence is shown
  } finally {
    table.setAttribute("aria-busy", "false");
  }
}

const here = (more = {}) => ({ sitting: sitting.name, ...more });

function sit(told) {
  sitting.told = told;
  return act("/sit", told);
}

function drawSitting(told) {
  const keyboard = $("moves").contains(document.activeElement) || $("hand").contains(document.activeElement);
  if (told.sitting) sitting.name = told.sitting;
  $("playing").hidden = false;
  for (const button of $("playing").querySelectorAll("button")) button.disabled = false;
  $("playing").dataset.made = told.made; // moves of the person that are drawn
  $("hinted").textContent = "";
  $("exported").hidden = true;
  $("turn").textContent = told.turn;
  $("moves").replaceChildren(...told.moves.map((name, place) => {
    const button = element("button", name, { type: "button", "data-place": place });
    return press(button, () => act("/move", here({ place })));
  }));
  $("hand").replaceChildren(...told.hand.map(handCard));
  $("no-hand").hidden = told.hand.length > 0;
  list($("refused"), told.refused);
  drawOpen($("on-table"), told.table);
  drawSeen(told);
  list($("log"), [...told.log].reverse());
  $("log").start = told.moves_made; // the list is told as far as it is of use
  $("undo").disabled = !told.made;
  $("hint").disabled = told.over;
  $("review").replaceChildren();
  if (keyboard || [document.body, $("begin")].includes(document.activeElement)) {
    const first = $("moves").querySelector("button");
    if (first) first.focus({ preventScroll: true });
  }
  if (told.over) review();
  else if ($("show-chances").checked) hint(true);
}

// A card that is itself a legal move can be pressed.
function handCard([card, place, refused]) {
  const line = element("li", place === null ? card : undefined, refused ? { class: "off", title: refused } : {});
  if (place === null) return line;
  const button = element("button", card, { type: "button", tabindex: -1 });
  line.append(press(button, () => act("/move", here({ place }))));
  return line;
}

function drawSeen(told) {
  const head = element("tr");
  const seats = Array.from({ length: told.players }, (_, at) => at + 1);
  head.append(element("td"), ...seats.map((seat) => element("th", seat === told.seat ? `seat ${seat}, you` : `seat ${seat}`, { scope: "col" })));
  $("by-seat").hidden = !told.by_seat.length;
  $("by-seat").tHead.replaceChildren(head);
  $("by-seat").tBodies[0].replaceChildren(...told.by_seat.map(([name, values]) => {
    const row = element("tr");
    row.append(element("th", name, { scope: "row" }), ...values.map((value) => element("td", value)));
    return row;
  }));
  $("seen").tBodies[0].replaceChildren(...told.fields.map(([name, kind, value]) => {
    const row = element("tr"), place = element("td", kind === "cards" ? undefined : value, { class: kind === "grid" ? "drawn" : "wrap" });
    if (kind === "cards") {
      const pile = element("ul", undefined, { class: "hand small" });
      list(pile, value);
      place.append(pile);
    }
    row.append(element("th", name, { scope: "row" }), place);
    return row;
  }));
}

async function review() {
  const whose = sitting.name;
  $("review").replaceChildren(element("p", "Looking at your moves …", { class: "muted" }));
  let found;
  try {
    found = await send("/review", here(), true);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (whose === sitting.name && !$("moves").firstChild) $("review").replaceChildren(element("p", error.message, { class: "muted" }));
    return;
  }
  if (whose !== sitting.name || !$("moves").matches(":empty")) return;
  $("review").replaceChildren(...found.sentences.map((text) => element("p", text)), ...found.costly.map((one) => {
    const line = element("p", `${one.sentence} `);
    const again = element("button", "play it again from there", { type: "button" });
    line.append(press(again, () => sit({ ...sitting.told, made: one.made })));
    return line;
  }));
}

async function hint(quiet) {
  const found = await send("/hint", here());
  if (!quiet) $("hinted").textContent = [found.sentence, found.why].filter(Boolean).join(" ");
  for (const one of found.moves) {
    const button = document.querySelector(`#moves [data-place="${one.place}"]`);
    if (!button || button.firstChild.textContent !== one.move || button.querySelector(".worth")) continue;
    button.append(element("span", one.text, { class: "worth" }));
    button.classList.toggle("best", one.best);
  }
}

press("begin", () => {
  const told = { ...request(), beside: {}, seat: Number($("seat").value), index: Number($("deal").value) };
  if ($("others").value) told.policies = [$("others").value];
  return sit(told);
});
press("undo", () => act("/undo", here()));
press("hint", () => hint(false));
press("show-chances", () => {
  if ($("show-chances").checked) return $("moves").firstChild ? hint(true) : undefined;
  for (const worth of document.querySelectorAll("#moves .worth")) worth.remove();
  for (const best of document.querySelectorAll("#moves .best")) best.classList.remove("best");
  return undefined;
}, "change");
press("save", async () => {
  localStorage.setItem("sitting", JSON.stringify({ ...sitting.told, ...(await send("/saved", here())) }));
  $("hinted").textContent = "Saved in this browser.";
});
function keptGame() {
  try {
    return JSON.parse(localStorage.getItem("sitting"));
  } catch {
    return null; // somebody else wrote there
  }
}

press("load", async () => {
  const kept = keptGame();
  if (!kept) return showError("No game is saved in this browser.");
  const variants = kept.game === state.game.name ? state.kept : {};
  if (!await choose(kept.game, kept)) return undefined;
  state.kept = variants;
  drawVariants();
  changed(true); // the table is that of the game
  $("seat").value = kept.seat;
  $("deal").value = kept.index;
  $("others").value = (kept.policies || []).find((one) => !/^\d+=/.test(one)) || "";
  drawOthers();
  return sit(kept);
});
press("export", async () => {
  const found = await send("/saved", here({ position: true }));
  $("exported").hidden = false;
  $("position").textContent = found.position;
  $("advise-command").textContent = found.advise;
  $("deal-command").textContent = found.command;
});
