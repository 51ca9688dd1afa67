import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import type { MaintenanceItem } from "@tracewater/contract/fleet/maintenance-items";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../alarms/alarm.service.ts";
import type { Device, DeviceService } from "../devices/device.service.ts";
import type { ProductService } from "../products/product.service.ts";
import {
  createMaintenanceItemStore,
  type MaintenanceFields,
  type MaintenanceFilter,
  type MaintenanceHistory,
} from "./maintenance-item.store.ts";

export type MaintenanceItemService = ReturnType<typeof createMaintenanceItemService>;

const maxPerBatch = 5000;

/** Consumables and calibrations: due by a date or by a counter; what is overdue is an alarm until it is done. */
export function createMaintenanceItemService(options: {
  db: Db;
  devices: DeviceService;
  products: ProductService;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  today: () => string;
  now: () => number;
}) {
  const { devices, products, alarms, today, now } = options;
  const store = createMaintenanceItemStore(options.db);

  async function require(scope: Scope, id: number): Promise<MaintenanceItem> {
    const found = await store.find(scope, id, today());
    if (found === undefined) throw notFound({ en: "maintenance item", zh: "维护项目" });
    return found;
  }

  async function check(productId: number, given: MaintenanceFields): Promise<void> {
    if (given.dueOn === null && given.counter === "") {
      throw fieldError("dueOn", { en: "enter a due date or a counter", zh: "请填写到期日期或计数属性" });
    }
    if (given.counter === "") {
      if (given.counterLimit === null) return;
      throw fieldError("counter", { en: "select the counting property", zh: "请选择计数属性" });
    }
    if (given.counterLimit === null)
      throw fieldError("counterLimit", { en: "enter the limit", zh: "请填写限值" });
    const { model } = await products.require(productId);
    const property = model.properties.find((one) => one.identifier === given.counter);
    if (property !== undefined && ["int", "float", "double"].includes(property.dataType.type)) return;
    throw fieldError("counter", {
      en: "the thing model has no such numeric property",
      zh: "物模型中没有该数值属性",
    });
  }

  /** As the sweep does, for one device's items at once: what was just done or changed reports the truth at once. */
  async function sweep(): Promise<{ raised: number; ended: number }> {
    const at = new Date(now());
    const overdue = await store.listOverdue(today(), maxPerBatch);
    const raised = await alarms.raiseOwn(
      overdue.map((item) => ({
        origin: originOf("upkeep", item.itemId),
        deviceId: item.deviceId,
        name: item.name,
        nameZh: "",
        source: "upkeep",
        identifier: item.counter,
        severity: "warning",
        at,
      })),
    );
    const over = await store.listEnded(today(), maxPerBatch);
    const ended = over.length === 0 ? 0 : await alarms.endOwn(over, { by: "", at, note: "" });
    return { raised, ended };
  }

  return {
    sweep,
    require,
    list: (scope: Scope, filter: MaintenanceFilter, page: { limit: number; offset: number }) =>
      store.list(scope, filter, today(), page),
    count: (scope: Scope, filter: MaintenanceFilter) => store.count(scope, filter, today()),

    async get(scope: Scope, id: number): Promise<MaintenanceItem & { history: MaintenanceHistory[] }> {
      return { ...(await require(scope, id)), history: await store.history(id) };
    },

    async add(scope: Scope, deviceName: string, given: MaintenanceFields): Promise<number> {
      const device = await findDevice(devices, scope, deviceName);
      await check(device.productId, given);
      const id = await store.add(device.id, given);
      if (id === undefined) throw nameExists();
      return id;
    },

    async change(scope: Scope, id: number, given: MaintenanceFields): Promise<void> {
      const item = await require(scope, id);
      const device = await devices.require(scope, item.deviceId);
      await check(device.productId, given);
      if (!(await store.change(id, given))) throw nameExists();
      await sweep();
    },

    async remove(ids: readonly number[]): Promise<void> {
      await store.remove(ids);
      await sweep();
    },

    async done(caller: Caller, id: number, note: string): Promise<void> {
      const item = await require(caller.scope, id);
      const by = caller.nickName || caller.userName;
      const at = new Date(now());
      await store.done(item.itemId, { at, by, note, today: today() });
      await alarms.endOwn([originOf("upkeep", item.itemId)], { by, at, note });
    },
  };
}

async function findDevice(devices: DeviceService, scope: Scope, deviceName: string): Promise<Device> {
  const found = await devices.findByName(scope, deviceName);
  if (found !== undefined) return found;
  throw fieldError("deviceName", { en: "device not found", zh: "设备不存在" });
}

function nameExists(): AppError {
  const text = { en: "the device already has an item with this name", zh: "该设备已有同名项目" };
  return new AppError(
    "conflict",
    { en: "The device already has an item with this name.", zh: "该设备已有同名项目。" },
    [{ field: "name", text }],
  );
}
