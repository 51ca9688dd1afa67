import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { moveSampling } from "@tracewater/contract/laboratory/samplings";
import { addApiKey, listApiKeys } from "@tracewater/contract/system/api-keys";
import { addRoleMembers } from "@tracewater/contract/system/roles";
import { confirmIdentity, getInfo } from "@tracewater/contract/system/session";
import { resetPassword, setUserRoles, users } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { adminPassword, onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";
import { roleIdOf } from "../../../../test/test-units.ts";

const keyBody = { name: "A program", days: 1, permissions: ["device:sampler:list"] };
const act = addApiKey.name;
const sentence = "Confirm that it is you, then try again.";

onPlatform("A step that asks who sits there", (platform) => {
  test("is one of these", () => {
    const asking = (kind: AnyCall["confirmation"]) =>
      declaredCalls.flatMap((call) => (call.confirmation === kind ? [call.name] : [])).sort();
    expect(asking("always")).toEqual(
      [
        ...[
          "addApiKey",
          "enrolSecondFactor",
          "offerSecondFactor",
          "removeSecondFactor",
          "renewRecoveryCodes",
        ],
        ...["resetSecondFactors", "offerPasskey", "removePasskey"],
        ...["addRole", "changeRole", "changeRoleScope", "changeRoleStatus", "removeRoles"],
        ...[
          "sealSamplings",
          "voidSampling",
          "handOverDelivery",
          "receiveDelivery",
          "approvePlan",
          "reviewAssays",
        ],
        ...["addLotKey", "confirmAssays"],
        ...["exportCustodyChain", "exportAuditChain", "startBinding", "removeIdentity"],
      ].sort(),
    );
    expect(asking("byInput")).toEqual(
      [
        ...["addAppUser", "approveAccountRequest", "changeAppUser", "confirmQrLogIn"],
        // Signed one by one: by a passkey, or confirmed with the password where somebody has none.
        ...["approveItemDestruction", "confirmEntrustment", "decideEntrustment", "recordItemEvent"],
        ...["recuseFromEntrustment", "stepEntrustment", "confirmCommand"],
        "addRoleMembers",
        "addUser",
        "callService",
        "changeUser",
        "moveSampling",
        "resetPassword",
        "setUserRoles",
      ].sort(),
    );
  });

  test("is open for five minutes after the log-in, and after each confirmation", async () => {
    const session = await platform.logIn("admin", adminPassword);
    await platform.call(addApiKey, { body: keyBody }, session);
    await letTimePass(platform);
    const before = await platform.call(listApiKeys, {}, session);
    expect(await platform.refusal(addApiKey, { body: keyBody }, session)).toMatchObject({
      ...{ code: 428, msg: sentence },
    });
    expect((await platform.call(listApiKeys, {}, session)).total).toBe(before.total);
    const confirmed = await platform.call(
      confirmIdentity,
      { body: { act, password: adminPassword } },
      session,
    );
    expect(confirmed.data.minutes).toBe(5);
    await platform.call(addApiKey, { body: keyBody }, session);
    await letTimePass(platform);
    expect(await platform.refusal(addApiKey, { body: keyBody }, session)).toMatchObject({ code: 428 });
  });

  test("is open to the session alone that confirmed", async () => {
    const [one, other] = [
      await platform.logIn("admin", adminPassword),
      await platform.logIn("admin", adminPassword),
    ];
    await letTimePass(platform);
    await platform.call(confirmIdentity, { body: { act, password: adminPassword } }, one);
    await platform.call(addApiKey, { body: keyBody }, one);
    expect(await platform.refusal(addApiKey, { body: keyBody }, other)).toMatchObject({ code: 428 });
  });

  test("gives nobody the administrator's role before, by whatever call; other roles are given unasked", async () => {
    const session = await platform.logIn("admin", adminPassword);
    const user = await platform.addUser({});
    const [adminRole, viewer] = [await roleIdOf(platform, "admin"), await roleIdOf(platform, "viewer")];
    await letTimePass(platform);
    const fields = { userName: "climber", nickName: "Climber" };
    const waysIn = (roleId: number): [AnyCall, object][] => [
      [users.calls.add, { body: { ...fields, roleIds: [roleId] } }],
      [
        users.calls.change,
        { body: { userId: user.id, userName: user.userName, nickName: "x", roleIds: [roleId] } },
      ],
      [setUserRoles, { query: { userId: user.id, roleIds: String(roleId) } }],
      [addRoleMembers, { query: { roleId, userIds: String(user.id) } }],
    ];
    for (const [call, input] of waysIn(adminRole)) {
      expect(await platform.refusal(call, input, session), call.name).toMatchObject({ code: 428 });
    }
    const info = await platform.call(getInfo, {}, user);
    expect(info.roles).toEqual(["ROLE_DEFAULT"]);
    for (const [call, input] of waysIn(viewer)) {
      expect((await platform.ask(call, input, session)).body.code, call.name).toBe(200);
    }
    await platform.call(
      confirmIdentity,
      { body: { act: setUserRoles.name, password: adminPassword } },
      session,
    );
    await platform.call(setUserRoles, { query: { userId: user.id, roleIds: String(adminRole) } }, session);
    // Who holds it already is changed unasked.
    await letTimePass(platform);
    await platform.call(setUserRoles, { query: { userId: user.id, roleIds: String(adminRole) } }, session);
  });

  test("resets no administrator's password before; another's is reset unasked", async () => {
    const session = await platform.logIn("admin", adminPassword);
    const [admin, viewer] = [
      await platform.addUser({ roles: ["admin"] }),
      await platform.addUser({ roles: ["viewer"] }),
    ];
    await letTimePass(platform);
    const input = { body: { userId: admin.id } };
    expect(await platform.refusal(resetPassword, input, session)).toMatchObject({ code: 428 });
    await platform.call(resetPassword, { body: { userId: viewer.id } }, session);
  });

  test("destroys no sample before; other steps are not asked about", async () => {
    const session = await platform.logIn("admin", adminPassword);
    await letTimePass(platform);
    const input = (step: string) => ({ body: { samplingId: 999_999, step } });
    expect(await platform.refusal(moveSampling, input("destroy"), session)).toMatchObject({ code: 428 });
    expect(await platform.refusal(moveSampling, input("open"), session)).toMatchObject({ code: 404 });
    await platform.call(
      confirmIdentity,
      { body: { act: moveSampling.name, password: adminPassword } },
      session,
    );
    expect(await platform.refusal(moveSampling, input("destroy"), session)).toMatchObject({ code: 404 });
  });

  test("is confirmed by the right password alone; wrong ones are counted as at the log-in", async () => {
    const user = await platform.addUser({});
    const confirm = (password: string) => platform.ask(confirmIdentity, { body: { act, password } }, user);
    const said = await Promise.all(Array.from({ length: 20 }, (_, at) => confirm(`guess number ${at}`)));
    const wrong = said.filter(({ body }) => body.msg === "The password is wrong.");
    expect(wrong).toHaveLength(5);
    expect(wrong[0]?.body).toMatchObject({ code: 500, errors: [{ field: "password" }] });
    expect((await confirm(user.password)).body.msg).toMatch(/^Too many failed attempts/);
  });

  test("is confirmed by nobody with an API key, and by nobody without a session", async () => {
    const session = await platform.logIn("admin", adminPassword);
    const { data } = await platform.call(addApiKey, { body: keyBody }, session);
    const body = { act, password: adminPassword };
    const key = { token: data.key };
    expect(await platform.refusal(confirmIdentity, { body }, key)).toMatchObject({ code: 403 });
    expect(await platform.refusal(confirmIdentity, { body }, null)).toMatchObject({ code: 401 });
  });

  test("says so in Chinese too", async () => {
    const session = await platform.logIn("admin", adminPassword);
    await letTimePass(platform);
    const refused = await platform.refusal(addApiKey, { body: keyBody }, session, {
      "accept-language": "zh-CN",
    });
    expect(refused.msg).toBe("请先确认本人操作，然后重试。");
  });
});

/** Five minutes and a second go by for every session. */
async function letTimePass(platform: TestPlatform): Promise<void> {
  await sql`update session set confirmed_at = confirmed_at - interval '301 seconds',
    confirmed_acts = coalesce((select jsonb_object_agg(key, value::timestamptz - interval '301 seconds')
      from jsonb_each_text(confirmed_acts)), '{}')`.execute(platform.db);
}
