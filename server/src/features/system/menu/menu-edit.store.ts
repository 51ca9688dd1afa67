import type { Menu, MenuType } from "@tracewater/contract/system/menus";
import { sql, type Transaction } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { type Sorting, sortRows } from "../../../platform/store/sort-rows.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { isWebAddress, type MenuBody } from "./menu-edit.model.ts";
import { isTitleKey } from "./menu-title.service.ts";

const kindOf = { M: "directory", C: "page", F: "action" } as const;
const typeOf: Readonly<Record<string, MenuType>> = { directory: "M", page: "C", action: "F" };
/** One number for the lock under which the tree's shape is changed. */
const treeLock = 7_402_002;
/** The console's component for a web address that it shows inside. */
const innerLink = "InnerLink";

export type Moved = "changed" | "taken" | "ring";

/** The menu as administrators edit it: entries belong to no unit. */
export function createMenuEditStore(db: Db) {
  const entries = () =>
    db
      .selectFrom("menu")
      .select([
        "id",
        "parentId",
        "kind",
        "title",
        "path",
        "component",
        "query",
        "icon",
        "permission",
        "orderNum",
      ])
      .select(["visible", "status", "cached", "redirect", "remark"])
      .select(sql<boolean>`built_in_key is not null`.as("builtIn"));

  const inTree = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      // Two entries moved at once under each other would make a ring.
      await sql`select pg_advisory_xact_lock(${treeLock})`.execute(trx);
      return work(trx);
    });

  return {
    async list(filter: { visible?: "0" | "1" | undefined; status?: "0" | "1" | undefined }): Promise<Menu[]> {
      let query = entries();
      if (filter.visible !== undefined) query = query.where("visible", "=", filter.visible === "0");
      if (filter.status !== undefined) query = query.where("status", "=", filter.status);
      return (await query.orderBy("orderNum").orderBy("id").limit(5000).execute()).map(toMenu);
    },

    async find(id: number): Promise<Menu | undefined> {
      const found = await entries().where("id", "=", id).executeTakeFirst();
      return found === undefined ? undefined : toMenu(found);
    },

    /** Undefined where a neighbour has the title. */
    async add(menu: MenuBody): Promise<number | undefined> {
      return inTree(async (trx) => {
        if (await isTitleTaken(trx, menu.parentId || null, menu.menuName, null)) return undefined;
        const added = await trx
          .insertInto("menu")
          .values({ ...toRow(menu), builtInKey: null })
          .returning("id")
          .executeTakeFirstOrThrow();
        return added.id;
      });
    },

    async change(id: number, menu: MenuBody): Promise<Moved> {
      return inTree(async (trx) => {
        if (await isAbove(trx, id, menu.parentId)) return "ring";
        if (await isTitleTaken(trx, menu.parentId || null, menu.menuName, id)) return "taken";
        await trx.updateTable("menu").set(toRow(menu)).where("id", "=", id).execute();
        return "changed";
      });
    },

    async move(id: number, parentId: number, before: number | null): Promise<Moved> {
      return inTree(async (trx) => {
        if (await isAbove(trx, id, parentId)) return "ring";
        const neighbours = await trx
          .selectFrom("menu")
          .select("id")
          .where("parentId", "is not distinct from", parentId || null)
          .where("id", "<>", id)
          .orderBy("orderNum")
          .orderBy("id")
          .limit(5000)
          .execute();
        const order = neighbours.map((one) => one.id);
        const place = before === null ? -1 : order.indexOf(before);
        order.splice(place < 0 ? order.length : place, 0, id);
        await sql`update menu set order_num = given.place * 10, parent_id = ${parentId || null}::int
          from unnest(${order}::int[]) with ordinality as given(id, place) where menu.id = given.id`.execute(
          trx,
        );
        return "changed";
      });
    },

    sort: (order: Sorting) => sortRows(db, "menu", order),

    async countKept(id: number): Promise<{ below: number; roles: number }> {
      const counted = await sql<{ below: number; roles: number }>`
        select (select count(*)::int from menu where parent_id = ${id}) as below,
          (select count(*)::int from role_menu where menu_id = ${id}) as roles`.execute(db);
      return counted.rows[0] ?? { below: 0, roles: 0 };
    },

    /** Nothing of what a role holds or an entry is under goes, whatever came in between. */
    async remove(id: number): Promise<boolean> {
      const removed = await sql`delete from menu where id = ${id} and built_in_key is null
        and not exists (select 1 from menu below where below.parent_id = ${id})
        and not exists (select 1 from role_menu where menu_id = ${id}) returning id`.execute(db);
      return removed.rows.length > 0;
    },
  };
}

type Entry = {
  id: number;
  parentId: number | null;
  kind: string;
  title: string;
  path: string;
  component: string | null;
  query: string | null;
  icon: string;
  permission: string | null;
  orderNum: number;
  visible: boolean;
  status: "0" | "1";
  cached: boolean;
  redirect: string;
  remark: string;
  builtIn: boolean;
};

function toMenu(entry: Entry): Menu {
  const isInside = entry.component === innerLink;
  return {
    menuId: entry.id,
    parentId: entry.parentId ?? 0,
    menuName: entry.title,
    titleKey: isTitleKey(entry.title) ? entry.title : "",
    menuType: typeOf[entry.kind] ?? "M",
    orderNum: entry.orderNum,
    path: entry.path,
    component: isInside ? "" : (entry.component ?? ""),
    query: entry.query ?? "",
    redirect: entry.redirect,
    perms: entry.permission ?? "",
    icon: entry.icon,
    isFrame: isWebAddress(entry.path) && !isInside ? "0" : "1",
    isCache: entry.cached ? "0" : "1",
    visible: entry.visible ? "0" : "1",
    status: entry.status,
    remark: entry.remark,
    builtIn: entry.builtIn,
  };
}

function toRow(menu: MenuBody) {
  const isInside = isWebAddress(menu.path) && menu.isFrame === "1";
  return {
    parentId: menu.parentId || null,
    kind: kindOf[menu.menuType],
    title: menu.menuName,
    path: menu.path,
    component: isInside ? innerLink : menu.component || null,
    query: menu.query || null,
    redirect: menu.redirect,
    permission: menu.perms || null,
    icon: menu.icon,
    orderNum: menu.orderNum,
    visible: menu.visible === "0",
    cached: menu.isCache === "0",
    status: menu.status,
    remark: menu.remark,
  };
}

async function isTitleTaken(
  trx: Db,
  parentId: number | null,
  title: string,
  except: number | null,
): Promise<boolean> {
  const found = await trx
    .selectFrom("menu")
    .select("id")
    .where("parentId", "is not distinct from", parentId)
    .where("title", "=", title)
    .where(sql<boolean>`id is distinct from ${except}::int`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** True where `id` is `other` or is above it. */
async function isAbove(trx: Db, id: number, other: number): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    with recursive up(id, parent_id) as (select id, parent_id from menu where id = ${other}
      union all select m.id, m.parent_id from menu m join up on m.id = up.parent_id)
    select exists (select 1 from up where id = ${id}) as found`.execute(trx);
  return found.rows[0]?.found === true;
}
