import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getCustodySituation } from "@tracewater/contract/operations/situation-custody";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { getUnitArea, listUnitAreas, setUnitArea } from "@tracewater/contract/operations/unit-areas";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createCustodySituationService } from "./custody-situation.service.ts";
import { createSituationService } from "./situation.service.ts";
import { createUnitAreaService } from "./unit-area.service.ts";

/** What the situation screens show. */
export function serveSituation(serve: Serve, parts: { db: Db; zone: string; now: () => number }): void {
  const service = createSituationService(parts);
  const readCustody = createCustodySituationService(parts);
  serve.forCaller(getCustodySituation, async (_input, caller) => ({ data: await readCustody(caller) }));
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
  serveUnitAreas(serve, createUnitAreaService({ db: parts.db, readPoints: service.readPoints }));
}

function serveUnitAreas(serve: Serve, areas: ReturnType<typeof createUnitAreaService>): void {
  serve.forCaller(listUnitAreas, async ({ query }, caller) => ({
    data: await areas.list(caller.scope, query),
  }));
  serve.forCaller(getUnitArea, async ({ params }, caller) => ({
    data: await areas.read(caller.scope, params.id),
  }));
  serve.forCaller(setUnitArea, async ({ body, audit }, caller) => {
    const { unit, before } = await areas.set(caller, body.unitId, body.area);
    audit({
      subject: { kind: "dept", id: unit.id, name: unit.name, unitId: unit.id },
      before: { area: before?.area ?? "none", people: before?.people ?? null },
      after: { area: body.area?.area ?? "none", people: body.area?.people ?? null },
    });
    return {};
  });
}
