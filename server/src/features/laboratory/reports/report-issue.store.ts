import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export function createReportIssueStore(
  db: Db,
  { publicUrl, zone }: { publicUrl: string | undefined; zone: string },
) {
  return {
    /** Keeps with the report who measured and approved the results of its calculation; a unit may move later. */
    async freeze(id: number, runId: number): Promise<void> {
      const results = sql`from load_result l join assay a on a.id = l.assay_id
        where l.run_id = ${runId} and l.sampled_on >= r.from_day`;
      await sql`
        update point_report r set subject = r.subject || jsonb_build_object('issued', jsonb_build_object(
          'laboratories', (select coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'address', d.address,
              'phone', d.phone, 'email', d.email) order by d.id), '[]')
            from dept d where d.id in (select coalesce(a.lab_unit_id, a.unit_id) ${results})),
          'methods', (select coalesce(jsonb_agg(m.method order by m.method), '[]') from (
            select distinct btrim(a.method || ' ' || a.method_version) as method ${results} and a.method <> '') m),
          'approvals', (select coalesce(jsonb_agg(jsonb_build_object('name', w.reviewer, 'until', w.until)
              order by w.reviewer), '[]') from (
            select a.reviewer, coalesce(to_char(max(a.reviewed_at) at time zone ${zone}, 'YYYY-MM-DD'), '') as until
            ${results} and a.reviewer <> '' group by a.reviewer) w),
          'console', ${publicUrl ?? null}::text))
        where r.id = ${id} and r.state = 'running'`.execute(db);
    },
  };
}
