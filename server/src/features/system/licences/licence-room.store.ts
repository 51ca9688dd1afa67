import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { currentOf } from "./licence.store.ts";

/** What a unit holds and may hold; `max` is null where nothing limits it. */
export type Room = { held: number; max: number | null };

/** How much enterprise units hold of what their authorizations limit. */
export function createLicenceRoomStore(db: Db) {
  return {
    /**
     * Locks the enterprise units above these departments until the transaction ends, and says which is whose: of two
     * who add the last one at once, the second counts when the first is done. In the order of their ids, so that
     * nobody waits in a ring.
     */
    async lockUnitsOf(trx: Db, deptIds: readonly number[]): Promise<Map<number, number>> {
      const found = await sql<{ deptId: number; unitId: number }>`
        with recursive up(dept_id, id, parent_id) as (
          select id, id, parent_id from dept where id = any(${[...deptIds]}::int[])
          union all select up.dept_id, d.id, d.parent_id from dept d join up on d.id = up.parent_id
        ) select dept_id, id as unit_id from up where parent_id is null`.execute(trx);
      const unitIds = [...new Set(found.rows.map((row) => row.unitId))];
      await sql`select id from dept where id = any(${unitIds}::int[]) order by id for no key update`.execute(
        trx,
      );
      return new Map(found.rows.map((row) => [row.deptId, row.unitId]));
    },

    /** How many devices and users the enterprise unit above a department holds, and may hold. */
    async roomOf(
      deptId: number,
      today: string,
      from: Db = db,
    ): Promise<{ unitId: number; devices: Room; users: Room } | undefined> {
      const found = await sql<{
        unitId: number;
        devices: number;
        users: number;
        mostDevices: number | null;
        mostUsers: number | null;
      }>`
        with recursive up(id, parent_id) as (
          select id, parent_id from dept where id = ${deptId}
          union all select d.id, d.parent_id from dept d join up on d.id = up.parent_id
        ), root as (select id from up where parent_id is null
        ), below(id) as (select id from root union all select d.id from dept d join below on d.parent_id = below.id)
        select root.id as unit_id, held.most_devices, held.most_users,
          case when held.most_devices is null then 0 else
            (select count(*)::int from device where retired_at is null and unit_id in (select id from below)) end as devices,
          case when held.most_users is null then 0 else
            (select count(*)::int from sys_user where deleted_at is null and dept_id in (select id from below)) end as users
        from root left join lateral (${currentOf("root.id", today)}) held on true`.execute(from);
      const row = found.rows[0];
      return row === undefined
        ? undefined
        : {
            unitId: row.unitId,
            devices: { held: row.devices, max: row.mostDevices },
            users: { held: row.users, max: row.mostUsers },
          };
    },

    async countBranch(deptId: number): Promise<{ devices: number; users: number }> {
      const counted = await sql<{ devices: number; users: number }>`
        with recursive below(id) as (select ${deptId}::int union all select d.id from dept d join below on d.parent_id = below.id)
        select (select count(*)::int from device where retired_at is null and unit_id in (select id from below)) as devices,
          (select count(*)::int from sys_user where deleted_at is null and dept_id in (select id from below)) as users`.execute(
        db,
      );
      return counted.rows[0] ?? { devices: 0, users: 0 };
    },
  };
}
