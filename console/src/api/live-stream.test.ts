import { afterEach, expect, test, vi } from "vitest";
import { createLiveStream } from "./live-stream.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["an ended session", Response.json({ code: 401, msg: "Log in again" })],
  ["a unit without authorization", Response.json({ code: 444, msg: "Enter a code" }, { status: 444 })],
])("a stream that meets %s says so to the pages, once for each token", async (_case, refusal) => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return refusal.clone();
  });
  const received: string[] = [];
  const stream = createLiveStream((message) => message.kind === "event" && received.push(message.data));
  stream.subscribe(["alarms"], "its-token");
  await vi.waitUntil(() => asked === 1 && received.length === 1);
  stream.subscribe(["alarms", "device:1"], "its-token");
  await vi.waitUntil(() => asked === 2);
  stream.subscribe(["alarms"], "another-token");
  await vi.waitUntil(() => asked === 3 && received.length === 2);
  stream.stop();
  expect(received).toEqual(Array(2).fill(JSON.stringify({ type: "sessionEnded" })));
});

test("a server that is away is no ended session", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return new Response("bad gateway", { status: 502 });
  });
  const states: string[] = [];
  const stream = createLiveStream((message) =>
    states.push(message.kind === "state" ? message.state.state : message.data),
  );
  stream.subscribe([], "its-token");
  await vi.waitUntil(() => states.length === 1);
  stream.stop();
  expect({ asked, states }).toEqual({ asked: 1, states: ["lost"] });
});

test("a lost line is reported at each try in vain, and tried at once when it is wanted again", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    throw new TypeError("no network");
  });
  const received: string[] = [];
  const stream = createLiveStream(
    (message) => message.kind === "state" && received.push(message.state.state),
  );
  stream.subscribe([], "its-token");
  await vi.waitUntil(() => received.length === 2, { timeout: 5000 });
  expect(received).toEqual(["lost", "lost"]);
  const before = { asked, at: performance.now() };
  stream.subscribe([], "its-token");
  await vi.waitUntil(() => asked === before.asked + 1);
  // The next try by itself would come a second later.
  expect(performance.now() - before.at).toBeLessThan(700);
  stream.stop();
});
