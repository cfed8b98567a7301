// The page: a board to set up, and the answer of the engine, which works in a worker.
import { argument, isOfLastMoves, tree } from "./argument.js";
import { diagram, initial, men, names, pgn, read, squareName, write } from "./position.js";
import { tabs } from "./tabs.js";

const $ = (id) => document.getElementById(id);
const glyph = { k: "\u265A", q: "\u265B", r: "\u265C", b: "\u265D", n: "\u265E", p: "\u265F" };
const asText = "\uFE0E"; // after a glyph: draw it as a letter, not as a picture

let position = read(initial);
let manToPut = "P";  // the man that a click puts on the board; "" removes
let shown = null;    // a position of the game instead of the one set up
let answer = null;
let ply = 0;
let latest = 0;      // id of the latest question about the position
let judging = false; // the worker judges the position

// The worker. It is terminated to stop a judgement.
let worker = null;
let lastId = 0; // of the questions to the worker
const waiting = new Map(); // callbacks of unanswered questions by their ids

// engine returns the worker, which it starts if there is none.
function engine() {
  if (worker) return worker;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.failed) question?.reject(new Error(data.failed));
    else question?.resolve(data.answer);
  };
  worker.onerror = () => stopWorker(new Error("the engine could not be started"));
  return worker;
}

function stopWorker(why) {
  worker?.terminate();
  worker = null;
  for (const question of waiting.values()) question.reject(why);
  waiting.clear();
}

// ask calls a function of judge.mjs in the worker.
function ask(what, ...args) {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    engine().postMessage({ id, what, args });
  });
}

// The board.
const squares = [];
for (let r = 0; r < 8; r++) {
  const row = document.createElement("div");
  row.setAttribute("role", "row");
  for (let f = 0; f < 8; f++) {
    const i = 8 * r + f;
    const b = document.createElement("button");
    b.type = "button";
    b.setAttribute("role", "gridcell");
    b.className = (r + f) % 2 ? "dark" : "";
    b.tabIndex = i === 0 ? 0 : -1;
    b.addEventListener("keydown", (e) => key(e, i));
    squares.push(b);
    row.append(b);
  }
  $("board").append(row);
}
const overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg"); // the drawing over the board
overlay.setAttribute("viewBox", "0 0 8 8");
overlay.setAttribute("aria-hidden", "true");
$("board").append(overlay);

function draw() {
  const letters = shown ?? position.squares;
  const marked = shown ? [] : (answer?.squares ?? []);
  squares.forEach((b, i) => {
    const c = letters[i];
    b.textContent = c ? glyph[c.toLowerCase()] + asText : "";
    b.classList.toggle("white", c !== "" && c < "a");
    b.classList.toggle("black", c >= "a");
    b.classList.toggle("marked", marked.includes(squareName(i)));
    b.setAttribute("aria-label", `${squareName(i)}, ${c ? names[c] : "empty"}`);
  });
  $("legend").textContent = argument(overlay, letters, shown ? null : answer, answer?.moves);
}

let from = -1;       // square on which the mouse button was pressed, -1 for none
const squareAt = (e) => squares.indexOf(document.elementFromPoint(e.clientX, e.clientY));
$("board").addEventListener("pointerdown", (e) => { from = squareAt(e); });
$("board").addEventListener("pointerup", (e) => {
  const to = squareAt(e);
  if (from < 0 || to < 0) return;
  backToSetup();
  if (to === from) put(to, position.squares[to] === manToPut ? "" : manToPut);
  else if (position.squares[from]) {
    position.squares[to] = position.squares[from];
    position.squares[from] = "";
    changed();
  }
  from = -1;
});
document.addEventListener("pointerup", (e) => {
  if (from >= 0 && !e.target.closest("#board") && position.squares[from]) { // pulled off the board
    backToSetup();
    put(from, "");
  }
  from = -1;
});

function put(i, man) {
  position.squares[i] = man;
  changed();
}

function key(e, i) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[e.key];
  if (step) {
    const to = i + step;
    if (to < 0 || to > 63 || (Math.abs(step) === 1 && Math.floor(to / 8) !== Math.floor(i / 8))) return;
    squares[i].tabIndex = -1;
    squares[to].tabIndex = 0;
    squares[to].focus();
  } else if (men.includes(e.key) && e.key.length === 1) { backToSetup(); put(i, e.key); }
  else if (e.key === "Delete" || e.key === "Backspace") { backToSetup(); put(i, ""); }
  else if (e.key === " " || e.key === "Enter") { backToSetup(); put(i, position.squares[i] === manToPut ? "" : manToPut); }
  else return;
  e.preventDefault();
}

