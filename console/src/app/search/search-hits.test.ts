import { expect, test } from "vitest";
import type { ShellPage } from "../routes/shell-page.ts";
import { placeOf } from "./search-hits.ts";

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
  page({ path: "/samplePoint/point/:pointId", component: "field/sampling-points/point" }),
];
const device = { kind: "device", id: 7, number: "WS/1", name: "", state: "online" } as const;

test("a device opens its family's page, a point its own page", () => {
  expect(placeOf({ ...device, family: "waterSample" }, pages)).toEqual({
    path: "/device/admin/7/device_info/WS%2F1",
    icon: "milk",
  });
  expect(placeOf({ kind: "samplePoint", id: 31, number: "P 1", name: "" }, pages)?.path).toBe(
    "/samplePoint/point/31",
  );
});

test("a record opens its own page, or its list with its number, by the icon of its list", () => {
  const withRecords = [
    page({
      path: "/waterSampling/water",
      icon: "test-tubes",
      component: "laboratory/samplings/sampling-list",
    }),
    page({ path: "/samplingDetail/:id", component: "laboratory/samplings/sampling-detail" }),
    page({ path: "/laboratory/delivery", icon: "truck", component: "laboratory/deliveries/delivery-list" }),
    page({ path: "/thread/:kind/:id", component: "laboratory/thread/thread" }),
    page({ path: "/work/edit/:taskId", component: "field/work-orders/work-order" }),
  ];
  const place = (kind: "sample" | "delivery" | "bottle" | "workOrder" | "plan") =>
    placeOf({ kind, id: 7, number: "N", name: "" }, withRecords);
  expect(place("sample")).toEqual({ path: "/samplingDetail/7", icon: "test-tubes" });
  expect(place("delivery")).toEqual({ path: "/laboratory/delivery?id=7", icon: "truck" });
  expect(place("bottle")).toEqual({ path: "/thread/bottle/7", icon: "" });
  expect(place("workOrder")?.path).toBe("/work/edit/7");
  expect(place("plan")).toBeNull();
});

test("a thing whose page the user does not have is nowhere", () => {
  expect(placeOf({ ...device, family: "mass" }, pages)).toBeNull();
  expect(placeOf({ kind: "samplePoint", id: 1, number: "P", name: "" }, [])).toBeNull();
});

test("a record opens its own page, by its number, where the user has that page", () => {
  const own = [
    page({ path: "/samplingDetail/:id", component: "laboratory/samplings/sampling-detail" }),
    page({ path: "/laboratory/delivery", component: "laboratory/deliveries/delivery-list" }),
    page({ path: "/thread/:kind/:id", component: "laboratory/thread/thread" }),
  ];
  const place = (kind: "sample" | "delivery" | "bottle" | "analyticalBatch") =>
    placeOf({ kind, id: 7, number: "N", name: "" }, own)?.path;
  expect(place("sample")).toBe("/samplingDetail/7");
  expect(place("delivery")).toBe("/laboratory/delivery?id=7");
  expect(place("bottle")).toBe("/thread/bottle/7");
  expect(place("analyticalBatch")).toBeUndefined();
});

test("an alarm opens in the list of alarms, a person among the users, an item among the items", () => {
  const own = [
    page({ path: "/maintenance/LogService", icon: "bell", component: "fleet/alarms/alarm-list" }),
    page({ path: "/system/user", icon: "user", component: "system/users/user-list" }),
    page({ path: "/evidence/item", component: "evidence/entrustments/item-list" }),
    page({ path: "/entrusted/entr/:tableId", component: "evidence/entrustments/entrustment-detail" }),
  ];
  const place = (kind: "alarm" | "user" | "evidenceItem" | "entrustment") =>
    placeOf({ kind, id: 7, number: "a&b", name: "" }, own)?.path;
  expect(place("alarm")).toBe("/maintenance/LogService?alarm=7");
  expect(place("user")).toBe("/system/user?keyword=a%26b");
  expect(place("evidenceItem")).toBe("/evidence/item?id=7");
  expect(place("entrustment")).toBe("/entrusted/entr/7");
});
