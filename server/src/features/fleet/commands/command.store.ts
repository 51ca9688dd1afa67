/** The steps of a command's life. */
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type CommandRow, createCommandQueries, isFree } from "./command-queries.store.ts";

/** What is ordered, of whichever device. */
export type NewCommand = {
  kind: string;
  identifier: string;
  callType: string;
  params: unknown;
  reason: string;
  actorId: number | null;
  actorName: string;
  timeoutS: number;
  expiresInS: number;
  holdForS: number;
  /** Who has to confirm it before it may leave. */
  awaits: { userId: number; name: string } | null;
  mostAttempts: number;
  idempotent: boolean;
  batchId: number | null;
  timedTaskId: number | null;
};

export type CommandStore = ReturnType<typeof createCommandStore>;

const heldUntil = ({ holdForS }: NewCommand) =>
  holdForS === 0 ? sql`null` : sql`now() + make_interval(secs => ${holdForS})`;

/** Each step of a command's life is one statement that names the states it may be taken from, and notes the step. */
export function createCommandStore(db: Db, node: string) {
  /** Changes commands, notes the step of each, and gives them back as they are now. */
  async function move(
    changed: RawBuilder<unknown>,
    step: RawBuilder<unknown> = sql`state`,
    actor = "",
    at: RawBuilder<unknown> = sql`coalesce(finished_at, sent_at, clock_timestamp())`,
  ): Promise<CommandRow[]> {
    const moved = await sql<CommandRow>`
      with changed as (${changed}),
      noted as (insert into command_step (command_id, at, step, attempt, node, actor, code)
        select id, ${at}, ${step}, attempts, ${node}, ${actor}, code from changed order by id)
      select changed.*, d.device_name, p.type_key from changed
        join device d on d.id = changed.device_id join product p on p.id = d.product_id order by changed.id`.execute(
      db,
    );
    return moved.rows;
  }

  return {
    ...createCommandQueries(db, node),
    ...createStepNotes(db, node),

    /** Orders it of each of these devices; ids rise in their order. */
    async add(
      command: NewCommand,
      devices: readonly { id: number; unitId: number }[],
    ): Promise<CommandRow[]> {
      return move(inserted(command, devices), sql`'queued'`, command.actorName, sql`queued_at`);
    },

    /** Its second person confirmed it; undefined where its time is over or it was cancelled. */
    free: async (id: string, actor: string) => first(await move(confirmed(id), sql`'confirmed'`, actor)),

    /** Claims a queued command for sending; undefined where another has it or its time is over. */
    async claim(id: string): Promise<CommandRow | undefined> {
      return first(
        await move(sql`
          update command set state = 'sent', sent_at = clock_timestamp(), attempts = attempts + 1, node = ${node},
            reply_by = clock_timestamp() + make_interval(secs => timeout_s)
          where id = ${id} and state = 'queued' and ${isFree("command")} and expires_at > now() returning *`),
      );
    },

    /** Gives a claimed command back that could not be written to the connection. */
    async release(id: string): Promise<CommandRow | undefined> {
      return first(
        await move(
          sql`update command set state = 'queued', sent_at = null, reply_by = null, attempts = attempts - 1
            where id = ${id} and state = 'sent' and acknowledged_at is null returning *`,
          sql`'returned'`,
        ),
      );
    },

    async acknowledge(id: string): Promise<CommandRow | undefined> {
      return first(
        await move(
          sql`update command set acknowledged_at = clock_timestamp(),
              state = case when state = 'sent' then 'acknowledged' else state end
            where id = ${id} and acknowledged_at is null and sent_at is not null returning *`,
          sql`'acknowledged'`,
          "",
          sql`acknowledged_at`,
        ),
      );
    },

    /** A reply ends the life; one that comes after the time ran out still counts, marked late. */
    async finish(
      deviceId: number,
      id: string,
      reply: { code: number; message: string | null; data: unknown },
    ): Promise<CommandRow | undefined> {
      return first(
        await move(sql`
          update command set state = ${reply.code === 200 ? "replied" : "failed"},
            late = state not in ('sent', 'acknowledged'), finished_at = clock_timestamp(), code = ${reply.code}::int,
            message = ${reply.message}, reply = ${JSON.stringify(reply.data)}::jsonb
          where id = ${id} and device_id = ${deviceId} and (state in ('sent', 'acknowledged', 'timedOut')
            or (state in ('queued', 'cancelled') and attempts > 0))
          returning *`),
      );
    },

    /**
     * Ends what waited too long: unsent ones expire, sent ones wait to be sent again where that is allowed, else they
     * have timed out.
     */
    async endOverdue(): Promise<CommandRow[]> {
      return move(
        sql`update command set
            state = case when due.again then 'queued' when command.state = 'queued' and attempts = 0 then 'expired'
              else 'timedOut' end,
            finished_at = case when due.again then null else clock_timestamp() end,
            sent_at = case when due.again then null else sent_at end,
            acknowledged_at = case when due.again then null else acknowledged_at end,
            reply_by = case when due.again then null else reply_by end
          from (select id, state <> 'queued' and attempts < most_attempts and expires_at > now()
                and (idempotent or acknowledged_at is null) as again
              from command where (state = 'queued' and expires_at <= now())
                or (state in ('sent', 'acknowledged') and reply_by <= now())
              order by id limit 1000 for update skip locked) due
          where command.id = due.id returning command.*`,
        sql`case when state = 'queued' then 'again' else state end`,
      );
    },

    /** Takes back one that waits; undefined where it waits no more. */
    async cancel(id: string, actor: string): Promise<CommandRow | undefined> {
      return first(
        await move(
          sql`update command set state = 'cancelled', finished_at = clock_timestamp()
            where id = ${id} and state = 'queued' returning *`,
          sql`state`,
          actor,
        ),
      );
    },

    async cancelOfBatch(scope: Scope, batchId: number, actor: string): Promise<CommandRow[]> {
      return move(
        sql`update command set state = 'cancelled', finished_at = clock_timestamp()
          where batch_id = ${batchId} and state = 'queued' and ${inScope(scope, "command.unit_id")} returning *`,
        sql`state`,
        actor,
      );
    },
  };
}

