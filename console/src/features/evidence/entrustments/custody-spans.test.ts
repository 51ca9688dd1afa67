import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import { expect, test } from "vitest";
import { custodyEventOf } from "../../../../test/laboratory-records.ts";
import { holdersAt, timelineOf } from "./custody-spans.ts";

const hour = 3_600_000;
const none = { fromPlace: null, toPlace: null, authority: null, sealBefore: null, sealAfter: null };

function event(seq: number, kind: CustodyEvent["kind"], at: number, holder: string, state = "sealed") {
  const after = { state, holder, sealNo: "", reserve: 1 };
  const evidence = { ...none, nth: {}, sealMatches: null, unit: "g", book: null, after };
  return custodyEventOf({ seq, kind, at, about: ["item:7", "entrustment:1"], evidence });
}

const item = { itemId: 7, itemNo: "EV-1" };

test("the giver has an item until its receiver takes it, and nobody once it is returned", () => {
  const events = [
    event(1, "register", 0, "A"),
    event(2, "handover", hour, "A"),
    event(3, "receive", 2 * hour, "B"),
    event(4, "return", 5 * hour, "B", "returned"),
  ];
  const { holders, spans, gaps } = timelineOf([item], events, 9 * hour);
  expect(holders).toEqual(["A", "B"]);
  expect(spans.map(({ holder, from, until }) => [holder, from, until])).toEqual([
    ["A", 0, 2 * hour],
    ["B", 2 * hour, 5 * hour],
  ]);
  expect(gaps).toEqual([]);
  expect(holdersAt(spans, 1.5 * hour).map((span) => span.holder)).toEqual(["A"]);
  expect(holdersAt(spans, 6 * hour)).toEqual([]);
});

test("a handover that nobody took within a day is a gap until it is taken", () => {
  const events = [event(1, "register", 0, "A"), event(2, "handover", hour, "A")];
  expect(timelineOf([item], events, 20 * hour).gaps).toEqual([]);
  expect(timelineOf([item], events, 30 * hour).gaps).toEqual([
    { itemNo: "EV-1", seq: 2, from: hour, until: null },
  ]);
  const taken = [...events, event(3, "receive", 40 * hour, "B")];
  expect(timelineOf([item], taken, 50 * hour).gaps).toMatchObject([{ until: 40 * hour }]);
});
