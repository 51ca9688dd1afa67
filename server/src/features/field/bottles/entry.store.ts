import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { leftAt, stateAfter } from "./carousel-removal.store.ts";

export type EntryRow = Selectable<Tables["bottleEntry"]>;

export type NewEntry = {
  deviceId: number;
  unitId: number;
  slot: number;
  part: "body" | "cap";
  code: string;
  clearVolume: boolean;
  actor: string;
};

type EntryFilter = { deviceId: number; slot: number | undefined; span: TimeSpan };

/** An entry whose command has come to its end, with what the device made of it. */
export type EndedEntry = EntryRow & { commandState: string; finishedAt: Date; message: string | null };

/** Scans on their way: what the database knows of a slot follows the device's reply. */
export function createEntryStore(db: Db) {
  return {
    /** Undefined where the code is being entered elsewhere in this moment. */
    async add(entry: NewEntry): Promise<string | undefined> {
      const added = db
        .insertInto("bottleEntry")
        .values({ ...entry, state: "waiting" })
        .returning("id")
        .executeTakeFirstOrThrow();
      return onUniqueViolation<string | undefined>(
        added.then(({ id }) => id),
        () => undefined,
      );
    },

    async addRefused(entry: NewEntry, reason: LocalizedText): Promise<void> {
      await db
        .insertInto("bottleEntry")
        .values({ ...entry, state: "refused", reasonEn: reason.en, reasonZh: reason.zh, endedAt: sql`now()` })
        .execute();
    },

    async link(id: string, commandId: string): Promise<void> {
      await db.updateTable("bottleEntry").set({ commandId }).where("id", "=", id).execute();
    },

    /** An entry whose command could not be written at all. */
    async drop(id: string): Promise<void> {
      await db.deleteFrom("bottleEntry").where("id", "=", id).where("commandId", "is", null).execute();
    },

    /** Open entries of a device whose commands have ended; a reply may still come to one that was not answered. */
    async listEnded(deviceId: number): Promise<EndedEntry[]> {
      const found = await sql<EndedEntry>`
        select e.*, c.state as command_state, c.finished_at, c.message
        from bottle_entry e join command c on c.id = e.command_id
        where e.device_id = ${deviceId} and e.state in ('waiting', 'unanswered') and c.finished_at is not null
          and not (e.state = 'unanswered' and c.state = 'timedOut')
          -- A cap waits for the body that was scanned before it, in whatever order the device answers.
          and not (e.part = 'cap' and exists (
            select from bottle_entry b join command bc on bc.id = b.command_id
            where b.device_id = e.device_id and b.slot = e.slot and b.part = 'body' and b.state = 'waiting'
              and b.id < e.id and bc.finished_at is null))
        order by e.id limit 200`.execute(db);
      return found.rows;
    },

    /** Entries that lost their program between two statements: no command is behind them. */
    async endOrphans(deviceId: number, reason: LocalizedText): Promise<void> {
      await sql`update bottle_entry set state = 'failed', reason_en = ${reason.en}, reason_zh = ${reason.zh},
          ended_at = now()
        where device_id = ${deviceId} and state = 'waiting' and command_id is null
          and asked_at < now() - interval '1 minute'`.execute(db);
    },

    async end(entry: EndedEntry, state: "failed" | "unanswered", reason: LocalizedText): Promise<void> {
      await db
        .updateTable("bottleEntry")
        .set({ state, reasonEn: reason.en, reasonZh: reason.zh, endedAt: entry.finishedAt })
        .where("id", "=", entry.id)
        .where("state", "in", ["waiting", "unanswered"])
        .execute();
    },

    /** The device has taken the code: the bottle is in the slot from then on. False where another did it first. */
    async applyBody(entry: EndedEntry): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (!(await claim(trx, entry))) return false;
        const bottle = await sql<{ id: number }>`
          insert into bottle (body_code, unit_id) values (${entry.code}, ${entry.unitId})
          on conflict (body_code) do update set body_code = excluded.body_code returning id`.execute(trx);
        const bottleId = bottle.rows[0]?.id ?? 0;
        await endPlaces(
          trx,
          entry.finishedAt,
          entry.actor,
          sql`(device_id = ${entry.deviceId} and slot = ${entry.slot}
          and bottle_id <> ${bottleId}) or (bottle_id = ${bottleId}
          and (device_id, slot) <> (${entry.deviceId}::int, ${entry.slot}::smallint))`,
        );
        const at = await freeFrom(trx, entry);
        await sql`insert into bottle_place (device_id, slot, bottle_id, since, put_by)
          select ${entry.deviceId}, ${entry.slot}, ${bottleId}, ${at}, ${entry.actor}
          where not exists (select from bottle_place where bottle_id = ${bottleId} and until is null)`.execute(
          trx,
        );
        await sql`update bottle set state = 'inSampler' where id = ${bottleId}`.execute(trx);
        await clear(trx, entry, at);
        return true;
      });
    },

    /**
     * The cap belongs to the bottle that is in the slot; without one the entry has failed, whatever the device said.
     */
    async applyCap(entry: EndedEntry, noBody: LocalizedText): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (!(await claim(trx, entry))) return false;
        const place = sql`select bottle_id from bottle_place
          where device_id = ${entry.deviceId} and slot = ${entry.slot} and until is null`;
        await sql`insert into bottle_pair (bottle_id, cap_code, bound_at, bound_by)
          select p.bottle_id, ${entry.code}, ${entry.finishedAt}, ${entry.actor} from (${place}) p
          on conflict do nothing`.execute(trx);
        await clear(trx, entry, entry.finishedAt);
        const failed = await sql`
          update bottle_entry set state = 'failed', reason_en = ${noBody.en}, reason_zh = ${noBody.zh}
          where id = ${entry.id} and not exists (select from bottle_pair p
            where p.cap_code = ${entry.code} and p.broken_at is null and p.bottle_id in (${place}))
          returning id`.execute(trx);
        return failed.rows.length === 0;
      });
    },

    async listOpen(deviceId: number): Promise<EntryRow[]> {
      return db
        .selectFrom("bottleEntry")
        .selectAll()
        .where("deviceId", "=", deviceId)
        .where("state", "=", "waiting")
        .orderBy("id")
        .limit(200)
        .execute();
    },

    async list(filter: EntryFilter, page: { limit: number; offset: number }): Promise<EntryRow[]> {
      return entries(filter)
        .selectAll()
        .orderBy("askedAt", "desc")
        .orderBy("id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    /** Exact to 10,000; what lies beyond is not counted. */
    async count(filter: EntryFilter): Promise<number> {
      const some = entries(filter).select(sql<number>`1`.as("one")).limit(10_000).as("some");
      const counted = await db
        .selectFrom(some)
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },
  };

  function entries({ deviceId, slot, span }: EntryFilter) {
    const query = db
      .selectFrom("bottleEntry")
      .where(isWithin(sql`asked_at`, span, sql`device_id = ${deviceId}`));
    return slot === undefined ? query : query.where("slot", "=", slot);
  }
}

