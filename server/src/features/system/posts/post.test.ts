import { postOptions, posts } from "@tracewater/contract/system/posts";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";

const { add, change, get, list, remove, getImport, cancelImport } = posts.calls;

onPlatform("Posts", (platform) => {
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
    expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("1 person holds it") });
  });

  test("are not a matter of whoever has no permission", async () => {
    const viewer = await platform.addUser({ roles: ["viewer"] });
    expect(await platform.refusal(list, {}, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(postOptions, {}, null)).toMatchObject({ code: 401 });
    const nothing = { params: { id: "none" } };
    for (const call of [getImport, cancelImport]) {
      expect(await platform.refusal(call, nothing, await platform.admin())).toMatchObject({ code: 404 });
    }
  });
});
