import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { storedValues } from "../../test/stored-values.ts";
import { createTestPlatform, type TestPlatform } from "../../test/test-platform.ts";
import { openPostgres } from "../platform/store/open-postgres.ts";

/** A platform on an embedded database of its own, whose postmaster is killed. */
describe("While the database is unavailable", () => {
  let folder = "";
  let platform: TestPlatform;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "tw-away-")));
    await chmod(folder, 0o755);
    const dataDir = join(folder, "data");
    const end = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    const open: Parameters<typeof createTestPlatform>[0]["open"] = (log) =>
      openPostgres({ databaseUrl: undefined, dataDir, log });
    platform = createTestPlatform({ open, drop: end }, {});
    await platform.start();
  });
  afterAll(() => platform.end());

  async function killPostmaster(): Promise<void> {
    const file = join(folder, "data", "postgres", "cluster", "postmaster.pid");
    const text = await readFile(file, "utf8").catch(() => "");
    const pid = Number(text.split("\n")[0]);
    if (pid > 1) process.kill(pid, "SIGKILL");
  }

  async function ask() {
    const begin = performance.now();
    const { status, body, headers } = await platform.request("/v2/admin/device/waterSample/list", {
      headers: { authorization: `Bearer ${(await platform.admin()).token}` },
    });
    return { status, body, headers, tookMs: performance.now() - begin };
  }

  test("calls are answered with 503 within two seconds, devices are held, and nothing is lost", async () => {
    const device = await platform.connectNew();
    await device.postSurely({ id: "0", params: { flow: 0 } });
    expect((await ask()).status).toBe(200);

    await killPostmaster();
    const topic = device.topic("thing/event/property/post");
    const posts = Array.from({ length: 50 }, (_, at) => ({ id: String(at + 1), params: { flow: at + 1 } }));
    device.write(Buffer.concat(posts.map((post) => device.toPublish(topic, post, { qos: 1 }))));

    const seen: Awaited<ReturnType<typeof ask>>[] = [];
    const isBack = async () => {
      seen.push(await ask());
      return seen.some((one) => one.status === 503) && seen.at(-1)?.status === 200;
    };
    await eventually(isBack, { timeout: 25_000, interval: 20 }).toBe(true);
    const away = seen.filter((one) => one.status !== 200);
    for (const { status, body, headers, tookMs } of away) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 503 });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(2000);
    }

    for (let acknowledged = 0; acknowledged < 50; acknowledged++) {
      await device.packet((packet) => packet.cmd === "puback");
    }
    expect(device.isClosed()).toBe(false);
    const values = (await storedValues(platform.db, device.credentials.id)).map((row) => row.value);
    expect(values).toEqual(Array.from({ length: 51 }, (_, at) => at));
    for (const line of platform.takeErrors()) expect(line).toContain("The database stopped");
  });

  test("a device that comes is let in once it is back, and readiness reports the way", async () => {
    const credentials = await platform.addDevice();
    const ready = async () => (await fetch(`${platform.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await killPostmaster();
    await eventually(ready, { interval: 10 }).toBe(503);
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
    await eventually(ready, { timeout: 20_000 }).toBe(200);
    const device = await platform.connect(credentials);
    expect(await device.post({ ph: 7 })).toMatchObject({ code: 200 });
    for (const line of platform.takeErrors()) expect(line).toContain("The database stopped");
  });
});