for (const m of "KQRBNP kqrbnp-") {
  if (m === " ") continue;
  const b = document.createElement("button");
  b.type = "button";
  const man = m === "-" ? "" : m;
  b.textContent = man ? glyph[m.toLowerCase()] + asText : "\u2715";
  b.className = man === "" ? "" : man < "a" ? "white" : "black";
  b.setAttribute("aria-label", man ? names[man] : "remove men");
  b.setAttribute("aria-pressed", String(man === manToPut));
  b.addEventListener("click", () => {
    manToPut = man;
    for (const other of $("palette").children) other.setAttribute("aria-pressed", String(other === b));
  });
  $("palette").append(b);
}

// The controls beside the board.
function fillEP() {
  const row = position.turn === "w" ? 6 : 3;
  const options = ["-", ..."abcdefgh".split("").map((f) => f + row)];
  $("ep").replaceChildren(...options.map((o) => new Option(o === "-" ? "none" : o, o)));
  if (!options.includes(position.ep)) position.ep = "-";
  $("ep").value = position.ep;
}

function fill() {
  $("turn").value = position.turn;
  for (const r of "KQkq") $(r).checked = position.castling.includes(r);
  fillEP();
  draw();
}

$("turn").addEventListener("change", () => { position.turn = $("turn").value; position.ep = "-"; changed(); });
$("ep").addEventListener("change", () => { position.ep = $("ep").value; changed(); });
for (const r of "KQkq") $(r).addEventListener("change", () => { position.castling = [..."KQkq"].filter((x) => $(x).checked).join(""); changed(); });
$("start").addEventListener("click", () => set(initial));
$("clear").addEventListener("click", () => { position.squares.fill(""); position.castling = ""; position.ep = "-"; changed(); });
$("text").addEventListener("input", () => judge($("text").value, {}));

function set(fen) {
  position = read(fen) ?? position;
  changed();
}

function backToSetup() {
  shown = null;
}

// changed shows the changed position and asks about it.
function changed() {
  answer = null;
  shown = null;
  fill();
  $("text").value = write(position);
  judge($("text").value, {});
}

let timer = 0;
// judge asks about a text after a short delay, so that typing asks once, and stops an earlier judgement.
function judge(text, options) {
  latest++;
  clearTimeout(timer);
  if (judging) stopWorker(new Error("stopped"));
  timer = setTimeout(() => question(text, options, latest), options.effort ? 0 : 120);
}

// question asks about a text and shows the answer. id is its number: a newer question makes the answer outdated.
async function question(text, options, id) {
  answer = null;
  say("", options.effort ? "Thinking longer." : "Thinking.", "");
  for (const name of ["longer", "certificate", "player"]) $(name).hidden = true;
  tab.cleared();
  $("notes").textContent = $("change").textContent = $("legend").textContent = "";
  $("tree").hidden = true;
  $("stop").hidden = false;
  judging = true;
  const began = performance.now();
  const clock = setInterval(() => { $("why").textContent = `${Math.round((performance.now() - began) / 1000)} s`; }, 1000);
  try {
    const a = await ask("judge", text, options);
    if (id === latest) {
      await show(a, id);
      if (id === latest) tab.judged();
    }
  } catch (e) {
    if (id !== latest) return;
    if (answer?.certificate) { // what is proven stays, when the search for a change is stopped
      $("change").textContent = "The search for a change was stopped.";
      return;
    }
    say("unknown", e.message === "stopped" ? "Stopped: not decided." : "No answer.", e.message === "stopped" ? "" : `The engine does not work here: ${e.message}.`);
    $("longer").hidden = false;
  } finally {
    clearInterval(clock);
    if (id === latest) { judging = false; $("stop").hidden = true; }
  }
}

function say(kind, verdict, why) {
  $("verdict").className = kind;
  $("verdict").textContent = verdict;
  $("why").textContent = why;
}

// sentence is the text of an answer without the name of the part of the engine.
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/ \(stage \w+\)/, "") + ".";

// show displays an answer, has its certificate checked, and searches for a legal position nearby.
async function show(a, id) {
  answer = a;
  if (a.fen) {
    const p = read(a.fen);
    if (p) position = p;
    history.replaceState(null, "", "#" + a.fen.replaceAll(" ", "_"));
  }
  shown = null;
  fill();
  $("notes").textContent = (a.notes ?? []).map((n) => `Note: ${n}.`).join(" ");
  if (a.failed) throw new Error(a.error);
  if (a.error && !a.fen) return say("unknown", "This is no position.", a.error);
  if (a.verdict === "unknown") {
    say("unknown", "Not decided.", `${sentence(a.text)} Theorems, proof kernels, last moves and a game were tried.`);
    $("longer").hidden = false;
    return;
  }
  a.game ??= []; // of the initial position
  say(a.verdict, a.verdict === "legal" ? "Legal." : "Illegal.", sentence(a.text));
  if (a.verdict === "legal") play(a);
  if (!a.certificate) return;
  $("certificate").hidden = false;
  const checked = await ask("check", a.certificate);
  if (id !== latest) return;
  $("why").textContent += checked.confirmed ? "\nConfirmed by an independent checker." : `\nThe independent checker does not confirm it within its limit: ${checked.error}`;
  if (a.verdict === "illegal") {
    if (isOfLastMoves(a.rule)) await listLastMoves(a, id);
    if (id === latest) await nearest(id);
  }
}

