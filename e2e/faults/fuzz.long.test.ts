import { declaredCalls } from "@tracewater/contract/declared-calls";
import { expect, test } from "vitest";
import { openDatabaseView } from "../support/database-view.ts";
import { createFuzzInputs } from "../support/fuzz-inputs.ts";
import { sendMalformed } from "../support/fuzz-packets.ts";
import { createFuzzPeople } from "../support/fuzz-people.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { balance, startFleet } from "../support/reporting-fleet.ts";
import { createSeededRandom } from "../support/seeded-random.ts";

/** Chance is the same for the same seed; the order in which answers come is not. */
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1e9);
const requests = Number(process.env["FUZZ_REQUESTS"] ?? 10_000);
const packets = Number(process.env["FUZZ_PACKETS"] ?? 5_000);
const deviceCount = 40;
const atOnce = 4;
const maxMs = 2_000;
const maxBody = 1024 * 1024;

/** What takes longer by its nature, and why. */
const takesLonger: Record<string, string> = {
  exportAuditChain: "as below",
  verifyAuditChain: "reads every record of a chain that these requests make long",
};

test("10,000 requests and 5,000 packets that make no sense end in no unexpected error, within two seconds, and take nothing from others", async () => {
  process.stdout.write(`Fuzz: FUZZ_SEED=${seed}\n`);
  const platform = await startPlatform({
    seed: { devices: deviceCount, points: 5 },
    // The neighbour posts as fast as it is acknowledged: only what the others send may take something from it.
    env: { DEVICE_RATE: "5000" },
  });
  const neighbour = platform.devices.at(-1);
  if (neighbour === undefined) throw new Error("no devices were seeded");
  const others = platform.devices.slice(0, -2);
  const fleet = startFleet([neighbour], () => platform.mqtt);
  await fleet.proceed(10);
  const began = performance.now();

  const http = await fuzzHttp(platform, others);
  const between = performance.now();
  const mqtt = await sendMalformed(platform.mqtt, others, createSeededRandom(seed + 1), packets);
  const ended = performance.now();

  await connectDevice(platform.mqtt, platform.devices.at(-2) ?? neighbour);
  expect((await fetch(`${platform.http}/readyz`)).status).toBe(200);
  await fleet.finish();
  const kept = await balance(fleet, await openDatabaseView(platform));
  process.stdout.write(
    `Fuzz: FUZZ_SEED=${seed}, ${http.sent} requests of ${http.calls} calls in ${seconds(between - began)} s, ` +
      `${JSON.stringify(http.codes)}, p99 ${http.p99.toFixed(0)} ms, slowest ${http.slowest}; ` +
      `${JSON.stringify(mqtt)} in ${seconds(ended - between)} s; ` +
      `neighbour ${kept.pubacks} posts, ${kept.lost} lost, connected ${fleet.connections()} times\n`,
  );
  expect.soft(logged(platform)).toEqual([]);
  expect.soft(http.broken).toEqual([]);
  expect.soft(http.slow).toEqual([]);
  expect(mqtt.beforeConnect + mqtt.packets + mqtt.payloads).toBeGreaterThanOrEqual(packets);
  expect.soft(fleet.refusals()).toEqual([]);
  expect(kept).toMatchObject({ lost: 0, displaced: 0 });
  expect(fleet.connections()).toBe(1);
  await fleet.close();
});

async function fuzzHttp(platform: Platform, others: Platform["devices"]) {
  const random = createSeededRandom(seed);
  const store = await openDatabaseView(platform);
  const people = createFuzzPeople(platform.http, store);
  await people.start();
  const known = {
    ids: [1, 2, 3, 4, 5],
    names: {
      devicename: others.slice(0, 5).map((one) => one.deviceName),
      productkey: others.slice(0, 5).map((one) => one.productKey),
      family: ["waterSample", "liquidExtract", "evidenceBox", "none"],
    },
  };
  const next = createFuzzInputs(declaredCalls, known, random);
  const codes: Record<string, number> = {};
  const broken: string[] = [];
  const slow: string[] = [];
  const times: { ms: number; call: string }[] = [];
  let sent = 0;
  async function work(): Promise<void> {
    while (sent < requests) {
      sent += 1;
      const given = next();
      const role = random.one(["admin", "admin", "operator", "none"]);
      const answer = await people.send(given, role);
      const code = /^\{"code":(\d+)/.exec(answer.text)?.[1] ?? String(answer.status);
      codes[code] = (codes[code] ?? 0) + 1;
      times.push({ ms: answer.ms, call: given.call });
      const said = `${role} ${given.method} ${given.path.slice(0, 300)} ${given.body?.toString().slice(0, 300) ?? ""}`;
      // A body that is too large may be cut off while it is sent: the answer is lost then.
      const isCutOff = answer.wasClosed && (given.body?.length ?? 0) <= maxBody;
      if (answer.status >= 500 || isCutOff) broken.push(`${given.call} ${answer.status}: ${said}`);
      if (answer.ms > maxMs && takesLonger[given.call] === undefined)
        slow.push(`${given.call} ${Math.round(answer.ms)} ms: ${said}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  people.stop();
  await store.close();
  times.sort((a, b) => a.ms - b.ms);
  const last = times.at(-1);
  return {
    ...{ sent, codes, broken, slow, calls: declaredCalls.length },
    p99: times[Math.floor(times.length * 0.99)]?.ms ?? 0,
    slowest: `${last?.ms.toFixed(0)} ms (${last?.call})`,
  };
}

/** What the server logged as an error. */
function logged(platform: Platform): string[] {
  return platform
    .stderr()
    .split("\n")
    .filter((line) => /"level":(50|60)/.test(line))
    .map((line) => line.slice(0, 4_000));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}
