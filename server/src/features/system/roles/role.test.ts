import {
  addRole,
  addRoleMembers,
  changeRole,
  changeRoleScope,
  changeRoleStatus,
  getMenuChoices,
  getRole,
  getRoleDeptTree,
  getRoleMenus,
  listRoleCandidates,
  listRoleMembers,
  listRoleOptions,
  listRoles,
  removeRoleMember,
  removeRoleMembers,
  removeRoles,
  roles,
} from "@tracewater/contract/system/roles";
import { getInfo, getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { setUserRoles, users } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

let named = 0;

onPlatform("Roles", (platform) => {
  test("are added with menus and units, read, changed and deleted", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Chosen");
    const menuId = await menuIdOf(platform, "points");
    const id = await addOne(platform, admin, { dataScope: "2", deptIds: [unitId], menuIds: [menuId] });
    const { data } = await platform.call(getRole, { params: { id } }, admin);
    expect(data).toMatchObject({ dataScope: "2", deptIds: [unitId], builtIn: false, changeable: true });
    // With a page comes the directory in which it stands.
    expect(data.menuIds).toEqual([await menuIdOf(platform, "water"), menuId].sort((a, b) => a - b));
    const trees = await platform.call(getRoleMenus, { params: { roleId: id } }, admin);
    expect(trees.checkedKeys).toEqual([menuId]);
    const depts = await platform.call(getRoleDeptTree, { params: { id } }, admin);
    expect(depts.checkedKeys).toEqual([unitId]);
    expect(depts.depts.map((one) => one.label)).toContain("Chosen");
    const body = { ...data, roleName: "Renamed", menuIds: [] };
    await platform.call(changeRole, { body }, admin);
    const after = await platform.call(getRole, { params: { id } }, admin);
    expect(after.data).toMatchObject({ roleName: "Renamed", menuIds: [], deptIds: [unitId] });
    await platform.call(removeRoles, { params: { ids: String(id) } }, admin);
    expect(await platform.refusal(getRole, { params: { id } }, admin)).toMatchObject({ code: 404 });
  });

  test("are listed, filtered and exported", async () => {
    const admin = await platform.admin();
    const query = { roleKey: "unitAdm", orderByColumn: "roleKey", isAsc: "desc" };
    const { rows, total } = await platform.call(listRoles, { query }, admin);
    expect({ total, keys: rows.map((row) => row.roleKey) }).toEqual({ total: 1, keys: ["unitAdmin"] });
    const { data } = await platform.call(listRoleOptions, {}, admin);
    expect(data.find((one) => one.admin)).toMatchObject({ roleKey: "admin", changeable: false });
    const exported = await fetch(`${platform.url}/prod-api${roles.path}/export`, { headers: bearer(admin) });
    note(roles.calls.export, "success");
    expect(exported.headers.get("download-filename")).toBe("Roles.xlsx");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const posted = await fetch(`${platform.url}/prod-api${roles.path}/export`, {
      method: "POST",
      headers: { ...bearer(admin), ...form },
    });
    note(roles.calls.exportByForm, "success");
    expect(posted.headers.get("content-type")).toContain("spreadsheetml");
  });

  test("that are built in are not deleted, and the administrator's is not changed", async () => {
    const admin = await platform.admin();
    const { data } = await platform.call(listRoleOptions, {}, admin);
    const adminRole = data.find((one) => one.roleKey === "admin");
    const viewer = data.find((one) => one.roleKey === "viewer");
    const ids = { params: { ids: String(viewer?.roleId) } };
    expect(await platform.refusal(removeRoles, ids, admin)).toMatchObject({ code: 500 });
    const rekeyed = { body: { ...viewer, roleKey: "looker" } };
    expect((await platform.refusal(changeRole, rekeyed, admin)).errors?.[0]?.field).toBe("roleKey");
    const roleId = adminRole?.roleId;
    for (const [call, input] of [
      [changeRole, { body: { ...adminRole, menuIds: [] } }],
      [changeRoleScope, { body: { roleId, dataScope: "5" } }],
      [changeRoleStatus, { body: { roleId, status: "1" } }],
      [removeRoles, { params: { ids: String(roleId) } }],
    ] as const) {
      expect(await platform.refusal(call, input, admin), call.name).toMatchObject({ code: 500 });
    }
    expect((await platform.call(getInfo, {}, admin)).permissions).toEqual(["*:*:*"]);
  });

  test("that somebody holds stay; members are given, listed and taken", async () => {
    const admin = await platform.admin();
    const id = await addOne(platform, admin);
    const people = [await platform.addUser({}), await platform.addUser({})];
    const userIds = people.map((one) => one.id).join(",");
    const members = async (call: typeof listRoleMembers) =>
      (await platform.call(call, { query: { roleId: id, pageSize: 500 } }, admin)).rows.map(
        (row) => row.userId,
      );
    expect(await members(listRoleCandidates)).toEqual(expect.arrayContaining(people.map((one) => one.id)));
    await platform.call(addRoleMembers, { query: { roleId: id, userIds } }, admin);
    expect(await members(listRoleMembers)).toEqual(people.map((one) => one.id));
    const held = await platform.refusal(removeRoles, { params: { ids: String(id) } }, admin);
    expect(held).toMatchObject({ code: 500 });
    const one = { roleId: id, userId: people[0]?.id ?? 0 };
    await platform.call(removeRoleMember, { body: one }, admin);
    expect(await members(listRoleMembers)).toEqual([people[1]?.id]);
    await platform.call(removeRoleMembers, { query: { roleId: id, userIds } }, admin);
    expect(await members(listRoleMembers)).toEqual([]);
  });

  test("change what their holders may at the next request, and tell their open consoles at once", async () => {
    const admin = await platform.admin();
    const menuIds = [await menuIdOf(platform, "points"), await menuIdOf(platform, "points.query")];
    const id = await addOne(platform, admin, { menuIds });
    const user = await platform.addUser({});
    const live = await listenLive(platform.url, user, "");
    const other = await listenLive(platform.url, await platform.addUser({}), "");
    await eventually(() => live.of("hello").length + other.of("hello").length).toBe(2);
    await platform.call(setUserRoles, { query: { userId: user.id, roleIds: String(id) } }, admin);
    await eventually(() => live.of("access").length).toBe(1);
    expect((await platform.call(getInfo, {}, user)).permissions).toContain("field:samplePoint:query");
    expect(await pagesOf(platform, user)).toContain("field/sampling-points/sampling-point-list");
    await platform.call(changeRoleStatus, { body: { roleId: id, status: "1" } }, admin);
    await eventually(() => live.of("access").length).toBe(2);
    expect((await platform.call(getInfo, {}, user)).permissions).toEqual([]);
    expect(await pagesOf(platform, user)).toEqual([]);
    expect(other.of("access")).toEqual([]);
    live.close();
    other.close();
  });

  test("may forbid sessions without a browser: those that are open end at once", async () => {
    const admin = await platform.admin();
    const id = await addOne(platform, admin);
    const user = await platform.addUser({});
    await platform.call(addRoleMembers, { query: { roleId: id, userIds: String(user.id) } }, admin);
    const live = await listenLive(platform.url, user, "");
    await eventually(() => live.of("hello").length).toBe(1);
    const { data } = await platform.call(getRole, { params: { id } }, admin);
    await platform.call(changeRole, { body: { ...data, forbidUnbound: true } }, admin);
    await eventually(() => live.isOpen()).toBe(false);
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
    const refused = await platform.request("/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: user.userName, password: user.password }),
    });
    expect(refused.body).toMatchObject({ code: 500, msg: "This account may only be used in a browser." });
  });

  test("are refused by their field", async () => {
    const admin = await platform.admin();
    const good = { roleName: "Good", roleKey: "goodRole" };
    for (const [field, value] of [
      ["roleKey", "1"],
      ["roleKey", "viewer"],
      ["roleName", " "],
      ["dataScope", "9"],
      ["deptIds", [999_999]],
    ] as const) {
      const refused = await platform.refusal(addRole, { body: { ...good, [field]: value } }, admin);
      expect(refused.errors?.[0]?.field, String(value)).toBe(field);
    }
  });

  test("are nothing for whoever has no permission", async () => {
    const viewer = await platform.addUser({ roles: ["viewer"] });
    const roleId = await addOne(platform, await platform.admin());
    const attempts = [
      [listRoles, {}],
      [listRoleOptions, {}],
      [getRole, { params: { id: roleId } }],
      [addRole, { body: { roleName: "x", roleKey: "xyz" } }],
      [changeRole, { body: { roleId, roleName: "x", roleKey: "xyz" } }],
      [changeRoleScope, { body: { roleId, dataScope: "1" } }],
      [changeRoleStatus, { body: { roleId, status: "1" } }],
      [removeRoles, { params: { ids: String(roleId) } }],
      [getRoleDeptTree, { params: { id: roleId } }],
      [getRoleMenus, { params: { roleId } }],
      [getMenuChoices, {}],
      [listRoleMembers, { query: { roleId } }],
      [listRoleCandidates, { query: { roleId } }],
      [addRoleMembers, { query: { roleId, userIds: "1" } }],
      [removeRoleMembers, { query: { roleId, userIds: "1" } }],
      [removeRoleMember, { body: { roleId, userId: 1 } }],
      [roles.calls.export, {}],
    ] as const;
    for (const [call, input] of attempts) {
      expect(await platform.refusal(call, input, viewer), call.name).toMatchObject({ code: 403 });
    }
    const form = await fetch(`${platform.url}/prod-api${roles.path}/export`, {
      method: "POST",
      headers: { ...bearer(viewer), "content-type": "application/x-www-form-urlencoded" },
    });
    note(roles.calls.exportByForm, "refusal");
    expect(await form.json()).toMatchObject({ code: 403 });
  });
});

