import { expect, test } from "vitest";
import type { ShellPage } from "../routes/shell-page.ts";
import { placeOf } from "./found-things.ts";

function page(part: Partial<ShellPage>): ShellPage {
  return {
    name: "N",
    path: "/",
    title: "",
    icon: "",
    component: "",
    query: {},
    noCache: false,
    affix: false,
    hidden: false,
    trail: [],
    tabs: [],
    ...part,
  };
}

const pages = [
  page({ path: "/device/Sampling", icon: "milk", query: { family: "waterSample" } }),
  page({ path: "/device/admin/:id/:active_name/:device_name", query: { family: "waterSample" } }),
  page({ path: "/points", icon: "map-pin", component: "field/sampling-points/sampling-point-list" }),
];
const device = { kind: "device", id: 7, number: "WS/1", name: "", state: "online" } as const;

test("a device opens its family's page, a point its list with its code", () => {
  expect(placeOf({ ...device, family: "waterSample" }, pages)).toEqual({
    path: "/device/admin/7/device_info/WS%2F1",
    icon: "milk",
  });
  expect(placeOf({ kind: "samplePoint", id: 1, number: "P 1", name: "" }, pages)?.path).toBe(
    "/points?keyword=P%201",
  );
});

test("a thing whose page the user does not have is nowhere", () => {
  expect(placeOf({ ...device, family: "mass" }, pages)).toBeNull();
  expect(placeOf({ kind: "samplePoint", id: 1, number: "P", name: "" }, [])).toBeNull();
});
