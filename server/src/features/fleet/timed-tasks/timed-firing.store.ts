import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Selectable, sql } from "kysely";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type FiringFilter = { id: number; span: TimeSpan };
export type FiringRow = Selectable<Tables["timedFiring"]>;

export type Claim = {
  id: number;
  tick: Date;
  nextAt: Date | null;
  at: Date;
  state: "fired" | "missed";
  missed: number;
};
export type FiringEnd = {
  state: "fired" | "missed" | "refused" | "failed";
  message: LocalizedText;
  commandId: string | null;
  batchId: number | null;
  devices: number;
};

/** The firings of timed tasks, one for each tick. */
export function createTimedFiringStore(db: Db, node: string) {
  return {
    /** The latest firing of each task. */
    async lastFirings(ids: readonly number[]): Promise<FiringRow[]> {
      return db
        .selectFrom("timedFiring")
        .distinctOn("timedTaskId")
        .selectAll()
        .where(sql<boolean>`timed_task_id = any(${[...ids]}::int[])`)
        .orderBy("timedTaskId")
        .orderBy("tick", "desc")
        .execute();
    },

    /**
     * Takes one tick in one statement: of any number of nodes one gets its row. None does where the tick has fired
     * before, when a clock went back; one that was missed then may fire after all.
     */
    async claim(of: Claim): Promise<string | null> {
      const claimed = await sql<{ id: string }>`
        with taken as (
          update timed_task set next_at = ${of.nextAt}::timestamptz
          where id = ${of.id} and next_at = ${of.tick}::timestamptz and status = '0' returning id)
        insert into timed_firing (timed_task_id, tick, at, state, missed, node)
        select id, ${of.tick}::timestamptz, ${of.at}::timestamptz, ${of.state}, ${of.missed}::int, ${node} from taken
        on conflict (timed_task_id, tick) do update
          set state = excluded.state, at = excluded.at, missed = excluded.missed, node = excluded.node
          where timed_firing.state = 'missed' and excluded.state = 'fired'
        returning id`.execute(db);
      return claimed.rows[0]?.id ?? null;
    },

    async finish(firingId: string, end: FiringEnd): Promise<void> {
      await db
        .updateTable("timedFiring")
        .set({
          state: end.state,
          messageEn: end.message.en,
          messageZh: end.message.zh,
          commandId: end.commandId,
          batchId: end.batchId,
          devices: end.devices,
        })
        .where("id", "=", firingId)
        .execute();
    },

    async listFirings(of: FiringFilter, page: { limit: number; offset: number }): Promise<FiringRow[]> {
      return db
        .selectFrom("timedFiring")
        .selectAll()
        .where(isWithin(sql`tick`, of.span, sql`timed_task_id = ${of.id}`))
        .orderBy("tick", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async countFirings(of: FiringFilter): Promise<number> {
      const { count } = await db
        .selectFrom("timedFiring")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(isWithin(sql`tick`, of.span, sql`timed_task_id = ${of.id}`))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Whether this tick was fired, or refused: then it is over. */
    async isOver(taskId: number, tick: Date): Promise<boolean> {
      const found = await db
        .selectFrom("timedFiring")
        .select("id")
        .where("timedTaskId", "=", taskId)
        .where("tick", "=", tick)
        .where("state", "!=", "missed")
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
