import * as bottles from "@tracewater/contract/field/bottles";
import * as carousel from "@tracewater/contract/field/sampler-bottles";
import * as samplers from "@tracewater/contract/field/samplers";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { onDevices, type Target } from "./device-rule.ts";
import { pointRules } from "./point-rules.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;

/** Sampling points, bottles, what is at samplers, and what samplers took. */
export function fieldRules(stage: AccessStage): Record<string, Rule> {
  return { ...pointRules(stage), ...samplerRules(stage), ...carouselRules(stage), ...bottleRules(stage) };
}

function samplerRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  const byId = (call: { name: string }): [string, Rule] => [
    call.name,
    ofDevice(({ id }) => ({ params: { id } })),
  ];
  const byName = (call: { name: string }): [string, Rule] => [
    call.name,
    ofDevice(({ deviceName }) => ({ query: { deviceName } })),
  ];

  return {
    ...Object.fromEntries(
      [
        carousel.getBottleCodes,
        carousel.getExtraBottleCodes,
        samplers.getWaterSampleWorkStatus,
        samplers.getWaterSampleSetting,
        samplers.getWaterSampleMode,
        samplers.getWaterSampleEnvStatus,
      ].map(byId),
    ),
    ...Object.fromEntries(
      [carousel.listBottleEntries, samplers.sampleEnvLocation, samplers.listAutoSamplings].map(byName),
    ),
    [samplers.listDeviceOperations.name]: ofDevice(({ id }) => ({ params: { id } }), { within: mayQuery }),
    [samplers.getAutoSampling.name]: ofDevice(async ({ id, deviceName, unitId }) => {
      const ts = new Date(Math.floor(Date.now() / 1000) * 1000);
      const params = JSON.stringify({ index: 1, volume: 100, bottleVolume: 100 });
      const event = { identifier: "sampleTaken", kind: "info", ts, receivedAt: ts, params };
      await stage.platform.db
        .insertInto("deviceEvent")
        .values({ deviceId: id, unitId, ...event })
        .execute();
      return { query: { deviceName, time: ts.getTime() } };
    }),
  };
}

function carouselRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  /** A bottle in slot 1, whose cap is not entered yet. */
  async function putBottle(device: Target, left: { until: Date; deliveryNo: string } | null = null) {
    const { db } = stage.platform;
    const { id } = await db
      .insertInto("bottle")
      .values({ bodyCode: stage.name(), unitId: device.unitId, state: left === null ? "inSampler" : "new" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const since = new Date(Date.now() - 60_000);
    const place = { deviceId: device.id, slot: 1, bottleId: id, since, putBy: "stage" };
    const added = await db
      .insertInto("bottlePlace")
      .values({ ...place, ...left })
      .returning("id")
      .executeTakeFirstOrThrow();
    return added.id;
  }
  const scan = ({ deviceName }: Target) => ({
    deviceName,
    index: 1,
    bottleId: stage.name(),
    newBottle: true,
  });

  return {
    [carousel.enterBottleBodyId.name]: ofDevice((device) => ({ query: scan(device) })),
    [carousel.enterBottleCapId.name]: ofDevice(async (device) => {
      await putBottle(device);
      const { newBottle: _, ...query } = scan(device);
      return { query };
    }),
    [carousel.takeOutBottles.name]: ofDevice(async (device) => {
      await putBottle(device);
      return { body: { deviceName: device.deviceName, slots: [1] } };
    }),
    [carousel.undoTakeOut.name]: ofDevice(async (device) => {
      const placeId = await putBottle(device, { until: new Date(), deliveryNo: stage.name() });
      return { body: { deviceName: device.deviceName, removalIds: [placeId] } };
    }),
    [carousel.getDelivery.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { id, deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
        const deliveryNo = stage.name();
        await putBottle({ id, deviceName, unitId }, { until: new Date(), deliveryNo });
        return { input: { query: { deliveryNo } }, sees: deviceName };
      },
    },
  };
}

function bottleRules(stage: AccessStage): Record<string, Rule> {
  /** A bottle with its cap. */
  async function addBottle(unitId: number): Promise<number> {
    const { db } = stage.platform;
    const bottle = { bodyCode: stage.name(), unitId, state: "bound" as const };
    const { id } = await db.insertInto("bottle").values(bottle).returning("id").executeTakeFirstOrThrow();
    const pair = { bottleId: id, capCode: stage.name(), boundAt: new Date(), boundBy: "stage" };
    await db.insertInto("bottlePair").values(pair).execute();
    return id;
  }

  return {
    [bottles.getBottleHistory.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: await addBottle(unitId) } } }),
    },
    [bottles.breakPair.name]: {
      outside: "notFound",
      make: async (unitId) => ({
        input: { body: { bottleId: await addBottle(unitId), reason: "opened apart" } },
      }),
    },
  };
}
