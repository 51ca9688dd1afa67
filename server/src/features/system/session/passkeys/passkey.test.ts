import { listLogIns } from "@tracewater/contract/system/login-log";
import {
  addPasskey,
  listPasskeys,
  logInByPasskey,
  offerPasskey,
  offerPasskeyConfirmation,
  offerPasskeyLogIn,
  removePasskey,
  renamePasskey,
} from "@tracewater/contract/system/passkeys";
import { listOwnSessions } from "@tracewater/contract/system/profile";
import { addRole } from "@tracewater/contract/system/roles";
import { resetSecondFactors } from "@tracewater/contract/system/second-factor";
import { confirmIdentity, getConfirmationWays, getInfo, login } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAuthenticator, type Spoilt } from "../../../../../test/test-authenticator.ts";
import type { Session } from "../../../../../test/test-http.ts";
import { addTestPasskey, logInWith, originOf } from "../../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";

onPlatform("A passkey", (platform) => {
  const enter = async (...given: [Parameters<typeof logInWith>[1], Spoilt?]): Promise<Session> => {
    const { body } = await logInWith(platform, ...given);
    expect(body.code, body.msg).toBe(200);
    return { token: String(Reflect.get(body, "token")) };
  };
  const withPasskey = async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    return { user, passkey: await addTestPasskey(platform, user) };
  };

  test("opens a session without a name or a password; the session and the log say so", async () => {
    const { user, passkey } = await withPasskey();
    const session = await enter(passkey);
    expect((await platform.call(getInfo, {}, session)).user.userName).toBe(user.userName);
    const { data } = await platform.call(listOwnSessions, {}, session);
    expect(data.find((one) => one.current)).toMatchObject({ way: "passkey", factor: "passkey" });
    const query = { userName: user.userName };
    const { rows } = await platform.call(listLogIns, { query }, await platform.admin());
    expect(rows.map(({ way, factor, reason }) => [way, factor, reason])).toEqual([
      ["passkey", "passkey", "ok"],
      ["password", "none", "ok"],
    ]);
    const own = await platform.call(listPasskeys, {}, session);
    expect(own).toMatchObject({ rpId: "localhost", data: [{ name: "Laptop", backedUp: false }] });
    expect(own.data[0]?.lastUsedTime).not.toBeNull();
  });

  test.each<[string, Spoilt]>([
    ["of another origin", { origin: "http://localhost.example.org" }],
    ["of another port", { origin: "http://localhost:1" }],
    ["of another relying party", { rpId: "example.org" }],
    ["without a check of its user", { isVerified: false }],
    ["to a challenge that was never made", { challenge: "bmV2ZXIgbWFkZSBoZXJl" }],
    ["whose counter stands still", { counter: 1 }],
  ])("is refused with an answer %s", async (_name, spoilt) => {
    const { user, passkey } = await withPasskey();
    const { body } = await logInWith(platform, passkey, spoilt);
    expect(body).toMatchObject({ code: 500, errors: [{ field: "passkey" }] });
    const { rows } = await platform.call(
      listLogIns,
      { query: { reason: "wrongPasskey" } },
      await platform.admin(),
    );
    expect(rows[0]).toMatchObject({ way: "passkey", status: "1" });
    // The answer spoilt nothing for its owner.
    await enter(passkey);
    expect(user.userName).not.toBe("");
  });

  test("is refused when an answer is sent again, and with a challenge whose time is over", async () => {
    const { passkey } = await withPasskey();
    const offer = await platform.call(offerPasskeyLogIn, {}, null);
    const body = { credential: passkey.sign(offer.data) };
    await platform.call(logInByPasskey, { body }, null);
    expect((await platform.refusal(logInByPasskey, { body }, null)).code).toBe(500);
    const late = await platform.call(offerPasskeyLogIn, {}, null);
    await sql`update passkey_challenge set expires_at = now() where challenge = ${late.data.challenge}`.execute(
      platform.db,
    );
    const lateBody = { credential: passkey.sign(late.data) };
    expect((await platform.refusal(logInByPasskey, { body: lateBody }, null)).code).toBe(500);
  });

  test("that was cloned is refused once the other copy was used", async () => {
    const { passkey } = await withPasskey();
    const clone = passkey.clone();
    await enter(passkey);
    expect((await logInWith(platform, clone)).body.code).toBe(500);
  });

  test("that nobody registered here, or was removed, is refused", async () => {
    const { user, passkey } = await withPasskey();
    const stranger = createAuthenticator(originOf(platform));
    expect((await logInWith(platform, stranger)).body.code).toBe(500);
    await platform.call(removePasskey, { params: { id: passkey.passkeyId } }, user);
    expect((await logInWith(platform, passkey)).body.code).toBe(500);
    expect((await platform.refusal(removePasskey, { params: { id: passkey.passkeyId } }, user)).code).toBe(
      404,
    );
  });

  test.each<[string, Spoilt]>([
    ["another origin", { origin: "http://evil.example" }],
    ["another relying party", { rpId: "example.org" }],
    ["no check of its user", { isVerified: false }],
    ["another challenge", { challenge: "bmV2ZXIgbWFkZSBoZXJl" }],
  ])("is not registered with %s", async (_name, spoilt) => {
    const user = await platform.addUser({});
    const { data } = await platform.call(offerPasskey, {}, user);
    const credential = createAuthenticator(originOf(platform)).register(data, spoilt);
    const body = { name: "Phone", credential };
    expect((await platform.refusal(addPasskey, { body }, user)).code).toBe(500);
    expect((await platform.call(listPasskeys, {}, user)).data).toEqual([]);
  });

  test("is not registered in another session than the one that asked for it, and only once", async () => {
    const [user, other] = [await platform.addUser({}), await platform.addUser({})];
    const { data } = await platform.call(offerPasskey, {}, user);
    const authenticator = createAuthenticator(originOf(platform));
    const body = { name: "Phone", credential: authenticator.register(data) };
    expect((await platform.refusal(addPasskey, { body }, other)).code).toBe(500);
    const again = await platform.call(offerPasskey, {}, user);
    const right = { name: "Phone", credential: authenticator.register(again.data) };
    await platform.call(addPasskey, { body: right }, user);
    expect((await platform.refusal(addPasskey, { body: right }, user)).code).toBe(500);
    const third = await platform.call(offerPasskey, {}, user);
    expect(third.data).toMatchObject({ excludeCredentials: [{ id: authenticator.id }] });
  });

  test("ends all other sessions of its user when it is added and removed; a new name ends none", async () => {
    const user = await platform.addUser({});
    const second = () => platform.logIn(user.userName, user.password);
    const before = await second();
    const { passkeyId } = await addTestPasskey(platform, user);
    expect((await platform.refusal(getInfo, {}, before)).code).toBe(401);
    const between = await second();
    await platform.call(renamePasskey, { body: { passkeyId, name: "Work phone" } }, user);
    await platform.call(getInfo, {}, between);
    const stranger = await platform.addUser({});
    const foreign = { body: { passkeyId, name: "Mine now" } };
    expect((await platform.refusal(renamePasskey, foreign, stranger)).code).toBe(404);
    await platform.call(removePasskey, { params: { id: passkeyId } }, user);
    expect((await platform.refusal(getInfo, {}, between)).code).toBe(401);
  });

  test("is demanded by a role: the password opens nothing before one is added, and no session afterwards", async () => {
    const admin = await platform.admin();
    const body = {
      roleName: "Keyed",
      roleKey: "keyed",
      dataScope: "1" as const,
      requiredFactor: "passkey" as const,
    };
    await platform.call(addRole, { body }, admin);
    const user = await platform.addUser({ roles: ["keyed", "viewer"] });
    expect(await platform.call(getInfo, {}, user)).toMatchObject({
      missingFactor: "passkey",
      permissions: [],
    });
    const passkey = await addTestPasskey(platform, user);
    expect((await platform.call(getInfo, {}, user)).missingFactor).toBe("none");
    const byPassword = { username: user.userName, password: user.password };
    const refused = await platform.refusal(login, { body: byPassword }, null);
    expect(refused).toMatchObject({ code: 500, msg: "Your role requires your passkey to log in." });
    const session = await enter(passkey);
    expect((await platform.call(getInfo, {}, session)).roles).toContain("keyed");
    const removal = { params: { id: passkey.passkeyId } };
    expect((await platform.refusal(removePasskey, removal, session)).code).toBe(500);
    // An administrator helps somebody who lost theirs.
    await platform.call(resetSecondFactors, { body: { userId: user.id } }, admin);
    expect((await logInWith(platform, passkey)).body.code).toBe(500);
    await platform.logIn(user.userName, user.password);
  });

  test("confirms an act, once and for that act and session alone", async () => {
    const { user, passkey } = await withPasskey();
    expect((await platform.call(getConfirmationWays, {}, user)).data).toMatchObject({
      passkey: true,
      totp: false,
    });
    const act = "removePasskey";
    const offer = await platform.call(offerPasskeyConfirmation, { body: { act } }, user);
    const body = { act, passkey: passkey.sign(offer.data) };
    const elsewhere = { ...body, act: "offerPasskey" };
    expect((await platform.refusal(confirmIdentity, { body: elsewhere }, user)).code).toBe(500);
    const again = await platform.call(offerPasskeyConfirmation, { body: { act } }, user);
    const right = { act, passkey: passkey.sign(again.data) };
    const other = await platform.logIn(user.userName, user.password);
    expect((await platform.refusal(confirmIdentity, { body: right }, other)).code).toBe(500);
    const third = await platform.call(offerPasskeyConfirmation, { body: { act } }, user);
    await sql`update session set confirmed_at = now() - interval '6 minutes'`.execute(platform.db);
    const removal = { params: { id: 999_999 } };
    expect((await platform.refusal(removePasskey, removal, user)).code).toBe(428);
    await platform.call(confirmIdentity, { body: { act, passkey: passkey.sign(third.data) } }, user);
    expect((await platform.refusal(removePasskey, removal, user)).code).toBe(404);
    expect((await platform.refusal(offerPasskey, {}, user)).code).toBe(428);
  });

  test("is nothing that somebody without one is asked for, and no act that nobody asks about", async () => {
    const user = await platform.addUser({});
    const unknown = { body: { act: "getInfo" } };
    expect(await platform.refusal(offerPasskeyConfirmation, unknown, user)).toMatchObject({
      ...{ code: 400, errors: [{ field: "act" }] },
    });
    const known = { body: { act: "addApiKey" } };
    expect((await platform.refusal(offerPasskeyConfirmation, known, user)).code).toBe(404);
  });
});

onPlatform(
  "On an IP address a passkey",
  (platform) => {
    test("is refused with the reason, at the log-in and in one's own centre", async () => {
      const refused = await platform.refusal(offerPasskeyLogIn, {}, null);
      expect(refused.msg).toBe(
        "Browsers do not allow passkeys on an IP address. Open this server by its name.",
      );
      const user = await platform.addUser({});
      expect((await platform.refusal(offerPasskey, {}, user)).msg).toBe(refused.msg);
      expect((await platform.call(listPasskeys, {}, user)).rpId).toBe("");
    });
  },
  { env: { PUBLIC_URL: "https://192.0.2.7" } },
);
