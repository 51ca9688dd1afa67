import { expect, test } from "vitest";
import { findFamily } from "./families.ts";
import type { Instrument, Output, Params } from "./instrument.ts";

const minute = 60_000;
const day = 86_400_000;
/** A Tuesday at three in the morning, UTC. */
const startMs = Date.UTC(2026, 4, 12, 3, 7);
const site = { latitude: 48.2, longitude: 16.4, designFlow: 40_000, population: 200_000 };
const opening = { slot: 3, authority: "DEP-1", personA: "Chen Jing", personB: "Wang Lei" };

test("a box is opened by two different persons, shows when it is left open, and closes again", () => {
  const box = make("evidenceBox", { latitude: 48.2, longitude: 16.4 });
  expect(codeOf(box.perform("open", { ...opening, personB: "Chen Jing" }, startMs))).toBe(500);
  expect(box.advance(startMs + 2 * minute)).toEqual([]);
  const opened = box.perform("open", opening, startMs + 2 * minute);
  expect(events(opened.outputs, "opened")).toEqual([opening]);
  expect(codeOf(box.perform("open", { ...opening, slot: 4 }, startMs + 2 * minute))).toBe(500);
  expect(events(box.advance(startMs + 4 * minute), "leftOpen")).toEqual([{ slot: 3, seconds: 60 }]);
  const closed = box.perform("close", {}, startMs + 4 * minute);
  expect(events(closed.outputs, "closed")).toMatchObject([{ slot: 3, seconds: 120 }]);
});

test("a board with a weak control line is invalid, never negative, whatever its test line shows", () => {
  const handheld = make("handFastDetector", site);
  handheld.setFault("weakControl", true, startMs);
  const results = events(handheld.advance(startMs + 3 * day), "result");
  expect(results.length).toBeGreaterThan(15);
  expect(new Set(results.map((one) => one["outcome"]))).toEqual(new Set([3]));
});

test("a handheld detector finds positives and negatives, reads some boards late, and calls none of them out of range", () => {
  const handheld = make("handFastDetector", site);
  const results = events(handheld.advance(startMs + 45 * day), "result");
  const outcomes = new Set(results.map((one) => one["outcome"]));
  expect([outcomes.has(2), outcomes.has(3), outcomes.has(4)]).toEqual([true, true, false]);
  const late = results.filter((one) => Number(one["readAfter"]) > 900);
  expect(late.length).toBeGreaterThan(1);
  expect(new Set(late.map((one) => one["outcome"]))).toEqual(new Set([3]));
});

test("of a handheld detector's boards most are negative, some positive and few invalid, several for each sample", () => {
  const results = events(make("handFastDetector", site).advance(startMs + 120 * day), "result").filter(
    (one) => one["control"] === 0 && one["analyte"] !== "cotinine",
  );
  const share = (code: number) => results.filter((one) => one["outcome"] === code).length / results.length;
  expect(results.length).toBeGreaterThan(400);
  expect(share(2)).toBeGreaterThan(0.6);
  expect(share(1)).toBeGreaterThan(0.08);
  expect(share(1)).toBeLessThan(0.3);
  expect(share(3)).toBeGreaterThan(0.02);
  expect(share(3)).toBeLessThan(0.12);
  const samples = new Set(results.map((one) => one["sampleId"]));
  expect(results.length / samples.size).toBeGreaterThan(3);
});

test("an online detector finds nothing above its limit on ordinary days, and what is poured into its sewer", () => {
  const detector = make("liquidExtract", site);
  expect(events(detector.advance(startMs + 14 * day), "exceed")).toEqual([]);
  detector.setFault("discharge", true, startMs + 14 * day);
  const found = events(detector.advance(startMs + 14 * day + 6 * 60 * minute), "exceed");
  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found.map((one) => one["analyte"]))).toEqual(new Set(["mamp"]));
});

