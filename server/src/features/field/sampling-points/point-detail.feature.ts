import { catchment, squareKmOf } from "@tracewater/contract/field/catchment";
import {
  addPointFigure,
  getPointDetails,
  listPointPlaces,
  type PointFigure,
  pointFigure,
  removePointFigure,
  setPointArea,
} from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { Failure, noSuch } from "../../../platform/failure.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createPointDetailStore, type FigureRow } from "./point-detail.store.ts";
import type { SamplingPointService } from "./sampling-point.service.ts";

const mostPlaces = 5000;

/** Points in full: their places on a map, catchments, dated figures, and the devices that stood there. */
export function servePointDetails(serve: Serve, parts: { db: Db; points: SamplingPointService }): void {
  const store = createPointDetailStore(parts.db);

  async function requirePoint(scope: Scope, id: number): Promise<SamplingPoint> {
    const point = await parts.points.find(scope, id);
    if (point === undefined) throw noSuch({ en: "sampling point", zh: "采样点" });
    return point;
  }

  async function readArea(pointId: number) {
    const found = await store.findArea(pointId);
    if (found === undefined) return null;
    const { area, squareKm, changedAt, changedBy } = found;
    return { catchment: catchment.parse(area), squareKm, changedAt: changedAt.getTime(), changedBy };
  }

  serve.forCaller(listPointPlaces, async (_input, caller) => ({
    data: await store.listPlaces(caller.scope, mostPlaces),
  }));

  serve.forCaller(getPointDetails, async ({ params }, caller) => {
    await requirePoint(caller.scope, params.id);
    const [area, figures, devices] = await Promise.all([
      readArea(params.id),
      store.listFigures(params.id),
      store.listDevices(params.id),
    ]);
    return {
      data: {
        area,
        figures: figures.map(toFigure),
        devices: devices.map((one) => ({
          ...one,
          since: one.since.getTime(),
          until: one.until?.getTime() ?? null,
        })),
      },
    };
  });

  serve.forCaller(setPointArea, async ({ body, note }, caller) => {
    const point = await requirePoint(caller.scope, body.pointId);
    const before = await readArea(point.pointId);
    if (body.catchment === null) await store.removeArea(point.pointId);
    else {
      const squareKm = squareKmOf(body.catchment.coordinates[0] ?? []);
      await store.setArea(point.pointId, JSON.stringify(body.catchment), squareKm, caller.nickName);
    }
    note({
      thing: thingOf(point),
      before: { catchment: before?.catchment ?? "none" },
      after: { catchment: body.catchment ?? "none" },
    });
    return {};
  });

  serve.forCaller(addPointFigure, async ({ body, note }, caller) => {
    const point = await requirePoint(caller.scope, body.pointId);
    const id = await store.addFigure({ ...body, madeBy: caller.nickName });
    if (id === undefined) throw figureTaken();
    await store.carryNewest(point.pointId, body.kind);
    note({ thing: thingOf(point), after: body });
    return { data: { id } };
  });

  serve.forCaller(removePointFigure, async ({ params, note }, caller) => {
    const figure = await store.findFigure(caller.scope, params.id);
    if (figure === undefined) throw noSuch({ en: "figure", zh: "记录" });
    const point = await requirePoint(caller.scope, figure.pointId);
    await store.removeFigure(params.id);
    await store.carryNewest(point.pointId, figure.kind);
    note({ thing: thingOf(point), before: toFigure(figure) });
    return {};
  });
}

function thingOf({ pointId, code, unitId }: SamplingPoint): CallNote["thing"] {
  return { kind: "samplePoint", id: pointId, name: code, unitId };
}

function toFigure({ pointId: _known, madeAt, ...rest }: FigureRow): PointFigure {
  return pointFigure.parse({ ...rest, madeAt: madeAt.getTime() });
}

function figureTaken(): Failure {
  const words = { en: "this day has a figure by this method", zh: "该日期已有同一方法的记录" };
  return new Failure(
    "conflict",
    { en: "This day has a figure by this method already.", zh: "该日期已有同一方法的记录。" },
    [{ field: "since", words }],
  );
}
