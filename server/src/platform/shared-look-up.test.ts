import { expect, test } from "vitest";
import { shareLookUps } from "./shared-look-up.ts";

test("of many look-ups of a key at once two run: the first, and one for all that came meanwhile", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const find = shareLookUps((key) => {
    begun.push(key);
    const answer = begun.length;
    return new Promise<number>((resolve) => ends.push(() => resolve(answer)));
  });
  const first = find("a");
  const meanwhile = [find("a"), find("a"), find("a")];
  const other = find("b");
  expect(begun).toEqual(["a", "b"]);
  ends[1]?.();
  expect(await other).toBe(2);
  ends[0]?.();
  expect(await first).toBe(1);
  await expect.poll(() => begun).toEqual(["a", "b", "a"]);
  ends[2]?.();
  expect(await Promise.all(meanwhile)).toEqual([3, 3, 3]);
  find("a");
  expect(begun).toHaveLength(4);
});

test("a look-up that fails is its own caller's: who waited is looked up again, and so is the next", async () => {
  let count = 0;
  const find = shareLookUps(async () => {
    count += 1;
    if (count === 1) throw new Error("the store is away");
    return count;
  });
  const [first, second] = await Promise.allSettled([find("a"), find("a")]);
  expect([first?.status, second]).toEqual(["rejected", { status: "fulfilled", value: 2 }]);
  expect(await find("a")).toBe(3);
});
