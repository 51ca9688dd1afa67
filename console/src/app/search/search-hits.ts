import {
  maxPattern,
  type RecordKind,
  type SearchHit,
  searchThings,
} from "@tracewater/contract/operations/search";
import { useApi } from "../../api/use-api.ts";
import { useRested } from "../../kit/use-rested.ts";
import type { ShellPage } from "../routes/shell-page.ts";

/** How long the keys must rest before the server is asked. */
const restMs = 150;

/** A thing with a number, and where it opens; things whose page this user does not have are left out. */
export type Found = { hit: SearchHit; path: string; icon: string };

/** What the server finds for a pattern. The rows of the last one stay until the next are there. */
export function useSearchHits(pattern: string, pages: readonly ShellPage[]): readonly Found[] {
  const keyword = useRested(pattern.trim().slice(0, maxPattern).trim(), restMs);
  const { data } = useApi(
    searchThings,
    { query: { keyword } },
    { enabled: keyword !== "", keepPrevious: true, handled: true },
  );
  if (keyword === "" || pattern.trim() === "" || data === undefined) return [];
  return data.data.flatMap((hit) => {
    const place = placeOf(hit, pages);
    return place === null ? [] : [{ hit, ...place }];
  });
}

/** The page of one thing, by the server's own tree: no path is known twice. */
export function placeOf(hit: SearchHit, pages: readonly ShellPage[]): { path: string; icon: string } | null {
  if (hit.kind === "samplePoint") {
    const page = pages.find((one) => one.component === "field/sampling-points/point");
    if (page === undefined) return null;
    return { path: page.path.replace(":pointId", String(hit.id)), icon: "map-pin" };
  }
  if (hit.kind !== "device") return placeOfRecord(hit, pages);
  const own = pages.filter((page) => page.query["family"] === hit.family);
  const page = own.find(({ path }) => path.includes(":device_name"));
  if (page === undefined) return null;
  const path = page.path
    .replace(":id", String(hit.id))
    .replace(":active_name", "device_info")
    .replace(":device_name", encodeURIComponent(hit.number));
  return { path, icon: own.find((one) => one.icon !== "")?.icon ?? "" };
}

type RecordHit = { id: number; number: string };

/** Which page shows a record, and how its address names it; the icon is that of its list. */
const recordPages: Record<
  RecordKind,
  { list: string; page: string; pathOf: (path: string, hit: RecordHit) => string }
> = {
  bottle: {
    list: "field/bottles/bottle-list",
    page: "laboratory/thread/thread",
    pathOf: (path, { id }) => path.replace(":kind", "bottle").replace(":id", String(id)),
  },
  sample: {
    list: "laboratory/samplings/sampling-list",
    page: "laboratory/samplings/sampling-detail",
    pathOf: (path, { id }) => path.replace(":id", String(id)),
  },
  delivery: listed("laboratory/deliveries/delivery-list"),
  plan: listed("laboratory/plans/plan-list"),
  analyticalBatch: {
    list: "laboratory/quality/quality",
    page: "laboratory/quality/batch",
    pathOf: (path, { id }) => `${path}?id=${id}`,
  },
  workOrder: {
    list: "field/work-orders/work-order-list",
    page: "field/work-orders/work-order",
    pathOf: (path, { id }) => path.replace(":taskId", String(id)),
  },
  entrustment: {
    list: "evidence/entrustments/entrustment-list",
    page: "evidence/entrustments/entrustment-detail",
    pathOf: (path, { id }) => path.replace(":tableId", String(id)),
  },
  evidenceItem: listed("evidence/entrustments/item-list"),
  alarm: {
    ...listed("fleet/alarms/alarm-list"),
    pathOf: (path, { id }) => `${path}?alarm=${id}`,
  },
  user: {
    ...listed("system/users/user-list"),
    pathOf: (path, { number }) => `${path}?keyword=${encodeURIComponent(number)}`,
  },
};

/** A list that opens one of its rows by `?id=`. */
function listed(list: string) {
  return { list, page: list, pathOf: (path: string, { id }: RecordHit) => `${path}?id=${id}` };
}

function placeOfRecord(
  hit: RecordHit & { kind: RecordKind },
  pages: readonly ShellPage[],
): { path: string; icon: string } | null {
  const { list, page, pathOf } = recordPages[hit.kind];
  const own = pages.find(({ component }) => component === page);
  if (own === undefined) return null;
  return { path: pathOf(own.path, hit), icon: pages.find(({ component }) => component === list)?.icon ?? "" };
}
