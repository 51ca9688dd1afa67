import {
  changeJobStatus,
  getJobLog,
  type JobLogRow,
  listJobs,
  runJob,
} from "@tracewater/contract/system/jobs";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Runs a scheduled task now, waits for its end, which has to be a good one, and gives what it said. */
export async function runTask(platform: TestPlatform, key: string, timeoutMs?: number): Promise<string> {
  const ended = await endOfTask(platform, key, timeoutMs);
  expect(ended).toMatchObject({ state: "done", exceptionInfo: "" });
  return ended.jobMessage;
}

/** The same, whatever the end. */
export async function endOfTask(platform: TestPlatform, key: string, timeoutMs?: number): Promise<JobLogRow> {
  const admin = await platform.admin();
  const jobId = await find(platform, key);
  let jobLogId = 0;
  // Its schedule may be running it in this very moment.
  await eventually(async () => {
    const { body } = await platform.ask(runJob, { body: { jobId } }, admin);
    jobLogId = (body as { data?: { jobLogId: number } }).data?.jobLogId ?? 0;
    return jobLogId;
  }).not.toBe(0);
  const read = async () => (await platform.call(getJobLog, { params: { id: jobLogId } }, admin)).data;
  await eventually(async () => (await read()).state, { timeout: timeoutMs ?? 10_000 }).not.toBe("running");
  return read();
}

/** Takes a task off its schedule, so that it runs when the test says so and never alongside it. */
export async function pauseTask(platform: TestPlatform, key: string): Promise<void> {
  const body = { jobId: await find(platform, key), status: "1" as const };
  await platform.call(changeJobStatus, { body }, await platform.admin());
}

async function find(platform: TestPlatform, key: string): Promise<number> {
  const { rows } = await platform.call(listJobs, { query: { pageSize: 100 } }, await platform.admin());
  const found = rows.find((row) => row.invokeTarget === key);
  if (found === undefined) throw new Error(`${key} is not in the registry`);
  return found.jobId;
}
