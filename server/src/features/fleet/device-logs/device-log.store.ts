import type { TimeSpan } from "@tracewater/contract/time-span";
import { sql } from "kysely";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type LogLine = {
  at: Date;
  level: string;
  module: string;
  code: string;
  trace: string;
  content: string;
};

export type LogFilter = TimeSpan & { deviceId: number; keyword: string | undefined };

/** Lines of one device that are kept: the newest. */
const maxLines = 5000;

/** Devices' own logs. Whose device it is was looked at before. */
export function createDeviceLogStore(db: Db) {
  const matching = ({ deviceId, keyword, ...span }: LogFilter) => {
    const within = sql<boolean>`${sql.join([sql`true`, ...inSpan(sql`at`, span)], sql` and `)}`;
    const own = db.selectFrom("deviceLog").where("deviceId", "=", deviceId).where(within);
    if (keyword === undefined) return own;
    const pattern = containing(keyword);
    return own.where(sql<boolean>`(content ilike ${pattern} or module ilike ${pattern})`);
  };

  return {
    async add(deviceId: number, lines: readonly LogLine[], receivedAt: Date): Promise<void> {
      await sql`
        insert into device_log (device_id, at, received_at, level, module, code, trace, content)
        select ${deviceId}, l.at, ${receivedAt}, l.level, l.module, l.code, l.trace, l.content
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as l(at timestamptz, level text, module text, code text, trace text, content text)`.execute(db);
    },

    async trim(deviceId: number): Promise<void> {
      await sql`delete from device_log where device_id = ${deviceId} and id <= (select id from device_log
        where device_id = ${deviceId} order by id desc offset ${maxLines} limit 1)`.execute(db);
    },

    async count(filter: LogFilter): Promise<number> {
      const { count } = await matching(filter)
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    async list(filter: LogFilter, page: { limit: number; offset: number }) {
      return matching(filter)
        .select(["id", "at", "receivedAt", "level", "module", "code", "trace", "content"])
        .orderBy("id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async isOn(deviceId: number): Promise<boolean> {
      const row = await db
        .selectFrom("deviceLogSwitch")
        .select("isOn")
        .where("deviceId", "=", deviceId)
        .executeTakeFirst();
      return row?.isOn ?? false;
    },

    async setOn(deviceId: number, isOn: boolean, actorName: string, at: Date): Promise<void> {
      await db
        .insertInto("deviceLogSwitch")
        .values({ deviceId, isOn, actorName, changedAt: at })
        .onConflict((conflict) => conflict.column("deviceId").doUpdateSet({ isOn, actorName, changedAt: at }))
        .execute();
    },
  };
}
