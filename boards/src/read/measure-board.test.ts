import { decode, encode } from "jpeg-js";
import { describe, expect, test } from "vitest";
import { blur, cropRows, mapLevels, paint, rotate, toHalfSize } from "../../test/alter-picture.ts";
import { goldLot, goldStrips, hasBoardData, readBoardFile, readLabels } from "../../test/board-data.ts";
import { drawnWindow, drawStrip } from "../../test/draw-strip.ts";
import { decodePicture } from "../decode/decode-picture.ts";
import type { Picture } from "../decode/picture.ts";
import { judgeBoard } from "../judge/judge-board.ts";
import { toLineValues } from "../judge/line-values.ts";
import { type BoardMeasurement, isRefused } from "./board-measurement.ts";
import { measureBoard } from "./measure-board.ts";
import type { ReadingMethod } from "./reading-method.ts";

function ratioOf({ c, t }: BoardMeasurement): number {
  if (c === null || t === null) return Number.NaN;
  return t.area / c.area;
}

const read = (picture: Picture, method: ReadingMethod = drawnWindow) => measureBoard({ picture, method });

const refusals = ({ gates }: BoardMeasurement) =>
  gates.filter(({ verdict }) => verdict === "refuse").map(({ name }) => name);

function viaJpeg({ width, height, data }: Picture, quality: number): Picture {
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++) rgba.set(data.subarray(3 * at, 3 * at + 3), 4 * at);
  const stored = decode(encode({ width, height, data: rgba }, quality).data, {
    useTArray: true,
    formatAsRGBA: false,
  });
  return { width, height, max: 255, data: stored.data };
}

describe("a strip with known lines", () => {
  test.each([0, 0.1, 0.3, 0.5, 0.8, 1.1])("reads T/C %f within 0.01", (told) => {
    for (const depth of [60, 99, 120])
      expect(Math.abs(ratioOf(read(drawStrip({ c: depth, t: told * depth }))) - told)).toBeLessThan(0.01);
  });

  test("keeps its T/C where the bright frame of the strip reaches into the flank of a line", () => {
    const strip = { c: 99, t: 50 };
    const truth = ratioOf(read(drawStrip(strip)));
    // C is at 0.1 + 0.32 x 0.8 of 240 pixels; its flank begins two widths of 8.6 pixels before it.
    const framed = drawStrip({ ...strip, change: (level, x) => (x >= 66 && x < 70 ? 255 : level) });
    expect(Math.abs(ratioOf(read(framed)) / truth - 1)).toBeLessThan(0.005);
  });

  test("keeps its T/C in other light, out of focus, compressed, at half the size and crooked", () => {
    const large = { width: 480, height: 160 };
    for (const told of [0.3, 0.8]) {
      const clear = drawStrip({ c: 99, t: told * 99, ...large });
      const truth = ratioOf(read(clear));
      const within = (altered: Picture, limit: number) => {
        const measured = read(altered);
        expect(refusals(measured)).toEqual([]);
        expect(Math.abs(ratioOf(measured) / truth - 1)).toBeLessThan(limit);
      };
      for (const gain of [0.6, 0.8, 1.05])
        within(
          mapLevels(clear, (level) => level * gain),
          0.02,
        );
      within(
        mapLevels(clear, (level, channel) => level * ([0.8, 0.9, 1][channel] ?? 1)),
        0.02,
      );
      within(blur(clear, 4), 0.03);
      within(viaJpeg(clear, 60), told > 0.5 ? 0.03 : 0.1);
      within(toHalfSize(clear), 0.03);
      for (const angle of [-5, -2, 3, 5]) within(drawStrip({ c: 99, t: told * 99, ...large, angle }), 0.04);
    }
  });

  test("is refused with the name of what is wrong", () => {
    const gates = (change: Partial<Parameters<typeof drawStrip>[0]>) =>
      refusals(read(drawStrip({ c: 99, t: 50, ...change })));
    expect(gates({})).toEqual([]);
    expect(gates({ width: 60, height: 20 })).toContain("windowSize");
    expect(gates({ membrane: 70 })).toContain("membraneDark");
    expect(gates({ membrane: 262 })).toContain("clipped");
    expect(gates({ angle: 14 })).toContain("skew");
    expect(gates({ change: (level, x) => level * (1 - 0.45 * (x / 240)) })).toContain("illumination");
    const glare = (level: number, x: number, y: number) => (Math.hypot(x - 86, y - 36) < 8 ? 255 : level);
    expect(gates({ change: glare })).toContain("glare");
    expect(refusals(read(blur(drawStrip({ c: 99, t: 50 }), 9)))).toContain("sharpness");
  });

  test("without a C line has no signal there: painted over, or never run", () => {
    const painted = paint(
      drawStrip({ c: 99, t: 60 }),
      { x: 70, y: 0, width: 30, height: 80 },
      [236, 236, 236],
    );
    for (const picture of [painted, drawStrip({ c: 0, t: 60 }), drawStrip({ c: 0, t: 0 })]) {
      const { c } = read(picture);
      expect(c?.contrast).toBeLessThan(0.02);
    }
  });

  test("gives the same figures for the same pixels", () => {
    const picture = drawStrip({ c: 90, t: 40, angle: 2 });
    expect(JSON.stringify(read(picture))).toBe(
      JSON.stringify(read({ ...picture, data: picture.data.slice() })),
    );
  });

  test("of a million pixels is read within 300 ms", () => {
    const picture = drawStrip({ c: 99, t: 50, width: 1600, height: 640 });
    read(picture);
    const began = performance.now();
    expect(Math.abs(ratioOf(read(picture)) - 50 / 99)).toBeLessThan(0.01);
    // A test machine that does other things takes several times as long.
    expect(performance.now() - began).toBeLessThan(1500);
  });
});

