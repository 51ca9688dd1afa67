/* L5: 200 known and 200 unknown names at each call that takes one without a session, in the same words and the same time. */
import { register } from "@tracewater/contract/system/account-requests";
import { logInByAppPassword, sendAppCode } from "@tracewater/contract/system/app-log-in";
import { sendResetCode } from "@tracewater/contract/system/password-reset";
import { login } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSmtpLibrary } from "../../../../test/smtp-library.ts";
import type { Answer } from "../../../../test/test-http.ts";
import { addUser } from "../../../../test/test-people.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { startTextGateway } from "../../../../test/text-gateway.ts";

const tries = 200;
const smtp = await startSmtpLibrary();
const gateway = await startTextGateway();
afterAll(() => {
  smtp.close();
  gateway.close();
});

onPlatform(
  "For a known and an unknown name",
  (platform) => {
    const people: { userName: string; phone: string }[] = [];
    beforeAll(async () => {
      for (let at = 0; at < tries; at++) {
        const { id, userName } = await addUser(platform.db, {});
        const phone = `+861361${String(at).padStart(6, "0")}1`;
        await sql`update sys_user set email = user_name || '@example.org' where id = ${id}`.execute(
          platform.db,
        );
        const app = await addUser(platform.db, {});
        await sql`update sys_user set app_user = true, phonenumber = ${phone} where id = ${app.id}`.execute(
          platform.db,
        );
        people.push({ userName, phone });
      }
    }, 600_000);

    /** What is counted for the one address of this test is not the matter here. */
    const clearCounts = async () => {
      await sql`delete from login_failure`.execute(platform.db);
      await sql`update one_time_code set network = 'elsewhere'`.execute(platform.db);
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
    };
    const password = "not the right password 77";
    const chosen = "quiet river under bridges 41";
    const calls: Record<string, (name: string, phone: string) => Promise<Answer>> = {
      "log-in": (username) => platform.ask(login, { body: { username, password } }, null),
      "APP log-in": (_name, username) =>
        platform.ask(logInByAppPassword, { body: { username, password } }, null),
      "forgotten password": (account) => platform.ask(sendResetCode, { body: { account } }, null),
      "APP code": (_name, phone) => platform.ask(sendAppCode, { body: { phone } }, null),
      register: (username) => platform.ask(register, { body: { username, password: chosen } }, null),
    };

    test.each(Object.keys(calls))("%s answers alike over 200 tries", async (name) => {
      const call = calls[name] ?? (() => Promise.reject(new Error(name)));
      const took: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      const said = { known: new Set<string>(), unknown: new Set<string>() };
      const measure = async (kind: "known" | "unknown", user: string, phone: string) => {
        await clearCounts();
        const begin = performance.now();
        const { body } = await call(user, phone);
        took[kind].push(performance.now() - begin);
        said[kind].add(`${body.code} ${body.msg} ${Object.keys(body).sort()}`);
      };
      for (const [at, { userName, phone }] of people.entries()) {
        const unknown = [`nobody${at}`, `+861399${String(at).padStart(6, "0")}1`] as const;
        // Each goes first as often as the other.
        if (at % 2 === 0) await measure("known", userName, phone);
        await measure("unknown", ...unknown);
        if (at % 2 === 1) await measure("known", userName, phone);
      }
      const [known, unknown] = [middleMean(took.known), middleMean(took.unknown)];
      console.log(`${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`);
      expect([...said.known]).toEqual([...said.unknown]);
      expect(Math.abs(known / unknown - 1)).toBeLessThan(0.05);
    });
  },
  { env: { ...smtp.env, ...gateway.env } },
);

/** Of the middle four fifths: what else the machine did meanwhile is not the matter. */
function middleMean(times: readonly number[]): number {
  const cut = Math.floor(times.length / 10);
  const middle = times.toSorted((a, b) => a - b).slice(cut, times.length - cut);
  return middle.reduce((sum, time) => sum + time, 0) / middle.length;
}
