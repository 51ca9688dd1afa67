import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { batchesForReadersOfQuality } from "../../../../migrations/0154-batches-for-readers-of-quality.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { builtInMenu } from "./built-in-menu.data.ts";
import type { BuiltInMenu } from "./menu-entry.ts";
import { menuTitles } from "./menu-titles.data.ts";

onPlatform("The route tree", (platform) => {
  test("of an administrator holds every page, each under a name of its own", async () => {
    const { data } = await platform.call(getRouters, {}, await platform.admin());
    const nodes = data.flatMap(withChildren);
    expect(nodes.map((node) => node.component)).toEqual(
      expect.arrayContaining([
        "Layout",
        "fleet/devices/device-list",
        "field/sampling-points/sampling-point-list",
      ]),
    );
    expect(new Set(nodes.map((node) => node.name)).size).toBe(nodes.length);
  });

  test("of a viewer holds the pages, but no actions", async () => {
    const { data } = await platform.call(getRouters, {}, await platform.addUser({ roles: ["viewer"] }));
    const titles = data.flatMap(withChildren).map((node) => node.meta.title);
    expect(titles).toContain("Water samplers");
    expect(titles.filter((title) => /^(menu|page|action)\./.test(title))).toEqual([]);
  });

  test("of an engineer holds the page of a batch, whose list they see", async () => {
    const engineer = await platform.addUser({ roles: ["engineer"] });
    const { data } = await platform.call(getRouters, {}, engineer);
    const components = data.flatMap(withChildren).map((node) => node.component);
    expect(components).toContain("laboratory/quality/quality");
    expect(components).toContain("laboratory/quality/batch");
  });

  test("of an engineer gets that page by an upgrade where it was missing", async () => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(platform.owner) }) });
    const engineer = await platform.addUser({ roles: ["engineer"] });
    const hasPage = async () =>
      (await platform.call(getRouters, {}, engineer)).data
        .flatMap(withChildren)
        .some((node) => node.component === "laboratory/quality/batch");
    try {
      await sql`delete from role_menu where menu_id = (select id from menu where built_in_key = 'batch')`.execute(
        db,
      );
      expect(await hasPage()).toBe(false);
      await batchesForReadersOfQuality.up(db);
      expect(await hasPage()).toBe(true);
    } finally {
      await db.destroy();
    }
  });

  test("names the paths of the pages that exist for others, and none to whom all are given", async () => {
    const { withheld } = await platform.call(getRouters, {}, await platform.addUser({ roles: ["viewer"] }));
    expect(withheld).toEqual(expect.arrayContaining(["/system/user", "/gen/edit/:tableId"]));
    expect(withheld).not.toContain("/device/Sampling");
    const all = await platform.call(getRouters, {}, await platform.admin());
    expect(all.withheld).toEqual([]);
  });

  test("has one page at each address", async () => {
    const { data } = await platform.call(getRouters, {}, await platform.admin());
    const paths = data.flatMap((node) => pathsOf(node, ""));
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  test("of anyone who has no role is empty", async () => {
    const { data } = await platform.call(getRouters, {}, await platform.addUser({}));
    expect(data).toEqual([]);
  });

  test("of two roles is the same as of one that holds all of both", async () => {
    const both = await platform.call(
      getRouters,
      {},
      await platform.addUser({ roles: ["operator", "engineer"] }),
    );
    const one = await platform.call(getRouters, {}, await platform.addUser({ roles: ["engineer"] }));
    expect(both).toEqual(one);
  });

  test("keeps what an administrator changed over a restart", async () => {
    const key = "points";
    await platform.db
      .updateTable("menu")
      .set({ title: "Our points" })
      .where("builtInKey", "=", key)
      .execute();
    await platform.restart();
    const { data } = await platform.call(getRouters, {}, await platform.admin());
    expect(data.flatMap(withChildren).map((node) => node.meta.title)).toContain("Our points");
  });

  test("has the words of the console for every title of the program, in both languages", () => {
    const localeOf = (language: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, words, `${language}.json`), "utf8")) as Locale;
    const [en, zh] = [localeOf("en"), localeOf("zh")];
    // Titles of families are made of the contract on both sides.
    const own = titlesOf(builtInMenu).filter((title) => !title.startsWith("families."));
    const wrong = own.filter((title) => {
      const [group = "", name = ""] = title.split(/\.(.*)/);
      return menuTitles[title]?.en !== en[group]?.[name] || menuTitles[title]?.zh !== zh[group]?.[name];
    });
    expect(wrong).toEqual([]);
  });

  test("is refused without a session", async () => {
    expect(await platform.refusal(getRouters, {}, null)).toMatchObject({ code: 401 });
  });
});

const words = "../../../../../console/src/app/locales";
type Locale = Record<string, Record<string, string>>;

function titlesOf(entries: readonly BuiltInMenu[]): string[] {
  return entries.flatMap(({ title, children = [] }) => [
    ...(title === "" ? [] : [title]),
    ...titlesOf(children),
  ]);
}

/** The addresses of a node's pages; a container is none itself. */
function pathsOf(node: RouteNode, above: string): string[] {
  const path = node.path.startsWith("/") ? node.path : `${above.replace(/\/$/, "")}/${node.path}`;
  const own = node.component === "Layout" || node.component === "ParentView" ? [] : [path];
  return [...own, ...node.children.flatMap((child) => pathsOf(child, path))];
}

function withChildren(node: RouteNode): RouteNode[] {
  return [node, ...node.children.flatMap(withChildren)];
}
