import { addFactorVersion, listFactors, listFactorVersions } from "@tracewater/contract/laboratory/factors";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { FactorService } from "./factor.service.ts";

export function serveFactors(serve: Serve, factors: FactorService): void {
  serve.forCaller(listFactors, async (_input, caller) => {
    const rows = await factors.list(caller);
    return { rows, total: rows.length };
  });

  serve.forCaller(listFactorVersions, async ({ params }, caller) => ({
    data: await factors.versions(caller, params.analyte),
  }));

  serve.forCaller(addFactorVersion, async ({ body, audit }, caller) => {
    const [before] = await factors.versions(caller, body.analyte);
    const after = await factors.add(caller, body);
    const subject = { kind: "factor", id: after.factorId, name: after.analyte, unitId: caller.unitId };
    audit({ subject, before, after });
    return { data: after };
  });
}
