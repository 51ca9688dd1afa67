import type { Command } from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import { commandLine, printDuration } from "./command-stations.ts";

const queuedAt = 1_794_966_000_000;
const command: Command = {
  id: "31",
  deviceId: 1,
  deviceName: "WS-0417",
  kind: "service",
  identifier: "grab",
  callType: "async",
  params: { volume: 250 },
  reason: "",
  actor: "operator",
  state: "queued",
  late: false,
  queuedAt,
  sentAt: null,
  acknowledgedAt: null,
  finishedAt: null,
  expiresAt: queuedAt + 1_800_000,
  replyBy: null,
  code: null,
  message: null,
  reply: null,
  attempts: 0,
  mostAttempts: 1,
  batchId: null,
  timedTaskId: null,
};

const marks = (changes: Partial<Command>) =>
  commandLine({ ...command, ...changes }).stations.map((station) => `${station.name}:${station.mark}`);

test("a queued command waits to be sent", () => {
  expect(marks({})).toEqual(["queued:passed", "sent:waiting", "acknowledged:none", "replied:none"]);
  expect(commandLine(command).stretches[0]).toEqual({ tone: "plain", open: true, duration: null });
  expect(commandLine(command).stretches[1]).toBeNull();
});

test("a replied one has durations between its stations", () => {
  const line = commandLine({
    ...command,
    state: "replied",
    sentAt: queuedAt + 31,
    acknowledgedAt: queuedAt + 382,
    finishedAt: queuedAt + 610,
  });
  expect(line.stretches.map((stretch) => stretch?.duration)).toEqual([31, 351, 228]);
  expect(line.stretches[2]?.tone).toBe("ok");
});

test("failed, timed out and expired end differently", () => {
  const sent = { sentAt: queuedAt + 40, acknowledgedAt: queuedAt + 900, finishedAt: queuedAt + 9000 };
  expect(marks({ ...sent, state: "failed" })[3]).toBe("failed:failed");
  expect(marks({ ...sent, state: "timedOut" })[3]).toBe("timedOut:timedOut");
  expect(marks({ state: "expired", finishedAt: queuedAt + 1_800_000 })).toEqual([
    "queued:passed",
    "expired:expired",
    "acknowledged:none",
    "replied:none",
  ]);
  expect(marks({ state: "cancelled", finishedAt: queuedAt + 900 })[1]).toBe("cancelled:expired");
});

test("a reply without an acknowledgement is measured from the sending", () => {
  const line = commandLine({
    ...command,
    state: "replied",
    sentAt: queuedAt + 40,
    finishedAt: queuedAt + 340,
  });
  expect(line.stretches[1]).toBeNull();
  expect(line.stretches[2]?.duration).toBe(300);
});

test("writes durations by their size", () => {
  expect(printDuration(44)).toEqual({ value: "44", unit: "ms" });
  expect(printDuration(60_000)).toEqual({ value: "60.0", unit: "s" });
  expect(printDuration(1_800_000)).toEqual({ value: "30", unit: "min" });
  expect(printDuration(18_720_000)).toEqual({ value: "5.2", unit: "h" });
});
