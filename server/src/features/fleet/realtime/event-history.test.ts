import v8 from "node:v8";
import vm from "node:vm";
import { expect, test } from "vitest";
import { createEventHistory, type EventAbout, type KeptEvent } from "./event-history.ts";

const about: EventAbout = { deviceId: 7, unitId: 100, typeKey: "waterSample" };
const kibibyte = 1024;

/** A message of about so many bytes. */
function message(at: number, bytes = 100): KeptEvent {
  const payload = JSON.stringify({ id: String(at), note: "水".repeat(Math.ceil(bytes / 3)) });
  return { type: "message", deviceId: 7, at, direction: "up", kind: "property", topic: "/sys/post", payload };
}

function atOf(event: KeptEvent): number {
  return event.type === "message" ? event.at : Number.NaN;
}

test("everything after an event is given back as it was, over many blocks", () => {
  const history = createEventHistory({ maxBytes: 8 * kibibyte * kibibyte });
  const ids = Array.from({ length: 5000 }, (_, at) => history.add(about, message(at)).id);
  for (const seen of [0, 1, 1234, 4998, 4999]) {
    const missed = [...(history.since(ids[seen] ?? "") ?? [])];
    expect(missed.map((entry) => atOf(entry.event()))).toEqual(
      Array.from({ length: 4999 - seen }, (_, nth) => seen + 1 + nth),
    );
    expect(missed.map((entry) => entry.id)).toEqual(ids.slice(seen + 1));
  }
  const [first] = history.since(ids[0] ?? "") ?? [];
  expect(first).toMatchObject({ about, type: "message" });
  expect(first?.event()).toEqual(message(1));
  expect(JSON.parse(first?.text() ?? "").payload).toMatchObject({ id: "1" });
});

test("who an event is about is kept where it is no device and of no family", () => {
  const history = createEventHistory({ maxBytes: kibibyte * kibibyte });
  const { id } = history.add(about, message(0));
  const nobody: EventAbout = { deviceId: null, unitId: 3, typeKey: null };
  history.add(nobody, {
    ...{ type: "alarm", deviceId: null, alarmId: 5, change: "raised" },
    ...{ severity: "major", isOpen: true },
  });
  const [entry] = history.since(id) ?? [];
  expect(entry).toMatchObject({ about: nobody, type: "alarm" });
});

test("the oldest are forgotten where they take too much, and who asks for them is informed", () => {
  const history = createEventHistory({ maxBytes: 2 * kibibyte * kibibyte });
  const ids = Array.from({ length: 400 }, (_, at) => history.add(about, message(at, 10_000)).id);
  expect(history.since(ids[0] ?? "")).toBeNull();
  const missed = [...(history.since(ids[350] ?? "") ?? [])];
  expect(missed.map((entry) => atOf(entry.event()))).toEqual(
    Array.from({ length: 49 }, (_, nth) => 351 + nth),
  );
});

test("an event larger than all that is kept is the only one", () => {
  const history = createEventHistory({ maxBytes: kibibyte * kibibyte });
  const small = history.add(about, message(1));
  const large = history.add(about, message(2, 3 * kibibyte * kibibyte));
  expect(history.since(small.id)).not.toBeNull();
  history.add(about, message(3));
  expect(history.since(small.id)).toBeNull();
  expect([...(history.since(large.id) ?? [])].map((entry) => atOf(entry.event()))).toEqual([3]);
});

test("what is kept takes next to nothing of the heap", () => {
  v8.setFlagsFromString("--expose-gc");
  const collect: () => void = vm.runInNewContext("gc");
  const history = createEventHistory({ maxBytes: 8 * kibibyte * kibibyte });
  for (let at = 0; at < 1000; at++) history.add(about, message(at));
  collect();
  const before = process.memoryUsage().heapUsed;
  let last = "";
  for (let at = 0; at < 50_000; at++) last = history.add(about, message(at)).id;
  collect();
  // As objects the last thousands of them took 1.2 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(500 * kibibyte);
  expect(history.since(last)).not.toBeNull();
});
