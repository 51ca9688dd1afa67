import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../../../../test/open-part.tsx";
import { RouteMetadataProvider } from "../../../../kit/route-metadata.tsx";
import { DeviceSegments, DeviceTabs } from "./device-tabs.tsx";

const base = "/device/admin/21/device_info/WS-0388";
const sampler = [
  ...[["device_info", "Device info"] as const, ["data_up", "Uplink data"] as const],
  ...[["alarms", "Alarms"] as const, ["fast_image", "In-box snapshot"] as const],
  ...[["open_video", "Video"] as const, ["device_look", "Monitoring"] as const],
  ...[["sample_auto", "Auto samplings"] as const, ["operation_log", "APP log"] as const],
  ...[["win_operation_log", "Platform log"] as const, ["upkeep", "Maintenance"] as const],
];

async function open(path: string, tabs: readonly (readonly [string, string])[] = sampler) {
  const children = tabs.map(([at, title]) => ({ name: at, title, path: at }));
  await openPart(
    <RouteMetadataProvider value={{ name: "", title: "", query: {}, link: "", children }}>
      <DeviceTabs base={base} />
      <DeviceSegments base={base} />
    </RouteMetadataProvider>,
    { feature: "fleet/devices", at: `${base}/${path}` },
  );
}

const linksIn = (name: string) =>
  within(screen.getByRole("navigation", { name })).getAllByRole<HTMLAnchorElement>("link");
const textsIn = (name: string) => linksIn(name).map((link) => link.textContent);
const current = (name: string) =>
  linksIn(name).flatMap((link) => (link.getAttribute("aria-current") === "page" ? [link.textContent] : []));

test("what belongs together is one tab, and each page keeps its address in a segment below it", async () => {
  await open("alarms");
  expect(textsIn("Device pages")).toEqual([
    "Device info",
    "Uplink data",
    "Operations",
    "Monitoring",
    "Auto samplings",
  ]);
  expect(current("Device pages")).toEqual(["Operations"]);
  expect(textsIn("Operations")).toEqual(["Alarms", "Maintenance", "APP log", "Platform log"]);
  const addresses = linksIn("Operations").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(
    ["alarms", "upkeep", "operation_log", "win_operation_log"].map((path) => `${base}/${path}`),
  );
  fireEvent.click(screen.getByRole("link", { name: "Platform log" }));
  expect(location.pathname).toBe(`${base}/win_operation_log`);
  expect(current("Operations")).toEqual(["Platform log"]);
  expect(current("Device pages")).toEqual(["Operations"]);
});

test("a page beneath a tab belongs to it, and a tab of its own has no segments", async () => {
  await open("sample_auto/detail/1764230400000");
  expect(current("Device pages")).toEqual(["Auto samplings"]);
  expect(screen.getAllByRole("navigation")).toHaveLength(1);
});

test("a family that has one tab of a group has that tab under its own title", async () => {
  await open("fast_image", [
    ["device_info", "Device info"],
    ["fast_image", "Snapshot"],
  ]);
  expect(textsIn("Device pages")).toEqual(["Device info", "Snapshot"]);
  expect(screen.getAllByRole("navigation")).toHaveLength(1);
});
