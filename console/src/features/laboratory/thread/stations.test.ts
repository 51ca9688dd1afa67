import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { expect, test } from "vitest";
import { stationsOf } from "./stations.ts";

const nothing = {
  ...{ name: "EUDA:BE001", plans: [], bottles: [], samples: [], deliveries: [], events: [] },
  ...{ assays: [], detections: [], loads: [], reports: [], isMore: false },
} as unknown as Traceability;

/** What a station reads of a thing; the rest of the record says nothing here. */
const threadOf = (parts: object): Traceability => ({ ...nothing, ...parts }) as Traceability;
const sample = (deviceName: string, began: number) => ({
  ...{ origin: "auto", state: "received", sealNo: null },
  ...{ deviceName, began, aliquotsTaken: 4 },
});
const at = (traceability: Traceability, kind: string) =>
  stationsOf(traceability).find((station) => station.kind === kind);

test("one sampler's water names the sampler, its time and its own page", () => {
  expect(at(threadOf({ samples: [sample("WS-0417", 1000)] }), "strokes")).toEqual({
    ...{ kind: "strokes", count: 4, name: null, at: 1000, until: null, who: "WS-0417" },
    to: "/samplingAuto/detail?time=1000&deviceName=WS-0417",
  });
});

test("water of several samplers names none of them, and has its first and last time", () => {
  const samples = [sample("WS-0418", 3000), sample("WS-0417", 1000)];
  expect(at(threadOf({ samples }), "strokes")).toEqual({
    ...{ kind: "strokes", count: 8, name: null, at: 1000, until: 3000, who: null, to: null },
  });
});

test("a sample by hand is no pump stroke and lends it no time", () => {
  const samples = [
    { ...sample("WS-0417", 5000), origin: "auto" },
    { ...sample("", 1000), origin: "manual" },
  ];
  expect(at(threadOf({ samples }), "strokes")).toMatchObject({ count: 4, at: 5000, until: null });
});

test("several deliveries with one courier keep the courier and lose the number", () => {
  const delivery = (deliveryNo: string, handedAt: number) => ({
    ...{ deliveryNo, deliveryId: handedAt, handedAt, courier: "J. Ortega" },
    ...{ receivedAt: null, receivedBy: null, toUnitName: "Laboratory" },
  });
  const deliveries = [delivery("DL-1", 1000), delivery("DL-2", 2000)];
  expect(at(threadOf({ deliveries }), "delivery")).toMatchObject({
    ...{ count: 2, name: null, at: 1000, until: 2000, who: "J. Ortega", to: null },
  });
});
