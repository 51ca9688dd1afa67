import { expect, test } from "vitest";
import { createScheduler } from "./scheduler.ts";
import { createManualTiming } from "./testing/manual-timing.ts";

test("runs tasks in the order of their times, those of one moment in the order they came", () => {
  const timing = createManualTiming(1000);
  const scheduler = createScheduler(timing);
  const ran: number[] = [];
  const times = [5, 3, 9, 3, 1, 7, 2, 8, 6, 4];
  for (const [n, time] of times.entries()) scheduler.after(time, () => ran.push(time * 100 + n));
  timing.advance(20);
  expect(ran).toEqual([104, 206, 301, 303, 409, 500, 608, 705, 807, 902]);
});

test("a task that was taken back does not run, one set meanwhile does", () => {
  const timing = createManualTiming(0);
  const scheduler = createScheduler(timing);
  const ran: string[] = [];
  const cancel = scheduler.at(10, () => ran.push("cancelled"));
  scheduler.at(5, () => {
    cancel();
    scheduler.after(2, () => ran.push("later"));
  });
  timing.advance(6);
  expect(ran).toEqual([]);
  timing.advance(20);
  expect(ran).toEqual(["later"]);
});

test("after stop nothing runs", () => {
  const timing = createManualTiming(0);
  const scheduler = createScheduler(timing);
  scheduler.at(1, () => {
    throw new Error("ran");
  });
  scheduler.stop();
  timing.advance(10);
});
