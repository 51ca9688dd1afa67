import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FreeSpace, watchFreeSpace } from "./free-space.ts";
import { until } from "./postgres-fixture.ts";

const MB = 1024 * 1024;
let folder: string;
let free: number;
let received: FreeSpace[];

beforeEach(async () => {
  folder = await mkdtemp("/tmp/tw-space-");
  received = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function watch(more: { everyMs?: number } = {}) {
  return watchFreeSpace({
    folder,
    lowBytes: 100 * MB,
    ballastBytes: 3 * MB + 5,
    everyMs: 3_600_000,
    onChange: (space) => received.push(space),
    statfs: async () => ({ bavail: free / 4096, bsize: 4096 }),
    ...more,
  });
}

async function ballast(): Promise<{ size: number; allocated: number } | null> {
  return stat(join(folder, "ballast")).then(
    ({ size, blocks }) => ({ size, allocated: blocks * 512 }),
    () => null,
  );
}

test("low is reported at the mark and ends well above it", async () => {
  free = 500 * MB;
  const space = await watch();
  for (const megabytes of [100, 99, 110, 124, 126, 101, 99]) {
    free = megabytes * MB;
    await space.check();
  }
  expect(received).toEqual([
    { state: "enough" },
    { state: "low", freeBytes: 99 * MB },
    { state: "enough" },
    { state: "low", freeBytes: 99 * MB },
  ]);
  await space.stop();
});

test("the ballast really takes its room, is let go when it is needed and made again when there is room", async () => {
  free = 500 * MB;
  const space = await watch();
  const made = await ballast();
  expect(made?.size).toBe(3 * MB + 5);
  expect(made?.allocated).toBeGreaterThanOrEqual(3 * MB);

  free = 26 * MB;
  await space.check();
  expect(await ballast()).not.toBeNull();
  free = 24 * MB;
  await space.check();
  expect(await ballast()).toBeNull();
  // Making it here would bring the low state back.
  free = 127 * MB;
  await space.check();
  expect(await ballast()).toBeNull();
  free = 129 * MB;
  await space.check();
  expect((await ballast())?.size).toBe(3 * MB + 5);
  await space.stop();
});

test("a start on a full disk is reported at once and makes no ballast", async () => {
  free = 10 * MB;
  const space = await watch();
  expect(received).toEqual([{ state: "low", freeBytes: 10 * MB }]);
  expect(await ballast()).toBeNull();
  await space.stop();
});

test("it looks by itself, until it is stopped", async () => {
  free = 500 * MB;
  const space = await watch({ everyMs: 5 });
  free = 50 * MB;
  await until(() => received.length === 2, "the low state");
  await space.stop();
  free = 500 * MB;
  await space.check();
  expect(received).toHaveLength(2);
});

test("without a statfs of the test it asks the disk", async () => {
  const options = { folder, lowBytes: 1, ballastBytes: MB, everyMs: 3_600_000 };
  const space = await watchFreeSpace({ ...options, onChange: (now) => received.push(now) });
  expect(received).toEqual([{ state: "enough" }]);
  expect((await ballast())?.size).toBe(MB);
  await space.stop();
});