test("a fluorescent line is a rise over a dark membrane", () => {
  const method: ReadingMethod = {
    ...drawnWindow,
    polarity: "turnOn",
    channel: "brightest",
    signal: "emission",
  };
  const picture = drawStrip({ c: -160, t: -80, membrane: 22 });
  const measured = read(picture, method);
  expect(refusals(measured)).toEqual([]);
  expect(Math.abs(ratioOf(measured) - 0.5)).toBeLessThan(0.01);
});

test("a strip that a person draws is measured where it was drawn", () => {
  const picture = drawStrip({ c: 99, t: 60, width: 320, height: 120 });
  const region = { from: [32, 60], to: [288, 60], width: 50, c: 0.32, t: 0.68, lineWidth: 0.045 } as const;
  const measured = measureBoard({ picture, method: goldStrips, region });
  expect(measured.source).toBe("drawn");
  const coded = measureBoard({ picture, method: { ...goldStrips, signal: "codedDrop" }, region });
  expect(Math.abs(ratioOf(coded) - 60 / 99)).toBeLessThan(0.01);
});

function outcomeOf(measurement: BoardMeasurement): string {
  const context = { readOn: "2026-11-23", readAfter: null, boardTemp: null };
  const values = toLineValues(measurement);
  return judgeBoard({ lot: goldLot, context, values, isRefused: isRefused(measurement) }).outcome;
}

