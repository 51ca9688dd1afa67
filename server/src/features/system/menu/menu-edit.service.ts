import type { Menu } from "@tracewater/contract/system/menus";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Sorting } from "../../../platform/store/sort-rows.ts";
import { checkBuiltIn, checkMenu, type MenuBody, refuseKept } from "./menu-edit.model.ts";
import { createMenuEditStore, type Moved } from "./menu-edit.store.ts";
import { isTitle, titleIn } from "./menu-title.service.ts";

export type MenuEditService = ReturnType<typeof createMenuEditService>;

/** The menu as administrators change it. `components` notifies the pages of the console's build, null without one. */
export function createMenuEditService(options: { db: Db; components: () => readonly string[] | null }) {
  const store = createMenuEditStore(options.db);

  async function find(id: number): Promise<Menu> {
    const found = await store.find(id);
    if (found === undefined) throw notFound({ en: "menu entry", zh: "菜单" });
    return found;
  }

  async function findParent(id: number): Promise<Menu | null> {
    if (id === 0) return null;
    const found = await store.find(id);
    if (found === undefined) throw fieldError("parentId", { en: "entry not found", zh: "上级菜单不存在" });
    return found;
  }

  async function check(caller: Caller, given: MenuBody, before: Menu | null): Promise<void> {
    const components = options.components();
    // A page that was there when the entry was made may be gone from this build; that alone stops no other change.
    const isKept = before !== null && before.component === given.component;
    const known =
      components === null ? null : new Set(isKept ? [...components, given.component] : components);
    checkMenu(given, await findParent(given.parentId), known);
    if (given.perms !== "" && given.perms !== before?.perms && !mayDo(caller, given.perms)) {
      throw fieldError("perms", { en: "you do not hold this permission yourself", zh: "您自己不具备该权限" });
    }
  }

  return {
    /** By a part of the title, in either language. */
    async list(
      filter: { name?: string | undefined; visible?: Flag | undefined; status?: Flag | undefined },
      language: Language,
    ): Promise<Menu[]> {
      const { name, ...rest } = filter;
      const asked = name?.toLowerCase() ?? "";
      const holds = ({ menuName }: Menu) =>
        [menuName, titleIn(menuName, "en"), titleIn(menuName, "zh")].some((words) =>
          words.toLowerCase().includes(asked),
        );
      return (await store.list(rest)).filter(holds).map((menu) => withTitleIn(menu, language));
    },
    read: async (id: number, language: Language): Promise<Menu> => withTitleIn(await find(id), language),
    components: () => options.components() ?? [],

    async add(caller: Caller, given: MenuBody): Promise<number> {
      await check(caller, given, null);
      const id = await store.add(given);
      if (id === undefined) throw titleTaken();
      return id;
    },

    async change(caller: Caller, id: number, body: MenuBody): Promise<Menu> {
      const before = await find(id);
      const given = isTitle(before.menuName, body.menuName) ? { ...body, menuName: before.menuName } : body;
      checkBuiltIn(before, given);
      if (!before.builtIn) await check(caller, given, before);
      refuseUnless(await store.change(id, given));
      return before;
    },

    async move(id: number, parentId: number, beforeId: number | null): Promise<Menu> {
      const before = await find(id);
      const moved = { ...before, parentId } as MenuBody; // a stored entry is a body with its id
      checkBuiltIn(before, moved);
      if (parentId !== before.parentId)
        checkMenu(moved, await findParent(parentId), new Set([before.component]));
      refuseUnless(await store.move(id, parentId, beforeId));
      return before;
    },

    /** Sets the places of several entries among their neighbours, as clients of the family send them. */
    async sort(order: Sorting): Promise<{ before: Menu; orderNum: number }[]> {
      const sorted: { before: Menu; orderNum: number }[] = [];
      for (const { id, orderNum } of order) sorted.push({ before: await find(id), orderNum });
      await store.sort(order);
      return sorted;
    },

    async remove(id: number): Promise<Menu> {
      const gone = await find(id);
      if (gone.builtIn || !(await store.remove(id))) {
        refuseKept({ isBuiltIn: gone.builtIn, ...(await store.countKept(id)) });
      }
      return gone;
    },
  };
}

type Flag = "0" | "1";

/** The title as people read it, with the key behind it where it is one of the program's. */
function withTitleIn(menu: Menu, language: Language): Menu {
  return { ...menu, menuName: titleIn(menu.menuName, language), titleKey: menu.titleKey };
}

function refuseUnless(outcome: Moved): void {
  if (outcome === "taken") throw titleTaken();
  if (outcome === "ring") {
    throw fieldError("parentId", { en: "is inside the branch you are moving", zh: "位于被移动的分支之内" });
  }
}

function titleTaken(): AppError {
  const text = { en: "another entry at this level has the same title", zh: "同级菜单已有该名称" };
  return new AppError(
    "conflict",
    { en: "Another entry at this level has the same title.", zh: "同级菜单已有该名称。" },
    [{ field: "menuName", text }],
  );
}
