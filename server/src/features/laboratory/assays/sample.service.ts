import type { Failure, FieldWords } from "../../../platform/failure.ts";
import { badField } from "../../../platform/failure.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import { createSampleStore, type SentSample, type Stand } from "./sample.store.ts";

/** What results are about, as it is told: which bottle, begun on which day, at which point. */
export type GivenSample = { bodyCode: string; sampledOn: string; pointCode: string };

/** The same as the store knows it. */
export type KnownSample = {
  bottleId: number;
  unitId: number;
  /** Of the laboratory that has it, where that is another. */
  labUnitId: number | null;
  deviceId: number | null;
  pointId: number;
};

export type SampleService = ReturnType<typeof createSampleService>;

/** Finds the bottle and the point of samples: what is told of them may not contradict where the bottle stood. */
export function createSampleService(options: {
  db: Db;
  zone: string;
  points: Pick<SamplingPointService, "idsByCode">;
  today: () => string;
}) {
  const store = createSampleStore(options.db, options);
  return {
    /** For each sample in its order what is known of it, or why it cannot be. */
    async findAll(scope: Scope, samples: readonly GivenSample[]): Promise<(KnownSample | Failure)[]> {
      const codes = [...new Set(samples.map((one) => one.pointCode).filter((code) => code !== ""))];
      const [bottles, points] = await Promise.all([
        store.listBottles(scope, [...new Set(samples.map((one) => one.bodyCode))]),
        codes.length === 0 ? new Map<string, number>() : options.points.idsByCode(scope, codes),
      ]);
      const asked = new Map<string, { bottleId: number; day: string }>();
      for (const { bodyCode, sampledOn } of samples) {
        const bottle = bottles.get(bodyCode);
        if (bottle !== undefined)
          asked.set(`${bottle.id} ${sampledOn}`, { bottleId: bottle.id, day: sampledOn });
      }
      const [standing, sentOnes] =
        asked.size === 0
          ? [[], []]
          : await Promise.all([
              store.listStands([...asked.values()]),
              store.listSent(scope, [...asked.values()]),
            ]);
      const sent = new Map(sentOnes.map((one) => [`${one.bottleId} ${one.day}`, one]));
      const stands = new Map<string, Stand[]>();
      for (const stand of standing) {
        const key = `${stand.bottleId} ${stand.day}`;
        stands.set(key, [...(stands.get(key) ?? []), stand]);
      }
      const today = options.today();
      return samples.map((sample) => {
        if (sample.sampledOn > today) return inFuture;
        const bottle = bottles.get(sample.bodyCode);
        if (bottle === undefined) return noBottle;
        const { id: bottleId, unitId } = bottle;
        const there = sent.get(`${bottleId} ${sample.sampledOn}`);
        const isHeld = there !== undefined && held.has(there.state);
        const labUnitId = isHeld && there.labUnitId !== unitId ? there.labUnitId : null;
        if (!bottle.isOwn) return ofLaboratory({ bottleId, unitId, labUnitId }, sample, there);
        const stood = stands.get(`${bottleId} ${sample.sampledOn}`) ?? [];
        const pointId = pointOf(sample, points, stood);
        if (typeof pointId !== "number") return pointId;
        return { bottleId, unitId, labUnitId, deviceId: deviceOf(stood), pointId };
      });
    },
  };
}

/** A laboratory enters results of what it has; where that was taken is known from the sample. */
function ofLaboratory(
  about: Pick<KnownSample, "bottleId" | "unitId" | "labUnitId">,
  { pointCode }: GivenSample,
  sent: SentSample | undefined,
): KnownSample | Failure {
  if (sent === undefined || !sent.isReached) return noBottle;
  if (!held.has(sent.state)) return notHeld;
  if (sent.pointId === null) return unsettledPoint;
  if (pointCode !== "" && pointCode !== sent.pointCode) return otherPoint([sent.pointCode ?? ""]);
  return { ...about, deviceId: sent.deviceId, pointId: sent.pointId };
}

/** What a laboratory took in stays its sample, also when nothing is left of it. */
const held = new Set(["received", "opened", "reserve", "destroyed"]);

function pointOf(
  { pointCode }: GivenSample,
  points: ReadonlyMap<string, number>,
  stood: readonly Stand[],
): number | Failure {
  const known = new Map(
    stood.flatMap(({ pointId, pointCode }) => (pointId === null ? [] : [[pointId, pointCode ?? ""]])),
  );
  if (pointCode === "") {
    const [only, ...others] = known.keys();
    return only === undefined || others.length > 0 ? unsettledPoint : only;
  }
  const pointId = points.get(pointCode);
  if (pointId === undefined) return noPoint;
  if (known.size > 0 && !known.has(pointId)) return otherPoint([...known.values()]);
  return pointId;
}

function deviceOf(stood: readonly Stand[]): number | null {
  const [only, ...others] = new Set(stood.map((one) => one.deviceId));
  return only === undefined || others.length > 0 ? null : only;
}

const inFuture = badField("sampledOn", { en: "lies in the future", zh: "不能晚于今天" });
const noBottle = badField("bodyCode", { en: "there is no such bottle", zh: "采样瓶不存在" });
const notHeld = badField("bodyCode", {
  en: "the laboratory does not have this sample",
  zh: "该样品不在本实验室",
});
const noPoint = badField("pointCode", { en: "there is no such sampling point", zh: "采样点不存在" });
const unsettledPoint = badField("pointCode", {
  en: "name the point: on that day the bottle stood in no sampler, or not at one point alone",
  zh: "请填写采样点：当日该采样瓶未放入采样器，或不止在一个采样点",
});

function otherPoint(codes: readonly string[]): Failure {
  const list = codes.join(", ");
  return badField("pointCode", {
    en: `on that day the bottle was filled at ${list}`,
    zh: `当日该采样瓶在采样点 ${list} 采样`,
  });
}

/** The fields that a refusal is about; one that names none is about the bottle. */
export function fieldsOf(failure: Failure): readonly FieldWords[] {
  return failure.fields.length === 0 ? [{ field: "bodyCode", words: failure.words }] : failure.fields;
}
