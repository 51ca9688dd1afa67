import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { residues } from "../site/residues.ts";
import { sheetOf } from "./sheet.ts";

const batch = { batchNo: "B-7", sequence: "SEQ-B-7", samples: 3 };
const write = (...faults: string[]) => sheetOf({ seed: 5, faults: new Set(faults) }, batch);
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split("\t"));

test("the result file of a batch has its blank, standards, samples and controls for each analyte, the same each time", () => {
  const { text, sha256 } = write();
  expect(write()).toEqual({ text, sha256, fileName: "SEQ-B-7.txt" });
  expect(sha256).toBe(createHash("sha256").update(text).digest("hex"));
  const rows = rowsOf(text);
  expect(rows).toHaveLength(residues.length * (1 + 5 + 3 + 2));
  const cocaine = rows.filter((row) => row[2] === "cocaine");
  expect(cocaine.map((row) => row[1])).toEqual([
    "Blank",
    ...Array<string>(5).fill("Standard"),
    ...Array<string>(3).fill("Unknown"),
    ...Array<string>(2).fill("Quality Control"),
  ]);
  expect(cocaine.slice(6, 9).map((row) => row[0])).toEqual(["B-7-01", "B-7-02", "B-7-03"]);
});

test("a failed blank and a failed calibration are in the file", () => {
  const blankOf = (text: string) => rowsOf(text).find((row) => row[2] === "mamp" && row[1] === "Blank")?.[7];
  expect([blankOf(write().text), blankOf(write("blankFail").text)]).toEqual(["N/A", "3.4"]);
  const standardsOf = (text: string) =>
    rowsOf(text)
      .filter((row) => row[2] === "thcCooh" && row[1] === "Standard")
      .map((row) => Number(row[7]) / Number(row[3]) - 1);
  const worst = (text: string) => Math.max(...standardsOf(text).map(Math.abs));
  expect(worst(write().text)).toBeLessThan(0.02);
  expect(worst(write("calFail").text)).toBeGreaterThan(0.1);
});
