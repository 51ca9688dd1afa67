import * as populations from "@tracewater/contract/laboratory/populations";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const day = "2026-01-05";

/** Populations, their markers and parameters belong to the unit of the sampling point. */
export function populationRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;

  async function addSample(unitId: number) {
    const code = stage.name();
    const { id: pointId } = await db
      .insertInto("samplingPoint")
      .values({ code, name: code, kind: "other", unitId, designFlow: 7000, population: 20_000 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const about = { unitId, pointId, origin: "manual", kind: "composite24", samplerPerson: "x", madeBy: "x" };
    const { id: samplingId } = await db
      .insertInto("waterSampling")
      .values({
        ...{ ...about, sampleNo: code },
        ...{ began: new Date(`${day}T02:00:00Z`), ended: new Date(`${day}T12:00:00Z`) },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { pointId, samplingId, code };
  }

  async function addMarker(unitId: number) {
    const sample = await addSample(unitId);
    const { pointId, samplingId } = sample;
    const { id } = await db
      .insertInto("markerResult")
      .values({
        ...{ pointId, samplingId, unitId, sampledOn: day, marker: "nh4n", value: 28, uncertainty: null },
        ...{ source: "", madeBy: "somebody" },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ...sample, id };
  }

  const ofPoint = (input: (pointId: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await addMarker(unitId)).pointId) }),
  });
  return {
    [populations.getPointPopulation.name]: ofPoint((id) => ({ params: { id } })),
    [populations.addMarkerResults.name]: {
      outside: "field",
      make: async (unitId) => {
        const { samplingId } = await addSample(unitId);
        return { input: { body: { samplingId, results: [{ marker: "nh4n", value: 28 }] } } };
      },
    },
    [populations.removeMarkerResult.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addMarker(unitId)).id } } }),
    },
    [populations.setPopulationSetting.name]: ofPoint((pointId) => ({
      body: { pointId, parameter: "nh4n", since: day, value: 7, source: "own" },
    })),
    // 28 mg/L x 7,000 m3/d / 7 g
    [populations.usePopulationEstimate.name]: ofPoint((pointId) => ({
      body: { pointId, marker: "nh4n", from: day, until: day, population: 28_000 },
    })),
  };
}
