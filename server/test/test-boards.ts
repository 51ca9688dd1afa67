import { createHash } from "node:crypto";
import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import { PNG } from "pngjs";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** The window of a handheld detector with lines of known depth, as a PNG. */
export function drawBoard(lines: { c: number; t: number; seed?: number }): { bytes: Buffer; sha256: string } {
  const { c, t, seed = 1 } = lines;
  const png = new PNG({ width: 240, height: 72 });
  const bell = (distance: number) => Math.exp(-0.5 * (distance / 3.4) ** 2);
  for (let y = 0; y < 72; y++)
    for (let x = 0; x < 240; x++) {
      const inWindow = x >= 24 && x < 216 && y >= 16 && y < 56;
      const grain = ((x * 7919 + y * 104_729 + seed * 611_953) % 97) / 97 - 0.5;
      const level = inWindow ? 236 + 4 * grain - c * bell(x - 86) - t * bell(x - 154) : 210;
      const at = 4 * (y * 240 + x);
      png.data.fill(Math.max(0, Math.round(level)), at, at + 3);
      png.data[at + 3] = 255;
    }
  const bytes = PNG.sync.write(png);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

export const curve = { a: 1.25, b: 1.1, c: 40, d: 0.04, low: 0.5, high: 2000 };

export const methamphetamine = {
  typeCode: "MAMP-GOLD",
  typeName: "Methamphetamine, gold",
  label: "colloidalGold",
  analyte: "mamp",
  polarity: "competitive",
  matrix: "sewage",
  cutOff: 40,
  readFrom: 300,
  readUntil: 900,
} as const;

/** A type of board and a lot of it with a curve; the id of the lot. */
export async function addLot(
  platform: TestPlatform,
  as: Session,
  lotNo: string,
  more: object = {},
): Promise<number> {
  const { total } = await platform.call(
    boardTypes.calls.list,
    { query: { keyword: methamphetamine.typeCode } },
    as,
  );
  if (total === 0) await platform.call(boardTypes.calls.add, { body: methamphetamine }, as);
  const body = {
    ...{ lotNo, typeCode: methamphetamine.typeCode, label: "colloidalGold" as const, expiresOn: "2099-06" },
    ...{ ...curve, minimumC: 4000, minimumContrast: 0.117, ...more },
  };
  return (await platform.call(boardLots.calls.add, { body }, as)).data.id;
}
