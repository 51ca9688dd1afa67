import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Platform } from "../support/platform-process.ts";
import { goWithin, startWalk } from "./page-walk.ts";
import { enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let addresses: string[];

beforeAll(async () => {
  ({ platform, browser, addresses } = await startWalk());
});

test("no page of 360 px scrolls sideways, in English or Chinese, or shows a key in place of a text", async () => {
  const wrong: string[] = [];
  const visits = ["en-US", "zh-CN"].map(async (locale) => {
    const { page, faults } = await enter(browser, platform.http, {
      locale,
      viewport: { width: 360, height: 780 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: "reduce",
    });
    for (const address of addresses) {
      await goWithin(page, address);
      const width = await page.evaluate<number>(
        "Math.max(document.documentElement.scrollWidth, document.querySelector('.shell-main')?.scrollWidth ?? 0)",
      );
      if (width > 360) wrong.push(`${address} is ${width} px wide in ${locale}`);
      const text = await page.locator(".tab-page:visible, .bare-page").innerText();
      // A key that no text was found for: `some.key` alone on a line.
      const key = /^(?!thing\.|sys\.)[a-z][A-Za-z]+(?:\.[A-Za-z0-9]+)+$/m.exec(text)?.[0];
      if (key !== undefined) wrong.push(`${address} shows the key ${key}`);
    }
    return faults;
  });
  expect((await Promise.all(visits)).flat()).toEqual([]);
  expect(wrong).toEqual([]);
}, 600_000);
