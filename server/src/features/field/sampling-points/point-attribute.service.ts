import type { BodyOf } from "@tracewater/contract/call";
import {
  type addPointFigure,
  type PointAttribute,
  pointAttribute,
} from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createPointDetailStore, type PointAttributeRow } from "./point-detail.store.ts";
import type { SamplingPointService } from "./sampling-point.service.ts";

export type PointFigureService = ReturnType<typeof createPointFigureService>;

type Figure = BodyOf<typeof addPointFigure>;
type NewFigure = Omit<Figure, "uncertainty"> & Partial<Pick<Figure, "uncertainty">>;

/** Dated figures of population and flow; the point itself carries the newest of each kind. */
export function createPointFigureService(options: {
  db: Db;
  points: SamplingPointService;
  now: () => number;
}) {
  const store = createPointDetailStore(options.db);

  async function requirePoint(scope: Scope, id: number): Promise<SamplingPoint> {
    const point = await options.points.find(scope, id);
    if (point === undefined) throw notFound({ en: "sampling point", zh: "采样点" });
    return point;
  }

  return {
    requirePoint,
    list: async (pointId: number): Promise<PointAttribute[]> =>
      (await store.listAttributes(pointId)).map(toAttribute),

    async add(caller: Caller, body: NewFigure): Promise<{ id: number; point: SamplingPoint }> {
      const point = await requirePoint(caller.scope, body.pointId);
      const made = { madeBy: personLabel(caller), madeAt: new Date(options.now()) };
      const id = await store.addAttribute({ ...body, uncertainty: body.uncertainty ?? null, ...made });
      if (id === undefined) throw attributeExists();
      await store.carryNewest(point.pointId, body.kind);
      return { id, point };
    },

    async remove(caller: Caller, id: number): Promise<{ before: PointAttribute; point: SamplingPoint }> {
      const figure = await store.findAttribute(caller.scope, id);
      if (figure === undefined) throw notFound({ en: "record", zh: "记录" });
      const point = await requirePoint(caller.scope, figure.pointId);
      await store.removeAttribute(id);
      await store.carryNewest(point.pointId, figure.kind);
      return { before: toAttribute(figure), point };
    },
  };
}

function toAttribute({ pointId: _known, madeAt, ...rest }: PointAttributeRow): PointAttribute {
  return pointAttribute.parse({ ...rest, madeAt: madeAt.getTime() });
}

function attributeExists(): AppError {
  const text = { en: "this day already has a value by this method", zh: "该日期已有同一方法的数据" };
  return new AppError(
    "conflict",
    { en: "This day already has a value by this method.", zh: "该日期已有同一方法的数据。" },
    [{ field: "since", text }],
  );
}
