import { catchment, squareKmOf } from "@tracewater/contract/field/catchment";
import {
  addPointFigure,
  getPointDetails,
  listPointPlaces,
  removePointFigure,
  setPointArea,
} from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { personLabel } from "@tracewater/contract/system/person-label";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PointFigureService } from "./point-attribute.service.ts";
import { createPointDetailStore } from "./point-detail.store.ts";

const maxPlaces = 5000;

/** Points in full: their places on a map, catchments, dated figures, and the devices that were there. */
export function servePointDetails(serve: Serve, parts: { db: Db; figures: PointFigureService }): void {
  const { figures } = parts;
  const store = createPointDetailStore(parts.db);

  async function readArea(pointId: number) {
    const found = await store.findArea(pointId);
    if (found === undefined) return null;
    const { area, squareKm, changedAt, changedBy } = found;
    return { catchment: catchment.parse(area), squareKm, changedAt: changedAt.getTime(), changedBy };
  }

  serve.forCaller(listPointPlaces, async (_input, caller) => ({
    data: await store.listPlaces(caller.scope, maxPlaces),
  }));

  serve.forCaller(getPointDetails, async ({ params }, caller) => {
    await figures.requirePoint(caller.scope, params.id);
    const [area, dated, devices] = await Promise.all([
      readArea(params.id),
      figures.list(params.id),
      store.listDevices(params.id),
    ]);
    return {
      data: {
        area,
        figures: dated,
        devices: devices.map((one) => ({
          ...one,
          since: one.since.getTime(),
          until: one.until?.getTime() ?? null,
        })),
      },
    };
  });

  serve.forCaller(setPointArea, async ({ body, audit }, caller) => {
    const point = await figures.requirePoint(caller.scope, body.pointId);
    const before = await readArea(point.pointId);
    if (body.catchment === null) await store.removeArea(point.pointId);
    else {
      const squareKm = squareKmOf(body.catchment.coordinates[0] ?? []);
      await store.setArea(point.pointId, JSON.stringify(body.catchment), squareKm, personLabel(caller));
    }
    audit({
      subject: auditSubject(point),
      before: { catchment: before?.catchment ?? "none" },
      after: { catchment: body.catchment ?? "none" },
    });
    return {};
  });

  serve.forCaller(addPointFigure, async ({ body, audit }, caller) => {
    const { id, point } = await figures.add(caller, body);
    audit({ subject: auditSubject(point), after: body });
    return { data: { id } };
  });

  serve.forCaller(removePointFigure, async ({ params, audit }, caller) => {
    const { before, point } = await figures.remove(caller, params.id);
    audit({ subject: auditSubject(point), before });
    return {};
  });
}

function auditSubject({ pointId, code, unitId }: SamplingPoint): AuditChange["subject"] {
  return { kind: "samplePoint", id: pointId, name: code, unitId };
}
