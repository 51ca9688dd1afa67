import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addMenu,
  changeMenu,
  getMenu,
  listMenuComponents,
  listMenus,
  type Menu,
  moveMenu,
  removeMenu,
} from "@tracewater/contract/system/menus";
import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Session } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const consoleFolder = await mkdtemp(join(tmpdir(), "tw-console-"));
await writeFile(
  join(consoleFolder, "pages.json"),
  JSON.stringify(["fleet/devices/device-list", "system/menu/menu-list"]),
);

onPlatform(
  "The menu",
  (platform) => {
    let admin: Session = { token: "" };
    let directory = 0;

    beforeAll(async () => {
      admin = await platform.admin();
      directory = await add({ menuName: "Ours", menuType: "M", path: "/ours" });
    });

    const add = async (body: object) =>
      (await platform.call(addMenu, { body: { parentId: 0, menuType: "C", ...body } } as never, admin)).data
        .id;
    const page = (menuName: string, more: object = {}) => ({
      parentId: directory,
      menuName,
      menuType: "C",
      path: menuName,
      component: "fleet/devices/device-list",
      ...more,
    });
    const read = async (id: number) => (await platform.call(getMenu, { params: { id } }, admin)).data;
    const list = async () => (await platform.call(listMenus, {}, admin)).data;
    const builtIn = async (component: string) => {
      const found = (await list()).find((one) => one.component === component);
      if (found === undefined) throw new Error(`no entry of ${component}`);
      return found;
    };
    const bodyOf = ({ builtIn: _, ...rest }: Menu) => rest;
    const routes = async (as: Session) => flat((await platform.call(getRouters, {}, as)).data);

    test("shows a new page to administrators at its address, with what it is opened with", async () => {
      const id = await add(page("watch", { query: '{"family":"mass"}', icon: "gauge", isCache: "1" }));
      const route = (await routes(admin)).find((node) => node.name === `m${id}`);
      expect(route).toMatchObject({
        path: "watch",
        component: "fleet/devices/device-list",
        query: '{"family":"mass"}',
        hidden: false,
        meta: { title: "watch", icon: "gauge", noCache: true, link: null },
      });
      await platform.call(changeMenu, { body: { ...bodyOf(await read(id)), visible: "1" } as never }, admin);
      expect((await routes(admin)).find((node) => node.name === `m${id}`)?.hidden).toBe(true);
      await platform.call(removeMenu, { params: { id } }, admin);
      expect(await platform.refusal(getMenu, { params: { id } }, admin)).toMatchObject({ code: 404 });
    });

    test("leads outside, in a window of its own or inside the console, and a directory where it is reported", async () => {
      const outside = await add({
        parentId: directory,
        menuName: "Manual",
        path: "https://example.org/a",
        isFrame: "0",
      });
      const inside = await add({
        parentId: directory,
        menuName: "Wiki",
        path: "https://example.org/b",
        isFrame: "1",
      });
      const found = await routes(admin);
      const of = (id: number) => found.find((node) => node.name === `m${id}`);
      expect(of(outside)).toMatchObject({ component: "Layout", meta: { link: "https://example.org/a" } });
      expect(of(inside)).toMatchObject({ component: "InnerLink", meta: { link: "https://example.org/b" } });
      expect([(await read(outside)).isFrame, (await read(inside)).isFrame]).toEqual(["0", "1"]);
      const led = { ...bodyOf(await read(directory)), redirect: "/ours/watch" };
      await platform.call(changeMenu, { body: led as never }, admin);
      expect((await routes(admin)).find((node) => node.name === `m${directory}`)?.redirect).toBe(
        "/ours/watch",
      );
    });

    test.each([
      ["component", { component: "fleet/devices/nowhere" }],
      ["component", { component: "" }],
      ["component", { path: "https://example.org" }],
      ["path", { path: "" }],
      ["path", { path: "javascript:alert(1)" }],
      ["path", { path: "//evil.example" }],
      ["path", { path: "../login" }],
      ["query", { query: "family=mass" }],
      ["query", { query: "[1]" }],
      ["icon", { icon: "skull" }],
      ["perms", { perms: "*:*:*" }],
      ["perms", { menuType: "F", path: "", component: "", perms: "" }],
      ["parentId", { parentId: 999_999 }],
      ["menuName", { menuName: " " }],
    ])("refuses a wrong entry by its field %s", async (field, wrong) => {
      const input = { body: page("wrong", wrong) };
      expect(await platform.refusal(addMenu, input, admin)).toMatchObject({ code: 400, errors: [{ field }] });
    });

    test("offers the pages of the build", async () => {
      expect((await platform.call(listMenuComponents, {}, admin)).data).toContain("system/menu/menu-list");
    });

    test("keeps what the program brings: renamed, hidden and put in order, never deleted or led elsewhere", async () => {
      const entry = await builtIn("system/menu/menu-list");
      await platform.call(changeMenu, { body: { ...bodyOf(entry), menuName: "Our menu" } as never }, admin);
      expect((await read(entry.menuId)).menuName).toBe("Our menu");
      expect(await platform.refusal(removeMenu, { params: { id: entry.menuId } }, admin)).toMatchObject({
        code: 500,
      });
      for (const [field, value] of [
        ["component", "fleet/devices/device-list"],
        ["path", "elsewhere"],
        ["perms", "system:menu:edit"],
        ["parentId", directory],
        ["status", "1"],
      ] as const) {
        const input = { body: { ...bodyOf(entry), [field]: value } };
        expect(await platform.refusal(changeMenu, input, admin)).toMatchObject({
          code: 400,
          errors: [{ field }],
        });
      }
      const away = { body: { menuId: entry.menuId, parentId: directory } };
      expect(await platform.refusal(moveMenu, away, admin)).toMatchObject({ code: 400 });
      const siblings = (await list()).filter((one) => one.parentId === entry.parentId);
      const first = siblings[0]?.menuId ?? 0;
      await platform.call(
        moveMenu,
        { body: { menuId: entry.menuId, parentId: entry.parentId, before: first } },
        admin,
      );
      expect((await list()).filter((one) => one.parentId === entry.parentId)[0]?.menuId).toBe(entry.menuId);
    });

    test("moves entries, never under themselves, and keeps titles of neighbours apart", async () => {
      const group = await add({ parentId: directory, menuName: "Group", menuType: "M", path: "group" });
      const deeper = await add({ parentId: group, menuName: "Deeper", menuType: "M", path: "deeper" });
      const ring = { code: 400, errors: [{ field: "parentId" }] };
      expect(
        await platform.refusal(moveMenu, { body: { menuId: group, parentId: deeper } }, admin),
      ).toMatchObject(ring);
      const body = { parentId: group, menuName: "Deeper", menuType: "M", path: "again" };
      expect(await platform.refusal(addMenu, { body }, admin)).toMatchObject({ code: 409 });
      const held = await platform.refusal(removeMenu, { params: { id: group } }, admin);
      expect(held).toMatchObject({ code: 500, msg: "1 entry is inside it. Delete or move it first." });
      await platform.call(moveMenu, { body: { menuId: deeper, parentId: directory } }, admin);
      await platform.call(removeMenu, { params: { id: group } }, admin);
    });

    test("keeps what roles hold", async () => {
      const id = await add(page("held"));
      const role = await platform.db
        .selectFrom("role")
        .select("id")
        .where("roleKey", "=", "viewer")
        .executeTakeFirstOrThrow();
      await platform.db.insertInto("roleMenu").values({ roleId: role.id, menuId: id }).execute();
      const refused = await platform.refusal(removeMenu, { params: { id } }, admin);
      expect(refused).toMatchObject({
        code: 500,
        msg: "1 role has this entry. Remove it from that role first.",
      });
    });

    test("lets nobody name a permission that they do not hold themselves", async () => {
      const role = { roleKey: "menuEditor", name: "Menu editor", dataScope: "own" };
      const { id: roleId } = await platform.db
        .insertInto("role")
        .values(role)
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const one of (await list()).filter((entry) => entry.perms.startsWith("system:menu:"))) {
        await platform.db.insertInto("roleMenu").values({ roleId, menuId: one.menuId }).execute();
      }
      const editor = await platform.addUser({ roles: ["menuEditor"] });
      const wanted = { parentId: directory, menuName: "Mine", menuType: "F", perms: "system:licence:issue" };
      const refused = { code: 400, errors: [{ field: "perms" }] };
      expect(await platform.refusal(addMenu, { body: wanted }, editor)).toMatchObject(refused);
      const own = { ...wanted, perms: "system:menu:edit" };
      await platform.call(addMenu, { body: own as never }, editor);
    });

    test("reaches open consoles when it changes", async () => {
      const live = await listenLive(platform.url, admin, "family:waterSample");
      await eventually(() => live.of("hello").length).toBe(1);
      await add(page("live"));
      await eventually(() => live.of("access").length).toBeGreaterThan(0);
      live.close();
    });

    test("is not a matter of a unit's administrator", async () => {
      const own = await platform.addUser({ unitId: await platform.unit(), roles: ["unitAdmin"] });
      const nothing = { params: { id: "1" }, body: { menuId: 1, parentId: 0 } };
      for (const call of [
        listMenus,
        listMenuComponents,
        getMenu,
        addMenu,
        changeMenu,
        moveMenu,
        removeMenu,
      ]) {
        expect(await platform.refusal(call, nothing, own)).toMatchObject({ code: 403 });
      }
    });
  },
  { consoleFolder },
);

function flat(nodes: readonly RouteNode[]): RouteNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}
