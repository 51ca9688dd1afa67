/** `getRouters`, the menu and its trees as a client of the family takes them (rows F1, F8, F9 and C12). */
import { beforeAll, expect, test } from "vitest";
import { type FamilyClient, familyClient } from "../../../test/family-client.ts";
import { onPlatform } from "../../../test/test-platform.ts";

type Node = {
  name: string;
  path: string;
  component: string;
  redirect?: string;
  alwaysShow?: boolean;
  meta: { title: string; icon: string; link: string | null };
  children: Node[];
};

onPlatform("A client of the family", (platform) => {
  let client: FamilyClient;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    client = familyClient(platform, await platform.admin());
    const add = async (menuName: string, more: object) => {
      const entry = {
        menuName,
        parentId: 0,
        orderNum: 1,
        isFrame: "1",
        isCache: "0",
        visible: "0",
        status: "0",
      };
      const { code, msg, data } = await client.post("/system/menu", { ...entry, ...more });
      expect(code, msg).toBe(200);
      ids.set(menuName, (data as { id: number }).id);
    };
    await add("我的目录", { menuType: "M", path: "rva", icon: "system" });
    await add("我的用户", {
      ...{ menuType: "C", path: "user", component: "system/user/index", perms: "system:user:list" },
      ...{ icon: "user", parentId: ids.get("我的目录") },
    });
    await add("自有页面", { menuType: "C", path: "plant", component: "rva/plant/index", icon: "tree-table" });
    await add("官网", { menuType: "M", path: "http://ruoyi.vip", isFrame: "0", icon: "guide" });
    await add("内嵌官网", { menuType: "M", path: "http://www.ruoyi.vip:81/a", isFrame: "1", icon: "guide" });
    await add("外链菜单", { menuType: "C", path: "https://example.org/x", isFrame: "0", icon: "link" });
  });

  const tree = async () => (await client.getRoot("/getRouters")).data as unknown as Node[];
  const of = async (menuName: string) =>
    flat(await tree()).find((node) => node.name === `m${ids.get(menuName) ?? 0}`);

  test("gets a tree whose top paths all begin with a slash or are addresses outside", async () => {
    for (const { path, component } of await tree()) {
      expect(path).toMatch(/^(\/|https?:\/\/)/);
      expect(component).toBe("Layout");
    }
  });

  test("gets a directory under a slash and its pages beneath it, with the component that it asked for", async () => {
    const directory = await of("我的目录");
    expect(directory).toMatchObject({
      path: "/rva",
      component: "Layout",
      redirect: "noRedirect",
      alwaysShow: true,
    });
    expect(directory?.children).toMatchObject([{ path: "user", component: "system/user/index" }]);
  });

  test("gets a page at the top in a layout of its own", async () => {
    const page = `m${ids.get("自有页面") ?? 0}`;
    const wrapper = (await tree()).find((node) => node.children.some((child) => child.name === page));
    expect(wrapper).toMatchObject({ path: "/", component: "Layout" });
    expect(wrapper?.children).toMatchObject([
      {
        path: "plant",
        component: "rva/plant/index",
        meta: { title: "自有页面", icon: "tree-table", link: null },
      },
    ]);
  });

  test("gets links outside as they are, and links inside as a path with the address in meta", async () => {
    const outside = await of("官网");
    expect(outside).toMatchObject({
      path: "http://ruoyi.vip",
      component: "Layout",
      meta: { link: "http://ruoyi.vip" },
    });
    expect(await of("外链菜单")).toMatchObject({
      path: "https://example.org/x",
      meta: { link: "https://example.org/x" },
    });
    const inside = await of("内嵌官网");
    expect(inside).toMatchObject({
      path: "ruoyi/vip/81/a",
      component: "InnerLink",
      meta: { link: "http://www.ruoyi.vip:81/a" },
    });
    const wrapper = (await tree()).find((node) => node.children.some((child) => child.name === inside?.name));
    expect(wrapper).toMatchObject({ path: "/", component: "Layout" });
  });

  test("gets titles as words in the language of its request, everywhere the menu is shown", async () => {
    const words = /\p{Script=Han}/u;
    const keys = /^(menu|page|action)\./;
    const titles = flat(await tree()).map((node) => node.meta.title);
    expect(titles).toContain("用户管理");
    const rows = (await client.get("/system/menu/list")).data as unknown as { menuName: string }[];
    const select = (await client.get("/system/menu/treeselect")).data as unknown as Tree[];
    const { menus } = (await client.get("/system/menu/roleMenuTreeselect/1")) as unknown as { menus: Tree[] };
    const lists = [titles, rows.map((row) => row.menuName), labelsOf(select), labelsOf(menus)];
    for (const list of lists) {
      expect(list.filter((title) => keys.test(title))).toEqual([]);
      expect(list.filter((title) => title !== "" && !words.test(title)).length).toBeLessThan(list.length / 4);
    }
    const english = familyClient(platform, await platform.admin(), "en");
    const { data } = await english.getRoot("/getRouters");
    expect(flat(data as unknown as Node[]).map((node) => node.meta.title)).toContain("Users");
  });

  test("finds an entry by a word of its title and sends it back without changing the other language", async () => {
    const found = (await client.get(`/system/menu/list?menuName=${encodeURIComponent("用户管理")}`))
      .data as unknown as {
      menuId: number;
      menuName: string;
    }[];
    expect(found).toHaveLength(1);
    const { data } = await client.get(`/system/menu/${found[0]?.menuId}`);
    expect((await client.put("/system/menu", data)).code).toBe(200);
    const english = familyClient(platform, await platform.admin(), "en");
    const again = (await english.get(`/system/menu/${found[0]?.menuId}`)).data as unknown as {
      menuName: string;
    };
    expect(again.menuName).toBe("Users");
  });

  test("sorts the entries of a level with two texts", async () => {
    const [first = 0, second = 0] = [ids.get("我的目录"), ids.get("自有页面")];
    const body = { menuIds: `${first},${second}`, orderNums: "7,3" };
    expect((await client.put("/system/menu/updateSort", body)).code).toBe(200);
    const { data } = await client.get(`/system/menu/${second}`);
    expect(data).toMatchObject({ orderNum: 3 });
    expect(await client.put("/system/menu/updateSort", { menuIds: "1,2", orderNums: "1" })).toMatchObject({
      code: 400,
    });
  });

  test("refuses icons and components that nobody has", async () => {
    const entry = { menuName: "x", parentId: 0, menuType: "C", path: "x" };
    expect(await client.post("/system/menu", { ...entry, component: "nothing here" })).toMatchObject({
      code: 400,
    });
    expect(
      await client.post("/system/menu", { ...entry, component: "a/index", icon: "no-such-icon" }),
    ).toMatchObject({
      code: 400,
      errors: [{ field: "icon" }],
    });
  });
});

type Tree = { label: string; children?: Tree[] };

function labelsOf(nodes: readonly Tree[]): string[] {
  return nodes.flatMap(({ label, children = [] }) => [label, ...labelsOf(children)]);
}

function flat(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}
