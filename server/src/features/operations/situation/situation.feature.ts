import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createSituationService } from "./situation.service.ts";

/** What the situation screens show. */
export function serveSituation(serve: Serve, parts: { db: Db; now: () => number }): void {
  const service = createSituationService(parts);
  serve.forCaller(getSituation, async (_input, caller) => ({ data: await service.readMachines(caller) }));
  serve.forCaller(listSituationDevices, async (_input, caller) => ({
    data: await service.listDevices(caller),
  }));
  serve.forCaller(getSituationLoads, async ({ query }, caller) => ({
    data: await service.readLoads(caller.scope, query.until),
  }));
  serve.forCaller(getSituationPoints, async ({ query }, caller) => ({
    data: await service.readPoints(caller.scope, query),
  }));
  serve.forCaller(getSituationAreas, async ({ query }, caller) => ({
    data: await service.listAreas(caller.scope, query),
  }));
}
