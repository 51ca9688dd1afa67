import { importProgress } from "@tracewater/contract/resource/imports";
import { postOptions, posts } from "@tracewater/contract/system/posts";
import { addRole } from "@tracewater/contract/system/roles";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { sendFile } from "../../../../test/send-file.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const { add, change, get, list, remove, import: importSheet, getImport, cancelImport } = posts.calls;

onPlatform("Posts", (platform) => {
  const grantOf = async (prefix: string) => {
    const found = await platform.db
      .selectFrom("menu")
      .select("id")
      .where("permission", "like", `${prefix}%`)
      .execute();
    return { menuIds: found.map((one) => one.id) };
  };

  test("are added, listed in order, changed, offered while in use, and deleted", async () => {
    const admin = await platform.admin();
    const body = { postCode: "sampler", postName: "Sampler", postSort: 2 };
    const { data } = await platform.call(add, { body }, admin);
    await platform.call(
      add,
      { body: { postCode: "head", postName: "Head of laboratory", postSort: 1 } },
      admin,
    );
    const listed = await platform.call(list, {}, admin);
    expect(listed.rows.map((row) => row.postCode)).toEqual(["head", "sampler"]);
    expect(listed.rows[1]).toMatchObject({ ...body, status: "0", remark: "", holders: 0 });
    await platform.call(change, { body: { ...body, postId: data.id, status: "1" } }, admin);
    const nobody = await platform.addUser({});
    const offered = await platform.call(postOptions, {}, nobody);
    expect(offered.data.map((one) => one.postCode)).toEqual(["head"]);
    await platform.call(remove, { params: { ids: String(data.id) } }, admin);
    expect(await platform.refusal(get, { params: { id: data.id } }, admin)).toMatchObject({ code: 404 });
  });

  test("have a code each, and stay while somebody holds them", async () => {
    const admin = await platform.admin();
    const body = { postCode: "held", postName: "Held" };
    const { data } = await platform.call(add, { body }, admin);
    const taken = { code: 409, errors: [{ field: "postCode" }] };
    expect(await platform.refusal(add, { body }, admin)).toMatchObject(taken);
    const other = await platform.call(add, { body: { ...body, postCode: "free" } }, admin);
    const renamed = { ...body, postId: other.data.id };
    expect(await platform.refusal(change, { body: renamed }, admin)).toMatchObject(taken);
    const { id: userId } = await platform.addUser({});
    await platform.db.insertInto("userPost").values({ userId, postId: data.id }).execute();
    const refused = await platform.refusal(remove, { params: { ids: String(data.id) } }, admin);
    expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("1 person has this position") });
  });

  test("are changed by nobody who reaches a part of the units, whatever the role permits", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("A part");
    const userName = "post.keeper";
    const keeper = await platform.addUser({ unitId, userName, roles: ["unitAdmin"] });
    const body = { postCode: "shared", postName: "Shared" };
    const { data } = await platform.call(add, { body }, admin);
    const refused = async (as: Session) => [
      await platform.refusal(add, { body: { postCode: "own", postName: "Own" } }, as),
      await platform.refusal(change, { body: { ...body, postId: data.id, postName: "Renamed" } }, as),
      await platform.refusal(remove, { params: { ids: String(data.id) } }, as),
    ];
    for (const answer of await refused(keeper)) expect(answer).toMatchObject({ code: 403 });
    // A role that somebody gave the permissions, for the people of one unit.
    const { menuIds } = await grantOf("system:post:");
    const role = { roleName: "Position keeper", roleKey: "positionKeeper", deptId: unitId, menuIds };
    const made = await platform.call(addRole, { body: { ...role, dataScope: "3" } }, admin);
    await platform.db.insertInto("userRole").values({ userId: keeper.id, roleId: made.data.id }).execute();
    for (const answer of await refused(keeper)) {
      expect(answer).toMatchObject({ code: 403, msg: expect.stringContaining("All units share") });
    }
    // Nor by a sheet.
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet("posts").addRows([
      ["Position code", "Position name"],
      ["shared", "Renamed"],
    ]);
    const file = new Uint8Array(await workbook.xlsx.writeBuffer());
    const begun = await sendFile(platform, importSheet, file, { query: { updateSupport: "1" } }, keeper);
    const { importId } = importProgress.parse(begun.data);
    const look = async () => (await platform.call(getImport, { params: { id: importId } }, keeper)).data;
    await eventually(async () => (await look()).state).toBe("done");
    expect(await look()).toMatchObject({ read: 1, added: 0, updated: 0, refused: 1 });
    expect((await platform.call(get, { params: { id: data.id } }, keeper)).data).toMatchObject(body);
  });

  test("are not a matter of anyone who has no permission", async () => {
    const viewer = await platform.addUser({ roles: ["viewer"] });
    expect(await platform.refusal(list, {}, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(postOptions, {}, null)).toMatchObject({ code: 401 });
    const nothing = { params: { id: "none" } };
    for (const call of [getImport, cancelImport]) {
      expect(await platform.refusal(call, nothing, await platform.admin())).toMatchObject({ code: 404 });
    }
  });
});
