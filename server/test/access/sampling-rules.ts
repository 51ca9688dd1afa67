import * as assays from "@tracewater/contract/laboratory/assays";
import * as custody from "@tracewater/contract/laboratory/custody";
import * as samplings from "@tracewater/contract/laboratory/samplings";
import * as thread from "@tracewater/contract/laboratory/traceability";
import type { Insertable } from "kysely";
import type { Tables } from "../../src/platform/store/tables.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const hour = 3_600_000;

const deliveredTo = (pointId: number, samplerPerson = "stage") => {
  const at = Date.now() - hour;
  return { kind: "grab", pointId, began: at, ended: at, samplerPerson };
};

/** Samples and the custody chain. */
export function samplingRules(stage: AccessStage): Record<string, Rule> {
  return { ...sampleRules(stage), ...autoSampleRules(stage), ...custodyRules };
}

function sampleRules(stage: AccessStage): Record<string, Rule> {
  const ofSample = (
    input: (sample: Stored) => CallInput,
    more: Partial<Insertable<Tables["waterSampling"]>> = {},
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addSample(stage, unitId, more)) }),
  });

  const listedSample = (part: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { sampleNo } = await addSample(stage, unitId);
      return { input: { [part]: { keyword: sampleNo } }, sees: sampleNo };
    },
  });

  return {
    [samplings.listSamplings.name]: listedSample("query"),
    [samplings.exportSamplings.name]: listedSample("query"),
    [samplings.exportSamplingsByForm.name]: listedSample("body"),
    [samplings.getSampling.name]: ofSample(({ samplingId }) => ({ params: { id: samplingId } })),
    [assays.findAssaySample.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { sampleNo } = await addSample(stage, unitId);
        return { input: { query: { code: sampleNo } }, sees: sampleNo };
      },
    },
    [samplings.addSampling.name]: {
      outside: "field",
      make: async (unitId) => ({
        input: { body: { ...deliveredTo(await addPoint(stage, unitId)), bodyCode: stage.name() } },
      }),
    },
    [samplings.changeSampling.name]: ofSample(({ samplingId, pointId }) => ({
      body: { ...deliveredTo(pointId), samplingId },
    })),
    [samplings.correctSampling.name]: ofSample(
      ({ samplingId, pointId }) => ({
        body: { ...deliveredTo(pointId, stage.name()), samplingId, reason: "stage" },
      }),
      { state: "sealed" },
    ),
    [samplings.sealSamplings.name]: ofSample(({ samplingId }) => ({
      body: { seals: [{ samplingId, sealNo: stage.name() }] },
    })),
    [samplings.voidSampling.name]: ofSample(({ samplingId }) => ({ body: { samplingId, reason: "stage" } })),
    [samplings.moveSampling.name]: ofSample(({ samplingId }) => ({ body: { samplingId, step: "open" } }), {
      state: "received",
    }),
    [thread.getThread.name]: ofSample(({ samplingId }) => ({ params: { kind: "sampling", id: samplingId } })),
  };
}

/** What samplers took, and the samples that come of it. */
function autoSampleRules(stage: AccessStage): Record<string, Rule> {
  /** A sampler that took one aliquot a moment ago. */
  async function addAliquot(unitId: number) {
    const { id, deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
    const ts = new Date(Math.floor(Date.now() / 1000) * 1000);
    const params = JSON.stringify({ index: 1, volume: 100, bottleVolume: 100 });
    const event = { identifier: "sampleTaken", kind: "info", ts, receivedAt: ts, params };
    const { db } = stage.platform;
    await db
      .insertInto("deviceEvent")
      .values({ deviceId: id, unitId, ...event })
      .execute();
    return { id, deviceName, ts };
  }
  const seenAliquot: Rule = {
    outside: "notSeen",
    make: async (unitId) => {
      const { deviceName } = await addAliquot(unitId);
      return { input: {}, sees: deviceName };
    },
  };

  return {
    [samplings.listFleetSamplings.name]: seenAliquot,
    [samplings.listRunningSamplings.name]: seenAliquot,
    [samplings.registerAutoSampling.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id, deviceName, ts } = await addAliquot(unitId);
        const { db } = stage.platform;
        const bottle = { bodyCode: stage.name(), unitId, state: "filled" as const };
        const { id: bottleId } = await db
          .insertInto("bottle")
          .values(bottle)
          .returning("id")
          .executeTakeFirstOrThrow();
        const since = new Date(ts.getTime() - hour);
        const place = { deviceId: id, slot: 1, bottleId, since, until: new Date(), putBy: "stage" };
        await db.insertInto("bottlePlace").values(place).execute();
        return { input: { body: { deviceName, slot: 1, time: ts.getTime() } } };
      },
    },
    [samplings.correctFromSampler.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id: deviceId, ts } = await addAliquot(unitId);
        const recorded = { origin: "auto", deviceId, slot: 1, began: ts, ended: ts, volume: 1 };
        const { samplingId } = await addSample(stage, unitId, recorded);
        return { input: { body: { samplingId, reason: "stage" } } };
      },
    },
  };
}

const custodyRules: Record<string, Rule> = {
  [custody.getCustodyChain.name]: { outside: "none", make: async () => ({ input: {} }) },
  [custody.verifyCustodyChain.name]: { outside: "none", make: async () => ({ input: {} }) },
  [custody.exportCustodyChain.name]: {
    outside: "none",
    wholeReach: true,
    make: async () => ({ input: {} }),
  },
};

export async function addPoint(stage: AccessStage, unitId: number): Promise<number> {
  const code = stage.name();
  const point = { code, name: code, kind: "other", unitId };
  const { db } = stage.platform;
  return (await db.insertInto("samplingPoint").values(point).returning("id").executeTakeFirstOrThrow()).id;
}

type Stored = { samplingId: number; sampleNo: string; pointId: number; bodyCode: string };

export async function addSample(
  stage: AccessStage,
  unitId: number,
  more: Partial<Insertable<Tables["waterSampling"]>> = {},
): Promise<Stored> {
  const { db } = stage.platform;
  const [sampleNo, bodyCode] = [stage.name(), stage.name()];
  const pointId = await addPoint(stage, unitId);
  const bottle = { bodyCode, unitId, state: "filled" as const };
  const { id: bottleId } = await db
    .insertInto("bottle")
    .values(bottle)
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = new Date(Date.now() - hour);
  const sample = {
    sampleNo,
    unitId,
    pointId,
    bottleId,
    origin: "manual",
    kind: "grab",
    began: at,
    ended: at,
  };
  const { id } = await db
    .insertInto("waterSampling")
    .values({ ...sample, samplerPerson: "stage", madeBy: "stage", ...more })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { samplingId: id, sampleNo, pointId, bodyCode };
}
