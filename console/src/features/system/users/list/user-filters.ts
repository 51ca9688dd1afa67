import type { Sort } from "../../../../kit/data-table/column.ts";
import { defaultPageSize, pageSizes } from "../../../../kit/data-table/page-size.ts";

/** What the list asks for; it is in the address. */
export type UserFilters = {
  keyword: string;
  status: "0" | "1" | null;
  deptId: number | null;
  /** Days, `yyyy-mm-dd`. */
  from: string;
  until: string;
  sort: Sort | undefined;
  page: number;
  size: number;
};

const sortKeys = ["userName", "nickName", "createTime"] as const;
type SortKey = (typeof sortKeys)[number];

/** Reads the address; nonsense falls back to the default. */
export function readFilters(search: URLSearchParams): UserFilters {
  const status = search.get("status");
  const deptId = Number(search.get("dept"));
  const page = Number(search.get("page"));
  const size = Number(search.get("pageSize"));
  const key = sortKeys.find((one) => one === search.get("sort"));
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(search.get(name) ?? "")?.[0] ?? "";
  return {
    keyword: (search.get("keyword") ?? "").slice(0, 100),
    status: status === "0" || status === "1" ? status : null,
    deptId: Number.isInteger(deptId) && deptId > 0 ? deptId : null,
    from: day("from"),
    until: day("until"),
    sort: key === undefined ? undefined : { key, order: search.get("order") === "desc" ? "desc" : "asc" },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
  };
}

/** Writes only what differs from the default, so that a plain list has a plain address. */
export function writeFilters(filters: UserFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.keyword !== "") search.set("keyword", filters.keyword);
  if (filters.status !== null) search.set("status", filters.status);
  if (filters.deptId !== null) search.set("dept", String(filters.deptId));
  if (filters.from !== "") search.set("from", filters.from);
  if (filters.until !== "") search.set("until", filters.until);
  if (filters.sort) search.set("sort", filters.sort.key);
  if (filters.sort?.order === "desc") search.set("order", "desc");
  if (filters.page > 1) search.set("page", String(filters.page));
  if (filters.size !== defaultPageSize) search.set("pageSize", String(filters.size));
  return search;
}

/** The query of the list; without its page it is that of an export. */
export function filtersQuery({ keyword, status, deptId, from, until, sort }: UserFilters) {
  const key = sortKeys.find((one): one is SortKey => one === sort?.key);
  return {
    ...(keyword === "" ? {} : { keyword }),
    ...(status === null ? {} : { status }),
    ...(deptId === null ? {} : { deptId }),
    ...(from === "" ? {} : { beginTime: from }),
    ...(until === "" ? {} : { endTime: until }),
    ...(key === undefined || sort === undefined ? {} : { orderByColumn: key, isAsc: sort.order }),
  };
}

export function isFiltered(filters: UserFilters): boolean {
  return Object.keys(filtersQuery({ ...filters, sort: undefined })).length > 0;
}
