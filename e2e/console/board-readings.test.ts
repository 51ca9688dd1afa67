import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";

const root = join(import.meta.dirname, "../..");
const folder = await mkdtemp(join(tmpdir(), "tw-boards-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The reading of boards as one file, for Node or for a browser. */
async function bundle(format: "esm" | "iife"): Promise<string> {
  const file = join(folder, `boards.${format === "esm" ? "mjs" : "js"}`);
  const args = ["boards/src/read-board.ts", "--bundle", `--format=${format}`, "--global-name=boards"];
  await promisify(execFile)(join(root, "node_modules/.bin/esbuild"), [...args, `--outfile=${file}`], {
    cwd: root,
  });
  return file;
}

function drawBoard(): Buffer {
  const png = new PNG({ width: 240, height: 72 });
  for (let y = 0; y < 72; y++)
    for (let x = 0; x < 240; x++) {
      const bell = (at: number) => Math.exp(-0.5 * ((x + 0.06 * y - at) / 3.4) ** 2);
      const level = 234 + (((x * 7919 + y * 104_729) % 97) / 97) * 5 - 99 * bell(88) - 47 * bell(156);
      png.data.fill(Math.round(level), 4 * (y * 240 + x), 4 * (y * 240 + x) + 3);
      png.data[4 * (y * 240 + x) + 3] = 255;
    }
  return PNG.sync.write(png);
}

const method = {
  ...{
    polarity: "competitive",
    channel: "green",
    signal: "linearDrop",
    flatField: "quadratic",
    minSharpness: 0.85,
  },
  layout: {
    ...{ kind: "window", flow: "right", c: 0.323, t: 0.677, lineWidth: 0.042 },
    window: { x: 0.1, y: 0.222, width: 0.8, height: 0.556 },
  },
};
const lot = {
  ...{ polarity: "competitive", expiresOn: "2099-12", readFrom: 0, readUntil: 900, tempLow: 0, tempHigh: 50 },
  ...{ minimumC: 0.1, nominalC: null, maxBackground: null, repeat: 0.05 },
  cutOff: { kind: "concentration", value: 40 },
  curve: { a: 1.25, b: 1.1, c: 40, d: 0.04, low: 0.5, high: 2000, covariance: null },
};
const context = { readOn: "2026-11-23", readAfter: 600, boardTemp: 22 };

test("a picture of a board gives the same text of its reading in a browser as in Node", async () => {
  const bytes = [...drawBoard()];
  const { readBoard } = await import(pathToFileURL(await bundle("esm")).href);
  const inNode = async () =>
    JSON.stringify(await readBoard({ bytes: Uint8Array.from(bytes), method, lot, context }));
  const text = await inNode();
  expect(await inNode()).toBe(text);
  expect(JSON.parse(text).judgement).toMatchObject({ outcome: "positive", quantity: { kind: "value" } });
  const { page, faults } = await openPage(await openBrowser());
  await page.setContent(`<script>${await readFile(await bundle("iife"), "utf8")}</script>`);
  const input = JSON.stringify({ method, lot, context });
  const inBrowser = await page.evaluate(
    `boards.readBoard({ ...${input}, bytes: Uint8Array.from(${JSON.stringify(bytes)}) }).then(JSON.stringify)`,
  );
  expect(inBrowser).toBe(text);
  expect(faults).toEqual([]);
});
