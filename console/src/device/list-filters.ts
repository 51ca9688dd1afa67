import { connectionState } from "@tracewater/contract/fleet/devices";
import type { z } from "zod";

/** What a device list asks for; it is in the address, so that it can be bookmarked and shared. */
export type ListFilters = {
  keyword: string;
  state: z.infer<typeof connectionState> | null;
  pointId: number | null;
  unitId: number | null;
  tag: string;
  sort: { column: SortColumn; descending: boolean } | null;
  pageNum: number;
  pageSize: number;
};

const sortColumns = ["deviceName", "nickname", "lastValueAt", "createTime"] as const;
export type SortColumn = (typeof sortColumns)[number];

const defaultPageSize = 20;
const pageSizes = [10, 20, 30, 50];

/** Reads the address; nonsense falls back to the default. */
export function readFilters(search: URLSearchParams): ListFilters {
  const state = connectionState.safeParse(search.get("state"));
  const size = positive(search.get("pageSize"));
  const column = sortColumns.find((name) => name === search.get("sort"));
  return {
    keyword: (search.get("keyword") ?? "").slice(0, 100),
    state: state.success ? state.data : null,
    pointId: positive(search.get("pointId")),
    unitId: positive(search.get("unitId")),
    tag: (search.get("tag") ?? "").slice(0, 30),
    sort: column === undefined ? null : { column, descending: search.get("order") === "desc" },
    pageNum: positive(search.get("page")) ?? 1,
    pageSize: size !== null && pageSizes.includes(size) ? size : defaultPageSize,
  };
}

/** Writes only what differs from the default, so that a plain list has a plain address. */
export function writeFilters(filters: ListFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.keyword !== "") search.set("keyword", filters.keyword);
  if (filters.state !== null) search.set("state", filters.state);
  if (filters.pointId !== null) search.set("pointId", String(filters.pointId));
  if (filters.unitId !== null) search.set("unitId", String(filters.unitId));
  if (filters.tag !== "") search.set("tag", filters.tag);
  if (filters.sort !== null) {
    search.set("sort", filters.sort.column);
    if (filters.sort.descending) search.set("order", "desc");
  }
  if (filters.pageNum > 1) search.set("page", String(filters.pageNum));
  if (filters.pageSize !== defaultPageSize) search.set("pageSize", String(filters.pageSize));
  return search;
}

/** The query of `listDevices`. */
export function filtersQuery(filters: ListFilters) {
  return {
    pageNum: filters.pageNum,
    pageSize: filters.pageSize,
    ...(filters.keyword === "" ? {} : { keyword: filters.keyword }),
    ...(filters.state === null ? {} : { state: filters.state }),
    ...(filters.pointId === null ? {} : { pointId: filters.pointId }),
    ...(filters.unitId === null ? {} : { unitId: filters.unitId }),
    ...(filters.tag === "" ? {} : { tag: filters.tag }),
    ...(filters.sort === null
      ? {}
      : { orderByColumn: filters.sort.column, isAsc: filters.sort.descending ? "desc" : "asc" }),
  } as const;
}

export function isSortColumn(name: string): name is SortColumn {
  return sortColumns.some((column) => column === name);
}

function positive(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : null;
}
