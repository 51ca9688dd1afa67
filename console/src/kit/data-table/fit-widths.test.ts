import { expect, test } from "vitest";
import { type ColumnWidth, fitWidths } from "./fit-widths.ts";

const column = (kind: ColumnWidth["kind"]) => (width: number, needed: number) => ({ width, needed, kind });
const [rigid, plain, text] = [column("whole"), column("plain"), column("flexible")];

test("columns keep their widths where there is room for all", () => {
  expect(fitWidths([rigid(120, 90), text(200, 300)], 400)).toEqual([120, 200]);
});

test("a column that must not be cut gets what it needs", () => {
  expect(fitWidths([rigid(120, 150), text(200, 300)], 400)).toEqual([150, 200]);
});

test("columns give up what they do not need before a text is cut", () => {
  expect(fitWidths([rigid(120, 80), rigid(100, 100), text(200, 300)], 400)).toEqual([100, 100, 200]);
});

test("texts give way where nothing is spare any more", () => {
  expect(fitWidths([rigid(120, 120), text(200, 300), text(200, 300)], 440)).toEqual([120, 160, 160]);
});

test("what is too wide even so scrolls sideways: identifiers are whole, of a text a part is left", () => {
  expect(fitWidths([rigid(120, 160), text(200, 300)], 200)).toEqual([160, 100]);
});

test("a column that is neither keeps its width, and gives up only what it does not need", () => {
  expect(fitWidths([plain(120, 500), text(200, 300)], 400)).toEqual([120, 200]);
  expect(fitWidths([plain(120, 500), plain(100, 60), text(200, 300)], 300)).toEqual([120, 60, 120]);
});

test("a short text is not cut", () => {
  expect(fitWidths([rigid(120, 120), text(100, 70), text(200, 300)], 300)).toEqual([120, 70, 110]);
});
