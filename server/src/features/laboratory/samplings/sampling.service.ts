import type { BodyOf } from "@tracewater/contract/call";
import type {
  addSampling,
  changeSampling,
  moveSampling,
  registerAutoSampling,
  Sampling,
  sealSamplings,
} from "@tracewater/contract/laboratory/samplings";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { noSuch } from "../../../platform/failure.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { onTaken } from "../../../platform/store/taken.ts";
import type { BottleService } from "../../field/bottles/bottle.service.ts";
import type { BottleHoldService } from "../../field/bottles/bottle-hold.service.ts";
import type { CarouselService, TakenBottle } from "../../field/bottles/carousel.service.ts";
import { boxTempOf, type FillingService } from "../../field/samplers/filling.service.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { Device, DeviceService } from "../../fleet/devices/device.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { bottlesOf, checkTold, kindOfFilling, requireState, stepOf, toBottle } from "./sampling.model.ts";
import { createSamplingStore, type NewSampling, selectSamplings } from "./sampling.store.ts";
import {
  asTold,
  changedMeanwhile,
  holds,
  inDelivery,
  refusalOfPlan,
  refusals,
  sampleWords,
  sealTaken,
  type ToldOfPlan,
} from "./sampling-refusals.ts";

export type SamplingService = ReturnType<typeof createSamplingService>;

const family = "waterSample";

