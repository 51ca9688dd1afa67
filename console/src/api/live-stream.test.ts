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
  const heard: string[] = [];
  const stream = createLiveStream((message) => message.kind === "event" && heard.push(message.data));
  stream.want(["alarms"], "its-token");
  await vi.waitUntil(() => asked === 1 && heard.length === 1);
  stream.want(["alarms", "device:1"], "its-token");
  await vi.waitUntil(() => asked === 2);
  stream.want(["alarms"], "another-token");
  await vi.waitUntil(() => asked === 3 && heard.length === 2);
  stream.stop();
  expect(heard).toEqual(Array(2).fill(JSON.stringify({ type: "sessionEnded" })));
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
  stream.want([], "its-token");
  await vi.waitUntil(() => states.length === 1);
  stream.stop();
  expect({ asked, states }).toEqual({ asked: 1, states: ["lost"] });
});

test("a lost line is told of at each try in vain, and tried at once when it is wanted again", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    throw new TypeError("no network");
  });
  const told: string[] = [];
  const stream = createLiveStream((message) => message.kind === "state" && told.push(message.state.state));
  stream.want([], "its-token");
  await vi.waitUntil(() => told.length === 2, { timeout: 5000 });
  expect(told).toEqual(["lost", "lost"]);
  const before = { asked, at: performance.now() };
  stream.want([], "its-token");
  await vi.waitUntil(() => asked === before.asked + 1);
  // The next try by itself would come a second later.
  expect(performance.now() - before.at).toBeLessThan(700);
  stream.stop();
});
