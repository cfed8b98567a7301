// Answers the questions of the page off its thread: the page ends it to stop a judgement.
import { judge, lastMoves, check, randomPosition, randomSetup, estimate, load } from "./judge.mjs";

const functions = { judge, lastMoves, check, randomPosition, randomSetup, estimate, load };

onmessage = async ({ data: { id, what, args } }) => {
  try {
    postMessage({ id, answer: await functions[what](...args) });
  } catch (e) {
    postMessage({ id, failed: String(e?.message ?? e) });
  }
};
