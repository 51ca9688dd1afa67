import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { filterFields, sortableFields } from "@tracewater/contract/resource/fields";
import type { Sort } from "../kit/data-table/column.ts";
import { defaultPageSize, pageSizes } from "../kit/data-table/page-size.ts";

/** What a resource's list asks for; it is in the address. */
export type ResourceFilters = {
  keyword: string;
  /** By the field's name, as text. */
  chosen: Readonly<Record<string, string>>;
  sort: Sort | undefined;
  page: number;
  size: number;
};

/** Reads the address; nonsense falls back to the default. */
export function readFilters(resource: AnyResource, search: URLSearchParams): ResourceFilters {
  const key = sortableFields(resource).find((one) => one.name === search.get("sort"))?.name;
  const size = Number(search.get("pageSize"));
  const page = Number(search.get("page"));
  return {
    keyword: (search.get("keyword") ?? "").slice(0, 100),
    chosen: readChosen(resource, search),
    sort: key === undefined ? undefined : { key, order: search.get("order") === "desc" ? "desc" : "asc" },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
  };
}

function readChosen(resource: AnyResource, search: URLSearchParams): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const field of filterFields(resource)) {
    const value = search.get(field.name);
    if (value === null) continue;
    const fits = field.kind === "choice" ? field.options.includes(value) : /^[1-9]\d{0,8}$/.test(value);
    if (fits) chosen[field.name] = value;
  }
  return chosen;
}

/** Writes only what differs from the default, so that a plain list has a plain address. */
export function writeFilters(filters: ResourceFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.keyword !== "") search.set("keyword", filters.keyword);
  for (const [name, value] of Object.entries(filters.chosen)) search.set(name, value);
  if (filters.sort) search.set("sort", filters.sort.key);
  if (filters.sort?.order === "desc") search.set("order", "desc");
  if (filters.page > 1) search.set("page", String(filters.page));
  if (filters.size !== defaultPageSize) search.set("pageSize", String(filters.size));
  return search;
}

/** The query of the list; without its page it is that of an export. */
export function filtersQuery(filters: ResourceFilters): Record<string, unknown> {
  return {
    ...(filters.keyword === "" ? {} : { keyword: filters.keyword }),
    ...filters.chosen,
    ...(filters.sort === undefined ? {} : { orderByColumn: filters.sort.key, isAsc: filters.sort.order }),
  };
}

export function isFiltered(filters: ResourceFilters): boolean {
  return filters.keyword !== "" || Object.keys(filters.chosen).length > 0;
}
