import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { expect, test } from "vitest";
import { applyEvents, type LiveDevice } from "./live-values.ts";

function device(id: number): LiveDevice {
  return { id, connection: { state: "notActivated" }, lastValueAt: null, latest: {} };
}

function values(deviceId: number, at: number, value: unknown): LiveEvent {
  const latest = { identifier: "boxTemp", value, at, receivedAt: at, outOfRange: false };
  return { type: "values", deviceId, typeKey: "waterSample", values: [latest] };
}

test("changes the row that an event is about and no other", () => {
  const rows = [device(1), device(2)];
  const after = applyEvents(rows, [values(2, 10, 4.1), values(2, 11, 4.2)]);
  expect(after[0]).toBe(rows[0]);
  expect(after[1]?.latest["boxTemp"]?.value).toBe(4.2);
  expect(after[1]?.lastValueAt).toBe(11);
});

test("keeps the list where nothing in it changed", () => {
  const rows = [device(1)];
  expect(applyEvents(rows, [values(9, 10, 4.1)])).toBe(rows);
});

test("a replayed older value does not replace the latest one", () => {
  const rows = applyEvents([device(1)], [values(1, 20, 4.2)]);
  expect(applyEvents(rows, [values(1, 10, 9.9)])).toBe(rows);
});

test("takes the connection as reported", () => {
  const event: LiveEvent = {
    type: "connection",
    deviceId: 1,
    typeKey: "waterSample",
    connection: { state: "online", since: 5 },
  };
  expect(applyEvents([device(1)], [event])[0]?.connection).toEqual({ state: "online", since: 5 });
});
