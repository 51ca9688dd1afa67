import type { BodyOf } from "@tracewater/contract/call";
import { type addPointFigure, type PointFigure, pointFigure } from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import type { Caller } from "../../../platform/caller.ts";
import { Failure, noSuch } from "../../../platform/failure.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createPointDetailStore, type FigureRow } from "./point-detail.store.ts";
import type { SamplingPointService } from "./sampling-point.service.ts";

export type PointFigureService = ReturnType<typeof createPointFigureService>;

/** Dated figures of population and flow; the point itself carries the newest of each kind. */
export function createPointFigureService(options: {
  db: Db;
  points: SamplingPointService;
  now: () => number;
}) {
  const store = createPointDetailStore(options.db);

  async function requirePoint(scope: Scope, id: number): Promise<SamplingPoint> {
    const point = await options.points.find(scope, id);
    if (point === undefined) throw noSuch({ en: "sampling point", zh: "采样点" });
    return point;
  }

  return {
    requirePoint,
    list: async (pointId: number): Promise<PointFigure[]> => (await store.listFigures(pointId)).map(toFigure),

    async add(
      caller: Caller,
      body: BodyOf<typeof addPointFigure>,
    ): Promise<{ id: number; point: SamplingPoint }> {
      const point = await requirePoint(caller.scope, body.pointId);
      const made = { madeBy: caller.nickName, madeAt: new Date(options.now()) };
      const id = await store.addFigure({ ...body, ...made });
      if (id === undefined) throw figureTaken();
      await store.carryNewest(point.pointId, body.kind);
      return { id, point };
    },

    async remove(caller: Caller, id: number): Promise<{ before: PointFigure; point: SamplingPoint }> {
      const figure = await store.findFigure(caller.scope, id);
      if (figure === undefined) throw noSuch({ en: "figure", zh: "记录" });
      const point = await requirePoint(caller.scope, figure.pointId);
      await store.removeFigure(id);
      await store.carryNewest(point.pointId, figure.kind);
      return { before: toFigure(figure), point };
    },
  };
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
