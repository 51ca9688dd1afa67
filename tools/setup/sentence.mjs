/**
 * A failure that a person can act on: it is printed as its sentence alone, without a stack.
 */
export class Sentence extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.name = "Sentence";
    this.exitCode = exitCode;
  }
}

/**
 * Progress goes to stderr, one calm line a step: stdout belongs to what was asked for.
 * @param {string} line
 */
export function print(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Says after a while that a long step is still alive.
 * @template T
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reportWhileWaiting(what, work) {
  const began = Date.now();
  const timer = setInterval(() => print(`  ${what}: ${secondsSince(began)}`), 30_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} began milliseconds since the epoch */
export function secondsSince(began) {
  const seconds = (Date.now() - began) / 1000;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/**
 * Runs a command's main function; its failure becomes a sentence and an exit code.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    if (error.message !== "") print(error.message);
    process.exitCode = error.exitCode;
  }
}
