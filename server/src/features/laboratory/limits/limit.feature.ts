import {
  addLimitVersion,
  listExcesses,
  listLimits,
  listLimitVersions,
  releaseHold,
} from "@tracewater/contract/laboratory/limits";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ExcessService } from "./excess.service.ts";
import type { LimitService } from "./limit.service.ts";

/** Limits, and what followed from results over them. */
export function serveLimits(serve: Serve, parts: { limits: LimitService; excesses: ExcessService }): void {
  const { limits, excesses } = parts;
  serve.forCaller(listLimits, async (_input, caller) => {
    const rows = await limits.list(caller);
    return { rows, total: rows.length };
  });
  serve.forCaller(listLimitVersions, async ({ params }, caller) => ({
    data: await limits.versions(caller, params),
  }));
  serve.forCaller(addLimitVersion, async ({ body, note }, caller) => {
    const [before] = await limits.versions(caller, body);
    const after = await limits.add(caller, body);
    const name = `${after.analyte} ${after.phase}`;
    note({ thing: { kind: "limit", id: after.limitId, name, unitId: caller.unitId }, before, after });
    return { data: after };
  });
  serve.forCaller(listExcesses, async ({ params }, caller) => ({
    data: await excesses.ofSample(caller.scope, params.assayId),
  }));
  serve.forCaller(releaseHold, async ({ body, note }, caller) => {
    const { before, unitId } = await excesses.release(caller, body);
    const thing = { kind: "bottle", id: before.hold.bottleId, name: before.hold.bodyCode, unitId };
    note({ thing, before: { kept: true }, after: { kept: false, reason: body.reason } });
    return {};
  });
}