test("an online detector that drifts loses recovery run by run until a quality control fails", () => {
  const detector = make("liquidExtract", site);
  detector.setFault("drift", true, startMs);
  const outputs = detector.advance(startMs + 3 * day);
  const recoveries = events(outputs, "result").map((one) => Number(one["recovery"]));
  expect(recoveries[0]).toBeGreaterThan(83);
  expect(recoveries.at(-1)).toBeLessThan(70);
  const failed = events(outputs, "qcFail");
  expect(failed.length).toBeGreaterThan(1);
  for (const { recovery } of failed) expect(recovery).toBeLessThan(70);
});

test("what waits for upload is kept while it cannot be sent, and goes when it can", () => {
  const handheld = make("handFastDetector", site);
  handheld.setFault("noUpload", true, startMs);
  handheld.advance(startMs + day);
  expect(read(handheld, "queueLength", startMs + day)).toBe(10);
  handheld.setFault("noUpload", false, startMs + day);
  const { answer } = handheld.perform("pushResult", {}, startMs + day);
  const replies = handheld.advance(startMs + day + minute).filter((one) => one.kind === "reply");
  expect(answer.kind).toBe("later");
  expect(replies).toMatchObject([{ reply: { code: 200, data: { pushed: 10 } } }]);
  expect(read(handheld, "queueLength", startMs + day + minute)).toBe(0);
});

test("what exceeds its limit keeps its water in a bottle, until the bottles are full", () => {
  const detector = make("liquidExtract", site);
  detector.setProperties({ exceedLimit: 1 }, startMs);
  const exceeded = events(detector.advance(startMs + 3 * 60 * minute), "exceed");
  expect(exceeded.map((one) => one["bottle"]).slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(exceeded.at(-1)?.["bottle"]).toBe(0);
  expect(exceeded.map((one) => one["analyte"])).not.toContain("cotinine");
});

test("a leak ends the run, and nothing is measured until it is mended", () => {
  const detector = make("liquidExtract", site);
  detector.setFault("leak", true, startMs);
  expect(events(detector.advance(startMs + 6 * 60 * minute), "result")).toEqual([]);
  expect(codeOf(detector.perform("runNow", {}, startMs + 6 * 60 * minute))).toBe(500);
  detector.setFault("leak", false, startMs + 6 * 60 * minute);
  expect(events(detector.advance(startMs + 10 * 60 * minute), "result").length).toBeGreaterThan(1);
});

test("a batch runs its samples and its controls, and a locked sequence takes no other", () => {
  const mass = make("mass", { longitude: 16.4 });
  const batch = { batchNo: "B-1", samples: 4 };
  expect(codeOf(mass.perform("importBatch", batch, startMs))).toBe(200);
  expect(codeOf(mass.perform("importBatch", batch, startMs))).toBe(500);
  const done = events(mass.advance(startMs + 12 * 9 * minute), "batchDone");
  expect(done).toMatchObject([{ batchNo: "B-1", samples: 4, failed: 0, startedAt: startMs }]);
  expect(done[0]).toMatchObject({ fileName: "SEQ-B-1.txt", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  mass.perform("lockSequence", {}, startMs + 2 * 60 * minute);
  expect(codeOf(mass.perform("importBatch", batch, startMs + 2 * 60 * minute))).toBe(500);
});

function make(typeKey: string, profile: object): Instrument {
  const found = findFamily(typeKey)?.readProfile(profile);
  if (found === undefined || !found.ok) throw new Error(`no ${typeKey}`);
  return found.make({ seed: 5, atMs: startMs, reportInterval: null });
}

function events(outputs: readonly Output[], name: string): Params[] {
  return outputs.flatMap((one) => (one.kind === "event" && one.event === name ? [one.params] : []));
}

function codeOf({ answer }: ReturnType<Instrument["perform"]>): number | null {
  return answer.kind === "now" ? answer.reply.code : null;
}

function read(instrument: Instrument, identifier: string, atMs: number): unknown {
  const { answer } = instrument.getProperties([identifier], atMs);
  return answer.kind === "now" ? answer.reply.data[identifier] : undefined;
}
