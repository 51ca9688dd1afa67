import { screen, within } from "@testing-library/react";
import { getDeviceUptime } from "@tracewater/contract/fleet/device-lifecycle";
import { getDeviceFirmware } from "@tracewater/contract/fleet/firmware-upgrades";
import { getDeviceTree } from "@tracewater/contract/fleet/gateways";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { expect, test } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { device, model } from "../../../../../test/records.ts";
import { waterSampler } from "../../../../device/families/water-sampler.ts";
import { UptimeCard } from "../history/uptime-card.tsx";
import { DeviceTree } from "./device-tree.tsx";
import { PropertyGroups } from "./property-groups.tsx";

type Property = ProductModel["properties"][number];
const at = Date.parse("2026-11-27T09:00:00Z");
const feature = "fleet/devices";

const property = (identifier: string, group: Property["group"], more: Partial<Property> = {}): Property => ({
  ...{ identifier, name: identifier, nameZh: identifier, group, writable: group === "setting" },
  dataType: { type: "int", min: 1, max: 1440, step: 1, unit: "" },
  ...more,
});
const reported = (identifier: string, value: unknown) => [
  identifier,
  { identifier, value, at, receivedAt: at, outOfRange: false },
];

async function openGroups(properties: Property[], values: Record<string, unknown> = {}) {
  const latest = Object.fromEntries(Object.entries(values).map(([name, value]) => reported(name, value)));
  await openPart(
    <PropertyGroups
      open={{ device: { ...device, latest }, familyConfig: waterSampler }}
      model={{ ...model, properties }}
      series={undefined}
      begin={at - 3_600_000}
      end={at}
      action={null}
    />,
    { feature },
  );
}

const groupOf = (title: string) => {
  const group = screen.getByRole("heading", { name: title }).closest("section");
  if (group === null) throw new Error(`no group ${title}`);
  return group;
};

test("modes and settings are next to each other, with one age for each group", async () => {
  await openGroups([property("mode", "mode"), property("trigger", "mode"), property("interval", "setting")], {
    mode: 2,
    trigger: 1,
    interval: 15,
  });
  const pair = groupOf("Mode").parentElement;
  expect(pair).toBe(groupOf("Settings").parentElement);
  expect(pair?.className).toBe("groups-pair");
  for (const title of ["Mode", "Settings"]) {
    expect(groupOf(title).querySelectorAll("time")).toHaveLength(1);
    expect(within(groupOf(title)).getByText(/^Last reported/)).toBeTruthy();
  }
  expect(within(groupOf("Settings")).getByText("1 to 1440")).toBeTruthy();
});

test("more of them than fit on one row are below each other", async () => {
  const many = Array.from({ length: 6 }, (_, nth) => property(`setting${nth}`, "setting"));
  await openGroups([...["a", "b", "c"].map((name) => property(name, "mode")), ...many], { a: 1 });
  expect(groupOf("Mode").parentElement?.className).toContain("groups-pair-long");
});

test("a device that has never reported has no empty cells", async () => {
  await openGroups([property("mode", "mode"), property("interval", "setting")]);
  expect(screen.getByText("No values yet")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Mode" })).toBeNull();
  expect(screen.queryByText("interval")).toBeNull();
});

test("six values are one row, and the version of a program is below its name and no value of its own", async () => {
  const text = { type: "text" as const, length: 64 };
  await openGroups(
    [
      ...Array.from({ length: 6 }, (_, nth) => property(`status${nth}`, "workStatus")),
      property("programName", "mode", { dataType: text }),
      property("programVersion", "mode"),
    ],
    { programName: "N-24 flow 15 min", programVersion: 3 },
  );
  expect(
    groupOf("Work status").querySelector<HTMLElement>(".cells")?.style.getPropertyValue("--columns"),
  ).toBe("6");
  expect(within(groupOf("Mode")).getByText("version 3")).toBeTruthy();
  expect(screen.queryByText("programVersion")).toBeNull();
});

test("a position is printed with as many decimals in both of its parts", async () => {
  const degree = { type: "double" as const, min: -180, max: 180, step: null, unit: "°" };
  const part = (identifier: string) => ({
    ...{ identifier, name: identifier, nameZh: identifier },
    dataType: degree,
  });
  const fields = [part("latitude"), part("longitude")];
  await openGroups([property("gps", "envStatus", { dataType: { type: "struct", fields } })], {
    gps: { latitude: 41.43, longitude: 1.96999 },
  });
  expect(screen.getByText("41.4300°, 1.9700°")).toBeTruthy();
});

test("the type of a figure shrinks by the width of its digits and of its unit, so that neither is cut", async () => {
  const flow = { type: "double" as const, min: 0, max: 100_000, step: 0.01, unit: "m³/d" };
  await openGroups([property("flow", "envStatus", { dataType: flow }), property("slot", "envStatus")], {
    flow: 9116.63,
    slot: 5,
  });
  const sizeOf = (text: string) => {
    const { style } = screen.getByText(text).closest<HTMLElement>(".cell-value") ?? {};
    return [style?.getPropertyValue("--figure-ems"), style?.getPropertyValue("--unit-width")];
  };
  expect(sizeOf("9,116.63")).toEqual(["4.96", "35px"]);
  expect(sizeOf("5")).toEqual(["0.70", "0px"]);
});

const days = (known: number) =>
  Array.from({ length: 30 }, (_, nth) => {
    const ofMs = nth < 30 - known ? 0 : 3_600_000;
    const day = `2026-11-${String(nth + 1).padStart(2, "0")}`;
    return { day, ofMs, onlineMs: ofMs * 0.95, connects: ofMs === 0 ? 0 : 2 };
  });

test("the availability of a device that is known for a day is said in words, with the time that it stands for", async () => {
  server.answer(getDeviceUptime, { data: { days: days(1), share: 0.95 } });
  await openPart(<UptimeCard deviceId={21} />, { feature });
  await screen.findByText("Availability, 1 day");
  expect(screen.getByText("95.0 % of 60 min")).toBeTruthy();
  expect(screen.getByText("2026-11-30")).toBeTruthy();
  expect(screen.getByText("3 min offline")).toBeTruthy();
  expect(document.querySelector(".uptime")).toBeNull();
});

test("a day without an interruption names none", async () => {
  const [whole] = days(1)
    .slice(-1)
    .map((one) => ({ ...one, onlineMs: one.ofMs }));
  server.answer(getDeviceUptime, { data: { days: whole === undefined ? [] : [whole], share: 1 } });
  await openPart(<UptimeCard deviceId={21} />, { feature });
  await screen.findByText("2026-11-30");
  expect(screen.queryByText(/offline/)).toBeNull();
});

test("the bars of a longer known device begin with its first day", async () => {
  server.answer(getDeviceUptime, { data: { days: days(12), share: 0.95 } });
  await openPart(<UptimeCard deviceId={21} />, { feature });
  const bars = await screen.findByRole("list", { name: "Availability, 12 days" });
  expect(within(bars).getAllByRole("listitem")).toHaveLength(12);
});

test("a firmware that the identity already names is not said again", async () => {
  const module = (name: string, version: string) => ({ module: name, version, since: at, informedAt: at });
  server.answer(getDeviceTree, { data: { gateway: null, subDevices: [] } });
  server.answer(getDeviceFirmware, {
    data: { modules: [module("default", "WS-2.4.1"), module("modem", "EC25")], past: [], upgrades: [] },
  });
  await openPart(<DeviceTree deviceId={21} firmware="WS-2.4.1" />, { feature });
  await screen.findByText("EC25");
  expect(screen.queryByText("WS-2.4.1")).toBeNull();
});