/** Steps that leave a command as it is. */
function createStepNotes(db: Db, node: string) {
  return {
    /** A reply after the one that counts leaves a step, the first few of them. */
    async noteRepeated(deviceId: number, id: string, code: number): Promise<void> {
      await sql`
        insert into command_step (command_id, step, attempt, node, code)
        select id, 'repeatedReply', attempts, ${node}, ${code}::int from command
        where id = ${id} and device_id = ${deviceId} and state in ('replied', 'failed')
          and (select count(*) from command_step s where s.command_id = command.id and s.step = 'repeatedReply') < 5`.execute(
        db,
      );
    },

    /** What this node claimed in a run before and nobody acknowledged: whether it left is not known. */
    async noteUnsure(): Promise<void> {
      await sql`
        insert into command_step (command_id, step, attempt, node)
        select id, 'unsure', attempts, ${node} from command c where c.node = ${node} and c.state = 'sent'
          and not exists (select 1 from command_step s where s.command_id = c.id and s.step = 'unsure'
            and s.attempt = c.attempts)
        order by id limit 100000`.execute(db);
    },
  };
}

function first(rows: readonly CommandRow[]): CommandRow | undefined {
  return rows[0];
}

const confirmed = (id: string) => sql`update command set awaits_id = null, awaits_name = null
  where id = ${id} and state = 'queued' and awaits_id is not null and expires_at > now() returning *`;

const inserted = (command: NewCommand, devices: readonly { id: number; unitId: number }[]) =>
  sql`insert into command (device_id, unit_id, kind, identifier, call_type, params, reason, actor_id, actor_name,
            state, timeout_s, held_until, expires_at, most_attempts, idempotent, batch_id, timed_task_id,
            awaits_id, awaits_name)
          select d.id, d.unit_id, ${command.kind}, ${command.identifier}, ${command.callType},
            ${JSON.stringify(command.params)}::jsonb, ${command.reason}, ${command.actorId}::int, ${command.actorName},
            'queued', ${command.timeoutS}::int, ${heldUntil(command)}, now() + make_interval(secs => ${command.holdForS + command.expiresInS}),
            ${command.mostAttempts}::int, ${command.idempotent}::boolean, ${command.batchId}::int, ${command.timedTaskId}::int,
            ${command.awaits?.userId ?? null}::int, ${command.awaits?.name ?? null}::text
          from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ unitId }) => unitId)}::int[])
            with ordinality as d(id, unit_id, place) order by d.place returning *`;
