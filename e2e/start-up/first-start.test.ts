import { getSetup, login, setup } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { readDevices } from "../support/answer-watch.ts";
import { createApiClient, openApi, type Refusal } from "../support/api-client.ts";
import { makeDataDir } from "../support/data-folder.ts";
import { startPlatform } from "../support/platform-process.ts";
import { isAlive } from "../support/process-table.ts";
import { adminPassword } from "../support/server-command.ts";
import { waitUntil } from "../support/wait-until.ts";

test("the first start prints a set-up code, which makes the first administrator once; the second keeps everything", async () => {
  let platform = await startPlatform({
    dataDir: await makeDataDir(),
    env: { ADMIN_PASSWORD: undefined },
    seed: { devices: 2 },
  });
  expect(platform.ready).toEqual({
    http: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    mqtt: expect.stringMatching(/^mqtt:\/\/127\.0\.0\.1:\d+$/),
    store: "embedded",
    brand: "iot",
  });
  expect(await (await fetch(`${platform.http}/healthz`)).json()).toEqual({ status: "alive" });
  const readyz = await fetch(`${platform.http}/readyz`);
  expect([readyz.status, await readyz.json()]).toEqual([200, { ready: true }]);

  const code = /one-time code:\s+(\S+)/.exec(platform.stdout())?.[1] ?? "";
  expect(platform.stdout()).toContain(`${platform.http}/setup`);
  const visitor = createApiClient(platform.http);
  const person = { username: "first.admin", password: "a-password-of-my-own" };
  expect((await visitor.call(getSetup, {})).data.open).toBe(true);
  expect(await refusalOf(visitor.call(setup, { body: { ...person, code: "WRONG-CODE" } }))).toMatchObject({
    status: 200,
    code: 500,
  });
  await visitor.call(setup, { body: { ...person, code } });
  expect(
    await refusalOf(visitor.call(setup, { body: { ...person, username: "second", code } })),
  ).toMatchObject({
    code: 404,
  });
  expect(await refusalOf(visitor.call(getSetup, {}))).toMatchObject({ code: 404 });

  const store = await waitUntil("the store is there", platform.storePid);
  const leaving = performance.now();
  expect(await platform.stop()).toBe(0);
  expect(performance.now() - leaving).toBeLessThan(10_000);
  expect(await isAlive(store)).toBe(false);

  platform = await startPlatform({ dataDir: platform.dataDir, env: { ADMIN_PASSWORD: undefined } });
  expect(platform.stdout()).not.toContain("one-time code");
  const api = createApiClient(platform.http);
  await api.logIn(person.username, person.password);
  expect((await readDevices(api)).total).toBe(2);
  expect(await refusalOf(api.call(getSetup, {}))).toMatchObject({ code: 404 });
  console.log(`ready after ${platform.secondsToReady.toFixed(2)} s at the second start`);
  expect(await platform.stop()).toBe(0);
});

test("ADMIN_PASSWORD makes the administrator without a code; a later one changes nothing", async () => {
  let platform = await startPlatform({ dataDir: await makeDataDir(), env: { BRAND: "evidence" } });
  expect(platform.ready["brand"]).toBe("evidence");
  expect(platform.stdout()).not.toContain("one-time code");
  const visitor = createApiClient(platform.http);
  expect(await refusalOf(visitor.call(getSetup, {}))).toMatchObject({ code: 404 });
  await openApi(platform.http);
  console.log(`ready after ${platform.secondsToReady.toFixed(2)} s at the first start`);
  expect(await platform.stop()).toBe(0);

  const other = "another-password-than-before";
  platform = await startPlatform({ dataDir: platform.dataDir, env: { ADMIN_PASSWORD: other } });
  await openApi(platform.http);
  const second = createApiClient(platform.http);
  expect(await refusalOf(second.call(login, { body: { username: "admin", password: other } }))).toMatchObject(
    {
      code: 500,
    },
  );
  for (const said of [platform.stdout(), platform.stderr()]) {
    expect(said).not.toContain(other);
    expect(said).not.toContain(adminPassword);
  }
  expect(await platform.stop()).toBe(0);
});

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  return call.then(
    () => {
      throw new Error("the call was not refused");
    },
    (error) => error,
  );
}
