/** Inventories by scan: what differs from the books is recorded of each item, and nothing is put right in silence. */
import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type {
  addInventory,
  InventoryItem,
  InventoryResult,
  inventoryDetail,
  listExpectedItems,
  listInventories,
} from "@tracewater/contract/evidence/inventories";
import { personLabel } from "@tracewater/contract/system/person-label";
import type { z } from "zod";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { appendEvidence, type NewEvidenceEvent } from "./evidence-chain.ts";
import { createInventoryStore, maxExpected, type Site } from "./inventory.store.ts";
import { aboutEntrustment, aboutItem } from "./track.model.ts";

export type InventoryService = ReturnType<typeof createInventoryService>;
type Detail = z.infer<typeof inventoryDetail>;

export function createInventoryService(options: {
  db: Db;
  custody: Pick<CustodyService, "append">;
  orgUnits: Pick<OrgUnitService, "require">;
  devices: Pick<DeviceService, "findByName">;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, orgUnits, devices, clock, now } = options;
  const store = createInventoryStore(db);

  async function siteOf(scope: Scope, asked: QueryOf<typeof listExpectedItems>): Promise<Site> {
    const { unitId, place, deviceName } = asked;
    await orgUnits.require(scope, unitId, "unitId");
    if (deviceName === "") {
      if (place === "") throw fieldError("place", { en: "choose a room or a box", zh: "请选择库房或物证箱" });
      return { unitId, place, device: null };
    }
    const found = await devices.findByName(scope, deviceName);
    if (found === undefined || found.typeKey !== "evidenceBox" || found.unitId !== unitId)
      throw fieldError("deviceName", { en: "evidence box not found", zh: "物证箱不存在" });
    return { unitId, place: deviceName, device: { id: found.id, deviceName } };
  }

  async function require(scope: Scope, id: number): Promise<Detail> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound({ en: "inventory", zh: "盘点记录" });
    return found;
  }

  return {
    listPlaces: store.listPlaces,
    require,

    async listExpected(scope: Scope, query: QueryOf<typeof listExpectedItems>): Promise<InventoryItem[]> {
      return requireFew(await store.listExpected(await siteOf(scope, query)));
    },

    async list(
      scope: Scope,
      query: QueryOf<typeof listInventories>,
      page: { limit: number; offset: number },
    ) {
      return store.list(scope, query.unitId, page);
    },
    count: (scope: Scope, query: QueryOf<typeof listInventories>) => store.count(scope, query.unitId),

    async add(caller: Caller, { codes, ...asked }: BodyOf<typeof addInventory>): Promise<Detail> {
      const site = await siteOf(caller.scope, asked);
      const scanned = readCodes(codes);
      const numbers = scanned.flatMap(({ itemNo }) => itemNo ?? []);
      const id = await db.transaction().execute(async (trx) => {
        const before = [
          ...(await store.listExpected(site, trx)),
          ...(await store.listByNumber(site.unitId, numbers, trx)),
        ];
        const locked = new Set(before.map((item) => item.entrustmentId));
        await store.lockEntrustments(trx, [...locked]);
        const expected = requireFew(await store.listExpected(site, trx));
        const known = await store.listByNumber(site.unitId, numbers, trx);
        // Between the two looks an item of another entrustment came: it is not locked.
        if ([...expected, ...known].some((item) => !locked.has(item.entrustmentId))) throw changedMeanwhile();
        const result = compare(expected, known, scanned);
        if (expected.length === 0 && codes.length === 0) throw nothingToCount();
        const [inventoryNo = ""] = await nextNumbers(trx, "IN", clock.today());
        const added = await store.add(trx, {
          ...{ inventoryNo, unitId: site.unitId, place: site.place, deviceName: asked.deviceName || null },
          ...{ expected: expected.length, found: result.found.length, missing: result.missing.length },
          ...{ stray: result.stray.length, unknown: result.unknown.length, result },
          ...{ madeBy: personLabel(caller), madeAt: new Date(now()) },
        });
        await appendEvidence(custody, trx, caller, eventsOf(result, site.place, inventoryNo));
        return added;
      });
      return require(caller.scope, id);
    },
  };
}

type Scanned = { code: string; itemNo: string | null };

/** Each code once; the number of an item may stand in a longer code. */
function readCodes(codes: readonly string[]): Scanned[] {
  const read = codes.map((code) => ({
    code,
    itemNo: /EV-\d{6}-\d{4,}/.exec(code.toUpperCase())?.[0] ?? null,
  }));
  return [...new Map(read.map((one) => [one.itemNo ?? one.code, one])).values()];
}

function compare(
  expected: readonly InventoryItem[],
  known: readonly InventoryItem[],
  scanned: readonly Scanned[],
): InventoryResult {
  const seen = new Set(scanned.map(({ itemNo }) => itemNo));
  const here = new Set(expected.map(({ itemNo }) => itemNo));
  const numbers = new Set(known.map(({ itemNo }) => itemNo));
  return {
    found: expected.filter(({ itemNo }) => seen.has(itemNo)),
    missing: expected.filter(({ itemNo }) => !seen.has(itemNo)),
    stray: known.filter(({ itemNo }) => !here.has(itemNo)),
    unknown: scanned.flatMap(({ code, itemNo }) => (itemNo !== null && numbers.has(itemNo) ? [] : [code])),
  };
}

/** Found is an audit; missing and stray are exceptions, which the track shows as such. */
function eventsOf(result: InventoryResult, place: string, inventoryNo: string): NewEvidenceEvent[] {
  const event = (
    { itemId, entrustmentId, place: booked }: InventoryItem,
    kind: "audit" | "exception",
    condition: string,
  ): NewEvidenceEvent => ({
    ...{ kind, about: [aboutItem(itemId), aboutEntrustment(entrustmentId)], place, condition },
    ...{ note: inventoryNo, facts: { fromPlace: booked || null, toPlace: kind === "audit" ? place : null } },
  });
  return [
    ...result.found.map((item) => event(item, "audit", "inventoryFound")),
    ...result.missing.map((item) => event(item, "exception", "inventoryMissing")),
    ...result.stray.map((item) => event(item, "exception", "inventoryStray")),
  ];
}

function requireFew(items: InventoryItem[]): InventoryItem[] {
  if (items.length > maxExpected)
    throw new AppError("refused", {
      en: `More than ${maxExpected} items lie here. Divide the room into smaller places.`,
      zh: `此处检材超过 ${maxExpected} 件，请划分为更小的库位。`,
    });
  return items;
}

function nothingToCount(): AppError {
  return fieldError("codes", {
    en: "nothing is expected here and nothing was scanned",
    zh: "此处无应有检材，也未扫描任何检材",
  });
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", {
    en: "An item was moved here or away in the same moment. Try again.",
    zh: "盘点期间有检材移入或移出，请重试。",
  });
}
