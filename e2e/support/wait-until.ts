import { setTimeout as delay } from "node:timers/promises";

/** Asks again and again until the answer is neither false nor null; says what it waited for when that never comes. */
export async function waitUntil<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, false | null | undefined>> {
  const ends = performance.now() + (options.withinMs ?? 20_000);
  for (;;) {
    const answer = await ask();
    if (isGiven(answer)) return answer;
    if (performance.now() > ends) throw new Error(`waited in vain until ${what}`);
    await delay(options.everyMs ?? 25);
  }
}

function isGiven<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined;
}
