import { decodePicture } from "@tracewater/boards/decode/decode-picture";
import { fixtures } from "@tracewater/boards/read/fixtures";
import { measureBoard } from "@tracewater/boards/read/measure-board";
import { describe, expect, test } from "vitest";
import { type BoardStrip, drawBoardStrip } from "../../pictures/board-strip.ts";
import { toPicture } from "../../pictures/png.ts";

const method = {
  polarity: "competitive",
  channel: "green",
  signal: "codedDrop",
  ...fixtures.handheld,
} as const;

async function measure(strip: Partial<BoardStrip>) {
  const { png } = toPicture(drawBoardStrip({ c: 99, t: 50, background: 9, seed: 1, ...strip }));
  const { picture } = await decodePicture(new Uint8Array(png));
  const { c, t, gates } = measureBoard({ picture, method });
  const refused = gates.filter(({ verdict }) => verdict === "refuse").map(({ name }) => name);
  return { ratio: (t?.area ?? Number.NaN) / (c?.area ?? Number.NaN), refused, contrast: c?.contrast ?? 0 };
}

describe("a drawn board", () => {
  test.each([0, 0.1, 0.25, 0.505, 0.8, 1.1])("of T/C %f is read within 0.01", async (told) => {
    for (const seed of [1, 2, 3]) {
      const { ratio, refused } = await measure({ t: told * 99, seed });
      expect(refused).toEqual([]);
      expect(Math.abs(ratio - told)).toBeLessThan(0.01);
    }
  });

  test("that lies crooked is straightened, and one with a reflection next to C is refused", async () => {
    for (const angle of [-5, 5]) expect((await measure({ angle })).ratio).toBeCloseTo(50 / 99, 2);
    expect((await measure({ glare: true })).refused).toContain("glare");
  });

  test("that shines on a dark membrane is read like one of gold", async () => {
    const { png } = toPicture(drawBoardStrip({ c: 50, t: 60, background: 9, seed: 2, glows: true }));
    const { picture } = await decodePicture(new Uint8Array(png));
    const fluorescent = { polarity: "turnOn", channel: "brightest", signal: "emission" } as const;
    const { c, t, gates } = measureBoard({ picture, method: { ...method, ...fluorescent } });
    expect(gates.filter(({ verdict }) => verdict === "refuse")).toEqual([]);
    expect((t?.area ?? 0) / (c?.area ?? 1)).toBeCloseTo(1.2, 1);
    expect(c?.contrast).toBeGreaterThan(0.1);
  });

  test("with a weak C line stays below the least contrast of its lot", async () => {
    expect((await measure({ c: 20 })).contrast).toBeLessThan(0.117);
    expect((await measure({ c: 85 })).contrast).toBeGreaterThan(0.2);
  });
});
