import { expect } from "vitest";

/** What an operator reads: one line that names these things, without a stack. */
export function expectSentence(stderr: string, names: readonly string[]): void {
  for (const name of names) expect(stderr).toContain(name);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr.trim().split("\n")).toHaveLength(1);
}
