import { expect } from "vitest";

/** What has to become true before long: looked at again and again, with the patience of a busy machine. */
export function eventually<T>(look: () => T, patience: { timeout?: number; interval?: number } = {}) {
  return expect.poll(look, { timeout: 10_000, interval: 20, ...patience });
}
