import { expect, test } from "vitest";
import { beginModule } from "../console/generator-steps.ts";
import { enter } from "../console/visitor.ts";
import { openBrowser } from "../journey/browser.ts";
import { startPlatform } from "../support/platform-process.ts";

test("of thirty columns a keystroke is in the files within 100 ms", async () => {
  const [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
  const { page } = await enter(browser, platform.http, { reducedMotion: "reduce" });
  await beginModule(page, platform.http, { list: "Sampling points", one: "LiftStation" });
  const add = page.getByRole("button", { name: "Add field" });
  while ((await page.locator(".generator-fields tbody tr").count()) < 30) await add.click();
  await page.getByRole("textbox", { name: "Name", exact: true }).focus();
  const times: number[] = [];
  for (const letter of "abcdefghi") {
    const before = await page.evaluate<number>("performance.now()");
    await page.keyboard.type(letter);
    times.push((await page.evaluate<number>(drawn)) - before);
  }
  await page.getByText("field30abcdefghi: field(").waitFor();
  console.log(`keystrokes: ${times.map(Math.round).join(", ")} ms`);
  expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100);
});

/** When the next frame is on the screen. */
const drawn =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))";
