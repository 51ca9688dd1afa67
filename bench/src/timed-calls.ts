/** Calls over HTTP in one session, and how long they took. */
import { printFigure } from "./figure.ts";
import type { PlatformProcess } from "./platform-process.ts";

export type TimedCalls = Awaited<ReturnType<typeof openTimedCalls>>;

/** In the session of this token; without one in a new one of the administrator. */
export async function openTimedCalls(
  platform: Pick<PlatformProcess, "http" | "adminPassword">,
  token?: string,
) {
  const authorization = `Bearer ${token ?? (await fetchToken(platform))}`;

  /** The answer of a GET below `/prod-api/`; throws where it was refused. */
  async function read(path: string): Promise<unknown> {
    const answer = await fetch(`${platform.http}/prod-api/${path}`, { headers: { authorization } });
    const body = (await answer.json()) as { code: number; msg: string }; // every answer has the envelope
    if (body.code !== 200) throw new Error(`${path}: ${body.code} ${body.msg}`);
    return body;
  }

  return {
    read,

    async readRows(path: string): Promise<Record<string, unknown>[]> {
      return ((await read(path)) as { rows: Record<string, unknown>[] }).rows;
    },

    /** Milliseconds of so many calls, the shortest first; ten before them are not counted. */
    async measure(rounds: number, path: (round: number) => string): Promise<number[]> {
      const times: number[] = [];
      for (let round = -10; round < rounds; round++) {
        const began = performance.now();
        await read(path(round));
        if (round >= 0) times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b);
    },
  };
}

/** The token of a session of the administrator. */
export async function fetchToken(platform: Pick<PlatformProcess, "http" | "adminPassword">): Promise<string> {
  const answer = await fetch(`${platform.http}/prod-api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: platform.adminPassword }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error("the log-in was refused");
  return token;
}

/** The time below which this share of the sorted times lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The 99th and the 50th percentile of sorted times; the goal is for the 99th. */
export function printTimes(name: string, times: readonly number[], goalMs: number | null): void {
  for (const [word, share, peer] of [["p99", 0.99, goalMs] as const, ["p50", 0.5, null] as const]) {
    const value = Number(percentile(times, share).toPrecision(4));
    printFigure({ name: `${name}, ${word}`, value, unit: "ms", peer });
  }
}
