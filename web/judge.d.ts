/** The verdict on a position with its evidence. */
export interface Answer {
  verdict: "legal" | "illegal" | "unknown";
  /** The theorem, where illegal. */
  reason?: string;
  /** Its short name, such as "CagedBishop". */
  rule?: string;
  /** The verdict in a sentence, with the men concerned. */
  text: string;
  /** The squares of these men, such as "a1". */
  squares?: string[];
  /** Moves in algebraic notation from the initial position, where legal; two programs have replayed them. */
  game?: string[];
  /** The diagrams before and after each of these moves, as FEN writes them. */
  boards?: string[];
  /** The position, four fields; empty if the text is no position. */
  fen: string;
  /** How the position differs from the text. */
  notes?: string[];
  /** A line for check, where there is a verdict. */
  certificate?: string;
  /** Why the text is no position, with the place, or what went wrong. */
  error?: string;
  /** The engine could not start, or it ended: the text is not at fault. */
  failed?: boolean;
}

export interface Options {
  /** How far to go: "game" is the default; "exhaustive" makes passes with more and more time. */
  effort?: "static" | "kernel" | "path" | "game" | "exhaustive";
  /** Passes of effort exhaustive, 1 to 20; 3 by default. */
  passes?: number;
  /** Leave out the longer search for games of positions with few last moves, which may take ten seconds and more. */
  quick?: boolean;
  /** The time limit, a day at most; a position that is not decided by then is unknown. */
  milliseconds?: number;
}

/** A move that may have led to a position, with the verdict on the position before it. */
export interface LastMove { move: string; fen: string; verdict: "legal" | "illegal" | "unknown"; reason?: string; rule?: string; captured?: string }
export interface LastMoves { moves?: LastMove[]; fen?: string; error?: string }
export interface Checked { confirmed: boolean; fen?: string; error?: string }
export interface RandomPosition { fen?: string; game?: string[]; error?: string }

/** An estimate of how many legal positions there are, by a number of draws; low and high are limits at 95 %, undecided draws counted as illegal and as legal. */
export interface Count { draws: number; legal: number; undecided: number; size: number; estimate: number; low: number; high: number; error?: string }
export interface Question { where?: string; milliseconds?: number; before?: Count }

/** Starts the engine, so that the first question does not wait for it. */
export function load(): Promise<void>;
/** Says whether a position is legal. The text may be FEN of one to six fields, EPD, an address of an analysis board, a PGN tag, or UCI. Never rejects. */
export function judge(fen: string, options?: Options): Promise<Answer>;
/** Judges the positions that may have come before a position: one verdict for each last move, ten to a hundred. Never rejects. */
export function lastMoves(fen: string, options?: Options): Promise<LastMoves>;
/** Has a certificate confirmed by the independent checker. Never rejects. */
export function check(certificate: string | object): Promise<Checked>;
/** A position that is uniform over those proven legal that meet a condition, such as "men<=20". The same for the same seed. Never rejects. */
export function randomPosition(seed: number | bigint | string, where?: string): Promise<RandomPosition>;
/** A position that is uniform over the space ranked-repaired, legal or not: one in eighteen is legal. The same for the same seed. Never rejects. */
export function randomSetup(seed: number | bigint | string): Promise<RandomPosition>;
/** Draws for a second, or as long as asked, and estimates how many legal positions meet a condition. Take another seed for each call. Never rejects. */
export function estimate(seed: number | bigint | string, question?: Question): Promise<Count>;
