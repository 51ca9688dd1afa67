import {
  addLimitVersion,
  listExcesses,
  listLimits,
  listLimitVersions,
  releaseHold,
} from "@tracewater/contract/laboratory/limits";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ExceedanceService } from "./exceedance.service.ts";
import type { LimitService } from "./limit.service.ts";

/** Limits, and what followed from results over them. */
export function serveLimits(
  serve: Serve,
  parts: { limits: LimitService; exceedances: ExceedanceService },
): void {
  const { limits, exceedances } = parts;
  serve.forCaller(listLimits, async (_input, caller) => {
    const rows = await limits.list(caller);
    return { rows, total: rows.length };
  });
  serve.forCaller(listLimitVersions, async ({ params }, caller) => ({
    data: await limits.versions(caller, params),
  }));
  serve.forCaller(addLimitVersion, async ({ body, audit }, caller) => {
    const [before] = await limits.versions(caller, body);
    const after = await limits.add(caller, body);
    const name = `${after.analyte} ${after.phase}`;
    audit({ subject: { kind: "limit", id: after.limitId, name, unitId: caller.unitId }, before, after });
    return { data: after };
  });
  serve.forCaller(listExcesses, async ({ params }, caller) => ({
    data: await exceedances.ofSample(caller.scope, params.assayId),
  }));
  serve.forCaller(releaseHold, async ({ body, audit }, caller) => {
    const { before, unitId } = await exceedances.release(caller, body);
    const subject = { kind: "bottle", id: before.hold.bottleId, name: before.hold.bodyCode, unitId };
    audit({ subject, before: { kept: true }, after: { kept: false, reason: body.reason } });
    return {};
  });
}
