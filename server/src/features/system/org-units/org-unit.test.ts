import {
  addDept,
  changeDept,
  deptTree,
  getDept,
  listDepts,
  listDeptsExcept,
  moveDept,
  removeDepts,
} from "@tracewater/contract/system/dept";
import { units } from "@tracewater/contract/system/units";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const nobodysId = 2_000_000_000;

onPlatform("Departments", (platform) => {
  let root = 0;
  let elsewhere = 0;
  let admin: Session = { token: "" };
  let own: Session = { token: "" };

  beforeAll(async () => {
    admin = await platform.admin();
    root = await platform.addUnit("Root");
    elsewhere = await platform.addUnit("Elsewhere");
    own = await platform.addUser({ unitId: root, roles: ["unitAdmin"] });
  });

  const add = async (deptName: string, parentId = root) =>
    (await platform.call(addDept, { body: { deptName, parentId } }, own)).data.id;
  const childrenOf = async (parentId: number) =>
    (await platform.call(listDepts, {}, own)).data
      .filter((one) => one.parentId === parentId)
      .map((one) => one.deptId);

  test("are added, read, changed and deleted", async () => {
    const body = {
      deptName: "Field team",
      parentId: root,
      leader: "J. Doe",
      phone: "+44 1",
      email: "a@b.example",
    };
    const { data } = await platform.call(addDept, { body }, own);
    const read = await platform.call(getDept, { params: { id: data.id } }, own);
    expect(read.data).toMatchObject({ ...body, deptId: data.id, status: "0", address: "" });
    await platform.call(changeDept, { body: { ...body, deptId: data.id, deptName: "Night team" } }, own);
    const tree = (await platform.call(deptTree, {}, own)).data;
    expect(tree).toEqual([
      { id: root, label: "Root", children: [{ id: data.id, label: "Night team", children: [] }] },
    ]);
    await platform.call(removeDepts, { params: { ids: String(data.id) } }, own);
    expect(await platform.refusal(getDept, { params: { id: data.id } }, own)).toMatchObject({ code: 404 });
  });

  test("of one place have names of their own", async () => {
    await add("Twice");
    const body = { deptName: "twice", parentId: root };
    expect(await platform.refusal(addDept, { body }, own)).toMatchObject({
      code: 409,
      errors: [{ field: "deptName" }],
    });
    await add("Twice", await add("Deeper"));
  });

  test.each([
    ["deptName", { deptName: " " }],
    ["parentId", { parentId: nobodysId }],
    ["email", { email: "nobody" }],
    ["status", { status: "2" }],
  ])("are refused by their field %s", async (field, wrong) => {
    const body = { deptName: "Wrong", parentId: root, ...wrong };
    expect(await platform.refusal(addDept, { body }, own)).toMatchObject({ code: 400, errors: [{ field }] });
  });

  test("never are under themselves, by a change, a move, or two moves at once", async () => {
    const a = await add("A");
    const b = await add("B", a);
    const ring = { code: 400, errors: [{ field: "parentId" }] };
    expect(await platform.refusal(moveDept, { body: { deptId: a, parentId: b } }, own)).toMatchObject(ring);
    const body = { deptId: a, deptName: "A", parentId: a };
    expect(await platform.refusal(changeDept, { body }, own)).toMatchObject(ring);
    // Many pairs at once: without the tree's lock some of them pass each other.
    const pairs = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => [await add(`C${at}`), await add(`D${at}`)] as const),
    );
    const answers = await Promise.all(
      pairs.map(([c, d]) =>
        Promise.all([
          platform.ask(moveDept, { body: { deptId: c, parentId: d } }, own),
          platform.ask(moveDept, { body: { deptId: d, parentId: c } }, own),
        ]),
      ),
    );
    for (const both of answers) expect(both.map((one) => one.body.code).sort()).toEqual([200, 400]);
    const except = (await platform.call(listDeptsExcept, { params: { id: a } }, own)).data.map(
      (one) => one.deptId,
    );
    expect(except).not.toContain(a);
    expect(except).not.toContain(b);
    expect(except).toContain(root);
  });

  test("are put in order by moves", async () => {
    const team = await add("Teams");
    const [one, two, three] = [await add("1", team), await add("2", team), await add("3", team)];
    await platform.call(moveDept, { body: { deptId: three, parentId: team, before: one } }, own);
    expect(await childrenOf(team)).toEqual([three, one, two]);
    await platform.call(moveDept, { body: { deptId: three, parentId: team } }, own);
    expect(await childrenOf(team)).toEqual([one, two, three]);
  });

  test("that hold something stay, and say what they hold", async () => {
    const orgUnit = await add("Full");
    await add("Below", orgUnit);
    await platform.addUser({ unitId: orgUnit });
    await platform.addUser({ unitId: orgUnit });
    await platform.addDevice({ unitId: orgUnit });
    const point = { code: "F-1", name: "F", kind: "plantInlet", unitId: orgUnit };
    await platform.db.insertInto("samplingPoint").values(point).execute();
    const refused = await platform.refusal(removeDepts, { params: { ids: String(orgUnit) } }, own);
    expect(refused).toMatchObject({
      code: 500,
      msg: "It still contains 1 department, 2 users, 1 device, 1 sampling point. Move or delete them first.",
    });
  });

  test("outside of one's reach answer as nobody's: neither read, changed, moved, deleted, nor a place to go to", async () => {
    const foreign = await platform.addUnit("Foreign", elsewhere);
    const mine = await add("Mine");
    const answers = [foreign, nobodysId].map((id) =>
      Promise.all([
        platform.refusal(getDept, { params: { id } }, own),
        platform.refusal(listDeptsExcept, { params: { id } }, own),
        platform.refusal(changeDept, { body: { deptId: id, deptName: "x", parentId: root } }, own),
        platform.refusal(moveDept, { body: { deptId: id, parentId: root } }, own),
        platform.refusal(removeDepts, { params: { ids: String(id) } }, own),
        platform.refusal(moveDept, { body: { deptId: mine, parentId: id } }, own),
        platform.refusal(addDept, { body: { deptName: "x", parentId: id } }, own),
      ]),
    );
    const [others, nobodys] = (await Promise.all(answers)).map((all) =>
      all.map((one) => ({ ...one, requestId: "" })),
    );
    expect(others).toEqual(nobodys);
    expect(others?.map((one) => one.code)).toEqual([404, 404, 404, 404, 404, 400, 400]);
    expect((await platform.call(listDepts, {}, own)).data.map((one) => one.deptId)).not.toContain(foreign);
  });

  test("a unit's administrator makes no enterprise unit, takes none out of use and deletes none", async () => {
    const body = { deptName: "New root", parentId: 0 };
    expect(await platform.refusal(addDept, { body }, own)).toMatchObject({ code: 403 });
    const off = { deptId: root, deptName: "Root", parentId: 0, status: "1" };
    expect(await platform.refusal(changeDept, { body: off }, own)).toMatchObject({ code: 403 });
    expect(await platform.refusal(removeDepts, { params: { ids: String(root) } }, own)).toMatchObject({
      code: 403,
    });
    const free = await add("Free");
    const up = { deptId: free, deptName: "Free", parentId: 0 };
    expect(await platform.refusal(changeDept, { body: up }, own)).toMatchObject({ code: 400 });
    await platform.call(changeDept, { body: { ...off, status: "0", leader: "Own" } }, own);
  });

  test("a unit out of use shuts its people out", async () => {
    const unitId = await platform.addUnit("Closing");
    const member = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    await platform.call(listDepts, {}, member);
    const body = { deptId: unitId, deptName: "Closing", parentId: 0, status: "1" as const };
    await platform.call(changeDept, { body }, admin);
    expect((await platform.ask(listDepts, {}, member)).status).toBe(444);
  });

  test("of a scope are filtered by name and state", async () => {
    await add("Laboratory 100%");
    const found = await platform.call(listDepts, { query: { deptName: "100%", status: "0" } }, own);
    expect(found.data.map((one) => one.deptName)).toEqual(["Laboratory 100%"]);
  });
});

