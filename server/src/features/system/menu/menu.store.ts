/** The nodes of the menu, and which roles see them. */
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { BuiltInMenu } from "./menu-entry.ts";

export type MenuRow = {
  id: number;
  parentId: number | null;
  kind: string;
  title: string;
  path: string;
  component: string | null;
  query: string | null;
  icon: string;
  visible: boolean;
  cached: boolean;
  redirect: string;
};

export type MenuStore = ReturnType<typeof createMenuStore>;

export function createMenuStore(db: Db) {
  const columns = [
    "id",
    "parentId",
    "kind",
    "title",
    "path",
    "component",
    "query",
    "icon",
    "visible",
    "cached",
    "redirect",
  ] as const;

  return {
    /** Directories and pages that some of the user's roles hold; all of them for `userId` null. */
    async listPages(userId: number | null): Promise<MenuRow[]> {
      let query = db
        .selectFrom("menu")
        .select(columns)
        .where("kind", "in", ["directory", "page"])
        .where("status", "=", "0");
      if (userId !== null) {
        query = query.where("id", "in", (eb) =>
          eb
            .selectFrom("roleMenu")
            .innerJoin("userRole", "userRole.roleId", "roleMenu.roleId")
            .innerJoin("role", "role.id", "roleMenu.roleId")
            .where("userRole.userId", "=", userId)
            .where("role.status", "=", "0")
            .select("roleMenu.menuId"),
        );
      }
      return query.orderBy("orderNum").orderBy("id").limit(5000).execute();
    },

    async addBuiltInRole(role: { roleKey: string; name: string; dataScope: string }): Promise<void> {
      await db
        .insertInto("role")
        .values({ ...role, builtIn: true })
        .onConflict((conflict) => conflict.column("roleKey").doNothing())
        .execute();
    },

    /** Adds a built-in node and gives it to its roles; a node that is already is left as it is. */
    async addBuiltIn(node: BuiltInMenu, parentId: number | null, orderNum: number): Promise<number> {
      const added = await db
        .insertInto("menu")
        .values({
          builtInKey: node.key,
          parentId,
          kind: node.kind,
          title: node.title,
          path: node.path ?? "",
          component: node.component ?? null,
          query: node.query ?? null,
          icon: node.icon ?? "",
          permission: node.permission ?? null,
          orderNum,
          visible: node.hidden !== true,
        })
        .onConflict((conflict) => conflict.column("builtInKey").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added !== undefined) await this.grant(added.id, node.roles);
      return added?.id ?? this.findBuiltIn(node.key);
    },

    async findBuiltIn(key: string): Promise<number> {
      const found = await db
        .selectFrom("menu")
        .select("id")
        .where("builtInKey", "=", key)
        .executeTakeFirstOrThrow();
      return found.id;
    },

    async grant(menuId: number, roleKeys: readonly string[]): Promise<void> {
      await sql`insert into role_menu (role_id, menu_id)
                select id, ${menuId}::int from role where role_key = any(${[...roleKeys]}::text[])
                on conflict do nothing`.execute(db);
    },
  };
}
