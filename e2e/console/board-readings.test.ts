import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { encode } from "jpeg-js";
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

type Drawn = { c: number; t: number; lean: number; gain: number; size: 1 | 2; glows: boolean };

function drawBoard({ c, t, lean, gain, size, glows }: Drawn): PNG {
  const png = new PNG({ width: 240 * size, height: 72 * size });
  for (let row = 0; row < png.height; row++)
    for (let column = 0; column < png.width; column++) {
      const [x, y] = [column / size, row / size];
      const bell = (at: number) => Math.exp(-0.5 * ((x + lean * (y - 36) - at) / 3.4) ** 2);
      const grain = (((column * 7919 + row * 104_729) % 97) / 97) * 5;
      const lines = c * bell(86) + t * bell(154);
      const level = glows ? 20 + grain + lines : gain * (234 + grain - lines);
      const at = 4 * (row * png.width + column);
      png.data.fill(Math.max(0, Math.min(255, Math.round(level))), at, at + 3);
      png.data[at + 3] = 255;
    }
  return png;
}

/** Forty pictures: PNG and JPEG, clear and poor, straight and leaning, gold and fluorescent. */
function drawBoards(): { name: string; bytes: number[] }[] {
  return Array.from({ length: 40 }, (_, place) => {
    const glows = place % 8 === 7;
    const drawn: Drawn = {
      ...{ c: 99 - 22 * (place % 5), t: (place * 13) % 110, lean: ((place % 7) - 3) * 0.02 },
      ...{ gain: [1, 0.8, 1.05, 0.5][place % 4] ?? 1, size: place % 3 === 0 ? 2 : 1, glows },
    };
    const png = drawBoard(drawn);
    const isJpeg = place % 2 === 1;
    const bytes = isJpeg ? encode({ ...png, data: png.data }, 60 + place).data : PNG.sync.write(png);
    return { name: `${place} ${isJpeg ? "jpeg" : "png"}`, bytes: [...bytes] };
  });
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

test("forty pictures of boards give the same text of their readings in a browser as in Node", async () => {
  const pictures = drawBoards();
  const { readBoard } = await import(pathToFileURL(await bundle("esm")).href);
  const readInNode = async (bytes: number[]) =>
    JSON.stringify(await readBoard({ bytes: Uint8Array.from(bytes), method, lot, context }));
  const { page, faults } = await openPage(await openBrowser());
  await page.setContent(`<script>${await readFile(await bundle("iife"), "utf8")}</script>`);
  const input = JSON.stringify({ method, lot, context });
  const outcomes = new Set<string>();
  for (const { name, bytes } of pictures) {
    const text = await readInNode(bytes);
    expect(await readInNode(bytes), name).toBe(text);
    const inBrowser = await page.evaluate(
      `boards.readBoard({ ...${input}, bytes: Uint8Array.from(${JSON.stringify(bytes)}) }).then(JSON.stringify)`,
    );
    expect(inBrowser, name).toBe(text);
    outcomes.add(JSON.parse(text).judgement.outcome);
  }
  // Not forty times the same refusal.
  expect([...outcomes].sort()).toEqual(
    expect.arrayContaining(["invalid", "negative", "positive", "refused"]),
  );
  expect(faults).toEqual([]);
});
