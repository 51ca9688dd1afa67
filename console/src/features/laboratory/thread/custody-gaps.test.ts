import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { expect, test } from "vitest";
import { custodyEventOf, sampleOf } from "../../../../test/laboratory-records.ts";
import { custodyGaps } from "./custody-gaps.ts";
import { signaturesOf } from "./event-signatures.ts";
import { samplerRows } from "./sampler-rows.ts";
import { legsOf, type Station } from "./stations.ts";

const hour = 3_600_000;
const begin = Date.UTC(2026, 10, 16, 11);
const sample = sampleOf({ samplingId: 7, deliveryId: 3, sampleNo: "S-261116-0417" });
const chain = (second: Partial<CustodyEvent>, sealedFor: number): CustodyEvent[] => [
  custodyEventOf({ seq: 1, kind: "collect", at: begin, about: ["sampling:7"], to: "R. Haddad (rhaddad)" }),
  custodyEventOf({ seq: 2, kind: "seal", at: begin + hour, about: ["sampling:7"] }),
  custodyEventOf({
    ...{ seq: 3, kind: "handover", at: begin + hour + sealedFor, about: ["delivery:3", "sampling:7"] },
    ...{ from: "R. Haddad (rhaddad)", to: "J. Ortega", ...second },
  }),
];
const gapsOf = (samples: Traceability["samples"], events: CustodyEvent[]) => custodyGaps({ samples, events });

test("two days and eight hours between seal and handover without a record are a gap", () => {
  const [gap, ...more] = gapsOf([sample], chain({}, 56 * hour));
  expect(gap).toMatchObject({ reason: "unrecorded", ms: 56 * hour, samples: ["S-261116-0417"] });
  expect([gap?.after.seq, gap?.before.seq, more]).toEqual([2, 3, []]);
});

test("a day or less between two records is no gap", () => {
  expect(gapsOf([sample], chain({}, 24 * hour))).toEqual([]);
});

test("a handover by somebody who never took the sample is a gap, however soon it comes", () => {
  const gaps = gapsOf([sample], chain({ from: "K. Chen (kchen)" }, hour));
  expect(gaps).toMatchObject([{ reason: "otherHands", before: { from: "K. Chen (kchen)" } }]);
});

test("samples of one delivery share one gap, and a void sample has none", () => {
  const other = sampleOf({ samplingId: 8, deliveryId: 3, sampleNo: "S-261116-0418" });
  const events = chain({ about: ["delivery:3", "sampling:7", "sampling:8"] }, 56 * hour);
  const seal = custodyEventOf({ seq: 20, kind: "seal", at: begin + 2 * hour, about: ["sampling:8"] });
  const all = [...events, seal].sort((a, b) => a.at - b.at);
  expect(gapsOf([sample, other], all).map((gap) => gap.samples)).toEqual([
    ["S-261116-0417", "S-261116-0418"],
  ]);
  expect(gapsOf([{ ...sample, state: "void" }], events)).toEqual([]);
});

test("a handover is signed by both once it is received, and by one alone until then", () => {
  const events = chain({}, hour);
  const [, , handover] = events;
  if (handover === undefined) throw new Error("no handover");
  expect(signaturesOf(handover, events).other).toEqual({ who: "J. Ortega", state: "missing" });
  const receipt = custodyEventOf({ seq: 9, kind: "receive", about: ["delivery:3"], to: "A. Lindqvist (al)" });
  expect(signaturesOf(handover, [...events, receipt]).other).toEqual({
    ...{ who: "A. Lindqvist (al)", state: "signed" },
  });
});

test("each sampler has a row of its own", () => {
  const auto = (deviceName: string, aliquotsTaken: number) =>
    sampleOf({ deviceName, aliquotsTaken, aliquotsMissed: 1, volume: 300 });
  const rows = samplerRows([auto("WS-0417", 4), auto("WS-0388", 9), auto("WS-0417", 6)]);
  expect(rows.map((row) => [row.deviceName, row.taken, row.missed, row.volume])).toEqual([
    ["WS-0417", 10, 2, 600],
    ["WS-0388", 9, 1, 300],
  ]);
});

test("the line has the time from each station to the next that was reached", () => {
  const station = (kind: Station["kind"], at: number | null): Station => ({
    ...{ kind, at, count: at === null ? 0 : 1, name: null, who: null, to: null },
  });
  const gaps = gapsOf([sample], chain({}, 56 * hour));
  const stations = [station("bottle", begin), station("seal", null), station("delivery", begin + 57 * hour)];
  const legs = legsOf(stations, gaps);
  expect(legs.map((leg) => leg?.ms ?? null)).toEqual([null, null, 57 * hour]);
  expect(legs[2]?.gaps).toEqual(gaps);
});
