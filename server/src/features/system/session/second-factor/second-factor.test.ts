import { listLogIns } from "@tracewater/contract/system/login-log";
import { addRole, getRole } from "@tracewater/contract/system/roles";
import {
  enrolSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactors,
  showSecondFactor,
} from "@tracewater/contract/system/second-factor";
import { confirmIdentity, getConfirmationWays, getInfo, login } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { appCode } from "../../../../../test/app-codes.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { enrolApp } from "../../../../../test/test-factors.ts";
import type { Session } from "../../../../../test/test-http.ts";
import { listenLive } from "../../../../../test/test-live.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";

const stepMs = 30_000;
let nowMs = Date.now();
const nextStep = () => {
  nowMs += stepMs;
};

onPlatform(
  "A second factor",
  (platform) => {
    const logIn = (user: { userName: string; password: string }, otp = "") =>
      platform.ask(login, { body: { username: user.userName, password: user.password, otp } }, null);
    const enter = async (user: { userName: string; password: string }, otp: string): Promise<Session> => {
      const { body } = await logIn(user, otp);
      expect(body.code, body.msg).toBe(200);
      return { token: String(Reflect.get(body, "token")) };
    };
    const enrolled = async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      return { ...user, ...(await enrolApp(platform, user, nowMs)) };
    };

    test("is asked for by the log-in after the right password alone, and opens the session with a code", async () => {
      const user = await enrolled();
      const wrong = await logIn({ ...user, password: "not the password" });
      expect(wrong.body).toMatchObject({ code: 500, errors: [{ field: "password" }] });
      const asked = await logIn(user);
      expect(asked.body).toMatchObject({ code: 500, errors: [{ field: "otp" }] });
      expect(asked.body).not.toHaveProperty("token");
      nextStep();
      const session = await enter(user, appCode(user.secret, nowMs));
      await platform.call(getInfo, {}, session);
    });

    test("takes each code once, and codes of one step before and after", async () => {
      const user = await enrolled();
      nextStep();
      nextStep();
      const [before, code, after] = [-stepMs, 0, stepMs].map((by) => appCode(user.secret, nowMs + by));
      await enter(user, before ?? "");
      await enter(user, code ?? "");
      const again = await logIn(user, code);
      expect(again.body).toMatchObject({ code: 500, errors: [{ field: "otp" }] });
      expect((await logIn(user, before)).body.code).toBe(500);
      await enter(user, after ?? "");
      expect((await logIn(user, appCode(user.secret, nowMs + 2 * stepMs))).body.code).toBe(500);
    });

    test("of two log-ins with one code at once lets one in", async () => {
      const user = await enrolled();
      nextStep();
      const code = appCode(user.secret, nowMs);
      const said = await Promise.all([logIn(user, code), logIn(user, code), logIn(user, code)]);
      expect(said.filter(({ body }) => body.code === 200)).toHaveLength(1);
    });

    test("ends all other sessions of its user when it is enrolled, renewed and removed, their live streams too", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const acts: (() => Promise<unknown>)[] = [
        () => enrolApp(platform, user, nowMs),
        () => platform.call(renewRecoveryCodes, {}, user),
        () => platform.call(removeSecondFactor, {}, user),
      ];
      let secret = "";
      for (const act of acts) {
        nextStep();
        const other = await enter(user, secret === "" ? "" : appCode(secret, nowMs));
        const live = await listenLive(platform.url, other, "alarms");
        const made = await act();
        if (typeof made === "object" && made !== null && "secret" in made) secret = String(made.secret);
        await eventually(() => live.isOpen()).toBe(false);
        expect(await platform.refusal(getInfo, {}, other)).toMatchObject({ code: 401 });
        await platform.call(getInfo, {}, user);
      }
    });

    test("is enrolled with a code of the secret that was offered, within ten minutes, and with no other", async () => {
      const user = await platform.addUser({});
      expect(await platform.refusal(enrolSecondFactor, { body: { code: "123456" } }, user)).toMatchObject({
        ...{ code: 400, errors: [{ field: "code" }] },
      });
      const { data } = await platform.call(offerSecondFactor, {}, user);
      const body = { code: appCode(data.secret, nowMs) };
      const wrong = { code: String((Number(body.code) + 1) % 1_000_000).padStart(6, "0") };
      expect((await platform.refusal(enrolSecondFactor, { body: wrong }, user)).code).toBe(400);
      await sql`update second_factor_offer set expires_at = ${new Date(nowMs)} where user_id = ${user.id}`.execute(
        platform.db,
      );
      expect((await platform.refusal(enrolSecondFactor, { body }, user)).code).toBe(400);
      expect((await platform.call(getSecondFactor, {}, user)).data.enrolTime).toBeNull();
    });

    test("is void with its other recovery codes once one of them was used, and all sessions and live streams are over", async () => {
      const user = await enrolled();
      const [code = "", sibling] = user.recoveryCodes;
      expect(new Set(user.recoveryCodes).size).toBe(10);
      const live = await listenLive(platform.url, user, "alarms");
      const recovered = await enter(user, code.toLowerCase().replaceAll("-", " "));
      expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
      await eventually(() => live.isOpen()).toBe(false);
      const { data } = await platform.call(getSecondFactor, {}, recovered);
      expect(data).toMatchObject({ enrolTime: null, recoveryCodesLeft: 0 });
      const [left] = (
        await sql<{ count: number }>`select count(*)::int as count from recovery_code
          where user_id = ${user.id}`.execute(platform.db)
      ).rows;
      expect(left?.count).toBe(0);
      // Without a factor the password is enough again; neither code counts for anything.
      const { secret } = await enrolApp(platform, recovered, nowMs);
      expect((await logIn(user, sibling)).body.code).toBe(500);
      expect((await logIn(user, code)).body.code).toBe(500);
      nextStep();
      await enter(user, appCode(secret, nowMs));
    });

    test("keeps recovery codes as hashes and the secret sealed", async () => {
      const user = await enrolled();
      const rows = await sql<{ text: string }>`
        select f::text || coalesce(string_agg(c::text, ' '), '') as text from second_factor f
        left join recovery_code c using (user_id) where f.user_id = ${user.id} group by f.*`.execute(
        platform.db,
      );
      const stored = rows.rows[0]?.text ?? "";
      expect(stored).toContain("argon2id");
      expect(stored).not.toContain(user.secret);
      expect(stored).not.toContain(Buffer.from(user.secret).toString("hex"));
      // A log-in with a wrong password leaves its recovery code valid: the audit log never holds it.
      const [code = ""] = user.recoveryCodes;
      await logIn({ ...user, password: "not the password" }, code);
      const kept = await sql`select 1 from audit_log where record like ${`%${code}%`}`.execute(platform.db);
      expect(kept.rows).toEqual([]);
      for (const one of user.recoveryCodes) expect(stored).not.toContain(one.replaceAll("-", ""));
    });

    test("slows guesses of codes after five tries, and leaves the owner's live session alone", async () => {
      const user = await enrolled();
      const tries = [];
      for (let guess = 0; guess < 20; guess++) {
        tries.push(await logIn(user, String(guess).padStart(6, "0")));
        await sql`update login_failure set last_at = now()`.execute(platform.db); // however slow the machine is
      }
      const waiting = tries.filter(({ body }) => /^Too many failed attempts/.test(body.msg));
      expect(waiting).toHaveLength(15);
      await platform.call(getInfo, {}, user);
      await platform.call(getSecondFactor, {}, user);
    });

    test("is demanded by a role: a session without one opens nothing until its user enrols", async () => {
      const admin = await platform.admin();
      const key = "strict";
      const { data } = await platform.call(
        addRole,
        { body: { roleName: key, roleKey: key, dataScope: "1", requiredFactor: "any" } },
        admin,
      );
      expect((await platform.call(getRole, { params: { id: data.id } }, admin)).data.requiredFactor).toBe(
        "any",
      );
      const user = await platform.addUser({ roles: [key, "viewer"] });
      const before = await platform.call(getInfo, {}, user);
      expect(before).toMatchObject({ missingFactor: "any", permissions: [], roles: ["ROLE_DEFAULT"] });
      await enrolApp(platform, user, nowMs);
      const after = await platform.call(getInfo, {}, user);
      expect(after.missingFactor).toBe("none");
      expect(after.roles).toContain(key);
      expect(await platform.refusal(removeSecondFactor, {}, user)).toMatchObject({ code: 500 });
    });

    test("is shown within a session that was opened without one, and opens what its role allows", async () => {
      const user = await enrolled();
      await sql`update session set factor = 'none' where user_id = ${user.id}`.execute(platform.db);
      await sql`insert into user_role (user_id, role_id)
        select ${user.id}::int, id from role where role_key = 'strict'`.execute(platform.db);
      expect((await platform.call(getInfo, {}, user)).missingFactor).toBe("any");
      expect((await platform.refusal(showSecondFactor, { body: { code: "000000" } }, user)).code).toBe(400);
      nextStep();
      await platform.call(showSecondFactor, { body: { code: appCode(user.secret, nowMs) } }, user);
      expect((await platform.call(getInfo, {}, user)).missingFactor).toBe("none");
    });

    test("is asked for with the password to confirm an act; a recovery code is none there", async () => {
      const user = await enrolled();
      const body = { act: "removeSecondFactor", password: user.password };
      expect((await platform.call(getConfirmationWays, {}, user)).data).toMatchObject({
        ...{ password: true, totp: true },
      });
      expect(await platform.refusal(confirmIdentity, { body }, user)).toMatchObject({
        errors: [{ field: "otp" }],
      });
      const withRecovery = { body: { ...body, otp: user.recoveryCodes[0] } };
      expect((await platform.refusal(confirmIdentity, withRecovery, user)).code).toBe(500);
      nextStep();
      await platform.call(confirmIdentity, { body: { ...body, otp: appCode(user.secret, nowMs) } }, user);
      expect((await platform.call(getSecondFactor, {}, user)).data.recoveryCodesLeft).toBe(10);
    });

    test("is taken away by an administrator for somebody who lost it, never by themselves", async () => {
      const user = await enrolled();
      const admin = await platform.admin();
      await platform.call(resetSecondFactors, { body: { userId: user.id } }, admin);
      expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
      await enter(user, "");
      const own = await platform.call(getInfo, {}, admin);
      expect(
        (await platform.refusal(resetSecondFactors, { body: { userId: own.user.userId } }, admin)).code,
      ).toBe(500);
    });

    test("leaves one row in the log-in log with way and factor", async () => {
      const user = await enrolled();
      await logIn(user);
      nextStep();
      await enter(user, appCode(user.secret, nowMs));
      await logIn(user, "000000");
      const { rows } = await platform.call(
        listLogIns,
        { query: { userName: user.userName } },
        await platform.admin(),
      );
      expect(rows.map(({ way, factor, reason }) => ({ way, factor, reason }))).toEqual([
        { way: "password", factor: "none", reason: "wrongFactor" },
        { way: "password", factor: "totp", reason: "ok" },
        { way: "password", factor: "none", reason: "ok" },
      ]);
    });
  },
  { now: () => nowMs },
);
