import type { BodyOf } from "@tracewater/contract/call";
import type {
  addSampling,
  moveSampling,
  Sampling,
  SamplingStep,
  sealSamplings,
} from "@tracewater/contract/laboratory/samplings";
import { personLabel } from "@tracewater/contract/system/person-label";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { BottleService } from "../../field/bottles/bottle.service.ts";
import type { BottleHoldService } from "../../field/bottles/bottle-hold.service.ts";
import type { CarouselService } from "../../field/bottles/carousel.service.ts";
import type { AutoSampleService } from "../../field/samplers/auto-sample.service.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { createAutoRecordStore } from "./auto-record.store.ts";
import { createAutoSamplings } from "./auto-sampling.service.ts";
import { requireWater } from "./sample-water.ts";
import { createSampledBottleStore } from "./sampled-bottle.store.ts";
import {
  aboutOf,
  bottlesOf,
  checkInput,
  checkKind,
  recordOf,
  requireState,
  stepOf,
  toBottle,
} from "./sampling.model.ts";
import { createSamplingStore, type NewSampling, selectSamplings } from "./sampling.store.ts";
import { createSamplingChecks, toRow } from "./sampling-checks.ts";
import {
  changedMeanwhile,
  holds,
  inDelivery,
  refusals,
  sampleLabels,
  sealTaken,
} from "./sampling-refusals.ts";

export type SamplingService = ReturnType<typeof createSamplingService>;

