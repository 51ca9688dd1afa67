import type { BodyOf } from "@tracewater/contract/call";
import type { SamplingChange } from "@tracewater/contract/laboratory/custody";
import type {
  changeSampling,
  correctFromSampler,
  correctSampling,
  Sampling,
  SamplingState,
} from "@tracewater/contract/laboratory/samplings";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { AutoSampleService } from "../../field/samplers/auto-sample.service.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { differencesOf, recordOfAutoSample } from "./auto-record.model.ts";
import { createAutoRecordStore } from "./auto-record.store.ts";
import { aboutOf, changesOf, checkInput, checkKind, requireState } from "./sampling.model.ts";
import { createSamplingStore, type NewSampling } from "./sampling.store.ts";
import { createSamplingChecks, type EnteredSampling, toRow } from "./sampling-checks.ts";
import {
  changedMeanwhile,
  contradictionError,
  nothingToCorrect,
  refusals,
  sampleLabels,
  sealedFields,
} from "./sampling-refusals.ts";

export type CorrectionService = ReturnType<typeof createCorrectionService>;

/** Sealed, and neither void nor destroyed: what is recorded of it can only be corrected. */
const correctable: readonly SamplingState[] = [
  ...(["sealed", "inTransit", "received", "rejected", "opened", "reserve"] as const),
];

type Corrected = { before: Sampling; after: Sampling };

/** What is recorded of a sample changes only together with an event of the custody chain that holds both versions. */
export function createCorrectionService(options: {
  db: Db;
  custody: CustodyService;
  points: SamplingPointService;
  autoSamples: AutoSampleService;
  now: () => number;
}) {
  const { db, custody, autoSamples, now } = options;
  const store = createSamplingStore(db);
  const checks = createSamplingChecks({ points: options.points, store });

  async function require(scope: Scope, id: number): Promise<Sampling> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(sampleLabels);
    return found;
  }

  /** What the sampler delivered into the bottle of a sample, and by which plan; undefined for one taken by hand. */
  async function findAutoSample({ origin, deviceId, slot, began }: Sampling) {
    if (origin !== "auto" || deviceId === null || slot === null) return undefined;
    const autoSample = await autoSamples.find(deviceId, began, slot);
    if (autoSample === undefined || autoSample.taken === 0) return undefined;
    const { plan } = await createAutoRecordStore(db).contextOf(deviceId, autoSample);
    return { autoSample, plan, flow: await autoSamples.flowOf(deviceId, autoSample) };
  }

  async function listDifferences(sample: Sampling): Promise<SamplingChange[]> {
    const found = sample.state === "void" ? undefined : await findAutoSample(sample);
    return found === undefined ? [] : differencesOf(sample, found.autoSample, found.plan, found.flow);
  }

  async function check(scope: Scope, sample: Sampling, reported: EnteredSampling): Promise<void> {
    checkInput(reported, now());
    if (sample.origin === "manual") checkKind(reported);
    for (const field of ["began", "ended"] as const) {
      if (sample.origin === "auto" && reported[field] !== sample[field]) throw contradictionError(field);
    }
    await checks.requirePoint(scope, reported.pointId);
    await checks.requirePlan(scope, reported);
  }

  /** Writes, and chains what differs then; null where nothing does. */
  async function write(
    caller: Caller,
    sample: Sampling,
    given: { from: readonly SamplingState[]; values: Partial<NewSampling>; reason: string | null },
  ): Promise<Corrected | null> {
    const { samplingId, sampleNo } = sample;
    return db.transaction().execute(async (trx) => {
      const before = await store.lock(trx, samplingId);
      if (!(await store.change(trx, samplingId, given.from, given.values))) throw changedMeanwhile(sampleNo);
      const after = await store.lock(trx, samplingId);
      const changes = changesOf(before, after);
      if (changes.length === 0) return null;
      const place = after.pointCode;
      await custody.append(trx, caller, [
        { kind: "correct", about: aboutOf(after), place, note: given.reason, changes },
      ]);
      return { before, after };
    });
  }

  return {
    /** Until the sample is sealed. */
    async change(
      caller: Caller,
      { samplingId, ...reported }: BodyOf<typeof changeSampling>,
    ): Promise<Corrected> {
      const sample = await require(caller.scope, samplingId);
      const fields = enteredChanges(sample, reported);
      if (correctable.includes(sample.state) && fields.length > 0) {
        throw sealedFields(sample.sampleNo, fields);
      }
      requireState(sample, ["taken"]);
      await check(caller.scope, sample, reported);
      const written = await write(caller, sample, { from: ["taken"], values: toRow(reported), reason: null });
      return written ?? { before: sample, after: sample };
    },

    async correct(
      caller: Caller,
      { samplingId, reason, ...reported }: BodyOf<typeof correctSampling>,
    ): Promise<Corrected> {
      const sample = await require(caller.scope, samplingId);
      requireState(sample, correctable);
      await check(caller.scope, sample, reported);
      const written = await write(caller, sample, { from: correctable, values: toRow(reported), reason });
      if (written === null) throw nothingToCorrect(sample.sampleNo);
      return written;
    },

    listDifferences,

    /** Takes over what the sampler delivered; what a person entered beside it stays. */
    async correctFromSampler(
      caller: Caller,
      { samplingId, reason }: BodyOf<typeof correctFromSampler>,
    ): Promise<Corrected> {
      const sample = await require(caller.scope, samplingId);
      const from = ["taken", ...correctable] as const;
      requireState(sample, from);
      const found = await findAutoSample(sample);
      if (found === undefined) throw refusals.noRecord;
      const { autoSample, plan, flow } = found;
      const fields = differencesOf(sample, autoSample, plan, flow).map((change) => change.field);
      const { kind, began, ended, ...rest } = recordOfAutoSample(autoSample, plan, flow);
      const values = {
        ...{ ...rest, began: new Date(began), ended: new Date(ended), planId: plan?.planId ?? null },
        ...(fields.includes("kind") ? { kind } : {}),
      };
      const written = fields.length === 0 ? null : await write(caller, sample, { from, values, reason });
      if (written === null) throw nothingToCorrect(sample.sampleNo);
      return written;
    },
  };
}

/** The fields of a body that differ from the sample. */
function enteredChanges(sample: Sampling, reported: EnteredSampling): string[] {
  return Object.entries(reported).flatMap(([field, value]) =>
    sample[field as keyof EnteredSampling] === value ? [] : [field],
  );
}
