import { randomBytes } from "node:crypto";
import type { Connection } from "@tracewater/contract/fleet/devices";
import { type FamilyKey, families, familyKey } from "@tracewater/contract/fleet/families";
import { AppError, notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LicenceService } from "../../system/licences/licence.service.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import { createDeviceStore } from "./device.store.ts";
import { createDeviceEntryStore } from "./device-entry.store.ts";
import type { DeviceChange, DeviceRecord } from "./device-record.ts";

export type DeviceService = ReturnType<typeof createDeviceService>;

/** A device as other features know it. */
export type Device = DeviceRecord;

export type NewDevice = {
  deviceName: string;
  nickname: string;
  unitId: number;
  pointId: number | null;
  tags: string[];
  latitude?: number | null;
  longitude?: number | null;
};

/** What a device needs to connect; the secret leaves the server with this answer and no other. */
export type Credentials = { id: number; productKey: string; deviceName: string; deviceSecret: string };

export function createDeviceService(options: {
  db: Db;
  secrets: SecretBox;
  products: ProductService;
  orgUnits: OrgUnitService;
  licences: LicenceService;
  /** Throws where there is no such sampling point in the scope. */
  requirePoint: (scope: Scope, id: number) => Promise<void>;
  events: EventBus<FleetEvents>;
}) {
  const { secrets, products, orgUnits, licences, requirePoint, events } = options;
  const store = createDeviceStore(options.db);
  const entries = createDeviceEntryStore(options.db);

  return {
    list: store.list,
    listByIds: store.listByIds,
    listTaken: entries.listTaken,
    listTargets: store.listTargets,
    search: store.search,
    countByState: store.countByState,
    findByName: store.findByName,
    countAll: store.countAll,
    countByProduct: store.countByProduct,
    ...createDeviceLookUps(store),

    async add(scope: Scope, family: FamilyKey, given: NewDevice, actor = ""): Promise<Credentials> {
      await orgUnits.require(scope, given.unitId, "unitId");
      if (given.pointId !== null) await requirePoint(scope, given.pointId);
      const product = await products.requireByFamily(family);
      const deviceSecret = makeSecret();
      const device = { ...given, productId: product.id, secretSealed: secrets.seal(deviceSecret) };
      const id = await entries.add(device, actor, (trx) =>
        licences.requireRoom(trx, "devices", new Map([[given.unitId, 1]])),
      );
      if (id === undefined) {
        const text = { en: "this name is already in use", zh: "名称已被使用" };
        throw new AppError("conflict", { en: `deviceName: ${text.en}`, zh: `deviceName：${text.zh}` }, [
          { field: "deviceName", text },
        ]);
      }
      return { id, productKey: product.productKey, deviceName: given.deviceName, deviceSecret };
    },

    /**
     * Adds many at once, whose units and points the scope was held against already; of those whose name is taken
     * nothing comes back.
     */
    async addAll(
      family: FamilyKey,
      given: readonly NewDevice[],
      actor: string,
    ): Promise<Map<string, Credentials>> {
      const product = await products.requireByFamily(family);
      const made = given.map((one) => ({ one, deviceSecret: makeSecret() }));
      const rows = made.map(({ one, deviceSecret }) => ({
        ...one,
        productId: product.id,
        secretSealed: secrets.seal(deviceSecret),
      }));
      const byUnit = new Map<number, number>();
      for (const { unitId } of given) byUnit.set(unitId, (byUnit.get(unitId) ?? 0) + 1);
      const added = await entries.addAll(rows, actor, (trx) => licences.requireRoom(trx, "devices", byUnit));
      return new Map(
        made.flatMap(({ one: { deviceName }, deviceSecret }) => {
          const id = added.get(deviceName);
          const { productKey } = product;
          return id === undefined ? [] : [[deviceName, { id, productKey, deviceName, deviceSecret }]];
        }),
      );
    },

    async change(
      scope: Scope,
      family: FamilyKey,
      change: DeviceChange & { id: number },
      actor: string,
    ): Promise<void> {
      refuseRetired(await this.requireOfFamily(scope, family, change.id));
      if (change.pointId !== null) await requirePoint(scope, change.pointId);
      const { id, ...rest } = change;
      await store.change(id, rest, actor);
      events.emit("device.described", { deviceId: id });
    },

    async setStatus(
      scope: Scope,
      family: FamilyKey,
      id: number,
      status: "0" | "1",
      actor: string,
    ): Promise<void> {
      refuseRetired(await this.requireOfFamily(scope, family, id));
      await store.setStatus(id, status, actor);
      events.emit("device.changed", { deviceId: id, life: status === "1" ? "disable" : "enable" });
    },

    async resetSecret(scope: Scope, family: FamilyKey, id: number, actor: string): Promise<Credentials> {
      const device = await this.requireOfFamily(scope, family, id);
      refuseRetired(device);
      const deviceSecret = makeSecret();
      await store.setSecret(id, secrets.seal(deviceSecret), actor);
      events.emit("device.changed", { deviceId: id });
      return { id, productKey: device.productKey, deviceName: device.deviceName, deviceSecret };
    },
  };
}

/** Each device in the scope, or an error that names no device outside it. */
function createDeviceLookUps(store: Pick<ReturnType<typeof createDeviceStore>, "find" | "findByName">) {
  return {
    async require(scope: Scope, id: number): Promise<DeviceRecord> {
      const found = await store.find(scope, id);
      if (found === undefined) throw notFound(deviceKind);
      return found;
    },

    /** For calls of any family: asks for the permission of the device's own family too. */
    async requireReadable(caller: Caller, key: number | string): Promise<DeviceRecord> {
      const { scope } = caller;
      const found = await (typeof key === "string" ? store.findByName(scope, key) : store.find(scope, key));
      if (found === undefined) throw notFound(deviceKind);
      requireQuery(caller, found);
      return found;
    },

    /** The device of that family in the scope; another family's answers as if it did not exist. */
    async requireOfFamily(scope: Scope, family: FamilyKey, id: number): Promise<DeviceRecord> {
      const found = await store.find(scope, id);
      if (found === undefined || found.typeKey !== family) throw notFound(deviceKind);
      return found;
    },

    async requireByName(scope: Scope, family: FamilyKey, deviceName: string): Promise<DeviceRecord> {
      const found = await store.findByName(scope, deviceName);
      if (found === undefined || found.typeKey !== family) throw notFound(deviceKind);
      return found;
    },
  };
}

export function connectionOf(record: DeviceRecord): Connection {
  if (record.onlineSince !== null) return { state: "online", since: record.onlineSince.getTime() };
  if (record.activatedAt === null) return { state: "notActivated" };
  return { state: "offline", lastSeen: record.lastOnlineAt?.getTime() ?? null };
}

function requireQuery(caller: Caller, { typeKey }: DeviceRecord): void {
  const { permissionKey } = families[familyKey.parse(typeKey)];
  if (!mayDo(caller, `device:${permissionKey}:query`)) throw notFound(deviceKind);
}

/** A retired device is looked at, and restored; nothing else is done with it. */
function refuseRetired({ retiredAt }: DeviceRecord): void {
  if (retiredAt === null) return;
  throw new AppError("refused", {
    en: "This device is retired. Enable it first.",
    zh: "该设备已退役，请先启用。",
  });
}

const deviceKind = { en: "device", zh: "设备" };

function makeSecret(): string {
  return randomBytes(16).toString("hex");
}
