import {
  addRole,
  addRoleMembers,
  changeRole,
  changeRoleScope,
  getMenuChoices,
  getRole,
  getRoleDeptTree,
  listRoleOptions,
} from "@tracewater/contract/system/roles";
import { users } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addOne, menuIdOf } from "../../../../test/test-roles.ts";
import { makeTwoUnits, roleIdOf } from "../../../../test/test-units.ts";

onPlatform("A unit's administrator", (platform) => {
  test("makes roles of their own unit, of menus that they hold and no others", async () => {
    const { chief, unitId } = await makeTwoUnits(platform);
    const { data: tree } = await platform.call(getMenuChoices, {}, chief);
    const offered = JSON.stringify(tree);
    expect(offered).toContain('"Users"');
    expect(offered).not.toContain('"Dictionaries"');
    const id = await addOne(platform, chief, { menuIds: [await menuIdOf(platform, "points")] });
    const { data } = await platform.call(getRole, { params: { id } }, chief);
    expect(data).toMatchObject({ deptId: unitId, changeable: true, assignable: true });
    const foreign = { ...data, menuIds: [await menuIdOf(platform, "settings.dictTypes")] };
    const refused = await platform.refusal(changeRole, { body: foreign }, chief);
    expect(refused).toMatchObject({ code: 403, errors: [{ field: "menuIds" }] });
    const added = { roleName: "Too much", roleKey: "tooMuch", menuIds: foreign.menuIds };
    expect(await platform.refusal(addRole, { body: added }, chief)).toMatchObject({ code: 403 });
  });

  test("reaches no further by a role than they do themselves", async () => {
    const { chief, otherUnit, below } = await makeTwoUnits(platform);
    const id = await addOne(platform, chief, { dataScope: "2", deptIds: [below] });
    const wider = { body: { roleId: id, dataScope: "1" } };
    expect(await platform.refusal(changeRoleScope, wider, chief)).toMatchObject({ code: 403 });
    const outside = { body: { roleId: id, dataScope: "2", deptIds: [otherUnit] } };
    expect((await platform.refusal(changeRoleScope, outside, chief)).errors?.[0]?.field).toBe("deptIds");
    await platform.call(changeRoleScope, { body: { roleId: id, dataScope: "4" } }, chief);
    const { depts: orgUnits } = await platform.call(getRoleDeptTree, { params: { id } }, chief);
    expect(JSON.stringify(orgUnits)).not.toContain(`"id":${otherUnit}`);
  });

  test("changes no role of the platform, and does not even see those of another unit", async () => {
    const { chief, otherUnit } = await makeTwoUnits(platform);
    const { data } = await platform.call(listRoleOptions, {}, chief);
    const viewer = data.find((one) => one.roleKey === "viewer");
    expect(viewer).toMatchObject({ changeable: false, assignable: true });
    const change = { body: { ...viewer, menuIds: [] } };
    expect(await platform.refusal(changeRole, change, chief)).toMatchObject({ code: 403 });
    const theirs = await addOne(platform, await platform.admin(), { deptId: otherUnit });
    expect(await platform.refusal(getRole, { params: { id: theirs } }, chief)).toMatchObject({ code: 404 });
    expect(data.map((one) => one.roleId)).not.toContain(theirs);
  });

  test("gives a role to nobody outside of their unit, and to nobody one that holds more than they do", async () => {
    const { chief, mine, others } = await makeTwoUnits(platform);
    const id = await addOne(platform, chief);
    const give = (roleId: number, userId: number) =>
      platform.ask(addRoleMembers, { query: { roleId, userIds: String(userId) } }, chief);
    expect((await give(id, others.id)).body.code).toBe(404);
    expect((await give(id, mine.id)).body.code).toBe(200);
    const { data } = await platform.call(listRoleOptions, {}, await platform.admin());
    for (const key of ["admin", "auditor"]) {
      const roleId = data.find((one) => one.roleKey === key)?.roleId ?? 0;
      expect((await give(roleId, mine.id)).body.code, key).toBe(403);
    }
    const { rows } = await platform.call(users.calls.list, { query: { pageSize: 500 } }, chief);
    expect(rows.find((row) => row.userId === mine.id)?.roleNames).not.toContain("Administrator");
  });

  test("cannot give a role of one unit to people of another, the platform's administrator neither", async () => {
    const { chief, others } = await makeTwoUnits(platform);
    const id = await addOne(platform, chief);
    const query = { roleId: id, userIds: String(others.id) };
    const refused = await platform.refusal(addRoleMembers, { query }, await platform.admin());
    expect(refused.errors?.[0]?.field).toBe("roleIds");
  });

  test("cannot widen a role that one of its holders would reach further by than they do", async () => {
    const { unitId, mine } = await makeTwoUnits(platform);
    // They see their own department alone, not what is below it.
    const narrow = await platform.addUser({ unitId, roles: [] });
    const admin = await platform.admin();
    const { menuIds } = (
      await platform.call(getRole, { params: { id: await roleIdOf(platform, "unitAdmin") } }, admin)
    ).data;
    const powers = await addOne(platform, admin, { dataScope: "3", menuIds });
    await platform.call(addRoleMembers, { query: { roleId: powers, userIds: String(narrow.id) } }, admin);
    const own = await addOne(platform, narrow, { dataScope: "3" });
    const peer = await platform.addUser({ unitId, roles: [] });
    await platform.call(addRoleMembers, { query: { roleId: own, userIds: String(peer.id) } }, narrow);
    const wider = { body: { roleId: own, dataScope: "4" } };
    expect(await platform.refusal(changeRoleScope, wider, narrow)).toMatchObject({ code: 403 });
    const refused = await platform.refusal(
      addRoleMembers,
      { query: { roleId: own, userIds: String(mine.id) } },
      narrow,
    );
    expect(refused.code).toBe(404);
  });
});
