import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A platform with a little of everything, and one address of each of its pages. */
export async function startWalk(): Promise<{ platform: Platform; browser: Browser; addresses: string[] }> {
  const [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 2, points: 30 } }),
    openBrowser(),
  ]);
  const api = await openApi(platform.http);
  const { data } = await api.call(getRouters, {});
  const device = platform.devices[0]?.deviceName ?? "";
  const given = data
    .flatMap((node) => pathsOf(node, ""))
    // The seeded devices are samplers: their pages stand for those of the other families.
    .filter((path) => !path.includes(":device_name") || path.startsWith("/device/"))
    .map((path) => path.replace(":active_name", "device_info").replace(":device_name", device))
    .map((path) => path.replace(/:\w+\??/g, "1"))
    .map((path) => path + (recordOf[path]?.replace(":device_name", device) ?? ""));
  // Those of the server's tree that are really there, and the built-in ones.
  const addresses = [
    ...new Set([
      "/index",
      "/user/profile",
      "/camera/camera",
      "/userManagement/appuser",
      "/visual",
      "/visual/situation",
      "/visual/devices",
      "/visualization",
      "/visualMini",
      "/test",
      "/401",
      "/404",
      ...given,
    ]),
  ];
  if (addresses.length < 16) throw new Error(`the tree has ${addresses.length} pages`);
  return { platform, browser, addresses };
}

/** Pages of a record that the query names; without it they lead to their list. */
const recordOf: Readonly<Record<string, string>> = {
  "/laboratory/batch": "?id=1",
  "/waterAssay/detail": "?id=1",
  "/samplingDetaild": "?id=1",
  "/report/samplePointDetail": "?id=1",
  "/samplingAuto/detail": "?time=1760000000000&deviceName=:device_name",
};

/** The paths of a node's pages; those of later versions are all one page, which `/userManagement/appuser` shows. */
function pathsOf(node: RouteNode, above: string): string[] {
  const path = node.path.startsWith("/") ? node.path : `${above.replace(/\/$/, "")}/${node.path}`;
  const below = node.children.flatMap((child) => pathsOf(child, path));
  return node.component === "Layout" || node.component === "ParentView" || below.length > 0 ? below : [path];
}

/** Goes there inside the running console, as a link does, and waits until nothing of the page is on its way. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  await waitUntil(
    `${address} is drawn`,
    () => page.evaluate<boolean>(isDrawn(address)).then((yes) => yes || null),
    { withinMs: 10_000, everyMs: 20 },
  );
}

/** The page that is seen is that of this address, and whole. */
const isDrawn = (address: string) => `(() => {
  const tab = document.querySelector(".tab-strip a[aria-current]");
  const there = tab === null ? location.pathname : new URL(tab.href).pathname;
  const seen = [...document.querySelectorAll(".tab-page, .bare-page")].filter((page) => page.offsetParent !== null);
  return there === ${JSON.stringify(address.split("?")[0])} && seen.length === 1 &&
    seen[0].querySelector(".page-frame, .notice, .device-page") !== null &&
    seen[0].querySelector(".loading, .loading-bar, [aria-busy=true]") === null;
})()`;

/** Goes there with a load of its own, so that no page is kept any longer, and waits until nothing is on its way. */
export async function open(page: Page, http: string, address: string): Promise<void> {
  await page.goto(http + address, { waitUntil: "commit" });
  const body = page.locator(".tab-page:visible, .bare-page");
  await body.locator(".page-frame, .notice, .device-page").first().waitFor();
  await waitUntil(`${address} is whole`, () => page.evaluate<boolean>(isWhole).then((yes) => yes || null), {
    withinMs: 10_000,
    everyMs: 20,
  });
}

const isWhole = `document.querySelector("#root :is(.loading, .loading-bar, [aria-busy=true])") === null`;
