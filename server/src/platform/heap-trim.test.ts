import { expect, test } from "vitest";
import { createHeapTrim } from "./heap-trim.ts";

const megabyte = 1024 * 1024;

test("what a load has left behind is collected once it is over, until little is held", () => {
  let busy = 0.9;
  let bytes = 32 * megabyte;
  let collected = 0;
  const trim = createHeapTrim({
    busyShare: () => busy,
    newSpaceBytes: () => bytes,
    collect: () => {
      collected += 1;
      if (collected === 2) bytes = megabyte;
    },
  });
  trim.look();
  expect(collected).toBe(0);
  busy = 0.02;
  for (let look = 0; look < 10; look++) trim.look();
  expect(collected).toBe(2);
});

test("where nothing is given back it is left at that until the next load", () => {
  let busy = 0.02;
  let collected = 0;
  const trim = createHeapTrim({
    busyShare: () => busy,
    newSpaceBytes: () => 32 * megabyte,
    collect: () => {
      collected += 1;
    },
  });
  for (let look = 0; look < 100; look++) trim.look();
  const inOneRest = collected;
  expect(inOneRest).toBeLessThan(10);
  busy = 0.5;
  trim.look();
  busy = 0.02;
  for (let look = 0; look < 100; look++) trim.look();
  expect(collected).toBe(2 * inOneRest);
});
