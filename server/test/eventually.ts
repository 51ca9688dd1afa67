import { expect } from "vitest";

/** What must become true soon: checked repeatedly, with the time limits of a busy machine. */
export function eventually<T>(look: () => T, timeout: { timeout?: number; interval?: number } = {}) {
  return expect.poll(look, { timeout: 10_000, interval: 20, ...timeout });
}
