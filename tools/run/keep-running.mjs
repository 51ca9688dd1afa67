/** Keeps a program running that ends by itself: `npm start` alone on a server has nothing above it that would. */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * @typedef {object} Run one life of the program
 * @property {Promise<Ending>} over
 * @property {() => boolean} wasReady
 */

const firstWaitMs = 1000;
const maxWaitMs = 60_000;
/** Anyone who has lived so long did not end for what it started with. */
const steadyAfterMs = 5 * 60_000;

/**
 * Starts the program again after each end that nobody asked for, with growing waits. An orderly end stays the end, and
 * so does one before the program was ever ready: a setting that it refuses is refused again.
 *
 * @param {object} given
 * @param {() => Run} given.start
 * @param {(ms: number) => Promise<void>} given.wait
 * @param {() => number} given.now
 * @param {(line: string) => void} given.report
 * @returns {Promise<Ending>} how it ended at last
 */
export async function keepRunning({ start, wait, now, report }) {
  let waitMs = firstWaitMs;
  let hasWorked = false;
  for (;;) {
    const began = now();
    const run = start();
    const ending = await run.over;
    hasWorked ||= run.wasReady();
    const isOrderly = ending.signal === null && ending.code === 0;
    const isRefusal = ending.signal === null && !hasWorked;
    if (isOrderly || isRefusal) return ending;
    if (now() - began >= steadyAfterMs) waitMs = firstWaitMs;
    report(`${whyItEnded(ending)} It is started again in ${Math.round(waitMs / 1000)} s.`);
    await wait(waitMs);
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  }
}

/** @param {Ending} ending @returns {string} a sentence */
function whyItEnded({ code, signal }) {
  if (signal === null) return `The server ended by itself with exit code ${code}.`;
  const known = {
    SIGABRT: "as Node.js does when the JavaScript heap is exhausted",
    SIGKILL: "as the system does when memory runs out",
  };
  const reason = Object.entries(known).find(([name]) => name === signal)?.[1];
  return `The server was ended by ${signal}${reason === undefined ? "" : `, ${reason}`}.`;
}
