import {
  getMethodUncertainty,
  setMethodUncertainty,
} from "@tracewater/contract/laboratory/method-uncertainty";
import {
  addProficiencyResult,
  listProficiencyResults,
  type ProficiencyResult,
  removeProficiencyResult,
} from "@tracewater/contract/laboratory/proficiency-rounds";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { MethodUncertaintyService } from "./method-uncertainty.service.ts";
import type { ProficiencyService } from "./proficiency.service.ts";

/** Proficiency rounds, and the uncertainty of methods that follows from them and from the control charts. */
export function serveProficiency(
  serve: Serve,
  { rounds, uncertainties }: { rounds: ProficiencyService; uncertainties: MethodUncertaintyService },
): void {
  serve.forCaller(getMethodUncertainty, async ({ query }, caller) => ({
    data: await uncertainties.read(caller.scope, query),
  }));
  serve.forCaller(setMethodUncertainty, async ({ body, audit }, caller) => {
    const { id, before, after } = await uncertainties.set(caller, body);
    const name = `${body.analyte} ${body.method} ${body.instrument}`;
    audit({ subject: { kind: "methodUncertainty", id, name, unitId: body.unitId }, before, after });
    return {};
  });
  serve.forCaller(listProficiencyResults, ({ query }, caller) => rounds.list(caller, query));
  serve.forCaller(addProficiencyResult, async ({ body, audit }, caller) => {
    const id = await rounds.add(caller, body);
    const after = await rounds.find(caller.scope, id);
    audit({ subject: auditSubject(after), after });
    return { data: { id } };
  });
  serve.forCaller(removeProficiencyResult, async ({ params, audit }, caller) => {
    const before = await rounds.remove(caller.scope, params.id);
    audit({ subject: auditSubject(before), before });
    return {};
  });
}

function auditSubject({ roundId, provider, round, unitId }: ProficiencyResult): AuditChange["subject"] {
  return { kind: "proficiencyResult", id: roundId, name: `${provider} ${round}`, unitId };
}
