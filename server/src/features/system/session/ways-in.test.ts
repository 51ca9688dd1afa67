import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listLogIns } from "@tracewater/contract/system/login-log";
import { listOwnLogIns, listOwnSessions } from "@tracewater/contract/system/profile";
import { getInfo, login } from "@tracewater/contract/system/session";
import {
  finishBinding,
  finishSignOn,
  startBinding,
  startSignOn,
} from "@tracewater/contract/system/single-sign-on";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startStandInProvider } from "../../../../test/stand-in-provider.ts";
import type { Answer, Session } from "../../../../test/test-http.ts";
import { addTestPasskey, logInWith } from "../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const provider = await startStandInProvider("tracewater");
const file = join(mkdtempSync(join(tmpdir(), "tw-ways-")), "providers.json");
const names = { en: "The city", zh: "本市" };
const configured = { key: "city", name: names, issuer: provider.issuer, clientId: "tracewater" };
writeFileSync(file, JSON.stringify([{ ...configured, clientSecret: "a secret of this test alone" }]));

onPlatform(
  "Each way in",
  (platform) => {
    afterAll(() => provider.close());

    const flow = async (call: typeof startSignOn | typeof startBinding, as: Session | null) => {
      const { body, headers } = await platform.ask(call, { params: { provider: "city" } }, as);
      const url = String(Reflect.get(Object(Reflect.get(body, "data")), "url"));
      return { url, cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
    };
    /** Somebody of a unit with a role, and how they come in by this way. */
    const people = {
      password: async () => {
        const user = await person();
        const body = { username: user.userName, password: user.password };
        return { user, come: () => platform.ask(login, { body }, null) };
      },
      passkey: async () => {
        const user = await person();
        const passkey = await addTestPasskey(platform, user);
        return { user, come: () => logInWith(platform, passkey) };
      },
      sso: async () => {
        const user = await person();
        const subject = randomUUID();
        const binding = await flow(startBinding, user);
        const linking = { body: provider.answer(binding.url, subject) };
        await platform.ask(finishBinding, linking, user, { cookie: binding.cookie });
        const come = async () => {
          const { url, cookie } = await flow(startSignOn, null);
          const body = { ...provider.answer(url, subject), bind: false };
          return platform.ask(finishSignOn, { body }, null, { cookie });
        };
        return { user, come };
      },
    };
    const person = async () => {
      const unitId = await platform.addUnit(`Unit ${randomUUID()}`);
      return { ...(await platform.addUser({ unitId, roles: ["viewer"] })), unitId };
    };
    const sessionOf = ({ body }: Answer): Session => {
      expect(body.code, body.msg).toBe(200);
      return { token: String(Reflect.get(body, "token")) };
    };
    const ways = Object.entries(people) as [keyof typeof people, (typeof people)["password"]][];

    test.each(ways)(
      "%s leaves one row with way and factor in the log, and in one's own history",
      async (way, make) => {
        const { user, come } = await make();
        const session = sessionOf(await come());
        const query = { userName: user.userName, way };
        const { rows } = await platform.call(listLogIns, { query }, await platform.admin());
        expect(rows.filter((row) => row.reason === "ok")).toHaveLength(way === "password" ? 2 : 1);
        const factor = way === "passkey" ? "passkey" : "none";
        expect(rows[0]).toMatchObject({ way, factor, status: "0" });
        const own = await platform.call(listOwnLogIns, { query: {} }, session);
        expect(own.rows[0]).toMatchObject({ way, factor, userName: user.userName });
        const stranger = await platform.addUser({});
        const foreign = await platform.call(listOwnLogIns, { query: {} }, stranger);
        expect(foreign.rows.map((row) => row.userName)).toEqual([stranger.userName]);
      },
    );

    test.each(ways)("%s is closed to a disabled user, and the log says why", async (way, make) => {
      const { user, come } = await make();
      await sql`update sys_user set status = '1' where id = ${user.id}`.execute(platform.db);
      const { body } = await come();
      expect(body.code).toBe(500);
      expect(body).not.toHaveProperty("token");
      const query = { userName: user.userName, status: "1" as const };
      const { rows } = await platform.call(listLogIns, { query }, await platform.admin());
      expect(rows).toMatchObject([{ way, reason: "disabled" }]);
    });

    test.each(ways)("%s meets the wall of an expired unit", async (_way, make) => {
      const { user, come } = await make();
      await sql`update licence set valid_until = '2001-01-01' where unit_id = ${user.unitId}`.execute(
        platform.db,
      );
      const session = sessionOf(await come());
      await platform.call(getInfo, {}, session);
      expect((await platform.ask(listOwnSessions, {}, session)).status).toBe(444);
    });

    test.each(ways)("%s opens nothing before a temporary password was changed", async (_way, make) => {
      const { user, come } = await make();
      await sql`update sys_user set password_until = now() + interval '1 day' where id = ${user.id}`.execute(
        platform.db,
      );
      const session = sessionOf(await come());
      const info = await platform.call(getInfo, {}, session);
      expect(info).toMatchObject({ mustChangePassword: true, permissions: [], roles: ["ROLE_DEFAULT"] });
    });

    test.each(ways)("%s gives nothing of a role that was withdrawn", async (_way, make) => {
      const { user, come } = await make();
      await sql`delete from user_role where user_id = ${user.id}`.execute(platform.db);
      const info = await platform.call(getInfo, {}, sessionOf(await come()));
      expect(info).toMatchObject({ permissions: [], roles: ["ROLE_DEFAULT"] });
    });
  },
  { env: { OIDC_PROVIDERS_FILE: file } },
);
