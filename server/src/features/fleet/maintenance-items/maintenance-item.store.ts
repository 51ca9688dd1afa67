/** Maintenance items of devices: what is due, what was done, and what people edit of them. */
import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type {
  addUpkeepItem,
  listUpkeepItems,
  MaintenanceItem,
} from "@tracewater/contract/fleet/maintenance-items";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope, systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

export type MaintenanceFields = Omit<BodyOf<typeof addUpkeepItem>, "deviceName">;
export type MaintenanceFilter = Omit<QueryOf<typeof listUpkeepItems>, "pageNum" | "pageSize">;
export type Done = { at: Date; by: string; note: string; today: string };
export type MaintenanceHistory = { at: number; by: string; note: string; counterValue: number | null };

/** What is due is asked of the date and of the counter's latest value: either is enough. */
export function createMaintenanceItemStore(db: Db) {
  return {
    async list(
      scope: Scope,
      filter: MaintenanceFilter,
      today: string,
      page: { limit: number; offset: number },
    ) {
      const found =
        await sql<MaintenanceItem>`select ${columns} from ${base(today)} where ${matches(scope, filter)}
        order by array_position(array['overdue', 'soon', 'ok'], x.state), x.due_on nulls last, x.id
        limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, filter: MaintenanceFilter, today: string): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from ${base(today)} where ${matches(scope, filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number, today: string): Promise<MaintenanceItem | undefined> {
      const found = await sql<MaintenanceItem>`select ${columns} from ${base(today)}
        where x.id = ${id} and ${inScope(scope, "x.unit_id")}`.execute(db);
      return found.rows[0];
    },

    async history(id: number): Promise<MaintenanceHistory[]> {
      const found = await sql<MaintenanceHistory>`select ${epochMs("at")} as at, by_name as by, note,
        counter_value from upkeep_done where item_id = ${id} order by id desc limit 200`.execute(db);
      return found.rows;
    },

    /** Undefined where the device has one of that name. The counter begins where it is. */
    async add(deviceId: number, one: MaintenanceFields): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into upkeep_item (device_id, name, kind, interval_days, due_on, counter, counter_mode, counter_limit,
          warn_days, remark, counter_from)
        values (${deviceId}, ${one.name}, ${one.kind}, ${one.intervalDays}, ${one.dueOn}::date, ${one.counter},
          ${one.counterMode}, ${one.counterLimit}, ${one.warnDays}, ${one.remark},
          ${latest(sql`${deviceId}::int`, sql`${one.counter}`)})
        on conflict (device_id, name) do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** False where the device has another of that name. Another counter begins where it is. */
    async change(id: number, one: MaintenanceFields): Promise<boolean> {
      const changed = sql`update upkeep_item set name = ${one.name}, kind = ${one.kind},
          interval_days = ${one.intervalDays}, due_on = ${one.dueOn}::date, counter_mode = ${one.counterMode},
          counter_limit = ${one.counterLimit}, warn_days = ${one.warnDays}, remark = ${one.remark},
          counter_from = case when counter = ${one.counter} then counter_from
            else ${latest(sql`upkeep_item.device_id`, sql`${one.counter}`)} end,
          counter = ${one.counter}
        where id = ${id}`.execute(db);
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from upkeep_item where id = any(${[...ids]}::int[])`.execute(db);
    },

    async done(id: number, done: Done): Promise<void> {
      await sql`
        with item as (
          update upkeep_item i set done_at = ${done.at}, done_by = ${done.by},
            due_on = case when i.interval_days is null then null else ${done.today}::date + i.interval_days end,
            interval_days = i.interval_days,
            counter_from = ${latest(sql`i.device_id`, sql`i.counter`)}
          where i.id = ${id} returning i.id, i.counter_from)
        insert into upkeep_done (item_id, at, by_name, note, counter_value)
        select id, ${done.at}, ${done.by}, ${done.note}, counter_from from item`.execute(db);
    },

    /** What is overdue, for the sweep. */
    async listOverdue(today: string, limit: number) {
      const found = await sql<MaintenanceItem>`select ${columns} from ${base(today)}
        where x.state = 'overdue' and ${inScope(systemScope, "x.unit_id")} order by x.id limit ${limit}`.execute(
        db,
      );
      return found.rows;
    },

    /** Open alarms of items that are overdue no more, or gone. */
    async listEnded(today: string, limit: number): Promise<string[]> {
      const found = await sql<{ origin: string }>`select a.origin from alarm a
        where a.source = 'upkeep' and a.cleared_at is null and not exists (
          select from ${base(today)} where 'upkeep/' || x.id = a.origin and x.state = 'overdue')
        limit ${limit}`.execute(db);
      return found.rows.map((row) => row.origin);
    },
  };
}

const base = (today: string) => sql`(
  select i.*, d.device_name, d.nickname, d.unit_id, u.name as unit_name, p.type_key, c.now as counter_now,
    case
      when i.due_on <= ${today}::date or (c.now is not null and c.is_reached) then 'overdue'
      when i.due_on - i.warn_days <= ${today}::date or (c.now is not null and c.is_near) then 'soon'
      else 'ok' end as state
  from upkeep_item i join device d on d.id = i.device_id join dept u on u.id = d.unit_id
    join product p on p.id = d.product_id
    left join lateral (
      select n.now, case i.counter_mode when 'used' then n.now >= i.counter_limit else n.now <= i.counter_limit end
          as is_reached,
        case i.counter_mode when 'used' then n.now >= i.counter_limit * 0.9 else n.now <= i.counter_limit * 1.2 end
          as is_near
      from (select case i.counter_mode when 'used' then l.value - coalesce(i.counter_from, 0) else l.value end as now
        from telemetry_latest l join metric m on m.id = l.metric
        where l.device_id = i.device_id and m.identifier = i.counter and l.value is not null) n) c on true) x`;
const columns = sql`x.id as item_id, x.device_id, x.device_name, x.nickname, x.type_key, x.unit_id, x.unit_name,
  x.name, x.kind, x.interval_days, to_char(x.due_on, 'YYYY-MM-DD') as due_on, x.counter, x.counter_mode,
  x.counter_limit, x.warn_days, x.remark, x.state, x.counter_now, ${epochMs("x.done_at")} as done_at, x.done_by`;
const latest = (device: RawBuilder<unknown>, counter: RawBuilder<unknown>) => sql`
  (select l.value from telemetry_latest l join metric m on m.id = l.metric
   where l.device_id = ${device} and m.identifier = ${counter})`;

function matches(scope: Scope, filter: MaintenanceFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [inScope(scope, "x.unit_id")];
  if (filter.keyword !== undefined) {
    const pattern = containing(filter.keyword);
    parts.push(
      sql`(x.name ilike ${pattern} or x.device_name ilike ${pattern} or x.nickname ilike ${pattern})`,
    );
  }
  if (filter.kind !== undefined) parts.push(sql`x.kind = ${filter.kind}`);
  if (filter.state !== undefined) parts.push(sql`x.state = ${filter.state}`);
  if (filter.unitId !== undefined) parts.push(sql`x.unit_id = ${filter.unitId}`);
  if (filter.deviceId !== undefined) parts.push(sql`x.device_id = ${filter.deviceId}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