onPlatform("Enterprise units", (platform) => {
  const { add, change, get, list, remove, getImport, cancelImport } = units.calls;

  test("are listed with what is below them and until when they are authorized", async () => {
    const admin = await platform.admin();
    const { data } = await platform.call(add, { body: { name: "Waterworks", leader: "A. Smith" } }, admin);
    const department = await platform.addUnit("Lab", data.id);
    const deeper = await platform.addUnit("Bench", department);
    await platform.addUser({ unitId: deeper });
    await platform.addDevice({ unitId: deeper });
    const point = { code: "W-1", name: "W", kind: "plantInlet", unitId: department };
    await platform.db.insertInto("samplingPoint").values(point).execute();
    const { rows, total } = await platform.call(list, { query: { keyword: "waterw" } }, admin);
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      deptId: data.id,
      name: "Waterworks",
      licence: "valid",
      licenceUntil: expect.stringMatching(/^\d{4}-/),
      departments: 2,
      members: 1,
      devices: 1,
      points: 1,
    });
    await platform.db.updateTable("licence").set({ withdrawnAt: new Date(), withdrawnByName: "x" }).execute();
    const bare = await platform.call(get, { params: { id: data.id } }, admin);
    expect(bare.data).toMatchObject({ licence: "none", licenceUntil: null });
  });

  test("keep the order asked for over pages", async () => {
    const admin = await platform.admin();
    for (const name of ["Z 3", "Z 1", "Z 2"]) await platform.call(add, { body: { name } }, admin);
    const query = { keyword: "Z ", orderByColumn: "name", isAsc: "desc", pageSize: 2 };
    const names = async (pageNum: number) =>
      (await platform.call(list, { query: { ...query, pageNum } }, admin)).rows.map((row) => row.name);
    expect([await names(1), await names(2)]).toEqual([["Z 3", "Z 2"], ["Z 1"]]);
  });

  test("are known by their names and credit codes", async () => {
    const admin = await platform.admin();
    const body = { name: "Known", creditCode: "91310000MA1K35XX0X" };
    const { data } = await platform.call(add, { body }, admin);
    expect(await platform.refusal(add, { body: { name: "Known" } }, admin)).toMatchObject({ code: 409 });
    expect(await platform.refusal(add, { body: { ...body, name: "Other" } }, admin)).toMatchObject({
      code: 409,
    });
    await platform.call(change, { body: { ...body, deptId: data.id, remark: "x" } }, admin);
    await platform.call(remove, { params: { ids: String(data.id) } }, admin);
    expect(await platform.refusal(get, { params: { id: data.id } }, admin)).toMatchObject({ code: 404 });
  });

  test("are seen by their own administrators alone, and made by none of them", async () => {
    const unitId = await platform.addUnit("Mine");
    const other = await platform.addUnit("Theirs");
    const own = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    expect((await platform.call(list, {}, own)).rows.map((row) => row.name)).toEqual(["Mine"]);
    for (const [call, input] of [
      [get, { params: { id: other } }],
      [change, { body: { deptId: other, name: "x" } }],
      [remove, { params: { ids: String(other) } }],
    ] as const) {
      expect(await platform.refusal(call, input, own)).toMatchObject({ code: 404 });
    }
    expect(await platform.refusal(add, { body: { name: "More" } }, own)).toMatchObject({ code: 403 });
    const nothing = { params: { id: "none" } };
    for (const call of [getImport, cancelImport]) {
      expect(await platform.refusal(call, nothing, own)).toMatchObject({ code: 404 });
    }
  });
});
