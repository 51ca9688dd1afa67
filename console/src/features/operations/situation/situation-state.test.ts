import { expect, test } from "vitest";
import { firstSituation, type SituationState, situationAfter } from "./situation-state.ts";

const ids = [4, 7, 9];

function walked(steps: number, chance = 0): SituationState[] {
  const states = [situationAfter(firstSituation, { do: "start", ids, chance })];
  for (let at = 1; at < steps; at++) {
    states.push(situationAfter(states[at - 1] ?? firstSituation, { do: "next", ids, chance }));
  }
  return states;
}

test.each([0, 0.4, 0.999])("the demo shows each device once in a round, then starts over (%s)", (chance) => {
  const states = walked(4, chance);
  const shown = states.map((state) => state.startDeviceId);
  expect(new Set(shown.slice(0, 3))).toEqual(new Set(ids));
  expect(states[2]?.alreadyStartId).toEqual(shown.slice(0, 3));
  expect(shown[3]).not.toBe(shown[2]);
  expect(states[3]?.alreadyStartId).toEqual([shown[3]]);
});

test("the next device is drawn before its turn, and is the one that comes", () => {
  const [first, second] = walked(2, 0.5);
  expect(first?.startDemo).toBe(true);
  expect(first?.randomStartDeviceId).not.toBe(first?.startDeviceId);
  expect(second?.startDeviceId).toBe(first?.randomStartDeviceId);
});

test("a device that is gone is left out, and without any nothing is shown", () => {
  const [first] = walked(1);
  const next = situationAfter(first ?? firstSituation, { do: "next", ids: [9], chance: 0 });
  expect(next.startDeviceId).toBe(9);
  expect(situationAfter(next, { do: "next", ids: [], chance: 0 })).toMatchObject({
    startDeviceId: null,
    alreadyStartId: [],
    randomStartDeviceId: null,
  });
});

test("readings are asked for once, and while the charts are shown", () => {
  const [first = firstSituation] = walked(1);
  expect(first.alreadyRequestId).toEqual([]);
  const shown = situationAfter(first, { do: "charts", shown: true });
  expect(shown).toMatchObject({ isShowEchart: true, alreadyRequestId: [4] });
  const again = situationAfter(situationAfter(shown, { do: "charts", shown: false }), {
    do: "charts",
    shown: true,
  });
  expect(again.alreadyRequestId).toEqual([4]);
  expect(situationAfter(shown, { do: "next", ids, chance: 0 }).alreadyRequestId).toEqual([4, 7]);
});

test("what is stopped forgets its round and walks no further", () => {
  const [, second = firstSituation] = walked(2);
  const stopped = situationAfter(second, { do: "stop" });
  expect(stopped).toEqual(firstSituation);
  expect(situationAfter(stopped, { do: "next", ids, chance: 0 })).toBe(stopped);
});
