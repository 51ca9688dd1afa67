/**
 * Pictures that are kept alongside the tests and compared pixel by pixel. Fonts differ between machines, so a page
 * that is compared is lettered with one font that comes as a package; the browser shapes and draws it without the
 * system's help.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";

const folder = join(import.meta.dirname, "look");
const fonts = createRequire(import.meta.url);
const weights = [400, 500, 600, 700];
/** Of all pixels: what another build of the browser may smooth otherwise. A control of another height is ten times that. */
const tolerated = 0.001;

/** Letters the whole page, mono and all, with the package's font. */
export async function letter(page: Page): Promise<void> {
  const faces = await Promise.all(weights.map(faceOf));
  await page.addStyleTag({
    content: `${faces.join("\n")}\n*, ::before, ::after { font-family: "Kept Inter" !important }`,
  });
  await page.evaluate("Promise.all([...document.fonts].map((face) => face.load())).then(() => undefined)");
}

async function faceOf(weight: number): Promise<string> {
  const file = fonts.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
  const data = (await readFile(file)).toString("base64");
  return `@font-face { font-family: "Kept Inter"; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
}

/** Null where the picture is the one that was kept, else what is different; `UPDATE_LOOK=1` keeps the new one. */
export async function compareWithKept(name: string, taken: Buffer): Promise<string | null> {
  const path = join(folder, `${name}.png`);
  if (process.env["UPDATE_LOOK"] === "1") {
    await mkdir(folder, { recursive: true });
    await writeFile(path, taken);
  }
  const [before, now] = [PNG.sync.read(await readFile(path)), PNG.sync.read(taken)];
  const { width, height } = now;
  if (before.width !== width || before.height !== height)
    return `${name} was ${before.width} x ${before.height} and is ${width} x ${height}`;
  const changed = pixelmatch(before.data, now.data, undefined, width, height, { threshold: 0.15 });
  const share = changed / (width * height);
  return share <= tolerated ? null : `${name}: ${changed} pixels differ, ${(share * 100).toFixed(2)} %`;
}
