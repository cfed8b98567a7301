// The position on the board, read and written as FEN. The engine reads other forms, too.

export const men = "KQRBNPkqrbnp";
export const names = { K: "white king", Q: "white queen", R: "white rook", B: "white bishop", N: "white knight", P: "white pawn",
  k: "black king", q: "black queen", r: "black rook", b: "black bishop", n: "black knight", p: "black pawn" };
export const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/** diagram parses the first field of FEN into 64 letters, a8 first, with "" for empty squares; null if it is malformed. */
export function diagram(field) {
  const rows = field.split("/");
  if (rows.length !== 8) return null;
  const squares = [];
  for (const row of rows) {
    for (const c of row) {
      if (c >= "1" && c <= "8") squares.push(...Array(Number(c)).fill(""));
      else if (men.includes(c)) squares.push(c);
      else return null;
    }
    if (squares.length % 8 !== 0 || squares.length === 0) return null;
  }
  return squares.length === 64 ? squares : null;
}

/** field returns 64 letters as the first field of FEN. */
export function field(squares) {
  const rows = [];
  for (let r = 0; r < 8; r++) rows.push(squares.slice(8 * r, 8 * r + 8).map((c) => c || "1").join("").replace(/1+/g, (ones) => ones.length));
  return rows.join("/");
}

/** read parses four fields of FEN; null if they are malformed. */
export function read(fen) {
  const [board, turn, castling = "-", ep = "-"] = fen.trim().split(/\s+/);
  const squares = diagram(board ?? "");
  if (!squares || (turn !== "w" && turn !== "b")) return null;
  return { squares, turn, castling: castling === "-" ? "" : castling, ep };
}

/** write is the inverse of read. */
export function write(p) {
  return `${field(p.squares)} ${p.turn} ${p.castling || "-"} ${p.ep}`;
}

export const squareName = (i) => "abcdefgh"[i % 8] + (8 - Math.floor(i / 8));

/** pgn returns a game to the position as PGN. */
export function pgn(game, fen) {
  let text = "";
  game.forEach((move, i) => { text += (i % 2 === 0 ? `${i / 2 + 1}. ` : "") + move + " "; });
  const lines = text.trim().replace(/(.{1,79})(\s|$)/g, "$1\n");
  return `[Event "Proof game"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "chesscensus"]\n[Black "chesscensus"]\n[Result "*"]\n[Goal "${fen}"]\n\n${lines.trim()} *\n`;
}
