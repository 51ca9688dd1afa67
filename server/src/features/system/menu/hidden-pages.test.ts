import { expect, test } from "vitest";
import { builtInMenu } from "./built-in-menu.data.ts";
import { listOfHiddenPage } from "./hidden-pages.service.ts";
import type { BuiltInMenu } from "./menu-entry.ts";

const withBelow = (entry: BuiltInMenu): BuiltInMenu[] => [
  entry,
  ...(entry.children ?? []).flatMap(withBelow),
];
const entries = new Map(builtInMenu.flatMap(withBelow).map((entry) => [entry.key, entry]));

test("each hidden page that asks for no permission belongs to a page of the menu", () => {
  const alone = [...entries.values()].filter(
    ({ key, hidden, permission }) => hidden && permission === undefined && !listOfHiddenPage.has(key),
  );
  expect(alone.map(({ key }) => key)).toEqual([]);
});

test("only hidden pages belong to another one, which is shown", () => {
  for (const [page, list] of listOfHiddenPage) {
    expect(entries.get(page)?.hidden, page).toBe(true);
    expect(entries.has(list) && !entries.get(list)?.hidden, list).toBe(true);
  }
});

/** Orders are given there, which fewer may than read them. */
const pagesToAct = ["workOrderDispatch"];

test("each role that has a list, and may read what is on it, has the page of one of its records", () => {
  for (const [page, list] of listOfHiddenPage) {
    if (pagesToAct.includes(page)) continue;
    const readers = entries
      .get(list)
      ?.children?.find(({ permission }) => permission?.endsWith(":query"))?.roles;
    const roles = entries.get(list)?.roles?.filter((role) => readers?.includes(role) ?? true);
    expect(entries.get(page)?.roles, page).toEqual(expect.arrayContaining([...(roles ?? [])]));
  }
});