onPlatform("A unit's administrator", (platform) => {
  test("makes roles of his own unit, of menus that he holds and no others", async () => {
    const { chief, unitId } = await makeWorld(platform);
    const { data: tree } = await platform.call(getMenuChoices, {}, chief);
    const offered = JSON.stringify(tree);
    expect(offered).toContain("menu.users");
    expect(offered).not.toContain("menu.dictTypes");
    const id = await addOne(platform, chief, { menuIds: [await menuIdOf(platform, "points")] });
    const { data } = await platform.call(getRole, { params: { id } }, chief);
    expect(data).toMatchObject({ deptId: unitId, changeable: true, assignable: true });
    const foreign = { ...data, menuIds: [await menuIdOf(platform, "settings.dictTypes")] };
    const refused = await platform.refusal(changeRole, { body: foreign }, chief);
    expect(refused).toMatchObject({ code: 403, errors: [{ field: "menuIds" }] });
    const added = { roleName: "Too much", roleKey: "tooMuch", menuIds: foreign.menuIds };
    expect(await platform.refusal(addRole, { body: added }, chief)).toMatchObject({ code: 403 });
  });

  test("reaches no further by a role than he does himself", async () => {
    const { chief, otherUnit, below } = await makeWorld(platform);
    const id = await addOne(platform, chief, { dataScope: "2", deptIds: [below] });
    const wider = { body: { roleId: id, dataScope: "1" } };
    expect(await platform.refusal(changeRoleScope, wider, chief)).toMatchObject({ code: 403 });
    const outside = { body: { roleId: id, dataScope: "2", deptIds: [otherUnit] } };
    expect((await platform.refusal(changeRoleScope, outside, chief)).errors?.[0]?.field).toBe("deptIds");
    await platform.call(changeRoleScope, { body: { roleId: id, dataScope: "4" } }, chief);
    const { depts } = await platform.call(getRoleDeptTree, { params: { id } }, chief);
    expect(JSON.stringify(depts)).not.toContain(`"id":${otherUnit}`);
  });

  test("changes no role of the platform, and does not even see those of another unit", async () => {
    const { chief, otherUnit } = await makeWorld(platform);
    const { data } = await platform.call(listRoleOptions, {}, chief);
    const viewer = data.find((one) => one.roleKey === "viewer");
    expect(viewer).toMatchObject({ changeable: false, assignable: true });
    const change = { body: { ...viewer, menuIds: [] } };
    expect(await platform.refusal(changeRole, change, chief)).toMatchObject({ code: 403 });
    const theirs = await addOne(platform, await platform.admin(), { deptId: otherUnit });
    expect(await platform.refusal(getRole, { params: { id: theirs } }, chief)).toMatchObject({ code: 404 });
    expect(data.map((one) => one.roleId)).not.toContain(theirs);
  });

  test("gives a role to nobody outside of his unit, and to nobody one that holds more than he does", async () => {
    const { chief, mine, others } = await makeWorld(platform);
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
    const { chief, others } = await makeWorld(platform);
    const id = await addOne(platform, chief);
    const query = { roleId: id, userIds: String(others.id) };
    const refused = await platform.refusal(addRoleMembers, { query }, await platform.admin());
    expect(refused.errors?.[0]?.field).toBe("roleIds");
  });

  test("cannot widen a role that one of its holders would reach further by than he does", async () => {
    const { unitId, mine } = await makeWorld(platform);
    // He sees his own department alone, not what is below it.
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

async function makeWorld(platform: TestPlatform) {
  named += 1;
  const unitId = await platform.addUnit(`First ${named}`);
  const below = await platform.addUnit("Below", unitId);
  const otherUnit = await platform.addUnit(`Second ${named}`);
  const chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
  const mine = await platform.addUser({ unitId: below, roles: ["viewer"] });
  const others = await platform.addUser({ unitId: otherUnit, roles: ["viewer"] });
  return { unitId, below, otherUnit, chief, mine, others };
}

async function addOne(
  platform: TestPlatform,
  as: Session,
  more: Record<string, unknown> = {},
): Promise<number> {
  named += 1;
  const body = { roleName: `Role ${named}`, roleKey: `role${named}`, ...more };
  return (await platform.call(addRole, { body }, as)).data.id;
}

async function menuIdOf(platform: TestPlatform, key: string): Promise<number> {
  const found = await platform.db
    .selectFrom("menu")
    .select("id")
    .where("builtInKey", "=", key)
    .executeTakeFirstOrThrow();
  return found.id;
}

async function roleIdOf(platform: TestPlatform, roleKey: string): Promise<number> {
  const { id } = await platform.db
    .selectFrom("role")
    .select("id")
    .where("roleKey", "=", roleKey)
    .executeTakeFirstOrThrow();
  return id;
}

async function pagesOf(platform: TestPlatform, as: Session): Promise<string[]> {
  const { data } = await platform.call(getRouters, {}, as);
  const all = (node: RouteNode): RouteNode[] => [node, ...node.children.flatMap(all)];
  return data.flatMap(all).map((node) => node.component);
}
