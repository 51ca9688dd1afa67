import { type WithholdCause, withholdCause } from "@tracewater/contract/laboratory/board-controls";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

const lockout = z.object({
  lockoutId: z.number(),
  cause: withholdCause,
  beganAt: z.number(),
  endedAt: z.number().nullable(),
  overrides: z.array(
    z.object({ reason: z.string(), madeBy: z.string(), madeAt: z.number(), untilAt: z.number() }),
  ),
});

/** Lockouts of detectors, and the overrides that people made of them. */
export function createBoardLockoutStore(db: Db) {
  return {
    async begin(deviceId: number, of: { cause: WithholdCause; isLocked: boolean }, at: Date): Promise<void> {
      await sql`insert into board_lockout (device_id, cause, is_locked, began_at)
        values (${deviceId}, ${of.cause}, ${of.isLocked}, ${at})
        on conflict (device_id) where ended_at is null do nothing`.execute(db);
    },

    async change(id: number, to: { cause: WithholdCause; isLocked: boolean }): Promise<void> {
      await sql`update board_lockout set cause = ${to.cause}, is_locked = ${to.isLocked} where id = ${id}`.execute(
        db,
      );
    },

    async end(id: number, at: Date): Promise<void> {
      await sql`update board_lockout set ended_at = greatest(${at}::timestamptz, began_at), is_locked = false
        where id = ${id}`.execute(db);
    },

    /** From the beginning of the lockout, which is returned. */
    async addOverride(override: {
      deviceId: number;
      lockoutId: number;
      reason: string;
      madeBy: string;
      at: Date;
      hours: number;
    }): Promise<Date> {
      const { deviceId, lockoutId, reason, madeBy, at, hours } = override;
      const { rows } = await sql<{ fromAt: Date }>`
        insert into board_override (device_id, lockout_id, reason, made_by, made_at, from_at, until_at)
        select ${deviceId}, k.id, ${reason}, ${madeBy}, ${at}, k.began_at,
          ${at}::timestamptz + ${hours} * interval '1 hour'
        from board_lockout k where k.id = ${lockoutId} returning from_at`.execute(db);
      return rows[0]?.fromAt ?? at;
    },

    async list(deviceId: number, limit: number): Promise<z.infer<typeof lockout>[]> {
      const { rows } = await sql`
        select k.id as lockout_id, k.cause, ${ms("k.began_at")} as began_at, ${ms("k.ended_at")} as ended_at,
          coalesce((select jsonb_agg(jsonb_build_object('reason', o.reason, 'madeBy', o.made_by,
              'madeAt', ${ms("o.made_at")}, 'untilAt', ${ms("o.until_at")}) order by o.id desc)
            from board_override o where o.lockout_id = k.id), '[]'::jsonb) as overrides
        from board_lockout k where k.device_id = ${deviceId} order by k.id desc limit ${limit}`.execute(db);
      return z.array(lockout).parse(rows);
    },
  };
}