/** Water samplings from the bottle to the end of the sample; each step is an event of the custody chain. */
export function createSamplingService(options: {
  db: Db;
  custody: CustodyService;
  bottles: BottleService;
  bottleHolds: Pick<BottleHoldService, "requireFree">;
  carousel: Pick<CarouselService, "listBetween" | "listReused">;
  autoSamples: AutoSampleService;
  points: SamplingPointService;
  devices: DeviceService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, bottles, bottleHolds, points, clock, now } = options;
  const store = createSamplingStore(db);
  const sampledBottles = createSampledBottleStore(db);
  const checks = createSamplingChecks({ points, store });

  async function require(scope: Scope, id: number): Promise<Sampling> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(sampleLabels);
    return found;
  }

  return {
    list: store.list,
    count: store.count,
    listBefore: store.listBefore,
    listByIds: store.listByIds,
    listRegistered: createAutoRecordStore(db).listRegistered,
    listHolding: sampledBottles.listHolding,
    require,

    ...createAutoSamplings(options),

    async add(
      caller: Caller,
      { bodyCode, ...input }: BodyOf<typeof addSampling>,
    ): Promise<{ id: number; sampleNo: string }> {
      checkInput(input, now());
      checkKind(input);
      const point = await checks.requirePoint(caller.scope, input.pointId);
      await checks.requirePlan(caller.scope, input);
      const { bottleId, capCode } = await bottles.requireEmpty(caller.scope, bodyCode, point.unitId);
      return db.transaction().execute(async (trx) => {
        const [sampleNo = ""] = await nextNumbers(trx, "S", clock.today());
        const id = await store.add(trx, {
          ...toRow(input),
          ...{ sampleNo, unitId: point.unitId, bottleId, capCode, origin: "manual" },
          ...{ madeBy: personLabel(caller), createdAt: new Date(now()) },
        });
        if (id === undefined) throw holds(bodyCode, (await sampledBottles.findHeld(bottleId)) ?? "");
        await bottles.setState(trx, [bottleId], "filled");
        const about = aboutOf({ samplingId: id, bottleId });
        const { samplerPerson } = input;
        const recorded = recordOf(await store.lock(trx, id));
        await custody.append(trx, caller, [
          { kind: "collect", about, to: samplerPerson, place: point.code, recorded },
        ]);
        return { id, sampleNo };
      });
    },

    async seal(caller: Caller, { seals }: BodyOf<typeof sealSamplings>): Promise<Sampling[]> {
      const found = await store.listByIds(
        caller.scope,
        seals.map((one) => one.samplingId),
      );
      const byId = new Map(found.map((one) => [one.samplingId, one]));
      const samples = seals.map((one) => {
        const sample = byId.get(one.samplingId);
        if (sample === undefined) throw notFound(sampleLabels);
        requireState(sample, ["taken"]);
        return { ...one, sample };
      });
      const sealed = { sealedAt: new Date(now()), sealedBy: personLabel(caller), state: "sealed" };
      await onUniqueViolation(
        db.transaction().execute(async (trx) => {
          for (const { samplingId, sealNo, sample } of samples) {
            const changed = await store.change(trx, samplingId, ["taken"], { ...sealed, sealNo });
            if (!changed) throw changedMeanwhile(sample.sampleNo);
          }
          await bottles.setState(trx, bottlesOf(found), "sealed");
          const events = samples.map(({ sealNo, sample }) => ({
            ...{ kind: "seal" as const, about: aboutOf(sample), sealNo, place: sample.pointCode },
          }));
          await custody.append(trx, caller, events);
        }),
        () => {
          throw sealTaken();
        },
      );
      return found;
    },

    async makeVoid(caller: Caller, samplingId: number, reason: string): Promise<Sampling> {
      const sample = await require(caller.scope, samplingId);
      requireState(sample, ["taken", "sealed"]);
      if (sample.deliveryId !== null) throw inDelivery(sample);
      await db.transaction().execute(async (trx) => {
        const values = { state: "void", stateReason: reason };
        if (!(await store.change(trx, samplingId, ["taken", "sealed"], values)))
          throw changedMeanwhile(sample.sampleNo);
        await requireFree(trx, sample);
        // There is water in it: it serves again once it was cleaned.
        await bottles.setState(trx, bottlesOf([sample]), "filled");
        await custody.append(trx, caller, [{ kind: "exception", about: aboutOf(sample), note: reason }]);
      });
      return sample;
    },

    /** What the laboratory does with it: opens it, keeps it, destroys it with a second person. */
    async move(
      caller: Caller,
      { samplingId, step, note, bottle, amount }: BodyOf<typeof moveSampling>,
    ): Promise<Sampling> {
      const sample = await require(caller.scope, samplingId);
      const { from, to } = stepFrom(sample, step);
      await requireWater(sample, { step, amount }, custody);
      await db.transaction().execute(async (trx) => {
        if (step === "askDestroy") {
          const asked = { destroyAskedBy: personLabel(caller), destroyAskedById: caller.userId };
          if (!(await store.change(trx, samplingId, from, asked))) throw changedMeanwhile(sample.sampleNo);
          await requireFree(trx, sample);
          return;
        }
        if (step === "destroy") {
          const askedBy = await store.lockAsker(trx, samplingId);
          if (askedBy === null) throw refusals.notAsked;
          if (askedBy === caller.userId) throw refusals.ownDestruction;
          await requireFree(trx, sample);
        }
        const values: Partial<NewSampling> = to === null ? {} : { state: to };
        if (!(await store.change(trx, samplingId, from, values))) throw changedMeanwhile(sample.sampleNo);
        const [bottleId] = bottlesOf([sample]);
        if (bottleId !== undefined && to !== null) {
          if (step === "destroy" && bottle === "cleaned")
            await bottles.makeNew(trx, bottleId, personLabel(caller));
          else await bottles.setState(trx, [bottleId], to === "opened" ? "opened" : toBottle(to));
        }
        const second = step === "destroy" ? sample.destroyAskedBy : null;
        await custody.append(trx, caller, [
          { kind: step, about: aboutOf(sample), from: second, note: note === "" ? null : note, amount },
        ]);
      });
      return sample;
    },

    eventsOf: (sample: Sampling) => custody.listAbout([`sampling:${sample.samplingId}`]),
  };

  async function requireFree(trx: Trx, { bottleId }: Sampling): Promise<void> {
    if (bottleId !== null) await bottleHolds.requireFree(trx, bottleId);
  }
}

function stepFrom(sample: Sampling, step: SamplingStep) {
  const found = stepOf(step);
  requireState(sample, found.from);
  return found;
}

/** For what other features store and record about samples. */
export { aboutOf, selectSamplings };
