/** Reports: what was asked for, the state of their making, and the files that were kept. */
import type { QueryOf } from "@tracewater/contract/call";
import {
  custodyHead,
  type listReports,
  reportChoices,
  reportState,
  reportValues,
} from "@tracewater/contract/laboratory/reports";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inDays } from "../../../platform/store/search-span.ts";

export type ReportQuery = QueryOf<typeof listReports>;

const subject = z.object({
  pointCode: z.string(),
  pointName: z.string(),
  unitName: z.string(),
  population: z.number().int().nullable(),
  issued: z
    .object({
      laboratories: z.array(
        z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
      ),
      methods: z.array(z.string()),
      approvals: z.array(z.object({ name: z.string(), until: z.string() })),
      console: z.string().nullable(),
    })
    .optional(),
});
const digest = {
  name: z.string().nullable(),
  sha256: z.string().nullable(),
  bytes: z.number().int().nullable(),
};

const stored = z.object({
  reportId: z.number().int(),
  unitId: z.number().int(),
  pointId: z.number().int(),
  runId: z.number().int().nullable(),
  scheduleId: z.number().int().nullable(),
  from: z.string(),
  until: z.string(),
  choices: reportChoices,
  subject,
  state: reportState,
  progress: z.number().int(),
  reasonEn: z.string(),
  reasonZh: z.string(),
  layout: z.string(),
  custodyHead: custodyHead.nullable(),
  pdf: z.object(digest),
  xlsx: z.object(digest),
  madeAt: z.date(),
  madeBy: z.string(),
});
export type StoredReport = z.infer<typeof stored>;

export type NewReport = Pick<
  StoredReport,
  | "unitId"
  | "pointId"
  | "scheduleId"
  | "from"
  | "until"
  | "choices"
  | "subject"
  | "layout"
  | "custodyHead"
  | "madeAt"
  | "madeBy"
> & { node: string };

export type KeptFile = { name: string; sha256: string; bytes: number };

export function createReportStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<StoredReport[]> {
    const { rows } = await sql`
      select r.id as report_id, r.unit_id, r.point_id, r.run_id, r.schedule_id, to_char(r.from_day, 'YYYY-MM-DD') as "from",
        to_char(r.until_day, 'YYYY-MM-DD') as until, r.parameters as choices, r.subject, r.state, r.progress, r.reason_en,
        r.reason_zh, r.layout, r.custody_head, r.made_at, r.made_by,
        json_build_object('name', r.pdf_name, 'sha256', r.pdf_sha256, 'bytes', r.pdf_bytes) as pdf,
        json_build_object('name', r.xlsx_name, 'sha256', r.xlsx_sha256, 'bytes', r.xlsx_bytes) as xlsx
      from point_report r ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }

  return {
    async list(
      scope: Scope,
      query: ReportQuery,
      page: { limit: number; offset: number },
    ): Promise<StoredReport[]> {
      const direction = query.isAsc === "asc" ? sql`asc` : sql`desc`;
      return read(sql`where ${matching(scope, query)} order by r.id ${direction}
        limit ${page.limit} offset ${page.offset}`);
    },

    async count(scope: Scope, query: ReportQuery): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from point_report r where ${matching(scope, query)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredReport | undefined> {
      return (await read(sql`where r.id = ${id} and ${inScope(scope, "r.unit_id")} limit 1`))[0];
    },

    async findReportValues(id: number): Promise<z.infer<typeof reportValues> | null> {
      const found = await db
        .selectFrom("pointReport")
        .select("figures")
        .where("id", "=", id)
        .executeTakeFirst();
      return reportValues.nullable().parse(found?.figures ?? null);
    },

    /** Results of a calculation that are approved no longer. */
    async countStale(runId: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from load_result l join assay a on a.id = l.assay_id
        where l.run_id = ${runId} and a.state <> 'approved'`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** What a report calls its point; undefined where there is none. */
    async findSubject(pointId: number): Promise<z.infer<typeof subject> | undefined> {
      const { rows } = await sql`
        select p.code as point_code, p.name as point_name, d.name as unit_name, p.population
        from sampling_point p join dept d on d.id = p.unit_id where p.id = ${pointId}`.execute(db);
      return rows[0] === undefined ? undefined : subject.parse(rows[0]);
    },

    /** Undefined where the schedule has a report of this span. */
    async add({
      from,
      until,
      choices,
      subject: about,
      custodyHead: head,
      ...rest
    }: NewReport): Promise<number | undefined> {
      const added = await db
        .insertInto("pointReport")
        .values({
          ...rest,
          ...{
            fromDay: from,
            untilDay: until,
            parameters: JSON.stringify(choices),
            subject: JSON.stringify(about),
            custodyHead: JSON.stringify(head),
          },
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** Show how far it is; false where it was cancelled meanwhile. */
    async advance(id: number, progress: number, runId: number | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("pointReport")
        .set({ progress, runId })
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async finish(id: number, made: { figures: object; pdf: KeptFile; xlsx: KeptFile }): Promise<boolean> {
      const { pdf, xlsx } = made;
      const { numUpdatedRows } = await db
        .updateTable("pointReport")
        .set({
          ...{ state: "done", progress: 100, figures: JSON.stringify(made.figures) },
          ...{ pdfName: pdf.name, pdfSha256: pdf.sha256, pdfBytes: pdf.bytes },
          ...{ xlsxName: xlsx.name, xlsxSha256: xlsx.sha256, xlsxBytes: xlsx.bytes },
        })
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends what runs; false where it has ended. */
    async end(id: number, state: "cancelled" | "failed", reason: LocalizedText): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("pointReport")
        .set({ state, reasonEn: reason.en, reasonZh: reason.zh })
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** What a node that was ended left behind. */
    async endAllOf(node: string, reason: LocalizedText): Promise<void> {
      await db
        .updateTable("pointReport")
        .set({ state: "failed", reasonEn: reason.en, reasonZh: reason.zh })
        .where("node", "=", node)
        .where("state", "=", "running")
        .execute();
    },
  };
}

function matching(scope: Scope, query: ReportQuery): RawBuilder<boolean> {
  const { pointId, state, from, until, beginTime, endTime } = query;
  const parts: RawBuilder<unknown>[] = [inScope(scope, "r.unit_id")];
  if (pointId !== undefined) parts.push(sql`r.point_id = ${pointId}`);
  if (state !== undefined) parts.push(sql`r.state = ${state}`);
  if (from !== undefined) parts.push(sql`r.until_day >= ${from}::date`);
  if (until !== undefined) parts.push(sql`r.from_day <= ${until}::date`);
  parts.push(...inDays(sql`r.until_day`, { beginTime }), ...inDays(sql`r.from_day`, { endTime }));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
