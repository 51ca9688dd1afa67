import * as details from "@tracewater/contract/field/point-details";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Where sampling points are, and the figures of them. */
export function pointRules(stage: AccessStage): Record<string, Rule> {
  const ofPoint = (input: (point: { id: number; figureId: number }) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addPoint(stage, unitId)) }),
  });

  return {
    [details.listPointPlaces.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: {}, sees: (await addPoint(stage, unitId)).code }),
    },
    [details.getPointDetails.name]: ofPoint(({ id }) => ({ params: { id } })),
    [details.setPointArea.name]: ofPoint(({ id }) => ({ body: { pointId: id, catchment: null } })),
    [details.addPointFigure.name]: ofPoint(({ id }) => ({
      body: { pointId: id, kind: "flow", since: "2021-01-01", value: 1, method: "meter" },
    })),
    [details.removePointFigure.name]: ofPoint(({ figureId }) => ({ params: { id: figureId } })),
  };
}

/** A point with a place and a figure. */
export async function addPoint(stage: AccessStage, unitId: number) {
  const { db } = stage.platform;
  const code = stage.name();
  const place = { longitude: 10, latitude: 50 };
  const { id } = await db
    .insertInto("samplingPoint")
    .values({ code, name: code, kind: "other", unitId, ...place })
    .returning("id")
    .executeTakeFirstOrThrow();
  const figure = {
    pointId: id,
    kind: "flow",
    since: "2020-01-01",
    value: 1,
    method: "meter",
    madeBy: "stage",
  };
  const made = await db
    .insertInto("samplingPointFigure")
    .values(figure)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, code, figureId: made.id };
}
