import type { Json } from "@tracewater/custody/canonical";
import { sql } from "kysely";
import { auditChain, createChainStore } from "../../platform/custody/chain.store.ts";
import type { PrintMoment } from "../../platform/moments.ts";
import type { Db } from "../../platform/store/database.ts";

/** People without passwords and what they might have done: many rows in one statement each. */
export function createLoadDataStore(db: Db, printIso: PrintMoment) {
  const chains = createChainStore(db, printIso);
  return {
    /** Below the enterprise units, evenly. */
    async addDepartments(count: number): Promise<void> {
      await sql`
        with root as (select id, row_number() over (order by id) - 1 as place, count(*) over () as roots
          from dept where parent_id is null)
        insert into dept (name, parent_id)
        select 'Department ' || number, root.id from generate_series(1, ${count}::int) number
        join root on root.place = number % root.roots`.execute(db);
    },

    /** In the departments, evenly; each may see what is below them. */
    async addPeople(first: number, last: number): Promise<void> {
      await sql`
        with place as (select id, row_number() over (order by id) - 1 as place, count(*) over () as places from dept),
        added as (
          insert into sys_user (user_name, nick_name, dept_id)
          select 'person' || lpad(number::text, 7, '0'), 'Person ' || number, place.id
          from generate_series(${first}::int, ${last}::int) number join place on place.place = number % place.places
          on conflict do nothing returning id)
        insert into user_role (user_id, role_id)
        select added.id, role.id from added, role where role.role_key = 'viewer'`.execute(db);
    },

    async addLogIns(first: number, last: number): Promise<void> {
      await sql`
        insert into login_log (at, user_name, user_id, unit_id, kind, ok, reason, address, agent)
        select now() - (100000 - number) * interval '1 minute', u.user_name, u.id, u.dept_id, 'logIn',
          number % 10 <> 0, case when number % 10 = 0 then 'wrongPassword' else 'ok' end,
          '10.0.' || number % 250 || '.7', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
        from generate_series(${first}::int, ${last}::int) number
        join lateral (select id, user_name, dept_id from sys_user where user_name = 'person' || lpad((number % 1000 + 1)::text, 7, '0')) u
          on true`.execute(db);
    },

    /** Through the chain, as the platform itself writes them. */
    async addRecords(records: readonly Json[], nowMs: number): Promise<void> {
      await db.transaction().execute((trx) => chains.appendTo(auditChain, trx, records, nowMs));
    },
  };
}
