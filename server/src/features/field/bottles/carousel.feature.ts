import {
  type BottleEntry,
  enterBottleBodyId,
  enterBottleCapId,
  entryState,
  getBottleCodes,
  getExtraBottleCodes,
  listBottleEntries,
  takeOutBottles,
} from "@tracewater/contract/field/sampler-bottles";
import type { Caller } from "../../../platform/caller.ts";
import { Failure } from "../../../platform/failure.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language } from "../../../platform/words.ts";
import type { Device, DeviceService } from "../../fleet/devices/device.service.ts";
import type { CarouselService } from "./carousel.service.ts";
import type { EntryService, Scan } from "./entry.service.ts";
import type { EntryRow } from "./entry.store.ts";

const family = "waterSample";

/** The bottles at one sampler: what stands where, what is scanned, what leaves. */
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

  type Asked = {
    query: { deviceName: string; index: number; bottleId: string; clearVolume: boolean };
    note(note: CallNote): void;
  };
  async function enter({ query, note }: Asked, caller: Caller, part: Scan["part"]) {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    const scan = { part, slot: query.index, code: query.bottleId, clearVolume: query.clearVolume };
    note({ thing: thingOf(device), after: scan });
    return { data: await entries.enter(caller, device, scan) };
  }
  serve.forCaller(enterBottleBodyId, (input, caller) => enter(input, caller, "body"));
  serve.forCaller(enterBottleCapId, (input, caller) => enter(input, caller, "cap"));

  serve.forCaller(takeOutBottles, async ({ body, note }, caller) => {
    const device = await devices.requireByName(caller.scope, family, body.deviceName);
    const taken = await carousel.takeOut(caller, device, body.slots, body.deliveryNo);
    if (taken.length === 0) throw nothingThere();
    note({
      thing: thingOf(device),
      before: { bottles: taken.map(({ slot, bodyCode }) => ({ slot, bodyCode })) },
      after: { deliveryNo: body.deliveryNo, bottles: taken },
    });
    return { data: { taken: taken.length } };
  });

  serve.forCaller(listBottleEntries, async ({ query, language }, caller) => {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    await entries.settle(device.id);
    const filter = { deviceId: device.id, slot: query.slot };
    const total = await entries.count(filter);
    const rows = await entries.list(filter, pageOf(query, total));
    return { total, rows: rows.map((row) => toEntry(row, language)) };
  });
}

function thingOf({ id, deviceName, unitId }: Device): CallNote["thing"] {
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
    reason: language === "zh" ? row.reasonZh : row.reasonEn,
    commandId: row.commandId,
    actor: row.actor,
    at: row.askedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

function nothingThere(): Failure {
  return new Failure("refused", {
    en: "No bottle stands in these slots.",
    zh: "所选瓶位中没有采样瓶。",
  });
}
