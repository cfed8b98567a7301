// The argument of a refutation, drawn over the board: checks, the home squares of pawns, men that are shut in, barred squares, and the last moves with their refutations.

// Rules of refutations by the way in which they are drawn.
const columns = ["OpposingPairs", "PawnHomes", "PawnCaptures", "CrossedPawns", "NoProofKernel", "NoExtendedKernel", "PromotedMen"];
const checks = ["OppositeCheck", "BothInCheck", "TripleCheck", "DoubleCheck", "SingleCheck"];
const shut = ["CagedBishop", "TrappedMan", "ShutOut", "Deadlock", "TakenAtHome", "Unreachable"];
const last = ["NoLastMove", "LastMovesRejected", "DoubleCheck", "SingleCheck"];
const legends = [
  [checks, "Arrows: the checks."],
  [columns, "Fans: the home squares from which a pawn can have come, a file for each capture. Bars: pawns that face each other on a file."],
  [shut, "Frames: men that cannot have got there. Crosses: pawns at home that bar their ways."],
  [["BarredPromotions"], "Crosses: squares from which promoted men cannot have come out."],
  [["MoveParity"], "Frames: the men on dark squares. Each move changes how many these are from even to odd, or back."],
  [["LastMovesRejected"], "Arrows: the moves that may have been the last one. Below is what refutes each."],
];

// place returns the column and row of a square such as "a1", from 0, with a8 at 0, 0.
const place = (name) => ["abcdefgh".indexOf(name[0]), 8 - Number(name[1])];

// shape adds an SVG element.
function shape(svg, kind, attributes) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  svg.append(e);
  return e;
}

// arrow draws a line with a head, from the middle of a square to near the middle of another.
function arrow(svg, [x1, y1], [x2, y2], name) {
  const d = Math.hypot(x2 - x1, y2 - y1) || 1, [ux, uy] = [(x2 - x1) / d, (y2 - y1) / d];
  const [x, y] = [x2 + .5 - .25 * ux, y2 + .5 - .25 * uy];
  const head = [[x, y], [x - .3 * ux + .14 * uy, y - .3 * uy - .14 * ux], [x - .3 * ux - .14 * uy, y - .3 * uy + .14 * ux]];
  shape(svg, "path", { class: name, d: `M${x1 + .5} ${y1 + .5}L${x - .2 * ux} ${y - .2 * uy}` });
  shape(svg, "polygon", { class: name, points: head.join(" ") });
}

const cross = (svg, [x, y]) => shape(svg, "path", { class: "bar", d: `M${x + .25} ${y + .25}l.5 .5m0 -.5l-.5 .5` });

/** argument draws the argument of an answer for a board of 64 letters, a8 first, and returns the legend; moves are the last moves, if they are known. */
export function argument(svg, letters, answer, moves = []) {
  svg.replaceChildren();
  if (answer?.verdict !== "illegal") return "";
  const man = ([f, r]) => (f < 0 || f > 7 || r < 0 || r > 7 ? "" : letters[8 * r + f]);
  const marked = (answer.squares ?? []).map(place);
  const rule = answer.rule;
  if (columns.includes(rule)) {
    const pawns = (marked.length ? marked : letters.map((_, i) => [i % 8, i >> 3])).filter((s) => man(s).toLowerCase() === "p");
    for (const [f, r] of pawns) {
      const white = man([f, r]) === "P", home = white ? 6 : 1, far = white ? home - r : r - home;
      if (far > 0) shape(svg, "polygon", { class: white ? "fan white" : "fan black", points: [[f + .5, r + .5], [Math.max(f - far, 0) + .3, home + .5], [Math.min(f + far, 7) + .7, home + .5]].join(" ") });
      if (!white) continue;
      for (let up = r - 1; up > 0; up--) {
        if (man([f, up]) !== "p") continue;
        shape(svg, "path", { class: "face", d: `M${f + .5} ${r + .1}V${up + .9}` });
        break;
      }
    }
  } else if (checks.includes(rule)) {
    for (const s of marked) {
      const c = man(s), king = letters.indexOf(c < "a" ? "k" : "K");
      if (c && c.toLowerCase() !== "k" && king >= 0) arrow(svg, s, [king % 8, king >> 3], "check");
    }
  } else if (rule === "BarredPromotions") {
    for (const s of marked) cross(svg, s);
  } else if (rule === "CagedBishop") {
    for (const [f, r] of marked) {
      const c = man([f, r]);
      for (const df of [-1, 1]) {
        const next = [f + df, r + (c === "B" ? -1 : 1)];
        if (man(next) === (c === "B" ? "P" : "p")) cross(svg, next);
      }
    }
  }
  for (const m of moves) arrow(svg, place(m.move), place(m.move.slice(3)), "refuted");
  return (legends.find(([rules]) => rules.includes(rule) && marked.length + svg.children.length > 0) ?? ["", ""])[1];
}

/** isOfLastMoves reports whether a rule refutes a position by refuting all its last moves. */
export const isOfLastMoves = (rule) => last.includes(rule);

/** item returns a list item about an earlier position, with a link to it if fen is given. */
export function item(text, fen) {
  const li = document.createElement("li");
  const a = document.createElement("a");
  if (fen) a.href = "#" + fen.replaceAll(" ", "_");
  a.textContent = text;
  li.append(fen ? a : text);
  return li;
}

/** tree lists the last moves with their refutations. Where a refutation is again about last moves, these open below it. It returns the moves. */
export async function tree(list, fen, ask, here) {
  const { moves = [], error } = await ask("lastMoves", fen, {});
  if (!here()) return [];
  const groups = Map.groupBy ? Map.groupBy(moves, (m) => m.move.slice(0, 5) + m.reason) : new Map(moves.map((m, i) => [i, [m]]));
  list.replaceChildren(...[...groups.values()].map((same) => {
    const [m] = same;
    const li = item(m.captured ? m.move.slice(0, 5) + ", taking a " + m.captured : m.move, m.fen);
    for (const other of same.slice(1)) li.append(", ", ...item(other.captured ?? "another", other.fen).childNodes);
    li.append(": " + (m.reason ?? m.verdict));
    if (!isOfLastMoves(m.rule)) return li;
    const more = document.createElement("details"), name = document.createElement("summary"), below = document.createElement("ul");
    name.textContent = "and what came before";
    more.append(name, below);
    more.addEventListener("toggle", () => { if (more.open && !below.children.length) tree(below, m.fen, ask, here).catch(() => below.replaceChildren(item("Stopped."))); });
    li.append(more);
    return li;
  }));
  if (!moves.length) list.replaceChildren(item(error ?? "No man of the side that has just moved can have come from anywhere."));
  return moves;
}
