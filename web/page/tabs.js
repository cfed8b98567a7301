// The tabs beside the answer: last moves, a random position, how many there are, and a game of guessing.

import { item } from "./argument.js";

const $ = (id) => document.getElementById(id);
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** tabs connects the tabs with the engine. board has the functions of the page that they use: ask, set, text, interrupt, pose, mark. */
export function tabs(board) {
  const all = [...$("tabs").children];
  let run = 0; // number of the present activity; an activity with another number is outdated

  // open shows a tab.
  function open(t) {
    for (const other of all) {
      const here = other === t;
      other.setAttribute("aria-selected", String(here));
      other.tabIndex = here ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !here;
    }
    leave();
    if (t.id === "tab-before") listLastMoves();
  }

  // leave ends the activity of a tab.
  function leave() {
    run++;
    if (busy) board.interrupt();
    busy = false;
    $("go").textContent = "Start";
  }
  let busy = false;

  // work asks the engine for a tab; its answer is null if the tab was left meanwhile.
  async function work(...question) {
    const started = run;
    busy = true;
    try {
      const a = await board.ask(...question);
      return started === run ? a : null;
    } catch (e) {
      return started === run ? { error: e.message } : null;
    } finally {
      if (started === run) busy = false;
    }
  }

  all.forEach((t, i) => {
    t.addEventListener("click", () => open(t));
    t.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (!step) return;
      const to = all[(i + step + all.length) % all.length];
      open(to);
      to.focus();
      e.preventDefault();
    });
  });

  // listLastMoves lists the last moves that are not refuted, each with a link to the position before it, and counts the refuted ones by their reasons.
  async function listLastMoves() {
    run++;
    $("lastmoves").replaceChildren(item("Looking for last moves."));
    const l = await work("lastMoves", board.text(), {});
    if (!l) return;
    if (l.error) return $("lastmoves").replaceChildren(item(l.error));
    const refuted = new Map();
    const items = [];
    for (const m of l.moves) {
      if (m.verdict === "illegal") refuted.set(m.reason, (refuted.get(m.reason) ?? 0) + 1);
      else items.push(item(`${m.move}: ${m.verdict === "legal" ? "possible, a game leads to the position before" : "not decided"}`, m.fen));
    }
    for (const [reason, n] of refuted) items.push(item(`${n} refuted: ${reason}`));
    $("lastmoves").replaceChildren(...(items.length ? items : [item("There is none.")]));
  }

  // A random position.
  $("random").addEventListener("click", async () => {
    const parts = [];
    if ($("least").value) parts.push(`men>=${$("least").value}`);
    if ($("most").value) parts.push(`men<=${$("most").value}`);
    if ($("check").checked) parts.push("check");
    if ($("unpromoted").checked) parts.push("no-promotions");
    if ($("where").value.trim()) parts.push(`(${$("where").value.trim()})`);
    leave();
    board.interrupt();
    $("drawn").textContent = "Drawing.";
    const p = await work("randomPosition", seed(), parts.join(" and "));
    if (!p) return;
    $("drawn").textContent = p.error ?? "";
    if (p.error) return;
    open($("tab-answer"));
    board.set(p.fen);
  });

  // The number of positions: rounds of draws until the button is pressed again.
  $("go").addEventListener("click", async () => {
    if ($("go").textContent === "Stop") return leave();
    leave();
    board.interrupt();
    const started = run;
    const where = $("which").value.trim();
    const rounds = [];
    $("go").textContent = "Stop";
    $("estimate").textContent = "Drawing.";
    $("drawsof").textContent = "";
    $("chart").setAttribute("hidden", "");
    for (let s = seed(); ; s++) {
      const c = await work("estimate", s, { where, milliseconds: rounds.length ? 700 : 300, before: rounds.at(-1) });
      if (started !== run || !c) return;
      if (c.error) {
        $("estimate").textContent = c.error;
        return leave();
      }
      rounds.push(c);
      $("estimate").textContent = c.legal ? `${interval(c.low, c.high)} legal positions (95 % at one look), best estimate ${number(c.estimate, 3)}` : `At most ${number(c.high, 2)} legal positions (95 %): no draw was legal yet`;
      $("drawsof").textContent = `${c.legal.toLocaleString("en")} of ${c.draws.toLocaleString("en")} draws are legal, ${c.undecided.toLocaleString("en")} not decided; drawn from ${number(c.size, 4)} setups.`;
      if (rounds.length > 1) chart(rounds.slice(1)); // the first one is short
    }
  });

  // The game of guessing.
  let round = null; // number of guesses, of right ones, and the answer to the position shown
  $("new").addEventListener("click", () => {
    round = { asked: 0, right: 0 };
    pose();
  });
  $("on").addEventListener("click", pose);

  // pose draws a position, legal or illegal with probability 1/2, and shows it.
  async function pose() {
    leave();
    board.interrupt();
    const started = run;
    for (const id of ["yes", "no", "on", "new"]) $(id).hidden = true;
    $("asked").textContent = "Drawing.";
    const legal = seed() % 2 === 0;
    for (;;) {
      const p = legal ? await work("randomPosition", seed(), "") : await work("randomSetup", seed());
      const a = p && !p.error ? await work("judge", p.fen, { quick: true }) : p;
      if (started !== run || !a) {
        $("new").hidden = false; // the tab was left
        $("asked").textContent = "";
        return;
      }
      if (a.error) {
        $("new").hidden = false;
        $("asked").textContent = a.error;
        return;
      }
      if (a.verdict === (legal ? "legal" : "illegal")) {
        round.answer = a;
        break;
      }
    }
    board.pose(round.answer.fen);
    $("asked").textContent = `Position ${round.asked + 1} of 5, ${round.answer.fen.split(" ")[1] === "w" ? "White" : "Black"} to move: legal or not?`;
    $("yes").hidden = $("no").hidden = false;
    $("yes").focus();
  }

  // guessed shows whether a guess is right.
  function guessed(legal) {
    const a = round.answer;
    const right = legal === (a.verdict === "legal");
    round.asked++;
    if (right) round.right++;
    $("yes").hidden = $("no").hidden = true;
    board.mark(a.squares ?? []);
    const over = round.asked === 5;
    const because = a.verdict === "legal" ? `legal, a game of ${a.game.length} plies leads to it` : `illegal, ${a.text.replace(/ \(stage \w+\)/, "")}`;
    $("asked").textContent = `${right ? "Right" : "Wrong"}: ${because}.${over ? ` The round is over: ${round.right} of 5 right.` : ""}`;
    $(over ? "new" : "on").hidden = false;
    $(over ? "new" : "on").focus();
  }
  $("yes").addEventListener("click", () => guessed(true));
  $("no").addEventListener("click", () => guessed(false));

  return {
    // The page calls cleared when the position has changed, and judged when the engine has answered about it.
    cleared() { $("lastmoves").replaceChildren(); },
    judged() { if (!$("before").hidden) listLastMoves(); },
  };
}

