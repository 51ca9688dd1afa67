import { login, logout } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

const from = (address: string) => ({ "x-forwarded-for": address });

onPlatform(
  "Failed attempts of nobody",
  (platform) => {
    const fail = (address: string, username = "nobody") =>
      platform.ask(login, { body: { username, password: "wrong" } }, null, from(address));

    test("are recorded ten times a minute for one address; the others are counted in one record", async () => {
      const address = "192.0.2.77";
      for (let time = 0; time < 40; time++) await fail(address, `somebody${time}`);
      expect(await recordsOf(platform, address)).toHaveLength(10);
      expect(await logInsOf(platform, address)).toBe(30);
      // An attempt that succeeds is recorded whatever came before it.
      const user = await platform.addUser({});
      const own = { body: { username: user.userName, password: user.password } };
      await platform.db.deleteFrom("loginFailure").execute();
      await platform.ask(login, own, null, from(address));
      expect((await recordsOf(platform, address)).at(-1)).toMatchObject({ code: 200 });
      await platform.restart();
      const records = await recordsOf(platform, address);
      expect(records).toHaveLength(12);
      expect(records.at(-1)?.message).toContain("30 failed attempts from this address were counted");
    });

    test("of many addresses are recorded 300 times a minute", async () => {
      const crowd = Array.from({ length: 400 }, (_, at) => `10.${at >> 8}.${at & 255}.9`);
      await Promise.all(crowd.map((address) => fail(address)));
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log
        where record::jsonb ->> 'address' like '10.%.9'`.execute(platform.db);
      expect(rows[0]?.count).toBeLessThanOrEqual(300);
      expect(rows[0]?.count).toBeGreaterThan(250);
    });

    test("do not hide what a user does, nor a log-out", async () => {
      const address = "192.0.2.78";
      for (let time = 0; time < 12; time++) await fail(address);
      const user = await platform.addUser({});
      await platform.ask(logout, {}, user, from(address));
      expect((await recordsOf(platform, address)).at(-1)).toMatchObject({ call: "logout", code: 200 });
    });
  },
  { env: { TRUSTED_PROXIES: "loopback" } },
);

async function recordsOf(platform: TestPlatform, address: string) {
  const { rows } = await sql<{ call: string; code: number; message: string }>`
    select record::jsonb ->> 'call' as call, code, record::jsonb ->> 'message' as message from audit_log
    where record::jsonb ->> 'address' = ${address} order by seq`.execute(platform.db);
  return rows;
}

async function logInsOf(platform: TestPlatform, address: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from login_log where address = ${address}`.execute(platform.db);
  return rows[0]?.count ?? 0;
}
