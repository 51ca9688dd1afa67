import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listDevices } from "@tracewater/contract/fleet/devices";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFindings } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "tw-clip-"));
const clip = join(folder, "manhole.mp4");

beforeAll(async () => {
  makeClip();
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 2 } }),
    openBrowser(),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a clip that is handed in is checked and really plays, a camera at this machine is refused at its field", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: await addressOfSampler("open_video") });
  await page.getByText("No camera selected").waitFor();
  await page.getByLabel("Upload clip").setInputFiles(clip);
  await page.getByText("Uploaded: manhole.mp4").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  const dialog = page.getByRole("dialog", { name: "manhole.mp4" });
  const seconds = () =>
    dialog.locator("video").evaluate((video) => Number(Reflect.get(video, "currentTime")));
  await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(0.5);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "In-box snapshot" }).click();
  await page.getByText("No pictures yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${platform.http}/camera/camera`);
  await page.getByText("No cameras yet").waitFor();
  await page.getByRole("button", { name: "Add camera" }).click();
  const form = page.getByRole("dialog", { name: "Add camera" });
  await form.getByLabel("Name").fill("Yard");
  await form.getByRole("textbox", { name: "Address" }).fill("rtsp://127.0.0.1:554/stream");
  await form.getByLabel("Unit").click();
  await page.getByTitle("European plants (example)").click();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("cannot be opened").waitFor();
  await form.getByRole("textbox", { name: "Address" }).fill("rtsp://192.0.2.7:554/stream");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("region", { name: "Yard" }).waitFor();
  expect(faults).toEqual([]);
});

async function addressOfSampler(tab: string): Promise<string> {
  const api = await openApi(platform.http);
  const { rows } = await api.call(listDevices, { params: { family: "waterSample" } });
  const [sampler] = rows;
  if (sampler === undefined) throw new Error("no sampler was seeded");
  return `/device/admin/${sampler.id}/device_info/${sampler.deviceName}/${tab}`;
}

/** Four seconds of a test picture, by the ffmpeg that the server would take. */
function makeClip(): void {
  const shipped = `@ffmpeg-installer/${process.platform}-${process.arch}/ffmpeg`;
  const ffmpeg = existsSync("/usr/bin/ffmpeg")
    ? "/usr/bin/ffmpeg"
    : createRequire(join(import.meta.dirname, "../../server/package.json")).resolve(shipped);
  const picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "4"];
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10"];
  execFileSync(ffmpeg, ["-v", "error", ...picture, ...coding, clip]);
}
