// Is a chess position legal? The engine of chesscensus, compiled to WebAssembly, for browsers, workers and Node 20.
//
//   import { judge } from "./judge.mjs";
//   const answer = await judge("4k3/8/8/8/8/8/1P6/B3K3 b - -");
//   console.log(answer.verdict, answer.text);
//
// One instance of the engine answers all questions, one after the other. If it ends, for example for lack of memory, the answer is "unknown" and the next
// question starts another instance.

let starting = null;
let queue = Promise.resolve();

const inNode = typeof process !== "undefined" && process.versions?.node && typeof window === "undefined";

// bytes reads a file that lies beside this module.
async function bytes(name) {
  const url = new URL(name, import.meta.url);
  if (inNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

// gunzip decompresses data in gzip format; some servers have done so already.
async function gunzip(data) {
  const [a, b] = new Uint8Array(data);
  if (a !== 0x1f || b !== 0x8b) return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// start loads and runs an instance of the engine. engine.over is a promise that is rejected when the instance ends.
async function start() {
  if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly, or it is switched off");
  await import("./wasm_exec.js"); // of the Go distribution
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(await gunzip(await bytes("chesscensus.wasm.gz")), go.importObject);
  const engine = {};
  engine.over = go.run(instance).then(() => { throw new Error("the engine has stopped"); });
  engine.over.catch(() => { starting = null; });
  Object.assign(engine, globalThis.chesscensus);
  delete globalThis.chesscensus;
  return engine;
}

/** load starts the engine, so that the first question does not wait for it. */
export function load() {
  starting ??= start().catch((e) => { starting = null; throw e; });
  return starting.then(() => undefined);
}

// failure is the answer to a question that could not be asked or was not answered.
function failure(e) {
  return { verdict: "unknown", confirmed: false, fen: "", text: "", error: String(e?.message ?? e) };
}

// ask calls a function of the engine after all earlier calls have ended. Its arguments are made now, by functions that may throw.
function ask(name, first, second = () => "") {
  let texts;
  try {
    texts = [first(), second()];
  } catch (e) {
    return Promise.resolve(failure(e));
  }
  const turn = queue.then(async () => {
    try {
      await load();
      const engine = await starting;
      return JSON.parse(await Promise.race([engine[name](...texts), engine.over]));
    } catch (e) {
      return { ...failure(e), failed: true };
    }
  });
  queue = turn;
  return turn;
}

/** judge returns the verdict on a position. */
export function judge(fen, options = {}) {
  return ask("judge", () => String(fen), () => JSON.stringify(options));
}

/** lastMoves judges the positions that may have come before a position. */
export function lastMoves(fen, options = {}) {
  return ask("lastMoves", () => String(fen), () => JSON.stringify(options));
}

/** check checks a certificate by the independent checker. */
export function check(certificate) {
  return ask("check", () => (typeof certificate === "string" ? certificate : JSON.stringify(certificate)));
}

/** randomPosition returns a position that is uniform over those proven legal that meet a condition, and its game. */
export function randomPosition(seed, where = "") {
  return ask("random", () => String(seed), () => String(where));
}

/** randomSetup returns a position that is uniform over the space ranked-repaired, legal or not. */
export function randomSetup(seed) {
  return ask("setup", () => String(seed));
}

/** estimate draws for a while and estimates the number of legal positions that meet a condition, from these draws and those before. */
export function estimate(seed, question = {}) {
  return ask("count", () => String(seed), () => JSON.stringify(question));
}
