import { generateFiles } from "@tracewater/contract/generator/generate-files";
import { batteries, carriers } from "@tracewater/contract/generator/models.fixture";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import {
  addModel,
  changeModel,
  getModel,
  getRegistries,
  listModelSources,
  listModels,
  readModelSheet,
  removeModels,
  startModel,
} from "@tracewater/contract/system/generated-modules";
import { addRole } from "@tracewater/contract/system/roles";
import pg from "pg";
import { expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The generator", (platform) => {
  const add = async (model: ResourceModel) => {
    const body = { origin: "empty" as const, model };
    return (await platform.call(addModel, { body }, await platform.admin())).data.id;
  };
  const start = async (from: "table" | "resource", table: string) =>
    (await platform.call(startModel, { query: { from, table } }, await platform.admin())).data;

  test("keeps models: they are added, listed, found by their title, changed and deleted", async () => {
    const admin = await platform.admin();
    const id = await add(carriers);
    const keyword = "承运";
    const listed = await platform.call(listModels, { query: { keyword } }, admin);
    expect(listed).toMatchObject({ total: 1, rows: [{ table: "carrier", fields: 7, area: "field" }] });
    const { data } = await platform.call(getModel, { params: { id } }, admin);
    expect(data).toEqual({ tableId: id, origin: "empty", model: carriers, drift: null });
    const fields = carriers.fields.slice(0, 3).toReversed();
    await platform.call(changeModel, { body: { tableId: id, model: { ...carriers, fields } } }, admin);
    const changed = await platform.call(getModel, { params: { id } }, admin);
    expect(changed.data.model.fields).toEqual(fields);
    await platform.call(removeModels, { params: { ids: String(id) } }, admin);
    expect(await platform.refusal(getModel, { params: { id } }, admin)).toMatchObject({ code: 404 });
    expect((await platform.call(listModels, { query: { keyword } }, admin)).rows).toEqual([]);
  });

  test("names what is wrong with a model, keeps one for each table, and stores nothing of what it refuses", async () => {
    const admin = await platform.admin();
    const first = await add(batteries);
    const second = await add({ ...carriers, table: "another_carrier" });
    const refused = async (model: object) => {
      const body = { origin: "empty", model } as never;
      return platform.refusal(addModel, { body }, admin);
    };
    for (const [part, field] of [
      [{ table: "select" }, "model.table"],
      [{ one: "../Up" }, "model.one"],
      [{ title: { en: "a\u0000", zh: "标题" } }, "model.title.en"],
      [{ unique: "nothing" }, "model.unique"],
      [{ table: "battery" }, "model.table"],
      [{ fields: [{ ...carriers.fields[0], name: "x y" }] }, "model.fields.0.name"],
    ] as const) {
      const answer = await refused({ ...carriers, ...part });
      expect(answer.errors?.map((one) => one.field)).toContain(field);
    }
    const body = { tableId: second, model: { ...carriers, table: "battery" } };
    expect(await platform.refusal(changeModel, { body }, admin)).toMatchObject({
      errors: [{ field: "model.table" }],
    });
    expect((await platform.call(listModels, {}, admin)).total).toBe(2);
    await platform.call(removeModels, { params: { ids: `${first},${second}` } }, admin);
  });

  test("describes tables of its own schema alone, and no row of them", async () => {
    const admin = await platform.admin();
    await asOwner(
      "create schema elsewhere",
      "create table elsewhere.foreign_secret (id int primary key, name text)",
    );
    const { tables, resources } = (await platform.call(listModelSources, {}, admin)).data;
    const names = tables.map(({ table }) => table);
    expect(names).toEqual(expect.arrayContaining(["post", "bottle", "sampling_point"]));
    expect(names.filter((name) => /foreign_secret|^pg_|kysely|^sql_/.test(name))).toEqual([]);
    expect(resources.map(({ table }) => table)).toContain("sampling_point");
    for (const table of ["foreign_secret", "pg_authid", "pg_class", "tables"]) {
      const query = { from: "table" as const, table };
      expect(await platform.refusal(startModel, { query }, admin)).toMatchObject({
        errors: [{ field: "table" }],
      });
    }
    const unit = await platform.addUnit("A unit that nobody reads of");
    expect(unit).toBeGreaterThan(0);
    const answer = await platform.ask(startModel, { query: { from: "table", table: "dept" } }, admin);
    expect(JSON.stringify(answer.body)).not.toContain("A unit that nobody reads of");
  });

  test("makes the model of a table that was made from a model the same again", async () => {
    for (const model of [carriers, batteries]) {
      await createTable(model);
      const found = await start("table", model.table);
      expect({ ...found, title: model.title }).toMatchObject({
        ...{ unique: model.unique, within: model.within, table: model.table },
        fields: model.fields.map(({ name, kind, min, max, required, initial, options }) => ({
          ...{ name, kind, min, max, required, initial },
          options: options.map(({ value }) => expect.objectContaining({ value })),
        })),
      });
    }
  });

  test("compares a model with its table: a column that was added is named, and one that is gone", async () => {
    const admin = await platform.admin();
    const model = { ...carriers, one: "Drifter", many: "Drifters", table: "drifter" };
    await createTable(model);
    const id = await add(model);
    const driftOf = async () => (await platform.call(getModel, { params: { id } }, admin)).data.drift;
    expect(await driftOf()).toEqual([]);
    await asOwner("alter table drifter add column phone text not null default '', drop column trips");
    expect(await driftOf()).toEqual([
      { change: "added", column: "phone" },
      { change: "removed", column: "trips" },
    ]);
  });

  test("guesses a model from a sheet by its values, and keeps neither", async () => {
    const rows = ["Code,Kind,Bought on,Weight (kg),Trips,Note"];
    for (let at = 0; at < 30; at++) {
      rows.push(
        `C-${at},${["lorry", "van"][at % 2]},2026-01-${String((at % 28) + 1).padStart(2, "0")},${at + 0.5},${at},`,
      );
    }
    const file = new TextEncoder().encode(rows.join("\n"));
    const { data } = await sendFile(platform, readModelSheet, file, {}, await platform.admin());
    const { model, facts } = readModelSheet.reply.parse({ data }).data;
    expect(facts).toMatchObject({ rows: 30 });
    expect(model.unique).toBe("code");
    expect(model.fields).toMatchObject([
      { name: "code", kind: "text", required: true, search: "text" },
      { name: "kind", kind: "choice", options: [{ value: "lorry" }, { value: "van" }], required: true },
      { name: "boughtOn", kind: "day", required: true },
      { name: "weight", kind: "decimal", measure: "kg", min: 0 },
      { name: "trips", kind: "whole", min: 0 },
      { name: "note", kind: "text", required: false },
    ]);
    expect(
      (await platform.call(listModels, {}, await platform.admin())).rows.map((row) => row.origin),
    ).not.toContain("sheet");
  });

  test("hands out the sources that a resource changes, and no other file", async () => {
    const { data } = await platform.call(getRegistries, {}, await platform.admin());
    expect(data.map(({ path }) => path)).toContain("contract/src/declared-calls.ts");
    expect(data.filter(({ path }) => !/^(contract|server|console)\//.test(path))).toEqual([]);
    expect(data.every(({ text }) => text.length > 0)).toBe(true);
  });

  test("is for administrators only, whatever a role was granted", async () => {
    const admin = await platform.admin();
    const menus = await platform.db
      .selectFrom("menu")
      .select("id")
      .where("permission", "like", "tool:gen:%")
      .execute();
    const role = { roleName: "Generator", roleKey: "generator", menuIds: menus.map(({ id }) => id) };
    const made = await platform.call(addRole, { body: { ...role, dataScope: "1" } }, admin);
    const keeper = await platform.addUser({ unitId: await platform.unit() });
    await platform.db.insertInto("userRole").values({ userId: keeper.id, roleId: made.data.id }).execute();
    for (const call of [listModels, listModelSources, getRegistries] as const) {
      const refused = await platform.refusal(call, {}, keeper);
      expect(refused).toMatchObject({ code: 403, msg: expect.stringContaining("administrators only") });
    }
  });

  /** Tables are the owner's: the program itself can make none. */
  async function asOwner(...statements: string[]): Promise<void> {
    const client = new pg.Client(platform.owner);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** What its migration runs. */
  async function createTable(model: ResourceModel): Promise<void> {
    const file = generateFiles(model).find(({ path }) => path.startsWith("server/migrations/"));
    const [, table = ""] = /`(create table [^`]*)`/.exec(file?.text ?? "") ?? [];
    await asOwner(table);
  }
});
