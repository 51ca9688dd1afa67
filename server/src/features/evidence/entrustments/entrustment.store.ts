/** The statements on entrustments, and on the accounts that take part in them. */
import type { QueryOf } from "@tracewater/contract/call";
import {
  type Entrustment,
  entrustment,
  entrustmentWritten,
  recusedPerson,
  refusalGround,
} from "@tracewater/contract/evidence/entrustment-fields";
import type { EntrustmentTrack, listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { personLabel } from "@tracewater/contract/system/person-label";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type EntrustmentQuery = QueryOf<typeof listEntrustments>;

const person = z.number().nullable();
const moment = z.number().nullable();
const found = entrustment.extend({
  ...z.object(entrustmentWritten).shape,
  decisionDaysLeft: z.number().nullable(),
  refusalGround: refusalGround.nullable(),
  decisionReason: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: moment,
  ...{
    firstExaminerId: person,
    firstExaminer: z.string(),
    secondExaminerId: person,
    secondExaminer: z.string(),
  },
  ...{ reviewerId: person, reviewer: z.string() },
  ...{ clientConfirmedBy: z.string().nullable(), clientConfirmedAt: moment, clientRecordedById: person },
  ...{ institutionConfirmedBy: z.string().nullable(), institutionConfirmedAt: moment },
  institutionConfirmedById: person,
  ...{ reportedBy: z.string().nullable(), reportedAt: moment },
  events: z.number(),
  recused: z.array(recusedPerson),
});
export type FoundEntrustment = z.infer<typeof found>;
export type StaffPerson = { userId: number; name: string; unitName: string };

const maxStaff = 500;
const ms = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

export function createEntrustmentStore(db: Db, today: () => string) {
  const listed = (from: Db | Trx = db) => selectListed(from, today());
  return {
    async list(
      scope: Scope,
      query: EntrustmentQuery,
      page: { limit: number; offset: number },
    ): Promise<Entrustment[]> {
      const column = sql.ref(`e.${columnOf(query.orderByColumn ?? "createdAt")}`);
      const rows = await listed()
        .where(matching(scope, query))
        .orderBy(column, (order) => (query.isAsc === "asc" ? order.asc() : order.desc()).nullsLast())
        .orderBy("e.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return z.array(entrustment).parse(rows);
    },

    /** Those of an export, by falling id. */
    async listBefore(
      scope: Scope,
      query: EntrustmentQuery,
      beforeId: number,
      limit: number,
    ): Promise<Entrustment[]> {
      const rows = await listed()
        .where(matching(scope, query))
        .where("e.id", "<", beforeId)
        .orderBy("e.id", "desc")
        .limit(limit)
        .execute();
      return z.array(entrustment).parse(rows);
    },

    /** The newest checkpoint of the custody chain that an outside authority stamped. */
    async newestStamp(): Promise<EntrustmentTrack["stamped"]> {
      const found = await sql<{ to: number; at: number }>`
        select size::float8 as to, ${epochMs("stamped_at")} as at from checkpoint_stamp
        where chain = 'custody' order by checkpoint_stamp.size desc limit 1`.execute(db);
      return found.rows[0] ?? null;
    },

    async count(scope: Scope, query: EntrustmentQuery): Promise<number> {
      const counted = await db
        .selectFrom("entrustment as e")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matching(scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number, from: Db | Trx = db): Promise<FoundEntrustment | undefined> {
      const row = await selectWhole(from, today())
        .where("e.id", "=", id)
        .where(inScope(scope, "e.unit_id"))
        .executeTakeFirst();
      return row === undefined ? undefined : found.parse(row);
    },

    /** Its steps and those of its items wait for each other; undefined outside of the scope. */
    async lock(trx: Trx, scope: Scope, id: number): Promise<FoundEntrustment | undefined> {
      await trx.selectFrom("entrustment").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
      return this.find(scope, id, trx);
    },

    async add(
      trx: Trx,
      values: Insertable<Tables["entrustment"]>,
    ): Promise<{ id: number; entrustmentNo: string }> {
      return trx
        .insertInto("entrustment")
        .values(values)
        .returning(["id", "entrustmentNo"])
        .executeTakeFirstOrThrow();
    },

    async change(trx: Trx, id: number, values: Updateable<Tables["entrustment"]>): Promise<void> {
      await trx.updateTable("entrustment").set(values).where("id", "=", id).execute();
    },

    async recuse(
      trx: Trx,
      id: number,
      of: { userId: number; name: string; ground: string; by: string },
    ): Promise<void> {
      await sql`insert into entrustment_recusal (entrustment_id, user_id, name, ground, decided_by)
        values (${id}, ${of.userId}, ${of.name}, ${of.ground}, ${of.by})`.execute(trx);
    },

    /** Active accounts of these units that may handle items. */
    async listStaff(
      scope: Scope,
      permission: string,
      ids: readonly number[] | null = null,
    ): Promise<StaffPerson[]> {
      const rows = await sql<{ userId: number; userName: string; nickName: string; unitName: string }>`
        select u.id as user_id, u.user_name, u.nick_name, d.name as unit_name
        from sys_user u join dept d on d.id = u.dept_id
        where u.status = '0' and u.deleted_at is null and ${inScope(scope, "u.dept_id")}
          and (${ids === null} or u.id = any(${ids === null ? [] : [...ids]}::int[]))
          and exists (select from user_role ur join role r on r.id = ur.role_id and r.status = '0'
            join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id and m.permission = ${permission}
            where ur.user_id = u.id)
        order by u.nick_name, u.id limit ${maxStaff}`.execute(db);
      return rows.rows.map(({ userId, unitName, ...one }) => ({ userId, unitName, name: personLabel(one) }));
    },
  };
}

/** What a list shows of an entrustment. */
function selectListed(from: Db | Trx, day: string) {
  return from
    .selectFrom("entrustment as e")
    .innerJoin("dept as unit", "unit.id", "e.unitId")
    .select([
      ...(["e.id as entrustmentId", "e.entrustmentNo", "e.unitId", "unit.name as unitName"] as const),
      ...(["e.clientName", "e.caseNo", "e.workTypes", "e.state", "e.decision", "e.decisionDue"] as const),
      ...(["e.dueDate", "e.reportNo", "e.madeBy as createdBy"] as const),
      sql<boolean>`coalesce(e.decision_due < ${day}, false)`.as("isDecisionLate"),
      sql<number>`(select count(*)::int from evidence_item i where i.entrustment_id = e.id)`.as("itemCount"),
      ms("e.created_at").as("createdAt"),
    ]);
}

function selectWhole(from: Db | Trx, day: string) {
  return selectListed(from, day).select([
    ...(["e.clientAddress", "e.contact", "e.phone", "e.clientDocument", "e.examination"] as const),
    ...(["e.earlierNo", "e.purpose", "e.matters", "e.facts", "e.persons", "e.disposition"] as const),
    ...(["e.fetchWeeks", "e.risks", "e.fee", "e.feeCurrency", "e.feeNote"] as const),
    ...(["e.opinionDelivery", "e.copies"] as const),
    ...(["e.retention", "e.retentionGround", "e.decisionDaysLeft", "e.refusalGround"] as const),
    ...([
      "e.decisionReason",
      "e.decidedBy",
      "e.firstExaminerId",
      "e.firstExaminer",
      "e.secondExaminerId",
    ] as const),
    ...(["e.secondExaminer", "e.reviewerId", "e.reviewer", "e.clientConfirmedBy"] as const),
    ...(["e.clientRecordedById", "e.institutionConfirmedBy", "e.institutionConfirmedById"] as const),
    ...(["e.reportedBy", "e.events"] as const),
    sql`(select coalesce(jsonb_agg(jsonb_build_object('userId', r.user_id, 'name', r.name, 'ground', r.ground,
      'decidedBy', r.decided_by) order by r.decided_at), '[]') from entrustment_recusal r
      where r.entrustment_id = e.id)`.as("recused"),
    ms("e.decided_at").as("decidedAt"),
    ms("e.client_confirmed_at").as("clientConfirmedAt"),
    ms("e.institution_confirmed_at").as("institutionConfirmedAt"),
    ms("e.reported_at").as("reportedAt"),
  ]);
}

function matching(scope: Scope, query: EntrustmentQuery): RawBuilder<boolean> {
  const parts = [inScope(scope, "e.unit_id")];
  if (query.state !== undefined) parts.push(sql<boolean>`e.state = ${query.state}`);
  if (query.decision !== undefined) parts.push(sql<boolean>`e.decision = ${query.decision}`);
  if (query.workType !== undefined)
    parts.push(sql<boolean>`e.work_types @> array[${query.workType}]::text[]`);
  if (query.deviceName !== undefined) {
    parts.push(sql<boolean>`exists (select from evidence_stay s join device d on d.id = s.device_id
        where s.entrustment_id = e.id and d.device_name = ${query.deviceName} and ${inScope(scope, "d.unit_id")})`);
  }
  parts.push(...inSpan(sql`e.created_at`, query));
  if (query.keyword !== undefined) {
    const pattern = containing(query.keyword);
    parts.push(
      sql<boolean>`(e.entrustment_no ilike ${pattern} or e.client_name ilike ${pattern} or e.case_no ilike ${pattern})`,
    );
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
