import { getInfo } from "@tracewater/contract/system/session";
import {
  changeUserStatus,
  forceUserLogout,
  getUserRoles,
  resetPassword,
  setUserRoles,
  users,
} from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { makeTwoUnits, roleIdOf } from "../../../../test/test-units.ts";

const { calls } = users;

onPlatform("A unit's administrator", (platform) => {
  const world = () => makeTwoUnits(platform);

  test("meets the people of their unit and below, and nobody else", async () => {
    const { chief, mine, others } = await world();
    const { rows } = await platform.call(calls.list, { query: { pageSize: 500 } }, chief);
    expect(rows.map((row) => row.userId).sort()).toEqual([chief.id, mine.id].sort());
    expect(await platform.refusal(calls.get, { params: { id: others.id } }, chief)).toMatchObject({
      code: 404,
    });
    const foreign = [
      [calls.remove, { params: { ids: others.id } }],
      [resetPassword, { body: { userId: others.id } }],
      [changeUserStatus, { body: { userId: others.id, status: "1" } }],
      [forceUserLogout, { body: { userId: others.id } }],
      [getUserRoles, { params: { id: others.id } }],
      [setUserRoles, { query: { userId: others.id, roleIds: "" } }],
      [calls.change, { body: { userId: others.id, userName: "abc", nickName: "x" } }],
    ] as const;
    for (const [call, input] of foreign) {
      expect(await platform.refusal(call, input, chief), call.name).toMatchObject({ code: 404 });
    }
  });

  test("puts nobody into another unit, or into none", async () => {
    const { chief, otherUnit } = await world();
    for (const deptId of [otherUnit, null]) {
      const body = { userName: "stray", nickName: "x", deptId };
      const refused = await platform.refusal(calls.add, { body }, chief);
      expect(refused.errors?.[0]?.field).toBe("deptId");
    }
  });

  test("assigns roles that hold no more than their own, and no other", async () => {
    const { chief, mine, unitId } = await world();
    const assign = (key: string) => async () => {
      const query = { userId: mine.id, roleIds: String(await roleIdOf(platform, key)) };
      return (await platform.ask(setUserRoles, { query }, chief)).body.code;
    };
    expect(await assign("operator")()).toBe(200);
    expect(await assign("admin")()).toBe(403);
    // Reads all units.
    expect(await assign("auditor")()).toBe(403);
    const { roles } = await platform.call(getUserRoles, { params: { id: mine.id } }, chief);
    expect(roles.filter((role) => role.flag).map((role) => role.roleKey)).toEqual(["operator"]);
    expect(roles.find((role) => role.roleKey === "auditor")?.assignable).toBe(false);
    const body = { userName: "climber", nickName: "x", deptId: unitId };
    const added = { ...body, roleIds: [await roleIdOf(platform, "admin")] };
    expect(await platform.refusal(calls.add, { body: added }, chief)).toMatchObject({ code: 403 });
    await platform.call(calls.add, { body }, chief);
  });

  test("cannot touch who holds more than they do, even in their own unit", async () => {
    const { chief, unitId } = await world();
    const boss = await platform.addUser({ unitId, roles: ["admin"] });
    const auditor = await platform.addUser({ unitId, roles: ["auditor"] });
    for (const { id, userName } of [boss, auditor]) {
      const attempts = [
        [resetPassword, { body: { userId: id } }],
        [calls.remove, { params: { ids: id } }],
        [changeUserStatus, { body: { userId: id, status: "1" } }],
        [setUserRoles, { query: { userId: id, roleIds: "" } }],
        [forceUserLogout, { body: { userId: id } }],
        [calls.change, { body: { userId: id, userName, nickName: "x", deptId: unitId } }],
      ] as const;
      for (const [call, input] of attempts) {
        expect(await platform.refusal(call, input, chief), call.name).toMatchObject({ code: 403 });
      }
    }
    await platform.call(getInfo, {}, boss);
  });
});
