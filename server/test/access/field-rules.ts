import * as bottles from "@tracewater/contract/field/bottles";
import * as details from "@tracewater/contract/field/point-details";
import * as carousel from "@tracewater/contract/field/sampler-bottles";
import * as samplers from "@tracewater/contract/field/samplers";
import * as workOrders from "@tracewater/contract/field/work-orders";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;

/** Bottles, what is at samplers, and what samplers took. */
export function fieldRules(stage: AccessStage): Record<string, Rule> {
  type Target = { id: number; deviceName: string; unitId: number };
  const ofDevice = (
    input: (device: Target) => CallInput | Promise<CallInput>,
    more: Partial<Rule> = {},
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id, deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
      return { input: await input({ id, deviceName, unitId }) };
    },
    ...more,
  });
  const byId = (call: { name: string }): [string, Rule] => [
    call.name,
    ofDevice(({ id }) => ({ params: { id } })),
  ];
  const byName = (call: { name: string }): [string, Rule] => [
    call.name,
    ofDevice(({ deviceName }) => ({ query: { deviceName } })),
  ];

  /** A bottle with its cap. */
  async function addBottle(unitId: number): Promise<number> {
    const { db } = stage.platform;
    const bottle = { bodyCode: stage.name(), unitId, state: "bound" as const };
    const { id } = await db.insertInto("bottle").values(bottle).returning("id").executeTakeFirstOrThrow();
    const pair = { bottleId: id, capCode: stage.name(), boundAt: new Date(), boundBy: "stage" };
    await db.insertInto("bottlePair").values(pair).execute();
    return id;
  }
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

  /** A point with a place and a figure. */
  async function addPoint(unitId: number) {
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
  const ofPoint = (input: (point: { id: number; figureId: number }) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addPoint(unitId)) }),
  });

  /** A draft that nobody of the actors made. */
  async function addOrder(unitId: number) {
    const title = stage.name();
    const order = { orderNo: stage.name(), unitId, title, titleZh: title, madeBy: "" };
    const { db } = stage.platform;
    const { id } = await db
      .insertInto("workOrder")
      .values({ ...order, source: "alarm", steps: "[]" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { orderId: id, title };
  }
  const orderTitle = { title: "stage", titleZh: "stage" };

  return {
    [workOrders.listWorkOrders.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { title } = await addOrder(unitId);
        return { input: { query: { keyword: title } }, sees: title };
      },
    },
    [workOrders.getWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addOrder(unitId)).orderId } } }),
    },
    [workOrders.addWorkOrder.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { ...orderTitle, pointId: (await addPoint(unitId)).id } } }),
    },
    [workOrders.changeWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { orderId } = await addOrder(unitId);
        return { input: { body: { ...orderTitle, orderId, pointId: (await addPoint(unitId)).id } } };
      },
    },
    [workOrders.cancelWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => ({
        input: { body: { orderId: (await addOrder(unitId)).orderId, reason: "stage" } },
      }),
    },
    [details.listPointPlaces.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: {}, sees: (await addPoint(unitId)).code }),
    },
    [details.getPointDetails.name]: ofPoint(({ id }) => ({ params: { id } })),
    [details.setPointArea.name]: ofPoint(({ id }) => ({ body: { pointId: id, catchment: null } })),
    [details.addPointFigure.name]: ofPoint(({ id }) => ({
      body: { pointId: id, kind: "flow", since: "2021-01-01", value: 1, method: "meter" },
    })),
    [details.removePointFigure.name]: ofPoint(({ figureId }) => ({ params: { id: figureId } })),
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
