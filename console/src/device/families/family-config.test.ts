import type { LatestValue } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import {
  attentionOf,
  devicePath,
  familyPermission,
  progressOf,
  propertyStaleMs,
  staleAfterMs,
  workStateOf,
} from "./family-config.ts";
import { familyConfig } from "./known-families.ts";
import { toxicityDetector } from "./toxicity-detector.ts";
import { waterSampler } from "./water-sampler.ts";

function latest(values: Record<string, unknown>, outOfRange = false): Record<string, LatestValue> {
  return Object.fromEntries(
    Object.entries(values).map(([identifier, value]) => [
      identifier,
      { identifier, value, at: 0, receivedAt: 0, outOfRange },
    ]),
  );
}

test("knows a family by the name that is in a route", () => {
  expect(familyConfig("waterSample")).toBe(waterSampler);
  expect(familyConfig("toaster")).toBeNull();
  expect(familyConfig(undefined)).toBeNull();
});

test("names paths and permissions of a family", () => {
  expect(devicePath(waterSampler, { id: 7, deviceName: "WS:1" }, "data_up")).toBe(
    "/device/admin/7/device_info/WS%3A1/data_up",
  );
  expect(familyPermission(waterSampler, "command")).toBe("device:sampler:command");
});

test("reads the work state and the progress only where the device reported them", () => {
  expect(workStateOf(waterSampler, latest({ workState: 2 }))?.key).toBe("sampling");
  expect(workStateOf(waterSampler, latest({ workState: 99 }))).toBeNull();
  expect(progressOf(waterSampler, latest({ bottleIndex: 15, bottleCount: 24 }))).toEqual({
    done: 15,
    of: 24,
    text: "15/24",
  });
  expect(progressOf(toxicityDetector, latest({ stageProgress: 45 }))?.text).toBe("45 %");
  expect(progressOf(toxicityDetector, latest({ stageProgress: 0 }))).toBeNull();
  expect(progressOf(waterSampler, latest({ bottleIndex: 15 }))).toBeNull();
  expect(progressOf(waterSampler, latest({ bottleIndex: 0, bottleCount: 24 }))).toBeNull();
});

test("colours what is beyond its limits, except in maintenance", () => {
  expect(attentionOf(waterSampler, latest({ boxTemp: 4.1, workState: 2 }), "boxTemp")).toBeNull();
  expect(attentionOf(waterSampler, latest({ boxTemp: 7, workState: 2 }), "boxTemp")).toBe("warn");
  expect(attentionOf(waterSampler, latest({ boxTemp: 8.6, workState: 2 }), "boxTemp")).toBe("critical");
  expect(attentionOf(waterSampler, latest({ boxTemp: 11.7, workState: 7 }), "boxTemp")).toBeNull();
  expect(attentionOf(waterSampler, latest({ ph: 15, workState: 2 }, true), "ph")).toBe("critical");
});

test("what is reported on change is late only while the device is not heard", () => {
  const received = { latest: latest({ reportInterval: 60 }), connection: { state: "online" } };
  expect(propertyStaleMs(waterSampler, received, "door")).toBeUndefined();
  expect(propertyStaleMs(waterSampler, received, "boxTemp")).toBe(180_000);
  expect(propertyStaleMs(waterSampler, { ...received, connection: { state: "offline" } }, "door")).toBe(
    180_000,
  );
});

test("calls a value late after three of the device's own intervals", () => {
  expect(staleAfterMs(waterSampler, latest({ reportInterval: 60 }))).toBe(180_000);
  expect(staleAfterMs(waterSampler, latest({ reportInterval: 1 }))).toBe(15_000);
  expect(staleAfterMs(waterSampler, {})).toBe(120_000);
});
