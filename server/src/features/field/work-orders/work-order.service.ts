import type { BodyOf } from "@tracewater/contract/call";
import type { addWorkOrder, WorkOrder, WorkOrderSource } from "@tracewater/contract/field/work-orders";
import type { LocalizedText } from "@tracewater/contract/locales";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { SamplingPointService } from "../sampling-points/sampling-point.service.ts";
import { createWorkOrderStore, type WorkOrderFilter, type WorkOrderQuery } from "./work-order.store.ts";

export type WorkOrderService = ReturnType<typeof createWorkOrderService>;
type Given = BodyOf<typeof addWorkOrder>;

/** What the platform drafts by itself: once for each origin. */
export type Drafted = {
  origin: string;
  source: Exclude<WorkOrderSource, "hand">;
  unitId: number;
  pointId: number | null;
  deviceId: number | null;
  title: string;
  titleZh: string;
  steps: readonly LocalizedText[];
};

export function createWorkOrderService(options: {
  db: Db;
  points: SamplingPointService;
  devices: DeviceService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, points, devices, clock, now } = options;
  const store = createWorkOrderStore(db);
  const madeNow = () => ({ createdAt: new Date(now()), changedAt: new Date(now()) });

  async function require(scope: Scope, id: number): Promise<WorkOrder> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound({ en: "work order", zh: "工单" });
    return found;
  }

  /** As the database takes it; the unit is that of the point, else of the device. */
  async function normalize(scope: Scope, { due, steps, ...rest }: Given) {
    const { pointId, deviceId } = rest;
    const point = pointId === null ? null : await points.find(scope, pointId);
    if (point === undefined)
      throw fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
    const [device] = deviceId === null ? [null] : await devices.listByIds(scope, [deviceId]);
    if (device === undefined) throw fieldError("deviceId", { en: "device not found", zh: "设备不存在" });
    const unitId = point?.unitId ?? device?.unitId;
    if (unitId === undefined)
      throw fieldError("pointId", { en: "select a sampling point or a device", zh: "请选择采样点或设备" });
    return { ...rest, unitId, due: due === null ? null : new Date(due), steps: JSON.stringify(steps) };
  }

  return {
    list: (caller: Caller, query: WorkOrderQuery, page: { limit: number; offset: number }) =>
      store.list(caller.scope, toFilter(caller, query), page),
    count: (caller: Caller, query: WorkOrderQuery) => store.count(caller.scope, toFilter(caller, query)),
    require,

    async add(caller: Caller, given: Given): Promise<{ id: number; orderNo: string }> {
      const row = await normalize(caller.scope, given);
      return db.transaction().execute(async (trx) => {
        const [orderNo = ""] = await nextNumbers(trx, "WO", clock.today());
        const made = { source: "hand" as const, madeBy: personLabel(caller), madeById: caller.userId };
        return {
          id: await createWorkOrderStore(trx).add({ ...row, ...made, ...madeNow(), orderNo }),
          orderNo,
        };
      });
    },

    async change(caller: Caller, { orderId, ...given }: Given & { orderId: number }) {
      const before = await require(caller.scope, orderId);
      const row = await normalize(caller.scope, given);
      if (!(await store.changeDraft(orderId, { ...row, changedAt: new Date(now()) })))
        throw noDraft(before.orderNo);
      return { before, after: await require(caller.scope, orderId) };
    },

    /** A draft in a transaction of the caller's; the one that its origin made before, where there is one. */
    async draft(trx: Trx, { steps, ...drafted }: Drafted): Promise<number> {
      const into = createWorkOrderStore(trx);
      const known = await into.findByOrigin(drafted.origin);
      if (known !== undefined) return known;
      const [orderNo = ""] = await nextNumbers(trx, "WO", clock.today());
      return into.add({ ...drafted, ...madeNow(), orderNo, steps: JSON.stringify(steps), madeBy: "" });
    },

    /** Drafts whose origin is no more; what people have taken up stays. */
    cancelDrafts: (trx: Trx, origins: readonly string[], act: { by: string; at: Date; note: string }) =>
      createWorkOrderStore(trx).cancelDrafts(origins, act),
  };
}

function toFilter(caller: Caller, { mine, ...query }: WorkOrderQuery): WorkOrderFilter {
  return mine === "1" ? { ...query, assigneeId: caller.userId } : query;
}

function noDraft(orderNo: string): AppError {
  return new AppError("refused", {
    en: `Work order ${orderNo} is no longer a draft.`,
    zh: `工单 ${orderNo} 已不是草稿。`,
  });
}
