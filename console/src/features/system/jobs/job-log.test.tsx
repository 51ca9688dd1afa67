import { screen, waitFor } from "@testing-library/react";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { type JobLogRow, listJobLogs } from "@tracewater/contract/system/jobs";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import JobLogPage from "./job-log.page.tsx";

const at = "2026-03-01 08:00:00";
const run: JobLogRow = {
  ...{ jobLogId: 9, jobName: "Alarm check", jobGroup: "SYSTEM", invokeTarget: "alarmSweep", state: "done" },
  ...{ status: "0", jobMessage: "1 raised, 0 cleared.", exceptionInfo: "", idle: "0", tickTime: at },
  ...{ startTime: at, stopTime: at, createTime: at, endTime: at, durationMs: 4, askedBy: "", node: "a" },
};
beforeEach(() => server.answer(getDictEntries, { data: [] }));

const asked = () => server.received(listJobLogs).at(-1)?.query;
const open = (address: string) => openPart(<JobLogPage />, { feature: "system/jobs", at: address });

test("runs that found nothing to do are hidden at first, and shown when asked for", async () => {
  server.answer(listJobLogs, { rows: [run], total: 1 });
  await open("/log");
  await screen.findByText("1 raised, 0 cleared.");
  expect(asked()).toMatchObject({ idle: "0" });
  await choose("Runs", "All runs");
  await waitFor(() => expect(asked()).not.toHaveProperty("idle"));
  expect(location.search).toBe("?runs=all");
});

test("where no run did anything, the way to all of them is there", async () => {
  server.answer(listJobLogs, { rows: [], total: 0 });
  await open("/log");
  await screen.findByText("No notable runs");
  press("Show all runs");
  await screen.findByText("No runs yet");
});

test("the log of one job shows whether it ran, and hides none", async () => {
  server.answer(listJobLogs, { rows: [run], total: 1 });
  await open("/log?target=alarmSweep");
  await screen.findByText("1 raised, 0 cleared.");
  expect(asked()).toMatchObject({ invokeTarget: "alarmSweep" });
  expect(asked()).not.toHaveProperty("idle");
});
