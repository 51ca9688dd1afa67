import { longestPattern, type SearchHit, searchThings } from "@tracewater/contract/operations/search";
import { useEffect, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import type { ShellPage } from "../routes/shell-page.ts";

/** How long the keys must rest before the server is asked. */
const restMs = 150;

/** A thing with a number, and where it opens; things whose page this user does not have are left out. */
export type Found = { hit: SearchHit; path: string; icon: string };

/** What the server finds for a pattern. The rows of the last one stay until the next are there. */
export function useFoundThings(pattern: string, pages: readonly ShellPage[]): readonly Found[] {
  const keyword = useRested(pattern.trim().slice(0, longestPattern).trim());
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
    const list = pages.find((page) => page.component === "field/sampling-points/sampling-point-list");
    if (list === undefined) return null;
    return { path: `${list.path}?keyword=${encodeURIComponent(hit.number)}`, icon: list.icon };
  }
  const own = pages.filter((page) => page.query["family"] === hit.family);
  const page = own.find(({ path }) => path.includes(":device_name"));
  if (page === undefined) return null;
  const path = page.path
    .replace(":id", String(hit.id))
    .replace(":active_name", "device_info")
    .replace(":device_name", encodeURIComponent(hit.number));
  return { path, icon: own.find((one) => one.icon !== "")?.icon ?? "" };
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
