import { configs } from "@tracewater/contract/system/config";
import { getInfo } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Session } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

onPlatform("A session that nobody uses", (platform) => {
  test("goes on where no limit is set", async () => {
    const user = await platform.addUser({});
    await leaveAlone(platform, user.id, 600);
    await platform.call(getInfo, {}, user);
  });

  test("takes a limit of 0, or of 5 minutes to a day", async () => {
    for (const value of ["4", "1441", "-1", "1.5", "x"]) {
      expect((await setLimit(platform, value)).errors?.[0]?.field, value).toBe("configValue");
    }
    expect(await setLimit(platform, "30")).toMatchObject({ code: 200 });
  });

  test("ends after the limit, and its live stream with it", async () => {
    await setLimit(platform, "30");
    const user = await platform.addUser({});
    const live = await listenLive(platform.url, user, "");
    await eventually(() => live.of("hello").length).toBe(1);
    await leaveAlone(platform, user.id, 29);
    await platform.call(getInfo, {}, user);
    await leaveAlone(platform, user.id, 31);
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
    await eventually(() => live.isOpen(), { timeout: 20_000 }).toBe(false);
  });

  test("is kept open by a request, but not by what a page fetches while nobody touches it", async () => {
    await setLimit(platform, "30");
    const user = await platform.addUser({});
    const seen = async () =>
      (
        await sql<{ minutes: number }>`
          select extract(epoch from now() - last_seen_at)::float8 / 60 as minutes from session
          where user_id = ${user.id}`.execute(platform.db)
      ).rows[0]?.minutes ?? 0;
    await leaveAlone(platform, user.id, 20);
    await platform.ask(getInfo, {}, user, { "x-idle-seconds": "1200" });
    expect(await seen()).toBeGreaterThan(19);
    await platform.ask(getInfo, {}, user, { "x-idle-seconds": "12" });
    expect(await seen()).toBeLessThan(1);
  });

  test("is written down at most once a minute, however many requests come", async () => {
    const user = await platform.addUser({});
    await leaveAlone(platform, user.id, 0);
    const at = () =>
      sql<{ at: Date }>`select last_seen_at as at from session where user_id = ${user.id}`.execute(
        platform.db,
      );
    const before = (await at()).rows[0]?.at;
    for (let time = 0; time < 5; time++) await platform.call(getInfo, {}, user);
    expect((await at()).rows[0]?.at).toEqual(before);
  });
});

async function leaveAlone(platform: TestPlatform, userId: number, minutes: number): Promise<void> {
  await sql`update session set last_seen_at = now() - make_interval(mins => ${minutes}::int)
    where user_id = ${userId}`.execute(platform.db);
}

const key = "sys.session.idleMinutes";

async function setLimit(platform: TestPlatform, configValue: string) {
  const admin: Session = await platform.admin();
  const { rows } = await platform.call(configs.calls.list, { query: { keyword: key } }, admin);
  const setting = rows.find((row) => row.configKey === key);
  if (setting === undefined) throw new Error("the parameter is not there");
  return (await platform.ask(configs.calls.change, { body: { ...setting, configValue } }, admin)).body;
}
