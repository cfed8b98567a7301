// node --test: the module in web/out, or in the folder that OUT names, gives the verdicts of the native program, which are in the file named by VERDICTS, a FEN, a word and an effort a line, tabs between.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const { judge, lastMoves, check, randomPosition, randomSetup, estimate } = await import(new URL("judge.mjs", process.env.OUT ? `file://${process.env.OUT}/` : new URL("out/", import.meta.url)));

test("legal, illegal, and no position", async () => {
  const legal = await judge("B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1");
  assert.equal(legal.verdict, "legal");
  assert.ok(legal.game.length > 50);
  assert.equal((await check(legal.certificate)).confirmed, true);
  const illegal = await judge("4k3/8/8/8/8/8/1P6/B3K3 b - -");
  assert.equal(illegal.verdict, "illegal");
  assert.deepEqual(illegal.squares, ["a1"]);
  assert.equal((await check(illegal.certificate)).confirmed, true);
  assert.equal((await check(illegal.certificate.replace("B3K3", "4K2B"))).confirmed, false);
  const none = await judge("4k3/8/8/8/8/8/1P6/B3Kx2 b - -");
  assert.equal(none.verdict, "unknown");
  assert.match(none.error, /found 'x' in row 1/);
});

test("last moves", async () => {
  const l = await lastMoves("8/8/8/8/1k6/P7/1K6/8 b - -");
  assert.deepEqual(l.moves.map((m) => [m.move, m.fen, m.verdict]), [["a2-a3", "8/8/8/8/1k6/8/PK6/8 w - -", "legal"]]);
  assert.match((await lastMoves("x")).error, /want a position/);
});

test("bad input has an answer", async () => {
  for (const text of ["", "x".repeat(1 << 20), "kkkkkkkk/kK6/8/8/8/8/8/8 w - -", "\0", "https://example.org/"]) {
    const a = await judge(text);
    assert.notEqual(a.verdict, "legal");
    assert.ok(a.error || a.reason, text.slice(0, 40));
  }
  assert.match((await judge("4k3/8/8/8/8/8/8/4K3 w - -", { effort: "best" })).error, /best/);
  assert.equal((await check("{}")).confirmed, false);
  for (const seed of ["minus one", 1.5, 1e21, "7abc", -1]) assert.match((await randomPosition(seed)).error ?? "no error", /seed: want/, String(seed));
  const circle = {};
  circle.circle = circle;
  for (const a of [await judge("", circle), await judge(Object.create(null)), await check(circle), await estimate(1, { milliseconds: 1n })]) assert.ok(a.error && !a.failed);
  assert.ok((await randomPosition(1, "men<=")).error);
});

test("a hundred questions at once", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => judge("4k3/8/8/8/8/8/1P6/B3K3 b - -")));
  assert.ok(answers.every((a) => a.verdict === "illegal"));
});

test("the time is kept", async () => {
  const began = performance.now();
  const a = await judge("n4K2/b1pprppp/1p2p3/2p5/N1P3P1/BkP1P3/1P2PPP1/3N1BR1 w - -", { effort: "exhaustive", passes: 6, milliseconds: 300 });
  assert.equal(a.verdict, "unknown");
  assert.ok(performance.now() - began < 5000, `${performance.now() - began} ms`);
});

test("a random position is the same for the same seed", async () => {
  const [a, b, c] = [await randomPosition(7), await randomPosition("7"), await randomPosition(8, "men<=24")];
  assert.deepEqual(a, b);
  assert.equal((await judge(a.fen)).verdict, "legal");
  assert.ok(c.game.length > 0 && c.fen.replace(/ .*/, "").replace(/[^a-z]/gi, "").length <= 24);
});

test("an estimate narrows", async () => {
  const one = await estimate(1, { milliseconds: 500 });
  const two = await estimate(2, { milliseconds: 1500, before: one });
  assert.ok(two.draws > one.draws && two.high - two.low < one.high - one.low, JSON.stringify([one, two]));
  assert.ok(two.low < 4.9e44 && two.high > 4.7e44, JSON.stringify(two));
  assert.ok((await estimate(1, { where: "men<=" })).error);
  assert.equal((await randomSetup(3)).fen, (await randomSetup("3")).fen);
});

test("verdicts of the native program", { skip: process.env.VERDICTS ? false : "VERDICTS names no file" }, async () => {
  for (const line of readFileSync(process.env.VERDICTS, "utf8").trim().split("\n")) {
    const [fen, verdict, effort] = line.split("\t");
    assert.equal((await judge(fen, { effort })).verdict, verdict, fen);
  }
});
