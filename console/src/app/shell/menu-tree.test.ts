import type { RouteNode } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { menuOf } from "./menu-tree.ts";

function node(path: string, component: string, part: Partial<RouteNode> = {}): RouteNode {
  return {
    name: path,
    path,
    hidden: false,
    component,
    children: [],
    meta: { title: path, icon: "", noCache: false, link: null },
    ...part,
  };
}

test("groups keep their links, hidden and parameterised pages stay out", () => {
  const groups = menuOf([
    node("/device", "Layout", {
      alwaysShow: true,
      children: [
        node("Sampling", "fleet/devices/device-list"),
        node("admin/:id", "fleet/devices/device-page"),
        node("secret", "x/y", { hidden: true }),
      ],
    }),
  ]);
  expect(groups.map(({ links }) => links.map(({ path }) => path))).toEqual([
    ["/index"],
    ["/device/Sampling"],
  ]);
});

test("a lone page stands beside home, an outside address opens outside", () => {
  const meta = { title: "Manual", icon: "", noCache: false, link: "https://manual.example" };
  const [first] = menuOf([node("/help", "Layout", { children: [node("manual", "InnerLink", { meta })] })]);
  expect(first?.links[1]).toMatchObject({ path: "https://manual.example", outside: true });
});