describe.runIf(hasBoardData)("pictures of real gold strips", () => {
  const measure = async (file: string) => {
    const { picture } = await decodePicture(readBoardFile(file));
    return measureBoard({ picture, method: goldStrips });
  };

  test("no positive reads negative, no negative positive, and poor ones are never a silent negative", async () => {
    const outcomes = await Promise.all(
      readLabels().map(async (label) => ({ ...label, outcome: outcomeOf(await measure(label.file)) })),
    );
    const of = (truth: string) => outcomes.filter((one) => one.truth === truth);
    const clear = (one: { file: string }) => !/weak-c|poor|tilted/.test(one.file);
    expect(
      of("positive")
        .filter(clear)
        .map(({ outcome }) => outcome),
    ).toEqual(Array(6).fill("positive"));
    expect(
      of("negative")
        .filter(clear)
        .map(({ outcome }) => outcome),
    ).toEqual(Array(4).fill("negative"));
    const outcomeAt = (name: string) => outcomes.find(({ file }) => file.includes(name))?.outcome;
    expect(outcomeAt("weak-c")).toBe("invalid");
    expect(["refused", "positive"]).toContain(outcomeAt("pos-poor"));
    expect(["refused", "negative"]).toContain(outcomeAt("tilted"));
    for (const { file, outcome } of [...of("invalid"), ...of("refused")])
      expect([file, outcome === "refused" || outcome === "invalid"]).toEqual([file, true]);
  });

  test("the T line grows with the dose", async () => {
    const ratios = await Promise.all(
      ["ntc", "1e2", "1e4"].map(async (dose) => ratioOf(await measure(`pictures/gold-${dose}.png`))),
    );
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
    expect(ratios[0]).toBeLessThan(0.02);
    expect(ratios[1]).toBeGreaterThan(0.05);
  });

  test("T/C stays when the light, the focus or the file changes", async () => {
    for (const file of ["pictures/gold-pos-clear.png", "pictures/gold-1e4.png"]) {
      const { picture } = await decodePicture(readBoardFile(file));
      const truth = ratioOf(measureBoard({ picture, method: goldStrips }));
      const deviation = (altered: Picture) =>
        Math.abs(ratioOf(measureBoard({ picture: altered, method: goldStrips })) / truth - 1);
      expect(deviation(mapLevels(picture, (level) => level * 0.8))).toBeLessThan(0.02);
      expect(deviation(mapLevels(picture, (level) => level * 1.15))).toBeLessThan(0.02);
      expect(deviation(viaJpeg(picture, 60))).toBeLessThan(0.03);
      expect(deviation(toHalfSize(picture))).toBeLessThan(0.03);
      for (const angle of [-5, 5]) expect(deviation(rotate(picture, angle))).toBeLessThan(0.04);
    }
  });

  test("C cropped away or painted over is invalid or refused, never negative", async () => {
    for (const { file, truth, C_y: at = 0 } of readLabels().filter(({ C_y }) => C_y !== undefined)) {
      const { picture } = await decodePicture(readBoardFile(file));
      const cut = Math.min(picture.height - 40, at + Math.round(0.12 * picture.height));
      const outcomes = [
        cropRows(picture, cut, picture.height),
        paint(picture, { x: 0, y: Math.max(0, at - 14), width: picture.width, height: 28 }, [205, 205, 205]),
      ].map((altered) => outcomeOf(measureBoard({ picture: altered, method: goldStrips })));
      for (const outcome of outcomes)
        expect([file, truth, outcome === "invalid" || outcome === "refused"]).toEqual([file, truth, true]);
    }
  });

  test("overexposed, blank and cut-off pictures are refused or invalid", async () => {
    const { picture } = await decodePicture(readBoardFile("pictures/gold-pos-clear.png"));
    for (const altered of [
      mapLevels(picture, (level) => level * 1.6),
      mapLevels(picture, () => 200),
      cropRows(picture, 0, 120),
      cropRows(picture, 0, 200),
      toHalfSize(toHalfSize(picture)),
    ])
      expect(["refused", "invalid"]).toContain(
        outcomeOf(measureBoard({ picture: altered, method: goldStrips })),
      );
  });

  test("a single line is measured in a drawn region, and none is found where there is none", async () => {
    const region = {
      from: [214.6, 262.6],
      to: [280.4, 304.4],
      width: 40,
      c: 0.5,
      t: 0.98,
      lineWidth: 0.15,
    } as const;
    const contrastOf = async (file: string) => {
      const { picture } = await decodePicture(readBoardFile(file));
      return measureBoard({ picture, method: { ...goldStrips, channel: "grey" }, region }).c?.contrast ?? 0;
    };
    expect(await contrastOf("pictures/line-1to2.jpg")).toBeGreaterThan(0.1);
    expect(Math.abs(await contrastOf("pictures/line-healthy-1to2.jpg"))).toBeLessThan(0.03);
  });
});
