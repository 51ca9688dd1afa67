import type { RouteNode } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { groupAt, menuOf } from "./menu-tree.ts";

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

test("a lone page is next to home, an outside address opens outside", () => {
  const meta = { title: "Manual", icon: "", noCache: false, link: "https://manual.example" };
  const [first] = menuOf([node("/help", "Layout", { children: [node("manual", "ParentView", { meta })] })]);
  expect(first?.links[1]).toMatchObject({ path: "https://manual.example", outside: true });
});

test("an inner link is a page of ours that shows the address", () => {
  const meta = { title: "Manual", icon: "", noCache: false, link: "https://manual.example" };
  const [first] = menuOf([node("/help", "Layout", { children: [node("manual", "InnerLink", { meta })] })]);
  expect(first?.links[1]).toMatchObject({ path: "/help/manual", outside: false });
});

test("an address that is no web address is never opened", () => {
  const meta = { title: "Bad", icon: "", noCache: false, link: "javascript:alert(1)" };
  const [first] = menuOf([node("/help", "Layout", { children: [node("bad", "ParentView", { meta })] })]);
  expect(first?.links.map(({ path }) => path)).toEqual(["/index"]);
});

test("a page of one thing belongs to the group whose pages begin with the same word", () => {
  const groups = menuOf([
    node("/device", "Layout", { alwaysShow: true, children: [node("Sampling", "a/b")] }),
    node("/samplePoint", "Layout", { alwaysShow: true, children: [node("samplePoint", "c/d")] }),
  ]);
  expect(groupAt(groups, "/samplePoint/samplePoint").title).toBe("/samplePoint");
  expect(groupAt(groups, "/device/admin/1/data_up/WS-1").title).toBe("/device");
  expect(groupAt(groups, "/user/profile").title).toBe("");
});
