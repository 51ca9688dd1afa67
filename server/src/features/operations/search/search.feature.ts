import { families, familyKeys } from "@tracewater/contract/fleet/families";
import {
  type RecordKind,
  recordKind,
  type SearchHit,
  searchThings,
} from "@tracewater/contract/operations/search";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import { createRecordSearchStore } from "./record-search.store.ts";

/** Of one kind of thing, so that none crowds the others out. */
const maxHits = 8;

/** One kind of thing: what its list asks for decides whether it is searched at all. */
type Source = (caller: Caller, keyword: string) => Promise<SearchHit[]>;

/** Whose list shows them. */
const permissionOf: Record<RecordKind, string> = {
  bottle: "field:bottle:list",
  sample: "laboratory:sampling:list",
  delivery: "laboratory:delivery:list",
  plan: "laboratory:plan:list",
  analyticalBatch: "laboratory:batch:list",
  workOrder: "field:workOrder:list",
  entrustment: "evidence:entrustment:list",
  evidenceItem: "evidence:item:list",
};

/** The header's search over everything that has a number. Kinds of later versions add their source here. */
export function serveSearch(
  serve: Serve,
  parts: { db: Db; devices: DeviceService; points: SamplingPointService },
): void {
  const searchRecords = createRecordSearchStore(parts.db);
  const records = recordKind.options.map(
    (kind): Source =>
      async (caller, keyword) => {
        if (!mayDo(caller, permissionOf[kind])) return [];
        const found = await searchRecords(caller.scope, kind, { keyword, limit: maxHits });
        return found.map((hit) => ({ kind, ...hit }));
      },
  );
  const sources: Source[] = [
    async (caller, keyword) => {
      const shown = familyKeys.filter((key) => mayDo(caller, `device:${families[key].permissionKey}:list`));
      if (shown.length === 0) return [];
      const found = await parts.devices.search(caller.scope, shown, { keyword, limit: maxHits });
      return found.map((hit) => ({ kind: "device", ...hit }));
    },
    async (caller, keyword) => {
      if (!mayDo(caller, "field:samplePoint:list")) return [];
      const found = await parts.points.search(caller.scope, { keyword, limit: maxHits });
      return found.map((hit) => ({ kind: "samplePoint", ...hit }));
    },
    ...records,
  ];
  serve.forCaller(searchThings, async ({ query }, caller) => {
    const found = await Promise.all(sources.map((source) => source(caller, query.keyword)));
    return { data: found.flat() };
  });
}
