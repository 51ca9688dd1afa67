/*
 * Where a device is and whose it is, as dated spans without overlap: a reading belongs to the unit and the point
 * of its time, so moving a device leaves the past where it was.
 */
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { writeRecords } from "./device-record.store.ts";

export type Assignment = {
  deviceId: number;
  pointId: number | null;
  /** Since when; null is now. */
  since: Date | null;
  actor: string;
};

/** What is in the way of a date: it lies before a span that there is. */
export type PlaceFault = { laterThan: Date };

/**
 * Ends the span at the point where a device is and begins one at another. Gives the moment that a given date has
 * to be later than where it is not; without a date it always comes to an end.
 */
export async function assignTo(
  trx: Db,
  { deviceId, pointId, since, actor }: Assignment,
): Promise<PlaceFault | null> {
  const before = await trx
    .selectFrom("device")
    .leftJoin("samplingPoint as p", "p.id", "device.pointId")
    .select(["device.pointId", "p.code", "p.name"])
    .where("device.id", "=", deviceId)
    .forUpdate("device")
    .executeTakeFirstOrThrow();
  if (before.pointId === pointId) return null;
  const fault = since === null ? null : await findLater(trx, deviceId, since);
  if (fault !== null) return fault;
  const at = since ?? (await clockOf(trx));
  await trx
    .updateTable("devicePoint")
    .set({ until: at })
    .where("deviceId", "=", deviceId)
    .where("until", "is", null)
    .execute();
  await trx.updateTable("device").set({ pointId }).where("id", "=", deviceId).execute();
  if (pointId === null) {
    await writeRecords(trx, [deviceId], { kind: "pointUnbound", actor, facts: toAuditPayload(before), at });
    return null;
  }
  await trx.insertInto("devicePoint").values({ deviceId, pointId, since: at, until: null }).execute();
  const point = await trx
    .selectFrom("samplingPoint")
    .select(["code", "name"])
    .where("id", "=", pointId)
    .executeTakeFirstOrThrow();
  await writeRecords(trx, [deviceId], { kind: "pointBound", actor, facts: toAuditPayload(point), at });
  return null;
}

/** Ends the spans in the unit and at the point where devices are, and begins those in another unit, at no point. */
export async function moveTo(trx: Db, deviceIds: readonly number[], unitId: number): Promise<void> {
  const at = await clockOf(trx);
  for (const table of ["deviceUnit", "devicePoint"] as const) {
    await trx
      .updateTable(table)
      .set({ until: at })
      .where("deviceId", "in", [...deviceIds])
      .where("until", "is", null)
      .execute();
  }
  await trx
    .updateTable("device")
    .set({ unitId, pointId: null })
    .where("id", "in", [...deviceIds])
    .execute();
  await trx
    .insertInto("deviceUnit")
    .values(deviceIds.map((deviceId) => ({ deviceId, unitId, since: at, until: null })))
    .execute();
}

async function findLater(trx: Db, deviceId: number, since: Date): Promise<PlaceFault | null> {
  const last = await trx
    .selectFrom("devicePoint")
    .select(sql<Date>`max(coalesce(until, since))`.as("at"))
    .where("deviceId", "=", deviceId)
    .executeTakeFirstOrThrow();
  const begun = await trx
    .selectFrom("deviceUnit")
    .select(sql<Date>`max(since)`.as("at"))
    .where("deviceId", "=", deviceId)
    .executeTakeFirstOrThrow();
  const [latest] = [last.at, begun.at].filter((at) => at !== null).sort((a, b) => Number(b) - Number(a));
  return latest !== undefined && since <= latest ? { laterThan: latest } : null;
}

async function clockOf(trx: Db): Promise<Date> {
  const read = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx);
  return read.rows[0]?.at ?? new Date(0);
}

function toAuditPayload({ code, name }: { code: string | null; name: string | null }) {
  return { code: code ?? "", name: name ?? "" };
}
