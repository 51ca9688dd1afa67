import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listLogIns } from "@tracewater/contract/system/login-log";
import { listOwnSessions } from "@tracewater/contract/system/profile";
import { getInfo } from "@tracewater/contract/system/session";
import {
  backChannelLogout,
  finishBinding,
  finishSignOn,
  listIdentities,
  removeIdentity,
  startBinding,
  startSignOn,
} from "@tracewater/contract/system/single-sign-on";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { startRealProvider } from "../../../../../test/real-provider.ts";
import { type SpoiltAnswer, startStandInProvider } from "../../../../../test/stand-in-provider.ts";
import type { Session } from "../../../../../test/test-http.ts";
import { listenLive } from "../../../../../test/test-live.ts";
import { originOf } from "../../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";

const client = { id: "tracewater", secret: "a secret of this test alone" };
const real = await startRealProvider(client);
const standIn = await startStandInProvider(client.id);
const file = join(mkdtempSync(join(tmpdir(), "tw-sso-")), "providers.json");
const configured = (key: string, issuer: string) => ({
  ...{ key, issuer, clientId: client.id, clientSecret: client.secret },
  name: { en: `The ${key} provider`, zh: `${key} 身份平台` },
});
writeFileSync(
  file,
  JSON.stringify([
    configured("real", real.issuer),
    { ...configured("other", standIn.issuer), secondFactor: ["mfa"] },
  ]),
);

