import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";

/**
 * The first page of each of a sampler's lists, its live cards and its charts over HTTP, with 1,000 samplers and ten
 * million readings in the store, another sampler each time. Peer: the goal of 200 ms at the 99th percentile.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "1000" },
    readings: { type: "string", default: "10000000" },
    rounds: { type: "string", default: "200" },
    only: { type: "string", default: "" },
  },
});
const goalMs = 200;
const day = 86_400_000;

type Sampler = { id: number; deviceName: string; sampling: number };

const device = "device/waterSample";
const calls: Record<string, (sampler: Sampler, now: number) => string> = {
  "list of samplers": () => `${device}/list?pageSize=20`,
  "counts by state": () => "device/de/stateCounts",
  "one device": ({ id }) => `device/de/${id}`,
  "work status": ({ id }) => `${device}/getWaterSampleWorkStatus/${id}`,
  setting: ({ id }) => `${device}/getWaterSampleSetting/${id}`,
  mode: ({ id }) => `${device}/WaterSampleMode/${id}`,
  environment: ({ id }) => `${device}/getWaterSampleEnvStatus/${id}`,
  "work status log": ({ deviceName }) => `${device}/workStatusMessage?deviceName=${deviceName}&pageSize=20`,
  "mode log": ({ deviceName }) => `${device}/sampleModeMessage?deviceName=${deviceName}&pageSize=20`,
  "setting log": ({ deviceName }) => `${device}/sampleSettingMessage?deviceName=${deviceName}&pageSize=20`,
  "environment log": ({ deviceName }) =>
    `${device}/sampleEnvStatusMessage/v2.1?deviceName=${deviceName}&pageSize=20`,
  "chart of a day": ({ id }, now) => series(id, "boxTemp,ambientTemp", now, 1),
  "chart of a week, four properties": ({ id }, now) => series(id, "boxTemp,ambientTemp,flow,ph", now, 7),
  "chart of a quarter": ({ id }, now) => series(id, "boxTemp,flow", now, 90),
  track: ({ deviceName }) => `${device}/sampleEnvLocation?deviceName=${deviceName}`,
  "automatic samplings": ({ deviceName }) => `${device}/sampleAuto?deviceName=${deviceName}&pageSize=20`,
  "one automatic sampling": ({ deviceName, sampling }) =>
    `${device}/sampleAuto/detail?deviceName=${deviceName}&time=${sampling}`,
  bottles: ({ id }) => `${device}/bottleCode/${id}`,
  "extra bottles": ({ id }) => `${device}/bottleCode/extra/${id}`,
  "entered bottles": ({ deviceName }) => `${device}/bottleCode/entries?deviceName=${deviceName}&pageSize=20`,
  "registry of bottles": () => "bottle/list?pageSize=20",
  commands: ({ id }) => `device/command/list?deviceId=${id}&pageSize=20`,
  operations: ({ id }) => `device/de/${id}/operations?pageSize=20`,
  messages: ({ id }) => `data/message/list?deviceId=${id}&pageSize=20`,
  events: ({ id }) => `data/event/list?deviceId=${id}&pageSize=20`,
  alarms: ({ id }) => `alarm/list?deviceId=${id}&pageSize=20`,
  "timed tasks": ({ id }) => `${device}/timedTask/list?deviceId=${id}&pageSize=20`,
  pictures: ({ id }) => `${device}/getWaterSampleImageList/${id}?pageSize=10`,
  clips: ({ id }) => `${device}/getWaterSampleVideoList/${id}?pageSize=10`,
};

const platform = await startPlatform(Number(given.devices), ["--readings", given.readings]);
try {
  const authorization = `Bearer ${await logIn()}`;
  const samplers = await findSamplers(authorization);
  for (const [name, path] of Object.entries(calls)) {
    if (given.only !== "" && !name.includes(given.only)) continue;
    const times = await measure(authorization, (round) => {
      const sampler = samplers[Math.abs(round) % samplers.length];
      if (sampler === undefined) throw new Error("there is no sampler");
      return path(sampler, Date.now());
    });
    print(`sampler: ${name}, p99`, percentile(times, 0.99), goalMs);
    print(`sampler: ${name}, p50`, percentile(times, 0.5), null);
  }
} finally {
  await platform.stop();
}

function series(id: number, identifiers: string, now: number, days: number): string {
  return `data/telemetry/series?deviceId=${id}&identifiers=${identifiers}&begin=${now - days * day}&end=${now}&points=500`;
}

/** Some of them, from all over the list, each with the address of one of its automatic samplings. */
async function findSamplers(authorization: string): Promise<Sampler[]> {
  const found: Sampler[] = [];
  for (let pageNum = 1; pageNum <= Math.min(10, Number(given.devices) / 10); pageNum++) {
    const page = await read(authorization, `${device}/list?pageSize=10&pageNum=${pageNum}`);
    const rows = (page as { rows: { id: number; deviceName: string }[] }).rows;
    for (const { id, deviceName } of rows.slice(0, 4)) {
      const samplings = await read(authorization, `${device}/sampleAuto?deviceName=${deviceName}&pageSize=1`);
      const sampling = (samplings as { rows: { began: number }[] }).rows[0]?.began ?? 0;
      found.push({ id, deviceName, sampling });
    }
  }
  return found;
}

async function measure(authorization: string, path: (round: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let round = -10; round < Number(given.rounds); round++) {
    const began = performance.now();
    await read(authorization, path(round));
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

async function read(authorization: string, path: string): Promise<unknown> {
  const answer = await fetch(`${platform.http}/prod-api/v2/admin/${path}`, { headers: { authorization } });
  const body = (await answer.json()) as { code: number; msg: string }; // every answer has the envelope
  if (body.code !== 200) throw new Error(`${path}: ${body.code} ${body.msg}`);
  return body;
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${platform.http}/prod-api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: platform.adminPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(name: string, value: number, peer: number | null): void {
  printFigure({ name, value: Number(value.toPrecision(4)), unit: "ms", peer });
}
