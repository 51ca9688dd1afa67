import { defaultPageSize, pageSizes } from "../../../kit/data-table/page-size.ts";

/** What the list of sampling points asks for; it stands in the address. */
export type PointFilters = {
  keyword: string;
  sort: { key: PointSort; order: "asc" | "desc" } | undefined;
  page: number;
  size: number;
};

const sortKeys = ["code", "name", "country", "population"] as const;
export type PointSort = (typeof sortKeys)[number];

/** Reads the address; nonsense falls back to the default. */
export function readFilters(search: URLSearchParams): PointFilters {
  const key = sortKeys.find((name) => name === search.get("sort"));
  const size = Number(search.get("pageSize"));
  const page = Number(search.get("page"));
  return {
    keyword: (search.get("keyword") ?? "").slice(0, 100),
    sort: key === undefined ? undefined : { key, order: search.get("order") === "desc" ? "desc" : "asc" },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
  };
}

/** Writes only what differs from the default. */
export function writeFilters(filters: PointFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.keyword !== "") search.set("keyword", filters.keyword);
  if (filters.sort) search.set("sort", filters.sort.key);
  if (filters.sort?.order === "desc") search.set("order", "desc");
  if (filters.page > 1) search.set("page", String(filters.page));
  if (filters.size !== defaultPageSize) search.set("pageSize", String(filters.size));
  return search;
}

export function isPointSort(key: string): key is PointSort {
  return sortKeys.some((name) => name === key);
}
