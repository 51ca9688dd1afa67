import { afterAll } from "vitest";

const pending: (() => Promise<unknown> | unknown)[] = [];

/** Runs after the last test of the file, whatever became of the tests; the latest first. */
export function cleanUpLater(work: () => Promise<unknown> | unknown): void {
  pending.push(work);
}

// Is at the top of the file that imports this one, so it runs when a test or a hook failed too.
afterAll(async () => {
  const failures: unknown[] = [];
  for (let work = pending.pop(); work !== undefined; work = pending.pop()) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `left behind: ${failures.join(", ")}`);
});
