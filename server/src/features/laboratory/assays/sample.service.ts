import type { AssaySample } from "@tracewater/contract/laboratory/assays";
import { samplingState } from "@tracewater/contract/laboratory/samplings";
import type { AppError, FieldError } from "../../../platform/app-error.ts";
import { fieldError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import { type BottlePosition, createSampleStore, type SentSample, type TakenSample } from "./sample.store.ts";

/** What results are about, as it is reported: which bottle, begun on which day, at which point. */
export type GivenSample = { bodyCode: string; sampledOn: string; pointCode: string };

/** The same as the database knows it. */
export type KnownSample = {
  bottleId: number;
  unitId: number;
  /** Of the laboratory that has it, where that is another. */
  labUnitId: number | null;
  deviceId: number | null;
  pointId: number;
};

export type SampleService = ReturnType<typeof createSampleService>;

/** Finds the bottle and the point of samples: what is reported about them may not contradict where the bottle was. */
export function createSampleService(options: {
  db: Db;
  zone: string;
  points: Pick<SamplingPointService, "idsByCode">;
  today: () => string;
}) {
  const store = createSampleStore(options.db, options);
  return {
    /** By the code of its bottle or by its number; undefined for a bottle without a sample. */
    async findByCode(scope: Scope, code: string): Promise<AssaySample | undefined> {
      const found = await store.findByCode(scope, code);
      return found === undefined ? undefined : { ...found, state: samplingState.parse(found.state) };
    },

    /** For each sample in its order what is known of it, or why it cannot be. */
    async findAll(scope: Scope, samples: readonly GivenSample[]): Promise<(KnownSample | AppError)[]> {
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
      const [existing, sentOnes, takenOnes] =
        asked.size === 0
          ? [[], [], []]
          : await Promise.all([
              store.listPositions([...asked.values()]),
              store.listSent(scope, [...asked.values()]),
              store.listTaken([...asked.values()]),
            ]);
      const taken = new Map(takenOnes.map((one) => [`${one.bottleId} ${one.day}`, one]));
      const sent = new Map(sentOnes.map((one) => [`${one.bottleId} ${one.day}`, one]));
      const positions = new Map<string, BottlePosition[]>();
      for (const position of existing) {
        const key = `${position.bottleId} ${position.day}`;
        positions.set(key, [...(positions.get(key) ?? []), position]);
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
        const stood = positions.get(`${bottleId} ${sample.sampledOn}`) ?? [];
        const about = { bottleId, unitId, labUnitId, deviceId: deviceOf(stood) };
        return ofOwn(about, { sample, points, stood, taken: taken.get(`${bottleId} ${sample.sampledOn}`) });
      });
    },
  };
}

/** Day and point are those of the sample in the bottle; without one, of the sampler in which the bottle was. */
function ofOwn(
  about: Omit<KnownSample, "pointId">,
  known: {
    sample: GivenSample;
    points: ReadonlyMap<string, number>;
    stood: readonly BottlePosition[];
    taken: TakenSample | undefined;
  },
): KnownSample | AppError {
  const { sample, points, stood, taken } = known;
  if (taken !== undefined && !taken.isOfDay && stood.length === 0) return otherDay(taken);
  if (taken?.isOfDay && taken.pointId !== null) {
    const code = taken.pointCode ?? "";
    if (sample.pointCode !== "" && sample.pointCode !== code) return otherPoint([code]);
    return { ...about, deviceId: taken.deviceId ?? about.deviceId, pointId: taken.pointId };
  }
  const pointId = pointOf(sample, points, stood);
  return typeof pointId === "number" ? { ...about, pointId } : pointId;
}

/** A laboratory enters results of what it has; where that was taken is known from the sample. */
function ofLaboratory(
  about: Pick<KnownSample, "bottleId" | "unitId" | "labUnitId">,
  { pointCode }: GivenSample,
  sent: SentSample | undefined,
): KnownSample | AppError {
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
  stood: readonly BottlePosition[],
): number | AppError {
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

function deviceOf(stood: readonly BottlePosition[]): number | null {
  const [only, ...others] = new Set(stood.map((one) => one.deviceId));
  return only === undefined || others.length > 0 ? null : only;
}

const inFuture = fieldError("sampledOn", { en: "must not be in the future", zh: "不能晚于今天" });
const noBottle = fieldError("bodyCode", { en: "bottle not found", zh: "采样瓶不存在" });
const notHeld = fieldError("bodyCode", {
  en: "this sample is not at your laboratory",
  zh: "该样品不在本实验室",
});
const noPoint = fieldError("pointCode", { en: "sampling point not found", zh: "采样点不存在" });
const unsettledPoint = fieldError("pointCode", {
  en: "enter the sampling point: no unique sampler location for this bottle on that date",
  zh: "请填写采样点：当日该采样瓶不在采样器中，或不止在一个采样点",
});

function otherDay({ sampleNo, beganOn }: TakenSample): AppError {
  return fieldError("sampledOn", {
    en: `must be ${beganOn}: sample ${sampleNo} in this bottle was taken on that day`,
    zh: `应为 ${beganOn}：瓶中水样 ${sampleNo} 于当日采集`,
  });
}

function otherPoint(codes: readonly string[]): AppError {
  const list = codes.join(", ");
  return fieldError("pointCode", {
    en: `must be ${list}: the bottle was filled there on that day`,
    zh: `应为 ${list}：当日该采样瓶在此采样`,
  });
}

/** The fields that a refusal is about; one that names none is about the bottle. */
export function fieldsOf(failure: AppError): readonly FieldError[] {
  return failure.fields.length === 0 ? [{ field: "bodyCode", text: failure.text }] : failure.fields;
}
