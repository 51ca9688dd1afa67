import { expect, test } from "vitest";
import { splitBatch, splitHistory, splitPack } from "./bulk.ts";
import { readConnectIdentity } from "./credentials.ts";
import { readDeviceTime } from "./device-time.ts";
import { parseJson, parseReply, parseRequest } from "./envelope.ts";
import { createTopicTable } from "./topic-table.ts";
import { ownerOfFilter, readTopic } from "./topics.ts";

/*
 * Whatever comes over the wire is read without throwing, and nothing that is not a device's own is taken for it. The
 * generator is seeded: a failure comes again.
 */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const below = (max: number) => Math.floor(next() * max);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] ?? (list[0] as T);
  return { next, below, one };
}

const rounds = 4000;
const words = [
  "",
  "a",
  "id",
  "params",
  "value",
  "time",
  "sys",
  "ack",
  "identity",
  "__proto__",
  "constructor",
];
const odd = [null, true, -1, 0, 1e308, 0.1, "", "\u0000", "\ud800", "名", "{}", Number.MAX_SAFE_INTEGER];

function makeValue(random: ReturnType<typeof createRandom>, depth: number): unknown {
  const kind = depth === 0 ? 0 : random.below(4);
  if (kind < 2) return random.one([...odd, ...words]);
  const some = Array.from({ length: random.below(4) }, () => makeValue(random, depth - 1));
  return kind === 2 ? some : Object.fromEntries(some.map((value) => [random.one(words), value]));
}

test("envelopes are read without throwing, whatever bytes they are", () => {
  const random = createRandom(1);
  const read = { taken: 0, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(JSON.stringify(makeValue(random, 5)) ?? "");
    if (random.below(2) === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    const payload = bytes.subarray(0, random.below(bytes.length + 1) || bytes.length);
    for (const parse of [parseRequest, parseReply, parseJson]) {
      const found = parse(payload);
      if (found.ok) read.taken += 1;
      else read.refused += 1;
      if (!found.ok) expect(found.reason).not.toBe("");
    }
  }
  // Both ways were walked.
  expect(read.taken).toBeGreaterThan(100);
  expect(read.refused).toBeGreaterThan(1000);
});

test("bulk messages are taken apart or refused, and never lose a part in silence", () => {
  const random = createRandom(2);
  let taken = 0;
  for (let round = 0; round < rounds; round++) {
    const list = () => Array.from({ length: random.below(3) }, () => makeValue(random, 2));
    const params = random.one([
      makeValue(random, 4),
      { properties: { T: list(), U: list() } },
      list().map((one) => ({ properties: [{ T: one }] })),
    ]);
    for (const split of [splitBatch, splitPack, splitHistory]) {
      const parts = split(params);
      if (parts === null) continue;
      taken += 1;
      if (split === splitHistory && Array.isArray(params)) expect(parts).toHaveLength(params.length);
    }
  }
  expect(taken).toBeGreaterThan(500);
});

test("a topic names its one device, and no wildcard passes for a name", () => {
  const random = createRandom(3);
  const owner = { productKey: "pk", deviceName: "dn" };
  const levels = [
    "",
    "sys",
    "ext",
    "ntp",
    "shadow",
    "update",
    "ota",
    "device",
    "inform",
    "pk",
    "dn",
    "dn2",
    "thing",
  ];
  const table = createTopicTable([
    ["/sys/{}/thing/event/{event}/post", "event"],
    ["/sys/{}/thing/event/property/post", "property"],
  ]);
  let own = 0;
  for (let round = 0; round < rounds * 5; round++) {
    const more = random.below(3) === 0 ? ["+", "#", "$SYS", "a b", "\u0000"] : [];
    const topic = Array.from({ length: 1 + random.below(7) }, () => random.one([...levels, ...more])).join(
      "/",
    );
    const named = readTopic(topic);
    if (named === null) continue;
    expect(topic).not.toMatch(/[+#]/);
    const whole = named.shape.replace("{}", `${named.owner.productKey}/${named.owner.deviceName}`);
    expect(whole).toBe(topic);
    expect(ownerOfFilter(topic)).toEqual(named.owner);
    expect(() => table.find(named.shape)).not.toThrow();
    if (named.owner.productKey === owner.productKey && named.owner.deviceName === owner.deviceName) own += 1;
  }
  expect(own).toBeGreaterThan(2);
});

test("a topic's own handler is found, with what its pattern catches", () => {
  const table = createTopicTable([
    ["/sys/{}/thing/event/{event}/post", "event"],
    ["/sys/{}/thing/event/property/post", "property"],
    ["/sys/{}/thing/service/{service}_reply", "reply"],
  ]);
  expect(table.find("/sys/{}/thing/event/property/post")).toEqual({ entry: "property", captured: "" });
  expect(table.find("/sys/{}/thing/event/door/post")).toEqual({ entry: "event", captured: "door" });
  expect(table.find("/sys/{}/thing/service/start_reply")).toEqual({ entry: "reply", captured: "start" });
  for (const none of [
    "/sys/{}/thing/event//post",
    "/sys/{}/thing/event/a/b/post",
    "/sys/{}/thing/service/_reply",
  ])
    expect(table.find(none)).toBeNull();
  expect(() =>
    createTopicTable([
      ["/a/{x}", 1],
      ["/a/{y}", 2],
    ]),
  ).toThrow("two handlers");
});

test("CONNECTs and times are read without throwing", () => {
  const random = createRandom(4);
  const pieces = [
    "|",
    ",",
    "=",
    "&",
    "pk",
    "dn",
    "signmethod",
    "hmacsha256",
    "timestamp",
    "\n",
    "\u0000",
    "é",
  ];
  const text = () => Array.from({ length: random.below(12) }, () => random.one(pieces)).join("");
  for (let round = 0; round < rounds; round++) {
    const identity = readConnectIdentity(text(), text());
    if (identity !== null) expect(`${identity.productKey}${identity.deviceName}`).toMatch(/^[\x21-\x7e]+$/);
    const { ms } = readDeviceTime(makeValue(random, 2), 1_700_000_000_000);
    expect(Number.isFinite(ms)).toBe(true);
  }
});
