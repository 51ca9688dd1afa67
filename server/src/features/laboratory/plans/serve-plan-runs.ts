import {
  exportPlanRun,
  exportPlanRunByForm,
  listPlanRun,
  type PlanRunRow,
} from "@tracewater/contract/laboratory/plan-runs";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PlanService } from "./plan.service.ts";
import { createPlanRunStore } from "./plan-run.store.ts";
import { sendPlanRun } from "./plan-run-workbook.ts";

const batch = 1000;

/** What was planned against what was taken, of one plan that the caller reaches. */
export function servePlanRuns(
  serve: Serve,
  parts: {
    db: Db;
    zone: string;
    now: () => number;
    plans: Pick<PlanService, "require">;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { plans } = parts;
  const store = createPlanRunStore(parts.db, parts);

  async function* listAll(
    scope: Scope,
    query: Parameters<typeof store.count>[1],
  ): AsyncGenerator<PlanRunRow> {
    for (let offset = 0; ; offset += batch) {
      const rows = await store.list(scope, query, { limit: batch, offset });
      yield* rows;
      if (rows.length < batch) return;
    }
  }

  serve.forCaller(listPlanRun, async ({ query }, { scope }) => {
    const plan = await plans.require(scope, query.planId);
    const total = await store.count(scope, query);
    const rows = await store.list(scope, query, pageOf(query, total));
    return { plan, rows, total, summary: await store.summary(scope, query.planId) };
  });
  serveExport(serve, exportPlanRun, exportPlanRunByForm, async (query, asked) => {
    const { scope } = asked.caller;
    const plan = await plans.require(scope, query.planId);
    await sendPlanRun(parts, { ...asked, plan, rows: listAll(scope, query) });
  });
}
