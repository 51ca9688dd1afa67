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
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { PlanService } from "./plan.service.ts";
import { sendPlans } from "./plan-sheet.ts";

/** Sampling plans, from the draft to the sampler. */
export function servePlans(
  serve: Serve,
  parts: { plans: PlanService; files: MadeFiles; printMoment: PrintMoment },
): void {
  const { plans } = parts;

  serve.forCaller(listPlans, async ({ query }, caller) => {
    const total = await plans.count(caller.scope, query);
    return { total, rows: await plans.list(caller.scope, query, pageOf(query, total)) };
  });
  serve.forCaller(checkPlan, async ({ query }, caller) => ({ data: await plans.check(caller.scope, query) }));
  serveExport(serve, exportPlans, exportPlansByForm, (query, asked) => sendPlans(parts, { ...asked, query }));
  serve.forCaller(getPlan, async ({ params }, caller) => ({
    data: await plans.detail(caller.scope, params.id),
  }));

  serve.forCaller(addPlan, async ({ body, note }, caller) => {
    const added = await plans.add(caller, body);
    const after = await plans.require(caller.scope, added.id);
    note({ thing: thingOf(after), after });
    return { data: added };
  });
  serve.forCaller(changePlan, async ({ body, note }, caller) => {
    const { before, after } = await plans.change(caller, body);
    note({ thing: thingOf(after), before, after });
    return {};
  });
  serve.forCaller(removePlans, async ({ params, note }, caller) => {
    for (const before of await plans.remove(caller, params.ids)) note({ thing: thingOf(before), before });
    return {};
  });
  serve.forCaller(approvePlan, async ({ body, note }, caller) => {
    const { before, after } = await plans.approve(caller, body.planId);
    note({ thing: thingOf(after), before: stateOf(before), after: stateOf(after) });
    return {};
  });
  serve.forCaller(closePlan, async ({ body, note }, caller) => {
    const { before, after } = await plans.close(caller, body);
    note({ thing: thingOf(after), before: stateOf(before), after: { ...stateOf(after), ...body } });
    return {};
  });
  serve.forCaller(programPlan, async ({ body, note }, caller) => {
    const { plan, commandId, state } = await plans.program(caller, body.planId);
    note({ thing: thingOf(plan), after: { device: plan.deviceName, command: commandId } });
    return { data: { commandId, state } };
  });
}

function thingOf({ planId, planNo, unitId }: SamplingPlan): CallNote["thing"] {
  return { kind: "samplingPlan", id: planId, name: planNo, unitId };
}

function stateOf({ state, approvedBy }: SamplingPlan) {
  return { state, approvedBy };
}
