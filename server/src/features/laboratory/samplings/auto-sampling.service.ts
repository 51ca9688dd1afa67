/** Bottles that a sampler filled become samples: when they are taken out, or later where their aliquots came late. */
import type { BodyOf } from "@tracewater/contract/call";
import type { registerAutoSampling } from "@tracewater/contract/laboratory/samplings";
import { personLabel } from "@tracewater/contract/system/person-label";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { BottleService } from "../../field/bottles/bottle.service.ts";
import type { CarouselService, RestoredBottle, TakenBottle } from "../../field/bottles/carousel.service.ts";
import { type AutoSampleService, isInStay } from "../../field/samplers/auto-sample.service.ts";
import type { Device, DeviceService } from "../../fleet/devices/device.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { recordOfAutoSample } from "./auto-record.model.ts";
import { createAutoRecordStore } from "./auto-record.store.ts";
import { createSampledBottleStore } from "./sampled-bottle.store.ts";
import { aboutOf, recordOf } from "./sampling.model.ts";
import { createSamplingStore } from "./sampling.store.ts";
import { refusals } from "./sampling-refusals.ts";

const family = "waterSample";
const removalUndone = "Removal undone / 撤销取出";

export function createAutoSamplings(options: {
  db: Db;
  custody: CustodyService;
  bottles: BottleService;
  carousel: Pick<CarouselService, "listBetween" | "listReused">;
  autoSamples: AutoSampleService;
  devices: DeviceService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, bottles, carousel, autoSamples, devices, clock, now } = options;
  const store = createSamplingStore(db);
  const autoRecords = createAutoRecordStore(db);
  const sampledBottles = createSampledBottleStore(db);

  /** What a sampler put into a bottle, as a sample; undefined where it is one already. */
  async function addFromAutoSample(
    trx: Trx,
    caller: Caller,
    device: Device,
    {
      bottleId,
      slot,
      unitId,
      capCode,
      autoSample,
    }: Omit<TakenBottle, "placeId" | "bodyCode" | "state" | "since">,
  ) {
    if (autoSample === null) return undefined;
    const { plan, pointId, place } = await autoRecords.contextOf(device.id, autoSample);
    const recorded = recordOfAutoSample(autoSample, plan, await autoSamples.flowOf(device.id, autoSample));
    const { began, ended, ...record } = recorded;
    const [sampleNo = ""] = await nextNumbers(trx, "S", clock.today());
    const id = await store.add(trx, {
      ...{ sampleNo, unitId, pointId, planId: plan?.planId ?? null },
      ...{ deviceId: device.id, slot, bottleId, capCode },
      ...{ origin: "auto", ...record, began: new Date(began), ended: new Date(ended) },
      ...{ samplerPerson: personLabel(caller), madeBy: personLabel(caller), createdAt: new Date(now()) },
    });
    if (id === undefined) return undefined;
    const event = {
      kind: "collect" as const,
      about: aboutOf({ samplingId: id, bottleId }),
      recorded: recordOf(await store.lock(trx, id)),
      ...{ from: `${device.deviceName} · ${slot}`, to: personLabel(caller), place },
    };
    return { id, sampleNo, event };
  }

  return {
    /** Bottles that leave a sampler become samples, in the transaction in which they leave. */
    async onTakenOut(trx: Trx, caller: Caller, device: Device, taken: readonly TakenBottle[]): Promise<void> {
      const added = [];
      for (const bottle of taken) added.push(await addFromAutoSample(trx, caller, device, bottle));
      await custody.append(
        trx,
        caller,
        added.flatMap((one) => (one === undefined ? [] : [one.event])),
      );
    },

    /** The removal was a slip: samples that came of it are void, unless something has happened to them since. */
    async onRestored(
      trx: Trx,
      caller: Caller,
      device: Device,
      restored: readonly RestoredBottle[],
    ): Promise<void> {
      const ids = await sampledBottles.listInBottles(
        trx,
        restored.map((one) => one.bottleId),
      );
      for (const id of ids) {
        const sample = await store.lock(trx, id);
        const events = await custody.listAbout([`sampling:${id}`]);
        if (sample.state !== "taken" || sample.deviceId !== device.id || events.length > 1)
          throw refusals.movedOn;
        await store.change(trx, id, ["taken"], { state: "void", stateReason: removalUndone });
        await custody.append(trx, caller, [
          { kind: "exception", about: aboutOf(sample), note: removalUndone },
        ]);
      }
    },

    /** The same for a bottle whose aliquots came later than it was taken out. */
    async registerAuto(
      caller: Caller,
      body: BodyOf<typeof registerAutoSampling>,
    ): Promise<{ id: number; sampleNo: string }> {
      const device = await devices.requireByName(caller.scope, family, body.deviceName);
      const autoSample = await autoSamples.find(device.id, body.time, body.slot);
      if (autoSample === undefined || autoSample.taken === 0)
        throw notFound({ en: "automatic sample", zh: "自动采样记录" });
      const placed = await carousel.listBetween(
        device.id,
        new Date(autoSample.began),
        new Date(autoSample.ended),
      );
      const bottle = placed.findLast((one) => isInStay(one, autoSample));
      if (bottle === undefined) throw refusals.noBottle;
      if (bottle.until === null) throw refusals.stillThere;
      if ((await carousel.listReused([bottle])).length > 0) throw refusals.reused;
      const { unitId } = await bottles.require(caller.scope, bottle.bottleId);
      return db.transaction().execute(async (trx) => {
        const added = await addFromAutoSample(trx, caller, device, { ...bottle, unitId, autoSample });
        if (added === undefined) throw refusals.registered;
        await bottles.setState(trx, [bottle.bottleId], "filled");
        await custody.append(trx, caller, [added.event]);
        return { id: added.id, sampleNo: added.sampleNo };
      });
    },
  };
}