onPlatform(
  "Single sign-on",
  (platform) => {
    beforeAll(() => real.serve(originOf(platform)));
    afterAll(() => {
      real.close();
      standIn.close();
    });

    const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? "";
    /** The address at the provider, and the cookie of the browser that goes there. */
    const start = async (provider: string, as: Session | null = null) => {
      const call = as === null ? startSignOn : startBinding;
      const { body, headers } = await platform.ask(call, { params: { provider } }, as);
      expect(body.code, body.msg).toBe(200);
      const url = String(Reflect.get(Object(Reflect.get(body, "data")), "url"));
      return { url, cookie: cookieOf(headers) };
    };
    const finish = (answer: object, cookie: string) =>
      platform.ask(finishSignOn, { body: { ...answer, bind: false } }, null, { cookie });
    const link = async (user: Session, subject: string) => {
      const begun = await start("other", user);
      const body = standIn.answer(begun.url, subject);
      return platform.ask(finishBinding, { body }, user, { cookie: begun.cookie });
    };
    const enter = async (subject: string, spoilt: SpoiltAnswer = {}) => {
      const begun = await start("other");
      return finish(standIn.answer(begun.url, subject, spoilt), begun.cookie);
    };
    const entered = async (subject: string, spoilt: SpoiltAnswer = {}): Promise<Session> => {
      const { body } = await enter(subject, spoilt);
      expect(body.code, body.msg).toBe(200);
      return { token: String(Reflect.get(body, "token")) };
    };

    test("logs in at a certified provider whose identity was linked from one's own centre, and out by it", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const binding = await start("real", user);
      const body = await real.logIn(binding.url, "subject-1");
      const linked = await platform.ask(finishBinding, { body }, user, { cookie: binding.cookie });
      expect(linked.body.code, linked.body.msg).toBe(200);

      const begun = await start("real");
      const answer = await finish(await real.logIn(begun.url, "subject-1"), begun.cookie);
      expect(answer.body.code, answer.body.msg).toBe(200);
      const session = { token: String(Reflect.get(answer.body, "token")) };
      expect((await platform.call(getInfo, {}, session)).user.userName).toBe(user.userName);
      const { data } = await platform.call(listOwnSessions, {}, session);
      expect(data.find((one) => one.current)).toMatchObject({ way: "sso", factor: "none" });
      const { rows } = await platform.call(
        listLogIns,
        { query: { userName: user.userName, way: "sso" } },
        await platform.admin(),
      );
      expect(rows.map((row) => row.reason)).toEqual(["ok"]);

      const live = await listenLive(platform.url, session, "alarms");
      const begin = performance.now();
      await real.logOut();
      await eventually(() => live.isOpen()).toBe(false);
      const took = performance.now() - begin;
      console.log(
        `back-channel log-out: ${took.toFixed(0)} ms from the provider to the end of the live stream`,
      );
      expect(took, "ms; a second is asked for").toBeLessThan(1000);
      expect((await platform.refusal(getInfo, {}, session)).code).toBe(401);
      // Sessions that were opened otherwise stay.
      await platform.call(getInfo, {}, user);
    });

    test("never links by an e-mail address: an unknown person reads what to do, and gets no session", async () => {
      const user = await platform.addUser({ roles: ["admin"] });
      await sql`update sys_user set email = 'boss@example.org' where id = ${user.id}`.execute(platform.db);
      const claims = { email: "boss@example.org", email_verified: true, preferred_username: user.userName };
      const { body } = await enter("a-stranger", { claims });
      expect(body).toMatchObject({ code: 500, errors: [{ field: "identity" }] });
      expect(body.msg).toContain("is not linked to an account");
      expect(body).not.toHaveProperty("token");
      expect((await platform.call(listIdentities, {}, user)).data).toEqual([]);
    });

    test.each<[string, SpoiltAnswer]>([
      ["a nonce that is not its own", { nonce: "another" }],
      ["another issuer", { issuer: "https://evil.example" }],
      ["another issuer in the redirect", { redirectIssuer: "https://evil.example" }],
      ["another audience", { audience: "another-client" }],
      ["a signature of another key", { foreignKey: true }],
      ["a token whose time is over", { expiresIn: -120 }],
    ])("refuses an answer with %s", async (_name, spoilt) => {
      const user = await platform.addUser({});
      const subject = randomUUID();
      expect((await link(user, subject)).body.code).toBe(200);
      const { body } = await enter(subject, spoilt);
      expect(body.code).toBe(500);
      expect(body.msg).toContain("could not be verified");
      await entered(subject);
    });

    test("ends in the browser that began it, once, and with its own state", async () => {
      const user = await platform.addUser({});
      const subject = randomUUID();
      await link(user, subject);
      const [one, other] = [await start("other"), await start("other")];
      const notHere = "This log-in was not begun in this browser, or took too long. Begin it again.";
      expect((await finish(standIn.answer(one.url, subject), "")).body.msg).toBe(notHere);
      const again = await start("other");
      expect((await finish(standIn.answer(again.url, subject), other.cookie)).body.msg).toBe(notHere);
      const foreign = { ...standIn.answer(other.url, subject), state: "made-up" };
      expect((await finish(foreign, other.cookie)).body.msg).toBe(notHere);
      const answer = standIn.answer(other.url, subject);
      expect((await finish(answer, other.cookie)).body.code).toBe(200);
      expect((await finish(answer, other.cookie)).body.msg).toBe(notHere);
      const refused = await start("other");
      const { state } = standIn.answer(refused.url, subject);
      const { body } = await finish({ state, error: "access_denied" }, refused.cookie);
      expect(body.msg).toBe("The other provider did not confirm the log-in.");
    });

    test("links to the session that began it alone, never an identity of somebody else, and asks for a confirmation", async () => {
      const [user, thief] = [await platform.addUser({}), await platform.addUser({})];
      const subject = randomUUID();
      const begun = await start("other", user);
      const stolen = { body: standIn.answer(begun.url, subject) };
      expect((await platform.ask(finishBinding, stolen, thief, { cookie: begun.cookie })).body.code).toBe(
        500,
      );
      expect((await link(user, subject)).body.code).toBe(200);
      expect((await link(thief, subject)).body.code).toBe(409);
      const { data } = await platform.call(listIdentities, {}, user);
      expect(data).toMatchObject([{ issuer: standIn.issuer, providerName: "The other provider" }]);
      const removal = { params: { id: data[0]?.identityId ?? 0 } };
      expect((await platform.refusal(removeIdentity, removal, thief)).code).toBe(404);
      await sql`update session set confirmed_at = now() - interval '6 minutes'
        where user_id = ${user.id}`.execute(platform.db);
      expect((await platform.refusal(removeIdentity, removal, user)).code).toBe(428);
      const provider = { params: { provider: "other" } };
      expect((await platform.refusal(startBinding, provider, user)).code).toBe(428);
      await sql`update session set confirmed_at = now() where user_id = ${user.id}`.execute(platform.db);
      await platform.call(removeIdentity, removal, user);
      expect((await enter(subject)).body.code).toBe(500);
    });

    test("takes over a key that the provider changed, and a second factor that it reports", async () => {
      const user = await platform.addUser({});
      const subject = randomUUID();
      await link(user, subject);
      await standIn.rotateKey();
      const session = await entered(subject, { claims: { amr: ["pwd", "mfa"] } });
      const { data } = await platform.call(listOwnSessions, {}, session);
      expect(data.find((one) => one.current)).toMatchObject({ way: "sso", factor: "provider" });
    });

    test("leaves the log-in by password alone while the provider is away, and says which one it is", async () => {
      const user = await platform.addUser({});
      standIn.setAway(true);
      const refused = await platform.refusal(startSignOn, { params: { provider: "other" } }, null);
      expect(refused.msg).toMatch(/^The other provider cannot be reached at the moment\./);
      await platform.logIn(user.userName, user.password);
      standIn.setAway(false);
      expect((await platform.refusal(startSignOn, { params: { provider: "none" } }, null)).code).toBe(404);
    });

    test("ends sessions by a right log-out token alone, those of its subject and no others", async () => {
      const [user, other] = [await platform.addUser({}), await platform.addUser({})];
      const [subject, another] = [randomUUID(), randomUUID()];
      await link(user, subject);
      await link(other, another);
      const [session, stays] = [await entered(subject), await entered(another)];
      const order = async (token: string) => {
        const response = await fetch(`${platform.url}/prod-api/sso/other/backchannelLogout`, {
          method: "POST",
          body: new URLSearchParams({ logout_token: token }),
        });
        return response.status;
      };
      expect(await order("nonsense")).toBe(400);
      expect(await order(await standIn.logOutToken({ sub: subject }, true))).toBe(400);
      expect(await order(await standIn.logOutToken({ sub: subject, nonce: "an ID token" }))).toBe(400);
      expect(await order(await standIn.logOutToken({ sub: subject, events: {} }))).toBe(400);
      expect(await order(await standIn.logOutToken({ sub: subject, aud: "another" }))).toBe(400);
      expect(await order(await standIn.logOutToken({}))).toBe(400);
      await platform.call(getInfo, {}, session);
      expect(await order(await standIn.logOutToken({ sub: subject }))).toBe(200);
      expect((await platform.refusal(getInfo, {}, session)).code).toBe(401);
      await platform.call(getInfo, {}, stays);
      const none = { params: { provider: "none" }, body: { logout_token: "x" } };
      expect((await platform.ask(backChannelLogout, none, null)).body.code).not.toBe(200);
    });
  },
  { env: { OIDC_PROVIDERS_FILE: file } },
);
