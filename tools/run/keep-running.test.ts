import { expect, test } from "vitest";
import { keepRunning } from "./keep-running.mjs";

type Life = { code?: number; signal?: NodeJS.Signals; lastsMs?: number; ready?: boolean };

/** Lives of a program one after the other, and what was waited and reported between them. */
async function run(...lives: Life[]) {
  const waits: number[] = [];
  const received: string[] = [];
  let now = 0;
  let at = 0;
  const ending = await keepRunning({
    start() {
      const { code = null, signal = null, lastsMs = 1000, ready = true } = lives[at] ?? { code: 0 };
      at += 1;
      now += lastsMs;
      return { over: Promise.resolve({ code, signal }), wasReady: () => ready };
    },
    wait: async (ms) => void waits.push(ms),
    now: () => now,
    report: (line) => received.push(line),
  });
  return { starts: at, waits, reported: received, ending };
}

const crash: Life = { signal: "SIGSEGV" };

test("a program that ends by itself is started again, after waits that double up to a minute", async () => {
  const { starts, waits } = await run(...Array.from({ length: 8 }, () => crash), { code: 0 });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(starts).toBe(9);
});

test("after five minutes of life the waits begin at a second again", async () => {
  const { waits } = await run(crash, crash, { ...crash, lastsMs: 300_000 }, crash, { code: 0 });
  expect(waits).toEqual([1000, 2000, 1000, 2000]);
});

test.each([
  ["an exhausted heap", { signal: "SIGABRT" } as const, /heap is exhausted/],
  ["a system without memory", { signal: "SIGKILL" } as const, /SIGKILL.*memory runs out/],
  ["an exit code", { code: 7 }, /exit code 7/],
])("an end by %s is reported in one sentence", async (_what, life, says) => {
  const { reported } = await run(life, { code: 0 });
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatch(says);
});

test("an orderly end stays the end", async () => {
  expect(await run({ code: 0 })).toMatchObject({ starts: 1, waits: [], reported: [], ending: { code: 0 } });
});

test("a start that is refused is not tried again, unless the same settings have worked before", async () => {
  expect(await run({ code: 1, ready: false })).toMatchObject({ starts: 1, ending: { code: 1 } });
  expect((await run(crash, { code: 1, ready: false }, { code: 0 })).starts).toBe(3);
});
