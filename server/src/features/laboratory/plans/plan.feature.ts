import {
  addPlan,
  approvePlan,
  changePlan,
  checkPlan,
  closePlan,
  exportPlans,
  exportPlansByForm,
  getPlan,
  listPlans,
  programPlan,
  removePlans,
  type SamplingPlan,
} from "@tracewater/contract/laboratory/plans";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PlanService } from "./plan.service.ts";
import { sendPlans } from "./plan-workbook.ts";
import { servePlanRuns } from "./serve-plan-runs.ts";

/** Sampling plans, from the draft to the sampler, and what became of each. */
export function servePlans(
  serve: Serve,
  parts: {
    db: Db;
    zone: string;
    now: () => number;
    plans: PlanService;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { plans } = parts;
  servePlanRuns(serve, parts);

  serve.forCaller(listPlans, async ({ query }, caller) => {
    const total = await plans.count(caller.scope, query);
    return { total, rows: await plans.list(caller.scope, query, pageOf(query, total)) };
  });
  serve.forCaller(checkPlan, async ({ query }, caller) => ({ data: await plans.check(caller.scope, query) }));
  serveExport(serve, exportPlans, exportPlansByForm, (query, asked) => sendPlans(parts, { ...asked, query }));
  serve.forCaller(getPlan, async ({ params }, caller) => ({
    data: await plans.detail(caller.scope, params.id),
  }));

  serve.forCaller(addPlan, async ({ body, audit }, caller) => {
    const added = await plans.add(caller, body);
    const after = await plans.require(caller.scope, added.id);
    audit({ subject: auditSubject(after), after });
    return { data: added };
  });
  serve.forCaller(changePlan, async ({ body, audit }, caller) => {
    const { before, after } = await plans.change(caller, body);
    audit({ subject: auditSubject(after), before, after });
    return {};
  });
  serve.forCaller(removePlans, async ({ params, audit }, caller) => {
    for (const before of await plans.remove(caller, params.ids))
      audit({ subject: auditSubject(before), before });
    return {};
  });
  serve.forCaller(approvePlan, async ({ body, audit }, caller) => {
    const { before, after } = await plans.approve(caller, body.planId);
    audit({ subject: auditSubject(after), before: stateOf(before), after: stateOf(after) });
    return {};
  });
  serve.forCaller(closePlan, async ({ body, audit }, caller) => {
    const { before, after } = await plans.close(caller, body);
    audit({ subject: auditSubject(after), before: stateOf(before), after: { ...stateOf(after), ...body } });
    return {};
  });
  serve.forCaller(programPlan, async ({ body, audit }, caller) => {
    const { plan, commandId, state } = await plans.program(caller, body.planId);
    audit({ subject: auditSubject(plan), after: { device: plan.deviceName, command: commandId } });
    return { data: { commandId, state } };
  });
}

function auditSubject({ planId, planNo, unitId }: SamplingPlan): AuditChange["subject"] {
  return { kind: "samplingPlan", id: planId, name: planNo, unitId };
}

function stateOf({ state, approvedBy }: SamplingPlan) {
  return { state, approvedBy };
}
