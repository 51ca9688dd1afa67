import { parseArgs } from "node:util";
import { startPlatform } from "./platform-process.ts";
import { openTimedCalls, printTimes, type TimedCalls } from "./timed-calls.ts";

/**
 * The first page of each of a sampler's lists, its live cards and its charts over HTTP, with 1,000 samplers and ten
 * million readings in the database, another sampler each time. Peer: the goal of 200 ms at the 99th percentile.
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
  const calling = await openTimedCalls(platform);
  const samplers = await findSamplers(calling);
  for (const [name, path] of Object.entries(calls)) {
    if (given.only !== "" && !name.includes(given.only)) continue;
    const times = await calling.measure(Number(given.rounds), (round) => {
      const sampler = samplers[Math.abs(round) % samplers.length];
      if (sampler === undefined) throw new Error("there is no sampler");
      return `v2/admin/${path(sampler, Date.now())}`;
    });
    printTimes(`sampler: ${name}`, times, goalMs);
  }
} finally {
  await platform.stop();
}

function series(id: number, identifiers: string, now: number, days: number): string {
  return `data/telemetry/series?deviceId=${id}&identifiers=${identifiers}&begin=${now - days * day}&end=${now}&points=500`;
}

/** Some of them, from all over the list, each with the address of one of its automatic samplings. */
async function findSamplers({ read }: TimedCalls): Promise<Sampler[]> {
  const found: Sampler[] = [];
  for (let pageNum = 1; pageNum <= Math.min(10, Number(given.devices) / 10); pageNum++) {
    const page = await read(`v2/admin/${device}/list?pageSize=10&pageNum=${pageNum}`);
    const rows = (page as { rows: { id: number; deviceName: string }[] }).rows;
    for (const { id, deviceName } of rows.slice(0, 4)) {
      const samplings = await read(`v2/admin/${device}/sampleAuto?deviceName=${deviceName}&pageSize=1`);
      const sampling = (samplings as { rows: { began: number }[] }).rows[0]?.began ?? 0;
      found.push({ id, deviceName, sampling });
    }
  }
  return found;
}
