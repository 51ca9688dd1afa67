import { expect, test } from "vitest";
import { firstStops, partAfter } from "./demo-order.ts";
import { firstSituation, situationAfter } from "./situation-state.ts";

/** Twelve devices, as the server lists them: alarms first, the gravest of them, then overdue samples. */
const devices = [
  { deviceId: 9, pointId: 19, alarm: "critical" as const, overdueSince: null },
  { deviceId: 2, pointId: 12, alarm: "major" as const, overdueSince: 100 },
  { deviceId: 5, pointId: 15, alarm: "warning" as const, overdueSince: null },
  { deviceId: 11, pointId: 21, alarm: null, overdueSince: 50 },
  { deviceId: 7, pointId: 17, alarm: null, overdueSince: 70 },
  ...[1, 3, 4, 6, 8, 10, 12].map((deviceId) => ({
    ...{ deviceId, pointId: deviceId + 10, alarm: null, overdueSince: null },
  })),
];
const ids = devices.map(({ deviceId }) => deviceId);
/** Percent at the points of devices 4, 8, 2 and 7. */
const rising = new Map([
  [14, 20],
  [18, 90],
  [12, 500],
  [17, 30],
]);

test("the demo stops at alarms, then at rising points by change, then at overdue samples, then at the rest by chance", () => {
  const first = firstStops(devices, rising);
  expect(first).toEqual([9, 2, 5, 8, 7, 4, 11]);
  let state = situationAfter(firstSituation, { do: "start", ids, first, chance: 0.5 });
  const shown = [state.startDeviceId];
  for (let at = 1; at < ids.length; at++) {
    const announced = state.randomStartDeviceId;
    state = situationAfter(state, { do: "next", ids, first, chance: 0.3 });
    expect(state.startDeviceId).toBe(announced);
    shown.push(state.startDeviceId);
  }
  expect(shown.slice(0, 7)).toEqual(first);
  expect(new Set(shown)).toEqual(new Set(ids));
  expect(state.randomStartDeviceId).toBeNull();
  const nextRound = situationAfter(state, { do: "next", ids, first, chance: 0.3 });
  expect(nextRound).toMatchObject({ startDeviceId: 9, alreadyStartId: [9] });
});

test("an alarm that comes in between is shown at once, and the walk goes on where it was without showing it again", () => {
  const before = firstStops(devices, rising);
  let state = situationAfter(firstSituation, { do: "start", ids, first: before, chance: 0.5 });
  state = situationAfter(state, { do: "next", ids, first: before, chance: 0.5 });
  expect(state).toMatchObject({ startDeviceId: 2, randomStartDeviceId: 5 });
  const after = firstStops(
    devices.map((one) => (one.deviceId === 12 ? { ...one, alarm: "critical" as const } : one)),
    rising,
  );
  state = situationAfter(state, { do: "interrupt", id: 12, ids, first: after, chance: 0.5 });
  expect(state).toMatchObject({
    ...{ startDeviceId: 12, alreadyStartId: [9, 2, 12], randomStartDeviceId: 5 },
  });
  const shown: (number | null)[] = [];
  for (let at = 3; at < ids.length; at++) {
    state = situationAfter(state, { do: "next", ids, first: after, chance: 0.5 });
    shown.push(state.startDeviceId);
  }
  expect(shown.slice(0, 5)).toEqual([5, 8, 7, 4, 11]);
  expect(shown).not.toContain(12);
  expect(new Set(shown).size).toBe(9);
});

test("details are asked for once, and after every fifth stop comes the whole map", () => {
  const once = situationAfter(firstSituation, { do: "request", id: 4 });
  expect(once.alreadyRequestId).toEqual([4]);
  expect(situationAfter(once, { do: "request", id: 4 })).toBe(once);
  expect([1, 4, 5, 6, 10].map((stops) => partAfter("stop", stops))).toEqual([
    ...["stop", "stop", "overview", "stop", "overview"],
  ]);
  expect(partAfter("overview", 5)).toBe("stop");
  expect(partAfter("interruption", 5)).toBe("stop");
});
