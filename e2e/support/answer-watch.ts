import type { ReplyOf } from "@tracewater/contract/call";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { type ApiClient, Refusal } from "./api-client.ts";
import { cleanUpLater } from "./clean-up.ts";

/** How the API answered: 200, 503, or the socket's word (ECONNREFUSED) where it did not. */
export type Answer = { status: number | string; beganAt: number; seconds: number };

/** Asks for the list of devices without pause, several at a time, and keeps how each was answered. */
export function watchAnswers(api: ApiClient, atATime = 3) {
  const answers: Answer[] = [];
  let isOver = false;
  const askers = Array.from({ length: atATime }, async () => {
    while (!isOver) answers.push(await ask(api));
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(askers);
  };
  cleanUpLater(stop);
  return {
    answers,
    slowest: () => Math.max(...answers.map((one) => one.seconds)),
    statuses: () => [...new Set(answers.map((one) => one.status))].sort(),
    stop,
  };
}

async function ask(api: ApiClient): Promise<Answer> {
  const beganAt = performance.now();
  const status = await readDevices(api).then(
    () => 200,
    (error) => statusOf(error),
  );
  return { status, beganAt, seconds: (performance.now() - beganAt) / 1000 };
}

/** A refusal without our envelope is none: its text reports. */
function statusOf(error: unknown): number | string {
  if (error instanceof Refusal) return error.code === 0 ? error.message : error.status;
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(error);
}

export function readDevices(api: ApiClient): Promise<ReplyOf<typeof listDevices>> {
  return api.call(listDevices, { params: { family: "waterSample" }, query: { pageSize: 100 } });
}
