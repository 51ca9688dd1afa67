import { getInfo, getRouters, login } from "@tracewater/contract/system/session";
import {
  changeUserStatus,
  forceUserLogout,
  getUserChoices,
  getUserDeptTree,
  getUserRoles,
  resetPassword,
  setUserRoles,
  users,
} from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { roleIdOf } from "../../../../test/test-units.ts";

const { calls } = users;
let named = 0;

onPlatform("Users", (platform) => {
  const add = async (more: Record<string, unknown> = {}) => {
    named += 1;
    const body = { userName: `person${named}`, nickName: `Person ${named}`, ...more };
    const { data } = await platform.call(calls.add, { body }, await platform.admin());
    return { id: data.id, oneTimePassword: data.oneTimePassword, userName: body.userName };
  };

  test("are added, read, changed and deleted; what was typed comes back byte for byte", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Reading");
    const remark = "a < b && c > d";
    const { id, userName } = await add({ deptId: unitId, remark, phonenumber: "13800000000", sex: "1" });
    const read = await platform.call(calls.get, { params: { id } }, admin);
    expect(read.data).toMatchObject({ userName, remark, deptName: "Reading", sex: "1", password: "none" });
    expect(read.data.dept).toEqual({ deptId: unitId, deptName: "Reading" });
    expect(read.data.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const roleId = await roleIdOf(platform, "viewer");
    const body = { userId: id, userName, nickName: "Other", deptId: unitId, roleIds: [roleId] };
    await platform.call(calls.change, { body }, admin);
    const after = await platform.call(calls.get, { params: { id } }, admin);
    expect(after).toMatchObject({ data: { nickName: "Other", roleNames: "Viewer" }, roleIds: [roleId] });
    await platform.call(calls.remove, { params: { ids: String(id) } }, admin);
    expect(await platform.refusal(calls.get, { params: { id } }, admin)).toMatchObject({ code: 404 });
    expect(await platform.refusal(calls.add, { body: { userName, nickName: "x" } }, admin)).toMatchObject({
      code: 409,
      errors: [{ field: "userName" }],
    });
  });

  test("that are service accounts never have a password, and never become persons", async () => {
    const admin = await platform.admin();
    const { id, userName } = await add({ serviceAccount: "1" });
    expect((await platform.call(calls.get, { params: { id } }, admin)).data).toMatchObject({
      ...{ serviceAccount: "1", password: "none" },
    });
    const asked = { userName: "never", nickName: "n", serviceAccount: "1" };
    for (const more of [{ password: "a good long secret 4411" }, { oneTimePassword: true }]) {
      expect(await platform.refusal(calls.add, { body: { ...asked, ...more } }, admin)).toMatchObject({
        ...{ code: 400, errors: [{ field: "password" }] },
      });
    }
    expect(await platform.refusal(resetPassword, { body: { userId: id } }, admin)).toMatchObject({
      ...{ code: 400, errors: [{ field: "password" }] },
    });
    const person = await add();
    const turned = [
      { userId: id, userName, nickName: "n", serviceAccount: "0" },
      { userId: person.id, userName: person.userName, nickName: "n", serviceAccount: "1" },
    ];
    for (const body of turned) {
      expect(await platform.refusal(calls.change, { body }, admin)).toMatchObject({
        ...{ code: 400, errors: [{ field: "serviceAccount" }] },
      });
    }
    // The database itself keeps the rule.
    const forged = platform.db
      .updateTable("sysUser")
      .set({ passwordHash: "x" })
      .where("id", "=", id)
      .execute();
    await expect(forged).rejects.toThrow(/check constraint/);
  });

  test("take posts, and show which there are", async () => {
    const admin = await platform.admin();
    const { id: postId } = await platform.db
      .insertInto("post")
      .values({ postCode: "eng", postName: "Engineer" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await add({ postIds: [postId] });
    const read = await platform.call(calls.get, { params: { id } }, admin);
    expect(read).toMatchObject({ postIds: [postId], posts: [{ postId, postName: "Engineer" }] });
    const none = { userId: id, userName: `person${named}`, nickName: "x", postIds: [999999] };
    expect(await platform.refusal(calls.change, { body: none }, admin)).toMatchObject({
      errors: [{ field: "postIds" }],
    });
  });

  test("are found by department with what is below, by word, state and day, and sorted", async () => {
    const admin = await platform.admin();
    const top = await platform.addUnit("Top");
    const below = await platform.addUnit("Below", top);
    const a = await add({ deptId: top, nickName: "Zhang San 100%" });
    const b = await add({ deptId: below, nickName: "Li_Si", status: "1" });
    const names = async (query: Record<string, string | number>) =>
      (await platform.call(calls.list, { query }, admin)).rows.map((row) => row.userName);
    expect(await names({ deptId: top })).toEqual([a.userName, b.userName]);
    expect(await names({ deptId: below })).toEqual([b.userName]);
    expect(await names({ deptId: top, keyword: "100%" })).toEqual([a.userName]);
    expect(await names({ deptId: top, keyword: "i_s" })).toEqual([b.userName]);
    const wei = await add({ deptId: below, nickName: "欧阳张伟民" });
    expect(await names({ keyword: "张伟" })).toEqual([wei.userName]);
    expect(await names({ deptId: top, keyword: "zh" })).toEqual([a.userName]);
    expect(await names({ deptId: top, keyword: "ZHANG" })).toEqual([a.userName]);
    await platform.call(calls.remove, { params: { ids: String(wei.id) } }, admin);
    expect(await names({ keyword: "张伟" })).toEqual([]);
    expect(await names({ deptId: top, status: "1" })).toEqual([b.userName]);
    expect(await names({ deptId: top, orderByColumn: "userName", isAsc: "desc" })).toEqual([
      b.userName,
      a.userName,
    ]);
    const today = (await platform.call(calls.get, { params: { id: a.id } }, admin)).data.createTime.slice(
      0,
      10,
    );
    expect(await names({ deptId: top, "params[beginTime]": today, "params[endTime]": today })).toHaveLength(
      2,
    );
    expect(await names({ deptId: top, beginTime: "2999-01-01" })).toEqual([]);
    const unsortable = { query: { orderByColumn: "passwordHash" } };
    expect(await platform.refusal(calls.list, unsortable, admin)).toMatchObject({ code: 400 });
  });

  test("without a password cannot log in; a one-time password lets in to nothing but choosing one's own", async () => {
    const admin = await platform.admin();
    const roleId = await roleIdOf(platform, "engineer");
    const { id, userName } = await add({ roleIds: [roleId] });
    const guess = { body: { username: userName, password: "no user has this password" } };
    expect(await platform.refusal(login, guess, null)).toMatchObject({ code: 500 });
    const { data } = await platform.call(resetPassword, { body: { userId: id } }, admin);
    expect(data.oneTimePassword).toMatch(/^([2-9A-Z]{5}-){3}[2-9A-Z]{5}$/);
    const session = await platform.logIn(userName, data.oneTimePassword ?? "");
    const info = await platform.call(getInfo, {}, session);
    expect(info).toMatchObject({ mustChangePassword: true, permissions: [], roles: ["ROLE_DEFAULT"] });
    expect((await platform.call(getRouters, {}, session)).data).toEqual([]);
  });

  test("with a one-time password that nobody used for a week cannot log in", async () => {
    const { id, userName, oneTimePassword } = await add({ oneTimePassword: true });
    await platform.db
      .updateTable("sysUser")
      .set({ passwordUntil: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute();
    const late = { body: { username: userName, password: oneTimePassword ?? "" } };
    expect(await platform.refusal(login, late, null)).toMatchObject({ code: 500 });
  });

  test("lose their sessions by a reset, by being disabled, deleted or logged out", async () => {
    const admin = await platform.admin();
    for (const end of [
      (userId: number) => platform.call(resetPassword, { body: { userId } }, admin),
      (userId: number) => platform.call(changeUserStatus, { body: { userId, status: "1" } }, admin),
      (userId: number) => platform.call(calls.remove, { params: { ids: String(userId) } }, admin),
      (userId: number) => platform.call(forceUserLogout, { body: { userId } }, admin),
    ]) {
      const user = await platform.addUser({ roles: ["viewer"] });
      await platform.call(getInfo, {}, user);
      await end(user.id);
      expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
    }
  });

  test("that are disabled and enabled again do not get their old session back", async () => {
    const admin = await platform.admin();
    const user = await platform.addUser({ roles: ["viewer"] });
    for (const status of ["1", "0"] as const) {
      await platform.call(changeUserStatus, { body: { userId: user.id, status } }, admin);
    }
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
    await platform.logIn(user.userName, user.password);
  });

  test("refuse by the field what cannot be stored", async () => {
    const admin = await platform.admin();
    const good = { userName: "goodname", nickName: "x" };
    for (const [field, value] of [
      ["userName", "1a"],
      ["userName", "Admin"],
      ["nickName", " "],
      ["email", "nobody"],
      ["phonenumber", "abc"],
      ["deptId", 999_999],
      ["roleIds", [999_999]],
      ["password", "short"],
      ["password", "passwordpassword"],
      ["sex", "3"],
    ] as const) {
      const refused = await platform.refusal(calls.add, { body: { ...good, [field]: value } }, admin);
      expect(refused.errors?.[0]?.field, String(value)).toBe(field);
    }
    const chinese = { "accept-language": "zh-CN" };
    const bad = { body: { ...good, email: "nobody" } };
    const refused = await platform.refusal(calls.add, bad, admin, chinese);
    expect(refused.errors).toEqual([{ field: "email", message: "邮箱格式不正确" }]);
  });

  test("never delete or disable themselves, nor leave the platform without an administrator", async () => {
    const admin = await platform.admin();
    const { user } = await platform.call(getInfo, {}, admin);
    const self = { params: { ids: String(user.userId) } };
    expect(await platform.refusal(calls.remove, self, admin)).toMatchObject({ code: 500 });
    const disable = { body: { userId: user.userId, status: "1" } };
    expect(await platform.refusal(changeUserStatus, disable, admin)).toMatchObject({ code: 500 });
    const strip = { query: { userId: user.userId, roleIds: "" } };
    expect((await platform.refusal(setUserRoles, strip, admin)).msg).toContain("At least one administrator");
    expect((await platform.call(getInfo, {}, admin)).roles).toEqual(["admin"]);
    expect(await platform.refusal(resetPassword, { body: { userId: user.userId } }, admin)).toMatchObject({
      code: 500,
    });
  });

  test("of two administrators who demote each other at once keep one", async () => {
    const both = await Promise.all([1, 2].map(() => platform.addUser({ roles: ["admin"] })));
    const { user } = await platform.call(getInfo, {}, await platform.admin());
    await platform.db.updateTable("sysUser").set({ status: "1" }).where("id", "=", user.userId).execute();
    const [one, other] = both;
    if (one === undefined || other === undefined) throw new Error("two were made");
    const strip = (by: typeof one, of: typeof one) =>
      platform.ask(setUserRoles, { query: { userId: of.id, roleIds: "" } }, by);
    const answers = await Promise.all([strip(one, other), strip(other, one)]);
    await platform.db.updateTable("sysUser").set({ status: "0" }).where("id", "=", user.userId).execute();
    expect(answers.filter((answer) => answer.body.code === 200)).toHaveLength(1);
  });

  test("are not to be seen or touched by anyone who has no permission", async () => {
    const viewer = await platform.addUser({ roles: ["viewer"] });
    const { id } = await add();
    const attempts = [
      [calls.list, {}],
      [getUserChoices, {}],
      [calls.get, { params: { id } }],
      [getUserDeptTree, {}],
      [getUserRoles, { params: { id } }],
      [calls.add, { body: { userName: "nobody9", nickName: "x" } }],
      [calls.remove, { params: { ids: id } }],
      [resetPassword, { body: { userId: id } }],
      [changeUserStatus, { body: { userId: id, status: "1" } }],
      [forceUserLogout, { body: { userId: id } }],
      [setUserRoles, { query: { userId: id, roleIds: "1" } }],
    ] as const;
    for (const [call, input] of attempts) {
      expect(await platform.refusal(call, input, viewer), call.name).toMatchObject({ code: 403 });
    }
  });
});
