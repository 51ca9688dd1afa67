import {
  type BottleEntry,
  enterBottleBodyId,
  enterBottleCapId,
  entryState,
  getBottleCodes,
  getExtraBottleCodes,
  listBottleEntries,
  takeOutBottles,
  undoTakeOut,
} from "@tracewater/contract/field/sampler-bottles";
import { textIn } from "@tracewater/contract/locales";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Device, DeviceService } from "../../fleet/devices/device.service.ts";
import { requireProduct } from "../../fleet/devices/product-key.service.ts";
import type { CarouselService } from "./carousel.service.ts";
import type { EntryService, Scan } from "./entry.service.ts";
import type { EntryRow } from "./entry.store.ts";

const family = "waterSample";

/** The bottles at one sampler: what is where, what is scanned, what leaves. */
export function serveCarousel(
  serve: Serve,
  parts: { carousel: CarouselService; entries: EntryService; devices: DeviceService },
): void {
  const { carousel, entries, devices } = parts;

  serve.forCaller(getBottleCodes, async ({ params }, caller) => {
    await devices.requireOfFamily(caller.scope, family, params.id);
    return { data: await carousel.listMain(params.id) };
  });
  serve.forCaller(getExtraBottleCodes, async ({ params }, caller) => {
    await devices.requireOfFamily(caller.scope, family, params.id);
    return { data: await carousel.listExtra(params.id) };
  });

  type Scanned = {
    deviceName: string;
    productKey?: string | undefined;
    index: number;
    bottleId: string;
    clearVolume: boolean;
  };
  async function enter(
    caller: Caller,
    { deviceName, productKey, index, bottleId, clearVolume }: Scanned,
    part: Pick<Scan, "part" | "newBottle" | "replace">,
    audit: (change: AuditChange) => void,
  ) {
    const device = await devices.requireByName(caller.scope, family, deviceName);
    requireProduct(device, productKey);
    const scan = { ...part, slot: index, code: bottleId, clearVolume };
    audit({ subject: auditSubject(device), after: scan });
    return { data: await entries.enter(caller, device, scan) };
  }
  serve.forCaller(enterBottleBodyId, ({ query, audit }, caller) => {
    const { newBottle, replace } = query;
    return enter(caller, query, { part: "body", newBottle, replace }, audit);
  });
  serve.forCaller(enterBottleCapId, ({ query, audit }, caller) =>
    enter(caller, query, { part: "cap", newBottle: false, replace: false }, audit),
  );

  serve.forCaller(takeOutBottles, async ({ body, audit }, caller) => {
    const device = await devices.requireByName(caller.scope, family, body.deviceName);
    const taken = await carousel.takeOut(caller, device, body.slots, body.deliveryNo);
    if (taken.length === 0) throw nothingThere();
    audit({
      subject: auditSubject(device),
      before: { bottles: taken.map(({ slot, bodyCode }) => ({ slot, bodyCode })) },
      after: { deliveryNo: body.deliveryNo, bottles: taken },
    });
    return { data: { taken: taken.length, removalIds: taken.map((one) => one.placeId) } };
  });

  serve.forCaller(undoTakeOut, async ({ body, audit }, caller) => {
    const device = await devices.requireByName(caller.scope, family, body.deviceName);
    const restored = await carousel.undoTakeOut(caller, device, body.removalIds);
    audit({
      subject: auditSubject(device),
      before: { bottles: restored.map(({ slot }) => ({ slot, bodyCode: null })) },
      after: { bottles: restored.map(({ slot, bodyCode }) => ({ slot, bodyCode })) },
    });
    return { data: { restored: restored.length } };
  });

  serve.forCaller(listBottleEntries, async ({ query, language }, caller) => {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    await entries.applyEnded(device.id);
    const filter = { deviceId: device.id, slot: query.slot, span: query };
    const total = await entries.count(filter);
    const rows = await entries.list(filter, pageOf(query, total));
    return { total, rows: rows.map((row) => toEntry(row, language)) };
  });
}

function auditSubject({ id, deviceName, unitId }: Device): AuditChange["subject"] {
  return { kind: "device", id, name: deviceName, unitId };
}

function toEntry(row: EntryRow, language: Language): BottleEntry {
  return {
    entryId: row.id,
    slot: row.slot,
    part: row.part === "cap" ? "cap" : "body",
    code: row.code,
    clearVolume: row.clearVolume,
    state: entryState.parse(row.state),
    reason: textIn({ en: row.reasonEn, zh: row.reasonZh }, language),
    commandId: row.commandId,
    actor: row.actor,
    at: row.askedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

function nothingThere(): AppError {
  return new AppError("refused", {
    en: "There are no bottles in these slots.",
    zh: "所选瓶位中没有采样瓶。",
  });
}