/** Water samplings from the bottle to the end of the sample; each step is an event of the custody chain. */
export function createSamplingService(options: {
  db: Db;
  custody: CustodyService;
  bottles: BottleService;
  bottleHolds: Pick<BottleHoldService, "requireFree">;
  carousel: Pick<CarouselService, "listBetween">;
  fillings: FillingService;
  points: SamplingPointService;
  devices: DeviceService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, bottles, bottleHolds, fillings, points, devices, clock, now } = options;
  const store = createSamplingStore(db);

  async function require(scope: Scope, id: number): Promise<Sampling> {
    const found = await store.find(scope, id);
    if (found === undefined) throw noSuch(sampleWords);
    return found;
  }

  /** What a sampler put into a bottle, as a sample; undefined where it is one already. */
  async function addFilling(
    trx: Trx,
    caller: Caller,
    device: Device,
    { bottleId, slot, unitId, capCode, filling }: Omit<TakenBottle, "bodyCode" | "state" | "since">,
  ) {
    if (filling === null) return undefined;
    const { planId, pointId, place } = await store.contextOf(device.id, new Date(filling.began));
    const { mean, max } = boxTempOf(filling);
    const [sampleNo = ""] = await nextNumbers(trx, "S", clock.today());
    const id = await store.add(trx, {
      ...{ sampleNo, unitId, pointId, planId, deviceId: device.id, slot, bottleId, capCode },
      ...{ origin: "auto", kind: kindOfFilling(filling.taken), volume: filling.volume },
      ...{ began: new Date(filling.began), ended: new Date(filling.ended) },
      ...{ aliquotsTaken: filling.taken, aliquotsMissed: filling.missed, boxTempMean: mean, boxTempMax: max },
      ...{ samplerPerson: caller.nickName, madeBy: caller.nickName, createdAt: new Date(now()) },
    });
    if (id === undefined) return undefined;
    const event = {
      kind: "collect" as const,
      about: aboutOf({ samplingId: id, bottleId }),
      ...{ from: `${device.deviceName} · ${slot}`, to: caller.nickName, place },
    };
    return { id, sampleNo, event };
  }

  return {
    list: store.list,
    count: store.count,
    listBefore: store.listBefore,
    listByIds: store.listByIds,
    listRegistered: store.listRegistered,
    require,

    /** Bottles that leave a sampler become samples, in the transaction in which they leave. */
    async onTakenOut(trx: Trx, caller: Caller, device: Device, taken: readonly TakenBottle[]): Promise<void> {
      const added = [];
      for (const bottle of taken) added.push(await addFilling(trx, caller, device, bottle));
      await custody.append(
        trx,
        caller,
        added.flatMap((one) => (one === undefined ? [] : [one.event])),
      );
    },

    /** The same for a bottle whose aliquots came later than it was taken out. */
    async registerAuto(
      caller: Caller,
      body: BodyOf<typeof registerAutoSampling>,
    ): Promise<{ id: number; sampleNo: string }> {
      const device = await devices.requireByName(caller.scope, family, body.deviceName);
      const span = { begin: new Date(body.time), end: new Date(body.time) };
      const found = (await fillings.list(device.id, span)).fillings;
      const filling = found.find((one) => one.slot === body.slot && one.began === body.time);
      if (filling === undefined || filling.taken === 0)
        throw noSuch({ en: "automatic sampling", zh: "自动采样记录" });
      const placed = await options.carousel.listBetween(
        device.id,
        new Date(filling.began),
        new Date(filling.ended),
      );
      const bottle = placed.findLast((one) => one.slot === body.slot);
      if (bottle === undefined) throw refusals.noBottle;
      if (bottle.until === null) throw refusals.stillThere;
      const { unitId } = await bottles.require(caller.scope, bottle.bottleId);
      return db.transaction().execute(async (trx) => {
        const added = await addFilling(trx, caller, device, { ...bottle, unitId, filling });
        if (added === undefined) throw refusals.registered;
        await bottles.setState(trx, [bottle.bottleId], "filled");
        await custody.append(trx, caller, [added.event]);
        return { id: added.id, sampleNo: added.sampleNo };
      });
    },

    async add(
      caller: Caller,
      { bodyCode, ...told }: BodyOf<typeof addSampling>,
    ): Promise<{ id: number; sampleNo: string }> {
      checkTold(told, now());
      const point = await requirePoint(caller.scope, told.pointId);
      await requirePlan(caller.scope, told);
      const { bottleId, capCode } = await bottles.requireEmpty(caller.scope, bodyCode, point.unitId);
      return db.transaction().execute(async (trx) => {
        const [sampleNo = ""] = await nextNumbers(trx, "S", clock.today());
        const id = await store.add(trx, {
          ...toRow(told),
          ...{ sampleNo, unitId: point.unitId, bottleId, capCode, origin: "manual" },
          ...{ madeBy: caller.nickName, createdAt: new Date(now()) },
        });
        if (id === undefined) throw holds(bodyCode, (await store.findHeld(bottleId)) ?? "");
        await bottles.setState(trx, [bottleId], "filled");
        const about = aboutOf({ samplingId: id, bottleId });
        const { samplerPerson } = told;
        await custody.append(trx, caller, [{ kind: "collect", about, to: samplerPerson, place: point.code }]);
        return { id, sampleNo };
      });
    },

    async change(
      caller: Caller,
      { samplingId, ...told }: BodyOf<typeof changeSampling>,
    ): Promise<{ before: Sampling; after: Sampling }> {
      const before = await require(caller.scope, samplingId);
      requireState(before, ["taken", "sealed"]);
      checkTold(told, now());
      for (const field of ["began", "ended"] as const) {
        if (before.origin === "auto" && told[field] !== before[field]) throw asTold(field);
      }
      await requirePoint(caller.scope, told.pointId);
      await requirePlan(caller.scope, told);
      const changed = await db
        .transaction()
        .execute((trx) => store.change(trx, samplingId, ["taken", "sealed"], toRow(told)));
      const after = await require(caller.scope, samplingId);
      if (!changed) requireState(after, ["taken", "sealed"]);
      return { before, after };
    },

    async seal(caller: Caller, { seals }: BodyOf<typeof sealSamplings>): Promise<Sampling[]> {
      const found = await store.listByIds(
        caller.scope,
        seals.map((one) => one.samplingId),
      );
      const byId = new Map(found.map((one) => [one.samplingId, one]));
      const samples = seals.map((one) => {
        const sample = byId.get(one.samplingId);
        if (sample === undefined) throw noSuch(sampleWords);
        requireState(sample, ["taken"]);
        return { ...one, sample };
      });
      const sealed = { sealedAt: new Date(now()), sealedBy: caller.nickName, state: "sealed" };
      await onTaken(
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
      { samplingId, step, note, bottle }: BodyOf<typeof moveSampling>,
    ): Promise<Sampling> {
      const sample = await require(caller.scope, samplingId);
      const { from, to } = stepOf(step);
      requireState(sample, from);
      await db.transaction().execute(async (trx) => {
        if (step === "askDestroy") {
          const asked = { destroyAskedBy: caller.nickName, destroyAskedById: caller.userId };
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
            await bottles.makeNew(trx, bottleId, caller.nickName);
          else await bottles.setState(trx, [bottleId], to === "opened" ? "opened" : toBottle(to));
        }
        const second = step === "destroy" ? sample.destroyAskedBy : null;
        await custody.append(trx, caller, [
          { kind: step, about: aboutOf(sample), from: second, note: note === "" ? null : note },
        ]);
      });
      return sample;
    },

    eventsOf: (sample: Sampling) => custody.listAbout([`sampling:${sample.samplingId}`]),
  };

  async function requirePoint(scope: Scope, id: number) {
    await points.require(scope, id);
    const point = await points.find(scope, id);
    if (point === undefined) throw noSuch({ en: "sampling point", zh: "采样点" });
    return point;
  }

  async function requireFree(trx: Trx, { bottleId }: Sampling): Promise<void> {
    if (bottleId !== null) await bottleHolds.requireFree(trx, bottleId);
  }

  async function requirePlan(scope: Scope, told: ToldOfPlan & { planId: number | null }): Promise<void> {
    if (told.planId === null) return;
    const refusal = refusalOfPlan(await store.findPlan(scope, told.planId), told);
    if (refusal !== null) throw refusal;
  }
}

/** For stores whose rows are about samples. */
export { selectSamplings };

export function aboutOf(sample: { samplingId: number; bottleId: number | null }): string[] {
  const own = `sampling:${sample.samplingId}`;
  return sample.bottleId === null ? [own] : [own, `bottle:${sample.bottleId}`];
}

function toRow({
  began,
  ended,
  ...rest
}: Omit<BodyOf<typeof addSampling>, "bodyCode">): Omit<
  NewSampling,
  "sampleNo" | "unitId" | "origin" | "madeBy"
> {
  return { ...rest, began: new Date(began), ended: new Date(ended) };
}
