import { expect, test } from "vitest";
import {
  closeAll,
  closeForwarder,
  closeOne,
  closeOthers,
  nameTab,
  nextAfter,
  refresh,
  type Tab,
  visit,
} from "./tab-store.ts";

function tab(key: string, affix = false): Tab {
  return { key, title: key, affix, cached: true, at: { pathname: key, search: "", hash: "" }, version: 0 };
}

const tabs = [tab("/index", true), tab("/a"), tab("/b"), tab("/c")];
const keys = (list: readonly Tab[]) => list.map(({ key }) => key);

test("a visited page is added once and its tab follows it", () => {
  const moved = visit(tabs, { ...tab("/a"), at: { pathname: "/a", search: "?pageNum=2", hash: "" } });
  expect(keys(moved)).toEqual(keys(tabs));
  expect(moved[1]?.at.search).toBe("?pageNum=2");
  expect(visit(tabs, tab("/a"))).toBe(tabs);
});

test("affixed tabs stay", () => {
  expect(keys(closeOne(tabs, "/index"))).toEqual(keys(tabs));
  expect(keys(closeOthers(tabs, "/b"))).toEqual(["/index", "/b"]);
  expect(keys(closeAll(tabs))).toEqual(["/index"]);
});

test("a page that only led to another leaves no tab behind, and a pinned one stays", () => {
  expect(keys(closeForwarder(tabs, "/b"))).toEqual(["/index", "/a", "/c"]);
  expect(closeForwarder(tabs, "/index")).toBe(tabs);
  expect(closeForwarder(tabs, "/d")).toBe(tabs);
  const record = { ...tab("/b?id=7"), at: { pathname: "/b", search: "?id=7", hash: "" } };
  expect(keys(closeForwarder([...tabs, record], "/b"))).toEqual(["/index", "/a", "/c", "/b?id=7"]);
});

test("closing the active tab leads to its neighbour, closing another leads nowhere", () => {
  expect(nextAfter(tabs, closeOne(tabs, "/b"), "/b")?.key).toBe("/c");
  expect(nextAfter(tabs, closeOne(tabs, "/c"), "/c")?.key).toBe("/b");
  expect(nextAfter(tabs, closeOne(tabs, "/a"), "/b")).toBeUndefined();
});

test("a refreshed tab is another page", () => expect(refresh(tabs, "/a")[1]?.version).toBe(1));

test("a tab is called after the record that its page shows, until it shows another", () => {
  const named = nameTab(tabs, "/a", "DL-261116-0093");
  expect(named[1]?.name).toBe("DL-261116-0093");
  expect(nameTab(named, "/a", "DL-261116-0093")).toBe(named);
  expect(visit(named, tab("/a"))[1]?.name).toBe("DL-261116-0093");
  const other = { ...tab("/a"), at: { pathname: "/a", search: "?id=8", hash: "" } };
  expect(visit(named, other)[1]?.name).toBeUndefined();
});
