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
import { getInfo } from "@tracewater/contract/system/session";
import { setUserRoles } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addOne, menuIdOf, pagesOf } from "../../../../test/test-roles.ts";

onPlatform("Roles", (platform) => {
  test("are added with menus and units, read, changed and deleted", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Chosen");
    const menuId = await menuIdOf(platform, "points");
    const id = await addOne(platform, admin, { dataScope: "2", deptIds: [unitId], menuIds: [menuId] });
    const { data } = await platform.call(getRole, { params: { id } }, admin);
    expect(data).toMatchObject({ dataScope: "2", deptIds: [unitId], builtIn: false, changeable: true });
    // With a page comes the directory in which it is.
    expect(data.menuIds).toEqual([await menuIdOf(platform, "water"), menuId].sort((a, b) => a - b));
    const trees = await platform.call(getRoleMenus, { params: { roleId: id } }, admin);
    expect(trees.checkedKeys).toEqual([menuId]);
    const orgUnits = await platform.call(getRoleDeptTree, { params: { id } }, admin);
    expect(orgUnits.checkedKeys).toEqual([unitId]);
    expect(orgUnits.depts.map((one) => one.label)).toContain("Chosen");
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

  test("change what their holders may at the next request, and report their open consoles at once", async () => {
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
    expect(refused.body).toMatchObject({ code: 500, msg: "This account can only be used in a browser." });
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

  test("are nothing for anyone who has no permission", async () => {
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
