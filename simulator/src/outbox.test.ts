import { expect, test } from "vitest";
import { createOutbox, type Message, type Outbox } from "./outbox.ts";

test("a post is done with only after PUBACK and post_reply, in either order; a reply after its PUBACK", () => {
  const outbox = createOutbox(10, 4);
  for (const message of [post("1"), post("2"), { ...post("3"), waitsFor: "ack" as const }]) {
    outbox.add(message, "regular");
    outbox.take();
  }
  expect([outbox.acked("1", 0), outbox.replied("1")]).toEqual([false, true]);
  expect([outbox.replied("2"), outbox.acked("2", 0)]).toEqual([false, true]);
  expect(outbox.acked("3", 0)).toBe(true);
  expect(outbox.inFlight).toBe(0);
});

test("no more than the window is under way, and what is lost with a connection keeps its place", () => {
  const outbox = createOutbox(10, 2);
  for (const id of ["1", "2", "3"]) outbox.add(post(id), "regular");
  expect(takeAll(outbox)).toEqual(["1", "2"]);
  outbox.acked("1", 0);
  outbox.putAllBack();
  outbox.add(post("4"), "regular");
  expect(takeAll(outbox)).toEqual(["1", "2"]);
  confirm(outbox, "1");
  confirm(outbox, "2");
  expect(takeAll(outbox)).toEqual(["3", "4"]);
});

test("what a command caused overtakes a replay", () => {
  const outbox = createOutbox(10, 10);
  outbox.add(post("1"), "regular");
  outbox.add(post("2"), "regular");
  outbox.add(post("3"), "urgent");
  expect(takeAll(outbox)).toEqual(["3", "1", "2"]);
});

test("over its capacity the oldest is lost and counted", () => {
  const outbox = createOutbox(1000, 2000);
  for (let n = 0; n < 1500; n++) outbox.add(post(String(n)), "regular");
  expect([outbox.waiting, outbox.lost]).toEqual([1000, 500]);
  expect(takeAll(outbox).slice(0, 2)).toEqual(["500", "501"]);
});

test("overdue is what has its PUBACK and no post_reply", () => {
  const outbox = createOutbox(10, 10);
  outbox.add(post("1"), "regular");
  outbox.add(post("2"), "regular");
  takeAll(outbox);
  outbox.acked("2", 5);
  expect(outbox.overdue(5)).toEqual([]);
  expect(outbox.overdue(6)).toEqual(["2"]);
});

function post(id: string): Message {
  return { id, topic: "t", payload: "{}", waitsFor: "ackAndReply" };
}

function confirm(outbox: Outbox, id: string): void {
  outbox.acked(id, 0);
  outbox.replied(id);
}

function takeAll(outbox: Outbox): string[] {
  const ids: string[] = [];
  for (let message = outbox.take(); message !== null; message = outbox.take()) ids.push(message.id);
  return ids;
}
