import { expect, test } from "vitest";
import { storyStops } from "./story-stops.ts";

const device = (deviceId: number, pointId: number | null, more: object = {}) => ({
  ...{ deviceId, pointId, alarm: null, overdueSince: null },
  ...more,
});

test("the stills are the demo's stops in its order, each place once, at most twelve", () => {
  const devices = [
    device(1, 11),
    device(2, 12, { overdueSince: 5 }),
    device(3, 13, { alarm: "major" as const }),
    device(4, 11),
    device(5, null),
    device(6, 14),
  ];
  const rising = new Map([[14, 80]]);
  expect(storyStops(devices, rising).map(({ deviceId }) => deviceId)).toEqual([3, 6, 2, 1, 5]);
  const many = Array.from({ length: 40 }, (_, at) => device(at, at));
  expect(storyStops(many, new Map())).toHaveLength(12);
});