// listLastMoves lists the last moves of a position, all of which are refuted, and draws them.
async function listLastMoves(a, id) {
  $("tree").replaceChildren();
  $("tree").hidden = false;
  a.moves = await tree($("tree"), a.fen, ask, () => id === latest);
  if (id === latest) draw();
}

// nearest tries small changes and shows the first that makes the position legal.
async function nearest(id) {
  const tries = [];
  const here = structuredClone(position);
  const add = (what, change) => { const p = structuredClone(here); change(p); tries.push([what, write(p)]); };
  if (here.ep !== "-") add("without the en passant square", (p) => { p.ep = "-"; });
  if (here.castling) add("without castling rights", (p) => { p.castling = ""; });
  add(here.turn === "w" ? "with Black to move" : "with White to move", (p) => { p.turn = p.turn === "w" ? "b" : "w"; p.ep = "-"; });
  const marked = answer.squares ?? []; // the men of the argument are tried first
  const order = here.squares.map((_, i) => i).sort((a, b) => marked.includes(squareName(b)) - marked.includes(squareName(a)));
  for (const i of order) {
    const c = here.squares[i];
    if (c && c.toLowerCase() !== "k") add(`without the ${names[c]} on ${squareName(i)}`, (p) => { p.squares[i] = ""; p.ep = "-"; });
  }
  for (const [what, fen] of tries) {
    const a = await ask("judge", fen, { quick: true });
    if (id !== latest) return;
    if (a.verdict === "legal") {
      $("change").textContent = `A change that makes it legal: ${what}.`;
      return;
    }
  }
  $("change").textContent = "No change of one man, the side to move, or the rights was found that makes it legal.";
}

$("stop").addEventListener("click", () => stopWorker(new Error("stopped")));
$("longer").addEventListener("click", () => judge($("text").value, { effort: "exhaustive", passes: 3 }));

// The game.
function play(a) {
  $("player").hidden = false;
  $("moves").replaceChildren(...a.game.map((move, i) => {
    const s = document.createElement("span");
    s.textContent = (i % 2 === 0 ? `${i / 2 + 1}. ` : "") + move + " ";
    s.addEventListener("click", () => go(i + 1));
    return s;
  }));
  ply = a.game.length;
  updateMoves();
}

function go(n) {
  ply = Math.max(0, Math.min(answer.game.length, n));
  shown = ply === answer.game.length ? null : diagram(answer.boards[ply]);
  draw();
  updateMoves();
}

// updateMoves shows the number of plies and marks the present move.
function updateMoves() {
  $("ply").textContent = `${ply} of ${answer.game.length} plies`;
  [...$("moves").children].forEach((s, i) => {
    const now = i + 1 === ply;
    s.classList.toggle("now", now);
    if (now) s.setAttribute("aria-current", "step");
    else s.removeAttribute("aria-current");
  });
  $("moves").children[ply - 1]?.scrollIntoView({ block: "nearest" });
}

$("moves").addEventListener("keydown", (e) => {
  const to = { ArrowLeft: ply - 1, ArrowUp: ply - 1, ArrowRight: ply + 1, ArrowDown: ply + 1, Home: 0, End: Infinity }[e.key];
  if (to === undefined) return;
  go(to);
  e.preventDefault();
});
$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(ply - 1));
$("next").addEventListener("click", () => go(ply + 1));
$("last").addEventListener("click", () => go(Infinity));
$("pgn").addEventListener("click", () => copy(pgn(answer.game, answer.fen), $("pgn")));
$("link").addEventListener("click", () => copy(location.href, $("link")));

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

$("certificate").addEventListener("click", () => {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([answer.certificate + "\n"], { type: "application/json" }));
  a.download = "certificate.jsonl";
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
});

// The functions that the tabs beside the answer use: they ask the same worker, and put positions on the board.
const tab = tabs({
  ask,
  set,
  text: () => $("text").value,
  // interrupt stops the present judgement.
  interrupt() {
    latest++;
    clearTimeout(timer);
    if (waiting.size > 0) stopWorker(new Error("stopped"));
    judging = false;
    $("stop").hidden = true;
  },
  // pose puts a position on the board without asking about it.
  pose(fen) {
    position = read(fen) ?? position;
    answer = shown = null;
    fill();
    $("text").value = "";
  },
  mark(squares) {
    answer = { squares };
    draw();
  },
});

// The beginning: the position of the link, or the initial one.
const fromLink = () => {
  let text = location.hash.slice(1);
  try { text = decodeURIComponent(text); } catch { /* as it is */ }
  if (!text) return changed();
  $("text").value = text.replaceAll("_", " ");
  fill();
  judge($("text").value, {});
};
window.addEventListener("hashchange", () => { if (location.hash.slice(1) !== write(position).replaceAll(" ", "_")) fromLink(); });
fromLink();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {}); // offline use alone depends on it
