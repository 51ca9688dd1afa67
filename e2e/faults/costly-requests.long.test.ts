import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { lookAtSheet } from "@tracewater/contract/laboratory/instrument-files";
import { exportOperations, verifyAuditChain } from "@tracewater/contract/system/audit";
import { expect, test } from "vitest";
import { type ApiClient, createApiClient, openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { sparseWorkbook } from "../support/costly-files.ts";
import { makeDataDir, makeFolder } from "../support/data-folder.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { runServer } from "../support/server-command.ts";
import { waitUntil } from "../support/wait-until.ts";

const users = 20;
const logRows = 50_000;
const restMs = 30_000;
const roundMs = 8_000;
/** Below it a ratio of two times reports nothing. */
const minMs = 20;

type Seen = { healthMs: number[]; deviceMs: number[]; rssMb: number[]; maxStallMs?: number };

test("costly files and many exports at once leave the server answering, devices served and the memory bounded", async () => {
  const dataDir = await makeDataDir();
  const seeded = await runServer(["seed", "--devices", "1", "--points", "1", "--log-rows", String(logRows)], {
    DATA_DIR: dataDir,
  });
  expect(seeded.code, seeded.stderr).toBe(0);
  const stalls = join(await makeFolder(), "stalls.json");
  const env = {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "../support/stall-probe.mjs")}`,
    STALL_FILE: stalls,
  };
  const platform = await startPlatform({ dataDir, env });
  const clients = await logInMany(platform);
  const watch = await startWatch(platform, stalls);
  cleanUpLater(async () => watch.stop());

  await watch.take();
  await wait(restMs);
  const rest = await watch.take();
  const message: Record<string, unknown> = { rest: figuresOf(rest) };
  /** Again and again for some seconds: one attack may be over before a device has posted twice. */
  const during = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    let result: unknown;
    do result = await work();
    while (performance.now() - began < roundMs);
    const seen = await watch.take();
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    message[name] = { seconds, result, ...figuresOf(seen) };
    return seen;
  };
  const all = [
    await during("three sparse workbooks", () =>
      lookAll(platform, clients.slice(0, 3), sparseWorkbook(19_500)),
    ),
    await during("19 MB of commas", () =>
      lookAll(platform, clients.slice(0, 1), new Blob([",".repeat(19e6)])),
    ),
    await during("5 MB of quotes", () => lookAll(platform, clients.slice(0, 1), new Blob(['"'.repeat(5e6)]))),
    await during("exports of the operation log", () => exportAll(platform, clients)),
    await during("checks of the operation log", async () => {
      const checked = await Promise.all(clients.slice(0, 5).map((api) => api.call(verifyAuditChain, {})));
      return checked.map(({ data }) => data.check?.fault ?? "whole");
    }),
  ];
  const sent = await watch.stop();
  process.stdout.write(`${JSON.stringify(message, null, 1)}\n`);

  const store = await openDatabaseView({ dataDir });
  const kept = await store.rows<{ count: number }>(
    `select count(*)::int as count from telemetry t join metric m on m.id = t.metric where m.identifier = 'flow'
     and t.value between 1e6 and 2e6`,
  );
  expect(kept[0]?.count).toBe(sent);
  for (const seen of all) {
    expect(p99Of(seen.healthMs)).toBeLessThan(200);
    expect(Math.max(...seen.rssMb)).toBeLessThan(500);
  }
  // All of them together: a few seconds have too few posts for a p99.
  const deviceP99 = p99Of(all.flatMap(({ deviceMs }) => deviceMs));
  expect(deviceP99).toBeLessThan(2 * Math.max(minMs, p99Of(rest.deviceMs)));
  expect(await platform.stop()).toBe(0);
});

/** Administrators of the same password as the first one. */
async function logInMany(platform: Platform): Promise<ApiClient[]> {
  const store = await openDatabaseView({ dataDir: platform.dataDir });
  await openApi(platform.http);
  await store.rows(
    `with made as (
       insert into sys_user (user_name, nick_name, password_hash)
       select 'cost' || g, 'Cost ' || g, password_hash from sys_user, generate_series(1, $1::int) g
       where user_name = 'admin' returning id)
     insert into user_role (user_id, role_id)
     select made.id, r.role_id from made, user_role r join sys_user u on u.id = r.user_id where u.user_name = 'admin'`,
    [users],
  );
  await store.close();
  const clients: ApiClient[] = [];
  for (let number = 1; number <= users; number += 1) {
    const client = createApiClient(platform.http);
    await client.logIn(`cost${number}`);
    clients.push(client);
  }
  return clients;
}

/** A device that posts ten times a second and is acknowledged, a visitor of `/healthz`, and the server's memory. */
async function startWatch(platform: Platform, stalls: string) {
  const [credentials] = platform.devices;
  if (credentials === undefined) throw new Error("a device was seeded");
  let seen: Seen = { healthMs: [], deviceMs: [], rssMb: [] };
  const onTheWay = new Map<number, number>();
  const device = await connectDevice(platform.mqtt, credentials, {
    puback(packetId) {
      const began = onTheWay.get(packetId);
      if (began !== undefined) seen.deviceMs.push(performance.now() - began);
      onTheWay.delete(packetId);
    },
  });
  const topic = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/property/post`;
  let sent = 0;
  let isOver = false;
  const repeat = async (everyMs: number, step: () => Promise<void> | void) => {
    while (!isOver) {
      const next = performance.now() + everyMs;
      await step();
      await wait(Math.max(0, next - performance.now()));
    }
  };
  const visits: Promise<void>[] = [];
  const visit = async () => {
    const began = performance.now();
    const answer = await fetch(`${platform.http}/healthz`);
    await answer.text();
    seen.healthMs.push(performance.now() - began);
  };
  const running = [
    repeat(100, () => {
      sent += 1;
      const params = { flow: { value: 1e6 + sent, time: Date.now() } };
      onTheWay.set(sent, performance.now());
      device.post({
        topic,
        packetId: sent,
        payload: JSON.stringify({
          id: String(sent),
          version: "1.0",
          params,
          method: "thing.event.property.post",
        }),
      });
    }),
    // Not one after the other: a stall meets every visitor that comes during it.
    repeat(50, () => void visits.push(visit())),
    repeat(100, async () => {
      const status = await readFile(`/proc/${platform.pid}/status`, "utf8");
      seen.rssMb.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    }),
  ];
  return {
    /** What was seen since the last time; the visits that are under way belong to it. */
    async take(): Promise<Seen> {
      await Promise.all(visits.splice(0));
      const taken = { ...seen, maxStallMs: await readStall(platform.pid, stalls) };
      seen = { healthMs: [], deviceMs: [], rssMb: [] };
      return taken;
    },
    /** How many posts were sent; all of them are acknowledged. */
    async stop(): Promise<number> {
      isOver = true;
      await Promise.all(running);
      await Promise.all(visits);
      await waitUntil("all posts are acknowledged", () => onTheWay.size === 0, { withinMs: 120_000 });
      device.socket.destroy();
      return sent;
    },
  };
}

/** How long the server's event loop was still at most since the last time, by its own measure. */
async function readStall(pid: number, file: string): Promise<number> {
  await rm(file, { force: true });
  process.kill(pid, "SIGUSR2");
  const text = await waitUntil("the server has told its stalls", () =>
    readFile(file, "utf8").catch(() => null),
  );
  return Number(JSON.parse(text).maxMs);
}

/** Each of them looks at the file at once; what they were answered. */
async function lookAll(platform: Platform, clients: readonly ApiClient[], file: Blob): Promise<string[]> {
  return Promise.all(
    clients.map(async (client) => {
      const body = new FormData();
      body.append("file", file, "run.xlsx");
      const answer = await fetch(`${platform.http}/prod-api${lookAtSheet.path}`, {
        ...{ method: "POST", body, headers: { authorization: client.authorization() } },
      });
      const { code, msg } = (await answer.json()) as { code: number; msg: string };
      return `${answer.status}/${code}: ${msg}`;
    }),
  );
}

/** How many got a file, and how many were asked to come again. */
async function exportAll(platform: Platform, clients: readonly ApiClient[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await Promise.all(
    clients.map(async (client) => {
      const answer = await fetch(`${platform.http}/prod-api${exportOperations.path}`, {
        method: exportOperations.method,
        headers: { authorization: client.authorization() },
      });
      const { byteLength } = await answer.arrayBuffer();
      const ending =
        answer.status === 200 && byteLength > 100_000
          ? "files"
          : `status ${answer.status}, ${byteLength} bytes`;
      counts[ending] = (counts[ending] ?? 0) + 1;
    }),
  );
  return counts;
}

function figuresOf({ healthMs, deviceMs, rssMb, maxStallMs = 0 }: Seen) {
  const round = (ms: number) => Number(ms.toFixed(1));
  return {
    healthP99: round(p99Of(healthMs)),
    healthMax: round(Math.max(...healthMs)),
    deviceP99: round(p99Of(deviceMs)),
    deviceMax: round(Math.max(0, ...deviceMs)),
    rssMb: Math.round(Math.max(...rssMb)),
    maxStall: round(maxStallMs),
    posts: deviceMs.length,
  };
}

function p99Of(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0;
}
