import { type RawBuilder, sql } from "kysely";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

type Waiting = { count: number; since: number | null };
type OverdueBoxes = Waiting & { deviceId: number | null; deviceName: string | null };

/** The work of a whole unit is more than a person counts. */
const maxCounted = 1000;
/** Of a sample without a plan, hours. */
const defaultHolding = 48;

/** What waits for somebody; each statement reads what is open, from an index of it. */
export function createWaitingWorkStore(db: Db, zone: string) {
  async function read(open: RawBuilder<unknown>): Promise<Waiting> {
    const { rows } = await sql<Waiting>`
      select count(*)::int as count, floor(extract(epoch from min(since)) * 1000)::float8 as since
      from (${open} limit ${maxCounted}) open`.execute(db);
    return rows[0] ?? { count: 0, since: null };
  }

  return {
    overdueSamples: (scope: Scope, now: Date): Promise<Waiting> =>
      read(sql`select s.ended as since from water_sampling s left join sampling_plan p on p.id = s.plan_id
        where s.state in ('taken', 'sealed', 'inTransit') and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}
          and s.ended < ${now}::timestamptz - make_interval(hours => coalesce(p.holding_hours, ${defaultHolding}::int))
        order by s.ended`),

    reviews: (scope: Scope, userId: number): Promise<Waiting> =>
      read(sql`select a.entered_at as since from assay a
        where a.state = 'inReview' and ${userId}::int <> all(a.analyst_ids)
          and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
        order by a.entered_at`),

    doubts: (scope: Scope, userId: number): Promise<Waiting> =>
      read(sql`select min(q.raised_at) as since from assay_doubt q join assay a on a.id = q.assay_id
        where q.confirmed_at is null and a.state = 'approved' and ${userId}::int <> all(a.analyst_ids)
          and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
        group by a.id order by 1`),

    plans: (scope: Scope, userId: number, now: Date): Promise<Waiting> =>
      read(sql`select p.created_at as since from sampling_plan p
        where p.state = 'draft' and p.made_by_id <> ${userId}::int and p.ends_at > ${now}
          and ${inScope(scope, "p.unit_id")}
        order by p.created_at`),

    bottles: (scope: Scope): Promise<Waiting> =>
      read(sql`select place.since from bottle_place place join bottle b on b.id = place.bottle_id
        where place.until is null and b.state = 'filled' and ${inScope(scope, "b.unit_id")}
        order by place.since`),

    deliveries: (scope: Scope): Promise<Waiting> =>
      read(sql`select d.handed_at as since from sample_delivery d
        where d.state = 'inTransit' and ${inScope(scope, "d.to_unit_id")}
        order by d.handed_at`),

    ...waitingEvidence(db, zone, read),

    accountRequests: (scope: Scope): Promise<Waiting> =>
      read(sql`select r.created_at as since from account_request r
        where r.state = 'waiting' and ${inScope(scope, "r.dept_id")}
        order by r.created_at`),
  };
}

/** Of evidence; since when something waits is told where it is stored. */
function waitingEvidence(db: Db, zone: string, read: (open: RawBuilder<unknown>) => Promise<Waiting>) {
  const unknown = sql`null::timestamptz as since`;
  return {
    decisions: (scope: Scope): Promise<Waiting> =>
      read(sql`select ${unknown} from entrustment e
        where e.state = 'submitted' and e.decision is null and ${inScope(scope, "e.unit_id")}`),

    handovers: (scope: Scope, userId: number, now: Date): Promise<Waiting> =>
      read(sql`select ${unknown} from evidence_item i
        where i.offer_to_id = ${userId} and i.offer_expires_at > ${now}
          and i.state not in ('returned', 'destroyed', 'lost') and ${inScope(scope, "i.unit_id")}`),

    disposals: (scope: Scope, userId: number): Promise<Waiting> =>
      read(sql`select ${unknown} from evidence_item i
        where i.destroy_asked_by is not null and i.state not in ('returned', 'destroyed', 'lost')
          and i.destroy_asked_by_id is distinct from ${userId}::int and ${inScope(scope, "i.unit_id")}`),

    async overdueReturns(scope: Scope, now: Date): Promise<OverdueBoxes> {
      const { rows } = await sql<OverdueBoxes>`
        select (count(*) over ())::int as count, d.id as device_id, u.device_name,
          floor(extract(epoch from (u.due_on + 1)::timestamp at time zone ${zone}) * 1000)::float8 as since
        from box_undertaking u left join device d on d.device_name = u.device_name
        where u.returned_on is null and u.due_on < (${now}::timestamptz at time zone ${zone})::date
          and ${inScope(scope, "u.unit_id")}
        order by u.due_on, u.id limit 1`.execute(db);
      return rows[0] ?? { count: 0, since: null, deviceId: null, deviceName: null };
    },
  };
}
