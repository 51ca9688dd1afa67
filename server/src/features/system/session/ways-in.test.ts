import { listLogIns } from "@tracewater/contract/system/login-log";
import { listOwnLogIns, listOwnSessions } from "@tracewater/contract/system/profile";
import { getInfo } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { type Come, startWays, wayNames } from "../../../../test/test-ways-in.ts";

const outside = await startWays();
afterAll(() => outside.close());

/** What the log says of each way: how its user came in, and what they showed besides. */
const logged = {
  ...{ password: ["password", "none"], totp: ["password", "totp"], recovery: ["password", "recovery"] },
  ...{ passkey: ["passkey", "passkey"], sso: ["sso", "none"], qr: ["qr", "none"] },
  ...{ code: ["code", "none"], appPassword: ["password", "none"] },
} as const;

onPlatform(
  "Each way in",
  (platform) => {
    const ways = outside.on(platform);
    const sessionOf = ({ body, session }: Come): Session => {
      expect(body.code, body.msg).toBe(200);
      if (session === null) throw new Error("no session came with the answer");
      return session;
    };

    test.each(wayNames)(
      "%s leaves one row with way and factor in the log, and in one's own history",
      async (name) => {
        const { user, come } = await ways[name]();
        const admin = await platform.admin();
        const query = { userName: user.userName };
        const before = (await platform.call(listLogIns, { query }, admin)).rows.length;
        const session = sessionOf(await come());
        const { rows } = await platform.call(listLogIns, { query }, admin);
        expect(rows).toHaveLength(before + 1);
        const [way, factor] = logged[name];
        expect(rows[0]).toMatchObject({ way, factor, status: "0", reason: "ok" });
        const own = await platform.call(listOwnLogIns, { query: {} }, session);
        expect(own.rows[0]).toMatchObject({ way, factor, userName: user.userName });
        const shown = (await platform.call(listOwnSessions, {}, session)).data.find((one) => one.current);
        expect(shown).toMatchObject({ way, factor });
        const stranger = await platform.addUser({});
        const foreign = await platform.call(listOwnLogIns, { query: {} }, stranger);
        expect(foreign.rows.map((row) => row.userName)).toEqual([stranger.userName]);
      },
    );

    test.each(wayNames)("%s is closed to a disabled user, and the log says so", async (name) => {
      const { user, come } = await ways[name]();
      await sql`update sys_user set status = '1' where id = ${user.id}`.execute(platform.db);
      const { body, session } = await come();
      expect(body.code).toBe(500);
      expect(session).toBeNull();
      expect(body).not.toHaveProperty("token");
      const query = { way: logged[name][0], status: "1" as const };
      const { rows } = await platform.call(listLogIns, { query }, await platform.admin());
      // An APP password is looked for among those that may come in: to the log a disabled one is a wrong one.
      const reason = name === "appPassword" ? "wrongPassword" : "disabled";
      expect(rows[0]).toMatchObject({ reason });
    });

    test.each(wayNames)("%s meets the wall of an expired unit", async (name) => {
      const { user, come } = await ways[name]();
      await sql`update licence set valid_until = '2001-01-01' where unit_id = ${user.unitId}`.execute(
        platform.db,
      );
      const session = sessionOf(await come());
      await platform.call(getInfo, {}, session);
      expect((await platform.ask(listOwnSessions, {}, session)).status).toBe(444);
    });

    test.each(wayNames)("%s opens nothing before a temporary password was changed", async (name) => {
      const { user, come } = await ways[name]();
      await sql`update sys_user set password_until = now() + interval '1 day' where id = ${user.id}`.execute(
        platform.db,
      );
      const session = sessionOf(await come());
      const info = await platform.call(getInfo, {}, session);
      expect(info).toMatchObject({ mustChangePassword: true, permissions: [], roles: ["ROLE_DEFAULT"] });
    });

    test.each(wayNames)("%s gives nothing of a role that was withdrawn", async (name) => {
      const { user, come } = await ways[name]();
      await sql`delete from user_role where user_id = ${user.id}`.execute(platform.db);
      const info = await platform.call(getInfo, {}, sessionOf(await come()));
      expect(info).toMatchObject({ permissions: [], roles: ["ROLE_DEFAULT"] });
    });
  },
  { env: outside.env },
);
