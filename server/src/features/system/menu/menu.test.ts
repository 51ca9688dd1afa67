import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";

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
    expect(titles).toContain("menu.waterSamplers");
    expect(titles.filter((title) => title.startsWith("action."))).toEqual([]);
  });

  test("of whoever has no role is empty", async () => {
    const { data } = await platform.call(getRouters, {}, await platform.addUser({}));
    expect(data).toEqual([]);
  });

  test("of two roles is the same as of one that holds all of both", async () => {
    const both = await platform.call(
      getRouters,
      {},
      await platform.addUser({ roles: ["viewer", "engineer"] }),
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

  test("is refused without a session", async () => {
    expect(await platform.refusal(getRouters, {}, null)).toMatchObject({ code: 401 });
  });
});

function withChildren(node: RouteNode): RouteNode[] {
  return [node, ...node.children.flatMap(withChildren)];
}
