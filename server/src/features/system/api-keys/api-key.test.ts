import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import {
  addApiKey,
  changeApiKey,
  getApiKey,
  listApiKeys,
  listKeyPermissions,
  listKeyUsers,
  revokeApiKeys,
} from "@tracewater/contract/system/api-keys";
import { getOperation, listOperations } from "@tracewater/contract/system/audit";
import { getInfo, logout } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const read = ["field:samplePoint:list", "field:samplePoint:query"];

onPlatform("An API key", (platform) => {
  const make = async (as: Session, permissions: string[], more: { userId?: number; name?: string } = {}) => {
    const body = { name: "Reporting", days: 30, ...more, permissions };
    const { keyId, key } = (await platform.call(addApiKey, { body }, as)).data;
    return { keyId, token: key };
  };
  const addPoint = async (as: Session, code: string, unitId: number) =>
    platform.ask(samplingPoints.calls.add, { body: { code, name: "n", kind: "other", unitId } }, as);
  const pointsOf = async (as: Session) =>
    (await platform.call(samplingPoints.calls.list, { query: {} }, as)).rows;

  test("does what it was given and nothing else, on its maker's units", async () => {
    const [north, south] = [await platform.addUnit("North"), await platform.addUnit("South")];
    const maker = await platform.addUser({ unitId: north, roles: ["unitAdmin"] });
    await addPoint(await platform.admin(), "KN-1", north);
    await addPoint(await platform.admin(), "KS-1", south);
    const key = await make(maker, read);
    expect(key.token).toMatch(/^twk_[A-Za-z0-9_-]{43}$/);
    expect((await pointsOf(key)).map((point) => point.code)).toEqual(["KN-1"]);
    expect((await addPoint(key, "KN-2", north)).body).toMatchObject({ code: 403 });
    const { user, permissions } = await platform.call(getInfo, {}, key);
    expect([user.userName, permissions.sort()]).toEqual([maker.userName, read]);
  });

  test("is shown once; the database and the lists have no more than its beginning", async () => {
    const admin = await platform.admin();
    const key = await make(admin, read, { name: "Shown once" });
    const { rows } = await platform.call(
      listApiKeys,
      { query: { keyword: "shown once", state: "active" } },
      admin,
    );
    expect(rows).toMatchObject([
      { keyId: key.keyId, hint: key.token.slice(0, 10), userName: "admin", state: "active" },
    ]);
    const stored = await sql<{ text: string }>`select api_key::text as text from api_key`.execute(
      platform.db,
    );
    expect(stored.rows.some(({ text }) => text.includes(key.token.slice(10)))).toBe(false);
    const { data } = await platform.call(getApiKey, { params: { id: key.keyId } }, admin);
    expect(data).toMatchObject({ name: "Shown once", permissions: read, lastUsedTime: null });
    await pointsOf(key);
    const used = await platform.call(getApiKey, { params: { id: key.keyId } }, admin);
    expect(used.data.lastUsedTime).not.toBeNull();
  });

  test("gets nothing that its maker does not hold, nor what no key may hold", async () => {
    const unitId = await platform.addUnit("Limits");
    const maker = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const offered = (await platform.call(listKeyPermissions, {}, maker)).data.map((one) => one.permission);
    expect(offered).toContain("field:samplePoint:list");
    const never = [
      "system:role:add",
      "system:apiKey:add",
      "system:user:resetPwd",
      "system:menu:list",
      "*:*:*",
      "made:up:one",
    ];
    expect(offered.filter((one) => never.includes(one))).toEqual([]);
    for (const permission of [...never, "monitor:job:run"]) {
      const body = { name: "n", days: 1, permissions: [permission] };
      expect(await platform.refusal(addApiKey, { body }, maker), permission).toMatchObject({
        code: 400,
        errors: [{ field: "permissions" }],
      });
    }
    for (const days of [0, 367]) {
      expect(
        await platform.refusal(addApiKey, { body: { name: "n", days, permissions: read } }, maker),
      ).toMatchObject({ code: 400 });
    }
    const stranger = await platform.addUser({ unitId: await platform.addUnit("Elsewhere") });
    const body = { name: "n", days: 1, permissions: read, userId: stranger.id };
    expect(await platform.refusal(addApiKey, { body }, maker)).toMatchObject({
      errors: [{ field: "userId" }],
    });
  });

  test("acting for another holds no more than both of them may", async () => {
    const unitId = await platform.addUnit("Both");
    const [maker, viewer] = [
      await platform.addUser({ unitId, roles: ["unitAdmin"] }),
      await platform.addServiceAccount({ unitId, roles: ["viewer"] }),
    ];
    const key = await make(maker, [...read, "field:samplePoint:add"], { userId: viewer.id });
    expect((await addPoint(key, "KB-1", unitId)).body).toMatchObject({ code: 403 });
    expect((await platform.call(getInfo, {}, key)).user.userName).toBe(viewer.userName);
  });

  test("acts for its maker or a service account, never for another person or for an account beyond its maker", async () => {
    const unitId = await platform.addUnit("Nobody else");
    const maker = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const colleague = await platform.addUser({ unitId, roles: ["viewer"] });
    const service = await platform.addServiceAccount({ unitId, roles: ["viewer"] });
    const beyond = await platform.addServiceAccount({ unitId, roles: ["admin"] });
    const body = (userId: number) => ({ name: "n", days: 1, permissions: read, userId });
    const refused = async (userId: number) =>
      platform.refusal(addApiKey, { body: body(userId) }, maker, { "accept-language": "en" });
    expect(await refused(colleague.id)).toMatchObject({
      ...{ code: 400, msg: expect.stringContaining("cannot act for another person") },
      errors: [{ field: "userId" }],
    });
    expect(await refused(beyond.id)).toMatchObject({ code: 400, errors: [{ field: "userId" }] });
    const { data } = await platform.call(listKeyUsers, {}, maker);
    expect(data.map((one) => one.userId)).toEqual([service.id]);
    await pointsOf(await make(maker, read, { userId: service.id }));
  });

  test("that was made to act for another person opens nothing, and the list says why", async () => {
    const unitId = await platform.addUnit("Of before");
    const maker = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const colleague = await platform.addUser({ unitId, roles: ["viewer"] });
    const key = await make(maker, read);
    // As it is in a store of before there were service accounts.
    await sql`update api_key set user_id = ${colleague.id} where id = ${key.keyId}`.execute(platform.db);
    expect(await platform.refusal(samplingPoints.calls.list, {}, key)).toMatchObject({ code: 401 });
    const { rows } = await platform.call(listApiKeys, { query: { state: "blocked" } }, maker);
    expect(rows).toMatchObject([{ keyId: key.keyId, userName: colleague.userName, state: "blocked" }]);
  });

  test("loses at once what its maker loses, and ends with them", async () => {
    const unitId = await platform.addUnit("Losing");
    const maker = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const key = await make(maker, read);
    await pointsOf(key);
    await sql`delete from user_role where user_id = ${maker.id}`.execute(platform.db);
    expect(await platform.refusal(samplingPoints.calls.list, {}, key)).toMatchObject({ code: 403 });
    await sql`update sys_user set status = '1' where id = ${maker.id}`.execute(platform.db);
    expect(await platform.refusal(samplingPoints.calls.list, {}, key)).toMatchObject({ code: 401 });
  });

  test("revoked or expired opens nothing from the next request on", async () => {
    const admin = await platform.admin();
    const [first, second] = [await make(admin, read), await make(admin, read)];
    await pointsOf(first);
    await platform.call(revokeApiKeys, { params: { ids: String(first.keyId) } }, admin);
    expect(await platform.refusal(samplingPoints.calls.list, {}, first)).toMatchObject({ code: 401 });
    await sql`update api_key set expires_at = now() where id = ${second.keyId}`.execute(platform.db);
    expect(await platform.refusal(samplingPoints.calls.list, {}, second)).toMatchObject({ code: 401 });
    const { rows } = await platform.call(listApiKeys, { query: { state: "revoked" } }, admin);
    expect(rows.map((row) => row.keyId)).toContain(first.keyId);
  });

  test("is good for no call about sessions, passwords, roles and keys", async () => {
    const admin = await platform.admin();
    const key = await make(admin, read);
    const headers = { authorization: `Bearer ${key.token}`, "content-type": "application/json" };
    const tried: [string, string, unknown][] = [
      ["PUT", "/v2/admin/system/user/profile/updatePwd", { oldPassword: "a", newPassword: "b" }],
      ["PUT", "/v2/admin/system/user/profile", { nickName: "x" }],
      ["PUT", "/v2/admin/system/user/resetPwd", { userId: 1 }],
      ["POST", "/v2/admin/system/role", {}],
      ["POST", "/v2/admin/system/apiKey", { name: "n", days: 1, permissions: read }],
      ["POST", "/v2/admin/system/user/addAuthCode", { authorizationCode: "x" }],
    ];
    for (const [method, path, body] of tried) {
      const answer = await platform.request(path, { method, headers, body: JSON.stringify(body) });
      expect(answer.body.code, path).toBe(403);
    }
    await platform.call(logout, {}, key);
    expect(await pointsOf(key)).toBeInstanceOf(Array);
  });

  test("is in the operation log by its name", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    const key = await make(admin, ["field:samplePoint:add"], { name: "Importer" });
    expect((await addPoint(key, "KL-1", unitId)).body.code).toBe(200);
    const { rows } = await platform.call(listOperations, { query: { thing: "KL-1" } }, admin);
    expect(rows).toMatchObject([{ operName: "admin", via: "key", keyName: "Importer" }]);
    const made = await platform.call(listOperations, { query: { thing: "Importer" } }, admin);
    const [row] = made.rows;
    const record = await platform.call(getOperation, { params: { id: row?.operId ?? 0 } }, admin);
    expect(JSON.stringify(record)).not.toContain(key.token);
  });

  test("is seen, renamed and revoked within reach alone", async () => {
    const [one, other] = [await platform.addUnit("One"), await platform.addUnit("Other")];
    const maker = await platform.addUser({ unitId: one, roles: ["unitAdmin"] });
    const stranger = await platform.addUser({ unitId: other, roles: ["unitAdmin"] });
    const { keyId } = await make(maker, read);
    await platform.call(changeApiKey, { body: { keyId, name: "Renamed" } }, maker);
    expect((await platform.call(listApiKeys, { query: {} }, maker)).rows).toMatchObject([
      { name: "Renamed" },
    ]);
    expect((await platform.call(listApiKeys, { query: {} }, stranger)).rows).toEqual([]);
    const refused = [
      await platform.refusal(getApiKey, { params: { id: keyId } }, stranger),
      await platform.refusal(changeApiKey, { body: { keyId, name: "x" } }, stranger),
      await platform.refusal(revokeApiKeys, { params: { ids: keyId } }, stranger),
    ];
    expect(refused.map((answer) => answer.code)).toEqual([404, 404, 404]);
  });
});
