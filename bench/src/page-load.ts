import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";

/** A browser as a slow laptop on a moderate line has it: 4x CPU, 10 Mbit/s, 40 ms. */
const slowLine = { cpu: 4, downloadBytesPerSecond: 10_000_000 / 8, latencyMs: 40 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowLine.latencyMs,
    downloadThroughput: slowLine.downloadBytesPerSecond,
    uploadThroughput: slowLine.downloadBytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowLine.cpu });
  return session;
}

/** Notes the scripts and styles that a page loads; `kilobytes` fetches each once more with gzip and adds them up. */
export function watchCode(context: BrowserContext) {
  const urls = new Set<string>();
  context.on("response", (response) => {
    const type = response.request().resourceType();
    if ((type === "script" || type === "stylesheet") && response.ok()) urls.add(response.url());
  });
  return {
    seen: () => [...urls],
    async kilobytes(of: readonly string[] = [...urls]): Promise<number> {
      let bytes = 0;
      for (const url of of) bytes += await gzippedSize(url);
      return bytes / 1000;
    },
  };
}

async function gzippedSize(url: string): Promise<number> {
  // Node's fetch unpacks what it gets, but shows how long the packed body was.
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  const packed = Number(response.headers.get("content-length"));
  const body = await response.arrayBuffer();
  return Number.isFinite(packed) && packed > 0 ? packed : body.byteLength;
}

export async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Username", { exact: true }).fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/index");
}

export function medianOf(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** When the largest thing of the first view was painted, in ms after the navigation began. */
export async function largestPaint(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => {
        resolve(Math.max(...list.getEntries().map((entry) => entry.startTime)));
      }).observe({ type: "largest-contentful-paint", buffered: true });
    })`),
  );
}
