/** Lists and look-ups of commands: those that wait to be sent, and what is shown of them. */
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Selectable, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type CommandRow = Selectable<Tables["command"]> & { deviceName: string; typeKey: string };
export type StepRow = {
  at: Date;
  step: string;
  attempt: number;
  node: string;
  actor: string;
  code: number | null;
};

type CommandFilter = { deviceId: number; states: readonly string[] | null; span: TimeSpan };

/** Nobody holds it back any more, and no confirmation is missing. */
export const isFree = (table: "command" | "c") =>
  sql<boolean>`${sql.ref(`${table}.awaits_id`)} is null and (${sql.ref(`${table}.held_until`)} is null or ${sql.ref(`${table}.held_until`)} <= now())`;

export function createCommandQueries(db: Db, node: string) {
  return {
    async listQueued(deviceId: number): Promise<string[]> {
      const rows = await db
        .selectFrom("command")
        .select("id")
        .where("deviceId", "=", deviceId)
        .where(sql<boolean>`state = 'queued' and ${isFree("command")}`)
        .orderBy("id")
        .limit(1000)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Those of these devices for which something is queued. */
    async whichWait(deviceIds: readonly number[]): Promise<number[]> {
      const found = await sql<{ deviceId: number }>`select distinct device_id from command
        where state = 'queued' and ${isFree("command")} and device_id = any(${[...deviceIds]}::int[])`.execute(
        db,
      );
      return found.rows.map((row) => row.deviceId);
    },

    /** Devices that this node holds and for which something waits. */
    async listStalled(limit: number): Promise<number[]> {
      const found = await sql<{ deviceId: number }>`
        select s.device_id from device_session s where s.node = ${node}
          and exists (select 1 from command c where c.device_id = s.device_id and c.state = 'queued' and c.expires_at > now() and ${isFree("c")})
        order by s.device_id limit ${limit}`.execute(db);
      return found.rows.map((row) => row.deviceId);
    },

    async find(scope: Scope, id: string): Promise<CommandRow | undefined> {
      return selection(db)
        .where("command.id", "=", id)
        .where(inScope(scope, "command.unit_id"))
        .executeTakeFirst();
    },

    async listSteps(id: string): Promise<StepRow[]> {
      return db
        .selectFrom("commandStep")
        .select(["at", "step", "attempt", "node", "actor", "code"])
        .where("commandId", "=", id)
        .orderBy("id")
        .limit(200)
        .execute();
    },

    async list(scope: Scope, filter: CommandFilter, page: { limit: number; offset: number }) {
      let query = selection(db)
        .where(isWithin(sql`command.queued_at`, filter.span, sql`command.device_id = ${filter.deviceId}`))
        .where(inScope(scope, "command.unit_id"));
      if (filter.states !== null) query = query.where("command.state", "in", [...filter.states]);
      const newest = query.orderBy("command.queuedAt", "desc").orderBy("command.id", "desc");
      return newest.limit(page.limit).offset(page.offset).execute();
    },

    async countByState(scope: Scope, deviceId: number, span: TimeSpan): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom("command")
        .where(isWithin(sql`queued_at`, span, sql`device_id = ${deviceId}`))
        .where(inScope(scope, "command.unit_id"))
        .select(["state", sql<number>`count(*)::int`.as("count")])
        .groupBy("state")
        .execute();
      return new Map(rows.map((row) => [row.state, row.count]));
    },
  };
}

/** Commands with what they are shown with. */
export function selection(db: Db) {
  return db
    .selectFrom("command")
    .innerJoin("device", "device.id", "command.deviceId")
    .innerJoin("product", "product.id", "device.productId")
    .selectAll("command")
    .select(["device.deviceName", "product.typeKey"]);
}