// raised returns a whole number in superscript digits.
const raised = (n) => String(n).replace(/./g, (c) => (c === "-" ? "\u207B" : "\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079"[c]));

/** number returns a number with some digits, such as 4.83 × 10⁴⁴, or below a million with all of them, such as 7,224. */
export function number(x, digits) {
  if (x < 1e6) return Math.round(x).toLocaleString("en");
  const e = Math.floor(Math.log10(x));
  return `${(x / 10 ** e).toFixed(digits - 1)} \u00D7 10${raised(e)}`;
}

/** interval returns "low to high", rounded outward, with enough digits to tell them apart. */
export function interval(low, high) {
  if (high < 1e6) return `${Math.floor(low).toLocaleString("en")} to ${Math.ceil(high).toLocaleString("en")}`;
  const e = Math.floor(Math.log10(high));
  const places = Math.max(1, Math.min(6, 1 - Math.floor(Math.log10((high - low) / 10 ** e))));
  const out = (x, round) => (round((x / 10 ** e) * 10 ** places) / 10 ** places).toFixed(places);
  return `${out(low, Math.floor)} to ${out(high, Math.ceil)} \u00D7 10${raised(e)}`;
}

// chart draws the interval of each round against the number of draws; the dashed line is the last estimate.
function chart(rounds) {
  const svg = $("chart");
  const add = (name, attributes, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (text) e.textContent = text;
    svg.append(e);
  };
  svg.replaceChildren();
  const [bottom, top] = [Math.min(...rounds.map((c) => c.low)), Math.max(...rounds.map((c) => c.high))];
  const [left, right] = [Math.log(rounds[0].draws), Math.log(rounds.at(-1).draws * 1.02)];
  const x = (c) => 70 + (320 * (Math.log(c.draws) - left)) / (right - left || 1);
  const y = (v) => 160 - (150 * (v - bottom)) / (top - bottom || 1);
  add("line", { x1: 70, x2: 390, y1: y(rounds.at(-1).estimate), y2: y(rounds.at(-1).estimate), class: "guide" });
  for (const c of rounds) {
    add("line", { x1: x(c), x2: x(c), y1: y(c.low), y2: y(c.high), class: "range" });
    add("circle", { cx: x(c), cy: y(c.estimate), r: 2 });
  }
  add("text", { x: 10, y: 10 }, number(top, 3));
  add("text", { x: 10, y: 158 }, number(bottom, 3));
  add("text", { x: 70, y: 176 }, `${rounds[0].draws.toLocaleString("en")} draws`);
  add("text", { x: 390, y: 176, "text-anchor": "end" }, rounds.at(-1).draws.toLocaleString("en"));
  svg.removeAttribute("hidden");
}
