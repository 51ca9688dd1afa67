import type { RouteNode } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { hasPlainIds, joinPath, linkOf, pagesOf, parseQuery, redirectsOf } from "./shell-page.ts";

function node(part: Partial<RouteNode> & { title?: string }): RouteNode {
  const { title = "", ...rest } = part;
  return {
    name: "N",
    path: "",
    hidden: false,
    component: "Layout",
    children: [],
    meta: { title, icon: "", noCache: false, link: null },
    ...rest,
  };
}

test("containers give their path and title to their pages", () => {
  const tree = [
    node({
      path: "/device",
      title: "menu.devices",
      children: [
        node({ path: "Sampling", component: "fleet/devices/device-list", query: '{"family":"waterSample"}' }),
        node({
          path: "admin/:id(\\d+)/:active_name/:device_name",
          component: "fleet/devices/device-page",
          children: [node({ path: "device_info", component: "fleet/devices/device-info" })],
        }),
      ],
    }),
  ];
  const [list, device] = pagesOf(tree);
  expect(list).toMatchObject({
    path: "/device/Sampling",
    trail: ["menu.devices"],
    query: { family: "waterSample" },
  });
  expect(device?.path).toBe("/device/admin/:id/:active_name/:device_name");
  expect(device?.tabs.map((tab) => tab.path)).toEqual(["device_info"]);
});

test("an absolute path stands for itself", () => expect(joinPath("/device", "/mass/x")).toBe("/mass/x"));

test("a container leads on to its redirect, and never to another origin", () => {
  const tree = [
    node({ path: "/a", redirect: "b", children: [node({ path: "c", redirect: "/d/e" })] }),
    node({ path: "/n", redirect: "noRedirect" }),
    node({ path: "/x", redirect: "//evil.example" }),
  ];
  expect([...redirectsOf(tree)]).toEqual([
    ["/a", "/a/b"],
    ["/a/c", "/d/e"],
  ]);
});

test("only web addresses and paths of this origin are links", () => {
  const linked = (link: string | null, path = "") =>
    linkOf(node({ path, meta: { title: "", icon: "", noCache: false, link } }));
  expect(linked("https://a.example/b")).toBe("https://a.example/b");
  expect(linked("/user/profile")).toBe("/user/profile");
  expect(linked(null, "https://a.example")).toBe("https://a.example");
  expect(linked("javascript:alert(1)")).toBeNull();
  expect(linked("//evil.example")).toBeNull();
  expect(linked(null, "list")).toBeNull();
});

test("ids are digits", () => {
  expect(hasPlainIds({ id: "12", device_name: "WS-0417" })).toBe(true);
  expect(hasPlainIds({ id: "12a" })).toBe(false);
  expect(hasPlainIds({ tableId: "-1" })).toBe(false);
});

test("a query that is no JSON object is nothing", () => {
  expect(parseQuery("{")).toEqual({});
  expect(parseQuery("7")).toEqual({});
});
