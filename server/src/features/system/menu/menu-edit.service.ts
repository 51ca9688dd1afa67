import type { Menu } from "@tracewater/contract/system/menus";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import type { Db } from "../../../platform/store/database.ts";
import { checkBuiltIn, checkMenu, type MenuBody, refuseKept } from "./menu-edit.model.ts";
import { createMenuEditStore, type Moved } from "./menu-edit.store.ts";

export type MenuEditService = ReturnType<typeof createMenuEditService>;

/** The menu as administrators change it. `components` tells the pages of the console's build, null without one. */
export function createMenuEditService(options: { db: Db; components: () => readonly string[] | null }) {
  const store = createMenuEditStore(options.db);

  async function find(id: number): Promise<Menu> {
    const found = await store.find(id);
    if (found === undefined) throw noSuch({ en: "menu entry", zh: "菜单" });
    return found;
  }

  async function findParent(id: number): Promise<Menu | null> {
    if (id === 0) return null;
    const found = await store.find(id);
    if (found === undefined)
      throw badField("parentId", { en: "there is no such entry", zh: "上级菜单不存在" });
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
      throw badField("perms", { en: "you do not hold this permission yourself", zh: "您自己不具备该权限" });
    }
  }

  return {
    list: store.list,
    find,
    components: () => options.components() ?? [],

    async add(caller: Caller, given: MenuBody): Promise<number> {
      await check(caller, given, null);
      const id = await store.add(given);
      if (id === undefined) throw titleTaken();
      return id;
    },

    async change(caller: Caller, id: number, given: MenuBody): Promise<Menu> {
      const before = await find(id);
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

    async remove(id: number): Promise<Menu> {
      const gone = await find(id);
      if (gone.builtIn || !(await store.remove(id))) {
        refuseKept({ isBuiltIn: gone.builtIn, ...(await store.countKept(id)) });
      }
      return gone;
    },
  };
}

function refuseUnless(outcome: Moved): void {
  if (outcome === "taken") throw titleTaken();
  if (outcome === "ring") {
    throw badField("parentId", { en: "lies in the branch that is moved", zh: "位于被移动的分支之内" });
  }
}

function titleTaken(): Failure {
  const words = { en: "a neighbour has this title", zh: "同级菜单已有该名称" };
  return new Failure("conflict", { en: "A neighbour has this title.", zh: "同级菜单已有该名称。" }, [
    { field: "menuName", words },
  ]);
}
