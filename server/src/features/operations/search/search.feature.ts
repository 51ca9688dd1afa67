import { families, familyKeys } from "@tracewater/contract/fleet/families";
import { type SearchHit, searchThings } from "@tracewater/contract/operations/search";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";

/** Of one kind of thing, so that none crowds the others out. */
const mostHits = 8;

/** One kind of thing: what its list asks for decides whether it is searched at all. */
type Source = (caller: Caller, keyword: string) => Promise<SearchHit[]>;

/** The header's search over everything that has a number. Kinds of later versions add their source here. */
export function serveSearch(
  serve: Serve,
  parts: { devices: DeviceService; points: SamplingPointService },
): void {
  const sources: Source[] = [
    async (caller, keyword) => {
      const shown = familyKeys.filter((key) => mayDo(caller, `device:${families[key].permissionWord}:list`));
      if (shown.length === 0) return [];
      const found = await parts.devices.search(caller.scope, shown, { keyword, limit: mostHits });
      return found.map((hit) => ({ kind: "device", ...hit }));
    },
    async (caller, keyword) => {
      if (!mayDo(caller, "field:samplePoint:list")) return [];
      const found = await parts.points.search(caller.scope, { keyword, limit: mostHits });
      return found.map((hit) => ({ kind: "samplePoint", ...hit }));
    },
  ];
  serve.forCaller(searchThings, async ({ query }, caller) => {
    const found = await Promise.all(sources.map((source) => source(caller, query.keyword)));
    return { data: found.flat() };
  });
}
