import { expect, test } from "vitest";
import { createWorkSlots } from "./work-slots.ts";

const text = (en: string) => ({ en, zh: en });
const makeSlots = (more: object = {}) =>
  createWorkSlots({
    ...{ atOnce: 2, maxWaiting: 2, maxWaitingOfOwner: 1, maxWaitMs: 60_000 },
    ...{ own: text("yours still runs"), all: text("too much runs"), ...more },
  });

/** Work that runs until it is ended, and what has begun so far. */
function makeWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

test("so many run at once, the others in the order in which they came", async () => {
  const slots = makeSlots();
  const { begun, work, end } = makeWork();
  const all = ["a", "b", "c", "d"].map((name) => slots.run(name, work(name)));
  await Promise.resolve();
  expect(begun).toEqual(["a", "b"]);
  await expect(slots.run("e", work("e"))).rejects.toMatchObject({
    ...{ message: "too much runs", code: 429, status: 429, retryAfterSeconds: 10 },
  });
  end("b");
  expect(await all[1]).toBe("b");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) end(name);
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  end("d");
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

test("an owner's second waits for the first while others pass it by; the third is refused", async () => {
  const slots = makeSlots();
  const { begun, work, end } = makeWork();
  const all = [slots.run("a", work("a1")), slots.run("a", work("a2"))];
  await expect(slots.run("a", work("a3"))).rejects.toMatchObject({ message: "yours still runs" });
  all.push(slots.run("b", work("b1")));
  await expect.poll(() => begun).toEqual(["a1", "b1"]);
  end("a1");
  await expect.poll(() => begun).toEqual(["a1", "b1", "a2"]);
  for (const name of ["a2", "b1"]) end(name);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "b1"]);
});

test("who waits too long, or is given up, leaves the line", async () => {
  const slots = makeSlots({ atOnce: 1, maxWaitMs: 1 });
  const { begun, work, end } = makeWork();
  const first = slots.run("a", work("a1"));
  await expect(slots.run("b", work("b1"))).rejects.toMatchObject({ message: "too much runs" });
  await expect(slots.run("b", work("b2"), AbortSignal.abort())).rejects.toMatchObject({ code: 429 });
  end("a1");
  await first;
  const next = slots.run("b", work("b3"));
  await expect.poll(() => begun).toEqual(["a1", "b3"]);
  end("b3");
  expect(await next).toBe("b3");
});

test("work that fails gives its place back", async () => {
  const slots = makeSlots({ atOnce: 1, maxWaiting: 0, maxWaitingOfOwner: 0 });
  const failing = () => Promise.reject(new Error("no"));
  await expect(slots.run("a", failing)).rejects.toThrow("no");
  expect(await slots.run("a", async () => "done")).toBe("done");
});
