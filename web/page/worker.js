// The worker, which answers the questions of the page on a thread of its own. The page terminates it to stop a judgement.
import { judge, lastMoves, check, randomPosition, randomSetup, estimate, load } from "./judge.mjs";

const functions = { judge, lastMoves, check, randomPosition, randomSetup, estimate, load };

onmessage = async ({ data: { id, what, args } }) => {
  try {
    postMessage({ id, answer: await functions[what](...args) });
  } catch (e) {
    postMessage({ id, failed: String(e?.message ?? e) });
  }
};