async function claim(trx: Db, entry: EndedEntry): Promise<boolean> {
  const claimed = await sql`
    update bottle_entry set state = 'entered', reason_en = null, reason_zh = null, ended_at = ${entry.finishedAt}
    where id = ${entry.id} and state in ('waiting', 'unanswered') returning id`.execute(trx);
  return claimed.rows.length > 0;
}

/** When the bottle of a scan came into its slot: not before the one before it had left, by the device's clock. */
async function freeFrom(trx: Db, { deviceId, slot, finishedAt }: EndedEntry): Promise<Date> {
  const found = await sql<{ at: Date }>`
    select greatest(${finishedAt}::timestamptz, max(until)) as at from bottle_place
    where device_id = ${deviceId} and slot = ${slot}`.execute(trx);
  return found.rows[0]?.at ?? finishedAt;
}

async function clear(trx: Db, entry: EndedEntry, at: Date): Promise<void> {
  if (!entry.clearVolume) return;
  await sql`insert into slot_clear (device_id, slot, cleared_at)
    values (${entry.deviceId}, ${entry.slot}, ${at})
    on conflict (device_id, slot) do update
      set cleared_at = greatest(slot_clear.cleared_at, excluded.cleared_at)`.execute(trx);
}

/** Bottles leave their slots; what was in them decides what they are now. */
async function endPlaces(trx: Db, at: Date, by: string, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ended as (
      update bottle_place set until = ${leftAt(sql`${at}::timestamptz`)}, taken_by = ${by}
      where until is null and (${where}) returning bottle_id, slot, device_id, since)
    update bottle set state = ${stateAfter(sql`ended`)} from ended where bottle.id = ended.bottle_id`.execute(
    trx,
  );
}
