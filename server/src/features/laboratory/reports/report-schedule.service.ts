import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import {
  type addReportSchedule,
  type listReportSchedules,
  type ReportSchedule,
  reportChoices,
} from "@tracewater/contract/laboratory/reports";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LoadService } from "../loads/load.service.ts";
import type { ReportService } from "./report.service.ts";
import { spansBefore } from "./report-schedule.model.ts";
import { createReportScheduleStore, type StoredSchedule } from "./report-schedule.store.ts";

const dayMs = 86_400_000;
/** More than a person looks through. */
const maxCounted = 1000;

export type ReportScheduleService = ReturnType<typeof createReportScheduleService>;

/** Reports that are made each week or month, as soon as the results of the span are all reviewed. */
export function createReportScheduleService(options: {
  db: Db;
  loads: Pick<LoadService, "unitOf">;
  reports: Pick<ReportService, "begin">;
  printMoment: PrintMoment;
  today: () => string;
  now: () => number;
}) {
  const { loads, reports, printMoment, today, now } = options;
  const store = createReportScheduleStore(options.db);

  const show = ({ createdAt, unitId: _, ...rest }: StoredSchedule): ReportSchedule => ({
    ...rest,
    createdAt: printMoment(createdAt),
  });

  return {
    async list(caller: Caller, query: QueryOf<typeof listReportSchedules>) {
      const total = await store.count(caller.scope);
      const rows = await store.list(caller.scope, pageOf(query, total));
      return { rows: rows.map(show), total };
    },

    async add(
      caller: Caller,
      body: BodyOf<typeof addReportSchedule>,
    ): Promise<{ data: ReportSchedule; unitId: number }> {
      const { pointId, every, ...rest } = body;
      const unitId = await loads.unitOf(caller.scope, pointId);
      if (unitId === undefined) {
        throw fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
      }
      const choices = reportChoices.parse({ ...rest, analytes: [...new Set(rest.analytes)] });
      const made = {
        unitId,
        pointId,
        every,
        choices,
        createdBy: personLabel(caller),
        createdAt: new Date(now()),
      };
      const id = await store.add(made);
      const added = await store.find(caller.scope, id);
      if (added === undefined) throw new Error("a schedule added a moment ago is missing");
      return { data: show(added), unitId };
    },

    async end(caller: Caller, id: number): Promise<StoredSchedule> {
      const found = await store.find(caller.scope, id);
      if (found === undefined) throw notFound({ en: "scheduled report", zh: "定期报告" });
      await store.end(id, new Date(now()));
      return found;
    },

    /** Reports of the last whole week or month that wait for the review of their results, or for the next run. */
    async countDue(scope: Scope): Promise<{ count: number; since: number | null }> {
      const schedules = await store.list(scope, { limit: maxCounted, offset: 0 });
      const spans = schedules.flatMap(({ scheduleId, pointId, every, choices }) =>
        spansBefore(today(), every, choices.daySet)
          .slice(-1)
          .map((span) => ({ scheduleId, pointId, analytes: choices.analytes, ...span })),
      );
      const { count, until } = await store.countOpen(spans);
      return { count, since: until === null ? null : Date.parse(`${until}T00:00:00Z`) + dayMs };
    },

    /** Makes what is due, one after another. */
    async makeDue(signal: AbortSignal): Promise<number> {
      let made = 0;
      for (let after = 0; !signal.aborted; ) {
        const found = await store.listAfter(after);
        for (const one of found) made += signal.aborted ? 0 : await makeDueOf(one, signal);
        const last = found.at(-1);
        if (last === undefined) break;
        after = last.scheduleId;
      }
      return made;
    },
  };

  async function makeDueOf(one: StoredSchedule, signal: AbortSignal): Promise<number> {
    let made = 0;
    for (const span of spansBefore(today(), one.every, one.choices.daySet)) {
      if (signal.aborted || !(await store.isDue(one, span))) continue;
      const { unitId, pointId, choices, scheduleId, createdBy } = one;
      const begun = await reports.begin({ unitId, pointId, ...span, choices, scheduleId, madeBy: createdBy });
      await begun?.over;
      made += begun === null ? 0 : 1;
    }
    return made;
  }
}
