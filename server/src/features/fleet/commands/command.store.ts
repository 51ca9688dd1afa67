import { type Selectable, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type CommandRow = Selectable<Tables["command"]> & { deviceName: string };

export type NewCommand = {
  deviceId: number;
  unitId: number;
  kind: string;
  identifier: string;
  callType: string;
  params: unknown;
  reason: string;
  actorId: number | null;
  actorName: string;
  timeoutS: number;
  expiresInS: number;
};

/** Each step of a command's life is one statement that names the states it may be taken from. */
export function createCommandStore(db: Db) {
  const returned = sql`returning command.*, (select device_name from device d where d.id = command.device_id)`;

  return {
    async add(command: NewCommand): Promise<CommandRow> {
      return first(
        await sql<CommandRow>`
          insert into command (device_id, unit_id, kind, identifier, call_type, params, reason, actor_id, actor_name,
            state, timeout_s, expires_at)
          values (${command.deviceId}, ${command.unitId}, ${command.kind}, ${command.identifier}, ${command.callType},
            ${JSON.stringify(command.params)}::jsonb, ${command.reason}, ${command.actorId}, ${command.actorName},
            'queued', ${command.timeoutS}, now() + make_interval(secs => ${command.expiresInS})) ${returned}`.execute(
          db,
        ),
      );
    },

    async listQueued(deviceId: number): Promise<string[]> {
      const rows = await db
        .selectFrom("command")
        .select("id")
        .where("deviceId", "=", deviceId)
        .where("state", "=", "queued")
        .orderBy("id")
        .limit(1000)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Claims a queued command for sending; undefined where another has it or its time is over. */
    async claim(id: string): Promise<CommandRow | undefined> {
      const claimed = await sql<CommandRow>`
        update command set state = 'sent', sent_at = clock_timestamp(),
          reply_by = clock_timestamp() + make_interval(secs => timeout_s)
        where id = ${id} and state = 'queued' and expires_at > now() ${returned}`.execute(db);
      return claimed.rows[0];
    },

    /** Gives a claimed command back that could not be written to the connection. */
    async unclaim(id: string): Promise<CommandRow | undefined> {
      const given = await sql<CommandRow>`
        update command set state = 'queued', sent_at = null, reply_by = null
        where id = ${id} and state = 'sent' and acknowledged_at is null ${returned}`.execute(db);
      return given.rows[0];
    },

    async acknowledge(id: string): Promise<CommandRow | undefined> {
      const acknowledged = await sql<CommandRow>`
        update command set acknowledged_at = clock_timestamp(),
          state = case when state = 'sent' then 'acknowledged' else state end
        where id = ${id} and acknowledged_at is null and sent_at is not null ${returned}`.execute(db);
      return acknowledged.rows[0];
    },

    /** A reply ends the life; one that comes after the time ran out still counts, marked late. */
    async finish(
      deviceId: number,
      id: string,
      reply: { code: number; message: string | null; data: unknown },
    ): Promise<CommandRow | undefined> {
      const finished = await sql<CommandRow>`
        update command set state = ${reply.code === 200 ? "replied" : "failed"}, late = (state = 'timedOut'),
          finished_at = clock_timestamp(), code = ${reply.code}, message = ${reply.message},
          reply = ${JSON.stringify(reply.data)}::jsonb
        where id = ${id} and device_id = ${deviceId} and state in ('sent', 'acknowledged', 'timedOut')
        ${returned}`.execute(db);
      return finished.rows[0];
    },

    /** Ends what waited too long: unsent ones expire, sent ones time out. */
    async endOverdue(): Promise<CommandRow[]> {
      const ended = await sql<CommandRow>`
        update command set state = case when state = 'queued' then 'expired' else 'timedOut' end,
          finished_at = clock_timestamp()
        where id in (select id from command where (state = 'queued' and expires_at <= now())
            or (state in ('sent', 'acknowledged') and reply_by <= now()) order by id limit 1000
            for update skip locked)
        ${returned}`.execute(db);
      return ended.rows;
    },

    async find(scope: Scope, id: string): Promise<CommandRow | undefined> {
      return selection(db)
        .where("command.id", "=", id)
        .where(inScope(scope, "command.unit_id"))
        .executeTakeFirst();
    },

    async list(
      scope: Scope,
      filter: { deviceId: number; states: readonly string[] | null },
      page: { limit: number; offset: number },
    ): Promise<CommandRow[]> {
      let query = selection(db)
        .where("command.deviceId", "=", filter.deviceId)
        .where(inScope(scope, "command.unit_id"));
      if (filter.states !== null) query = query.where("command.state", "in", [...filter.states]);
      return query.orderBy("command.id", "desc").limit(page.limit).offset(page.offset).execute();
    },

    async countByState(scope: Scope, deviceId: number): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom("command")
        .where("deviceId", "=", deviceId)
        .where(inScope(scope, "command.unit_id"))
        .select(["state", sql<number>`count(*)::int`.as("count")])
        .groupBy("state")
        .execute();
      return new Map(rows.map((row) => [row.state, row.count]));
    },
  };
}

function selection(db: Db) {
  return db
    .selectFrom("command")
    .innerJoin("device", "device.id", "command.deviceId")
    .selectAll("command")
    .select("device.deviceName");
}

function first(result: { rows: CommandRow[] }): CommandRow {
  const [row] = result.rows;
  if (row === undefined) throw new Error("the store gave no row back");
  return row;
}
