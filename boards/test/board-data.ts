import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JudgingLot } from "../src/judge/board-lot.ts";
import { fixtures } from "../src/read/fixtures.ts";
import type { ReadingMethod } from "../src/read/reading-method.ts";

/*
 * Pictures of real strips and their truth. They are not part of the product: they are beside the checkout, or where
 * BOARD_DATA says; else the tests that need them are skipped and say so.
 */
const root = join(import.meta.dirname, "../..");
const places = ["../shared/data/boards", "../../shared/data/boards"].map((path) => join(root, path));
const named = process.env["BOARD_DATA"];
const folder = [...(named === undefined ? [] : [named]), ...places].find((path) =>
  existsSync(join(path, "labels.json")),
);

if (folder === undefined)
  console.warn(`no pictures of boards in ${places.join(" or ")}: their tests are skipped`);

export const hasBoardData = folder !== undefined;

export type BoardLabel = { file: string; truth: string; polarity?: string; C_y?: number; T_y?: number };

export function readLabels(): BoardLabel[] {
  return folder === undefined ? [] : JSON.parse(readFileSync(join(folder, "labels.json"), "utf8"));
}

/** The bytes of `pictures/...`. */
export function readBoardFile(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder ?? "", path)));
}

/** How the gold strips are read: `board-type.json` of the pictures, in our terms. */
export const goldStrips: ReadingMethod = {
  polarity: "turnOn",
  channel: "green",
  signal: "opticalDensity",
  ...fixtures.strip,
};

/** The lot that the outcomes of the gold strips are judged by: the cut-off is the limit of blank of 81 negatives. */
export const goldLot: JudgingLot = {
  polarity: "turnOn",
  expiresOn: "2099-12",
  ...{ readFrom: 0, readUntil: 3600, tempLow: 0, tempHigh: 50 },
  minimumC: 0.1,
  nominalC: null,
  maxBackground: null,
  cutOff: { kind: "contrast", value: 0.0188 },
  curve: null,
  repeat: 0.05,
};
